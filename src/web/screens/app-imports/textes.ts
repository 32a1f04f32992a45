/** The sentences of this screen; those of refusals are in `domain/errors`. */
import { CONSERVATION_JOURS } from '#domain/core/conservation.ts';
import type { Illisible } from '#domain/imports/import_cellules.ts';
import type { Cible } from '#domain/imports/import_colonnes.ts';
import type { Champ, Sorte } from '#domain/imports/imports.ts';

export const TEXTES = {
  intro: "Reprenez d'un fichier les clients et les cavaliers d'un autre programme.",
  retour: 'Retour aux utilisateurs',
  fichier: 'Fichier',
  choisir: 'Choisir un fichier CSV',
  autre: 'Choisir un autre fichier',
  deposer: 'ou déposez-le ici.',
  limites:
    'Un fichier CSV, avec le nom des colonnes dans sa première ligne\u202f; 5\u202f000 lignes et 2\u202fMo au plus. Une ligne par client, ou une par cavalier si un client en a plusieurs.',
  lecture: 'Lecture du fichier…',
  illisible: "Le fichier n'a pas pu être lu. Veuillez réessayer.",
  colonnes: 'Colonnes',
  colonnesAide:
    'Dites ce que contient chaque colonne. Ce qui est proposé vient des titres\u202f: vérifiez-le.',
  colonne: 'Colonne',
  exemples: 'Exemples',
  contenu: 'Contient',
  contenuDe: (titre: string): string => `Contenu de la colonne ${titre}`,
  sansTitre: (n: number): string => `Colonne ${n}`,
  vide: 'aucune',
  voir: "Voir l'aperçu",
  apercu: 'Aperçu',
  apercuEnCours: 'Comparaison avec les clients…',
  apercuEchec: "L'aperçu n'a pas pu être fait. Veuillez réessayer.",
  filtre: 'Montrer',
  client: 'Client',
  coordonnees: 'Coordonnées',
  changements: 'Changements',
  cavaliers: 'Cavaliers',
  raison: 'Raison',
  ligne: 'Ligne',
  valeurs: 'Contenu de la ligne',
  compte: 'a un compte',
  pages: "Pages de l'aperçu",
  importer: 'Importer',
  importEnCours: 'Import en cours…',
  importEchec: "Les clients n'ont pas pu être importés. Veuillez réessayer.",
  sansEmail:
    "Aucun email ne part\u202f: un client reçoit un compte quand vous l'invitez, dans «\u202fClients sans compte\u202f».",
  rien: "Rien n'est nouveau dans ce fichier\u202f: il n'y a rien à importer.",
  refusees: 'Télécharger les lignes refusées',
  refuseesFichier: 'lignes_refusees.csv',
} as const;

/** What the plan shows, in the order of the filter. */
export const SORTES: Record<Sorte, string> = {
  refusees: 'Refusés',
  modifies: 'À modifier',
  crees: 'À créer',
  inchanges: 'Inchangés',
};

export const NOMS_CHAMP: Record<Champ, string> = {
  telephone: 'Téléphone',
  email: 'Email',
  adresse: 'Adresse',
  note: 'Remarque',
};

const nombre = (n: number, un: string, plusieurs: string): string =>
  `${n} ${n > 1 ? plusieurs : un}`;

/** '42 clients créés, 3 modifiés' */
export const faitText = ({ crees, modifies }: { crees: number; modifies: number }): string =>
  `Import terminé\u202f: ${nombre(crees, 'client créé', 'clients créés')}, ${nombre(modifies, 'modifié', 'modifiés')}.`;

export const lignesText = (n: number): string => nombre(n, 'ligne', 'lignes');
export const deLignes = (lignes: readonly number[]): string =>
  `${lignes.length > 1 ? 'Lignes' : 'Ligne'} ${lignes.join(', ')}`;

const CELLULES: Record<Exclude<Cible, 'ignorer'>, [un: string, plusieurs: string]> = {
  nom: ['nom', 'noms'],
  prenom: ['prénom', 'prénoms'],
  nom_complet: ['nom', 'noms'],
  email: ['email', 'emails'],
  telephone: ['téléphone', 'téléphones'],
  adresse: ['adresse', 'adresses'],
  note: ['remarque', 'remarques'],
  cavalier: ['nom de cavalier', 'noms de cavalier'],
  cavalier_annee: ['année de naissance', 'années de naissance'],
  cavalier_note: ['remarque de cavalier', 'remarques de cavalier'],
};
/** How many lines are named. */
const NOMMEES = 10;

/** '2 téléphones illisibles dans « GSM » : rien n'en est repris, … Lignes 2, 5.' */
export function illisiblesText({ cible, lignes }: Illisible, titre: string): string {
  const [un, plusieurs] = cible === 'ignorer' ? ['', ''] : CELLULES[cible];
  const autres = lignes.length - NOMMEES;
  const nommees = lignes.slice(0, NOMMEES).join(', ');
  return [
    lignes.length > 1 ? `${lignes.length} ${plusieurs} illisibles` : `1 ${un} illisible`,
    titre && ` dans «\u202f${titre}\u202f»`,
    "\u202f: rien n'en est repris, ce qui est enregistré reste. ",
    lignes.length > 1 ? 'Lignes ' : 'Ligne ',
    nommees,
    autres > 0 && ` et ${autres} ${autres > 1 ? 'autres' : 'autre'}`,
    '.',
  ]
    .filter(Boolean)
    .join('');
}

/** The list of the last imports. */
export const IMPORTS = {
  id: 'titre-imports',
  titre: 'Derniers imports',
  voir: 'Ce qui est fait est dans la liste\u202f:',
  intro: `Un import se défait en entier pendant ${CONSERVATION_JOURS.import} jours, tant que rien n'en a servi.`,
  illisible: "Les imports n'ont pas pu être chargés.",
  vide: 'Aucun import ces derniers jours',
  fichier: 'Fichier',
  quand: 'Quand',
  par: 'Par',
  resultat: 'Résultat',
  action: 'Action',
  defaire: 'Défaire',
  deQuoi: (fichier: string): string => `Défaire l'import de ${fichier}`,
  defait: 'Défait le ',
  question: 'Défaire cet import\u202f?',
  enCours: 'Annulation en cours…',
  avant: "L'import de ",
  suite: [
    "Les clients et les cavaliers qu'il a créés sont effacés\u202f; ceux qu'il a modifiés redeviennent comme avant.",
  ],
  fait: "L'import est défait\u202f: tout est comme avant.",
  echec: "L'import n'a pas pu être défait. Veuillez réessayer.",
  compte: ({
    crees,
    modifies,
    inchanges,
    refuses,
  }: Record<'crees' | 'modifies' | 'inchanges' | 'refuses', number>) =>
    [
      nombre(crees, 'créé', 'créés'),
      nombre(modifies, 'modifié', 'modifiés'),
      nombre(inchanges, 'inchangé', 'inchangés'),
      nombre(refuses, 'refusé', 'refusés'),
    ].join(' · '),
} as const;
