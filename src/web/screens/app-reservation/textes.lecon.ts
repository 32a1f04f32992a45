/**
 * The sentences about cancelling and changing the person's own lesson (RIDE-11, RIDE-13), and its
 * calendar file (RIDE-85).
 */
export const TEXTES = {
  agenda: 'Ajouter à mon agenda',
  agendaPret:
    'Le fichier «\u202flecon.ics\u202f» est prêt\u202f: ouvrez-le pour ajouter la leçon à votre agenda.',
  agendaEchec: "Le fichier de la leçon n'a pas pu être préparé. Veuillez réessayer.",
  annuler: 'Annuler',
  maPlace: 'Annuler ma place',
  mesPlaces: 'Annuler mes places',
  annulerLaLecon: 'Annuler la leçon',
  question: 'Annuler cette leçon\u202f?',
  questionPlace: 'Quitter cette leçon\u202f?',
  creneauLibre: "Le créneau redevient libre aussitôt\u202f: quelqu'un d'autre peut le réserver.",
  autresRestent: 'Les autres personnes gardent leur leçon\u202f; votre place redevient libre.',
  autresRestentPluriel:
    'Les autres personnes gardent leur leçon\u202f; vos places redeviennent libres.',
  garder: 'Ne pas annuler',
  annulationEnCours: 'Annulation en cours…',
  echecAnnulation: "La leçon n'a pas pu être annulée. Veuillez réessayer.",
  tropTard: 'Trop tard pour annuler ou changer ici.',
  changer: 'Changer',
  titreChanger: 'Changer ma leçon',
  perdu: 'Ce que vous avez changé dans cette leçon sera perdu.',
  actuellement: 'Actuellement\u202f:',
  orange:
    'Un créneau orange est pris par une leçon qui a encore des places\u202f; la vôtre ne peut pas y être déplacée.',
  partagee: 'Vous partagez cette leçon\u202f: son jour, sa piste et son heure ne changent pas.',
  enregistrer: 'Enregistrer',
  enCours: 'Enregistrement en cours…',
  echecChangement: "La leçon n'a pas pu être changée. Veuillez réessayer.",
  changee: 'Votre leçon est changée.',
  recharger: 'Recharger',
  disparue:
    "Cette leçon est annulée ou n'est plus dans vos réservations. Ce que vous avez saisi reste lisible, mais ne s'enregistre plus.",
} as const;
