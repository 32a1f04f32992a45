/**
 * Past lessons of an account by month, and their cost (RIDE-51 to RIDE-53). Money is in whole
 * cents.
 */
import type { StatutReservation } from '../reservations/reservations.ts';

/** `centimes`: the price of the account's seats; null if the centre does not show prices. */
type Lecon = {
  date_reservation: string;
  statut: StatutReservation;
  centimes: number | null;
};

/**
 * `mois`: `yyyy-MM`. `total`: the amount of the confirmed lessons; `attente`: the amount of those
 * that wait. Both are null if no price is shown.
 */
type Mois<L> = { mois: string; total: number | null; attente: number | null; lecons: L[] };

/**
 * The cost of a lesson in cents; 0 once it is cancelled, null if the centre does not show prices.
 */
export function coutOf({ statut, centimes }: Lecon): number | null {
  if (centimes === null) return null;
  return statut === 'annulee' ? 0 : centimes;
}

/** The months in the order of their lessons. Prices are shown for all lessons or for none. */
export function moisOf<L extends Lecon>(lecons: readonly L[]): Mois<L>[] {
  return [...Map.groupBy(lecons, ({ date_reservation }) => date_reservation.slice(0, 7))].map(
    ([mois, own]) => {
      const isPriced = own.every(({ centimes }) => centimes !== null);
      const totalOf = (statut: StatutReservation) =>
        isPriced
          ? own.reduce((sum, one) => (one.statut === statut ? sum + (coutOf(one) ?? 0) : sum), 0)
          : null;
      return { mois, total: totalOf('confirmee'), attente: totalOf('en_attente'), lecons: own };
    },
  );
}
