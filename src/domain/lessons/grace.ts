// chunk: app
/**
 * Riders may undo a booking for some minutes, even after the deadline (SET-41). Also the sentences
 * for a booking after the deadline (RIDE-46).
 */
import { formatHeure, instantOf, momentAt } from '../core/calendrier.ts';

type Start = { date_reservation: string; heure_debut: string };

/** `minutes`: the setting, null if it is off; `depuis`: the instant at which the account booked. */
export type Grace = { minutes: number | null | undefined; depuis: string };

/**
 * Until when the booking may be undone: at the latest until the lesson begins; null if the setting
 * is off (SET-41).
 */
export function graceEnd(
  { date_reservation, heure_debut }: Start,
  { minutes, depuis }: Grace,
): Date | null {
  // absent in answers of an instance of the previous version
  if (typeof minutes !== 'number') return null;
  return new Date(
    Math.min(
      Date.parse(depuis) + minutes * 60_000,
      instantOf(date_reservation, heure_debut).getTime(),
    ),
  );
}

/**
 * When an account booked its seats: when it joined the lesson, or else when the lesson was booked.
 */
export function bookedAt(
  {
    created_at,
    participants,
  }: {
    created_at: string;
    participants: readonly { user_id: string | null; pris_at?: string | null }[];
  },
  account: string,
): string {
  const joined = participants.flatMap(({ user_id, pris_at }) =>
    user_id === account && pris_at ? Date.parse(pris_at) : [],
  );
  return joined.length === 0 ? created_at : new Date(Math.max(...joined)).toISOString();
}

const minutesInWords = (minutes: number): string =>
  minutes === 1 ? 'une minute' : `${minutes} minutes`;

/** The sentence before a booking that only the centre can cancel afterwards (RIDE-46). */
export const beforeLateInWords = (minutes: number | null | undefined): string =>
  typeof minutes === 'number'
    ? `Cette leçon est proche\u202f: une fois réservée, vous pourrez l'annuler vous-même pendant ${minutesInWords(minutes)} seulement, et pas après son début.`
    : "Cette leçon est proche\u202f: une fois réservée, vous ne pourrez pas l'annuler vous-même.";

/** The sentence after such a booking; `end`: until when it may still be undone. */
export const afterLateInWords = (end: Date | null): string =>
  end === null
    ? "Vous ne pouvez pas l'annuler vous-même\u202f: le délai est passé."
    : `Si c'est une erreur, vous pouvez encore l'annuler jusqu'à ${formatHeure(momentAt(end).heure)}.`;
