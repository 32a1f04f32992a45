/** The journal of receipts (REL-54, REL-55), as sums and as a file. */
import { formatInstant } from '../core/calendrier.ts';
import { csvField, csvFile } from '../core/csv.ts';
import { formatCentimes } from '../settings/prix.ts';
import { MOYENS, type Moyen, NOMS_MOYEN } from './facturation.ts';

/**
 * A payment, in euros: negative if it undoes another one. `arrondi`: what the rounding of cash left, so
 * that both together are what the account was credited with.
 */
export type Recette = {
  id: string;
  jour: string;
  client: string;
  moyen: Moyen;
  montant: number;
  arrondi: number;
  note: string | null;
  annulation: boolean;
  saisi_le: string;
};

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

/** An amount for the spreadsheet, negative ones with a minus. */
function amount(euros: number): string {
  const centimes = centsOf(euros);
  return `${centimes < 0 ? '-' : ''}${formatCentimes(Math.abs(centimes))}`;
}

/** One line per payment, by day, then the total. */
export const csvOfRecettes = (recettes: readonly Recette[]): string =>
  csvFile([
    ['Date', 'Client', 'Moyen', 'Montant (€)', 'Arrondi (€)', 'Note', 'Annulation', 'Saisi le'],
    ...recettes.map(({ jour, client, moyen, montant, arrondi, note, annulation, saisi_le }) => [
      jour,
      csvField(client),
      csvField(NOMS_MOYEN[moyen]),
      amount(montant),
      amount(arrondi),
      csvField(note ?? ''),
      annulation ? 'oui' : '',
      csvField(formatInstant(saisi_le)),
    ]),
    [
      'Total',
      '',
      '',
      amount(sumOf(recettes.map(({ montant }) => montant))),
      amount(sumOf(recettes.map(({ arrondi }) => arrondi))),
      '',
      '',
      '',
    ],
  ]);
