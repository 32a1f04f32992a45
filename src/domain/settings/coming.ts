/** Which coming lessons a change of a type or of the opening hours touches (SET-04, SET-13). */
import { dureeOf, type Interval } from '../slots/creneaux.ts';
import { type Heures, isOutside } from '../slots/horaires.ts';
import type { LeconSize } from './types_lecons.ts';

/** Coming lessons of the same type, hours and number of people, without cancelled ones. */
export type ComingLecons = Interval & {
  type_lecon: string;
  nombre_personnes: number;
  /** How many. */
  lecons: number;
  /** The day of the first. */
  premiere: string;
};

const total = (groups: readonly ComingLecons[]): number =>
  groups.reduce((n, { lecons }) => n + lecons, 0);

export type TypeEffect = {
  /** All of the type. */
  lecons: number;
  /**
   * Those of another length than the new one, which they keep. Counted where the duration changes.
   */
  otherDuree: number;
  /** Those with more people than the new maximum, who stay. Counted where the maximum changes. */
  overMax: number;
};

/**
 * What a new duration or maximum means for the coming lessons of a type; null where neither
 * changes, or there is none.
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

/** The coming lessons that lie within the hours as they are and outside of them as they shall be. */
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
