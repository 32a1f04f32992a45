/** The printed table: what was measured, round by round, beside its goal. */
import { median } from './rounds.ts';

export type Figure = {
  /** What is measured. */
  nom: string;
  /** One value a round; the median is the figure. */
  tours: number[];
  /** How a value is written. */
  ecrit: (value: number) => string;
  /** What it is held against; absent where the figure only explains another. */
  but?: { signe: '≥' | '≤'; valeur: number };
};

export const ratio = (value: number): string => value.toFixed(2).replace('.', ',');
export const integer = (value: number): string => Math.round(value).toLocaleString('fr-FR');
export const milliseconds = (value: number): string => `${value.toFixed(2).replace('.', ',')} ms`;

/** True when the figure reaches its goal, or has none. */
function isReached({ tours: rounds, but }: Figure): boolean {
  if (!but) return true;
  return but.signe === '≥' ? median(rounds) >= but.valeur : median(rounds) <= but.valeur;
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  const lines = figures.map((figure) => [
    `  ${figure.nom}`,
    figure.ecrit(median(figure.tours)),
    figure.but ? `${figure.but.signe} ${ratio(figure.but.valeur)} ${isReached(figure) ? 'atteint' : 'MANQUÉ'}` : '',
    figure.tours.map(figure.ecrit).join(' · '),
  ]);
  const widths = [62, 10, 16];
  process.stdout.write(`\n${title}\n`);
  for (const line of [['', 'médiane', 'but', 'tours'], ...lines]) {
    const cells = line.map((cell, i) => (i === 0 ? cell.padEnd(widths[0]!) : i === 1 ? cell.padStart(widths[1]!) : cell.padEnd(widths[i] ?? 0)));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** The last line: how many goals were reached. A missed goal is said, it is no failure of the run. */
export function printVerdict(figures: readonly Figure[]): void {
  const goals = figures.filter(({ but }) => but);
  const missed = goals.filter((figure) => !isReached(figure));
  process.stdout.write(missed.length === 0
    ? `\nButs atteints : ${goals.length} sur ${goals.length}.\n`
    : `\nButs atteints : ${goals.length - missed.length} sur ${goals.length}. Manqué : ${missed.map(({ nom }) => nom).join(' ; ')}.\n`);
}
