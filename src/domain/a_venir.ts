/** How many coming lessons a change of a type or of the opening hours touches (SET-04, SET-13). */
import { dureeOf, type Horaire, type Intervalle, isHorsHoraire } from './creneaux.ts';
import type { RegleDeLecon } from './types_lecons.ts';

/** Coming lessons of the same type, hours and number of people, without cancelled ones. */
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
  /** Those of another length than the new one, which they keep. Counted where the duration changes. */
  autreDuree: number;
  /** Those with more people than the new maximum, who stay. Counted where the maximum changes. */
  auDela: number;
};

/** What a new duration or maximum means for the coming lessons of a type; null where neither changes, or there is none. */
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

/** How many coming lessons fall outside the new hours, and the day of the first; null where the hours are not narrowed, or there is none. */
export function leconsHorsHoraire(groupes: readonly GroupeAVenir[], avant: Heures, apres: Heures): { lecons: number; premiere: string } | null {
  if (apres.ouverture <= avant.ouverture && apres.fermeture >= avant.fermeture) return null;
  const dehors = groupes.filter((groupe) => isHorsHoraire(groupe, apres));
  const [premiere] = dehors.map((groupe) => groupe.premiere).toSorted();
  return premiere === undefined ? null : { lecons: total(dehors), premiere };
}
