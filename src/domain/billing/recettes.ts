/** Sums of amounts and of receipts (REL-25, REL-54). */
import { MOYENS, type Moyen, type Recette } from './facturation.ts';

const centsOf = (euros: number): number => Math.round(euros * 100);

/** The sum of amounts in euros, added as cents. */
export const sumOf = (euros: readonly number[]): number =>
  euros.reduce((sum, one) => sum + centsOf(one), 0) / 100;

/** What was received by each means that occurs, in the order of the means. */
export const parMoyen = (recettes: readonly Recette[]): { moyen: Moyen; total: number }[] =>
  MOYENS.flatMap((moyen) => {
    const own = recettes.filter((one) => one.moyen === moyen);
    return own.length === 0 ? [] : [{ moyen, total: sumOf(own.map(({ montant }) => montant)) }];
  });
