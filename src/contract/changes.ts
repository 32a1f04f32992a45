/**
 * What changed, as instances announce it to each other and to screens. The browser imports this
 * file too, so it must not declare any call.
 */
import type { Noun } from './call.ts';
import type { Change } from './live.ts';

/**
 * A change as instances announce it to each other: the nouns and, if they are known, the days of
 * the changed reservations and the accounts that booked them. The accounts are never sent to
 * screens.
 */
export type News = {
  changed: readonly Noun[];
  jours?: readonly string[] | undefined;
  personnes?: readonly string[] | undefined;
};

/**
 * The most days and accounts that a change names (ADR-010). A screen that shows more days than this
 * reads everything again anyway. NOTIFY carries less than 8,000 bytes.
 */
const MOST_NAMED = 31;

/** The nouns whose changes name their days. */
export const hasDays = (noun: Noun): boolean => noun === 'reservations' || noun === 'fermetures';

export type United = { changed: Noun[]; jours?: string[]; personnes?: string[] };

/**
 * Combines several changes into one. Days and accounts are only those of reservations. If a change
 * does not name them, or if there are too many, any day and any account may be affected.
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

/**
 * All named values, without duplicates; null if one list is unknown, if there is no list, or if
 * there are too many values.
 */
function uniteNamed(lists: readonly (readonly string[] | undefined)[]): string[] | null {
  const named = [...new Set(lists.flatMap((list) => list ?? []))];
  return lists.length === 0 || lists.includes(undefined) || named.length > MOST_NAMED
    ? null
    : named;
}

/** The change as it is sent to the screen of a person. */
export function changeFor(personne: string | undefined, { personnes, ...change }: United): Change {
  const foreign =
    personnes !== undefined && personne !== undefined && !personnes.includes(personne);
  return { ...change, ...(foreign && { miennes: false }) };
}
