/** The sentences of this screen; those of refusals are in `domain/errors`. */
export const TEXTES = {
  verification: 'Vérification du lien…',
  pourquoi:
    'Beaucoup de mots de passe ont été essayés avec votre adresse\u202f: la connexion depuis un nouvel appareil est bloquée.',
  quoi: 'Ce bouton débloque la connexion dans ce navigateur, et nulle part ailleurs. Vous donnerez ensuite votre mot de passe.',
  utiliser: 'Utiliser ce navigateur',
  enCours: 'Un instant…',
  servi: 'Ce lien a déjà servi',
  invalide: "Ce lien ne s'ouvre plus",
  autrement:
    'Pour vous connecter ici, choisissez un nouveau mot de passe\u202f: la connexion est alors débloquée dans ce navigateur.',
  motDePasse: 'Choisir un nouveau mot de passe',
  seConnecter: 'Aller à la connexion',
  injoignable: 'Le service ne répond pas',
  injoignableDetail: 'Votre lien reste valable\u202f: réessayez dans un instant.',
  reessayer: 'Réessayer',
} as const;
