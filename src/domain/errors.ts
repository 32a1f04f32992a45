/**
 * Every refusal of the product: a code, its kind, its French sentence (API-02).
 * A rule answers a code or null. Screens and server read the sentence here.
 */
import { refus, SIGN_IN_REFUS } from './errors_sign_in.ts';

/** The end of three sentences (ACC-14). */
const LAST_ADMIN = 'le dernier administrateur actif ! Il doit y avoir au moins un administrateur actif pour gérer le site.';

export const REFUS = {
  // Booking, in the order of BOOK-13
  type_lecon_manquant: refus('invalide', 'Veuillez sélectionner un type de leçon'),
  nombre_personnes_manquant: refus('invalide', 'Veuillez indiquer le nombre de personnes'),
  noms_manquants: refus('invalide', 'Veuillez remplir tous les noms des participants'),
  type_piste_manquant: refus('invalide', 'Veuillez sélectionner un type de piste'),
  heure_debut_manquante: refus('invalide', 'Veuillez sélectionner un créneau horaire'),
  date_manquante: refus('invalide', 'Veuillez choisir une date valable.'),
  date_passee: refus('invalide', 'Cette date est passée. Veuillez en choisir une autre.'),
  date_trop_lointaine: refus('invalide', 'Cette date est trop lointaine. Veuillez en choisir une dans les deux ans.'),
  date_au_dela_du_delai: refus('invalide', 'Les réservations ne sont pas encore ouvertes pour cette date. Veuillez en choisir une plus proche.'),
  heure_passee: refus('invalide', 'Cette heure est déjà passée. Veuillez choisir un autre créneau.'),
  heure_fermee: refus('invalide', "Le centre est fermé à cette heure. Veuillez choisir un autre créneau."),
  heure_fin_impossible: refus('invalide', "Erreur lors du calcul de l'heure de fin. Veuillez choisir un autre créneau."),
  type_lecon_inconnu: refus('invalide', "Ce type de leçon n'est plus proposé. Veuillez en choisir un autre."),
  trop_de_personnes: refus('invalide', 'Le nombre de personnes dépasse le maximum de cette leçon.'),
  noms_en_nombre: refus('invalide', 'Veuillez donner un nom par participant.'),
  nom_invalide: refus('invalide', 'Un nom de participant doit contenir des lettres, sur une ligne de 100 caractères au plus.'),
  remarques_trop_longues: refus('invalide', 'Les remarques doivent compter 2000 caractères au plus.'),
  raison_invalide: refus('invalide', 'La raison tient sur une ligne de 300 caractères au plus.'),
  creneau_pris: refus('conflit', "Ce créneau vient d'être réservé. Veuillez en choisir un autre."),
  creneau_deja_reserve: refus('conflit', 'Ce créneau est déjà réservé. Veuillez en choisir un autre.'),
  pause_entre_lecons: refus('conflit', 'Le centre garde une pause entre deux leçons. Veuillez choisir un autre créneau.'),
  limite_du_jour: refus('conflit', 'Vous avez atteint le nombre de réservations permis pour cette journée.'),
  client_introuvable: refus('introuvable', "Cette personne n'a pas ou plus de compte actif. Choisissez-en une autre, ou réservez pour son nom seul."),
  nom_client_invalide: refus('invalide', 'Le nom de la personne doit contenir des lettres, sur une ligne de 100 caractères au plus.'),
  client_manquant: refus('invalide', 'Veuillez choisir pour qui vous réservez, ou effacer ce que vous avez écrit.'),
  periode_manquante: refus('invalide', 'Indiquez une période (366 jours au plus).'),
  reservation_changee: refus('conflit', "Cette réservation vient d'être modifiée par quelqu'un d'autre. Rechargez-la avant de l'enregistrer."),
  reservation_introuvable: refus('introuvable', "Cette réservation n'existe pas."),

  ...SIGN_IN_REFUS,

  // Sign-up and the first administrator
  prenom_manquant: refus('invalide', 'Veuillez saisir votre prénom (100 caractères au plus).'),
  nom_manquant: refus('invalide', 'Veuillez saisir votre nom (100 caractères au plus).'),
  email_invalide: refus('invalide', 'Veuillez saisir une adresse email valable.'),
  mot_de_passe_court: refus('invalide', 'Le mot de passe doit contenir au moins 6 caractères'),
  mot_de_passe_long: refus('invalide', 'Le mot de passe doit contenir au plus 128 caractères'),
  mots_de_passe_differents: refus('invalide', 'Les mots de passe ne correspondent pas'),
  telephone_invalide: refus('invalide', 'Le téléphone doit compter 40 caractères au plus.'),
  adresse_invalide: refus('invalide', "L'adresse doit compter 300 caractères au plus."),
  email_pris: refus('conflit', 'Cet email est déjà utilisé.'),
  inscription_en_erreur: refus('panne', "Une erreur est survenue lors de l'inscription."),
  trop_d_inscriptions: refus('trop_de_demandes', 'Trop de comptes ont été créés depuis votre connexion internet. Veuillez réessayer plus tard.'),
  installation_close: refus('introuvable', "Ce lien d'installation n'est plus valable."),

  // Links sent by email
  lien_reinitialisation_invalide: refus('invalide', 'Lien de réinitialisation invalide ou expiré. Veuillez demander un nouveau lien.'),
  mot_de_passe_court_reinitialisation: refus('invalide', 'Le mot de passe doit contenir au moins 8 caractères'),
  reinitialisation_en_erreur: refus('panne', 'Une erreur est survenue. Veuillez réessayer.'),
  trop_de_liens: refus('trop_de_demandes', 'Plusieurs liens vous ont déjà été envoyés. Veuillez réessayer dans une heure.'),
  trop_de_confirmations: refus('trop_de_demandes', 'Plusieurs emails de confirmation lui ont déjà été envoyés. Veuillez réessayer dans une heure.'),
  adresse_confirmee: refus('conflit', 'Cette adresse est déjà confirmée.'),
  envoi_impossible: refus('conflit', "Ce serveur n'envoie pas d'emails."),
  lien_confirmation_invalide: refus('invalide', 'Ce lien de confirmation est invalide ou expiré. Connectez-vous pour en recevoir un nouveau.'),

  // People
  utilisateur_introuvable: refus('introuvable', "Ce compte n'existe pas ou plus."),
  demande_traitee: refus('conflit', 'Cette demande a déjà été traitée.'),
  compte_non_approuve: refus('conflit', "Ce compte n'est pas encore approuvé."),
  dernier_admin_supprime: refus('conflit', `Impossible de supprimer ${LAST_ADMIN}`),
  dernier_admin_desactive: refus('conflit', `Impossible de désactiver ${LAST_ADMIN}`),
  dernier_admin_retrograde: refus('conflit', `Impossible de rétrograder ${LAST_ADMIN}`),

  // One's profile
  photo_invalide: refus('invalide', 'Veuillez sélectionner une image valide'),
  photo_trop_grande: refus('trop_grand', "La taille de l'image ne doit pas dépasser 5MB"),
  photo_trop_lente: refus('invalide', 'La photo arrive trop lentement. Veuillez vérifier votre connexion internet et réessayer.'),
  photo_introuvable: refus('introuvable', "Cette photo n'existe pas ou plus."),
  session_introuvable: refus('introuvable', 'Cette session est déjà terminée.'),

  // Lesson types, prices and settings
  champs_manquants: refus('invalide', 'Veuillez remplir tous les champs.'),
  identifiant_invalide: refus('invalide', "L'identifiant s'écrit en lettres, chiffres et tirets bas, 50 caractères au plus."),
  type_existe: refus('conflit', 'Ce type de leçon existe déjà.'),
  libelle_vide: refus('invalide', 'Le libellé ne peut pas être vide.'),
  libelle_invalide: refus('invalide', 'Le libellé tient sur une ligne de 60 caractères au plus.'),
  icone_invalide: refus('invalide', "L'icône compte deux caractères au plus."),
  couleur_invalide: refus('invalide', 'Veuillez choisir une couleur de la palette.'),
  max_invalide: refus('invalide', 'Le nombre de personnes va de 1 à 10.'),
  duree_invalide: refus('invalide', 'La durée est de 30, 60, 90 ou 120 minutes.'),
  type_introuvable: refus('introuvable', "Ce type de leçon n'existe pas ou plus."),
  types_changes: refus('conflit', "Les types de leçon ont changé entre-temps. Rechargez-les avant de les ranger."),
  prix_invalide: refus('invalide', 'Un prix va de 0 à 99 999,99 euros, avec deux décimales au plus.'),
  prix_changes: refus('conflit', "Un prix vient d'être modifié par quelqu'un d'autre. Choisissez celui à garder avant d'enregistrer."),
  parametres_changes: refus('conflit', "Les paramètres viennent d'être modifiés par quelqu'un d'autre. Vérifiez ce qui a changé avant d'enregistrer."),
  horaires_invalides: refus('invalide', "Les heures d'ouverture et de fermeture vont de 08:00 à 20:00 par demi-heure, l'ouverture avant la fermeture."),
  email_admin_invalide: refus('invalide', "L'adresse de l'administrateur doit être une adresse email valable, ou vide."),
  duree_lecon_invalide: refus('invalide', 'La durée des leçons va de 15 à 240 minutes, par quart d\'heure.'),
  pause_invalide: refus('invalide', 'La pause entre les leçons va de 0 à 120 minutes, par pas de 5.'),
  quota_invalide: refus('invalide', 'Le nombre de réservations par jour va de 1 à 100.'),
  delai_invalide: refus('invalide', 'Le délai de réservation va de 1 à 730 jours.'),
  contact_telephone_invalide: refus('invalide', 'Le téléphone du centre compte au moins 6 chiffres, 40 caractères au plus, sans lettres ; il peut rester vide.'),
  contact_email_invalide: refus('invalide', "L'email du centre doit être une adresse email valable, ou vide."),

  // Emails and the server functions
  courriel_introuvable: refus('introuvable', "Cet email n'existe pas ou plus."),
  courriel_non_renvoyable: refus('conflit', "Cet email ne peut plus être envoyé : ce qu'il annonce est passé, ou son lien ne sert plus."),
  destinataire_invalide: refus('invalide', 'Veuillez indiquer une seule adresse email valable.'),
  sujet_invalide: refus('invalide', 'Veuillez indiquer un sujet, sur une ligne de 200 caractères au plus.'),
  message_invalide: refus('invalide', 'Veuillez indiquer un message (50 000 caractères au plus).'),
  lien_etranger: refus('invalide', 'Le lien demandé ne mène pas au site du centre.'),

  // Every call
  session_absente: refus('anonyme', 'Veuillez vous connecter.'),
  role_insuffisant: refus('interdit', 'Vous ne pouvez pas faire cette action.'),
  origine_refusee: refus('interdit', 'Cette demande ne vient pas du site du centre.'),
  donnees_invalides: refus('invalide', "Les données envoyées ne sont pas valables."),
  texte_invalide: refus('invalide', 'Un texte envoyé contient un caractère qui ne peut pas être enregistré.'),
  requete_trop_grande: refus('trop_grand', 'Les données envoyées sont trop volumineuses.'),
  adresse_introuvable: refus('introuvable', "Cette adresse n'existe pas."),
  service_occupe: refus('indisponible', 'Le service est momentanément occupé. Veuillez réessayer dans un instant.'),
  lecture_seule: refus('indisponible', 'Rien ne peut être enregistré pour le moment : la base de données est en lecture seule. Veuillez réessayer dans quelques minutes.'),
  disque_plein: refus('indisponible', 'Rien ne peut être enregistré pour le moment : le disque du serveur est plein. Veuillez prévenir le centre et réessayer plus tard.'),
  panne: refus('panne', 'Une erreur inattendue est survenue. Veuillez réessayer.'),
} as const satisfies Record<string, { status: number; message: string }>;

export type CodeRefus = keyof typeof REFUS;

/** True for a code of the table. */
export function isCodeRefus(code: unknown): code is CodeRefus {
  return typeof code === 'string' && Object.hasOwn(REFUS, code);
}

/** A refusal, thrown by an action. `server/http/mount.ts` answers it as `{ code, status, message }`. */
export class Refus extends Error {
  readonly code: CodeRefus;
  /** Seconds after which asking again makes sense; only for `trop_de_demandes` and `indisponible`. */
  readonly retryAfter: number | undefined;
  /** A further sentence, which follows that of the table. */
  readonly detail: string | undefined;

  constructor(code: CodeRefus, options: { retryAfter?: number; detail?: string | undefined; cause?: unknown } = {}) {
    super(REFUS[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Refus';
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.detail = options.detail;
  }
}
