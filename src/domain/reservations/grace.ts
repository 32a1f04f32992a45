/**
 * A booking may be undone for some minutes, whatever the deadline (SET-41), and what a booking
 * inside the deadline says of it (RIDE-46).
 */
import { formatHeure, instantOf, momentAt } from '../core/calendrier.ts';

type Start = { date_reservation: string; heure_debut: string };

/** `minutes`: the setting, null where it is off; `depuis`: when the account booked, an instant. */
export type Grace = { minutes: number | null | undefined; depuis: string };

/**
 * Until when the booking may be undone: the lesson's beginning at the latest; null where the
 * setting is off.
 */
export function graceEnd(
  { date_reservation, heure_debut }: Start,
  { minutes, depuis }: Grace,
): Date | null {
  if (typeof minutes !== 'number') return null; // absent where an instance of the version before answers
  return new Date(
    Math.min(
      Date.parse(depuis) + minutes * 60_000,
      instantOf(date_reservation, heure_debut).getTime(),
    ),
  );
}

/** When an account booked its seats: when it joined, else when the lesson was booked. */
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

/** Before a booking that only the centre can cancel afterwards. */
export const beforeLateInWords = (minutes: number | null | undefined): string =>
  typeof minutes === 'number'
    ? `Cette leçon est proche : une fois réservée, vous pourrez l'annuler vous-même pendant ${minutesInWords(minutes)} seulement, et pas après son début.`
    : "Cette leçon est proche : une fois réservée, vous ne pourrez pas l'annuler vous-même.";

/** After it; `end`: until when it may still be undone. */
export const afterLateInWords = (end: Date | null): string =>
  end === null
    ? "Vous ne pouvez pas l'annuler vous-même : le délai est passé."
    : `Si c'est une erreur, vous pouvez encore l'annuler jusqu'à ${formatHeure(momentAt(end).heure)}.`;
