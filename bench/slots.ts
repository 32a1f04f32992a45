/**
 * The slots that are booked in a round: all different, scattered over two years, in the same order
 * for both sides.
 */
import { addDays, momentAt, mondayOf } from '#domain/core/calendrier.ts';
import { CRENEAUX } from '#domain/slots/creneaux.ts';
import { DEFAULT_PISTES } from '#domain/slots/pistes.ts';

/** From three days ahead on, so that no reminder is due. Less than the two years that may be booked. */
export const FIRST_JOUR = addDays(momentAt(new Date()).jour, 3);
const DAYS = 700;
export const LAST_JOUR = addDays(FIRST_JOUR, DAYS - 1);
export const SLOTS = DAYS * 48;
/**
 * Prime, so that multiplying by it visits every slot once, of the two years (in steps of five
 * months) or of a week.
 */
export const LEAP = 7919;

/** The request for the n-th booking of a round, half an hour on one arena, as a browser sends it. */
export const demandeOf = (n: number): object => demandeFrom(FIRST_JOUR, (n * LEAP) % SLOTS);

const FIRST_MONDAY = addDays(mondayOf(FIRST_JOUR), 7);
/** Whole weeks, Monday first, among the booked days. */
const WEEKS = Math.floor((DAYS - 7) / 7);
const SLOTS_OF_WEEK = 7 * 48;

/** How many slots each of `clients` has if no two of them share a week. */
export const slotsOfOwnWeeks = (clients: number): number =>
  Math.floor(WEEKS / clients) * SLOTS_OF_WEEK;

/**
 * The request of a client that shares no week with another one. It fills one of its weeks after the
 * other, and scatters the slots of a week.
 */
export function demandeOfOwnWeek(clients: number, client: number, turn: number): object {
  const week = client * Math.floor(WEEKS / clients) + Math.floor(turn / SLOTS_OF_WEEK);
  return demandeFrom(addDays(FIRST_MONDAY, 7 * week), (turn * LEAP) % SLOTS_OF_WEEK);
}

/** The request for the k-th slot from a day on. */
const demandeFrom = (jour: string, k: number): object => ({
  type_lecon: 'particuliere',
  nombre_personnes: 1,
  noms_participants: ['Camille Lambert'],
  remarques: null,
  date_reservation: addDays(jour, Math.floor(k / 48)),
  type_piste: DEFAULT_PISTES[Math.floor((k % 48) / 24)]!.id,
  heure_debut: CRENEAUX[k % 24]!,
});
