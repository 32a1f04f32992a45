/** The printed journal of receipts (REL-54): each payment by day, then what was received by each means. */
import { formatJour } from '#domain/core/calendrier.ts';
import { NOMS_MOYEN, type Recette } from '#domain/billing/facturation.ts';
import { parMoyen, sumOf } from '#domain/billing/recettes.ts';
import { formatEuros } from '#domain/prices.ts';
import { documentOf, headerOf, type PrintHeader, userText } from './impression.ts';

const TITLE = 'Journal des recettes';

const STYLE = `
tfoot{display:table-row-group}
tfoot td{font-weight:600}
tfoot tr:first-child td{border-top:2px solid #000}
tfoot tr:last-child td{border-top:3px double #000;font-weight:700}
`;

/** `annulation`: it undoes another one. */
export type RecetteImprimee = Recette & { annulation: boolean };

const rowOf = ({
  jour,
  client,
  moyen,
  montant,
  arrondi,
  note,
  annulation,
}: RecetteImprimee): string =>
  `<tr><td class="s">${formatJour(jour, 'annee')}</td><td>${userText(client)}</td>` +
  `<td>${NOMS_MOYEN[moyen]}${annulation ? ' <span class="gris s">(annulation)</span>' : ''}</td>` +
  `<td>${note === null ? '' : userText(note)}</td><td class="n">${arrondi === 0 ? '' : formatEuros(arrondi)}</td><td class="n">${formatEuros(montant)}</td></tr>`;

export function recettesReport(
  recettes: readonly RecetteImprimee[],
  { du, au }: { du: string; au: string },
  header: PrintHeader,
): string {
  const total = (name: string, euros: number): string =>
    `<tr><td colspan="5">${name}</td><td class="n">${formatEuros(euros)}</td></tr>`;
  return documentOf(
    {
      title: TITLE,
      orientation: 'portrait',
      style: STYLE,
      body:
        headerOf(
          TITLE,
          du === au
            ? `Le ${formatJour(du, 'annee')}`
            : `Du ${formatJour(du, 'annee')} au ${formatJour(au, 'annee')}`,
          header,
        ) +
        `<table><thead><tr><th>Jour</th><th>Client</th><th>Moyen</th><th>Note</th><th class="n">Arrondi</th><th class="n">Reçu</th></tr></thead>` +
        `<tbody>${recettes.map(rowOf).join('')}</tbody><tfoot>${parMoyen(recettes)
          .map(({ moyen, total: sum }) => total(NOMS_MOYEN[moyen], sum))
          .join(
            '',
          )}${total('Total reçu', sumOf(recettes.map(({ montant }) => montant)))}</tfoot></table>`,
    },
    header,
  );
}
