/** The sentences about the two charts (PRICE-25 to PRICE-27). How they count: the domain. */
export const TEXTES = {
  occupation: 'Occupation par jour et par heure',
  legende:
    "Chaque case est une heure d'ouverture\u202f; sa partie pleine est prise, le reste est libre.",
  recettes: 'Recettes par mois',
  heure: 'Heure',
  jourEntier: 'Jour entier',
  mois: 'Mois',
  places: 'Places facturées',
  montant: 'Recettes',
  total: 'Total',
  jamaisOuvert: "Le centre n'est ouvert à aucune heure de ces jours.",
  aucune: 'Aucune leçon sur cette période.',
  comptes: 'Jours comptés',
  illisible: "Les graphiques n'ont pas pu être chargés.",
  imprimer: 'Imprimer les graphiques',
} as const;
