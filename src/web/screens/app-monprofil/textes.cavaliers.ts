/** The sentences of the card 'Mes cavaliers'. */
export const TEXTES = {
  titre: 'Mes cavaliers',
  aide: 'Les enfants et les amis pour qui vous réservez. Leurs noms vous sont proposés dans le formulaire de réservation.',
  vide: 'Aucun cavalier enregistré.',
  illisible: "Vos cavaliers n'ont pas pu être chargés.",
  complet: 'Un compte garde 20 cavaliers au plus.',
  noteAide: "Le centre lit l'année de naissance et la note à côté du nom, dans vos leçons.",
  retirerEffet: 'ne vous sera plus proposé. Vos réservations gardent son nom.',
} as const;
