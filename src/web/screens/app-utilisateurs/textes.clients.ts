/** The sentences about customers without an account. A text that begins with a colon follows a name. */
export const TEXTES = {
  titre: 'Clients sans compte',
  intro: 'Les personnes pour qui le bureau réserve, et qui ne se connectent pas.',
  vide: 'Aucun client sans compte',
  aide: "Une réservation au nom d'une personne sans compte l'ajoute ici.",
  sansResultat: 'Aucun client sans compte ne correspond à cette recherche',
  illisible: "Les clients sans compte n'ont pas pu être chargés.",
  ajouter: 'Ajouter un client',
  modifier: 'Modifier',
  payer: 'Qui paie',
  effacer: 'Effacer',
  ajoute: '\u202f: client ajouté.',
  modifie: '\u202f: client modifié.',
  efface: '\u202f: client effacé.',
  payePar: '\u202f: payé par ',
  paieSeul: "\u202f: personne d'autre ne paie.",
  enCours: 'Enregistrement en cours…',
} as const;

export const PAYEUR = {
  titre: 'Qui paie pour ce client\u202f?',
  maintenant: 'Payé par ',
  soi: 'Paie pour soi-même',
  champ: 'Client qui paie',
  aide: 'Un client avec ou sans compte, par nom, email, téléphone ou cavalier.',
  liste: 'Clients',
  autres: "D'autres clients correspondent\u202f: écrivez davantage.",
  aChoisir: 'Veuillez choisir un client dans la liste.',
  echec: "Le choix n'a pas pu être enregistré. Veuillez réessayer.",
} as const;

export const EFFACEMENT = {
  titre: 'Effacer ce client\u202f?',
  avant: 'Êtes-vous sûr de vouloir effacer ',
  apres: '\u202f?',
  suite: [
    'Ses coordonnées, la note et ses cavaliers seront effacés.',
    'Ses leçons gardent les noms, mais sans client et sans remarques.',
    'Les clients pour qui il paie paieront pour eux-mêmes.',
    'Cette action est irréversible.',
  ],
  enCours: 'Effacement en cours…',
  echec: "Le client n'a pas pu être effacé. Veuillez réessayer.",
} as const;

export const placesText = (n: number): string =>
  n === 0 ? 'Aucune place' : `${n} place${n > 1 ? 's' : ''}`;
