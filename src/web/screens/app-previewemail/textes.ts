/** The sentences of this screen. */
export const TEXTES = {
  intro: 'Ce que reçoivent vos cavaliers, mot pour mot, avec un nom en exemple.',
  retour: 'Retour aux utilisateurs',
  boite: 'Voir les emails envoyés',
  aSavoir: 'À savoir',
  autres: 'Les autres emails',
  autresIntro: 'Ils partent aussi tout seuls, selon les réglages des paramètres.',
  illisible: "L'aperçu des emails n'a pas pu être chargé.",
} as const;

/** The four notes (MAIL-11). */
export const NOTES = [
  "Les emails partent automatiquement à l'approbation ou au refus d'une demande.",
  'Le nom de la personne est inséré dans chaque email.',
  "Le bouton «\u202fSe connecter\u202f» de l'email d'approbation mène à la page de connexion.",
  'Les emails sont en HTML, accompagnés du même message en texte.',
] as const;
