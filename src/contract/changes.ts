/**
 * What changed, between instances and towards screens. The browser runs it too, so that nothing
 * here describes a call.
 */
import type { Noun } from './call.ts';
import type { Change } from './live.ts';

/**
 * What changed, as instances tell each other: nouns and, where they are known, the days of the
 * reservations among them and the accounts that booked them, which no screen is told.
 */
export type News = {
  changed: readonly Noun[];
  jours?: readonly string[] | undefined;
  personnes?: readonly string[] | undefined;
};

/**
 * The most days and accounts that a change names (LIM-47): whoever shows so many days reads
 * everything again anyway. NOTIFY carries less than 8,000 bytes.
 */
const MOST_NAMED = 31;

/** The nouns whose changes name their days. */
export const hasDays = (noun: Noun): boolean => noun === 'reservations' || noun === 'fermetures';

export type United = { changed: Noun[]; jours?: string[]; personnes?: string[] };

/**
 * The changes as one. Days and accounts are those of reservations only; where a change does not say
 * them, or they are too many, any may be concerned.
 */
export function unite(...news: readonly News[]): United {
  const ofReservations = news.filter(({ changed }) => changed.some(hasDays));
  const jours = uniteNamed(ofReservations.map((one) => one.jours));
  const personnes = uniteNamed(ofReservations.map((one) => one.personnes));
  return {
    changed: [...new Set(news.flatMap(({ changed }) => changed))],
    ...(jours?.length && { jours }),
    ...(personnes && { personnes }),
  };
}

/** All that is named, once; null where one list is unknown, or where they are none or too many. */
function uniteNamed(lists: readonly (readonly string[] | undefined)[]): string[] | null {
  const named = [...new Set(lists.flatMap((list) => list ?? []))];
  return lists.length === 0 || lists.includes(undefined) || named.length > MOST_NAMED
    ? null
    : named;
}

/** A change as the screen of a person is told it. */
export function changeFor(personne: string | undefined, { personnes, ...change }: United): Change {
  const foreign =
    personnes !== undefined && personne !== undefined && !personnes.includes(personne);
  return { ...change, ...(foreign && { miennes: false }) };
}
