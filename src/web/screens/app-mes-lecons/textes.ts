/** The sentences of this screen. */
export const TEXTES = {
  retour: 'Retour aux réservations',
  intro: "Les leçons où vous aviez une place, les dernières d'abord.",
  prix: "Montants au prix gardé avec chaque place. Une leçon annulée ne coûte rien\u202f; une leçon en attente n'est pas comptée dans le total.",
  retard: 'facturé après le délai',
  lignes: 'Places facturées après le délai',
  lignesAide: 'Rendues après le délai pour annuler, et facturées par le centre.',
  gardees: (duree: string) =>
    `Une leçon reste ici ${duree}, jusqu'à la fin du mois\u202f; son nom est ensuite effacé.`,
  illisible: "Vos leçons passées n'ont pas pu être chargées.",
  vide: 'Aucune leçon passée',
  videAnnee: (annee: number) => `Aucune leçon passée en ${annee}`,
  videAide: 'Vos leçons se rangeront ici une fois terminées.',
  annees: 'Années',
  avant: 'Année précédente',
  apres: 'Année suivante',
  encore: 'Encore la semaine prochaine',
} as const;
