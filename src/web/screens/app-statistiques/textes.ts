/**
 * The sentences of this screen. The explanation of the counts is in `domain/statistics/statistiques.ts`,
 * because the report uses it too.
 */
export const TEXTES = {
  intro: "Les leçons de chaque cavalier et ce qu'elles représentent.",
  tous: 'Tous les cavaliers',
  sansDate: 'Toutes',
  reinitialiser: 'Réinitialiser les filtres',
  chargement: 'Chargement des statistiques...',
  vide: 'Aucune réservation trouvée pour cette période',
  videAide: 'Changez les dates, ou effacez-les pour voir toutes les réservations.',
  illisible: "Les statistiques n'ont pas pu être chargées.",
  sansClient: 'Sans client',
  leconsIllisibles: "Les leçons de ce cavalier n'ont pas pu être chargées.",
  imprimer: 'Imprimer le rapport',
  exporter: 'Exporter (CSV)',
  exporterLecons: 'Exporter les leçons (CSV)',
  exportEnCours: 'Lecture des leçons…',
  exportEchoue: "Les leçons n'ont pas pu être lues. Veuillez réessayer.",
  inconnu: (nom: string) =>
    `Aucun cavalier de ce nom\u202f: «\u202f${nom}\u202f». Choisissez-en un dans la liste.`,
  sansLecon: (nom: string) => `«\u202f${nom}\u202f» n'a aucune leçon sur cette période.`,
  inverse: 'La date de fin précède la date de début.',
  nonFacture: 'non facturé',
  absences: (n: number) => `${n} absence${n > 1 ? 's' : ''}`,
  tarifer: 'Leur donner le prix de leur jour',
  tarifees: (n: number) =>
    n === 0
      ? "Aucune place n'a reçu de prix\u202f: leur type de leçon n'en a jamais eu. Donnez-le dans «\u202fModifier\u202f»."
      : n === 1
        ? '1 place a reçu le prix de son jour.'
        : `${n} places ont reçu le prix de leur jour.`,
  nonTarifees: "Les places n'ont pas reçu de prix. Veuillez réessayer.",
  autresPlaces: (n: number) => (n === 1 ? 'et une autre.' : `et ${n} autres.`),
  vue: 'Détail',
  vues: { cavalier: 'Par cavalier', famille: 'Par famille', graphiques: 'Graphiques' },
  titres: {
    cavalier: 'Détail par cavalier',
    famille: 'Détail par famille',
    graphiques: 'Occupation et recettes',
  },
  parFamilleAide:
    'Chaque famille est un compte, avec les places qui sont à lui\u202f; la place de chaque participant se change dans «\u202fModifier\u202f».',
  totaux:
    'Total Réservations est le nombre de réservations confirmées de la période\u202f; Moyenne / Cavalier le divise par le nombre de ' +
    'cavaliers. Une réservation de trois cavaliers compte donc une fois dans ce total, et une fois chez chacun.',
} as const;
