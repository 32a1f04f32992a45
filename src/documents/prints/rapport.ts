/**
 * The printed statistics (PRICE-11): the filters in words, the four figures, then each rider with
 * the total to bill.
 */
import { formatJour } from '#domain/core/calendrier.ts';
import { centimesOf, eurosOf, formatEuros } from '#domain/prices.ts';
import {
  anciennesInWords,
  nonFactureesInWords,
  aVenirInWords,
  COUNTING_RULE,
  type CavalierStatistics,
  type FamilleStatistics,
  homonymesOf,
  nomDeFamille,
  type Statistiques,
  notesOfAbsences,
  notesOfPrices,
  SANS_PRIX,
} from '#domain/statistics/statistiques.ts';
import { documentOf, type PrintHeader, headerOf, HOURGLASS, userText } from './impression.ts';

export type PrintedFilter = { du: string | null; au: string | null; cavalier: string | null };

const STYLE = `
.filtres{margin-bottom:3mm}
.cartes{display:grid;grid-template-columns:repeat(4,1fr);gap:3mm;margin-bottom:3mm}
.cartes div{border:1px solid #000;padding:2mm 3mm}
.cartes dt{font-size:8.5pt}.cartes dd{font:600 15pt/1.2 'Fraunces',Georgia,serif}
.decompte{font-size:8.5pt;margin-bottom:5mm}
tbody{break-inside:avoid}
tbody th{background:#fff;width:34%}
tbody tr:first-child>*{border-top:2px solid #000}
tr.total td{font-weight:600;background:#f4f4f4}
tfoot{display:table-row-group}
tfoot td{border-top:3px double #000;font-weight:700}
`;

/** A period in words. A missing bound means an open end. */
export function periodInWords(du: string | null, au: string | null): string {
  if (du && au)
    return du === au
      ? `Le ${formatJour(du, 'annee')}`
      : `Du ${formatJour(du, 'annee')} au ${formatJour(au, 'annee')}`;
  if (du) return `À partir du ${formatJour(du, 'annee')}`;
  return au ? `Jusqu'au ${formatJour(au, 'annee')}` : 'Toutes les dates';
}

export function cavaliersReport(
  statistiques: Statistiques,
  { du, au, cavalier }: PrintedFilter,
  header: PrintHeader,
): string {
  const {
    total_cavaliers,
    total_reservations,
    moyenne,
    total_general,
    anciennes,
    en_attente,
    a_venir,
    cavaliers,
  } = statistiques;
  const client = homonymesOf(cavaliers);
  const cards: [string, string][] = [
    ['Total Cavaliers', String(total_cavaliers)],
    ['Total Réservations', String(total_reservations)],
    ['Moyenne / Cavalier', moyenne.toLocaleString('fr-BE')],
    ['Total Général', formatEuros(total_general, true)],
  ];
  return documentOf(
    {
      title: 'Statistiques des cavaliers',
      orientation: 'portrait',
      style: STYLE,
      body:
        headerOf('Statistiques des cavaliers', periodInWords(du, au), header) +
        `<p class="filtres">Cavalier\u202f: <b>${cavalier === null ? 'Tous les cavaliers' : userText(cavalier)}</b></p>` +
        `<dl class="cartes">${cards.map(([nom, value]) => `<div><dt>${nom}</dt><dd>${value}</dd></div>`).join('')}</dl>` +
        `<p class="decompte">${COUNTING_RULE}${en_attente > 0 ? ` En attente\u202f: <b>${en_attente}</b>, non facturé${en_attente > 1 ? 'es' : 'e'}.` : ''}${anciennes > 0 ? ` ${anciennesInWords(anciennes)}` : ''}</p>` +
        [aVenirInWords(a_venir), ...notesOfPrices(statistiques), ...notesOfAbsences(statistiques)]
          .map((note) => (note === '' ? '' : `<p class="decompte"><b>${note}</b></p>`))
          .join('') +
        `<table><thead><tr><th>Cavalier</th><th>Leçon</th><th class="n">Nombre</th><th class="n">Prix</th><th class="n">Total</th></tr></thead>` +
        `${cavaliers.map((one) => rowsOf(one, client(one))).join('')}<tfoot><tr><td colspan="4">Total Général</td><td class="n">${formatEuros(total_general)}</td></tr></tfoot></table>`,
    },
    header,
  );
}

/** What each account is billed, rider by rider (PRICE-24). */
export function famillesReport(
  familles: readonly FamilleStatistics[],
  { du, au }: Pick<PrintedFilter, 'du' | 'au'>,
  header: PrintHeader,
): string {
  const cents = familles.reduce((sum, { total }) => sum + (centimesOf(String(total)) ?? 0), 0);
  return documentOf(
    {
      title: 'Statistiques par famille',
      orientation: 'portrait',
      style: STYLE,
      body:
        headerOf('Statistiques par famille', periodInWords(du, au), header) +
        `<p class="decompte">${COUNTING_RULE}</p>` +
        `<table><thead><tr><th>Famille</th><th>Leçon</th><th class="n">Nombre</th><th class="n">Prix</th><th class="n">Total</th></tr></thead>` +
        `${familles.map(familyRowsOf).join('')}<tfoot><tr><td colspan="4">Total Général</td><td class="n">${formatEuros(Number(eurosOf(cents)))}</td></tr></tfoot></table>`,
    },
    header,
  );
}

/** The rows of an account are those of one rider, each with the rider's name. */
function familyRowsOf(famille: FamilleStatistics): string {
  const client = homonymesOf(famille.cavaliers);
  const named = (one: CavalierStatistics): string =>
    client(one) === '' ? one.nom : `${one.nom} (${client(one)})`;
  return rowsOf({
    ...famille,
    nom: nomDeFamille(famille),
    types: famille.cavaliers.flatMap((one) =>
      one.types.map((type) => ({ ...type, label: `${named(one)}, ${type.label}` })),
    ),
  });
}

/** `client`: tells apart riders of one name; '' if the name does. */
function rowsOf(
  { nom, nombre, en_attente, total, types }: Omit<CavalierStatistics, 'cle' | 'clients'>,
  client = '',
): string {
  const rows = types.map(
    ({ label, nombre: n, en_attente: waiting, non_facturees: left, prix, total: sum }, i) =>
      `<tr>${i === 0 ? `<th rowspan="${types.length + 1}">${userText(nom)}${client === '' ? '' : `<br><span class="gris s">${userText(client)}</span>`}</th>` : ''}<td>${userText(label)}${waiting > 0 ? ` <span class="gris s">(${HOURGLASS} ${waiting} en attente)</span>` : ''}${left > 0 ? ` <span class="gris s">(${nonFactureesInWords(left)})</span>` : ''}</td>` +
      `<td class="n">${n}</td><td class="n">${prix === null ? SANS_PRIX : `× ${formatEuros(prix)}`}</td><td class="n">${formatEuros(sum)}</td></tr>`,
  );
  return `<tbody>${rows.join('')}<tr class="total"><td>Total${en_attente > 0 ? ' hors attente' : ''}</td><td class="n">${nombre}</td><td></td><td class="n">${formatEuros(total)}</td></tr></tbody>`;
}
