/** The sentences of the dashboard and its weekly planning (§2; decision 10). */
export const TEXTES = {
  sousTitre: 'Gérez toutes les réservations',
  parametres: 'Paramètres',
  deconnexion: 'Déconnexion',
  deconnexionEnCours: 'Déconnexion...',
  planning: 'Planning de la semaine',
  precedente: 'Semaine précédente',
  suivante: 'Semaine suivante',
  aujourdhui: "Aujourd'hui",
  attente: 'En attente',
  vide: 'Aucune réservation cette semaine',
  videAide: 'Les deux pistes sont libres : un créneau libre ouvre une réservation.',
  videPassee: "Cette semaine est passée, et rien n'y était réservé.",
  illisible: "Le planning n'a pas pu être chargé.",
  resumeIllisible: "Les compteurs n'ont pas pu être chargés.",
  jours: 'Jour affiché',
  /** After a lesson has moved: the way there. */
  voir: { semaine: 'Voir sa semaine', jour: 'Voir ce jour' },
} as const;

/** §2, decision 33: the three cards in their order. */
export const COMPTEURS = [
  { cle: 'total', nom: 'Total des réservations', note: 'depuis le début' },
  { cle: 'aujourdhui', nom: "Réservations aujourd'hui", note: 'hors annulées' },
  { cle: 'confirmees', nom: 'Réservations confirmées', note: 'toutes dates' },
] as const;

/** Below it a phone, which has room for one day. */
export const TELEPHONE = '(max-width: 767px)';

/** Decision 41: what stands in a table's place until its first answer. */
export const SKELETON_ROWS = 8;

/** How long what was done to a reservation is said, in milliseconds. */
export const DUREE_SUCCES = 5_000;

/** Asked where a lesson is called off. */
export const RAISON = {
  label: 'Raison',
  facultatif: '(facultatif)',
  aide: "Le cavalier la lit dans l'email d'annulation.",
} as const;
