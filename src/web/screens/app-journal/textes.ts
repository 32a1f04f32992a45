/** The sentences of this screen; those of the lines are in `domain/journal/phrases.ts`. */
import { formatJour, momentAt } from '#domain/core/calendrier.ts';

export const TEXTES = {
  retour: 'Retour aux paramètres',
  intro: "Qui a fait quoi, quand, et d'où.",
  supprimees: 'Leçons supprimées',

  filtres: 'Filtres',
  recherche: 'Rechercher',
  rechercheAide: 'Un nom, un email, un identifiant ou des débuts de mots de la phrase.',
  categorie: 'Catégorie',
  toutes: 'Toutes',
  par: 'Fait par',
  tous: 'Tous',
  ceCompte: 'Un autre compte',
  du: 'Du',
  au: 'Au',
  sansDate: 'Toutes',
  inverse: 'Cette date précède le début.',
  reinitialiser: 'Réinitialiser',

  table: 'Journal',
  pages: 'Pages',
  illisible: "Le journal n'a pas pu être chargé.",
  vide: 'Rien ne correspond',
  videAide: 'Élargissez la période, ou effacez la recherche.',
  voir: 'Voir',
  voirCompte: 'Tout sur ce compte',
  voirClient: 'Tout sur ce client',
  voirJour: 'Voir la journée',
  voirSupprimees: 'Voir les leçons supprimées',
  serveur: 'Le serveur',
} as const;

/** '21 nov. 2026, 14:05', in Brussels. */
export function instantInWords(instant: string): string {
  const { jour, heure } = momentAt(new Date(instant));
  return `${formatJour(jour, 'court')}, ${heure}`;
}
