/** The list of a person's own coming lessons (BOOK-22, BOOK-33). */
import { instantOf, type Moment } from '../core/calendrier.ts';
import { isPast } from '../slots/creneaux.ts';
import type { StatutReservation } from './reservations.ts';

type OwnLecon = {
  date_reservation: string;
  heure_debut: string;
  heure_fin: string;
  statut: StatutReservation;
  annulee_at?: string | null | undefined;
};

/** How long a cancelled lesson stays among the coming ones, in milliseconds: a day (BOOK-33). */
const CANCELLED_SHOWN = 86_400_000;

/**
 * The lessons that are not over. A cancelled one is removed a day after its cancellation, or at
 * once if that instant was not recorded (BOOK-33).
 */
export function comingOf<L extends OwnLecon>(lecons: readonly L[], maintenant: Moment): L[] {
  const now = instantOf(maintenant.jour, maintenant.heure).getTime();
  return lecons.filter(
    ({ date_reservation, heure_fin, statut, annulee_at: at }) =>
      !isPast(date_reservation, heure_fin, maintenant) &&
      (statut !== 'annulee' || (at ? Date.parse(at) + CANCELLED_SHOWN > now : false)),
  );
}

/**
 * The first `n` lessons that take place, and the cancelled ones among them, so that cancelled
 * lessons do not displace others.
 */
export function firstComing<L extends Pick<OwnLecon, 'statut'>>(
  lecons: readonly L[],
  n: number,
): L[] {
  let active = 0;
  const end = lecons.findIndex(({ statut }) => statut !== 'annulee' && (active += 1) > n);
  return end < 0 ? [...lecons] : lecons.slice(0, end);
}
