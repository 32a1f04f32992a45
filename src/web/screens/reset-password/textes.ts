/** The sentences of this screen; those of refusals are in `domain/errors`. */
export const TEXTES = {
  invitation: 'Choisissez-en un nouveau, puis connectez-vous avec lui.',
  verification: 'Vérification du lien…',
  invalide: "Ce lien ne s'ouvre plus",
  raisons: 'Trois raisons possibles\u202f:',
  demander: 'Demander un nouveau lien',
  fait: 'Mot de passe modifié',
  faitDetail:
    "Votre nouveau mot de passe est enregistré. Vos sessions ouvertes avec l'ancien sont terminées.",
  versLogin: "La page de connexion s'ouvre dans quelques secondes.",
  allerLogin: 'Aller à la connexion',
  injoignable: 'Le service ne répond pas',
  injoignableDetail:
    "Votre lien n'a pas pu être vérifié. Il reste valable\u202f: réessayez dans un instant.",
  reessayer: 'Réessayer',
} as const;

/** Why a link does not open (ACC-31). */
export const RAISONS = [
  'il a expiré\u202f: un lien est valable 1 heure\u202f;',
  "il a déjà été utilisé, ou un lien plus récent l'a remplacé\u202f;",
  "il est incorrect\u202f: l'adresse a peut-être été coupée dans l'email.",
] as const;

/** Milliseconds until /login opens by itself (ACC-32). */
export const DELAI = 3_000;
