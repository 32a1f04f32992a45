/** The sentences of this screen; those of refusals are in `domain/errors`. */
export const TEXTES = {
  titre: 'Réserver une leçon',
  intro: 'Choisissez votre leçon, votre jour et votre piste.',
  jourFerme: 'Fermé ce jour-là',
  horsHeures: "Hors des heures d'ouverture",
  succes: 'Votre réservation a été confirmée avec succès !',
  echec: 'Une erreur est survenue lors de la réservation. Veuillez réessayer.',
  horsConnexion:
    'Hors connexion\u202f: réserver attend le retour du réseau. Ce que vous avez choisi est gardé.',
  disponibilitesIllisibles: 'Disponibilités indisponibles',
  typesIllisibles: "Les types de leçon n'ont pas pu être chargés.",
  aucunType: "Aucune leçon n'est proposée pour le moment.",
  reservationsIllisibles: "Vos réservations n'ont pas pu être chargées.",
  uneErreur: 'Une erreur\u202f?',
  orange:
    'Un créneau orange est pris par une leçon qui a encore des places\u202f; elles ne se réservent pas en ligne.',
  ouverte:
    'Un créneau orange est pris par une leçon qui a encore des places\u202f; sans «\u202fRejoindre\u202f», elles ne se réservent pas en ligne.',
  avecDAutres: "Une leçon avec d'autres personnes, dont les noms ne sont pas montrés.",
  allerA: 'Aller à une date',
  dAbordPiste: 'Choisissez une piste pour voir ses créneaux.',
  /** The field 'Réserver pour' (BOOK-26). */
  pour: {
    titre: 'Réserver pour',
    aide: 'Un nom, un email, un téléphone ou un cavalier trouve un client\u202f; un nouveau nom en ajoute un. Vide\u202f: pour vous-même.',
    aideApresCoup:
      'Un nom, un email, un téléphone ou un cavalier trouve un client\u202f; un nouveau nom en ajoute un. Vide\u202f: au nom du premier participant.',
    compte: 'La leçon sera dans ses réservations, et les emails lui sont envoyés.',
    compteSansEmail: 'La leçon sera dans ses réservations.',
    sansCompte: "Sans compte\u202f: aucun email n'est envoyé à cette personne.",
    telephone: 'Son téléphone',
    liste: 'Clients',
    autres: "D'autres clients correspondent\u202f: écrivez davantage du nom ou de l'email.",
    sonNom: 'Son nom',
    nouveau: ', nouveau client',
    commeLaReservation: 'Comme la réservation',
  },
} as const;

/** How long the success stays on screen, in milliseconds (BOOK-21). */
export const DUREE_SUCCES = 5_000;
