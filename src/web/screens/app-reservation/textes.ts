/** The sentences of this screen; those of refusals are in `domain/errors`. */
export const TEXTES = {
  titre: 'Réserver une leçon',
  intro: 'Choisissez votre leçon, votre jour et votre piste.',
  jourFerme: 'Fermé ce jour-là',
  horsHeures: "Hors des heures d'ouverture",
  toutesHeures: 'Afficher toutes les heures',
  moinsHeures: "N'afficher que les heures d'ouverture",
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
  autresOrange:
    'Sans «\u202fRejoindre\u202f», les autres créneaux orange ne se réservent pas en ligne.',
  avecDAutres: "Une leçon avec d'autres personnes, dont les noms ne sont pas montrés.",
  dAbordPiste: 'Choisissez une piste pour voir ses créneaux.',
  /** For the name of the customer of 'Réserver pour' (BOOK-26). */
  sonNom: 'Son nom',
} as const;

/** How long the success stays on screen, in milliseconds (BOOK-21). */
export const DUREE_SUCCES = 5_000;
