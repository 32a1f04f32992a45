/** The sentences of this screen; those of refusals stand in `domain/errors*.ts`. */
export const TEXTES = {
  retour: 'Retour au Webmaster',
  intro: 'Gardées 30 jours. Une leçon se restaure là où sa piste est encore libre.',
  table: 'Leçons supprimées',
  pages: 'Pages',
  illisible: "Les leçons supprimées n'ont pas pu être chargées.",
  vide: 'Aucune leçon supprimée',
  videAide: 'Une leçon supprimée se retrouve ici pendant 30 jours.',
  restaurer: 'Restaurer',
  enCours: 'Restauration en cours...',
  echec: 'La leçon n\'a pas pu être restaurée. Veuillez réessayer.',
  restauree: 'Leçon restaurée',
  voirJour: 'Voir la journée',
} as const;
