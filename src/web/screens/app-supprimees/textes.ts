/** The sentences of this screen; those of refusals are in `domain/errors`. */
export const TEXTES = {
  retour: 'Retour au Webmaster',
  intro:
    'Gardées 30 jours, comme les participants retirés. Une leçon se restaure là où sa piste est encore libre.',
  table: 'Leçons supprimées',
  pages: 'Pages',
  illisible: "Les leçons supprimées n'ont pas pu être chargées.",
  vide: 'Aucune leçon supprimée',
  videAide: 'Une leçon supprimée se retrouve ici pendant 30 jours.',
  restaurer: 'Restaurer',
  enCours: 'Restauration en cours…',
  echec: "La leçon n'a pas pu être restaurée. Veuillez réessayer.",
  restauree: 'Leçon restaurée',
  voirJour: 'Voir la journée',
  retires: 'Participants retirés',
  retiresAide:
    "Retirés d'une leçon par le centre. Un participant se remet tant que sa leçon a une place.",
  retiresIllisibles: "Les participants retirés n'ont pas pu être chargés.",
  pagesRetires: 'Pages des participants retirés',
  aucunRetire: 'Aucun participant retiré',
  aucunRetireAide:
    "Un participant que le centre retire d'une leçon se retrouve ici pendant 30 jours.",
  remettre: 'Remettre',
  remiseEnCours: 'Remise en cours…',
  remis: 'Participant remis',
  echecRemise: "Le participant n'a pas pu être remis. Veuillez réessayer.",
  sansCompte: 'sans compte',
  leconSupprimee: "Leçon supprimée\u202f: à restaurer d'abord",
  leconPerdue: "Cette leçon n'existe plus",
} as const;
