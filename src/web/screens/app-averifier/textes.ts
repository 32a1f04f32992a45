/** The sentences about what looks like one person, or like two. */
const placesText = (n: number): string => `${n} place${n > 1 ? 's' : ''}`;

export const TEXTES = {
  intro: 'Qui paie, et qui monte\u202f: ce qui reste à dire. Rien ne se devine.',
  retour: 'Gestion des Utilisateurs',
  vide: 'Rien à vérifier',
  videAide: 'Chaque place a un client, et personne ne semble être là deux fois.',
  /** Milliseconds that a success is shown. */
  duree: 8_000,
  enCours: 'Enregistrement en cours…',
  places: placesText,
} as const;

/** The names of the seats without a customer (CLI-12). */
export const SANS_CLIENT = {
  titre: 'À qui sont ces noms\u202f?',
  aide: "Toutes les places d'un nom ont ensuite ce client. Un compte apprend par email ses leçons à venir, jamais les passées. Un nom peut être celui d'une personne effacée\u202f: elle reste alors sans client.",
  illisible: "Les noms n'ont pas pu être chargés.",
  creer: 'Créer ce client',
  donner: 'Donner à',
  plusieurs: 'Plusieurs clients ont ce nom\u202f: choisissez dans la leçon.',
  fait: (nom: string, places: number, client: string | null): string =>
    `${nom}\u202f: ${places === 1 ? 'une place a' : `${places} places ont`} maintenant un client${client === null ? '' : `, ${client}`}.`,
  echec: "Les places n'ont pas pu être données. Veuillez réessayer.",
} as const;

/** Customers who may be one person (CLI-13). */
export const SEMBLABLES = {
  titre: 'Une seule personne\u202f?',
  aide: "Deux clients qui ont le même nom ou le même téléphone. Si l'un paie pour l'autre, dites-le sous «\u202fQui paie\u202f», dans la liste des utilisateurs\u202f: ils ne sont plus ici.",
  illisible: "Les clients n'ont pas pu être chargés.",
} as const;

/** Riders who may be two (CLI-14). */
export const DOUTES = {
  titre: 'Deux personnes\u202f?',
  aide: 'Un cavalier des statistiques dont les leçons ont plusieurs clients.',
  illisible: "Les cavaliers n'ont pas pu être chargés.",
  lecons: 'Voir ses leçons',
  autres: (n: number): string => (n === 1 ? ' et un autre client' : ` et ${n} autres clients`),
  separer: 'Séparer par client',
  separe: (nom: string): string =>
    `Les leçons de «\u202f${nom}\u202f» comptent désormais séparément pour chaque client.`,
  nonSepare: "Le nom n'a pas pu être séparé. Veuillez réessayer.",
  confirmer: 'Une seule personne',
  confirme: (nom: string): string => `«\u202f${nom}\u202f» est une seule personne.`,
  nonConfirme: "La réponse n'a pas pu être enregistrée. Veuillez réessayer.",
} as const;
