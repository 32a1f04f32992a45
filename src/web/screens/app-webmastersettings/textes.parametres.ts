/** The sentences of the settings' form; those of refusals stand in `domain/errors*.ts`. */
export const TEXTES = {
  formulaire: 'Paramètres du centre',
  notifications: 'Notifications par email',
  notificationsAide: 'Les emails que le centre envoie au sujet des leçons et des inscriptions.',
  general: "Interrupteur général : éteint, aucun des emails ci-dessous ne part, ni l'annonce d'une inscription aux administrateurs.",
  eteint: 'Sans effet tant que les notifications sont éteintes.',
  adminEmail: "Reçoit une copie des confirmations, annulations et modifications, et l'annonce des inscriptions. Vide : aucune copie.",
  courriels: 'Voir les emails envoyés',
  horaires: 'Horaires et créneaux',
  regles: 'Paramètres système',
  coordonnees: 'Joindre le centre',
  coordonneesAide: "Affichés sur l'accueil, sous les réservations de chacun et au pied des emails. Vides, ils ne s'y lisent pas.",
  contactTelephone: 'Tel que vous l\'écrivez, par exemple 081 61 23 45.',
  contactEmail: 'Y arrivent les réponses aux emails du centre.',
  /** Whom the rules bind (SET-05). */
  quiEstTenu: 'Les règles à appliquer valent pour les cavaliers, pas pour les administrateurs ; les heures valent pour toute réservation.',
  appliquer: 'Appliquer',
  duree: 'En minutes, par quart d’heure. Proposée pour un nouveau type de leçon.',
  pause: 'En minutes, par pas de 5.',
  quota: 'Par cavalier et par jour de leçon.',
  journal: 'Les lignes plus anciennes sont supprimées.',
  delai: "En jours à partir d'aujourd'hui.",
  securite: 'Sécurité',
  secondFacteur: "Activez d'abord la vôtre, dans votre profil. Les autres administrateurs activeront la leur à leur prochaine connexion.",
  resserrer: "Resserrer les heures d'ouverture ?",
  resserrerBouton: 'Resserrer',
  dehorsUne: 'Elle reste réservée ; déplacez-la ou supprimez-la depuis le planning si elle ne doit pas avoir lieu.',
  dehorsPlusieurs: 'Elles restent réservées ; déplacez-les ou supprimez-les depuis le planning si elles ne doivent pas avoir lieu.',
  dehorsInconnu: "Le nombre de leçons à venir en dehors de ces heures n'est pas connu pour l'instant. Elles restent réservées.",
  bouton: 'Sauvegarder les paramètres',
  enCours: 'Sauvegarde en cours...',
  succes: 'Paramètres sauvegardés avec succès',
  echec: 'Erreur lors de la sauvegarde des paramètres.',
  illisible: 'Erreur lors du chargement des paramètres',
  ailleurs: 'Modifié ailleurs entre-temps : ',
  garde: ' Ce que vous avez saisi est gardé.',
  oui: 'oui',
  non: 'non',
  vide: 'vide',
} as const;

export { LIBELLES_PARAMETRES as LIBELLES } from '#domain/parametres_libelles.ts';

/** Milliseconds on screen (SET-03). */
export const DUREE = { succes: 3_000, echec: 8_000 } as const;
