/**
 * Every refusal of the product: a code, its kind, its French sentence (API-02).
 * A rule answers a code or null. Screens and server read the sentence here.
 */
import { defineRefus, SIGN_IN_REFUS } from './errors_sign_in.ts';

/** The end of three sentences (ACC-14). */
const LAST_ADMIN = 'le dernier administrateur actif ! Il doit y avoir au moins un administrateur actif pour gérer le site.';

export const REFUS = {
  // Booking, in the order of BOOK-13
  type_lecon_manquant: defineRefus('invalide', 'Veuillez sélectionner un type de leçon'),
  nombre_personnes_manquant: defineRefus('invalide', 'Veuillez indiquer le nombre de personnes'),
  noms_manquants: defineRefus('invalide', 'Veuillez remplir tous les noms des participants'),
  type_piste_manquant: defineRefus('invalide', 'Veuillez sélectionner un type de piste'),
  heure_debut_manquante: defineRefus('invalide', 'Veuillez sélectionner un créneau horaire'),
  date_manquante: defineRefus('invalide', 'Veuillez choisir une date valable.'),
  date_passee: defineRefus('invalide', 'Cette date est passée. Veuillez en choisir une autre.'),
  date_trop_lointaine: defineRefus('invalide', 'Cette date est trop lointaine. Veuillez en choisir une dans les deux ans.'),
  date_au_dela_du_delai: defineRefus('invalide', 'Les réservations ne sont pas encore ouvertes pour cette date. Veuillez en choisir une plus proche.'),
  heure_passee: defineRefus('invalide', 'Cette heure est déjà passée. Veuillez choisir un autre créneau.'),
  heure_fermee: defineRefus('invalide', "Le centre est fermé à cette heure. Veuillez choisir un autre créneau."),
  heure_fin_impossible: defineRefus('invalide', "Erreur lors du calcul de l'heure de fin. Veuillez choisir un autre créneau."),
  type_lecon_inconnu: defineRefus('invalide', "Ce type de leçon n'est plus proposé. Veuillez en choisir un autre."),
  trop_de_personnes: defineRefus('invalide', 'Le nombre de personnes dépasse le maximum de cette leçon.'),
  noms_en_nombre: defineRefus('invalide', 'Veuillez donner un nom par participant.'),
  nom_invalide: defineRefus('invalide', 'Un nom de participant doit contenir des lettres, sur une ligne de 100 caractères au plus.'),
  remarques_trop_longues: defineRefus('invalide', 'Les remarques doivent compter 2000 caractères au plus.'),
  raison_invalide: defineRefus('invalide', 'La raison tient sur une ligne de 300 caractères au plus.'),
  creneau_pris: defineRefus('conflit', "Ce créneau vient d'être réservé. Veuillez en choisir un autre."),
  creneau_deja_reserve: defineRefus('conflit', 'Ce créneau est déjà réservé. Veuillez en choisir un autre.'),
  pause_entre_lecons: defineRefus('conflit', 'Le centre garde une pause entre deux leçons. Veuillez choisir un autre créneau.'),
  limite_du_jour: defineRefus('conflit', 'Vous avez atteint le nombre de réservations permis pour cette journée.'),
  client_introuvable: defineRefus('introuvable', "Cette personne n'a pas ou plus de compte actif. Choisissez-en une autre, ou réservez pour son nom seul."),
  nom_client_invalide: defineRefus('invalide', 'Le nom de la personne doit contenir des lettres, sur une ligne de 100 caractères au plus.'),
  client_manquant: defineRefus('invalide', 'Veuillez choisir pour qui vous réservez, ou effacer ce que vous avez écrit.'),
  periode_manquante: defineRefus('invalide', 'Indiquez une période (366 jours au plus).'),
  reservation_changee: defineRefus('conflit', "Cette réservation vient d'être modifiée par quelqu'un d'autre. Rechargez-la avant de l'enregistrer."),
  reservation_introuvable: defineRefus('introuvable', "Cette réservation n'existe pas."),

  ...SIGN_IN_REFUS,

  // Sign-up and the first administrator
  prenom_manquant: defineRefus('invalide', 'Veuillez saisir votre prénom (100 caractères au plus).'),
  nom_manquant: defineRefus('invalide', 'Veuillez saisir votre nom (100 caractères au plus).'),
  email_invalide: defineRefus('invalide', 'Veuillez saisir une adresse email valable.'),
  mot_de_passe_court: defineRefus('invalide', 'Le mot de passe doit contenir au moins 6 caractères'),
  mot_de_passe_long: defineRefus('invalide', 'Le mot de passe doit contenir au plus 128 caractères'),
  mots_de_passe_differents: defineRefus('invalide', 'Les mots de passe ne correspondent pas'),
  telephone_invalide: defineRefus('invalide', 'Le téléphone doit compter 40 caractères au plus.'),
  adresse_invalide: defineRefus('invalide', "L'adresse doit compter 300 caractères au plus."),
  email_pris: defineRefus('conflit', 'Cet email est déjà utilisé.'),
  inscription_en_erreur: defineRefus('panne', "Une erreur est survenue lors de l'inscription."),
  trop_d_inscriptions: defineRefus('trop_de_demandes', 'Trop de comptes ont été créés depuis votre connexion internet. Veuillez réessayer plus tard.'),
  installation_close: defineRefus('introuvable', "Ce lien d'installation n'est plus valable."),

  // Links sent by email
  lien_reinitialisation_invalide: defineRefus('invalide', 'Lien de réinitialisation invalide ou expiré. Veuillez demander un nouveau lien.'),
  mot_de_passe_court_reinitialisation: defineRefus('invalide', 'Le mot de passe doit contenir au moins 8 caractères'),
  mot_de_passe_courant: defineRefus('invalide', 'Ce mot de passe est trop courant. Choisissez-en un autre.'),
  reinitialisation_en_erreur: defineRefus('panne', 'Une erreur est survenue. Veuillez réessayer.'),
  trop_de_liens: defineRefus('trop_de_demandes', 'Plusieurs liens vous ont déjà été envoyés. Veuillez réessayer dans une heure.'),
  trop_de_confirmations: defineRefus('trop_de_demandes', 'Plusieurs emails de confirmation lui ont déjà été envoyés. Veuillez réessayer dans une heure.'),
  adresse_confirmee: defineRefus('conflit', 'Cette adresse est déjà confirmée.'),
  envoi_impossible: defineRefus('conflit', "Ce serveur n'envoie pas d'emails."),
  lien_deblocage_servi: defineRefus('invalide', "Ce lien a déjà servi. S'il a servi dans ce navigateur, connectez-vous."),
  lien_deblocage_invalide: defineRefus('invalide', "Ce lien est invalide, ou il a plus d'une heure."),
  lien_confirmation_invalide: defineRefus('invalide', 'Ce lien de confirmation est invalide ou expiré. Connectez-vous pour en recevoir un nouveau.'),

  // People
  utilisateur_introuvable: defineRefus('introuvable', "Ce compte n'existe pas ou plus."),
  demande_traitee: defineRefus('conflit', 'Cette demande a déjà été traitée.'),
  compte_non_approuve: defineRefus('conflit', "Ce compte n'est pas encore approuvé."),
  dernier_admin_supprime: defineRefus('conflit', `Impossible de supprimer ${LAST_ADMIN}`),
  dernier_admin_desactive: defineRefus('conflit', `Impossible de désactiver ${LAST_ADMIN}`),
  dernier_admin_retrograde: defineRefus('conflit', `Impossible de rétrograder ${LAST_ADMIN}`),

  // The second factor
  code_incorrect: defineRefus('invalide', "Ce code n'est pas valable. Saisissez le code affiché en ce moment par votre application."),
  code_deja_utilise: defineRefus('invalide', 'Ce code a déjà servi. Attendez le suivant.'),
  trop_de_codes: defineRefus('trop_de_demandes', "Trop de codes incorrects. Veuillez réessayer dans une heure."),
  etape_expiree: defineRefus('anonyme', 'Cette connexion a expiré. Veuillez recommencer.'),
  second_facteur_absent: defineRefus('conflit', "La double authentification n'est pas active sur votre compte."),
  second_facteur_deja_actif: defineRefus('conflit', 'La double authentification est déjà active sur votre compte.'),
  second_facteur_exige: defineRefus('conflit', 'La double authentification est exigée des administrateurs : la vôtre ne peut pas être retirée.'),
  second_facteur_requis: defineRefus('conflit', "Activez d'abord votre propre double authentification, dans votre profil."),
  second_facteur_de_soi: defineRefus('conflit', 'Votre propre double authentification se règle dans votre profil.'),
  cle_inconnue: defineRefus('anonyme', "Cette clé d'accès n'est pas reconnue. Connectez-vous avec votre mot de passe."),
  cle_invalide: defineRefus('invalide', "La clé d'accès n'a pas pu être vérifiée. Veuillez réessayer."),
  cle_existe: defineRefus('conflit', "Cette clé d'accès est déjà enregistrée."),
  cle_introuvable: defineRefus('introuvable', "Cette clé d'accès est déjà retirée."),
  nom_cle_invalide: defineRefus('invalide', 'Le nom de la clé tient sur une ligne de 60 caractères au plus.'),
  trop_de_cles: defineRefus('conflit', "Un compte a 10 clés d'accès au plus. Retirez-en une d'abord."),

  // One's profile
  photo_invalide: defineRefus('invalide', 'Veuillez sélectionner une image valide'),
  photo_trop_grande: defineRefus('trop_grand', "La taille de l'image ne doit pas dépasser 5MB"),
  photo_trop_lente: defineRefus('invalide', 'La photo arrive trop lentement. Veuillez vérifier votre connexion internet et réessayer.'),
  photo_introuvable: defineRefus('introuvable', "Cette photo n'existe pas ou plus."),
  mot_de_passe_actuel_incorrect: defineRefus('invalide', 'Le mot de passe actuel est incorrect.'),
  trop_de_mots_de_passe: defineRefus('trop_de_demandes', "Trop de mots de passe incorrects. Réessayez demain, ou demandez un lien par « Mot de passe oublié ? »."),
  session_introuvable: defineRefus('introuvable', 'Cette session est déjà terminée.'),

  // Lesson types, prices and settings
  champs_manquants: defineRefus('invalide', 'Veuillez remplir tous les champs.'),
  identifiant_invalide: defineRefus('invalide', "L'identifiant s'écrit en lettres, chiffres et tirets bas, 50 caractères au plus."),
  type_existe: defineRefus('conflit', 'Ce type de leçon existe déjà.'),
  libelle_vide: defineRefus('invalide', 'Le libellé ne peut pas être vide.'),
  libelle_invalide: defineRefus('invalide', 'Le libellé tient sur une ligne de 60 caractères au plus.'),
  icone_invalide: defineRefus('invalide', "L'icône compte deux caractères au plus."),
  couleur_invalide: defineRefus('invalide', 'Veuillez choisir une couleur de la palette.'),
  max_invalide: defineRefus('invalide', 'Le nombre de personnes va de 1 à 10.'),
  duree_invalide: defineRefus('invalide', 'La durée est de 30, 60, 90 ou 120 minutes.'),
  type_introuvable: defineRefus('introuvable', "Ce type de leçon n'existe pas ou plus."),
  types_changes: defineRefus('conflit', "Les types de leçon ont changé entre-temps. Rechargez-les avant de les ranger."),
  prix_invalide: defineRefus('invalide', 'Un prix va de 0 à 99 999,99 euros, avec deux décimales au plus.'),
  prix_changes: defineRefus('conflit', "Un prix vient d'être modifié par quelqu'un d'autre. Choisissez celui à garder avant d'enregistrer."),
  parametres_changes: defineRefus('conflit', "Les paramètres viennent d'être modifiés par quelqu'un d'autre. Vérifiez ce qui a changé avant d'enregistrer."),
  horaires_invalides: defineRefus('invalide', "Les heures d'ouverture et de fermeture vont de 08:00 à 20:00 par demi-heure, l'ouverture avant la fermeture."),
  email_admin_invalide: defineRefus('invalide', "L'adresse de l'administrateur doit être une adresse email valable, ou vide."),
  duree_lecon_invalide: defineRefus('invalide', 'La durée des leçons va de 15 à 240 minutes, par quart d\'heure.'),
  pause_invalide: defineRefus('invalide', 'La pause entre les leçons va de 0 à 120 minutes, par pas de 5.'),
  quota_invalide: defineRefus('invalide', 'Le nombre de réservations par jour va de 1 à 100.'),
  delai_invalide: defineRefus('invalide', 'Le délai de réservation va de 1 à 730 jours.'),
  journal_invalide: defineRefus('invalide', 'Le journal est conservé de 1 à 60 mois.'),
  contact_telephone_invalide: defineRefus('invalide', 'Le téléphone du centre compte au moins 6 chiffres, 40 caractères au plus, sans lettres ; il peut rester vide.'),
  contact_email_invalide: defineRefus('invalide', "L'email du centre doit être une adresse email valable, ou vide."),

  // Emails and the server functions
  courriel_introuvable: defineRefus('introuvable', "Cet email n'existe pas ou plus."),
  lien_non_affichable: defineRefus('conflit', "Le lien de cet email ne s'affiche pas : il a servi, il a expiré, ou il part vers son destinataire."),
  lien_illisible: defineRefus('conflit', "Le lien de cet email ne peut plus être lu : SECRET a changé depuis qu'il a été écrit."),
  courriel_non_renvoyable: defineRefus('conflit', "Cet email ne peut plus être envoyé : ce qu'il annonce est passé, ou son lien ne sert plus."),
  destinataire_invalide: defineRefus('invalide', 'Veuillez indiquer une seule adresse email valable.'),
  sujet_invalide: defineRefus('invalide', 'Veuillez indiquer un sujet, sur une ligne de 200 caractères au plus.'),
  message_invalide: defineRefus('invalide', 'Veuillez indiquer un message (50 000 caractères au plus).'),
  lien_etranger: defineRefus('invalide', 'Le lien demandé ne mène pas au site du centre.'),

  // Every call
  session_absente: defineRefus('anonyme', 'Veuillez vous connecter.'),
  role_insuffisant: defineRefus('interdit', 'Vous ne pouvez pas faire cette action.'),
  origine_refusee: defineRefus('interdit', 'Cette demande ne vient pas du site du centre.'),
  donnees_invalides: defineRefus('invalide', "Les données envoyées ne sont pas valables."),
  texte_invalide: defineRefus('invalide', 'Un texte envoyé contient un caractère qui ne peut pas être enregistré.'),
  requete_trop_grande: defineRefus('trop_grand', 'Les données envoyées sont trop volumineuses.'),
  adresse_introuvable: defineRefus('introuvable', "Cette adresse n'existe pas."),
  service_occupe: defineRefus('indisponible', 'Le service est momentanément occupé. Veuillez réessayer dans un instant.'),
  lecture_seule: defineRefus('indisponible', 'Rien ne peut être enregistré pour le moment : la base de données est en lecture seule. Veuillez réessayer dans quelques minutes.'),
  disque_plein: defineRefus('indisponible', 'Rien ne peut être enregistré pour le moment : le disque du serveur est plein. Veuillez prévenir le centre et réessayer plus tard.'),
  panne: defineRefus('panne', 'Une erreur inattendue est survenue. Veuillez réessayer.'),
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
