// chunk: forms
/**
 * Documents for printing (DESK-22, PRICE-11). They are whole HTML pages, because a printed screen
 * would be a narrow column. They contain no script, escape all text that people wrote, and
 * distinguish states by words and borders instead of colours.
 */
import { formatJour, type Moment } from '#domain/core/calendrier.ts';
import { escapeHtml } from '../html.ts';

/** The data in the head of each document: the centre's name and the time of printing. */
export type PrintHeader = { centre: string; maintenant: Moment };

/**
 * A person's text as HTML. `<bdi>` prevents text that runs from right to left from reordering the
 * text around it.
 */
export function userText(value: string): string {
  return `<bdi>${escapeHtml(value)}</bdi>`;
}

const STYLE = `
*{box-sizing:border-box}
html{color:#000;background:#fff;font:10pt/1.35 'Figtree','Segoe UI',system-ui,'DejaVu Sans',sans-serif;font-variant-numeric:tabular-nums;-webkit-print-color-adjust:exact;print-color-adjust:exact}
/* The padding keeps borders at the edge of the sheet from being cut by half a pixel. */
body{margin:0;padding:0 1px}
h1,h2,h3,p,ul,dl,dd{margin:0;padding:0}
h1,h2,h3{font-family:'Fraunces',Georgia,'DejaVu Serif',serif;line-height:1.2;break-after:avoid}
h1{font-size:16pt}header h1+p{font-size:11pt;font-weight:600}h2{font-size:13pt}h3{font-size:11pt}
ul{list-style:none}
bdi{overflow-wrap:anywhere}
header{display:flex;justify-content:space-between;align-items:flex-end;gap:8mm;border-bottom:1.5pt solid #000;padding-bottom:2.5mm;margin-bottom:4mm}
header .cote{text-align:right;font-size:8.5pt;flex:none}
header .cote b{display:block;font-size:10.5pt}
table{border-collapse:collapse;width:100%}
thead{display:table-header-group}
tr{break-inside:avoid}
/* Whole pixels: browsers round border widths down, so that a thick border could become a thin one. */
th,td{border:1px solid #555;padding:1.2mm 1.8mm;text-align:left;vertical-align:top}
th{background:#eee;font-weight:600}
svg{width:1em;height:1em;vertical-align:-.12em;fill:none;stroke:#000;stroke-width:2}
.n{text-align:right;white-space:nowrap}
.s{white-space:nowrap}
.gris{color:#444}
@media screen{html{background:#ddd}body{background:#fff;max-width:297mm;margin:6mm auto;padding:10mm;box-shadow:0 1mm 4mm #0004}}
`;

export type PrintedDocument = {
  title: string;
  orientation: 'portrait' | 'landscape';
  /** Style rules of this document only. */
  style: string;
  body: string;
};

/**
 * A complete document. Margin boxes number the pages if the browser supports them (Chromium does).
 */
export function documentOf(
  { title, orientation, style, body }: PrintedDocument,
  { centre }: Pick<PrintHeader, 'centre'>,
): string {
  const footer = JSON.stringify(`${title} · ${centre}`).replaceAll(/[<>&]/g, ' ');
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${escapeHtml(centre)}</title>
<style>
@page{size:A4 ${orientation};margin:${orientation === 'portrait' ? '12mm 12mm 16mm' : '8mm 8mm 12mm'};@bottom-left{content:${footer};font:8pt sans-serif;color:#444}@bottom-right{content:"Page " counter(page) " / " counter(pages);font:8pt sans-serif;color:#444}}
${STYLE}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Drawn as SVG, because not every machine has a font with an hourglass. */
export const HOURGLASS =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 1.5h10M3 14.5h10M4.5 1.5v2.5l7 8v2.5M11.5 1.5v2.5l-7 8v2.5"/></svg>';
export const CHECK =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2.5 8.5l4 4 7-9"/></svg>';
export const CROSS =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 3l10 10M13 3L3 13"/></svg>';

/** The head of a sheet. */
export function headerOf(
  title: string,
  subtitle: string,
  { centre, maintenant }: PrintHeader,
): string {
  return (
    `<header><div><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle)}</p></div>` +
    `<p class="cote"><b>${userText(centre)}</b>Imprimé le ${escapeHtml(formatJour(maintenant.jour, 'annee'))} à ${escapeHtml(maintenant.heure)}</p></header>`
  );
}
