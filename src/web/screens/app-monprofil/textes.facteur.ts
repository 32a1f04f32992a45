/** The sentences of the second factor; those of refusals are in `domain/errors`. */
export const TEXTES = {
  titre: 'Double authentification',
  aide: 'Un code de votre téléphone, demandé après votre mot de passe. Deviner le mot de passe ne suffit alors plus.',
  illisible: "Votre double authentification n'a pas pu être chargée.",
  inactive: "Elle n'est pas active.",
  exige: 'Le centre la demande à ses administrateurs.',
  activer: 'Activer',
  desactiver: 'Désactiver',
  nouveauxCodes: 'Nouveaux codes de secours',
  code: "Code de l'application",
  continuer: 'Continuer',
  confirmer: 'Activer',
  codesPerdus: 'Ces codes de secours ne seront plus affichés.',
  aCodes: 'Vos codes de secours',
  vus: "J'ai gardé mes codes",
  autresSessions: 'Vos autres sessions se terminent.',
  desactivee: 'La double authentification est désactivée.',
  activee: 'La double authentification est active.',
  echec: "L'action n'a pas abouti. Veuillez réessayer.",

  cles: "Clés d'accès",
  clesAide:
    "Se connecter par l'empreinte, le visage ou le code de cet appareil, sans mot de passe.",
  clesSansAppareil: "Ce navigateur, ou cette adresse du site, ne permet pas d'en ajouter.",
  ajouterCle: "Ajouter une clé d'accès",
  cleAjoutee: "La clé d'accès est ajoutée.",
  cleNonFaite:
    "Aucune clé n'a été créée\u202f: la demande a été fermée, ou cet appareil en garde déjà une pour ce compte.",
  retirerCle: "Retirer une clé d'accès",
  retirer: 'Retirer',
  cleRetiree: "La clé d'accès est retirée.",
  jamais: 'jamais utilisée',
} as const;
