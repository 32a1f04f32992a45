// chunk: statement
/**
 * Printed statements (REL-70): each begins on a sheet of its own, so that many are one document.
 */
import { encode } from 'uqr';
import { formatJour } from '#domain/core/calendrier.ts';
import { titreOf } from '#domain/billing/facturation.ts';
import {
  AUTRES_LIGNES,
  type CentreImprime,
  type LigneImprimee,
  mentionsDe,
  montantSigne,
  notesOf,
  paiementOf,
  periodeOf,
  type ReleveImprime,
  SCANNEZ,
  signeOf,
  sommesOf,
} from '#domain/billing/releves.ts';
import { documentOf, type PrintHeader, userText } from './impression.ts';

/** White margin around the code, in modules: readers need it. */
const MARGIN = 4;

const STYLE = `
@page{@bottom-right{content:none}}
.releve+.releve{break-before:page}
.tete{display:flex;justify-content:space-between;gap:10mm;min-height:34mm}
.tete .centre{font-size:9pt}.tete .centre b{display:block;font-size:11pt}
.tete .faits{text-align:right;flex:none}
.lignes-de{white-space:pre-line}
.payeur{margin:0 0 8mm auto;width:85mm;min-height:26mm;font-size:11pt}
.lignes{margin:4mm 0 5mm}
.lignes thead th{border-width:0 0 1px}
.lignes td{border-width:0 0 1px;border-color:#bbb}
.lignes .bloc th{border:0;background:#fff;padding-top:3mm;font-size:11pt;break-after:avoid}
.lignes .total td{border:0;border-top:1px solid #000;font-weight:600}
.lignes .jour{width:30mm}
.compte{break-inside:avoid}
.somme{width:auto;margin-left:auto;min-width:85mm}
.somme th{background:#fff;font-weight:400}
.somme th,.somme td{border:0;border-bottom:1px solid #bbb}
.somme tr:last-child>*{border:0;border-top:3px double #000;font:700 12pt/1.4 'Fraunces',Georgia,'DejaVu Serif',serif}
.payer{display:flex;gap:6mm;align-items:center;margin-top:6mm;border:1px solid #000;padding:3mm 4mm}
.payer .qr{width:42mm;height:42mm;flex:none;fill:#000;stroke:none}
.payer dl{display:grid;grid-template-columns:auto 1fr;gap:1mm 4mm;margin-bottom:2.5mm}
.payer dt{color:#444}.payer dd{font-weight:600}
.rien{margin-top:6mm}
`;

/** EPC069-12 asks for level M. */
function codeOf(texte: string): string {
  const { data, size } = encode(texte, { ecc: 'M', border: MARGIN });
  // One rectangle for each run of dark modules: many statements are one document.
  const path = data
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');
  return `<svg class="qr" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges" role="img" aria-label="QR code du virement"><path d="${path}"/></svg>`;
}

function virementOf(releve: ReleveImprime, centre: CentreImprime): string {
  const paiement = paiementOf(releve, centre);
  if (paiement.code === undefined) return `<p class="rien"><b>${paiement.phrase}</b></p>`;
  return (
    `<div class="payer">${codeOf(paiement.code)}<div>` +
    `<dl>${paiement.lignes.map(([nom, value]) => `<dt>${nom}</dt><dd>${userText(value)}</dd>`).join('')}</dl>` +
    `<p>${SCANNEZ}</p></div></div>`
  );
}

function ligneOf(ligne: LigneImprimee): string {
  const { jour, libelle, montant, ecart } = ligne;
  const [sign, notes] = [signeOf(ligne), notesOf(ligne)];
  return (
    `<tr><td class="s">${formatJour(jour, 'court')}</td>` +
    `<td>${sign === '' ? '' : `<b>${sign}</b> `}${userText(libelle)}${notes === '' ? '' : ` <span class="gris">(${userText(notes)})</span>`}</td>` +
    `<td class="n">${montantSigne(montant, ecart)}</td></tr>`
  );
}

const blocOf = ({ cavalier, lignes, total }: ReleveImprime['blocs'][number]): string =>
  `<tbody><tr class="bloc"><th colspan="3">${cavalier === null ? AUTRES_LIGNES : userText(cavalier)}</th></tr>` +
  lignes.map(ligneOf).join('') +
  `<tr class="total"><td colspan="2">Total${cavalier === null ? '' : ` ${userText(cavalier)}`}</td><td class="n">${montantSigne(total)}</td></tr></tbody>`;

function releveOf(releve: ReleveImprime, centre: CentreImprime): string {
  const { numero, jour, nom, adresse, blocs } = releve;
  const own = mentionsDe(releve, centre);
  const mentions = [own.forme, own.adresse, own.numero].filter((line) => line !== '');
  return (
    `<section class="releve" style="page:r-${numero}"><div class="tete">` +
    `<p class="centre"><b>${userText(own.nom)}</b>${mentions.map((line) => `<span class="lignes-de">${userText(line)}</span>`).join('<br>')}</p>` +
    `<div class="faits"><h1>${titreOf(numero)}</h1><p>${periodeOf(releve)}</p><p>Fait le ${formatJour(jour, 'annee')}</p></div></div>` +
    `<p class="payeur"><b>${userText(nom)}</b>${adresse === null ? '' : `<br><span class="lignes-de">${userText(adresse)}</span>`}</p>` +
    `<table class="lignes"><thead><tr><th class="jour">Jour</th><th>Leçon ou ligne</th><th class="n">Montant</th></tr></thead>${blocs.map(blocOf).join('')}</table>` +
    `<div class="compte"><table class="somme">${sommesOf(releve)
      .map(([name, value]) => `<tr><th scope="row">${name}</th><td class="n">${value}</td></tr>`)
      .join('')}</table>` +
    `${virementOf(releve, centre)}</div></section>`
  );
}

/** The sheets of a statement have its number at their foot, and not the pages of the document. */
const pageOf = (releve: ReleveImprime, centre: CentreImprime): string =>
  `@page r-${releve.numero}{@bottom-left{content:${JSON.stringify(`${titreOf(releve.numero)} · ${mentionsDe(releve, centre).nom}`).replaceAll(/[<>&]/g, ' ')};font:8pt sans-serif;color:#444}}`;

export function releveReport(
  releves: readonly ReleveImprime[],
  centre: CentreImprime,
  header: Pick<PrintHeader, 'centre'>,
): string {
  const [only] = releves;
  return documentOf(
    {
      title: releves.length === 1 && only ? titreOf(only.numero) : 'Relevés',
      orientation: 'portrait',
      style: STYLE + releves.map((releve) => pageOf(releve, centre)).join('\n'),
      body: releves.map((releve) => releveOf(releve, centre)).join('\n'),
    },
    header,
  );
}
