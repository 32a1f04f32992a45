/**
 * Free starts: how many a day has, and the next one (RIDE-35, RIDE-36). They follow the same rule
 * as the grid.
 */
import type { Moment } from '../core/calendrier.ts';
import { creneauxOf, type Hold, type Horaire, obstacleAt } from './creneaux.ts';
import { plageOf } from './horaires.ts';
import type { TypePiste } from './pistes.ts';

/** For how many weeks the next free start is searched (LIM-104). */
export const SEARCH_WEEKS = 8;

/**
 * A lesson of this duration, on one of these arenas. `own`: a lesson that is to be moved; its
 * present place counts as free (RIDE-16).
 */
export type Wish = {
  duree_minutes: number;
  pistes: readonly TypePiste[];
  maintenant: Moment;
  horaire: Horaire;
  own?: Place | null;
};

/** The start of an active lesson; no other active lesson of its arena begins there. */
type Place = { date_reservation: string; type_piste: TypePiste; heure_debut: string };

/** All lessons and closures that hold the arenas, except one lesson. */
export const withoutOwn = <T extends Place>(
  known: readonly T[],
  own: Place | null,
): readonly T[] =>
  own === null
    ? known
    : known.filter(
        (one) =>
          one.date_reservation !== own.date_reservation ||
          one.type_piste !== own.type_piste ||
          one.heure_debut !== own.heure_debut,
      );

/** All lessons and closures that hold the arenas, on any day. */
type Known = readonly (Hold & { type_piste: TypePiste; date_reservation: string })[];

export type Start = { jour: string; heure: string; type_piste: TypePiste };

/**
 * The starts of a day that can be booked within the open hours, by hour; a start that is free on
 * two arenas counts twice.
 */
export function freeStarts(
  jour: string,
  { pistes, own = null, ...wish }: Wish,
  known: Known,
): Start[] {
  const ofDay = withoutOwn(known, own).filter(({ date_reservation }) => date_reservation === jour);
  const byPiste = pistes.map((type_piste) => ({
    type_piste,
    holds: ofDay.filter((one) => one.type_piste === type_piste),
  }));
  const open = { ...wish, horaire: { ...wish.horaire, horsHeures: false } };
  return creneauxOf(plageOf(wish.horaire, jour)).flatMap((heure) =>
    byPiste
      .filter(({ holds }) => obstacleAt(heure, { jour, ...open }, holds) === null)
      .map(({ type_piste }) => ({ jour, heure, type_piste })),
  );
}

/**
 * The first free start on some days, in their order; on `after.jour` itself only after
 * `after.heure`, if it is given.
 */
export function firstFree(
  jours: readonly string[],
  after: { jour: string; heure: string | null },
  wish: Wish,
  known: Known,
): Start | null {
  for (const jour of jours) {
    const found = freeStarts(jour, wish, known).find(
      ({ heure }) => jour !== after.jour || after.heure === null || heure > after.heure,
    );
    if (found) return found;
  }
  return null;
}
