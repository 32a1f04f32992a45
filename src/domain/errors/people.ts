// chunk: forms-people
/** The refusals of accounts: sign-up, links, people, second factor, profile. */
import { defineRefus } from './define.ts';

/** The common end of three sentences (ACC-14). */
const LAST_ADMIN =
  'le dernier administrateur actif ! Il doit y avoir au moins un administrateur actif pour gérer le site.';

export const PEOPLE_REFUS = {
  // Sign-up and the first administrator
  prenom_manquant: defineRefus(
    'invalide',
    'Veuillez saisir votre prénom (100 caractères au plus).',
  ),
  nom_manquant: defineRefus('invalide', 'Veuillez saisir votre nom (100 caractères au plus).'),
  email_invalide: defineRefus('invalide', 'Veuillez saisir une adresse email valable.'),
  mot_de_passe_court: defineRefus(
    'invalide',
    'Le mot de passe doit contenir au moins 6 caractères',
  ),
  mot_de_passe_long: defineRefus(
    'invalide',
    'Le mot de passe doit contenir au plus 128 caractères',
  ),
  mots_de_passe_differents: defineRefus('invalide', 'Les mots de passe ne correspondent pas'),
  telephone_invalide: defineRefus('invalide', 'Le téléphone doit compter 40 caractères au plus.'),
  adresse_invalide: defineRefus('invalide', "L'adresse doit compter 300 caractères au plus."),
  email_pris: defineRefus('conflit', 'Cet email est déjà utilisé.'),
  inscription_en_erreur: defineRefus('panne', "Une erreur est survenue lors de l'inscription."),
  trop_d_inscriptions: defineRefus(
    'trop_de_demandes',
    'Trop de comptes ont été créés depuis votre connexion internet. Veuillez réessayer plus tard.',
  ),
  installation_close: defineRefus('introuvable', "Ce lien d'installation n'est plus valable."),

  // Links sent by email
  lien_reinitialisation_invalide: defineRefus(
    'invalide',
    'Lien de réinitialisation invalide ou expiré. Veuillez demander un nouveau lien.',
  ),
  mot_de_passe_court_reinitialisation: defineRefus(
    'invalide',
    'Le mot de passe doit contenir au moins 8 caractères',
  ),
  mot_de_passe_courant: defineRefus(
    'invalide',
    'Ce mot de passe est trop courant. Choisissez-en un autre.',
  ),
  reinitialisation_en_erreur: defineRefus('panne', 'Une erreur est survenue. Veuillez réessayer.'),
  trop_de_liens: defineRefus(
    'trop_de_demandes',
    'Plusieurs liens vous ont déjà été envoyés. Veuillez réessayer dans une heure.',
  ),
  trop_de_confirmations: defineRefus(
    'trop_de_demandes',
    'Plusieurs emails de confirmation lui ont déjà été envoyés. Veuillez réessayer dans une heure.',
  ),
  trop_d_adresses: defineRefus(
    'trop_de_demandes',
    "Plusieurs changements d'adresse ont déjà été demandés. Veuillez réessayer dans une heure.",
  ),
  adresse_confirmee: defineRefus('conflit', 'Cette adresse est déjà confirmée.'),
  envoi_impossible: defineRefus('conflit', "Ce serveur n'envoie pas d'emails."),
  lien_deblocage_servi: defineRefus(
    'invalide',
    "Ce lien a déjà servi. S'il a servi dans ce navigateur, connectez-vous.",
  ),
  lien_deblocage_invalide: defineRefus(
    'invalide',
    "Ce lien est invalide, ou il a plus d'une heure.",
  ),
  lien_confirmation_invalide: defineRefus(
    'invalide',
    'Ce lien de confirmation est invalide ou expiré. Connectez-vous pour en recevoir un nouveau.',
  ),

  // People
  utilisateur_introuvable: defineRefus('introuvable', "Ce compte n'existe pas ou plus."),
  adresse_de_soi: defineRefus('conflit', 'Votre propre adresse email se change dans votre profil.'),
  adresse_de_demonstration: defineRefus(
    'conflit',
    'Un compte de démonstration garde une adresse de la démonstration (demo.example).',
  ),
  demande_traitee: defineRefus('conflit', 'Cette demande a déjà été traitée.'),
  compte_non_approuve: defineRefus('conflit', "Ce compte n'est pas encore approuvé."),
  dernier_admin_supprime: defineRefus('conflit', `Impossible de supprimer ${LAST_ADMIN}`),
  dernier_admin_desactive: defineRefus('conflit', `Impossible de désactiver ${LAST_ADMIN}`),
  dernier_admin_retrograde: defineRefus('conflit', `Impossible de rétrograder ${LAST_ADMIN}`),

  // The second factor
  code_incorrect: defineRefus(
    'invalide',
    "Ce code n'est pas valable. Saisissez le code affiché en ce moment par votre application.",
  ),
  code_deja_utilise: defineRefus('invalide', 'Ce code a déjà servi. Attendez le suivant.'),
  trop_de_codes: defineRefus(
    'trop_de_demandes',
    'Trop de codes incorrects. Veuillez réessayer dans une heure.',
  ),
  codes_plafonnes: defineRefus(
    'trop_de_demandes',
    'Trop de codes incorrects en une journée. Utilisez un code de secours ou un appareil déjà connu, ou demandez à un administrateur de débloquer votre compte.',
  ),
  etape_expiree: defineRefus('anonyme', 'Cette connexion a expiré. Veuillez recommencer.'),
  second_facteur_absent: defineRefus(
    'conflit',
    "La double authentification n'est pas active sur votre compte.",
  ),
  second_facteur_deja_actif: defineRefus(
    'conflit',
    'La double authentification est déjà active sur votre compte.',
  ),
  second_facteur_exige: defineRefus(
    'conflit',
    'La double authentification est exigée des administrateurs : la vôtre ne peut pas être retirée.',
  ),
  second_facteur_requis: defineRefus(
    'conflit',
    "Activez d'abord votre propre double authentification, dans votre profil.",
  ),
  deblocage_de_soi: defineRefus(
    'conflit',
    'Votre propre compte ne se débloque pas ici : demandez-le à un autre administrateur.',
  ),
  second_facteur_de_soi: defineRefus(
    'conflit',
    'Votre propre double authentification se règle dans votre profil.',
  ),
  cle_inconnue: defineRefus(
    'anonyme',
    "Cette clé d'accès n'est pas reconnue. Connectez-vous avec votre mot de passe.",
  ),
  cle_invalide: defineRefus(
    'invalide',
    "La clé d'accès n'a pas pu être vérifiée. Veuillez réessayer.",
  ),
  cle_existe: defineRefus('conflit', "Cette clé d'accès est déjà enregistrée."),
  cle_introuvable: defineRefus('introuvable', "Cette clé d'accès est déjà retirée."),
  nom_cle_invalide: defineRefus(
    'invalide',
    'Le nom de la clé tient sur une ligne de 60 caractères au plus.',
  ),
  trop_de_cles: defineRefus(
    'conflit',
    "Un compte a 10 clés d'accès au plus. Retirez-en une d'abord.",
  ),

  // The profile
  photo_invalide: defineRefus('invalide', 'Veuillez sélectionner une image valide'),
  photo_trop_grande: defineRefus('trop_grand', "La taille de l'image ne doit pas dépasser 5MB"),
  photo_trop_lente: defineRefus(
    'invalide',
    'La photo arrive trop lentement. Veuillez vérifier votre connexion internet et réessayer.',
  ),
  photo_introuvable: defineRefus('introuvable', "Cette photo n'existe pas ou plus."),
  mot_de_passe_actuel_incorrect: defineRefus('invalide', 'Le mot de passe actuel est incorrect.'),
  trop_de_mots_de_passe: defineRefus(
    'trop_de_demandes',
    'Trop de mots de passe incorrects. Réessayez demain, ou demandez un lien par « Mot de passe oublié ? ».',
  ),
  confirmation_requise: defineRefus(
    'conflit',
    "Rien n'a été changé : confirmez d'abord que c'est vous, avec votre mot de passe.",
  ),
  calendrier_introuvable: defineRefus(
    'introuvable',
    'Cette adresse de calendrier est déjà supprimée.',
  ),
  calendriers_fermes: defineRefus('conflit', "Le centre ne propose pas d'adresses de calendrier."),
  trop_de_calendriers: defineRefus(
    'trop_de_demandes',
    "Trop d'adresses de calendrier inconnues ont été demandées depuis votre connexion internet. Veuillez réessayer plus tard.",
  ),
  session_introuvable: defineRefus('introuvable', 'Cette session est déjà terminée.'),
} as const;

export type CodePeople = keyof typeof PEOPLE_REFUS;
