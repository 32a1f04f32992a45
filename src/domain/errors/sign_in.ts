/**
 * The refusals of sign-in. They are separate from the whole table (`errors.ts`), so that /login
 * loads no others.
 */
import { defineRefus } from './define.ts';

/** ACC-24, ACC-25. */
export const SIGN_IN_REFUS = {
  identifiants_incorrects: defineRefus('anonyme', 'Email ou mot de passe incorrect.'),
  email_non_confirme: defineRefus(
    'interdit',
    'Veuillez confirmer votre email avant de vous connecter.',
  ),
  profil_illisible: defineRefus(
    'indisponible',
    'Impossible de récupérer les informations utilisateur',
  ),
  profil_introuvable: defineRefus('interdit', 'Profil utilisateur introuvable'),
  compte_refuse: defineRefus('interdit', 'Votre compte a été refusé. Contactez un administrateur.'),
  compte_en_attente: defineRefus(
    'interdit',
    'Votre compte est en attente de validation par un administrateur.',
  ),
  compte_inactif: defineRefus(
    'interdit',
    "Votre compte n'est pas actif. Contactez un administrateur.",
  ),
  connexion_en_erreur: defineRefus('panne', 'Une erreur est survenue lors de la connexion.'),
  connexion_plafonnee: defineRefus(
    'trop_de_demandes',
    'Trop de tentatives de connexion avec cette adresse : la connexion depuis un nouvel appareil est bloquée pour le moment.',
  ),
  trop_d_essais: defineRefus(
    'trop_de_demandes',
    'Trop de tentatives de connexion. Veuillez réessayer dans quelques minutes.',
  ),
} as const;

/**
 * Follows the sentence of `connexion_plafonnee`: the remaining ways to sign in (ACC-55), if emails
 * can be sent and if they cannot.
 */
export const REMAINING_WAYS = {
  email:
    'Connectez-vous depuis un appareil déjà utilisé, ou ouvrez sur celui-ci le lien que nous avons envoyé à cette adresse. « Mot de passe oublié ? » le permet aussi.',
  admin:
    'Connectez-vous depuis un appareil déjà utilisé, ou demandez à un administrateur de débloquer votre compte.',
} as const;
