/**
 * Free starts and lessons to join: how many a day has, and the next one (RIDE-35, RIDE-36,
 * RIDE-75). They follow the same rules as the grid.
 */
import { addDays, type Moment } from '../core/calendrier.ts';
import {
  creneauAt,
  creneauxOf,
  type Hold,
  type Horaire,
  obstacleAt,
  type Occupation,
} from './creneaux.ts';
import { plageOf } from './horaires.ts';
import type { TypePiste } from './pistes.ts';

/** For how many weeks the next free start is searched (LIM-104). */
export const SEARCH_WEEKS = 8;

/**
 * A lesson of this duration, on one of these arenas. `own`: a lesson that is to be moved; its
 * present place counts as free (RIDE-16). `rejoindre`: whoever books may join lessons.
 */
export type Wish = {
  duree_minutes: number;
  pistes: readonly TypePiste[];
  maintenant: Moment;
  horaire: Horaire;
  own?: Place | null;
  rejoindre?: Joining | null;
};

/**
 * Who would join a lesson of one of these types. `mine`: whether the account is in the lesson that
 * begins there.
 */
type Joining = {
  types: readonly { value: string; label: string; duree_minutes: number }[];
  nombre_personnes: number | null;
  mine: (start: Start) => boolean;
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

type Held = Hold & { type_piste: TypePiste; date_reservation: string };

export type Start = { jour: string; heure: string; type_piste: TypePiste };

/**
 * The starts of a day that can be booked within the open hours, by hour. Each counts once, on the
 * first arena of the wish that is free then; not if a lesson can be joined then, which comes first
 * (BOOK-39).
 */
export function freeStarts(
  jour: string,
  { own = null, ...wish }: Wish,
  known: readonly (Held & Occupation)[],
): Start[] {
  const ofDay = withoutOwn(known, own).filter(({ date_reservation }) => date_reservation === jour);
  const byPiste = wish.pistes.map((type_piste) => ({
    type_piste,
    holds: ofDay.filter((one) => one.type_piste === type_piste),
  }));
  const open = { ...wish, horaire: { ...wish.horaire, horsHeures: false } };
  const joined = new Set(joinStarts(jour, wish, known).map(({ heure }) => heure));
  return creneauxOf(plageOf(wish.horaire, jour)).flatMap((heure) => {
    const free = joined.has(heure)
      ? undefined
      : byPiste.find(({ holds }) => obstacleAt(heure, { jour, ...open }, holds) === null);
    return free ? [{ jour, heure, type_piste: free.type_piste }] : [];
  });
}

/** The start at which a lesson is held. */
const startIn = ({ date_reservation: jour, heure_debut: heure, type_piste }: Place): Start => ({
  jour,
  heure,
  type_piste,
});

/** The known lessons that can be joined, by the rule of the grid (RIDE-15, RIDE-75). */
export const lessonsToJoin = <T extends Held & Occupation>(
  known: readonly T[],
  { maintenant, horaire, rejoindre }: Pick<Wish, 'maintenant' | 'horaire' | 'rejoindre'>,
): T[] =>
  known.filter((lecon) => {
    const type = rejoindre?.types.find(({ value }) => value === lecon.ouverte);
    if (!rejoindre || !type) return false;
    const { jour, heure, type_piste } = startIn(lecon);
    const { rejoindre: places = 0 } = creneauAt(
      heure,
      { jour, duree_minutes: type.duree_minutes, maintenant, horaire },
      known.filter((one) => one.date_reservation === jour && one.type_piste === type_piste),
      {
        type_lecon: type.value,
        nombre_personnes: rejoindre.nombre_personnes,
        mine: () => rejoindre.mine({ jour, heure, type_piste }),
      },
    );
    return places > 0;
  });

/**
 * The starts of a day at which a lesson can be joined, by hour; each once, on the first arena of the
 * wish that has one.
 */
export function joinStarts(
  jour: string,
  wish: Wish,
  known: readonly (Held & Occupation)[],
): Start[] {
  const rankOf = ({ type_piste }: Start): number => wish.pistes.indexOf(type_piste);
  const starts = lessonsToJoin(
    known.filter(
      ({ date_reservation, type_piste }) =>
        date_reservation === jour && wish.pistes.includes(type_piste),
    ),
    wish,
  )
    .map(startIn)
    .toSorted((a, b) => a.heure.localeCompare(b.heure) || rankOf(a) - rankOf(b));
  return starts.filter(({ heure }, n) => starts[n - 1]?.heure !== heure);
}

/** A start that the search found; `rejoindre`: it is a lesson to join. */
export type Found = Start & { rejoindre: boolean };

/**
 * The next start on some days, in their order; on `after.jour` itself only after `after.heure`, if
 * it is given. A lesson to join on any of these days precedes the free starts (RIDE-36).
 */
export function firstFree(
  jours: readonly string[],
  after: { jour: string; heure: string | null },
  wish: Wish,
  known: readonly (Held & Occupation)[],
): Found | null {
  const firstOf = (startsOn: typeof joinStarts, rejoindre: boolean): Found | null => {
    for (const jour of jours) {
      const found = startsOn(jour, wish, known).find(
        ({ heure }) => jour !== after.jour || after.heure === null || heure > after.heure,
      );
      if (found) return { ...found, rejoindre };
    }
    return null;
  };
  return firstOf(joinStarts, true) ?? firstOf(freeStarts, false);
}

/** The days that are searched together: a week from each, as far as may be booked (RIDE-36). */
export const weeksFrom = (from: string, last: string): string[][] =>
  Array.from({ length: SEARCH_WEEKS }, (_, n) =>
    Array.from({ length: 7 }, (_day, d) => addDays(from, n * 7 + d)).filter((jour) => jour <= last),
  ).filter((jours) => jours.length > 0);
