/**
 * The two charts of the statistics, as shapes that the screen and the print draw, and their report
 * (PRICE-27). A bar fills a part of its frame or reaches a line: no chart needs colours.
 */
import { formatJour } from '#domain/core/calendrier.ts';
import {
  type Graphiques,
  type HeureOccupee,
  JOURS_DE_SEMAINE,
  LEGENDE_OCCUPATION,
  type MoisFacture,
  montantInWords,
  nomDuMois,
  REGLE_OCCUPATION,
  REGLE_RECETTES,
  tauxInWords,
  tempsOf,
  totalOfMois,
} from '#domain/statistics/graphiques.ts';
import { formatEuros } from '#domain/prices.ts';
import { escapeHtml } from '../html.ts';
import { documentOf, headerOf, type PrintHeader } from './impression.ts';
import { periodInWords } from './rapport.ts';

type Rect = { x: number; y: number; width: number; height: number };

export type Chart = {
  /** Read in place of the drawing. */
  name: string;
  height: number;
  bars: Rect[];
  /** Outlines of the whole that a bar fills. */
  frames: Rect[];
  /** Horizontal lines over the width of the bars, from `x`. */
  lines: { x: number; y: number }[];
  labels: { x: number; y: number; anchor: 'start' | 'middle' | 'end'; text: string }[];
};

/** The width of each chart. In it, text has the size `CHART_TEXT`. */
export const CHART_WIDTH = 336;
export const CHART_TEXT = 14;

const ROW = { height: 30, step: 40, left: 44 };

/** A row for each weekday; each hour is a frame that is filled from below by what is taken. */
export function occupationChart(heures: readonly HeureOccupee[]): Chart {
  const column = (CHART_WIDTH - ROW.left) / Math.max(1, heures.length);
  const bottom = 7 * ROW.step;
  const every = Math.ceil(34 / column);
  const chart: Chart = {
    name: `Occupation par jour et par heure\u202f: ${tauxInWords(tempsOf(heures.flatMap(({ jours }) => jours)))} du temps d'ouverture est pris.`,
    height: bottom + CHART_TEXT + 4,
    bars: [],
    frames: [],
    lines: [],
    labels: JOURS_DE_SEMAINE.map(({ court }, jour) => ({
      x: 0,
      y: jour * ROW.step + 21,
      anchor: 'start',
      text: court,
    })),
  };
  for (const [i, { heure, jours }] of heures.entries()) {
    const x = ROW.left + i * column;
    if (i % every === 0)
      chart.labels.push({
        x: x + column / 2,
        y: bottom + CHART_TEXT,
        anchor: 'middle',
        text: `${heure}h`,
      });
    for (const [jour, { ouvertes, prises }] of jours.entries()) {
      if (ouvertes === 0) continue;
      const frame = { x: x + 1, y: jour * ROW.step, width: column - 2, height: ROW.height };
      // A little that is taken, or free, stays visible beside the outline.
      const part = (ROW.height * prises) / ouvertes;
      const height = prises < ouvertes ? Math.min(ROW.height - 3, Math.max(3, part)) : ROW.height;
      chart.frames.push(frame);
      if (prises > 0) chart.bars.push({ ...frame, y: frame.y + ROW.height - height, height });
    }
  }
  return chart;
}

const PLOT = { left: 72, top: 10, bottom: 150 };

/** A bar for each month, below lines at the half and the whole of a round amount. */
export function recettesChart(mois: readonly MoisFacture[]): Chart {
  const most = roundedUp(Math.max(0, ...mois.map(({ total }) => total)));
  const slot = (CHART_WIDTH - PLOT.left) / Math.max(1, mois.length);
  const every = Math.ceil(44 / slot);
  const yOf = (euros: number) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * euros) / (most || 1);
  const chart: Chart = {
    name: `Recettes par mois\u202f: ${formatEuros(totalOfMois(mois).total)} en tout.`,
    height: PLOT.bottom + 2 * CHART_TEXT + 8,
    bars: [],
    frames: [],
    lines: [],
    labels: [],
  };
  for (const euros of most === 0 ? [0] : [0, most / 2, most]) {
    chart.lines.push({ x: PLOT.left, y: yOf(euros) });
    chart.labels.push({
      x: PLOT.left - 6,
      y: yOf(euros) + 5,
      anchor: 'end',
      text: formatEuros(euros, true),
    });
  }
  let year = '';
  for (const [i, { mois: one, total }] of mois.entries()) {
    const middle = PLOT.left + (i + 0.5) * slot;
    const width = Math.min(40, slot * 0.75);
    if (total > 0)
      chart.bars.push({
        x: middle - width / 2,
        y: yOf(total),
        width,
        height: PLOT.bottom - yOf(total),
      });
    if (i % every !== 0) continue;
    const label = { x: middle, y: PLOT.bottom + CHART_TEXT + 2, anchor: 'middle' as const };
    chart.labels.push({ ...label, text: formatJour(`${one}-01`, 'moisCourt') });
    if (one.slice(0, 4) !== year)
      chart.labels.push({ ...label, y: label.y + CHART_TEXT + 2, text: one.slice(0, 4) });
    year = one.slice(0, 4);
  }
  return chart;
}

