/**
 * Past lessons of an account by month, and their cost (RIDE-51 to RIDE-53). Money is in whole
 * cents.
 */
import type { StatutReservation } from '../lessons/reservations.ts';

/** `centimes`: the price of the account's seats; null if the centre does not show prices. */
type Lecon = {
  date_reservation: string;
  statut: StatutReservation;
  centimes: number | null;
};

/**
 * `mois`: `yyyy-MM`. `total`: the amount of the confirmed lessons; `attente`: the amount of those
 * that wait; `retard`: of the lines. All are null if no price is shown.
 */
type Mois<L, F> = {
  mois: string;
  total: number | null;
  attente: number | null;
  retard: number | null;
  lecons: L[];
  lignes: F[];
};

/**
 * The cost of a lesson in cents; 0 once it is cancelled, null if the centre does not show prices.
 */
export function coutOf({ statut, centimes }: Lecon): number | null {
  if (centimes === null) return null;
  return statut === 'annulee' ? 0 : centimes;
}

/** What is billed of a seat that left after the deadline (LIG-06). */
type Ligne = { jour: string; centimes: number };

/**
 * The months of lessons and lines, latest first. Prices are shown for all lessons or for none;
 * without prices there are no lines.
 */
export function moisOf<L extends Lecon, F extends Ligne>(
  lecons: readonly L[],
  lignes: readonly F[],
): Mois<L, F>[] {
  const monthOf = (jour: string): string => jour.slice(0, 7);
  const months = new Set([
    ...lecons.map(({ date_reservation }) => monthOf(date_reservation)),
    ...lignes.map(({ jour }) => monthOf(jour)),
  ]);
  return [...months]
    .toSorted((a, b) => b.localeCompare(a))
    .map((mois) => {
      const own = lecons.filter(({ date_reservation }) => monthOf(date_reservation) === mois);
      const late = lignes.filter(({ jour }) => monthOf(jour) === mois);
      const isPriced = own.every(({ centimes }) => centimes !== null);
      const totalOf = (statut: StatutReservation) =>
        isPriced
          ? own.reduce((sum, one) => (one.statut === statut ? sum + (coutOf(one) ?? 0) : sum), 0)
          : null;
      return {
        mois,
        total: totalOf('confirmee'),
        attente: totalOf('en_attente'),
        retard: isPriced ? late.reduce((sum, { centimes }) => sum + centimes, 0) : null,
        lecons: own,
        lignes: late,
      };
    });
}
