/** The sentences of this screen; that of the refusal is in `domain/errors/people.ts`. */
export const TEXTES = {
  verification: 'Confirmation en cours…',
  confirmee: 'Adresse confirmée',
  merci: 'Merci, votre adresse email est confirmée.',
  deja: 'Adresse déjà confirmée',
  dejaDetail: "Ce lien a déjà servi\u202f: il n'y a rien de plus à faire ici.",
  ensuite:
    "Un administrateur valide chaque nouveau compte\u202f: vous recevrez un email dès que le vôtre sera activé. S'il l'est déjà, connectez-vous.",
  ensuiteSansEmail:
    "Un administrateur valide chaque nouveau compte\u202f: vous pourrez alors vous connecter et réserver. S'il a déjà validé le vôtre, connectez-vous.",
  changee: 'Nouvelle adresse confirmée',
  changeeDetail:
    "Elle remplace l'ancienne\u202f: connectez-vous désormais avec elle. Votre mot de passe reste le même.",
  prise:
    "Un autre compte a cette adresse depuis que vous l'avez demandée. Votre compte garde l'ancienne\u202f: demandez-en une autre dans votre profil.",
  seConnecter: 'Aller à la connexion',
  refusee: 'Adresse non confirmée',
  injoignable: 'Le service ne répond pas',
  injoignableDetail:
    "Votre adresse n'a pas pu être confirmée. Votre lien reste valable\u202f: réessayez dans un instant.",
  reessayer: 'Réessayer',
} as const;
