/** The sentences of the second step; those of refusals are in `domain/errors`. */
export const TEXTES = {
  seconde: 'Vérification',
  secondeAide:
    "Saisissez le code à six chiffres de votre application d'authentification, ou un de vos codes de secours.",
  cleAide: "Votre mot de passe est juste. Utilisez maintenant votre clé d'accès.",
  code: "Code de l'application",
  valider: 'Valider',
  utiliserCle: "Utiliser une clé d'accès",
  recommencer: 'Recommencer',

  enrolement: 'Double authentification',
  enrolementAide: 'Le centre la demande à ses administrateurs.',
  enrolementOuverte:
    "Votre session était déjà ouverte\u202f: donnez d'abord votre mot de passe. Ce que vous aviez commencé vous attend.",
  continuerEnrolement: 'Continuer',
  activer: 'Activer et se connecter',
  activee: 'La double authentification est active.',
  continuer: "J'ai gardé mes codes\u202f: continuer",
  codesPerdus: 'Ces codes de secours ne seront plus affichés.',
} as const;
