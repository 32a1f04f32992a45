/** The refusals of sign-in. They stand apart from the whole table (`errors.ts`) so that /login loads no others. */

/** The kind of a refusal gives its HTTP status. */
const STATUS = {
  invalide: 400,
  anonyme: 401,
  interdit: 403,
  introuvable: 404,
  conflit: 409,
  trop_grand: 413,
  trop_de_demandes: 429,
  panne: 500,
  indisponible: 503,
} as const;

type Kind = keyof typeof STATUS;

export const refus = <K extends Kind>(kind: K, message: string) => ({ status: STATUS[kind], message });

/** ACC-24, ACC-25. */
export const SIGN_IN_REFUS = {
  identifiants_incorrects: refus('anonyme', 'Email ou mot de passe incorrect.'),
  email_non_confirme: refus('interdit', 'Veuillez confirmer votre email avant de vous connecter.'),
  profil_illisible: refus('indisponible', 'Impossible de récupérer les informations utilisateur'),
  profil_introuvable: refus('interdit', 'Profil utilisateur introuvable'),
  compte_refuse: refus('interdit', 'Votre compte a été refusé. Contactez un administrateur.'),
  compte_en_attente: refus('interdit', 'Votre compte est en attente de validation par un administrateur.'),
  compte_inactif: refus('interdit', "Votre compte n'est pas actif. Contactez un administrateur."),
  connexion_en_erreur: refus('panne', 'Une erreur est survenue lors de la connexion.'),
  trop_d_essais: refus('trop_de_demandes', 'Trop de tentatives de connexion. Veuillez réessayer dans quelques minutes.'),
} as const;
