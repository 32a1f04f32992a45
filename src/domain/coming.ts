/** How many coming lessons a change of a type or of the opening hours touches (SET-04, SET-13). */
import { dureeOf, type Horaire, type Interval, isOutsideHoraire } from './creneaux.ts';
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

const total = (groups: readonly ComingLecons[]): number => groups.reduce((n, { lecons }) => n + lecons, 0);

export type TypeEffect = {
  /** All of the type. */
  lecons: number;
  /** Those of another length than the new one, which they keep. Counted where the duration changes. */
  otherDuree: number;
  /** Those with more people than the new maximum, who stay. Counted where the maximum changes. */
  overMax: number;
};

/** What a new duration or maximum means for the coming lessons of a type; null where neither changes, or there is none. */
export function typeEffectOf(groups: readonly ComingLecons[], avant: LeconSize & { value: string }, apres: LeconSize): TypeEffect | null {
  const ofType = groups.filter(({ type_lecon }) => type_lecon === avant.value);
  const [duree, max] = [apres.duree_minutes !== avant.duree_minutes, apres.max_personnes !== avant.max_personnes];
  if (ofType.length === 0 || !(duree || max)) return null;
  return {
    lecons: total(ofType),
    otherDuree: duree ? total(ofType.filter((group) => dureeOf(group) !== apres.duree_minutes)) : 0,
    overMax: max ? total(ofType.filter(({ nombre_personnes }) => nombre_personnes > apres.max_personnes)) : 0,
  };
}

type Hours = Pick<Horaire, 'ouverture' | 'fermeture'>;

/** How many coming lessons fall outside the new hours, and the day of the first; null where the hours are not narrowed, or there is none. */
export function leconsOutsideHoraire(groups: readonly ComingLecons[], avant: Hours, apres: Hours): { lecons: number; premiere: string } | null {
  if (apres.ouverture <= avant.ouverture && apres.fermeture >= avant.fermeture) return null;
  const outside = groups.filter((group) => isOutsideHoraire(group, apres));
  const [premiere] = outside.map((group) => group.premiere).toSorted();
  return premiere === undefined ? null : { lecons: total(outside), premiere };
}
