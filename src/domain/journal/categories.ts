/**
 * The categories of the journal. They are separate from its phrases because the contract imports
 * them on every page behind the sign-in.
 */

/** The categories of actions that an administrator may choose from. */
export const CATEGORIES = [
  'connexions',
  'comptes',
  'reservations',
  'facturation',
  'reglages',
  'emails',
] as const;
export type CategorieJournal = (typeof CATEGORIES)[number];

export const NOMS_CATEGORIE: Record<CategorieJournal, string> = {
  connexions: 'Connexions',
  comptes: 'Comptes',
  reservations: 'Réservations',
  facturation: 'Facturation',
  reglages: 'Réglages',
  emails: 'Emails',
};
