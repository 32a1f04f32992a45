/** The sentences about the two charts (PRICE-25 to PRICE-27). How they count: the domain. */
export const TEXTES = {
  occupation: 'Occupation par jour et par heure',
  recettes: 'Recettes par mois',
  tableau: (titre: string) => `Tableau\u202f: ${titre}`,
  heure: 'Heure',
  journee: 'Journée',
  mois: 'Mois',
  places: 'Places facturées',
  montant: 'Recettes',
  total: 'Total',
  jamaisOuvert: "Le centre n'est ouvert à aucune heure de ces jours.",
  aucune: 'Aucune leçon sur cette période.',
  comptes: (jours: string) => `Jours comptés\u202f: ${jours.toLowerCase()}.`,
  illisible: "Les graphiques n'ont pas pu être chargés.",
  imprimer: 'Imprimer les graphiques',
} as const;
