/**
 * The printed table: the measured values, round by round, beside their goals; and the exit code of
 * the run.
 */
import { median } from './rounds.ts';

export type Figure = {
  /** The name of the measured value. */
  nom: string;
  /** One value per round. The median is the figure. */
  tours: number[];
  /** Formats a value. */
  ecrit: (value: number) => string;
  /** The goal; absent if the figure only explains another. */
  but?: Goal;
};

type Goal = {
  signe: '≥' | '≤';
  valeur: number;
  /**
   * A time depends on the machine as much as on the product: it is compared with its goal, but
   * decides nothing.
   */
  indicatif?: true;
  /** Why the run proves nothing about it. */
  nul?: string | undefined;
};

export const ratio = (value: number): string => value.toFixed(2).replace('.', ',');
export const integer = (value: number): string => Math.round(value).toLocaleString('fr-FR');
export const milliseconds = (value: number): string => `${value.toFixed(2).replace('.', ',')} ms`;

type Outcome = 'atteint' | 'MANQUÉ' | 'NUL';

/** The outcome of a goal; null if there is none. */
function outcomeOf({ tours: rounds, but }: Figure): Outcome | null {
  if (!but) return null;
  if (but.nul !== undefined) return 'NUL';
  const reached = but.signe === '≥' ? median(rounds) >= but.valeur : median(rounds) <= but.valeur;
  return reached ? 'atteint' : 'MANQUÉ';
}

/** The goals that decide. */
const deciding = (figures: readonly Figure[]): Figure[] =>
  figures.filter(({ but }) => but && !but.indicatif);

/**
 * The exit code of `npm run bench`: 1 if a goal that decides is missed, or if the run proves
 * nothing about it.
 */
export const exitCodeOf = (figures: readonly Figure[]): 0 | 1 =>
  deciding(figures).every((figure) => outcomeOf(figure) === 'atteint') ? 0 : 1;

const goalOf = (figure: Figure): string =>
  figure.but
    ? `${figure.but.signe} ${figure.ecrit(figure.but.valeur)} ${outcomeOf(figure)}${figure.but.indicatif ? ' (indicatif)' : ''}`
    : '';

export function printFigures(title: string, figures: readonly Figure[]): void {
  const lines = figures.map((figure) => [
    `  ${figure.nom}`,
    figure.ecrit(median(figure.tours)),
    goalOf(figure),
    figure.but?.nul ?? figure.tours.map(figure.ecrit).join(' · '),
  ]);
  const widths = [Math.max(62, ...figures.map(({ nom }) => nom.length + 2)), 10, 30];
  process.stdout.write(`\n${title}\n`);
  for (const line of [['', 'médiane', 'but', 'tours'], ...lines]) {
    const cells = line.map((cell, i) =>
      i === 0
        ? cell.padEnd(widths[0]!)
        : i === 1
          ? cell.padStart(widths[1]!)
          : cell.padEnd(widths[i] ?? 0),
    );
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** The last lines: how many of the goals that decide were reached, and which were not. */
export function printVerdict(figures: readonly Figure[]): void {
  const goals = deciding(figures);
  const named = (outcome: Outcome): string[] =>
    goals.filter((figure) => outcomeOf(figure) === outcome).map(({ nom }) => nom);
  process.stdout.write(`\nButs atteints : ${named('atteint').length} sur ${goals.length}.\n`);
  if (named('MANQUÉ').length > 0)
    process.stdout.write(`Manqué : ${named('MANQUÉ').join(' ; ')}.\n`);
  if (named('NUL').length > 0) process.stdout.write(`Nul : ${named('NUL').join(' ; ')}.\n`);
}
