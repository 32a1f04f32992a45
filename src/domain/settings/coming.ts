/** The coming lessons that a change of a type or of the opening hours affects (SET-04, SET-13). */
import { dureeOf, type Interval } from '../slots/creneaux.ts';
import { type Heures, isOutside } from '../slots/horaires.ts';
import type { LeconSize } from '../types/types_lecons.ts';

/** Coming lessons of the same type, hours and number of people, without cancelled ones. */
export type ComingLecons = Interval & {
  type_lecon: string;
  nombre_personnes: number;
  /** How many lessons. */
  lecons: number;
  /** The day of the first lesson. */
  premiere: string;
};

const total = (groups: readonly ComingLecons[]): number =>
  groups.reduce((n, { lecons }) => n + lecons, 0);

export type TypeEffect = {
  /** All coming lessons of the type. */
  lecons: number;
  /**
   * Lessons whose duration differs from the new one; they keep it. Counted if the duration changes.
   */
  otherDuree: number;
  /**
   * Lessons with more people than the new maximum; all of them stay. Counted if the maximum
   * changes.
   */
  overMax: number;
};

/**
 * The effect of a new duration or maximum on the coming lessons of a type (SET-13); null if neither
 * changes, or if there is no lesson.
 */
export function typeEffectOf(
  groups: readonly ComingLecons[],
  before: LeconSize & { value: string },
  after: LeconSize,
): TypeEffect | null {
  const ofType = groups.filter(({ type_lecon }) => type_lecon === before.value);
  const [duree, max] = [
    after.duree_minutes !== before.duree_minutes,
    after.max_personnes !== before.max_personnes,
  ];
  if (ofType.length === 0 || !(duree || max)) return null;
  return {
    lecons: total(ofType),
    otherDuree: duree ? total(ofType.filter((group) => dureeOf(group) !== after.duree_minutes)) : 0,
    overMax: max
      ? total(ofType.filter(({ nombre_personnes }) => nombre_personnes > after.max_personnes))
      : 0,
  };
}

/** The coming lessons that lie within the present hours and outside the new ones (SET-04). */
export const leconsOutside = <L extends Interval & { date_reservation: string }>(
  lecons: readonly L[],
  before: Heures,
  after: Heures,
): L[] =>
  lecons.filter(
    (lecon) =>
      !isOutside(lecon, before, lecon.date_reservation) &&
      isOutside(lecon, after, lecon.date_reservation),
  );