/** The next amount of one digit and zeros whose half is whole euros, too; 0 for 0. */
function roundedUp(euros: number): number {
  if (euros === 0) return 0;
  const power = 10 ** Math.max(1, Math.floor(Math.log10(euros)));
  return ([1, 2, 3, 4, 5, 6, 8].find((n) => n * power >= euros) ?? 10) * power;
}

const STYLE = `
.graphique{display:block;width:115mm;height:auto;margin:2mm 0 4mm;stroke:none;fill:#000;overflow:visible}
.graphique text{font:${CHART_TEXT}px 'Figtree','Segoe UI',system-ui,'DejaVu Sans',sans-serif}
.graphique .cadre{fill:#fff;stroke:#555;stroke-width:1}
.graphique .ligne{stroke:#555;stroke-width:1}
.graphique .barre{fill:#333}
.regle{font-size:8.5pt}
section+section{break-before:page}
tfoot{display:table-row-group}
tfoot>tr>*{border-top:3px double #000;font-weight:700}
`;

function svgOf({ name, height, bars, frames, lines, labels }: Chart): string {
  const rects = (all: readonly Rect[], kind: string): string =>
    all
      .map(
        ({ x, y, width, height: tall }) =>
          `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${tall}"/>`,
      )
      .join('');
  return (
    `<svg class="graphique" role="img" aria-label="${escapeHtml(name)}" viewBox="-1 -1 ${CHART_WIDTH + 2} ${height + 2}">` +
    lines
      .map(({ x, y }) => `<line class="ligne" x1="${x}" x2="${CHART_WIDTH}" y1="${y}" y2="${y}"/>`)
      .join('') +
    `${rects(frames, 'cadre')}${rects(bars, 'barre')}` +
    labels
      .map(
        ({ x, y, anchor, text }) =>
          `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(text)}</text>`,
      )
      .join('') +
    '</svg>'
  );
}

/** Each chart with its rule and its table, on a sheet of its own. */
export function graphiquesReport(
  { du, au, heures, mois }: Graphiques,
  header: PrintHeader,
): string {
  const total = totalOfMois(mois);
  const days = JOURS_DE_SEMAINE.map((_, jour) =>
    tempsOf(heures.flatMap(({ jours }) => jours[jour] ?? [])),
  );
  return documentOf(
    {
      title: 'Occupation et recettes',
      orientation: 'portrait',
      style: STYLE,
      body:
        headerOf('Occupation et recettes', periodInWords(du, au), header) +
        `<section><h2>Occupation par jour et par heure</h2><p class="regle">${REGLE_OCCUPATION} ${LEGENDE_OCCUPATION}</p>${svgOf(occupationChart(heures))}` +
        `<table><thead><tr><th>Heure</th>${JOURS_DE_SEMAINE.map(({ long }) => `<th class="n">${long}</th>`).join('')}</tr></thead>` +
        `<tbody>${heures.map(({ heure, jours }) => `<tr><th>${heureInWords(heure)}</th>${jours.map((temps) => `<td class="n">${tauxInWords(temps)}</td>`).join('')}</tr>`).join('')}</tbody>` +
        `<tfoot><tr><th>Journée</th>${days.map((temps) => `<td class="n">${tauxInWords(temps)}</td>`).join('')}</tr></tfoot></table></section>` +
        `<section><h2>Recettes par mois</h2><p class="regle">${REGLE_RECETTES}</p>${svgOf(recettesChart(mois))}` +
        `<table><thead><tr><th>Mois</th><th class="n">Places facturées</th><th class="n">Recettes</th></tr></thead>` +
        `<tbody>${mois.map((one) => `<tr><th>${nomDuMois(one.mois)}</th><td class="n">${one.places}</td><td class="n">${montantInWords(one)}</td></tr>`).join('')}</tbody>` +
        `<tfoot><tr><th>Total</th><td class="n">${total.places}</td><td class="n">${montantInWords(total)}</td></tr></tfoot></table></section>`,
    },
    header,
  );
}

/** '8h – 9h' */
const heureInWords = (heure: number): string => `${heure}h – ${heure + 1}h`;
