/** The sentences of the daily view (DESK-11, DESK-12). */
export const TEXTES = {
  titre: 'Vue du jour',
  date: 'Date',
  supprimees: 'Leçons supprimées',
  imprimer: 'Imprimer la journée',
  precedent: 'Jour précédent',
  suivant: 'Jour suivant',
  inviteDate: 'Choisir une date',
  invite: 'Sélectionnez une date pour voir les réservations',
  aujourdhui: "Aujourd'hui",
  leconAilleurs:
    "Cette leçon n'est plus dans cette journée\u202f: elle a été déplacée ou supprimée.",
  aucuneIci: 'Aucune réservation sur cette piste.',
  typesIllisibles: "Les types de leçons n'ont pas pu être chargés.",
  notesIllisibles: "Les notes sur les cavaliers n'ont pas pu être chargées.",
  illisible: "Les réservations n'ont pas pu être chargées.",
  supprimer: 'Supprimer',
  suppressionEnCours: 'Suppression en cours…',
  question: 'Êtes-vous sûr de vouloir supprimer cette réservation ?',
  supprimee: 'Réservation supprimée',
  /** What the next press of the button of a participant notes. */
  noter: { presente: 'Noter présent(e)', absente: 'Noter absent(e)', excusee: 'Noter excusé(e)' },
  tousPresents: 'Tous présents',
  sansNote: (places: number): string =>
    places === 1 ? '1 place sans présence notée.' : `${places} places sans présence notée.`,
  presentsNotes: (places: number): string =>
    places === 0
      ? 'Ces présences étaient déjà notées.'
      : places === 1
        ? '1 présence notée.'
        : `${places} présences notées.`,
  echecPresents: "Les présences n'ont pas pu être notées.",
  echecPresence: "La présence n'a pas pu être notée.",
  echecSuppression: 'Erreur lors de la suppression de la réservation',
} as const;
