/** The sentences about the person's own data (PEOPLE-30, PEOPLE-33). */
export const TEXTES = {
  titre: 'Vos données',
  aide: 'Ce que le centre garde sur vous, dans un fichier que vous pouvez lire et conserver.',
  page: 'Ce qui est gardé, pourquoi et combien de temps',
  telecharger: 'Télécharger mes données',
  telechargement: 'Préparation en cours…',
  telechargementEchoue: "Vos données n'ont pas pu être préparées. Veuillez réessayer.",
  photo: 'Télécharger ma photo',

  supprimer: 'Supprimer mon compte',
  question: 'Supprimer votre compte\u202f?',
  consequences:
    'Votre compte, votre photo, vos connexions et les emails que vous avez reçus seront effacés. Cette action est irréversible.',
  restent:
    'Vos réservations restent au planning du centre sous les noms donnés, sans votre compte ni vos remarques.',
  aucune: "Vous n'avez aucune leçon à venir.",
  illisibles: "Vos leçons à venir n'ont pas pu être chargées.",
  leconsAVenir: 'Vos leçons à venir',
  garder: 'Garder mes leçons',
  garderAide: 'Elles ont lieu, mais plus aucun email ne vous en parlera.',
  annuler: 'Annuler mes leçons',
  annulerAide:
    'Leurs créneaux sont libérés. Après le délai du centre, une place peut être facturée.',
  choixManquant: 'Veuillez choisir ce que deviennent vos leçons à venir.',
  motDePasse: 'Mot de passe actuel',
  motDePasseManquant: 'Veuillez saisir votre mot de passe.',
  enCours: 'Suppression en cours…',
  renoncer: 'Annuler',
  echec: "Votre compte n'a pas pu être supprimé. Veuillez réessayer.",
} as const;
