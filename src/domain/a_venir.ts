/** What a change of the rules does to the lessons that are booked already: a type's duration and maximum, the opening hours. */
import { dureeOf, type Horaire, type Intervalle, isHorsHoraire } from './creneaux.ts';
import type { RegleDeLecon } from './types_lecons.ts';

/** Lessons to come, cancelled ones left out, that have the same type, hours and number of people. */
export type GroupeAVenir = Intervalle & {
  type_lecon: string;
  nombre_personnes: number;
  /** How many. */
  lecons: number;
  /** The day of the first. */
  premiere: string;
};

const total = (groupes: readonly GroupeAVenir[]): number => groupes.reduce((n, { lecons }) => n + lecons, 0);

export type EffetDuType = {
  /** All of the type. */
  lecons: number;
  /** Those whose length is not the new one: they keep theirs. Counted where the duration changes. */
  autreDuree: number;
  /** Those with more people than the new maximum: they keep them. Counted where the maximum changes. */
  auDela: number;
};

/** What a new duration or maximum of a type means for its lessons to come; null where neither changes, or there is none. */
export function effetDuType(groupes: readonly GroupeAVenir[], avant: RegleDeLecon & { value: string }, apres: RegleDeLecon): EffetDuType | null {
  const siens = groupes.filter(({ type_lecon }) => type_lecon === avant.value);
  const [duree, max] = [apres.duree_minutes !== avant.duree_minutes, apres.max_personnes !== avant.max_personnes];
  if (siens.length === 0 || !(duree || max)) return null;
  return {
    lecons: total(siens),
    autreDuree: duree ? total(siens.filter((groupe) => dureeOf(groupe) !== apres.duree_minutes)) : 0,
    auDela: max ? total(siens.filter(({ nombre_personnes }) => nombre_personnes > apres.max_personnes)) : 0,
  };
}

type Heures = Pick<Horaire, 'ouverture' | 'fermeture'>;

/** The lessons to come that fall outside the new hours, and the day of the first; null where the hours are not narrowed, or there is none. */
export function leconsHorsHoraire(groupes: readonly GroupeAVenir[], avant: Heures, apres: Heures): { lecons: number; premiere: string } | null {
  if (apres.ouverture <= avant.ouverture && apres.fermeture >= avant.fermeture) return null;
  const dehors = groupes.filter((groupe) => isHorsHoraire(groupe, apres));
  const [premiere] = dehors.map((groupe) => groupe.premiere).toSorted();
  return premiere === undefined ? null : { lecons: total(dehors), premiere };
}
