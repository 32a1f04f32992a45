/** One grid for several arenas (BOOK-39), and the hours that it folds (BOOK-02). */
import type { Creneau } from './creneaux.ts';
import { periodeAt } from './creneaux.ts';
import type { Periode } from './horaires.ts';
import type { TypePiste } from './pistes.ts';

/** A slot of the grid, with its arena. */
export type CreneauSitue = Creneau & { type_piste: TypePiste };

/** How much a slot offers: the lower, the more. A lesson to join precedes a free arena (RIDE-36). */
function rankOf({ etat, reason, rejoindre, autre, hors }: Creneau): number {
  if (reason === null && rejoindre) return 0;
  if (reason === null && etat !== 'partiel') return hors ? 2 : 1;
  if (autre) return 3;
  return etat === 'partiel' ? 4 : 5;
}

/**
 * Of the slots of one start on several arenas, the one that the grid shows: the first of those that
 * offer most.
 */
export const bestOf = (creneaux: readonly CreneauSitue[]): CreneauSitue | undefined =>
  creneaux.toSorted((a, b) => rankOf(a) - rankOf(b))[0];

/**
 * The starts outside of the open periods, which the screen folds. Not the last one of the grid if it
 * is the only one, because it is never bookable anyway.
 */
export function foldedHours(
  heures: readonly string[],
  periodes: readonly Periode[],
): readonly string[] {
  const outside = heures.filter((heure) => !periodeAt(heure, periodes));
  return outside.length === 1 && outside[0] === heures.at(-1) ? [] : outside;
}
