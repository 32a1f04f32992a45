/**
 * Past lessons of an account by month, and what they cost (RIDE-51 to RIDE-53). Money is whole
 * cents.
 */
import type { StatutReservation } from '../reservations/reservations.ts';

/**
 * `places`: how many names of the account are billed (PRICE-07). `centimes`: the price of its type
 * today, for each; null where the centre does not show prices.
 */
type Lecon = {
  date_reservation: string;
  statut: StatutReservation;
  places: number;
  centimes: number | null;
};

/**
 * `mois`: `yyyy-MM`. `total`: of the confirmed lessons; `attente`: of those that wait. Both null
 * where no price is shown.
 */
type Mois<L> = { mois: string; total: number | null; attente: number | null; lecons: L[] };

/** What a lesson costs; nothing once it is cancelled. */
export function coutOf({ statut, places, centimes }: Lecon): number | null {
  if (centimes === null) return null;
  return statut === 'annulee' ? 0 : places * centimes;
}

/** The months in the order of their lessons. Prices are shown for all lessons, or for none. */
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
