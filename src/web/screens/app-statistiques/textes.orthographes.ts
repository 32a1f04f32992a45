/** The sentences about names that count as one rider. */
export const TEXTES = {
  /** Milliseconds that a success is shown. */
  duree: 5_000,
  regrouper: 'Regrouper avec un autre nom',
  titre: 'Regrouper deux noms',
  effet: (nom: string) =>
    `Dans les statistiques, les leçons de «\u202f${nom}\u202f» compteront avec celles du nom choisi, à toutes les dates. ` +
    'Les réservations gardent le nom écrit, et aucun montant ne change. Un regroupement se défait au bas de la page.',
  champ: 'Compte comme',
  chercher: 'Écrivez une partie du nom.',
  noms: 'Noms',
  autres: "D'autres noms correspondent\u202f: écrivez-en davantage.",
  trouves: (n: number) =>
    n === 0 ? 'Aucun nom ne correspond.' : `${n} ${n > 1 ? 'noms trouvés' : 'nom trouvé'}`,
  aChoisir: 'Choisissez le nom avec lequel compter ces leçons.',
  confirmer: 'Regrouper',
  enCours: 'Regroupement en cours…',
  echec: "Les noms n'ont pas pu être regroupés. Veuillez réessayer.",
  nomsIllisibles: "Les noms n'ont pas pu être chargés.",
  fait: (nom: string, vers: string) =>
    `«\u202f${nom}\u202f» compte désormais comme «\u202f${vers}\u202f».`,
  separer: 'Séparer par client',
  separe: (nom: string) =>
    `Les leçons de «\u202f${nom}\u202f» comptent désormais séparément pour chaque client.`,
  nonSepare: "Le nom n'a pas pu être séparé. Veuillez réessayer.",
  liste: 'Noms regroupés',
  listeAide:
    'Ces noms comptent pour un même cavalier dans les statistiques, ou séparément pour chaque client. Défaire rend les leçons comme elles comptaient avant.',
  separee: {
    liste: 'compte séparément pour chaque client',
    defait: (nom: string) => `«\u202f${nom}\u202f» compte de nouveau pour un seul cavalier.`,
  },
  confirmee: {
    liste: 'est un seul cavalier, et ses leçons ont plusieurs clients',
    defait: (nom: string) => `«\u202f${nom}\u202f» est de nouveau à vérifier.`,
  },
  listeIllisible: "Les noms regroupés n'ont pas pu être chargés.",
  defaire: 'Défaire',
  defait: (nom: string) => `«\u202f${nom}\u202f» compte de nouveau à part.`,
  nonDefait: "Le regroupement n'a pas pu être défait. Veuillez réessayer.",
  titulaire: 'Titulaire du compte',
  cavalierDe: 'Cavalier enregistré par',
  annee: 'année de naissance',
  ficheIllisible: "Le compte de ce cavalier n'a pas pu être chargé.",
  plusieurs: 'Plusieurs cavaliers portent ce nom\u202f:',
  ecrit: (nom: string) => `écrit «\u202f${nom}\u202f»`,
} as const;
