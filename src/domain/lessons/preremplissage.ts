/** What a form of a booking begins with, before anybody chooses (BOOK-38, RIDE-77). */
import type { TypePiste } from '../slots/pistes.ts';
import type { StatutReservation } from './reservations.ts';

type Booked = {
  created_at: string;
  noms_participants: readonly string[];
  statut: StatutReservation;
};

/** How many days before this week lessons are read for it. */
export const PREREMPLISSAGE_JOURS = 28;

/** The lesson that an account booked last; a cancelled one tells nothing of what it wants. */
function lastOf<B extends Booked>(own: readonly B[]): B | undefined {
  return own
    .filter(({ statut }) => statut !== 'annulee')
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))[0];
}

/**
 * The riders of the lesson that the account booked last, or else its own name, as many as there are
 * places. `moi`: null without a usable name (BOOK-12).
 */
export const firstNames = (own: readonly Booked[], moi: string | null, places: number): string[] =>
  (lastOf(own)?.noms_participants ?? [moi ?? '']).slice(0, places);

/** `type_piste`: null for any arena. */
export type Preremplissage = { noms: readonly string[]; type_piste: TypePiste | null };

/** What the booking form begins with. `pistes`: the arenas that can be booked. */
export function preremplissageOf(
  own: readonly (Booked & { type_piste: TypePiste })[],
  moi: string | null,
  pistes: readonly TypePiste[],
): Preremplissage {
  const last = lastOf(own)?.type_piste;
  return {
    noms: firstNames(own, moi, Infinity),
    type_piste: last !== undefined && pistes.includes(last) ? last : null,
  };
}
