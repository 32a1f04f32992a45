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

/** Whether a lesson takes place and has not begun (UI-100). */
export const isAhead = (
  {
    date_reservation,
    heure_debut,
    statut,
  }: Pick<OwnLecon, 'date_reservation' | 'heure_debut' | 'statut'>,
  maintenant: Moment,
): boolean => statut !== 'annulee' && !isPast(date_reservation, heure_debut, maintenant);

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

/** How many lessons take place: what 'Voir les 4 réservations' counts. */
export const countOf = (lecons: readonly Pick<OwnLecon, 'statut'>[]): number =>
  lecons.filter(({ statut }) => statut !== 'annulee').length;

/** More lessons than this are shown under the headings of their months (RIDE-86). */
const MOST_WITHOUT_MONTHS = 8;

/** Lessons of one month, `yyyy-MM`; null if they have no heading. */
export type Mois<L> = { mois: string | null; lecons: L[] };

/**
 * The lessons in the order in which they are shown, under the headings of their months if they are
 * many. `first`: the id of the lesson that is shown before all months.
 */
export function byMonth<L extends { id: string; date_reservation: string }>(
  lecons: readonly L[],
  first: string | null,
): Mois<L>[] {
  const many = lecons.length > MOST_WITHOUT_MONTHS;
  const groups = Map.groupBy(lecons, ({ id, date_reservation: jour }) =>
    many && id !== first ? jour.slice(0, 7) : null,
  );
  return [...groups].map(([mois, of]) => ({ mois, lecons: of }));
}
