/** The sentences of the dashboard and its weekly planning. */
import { formatHeure } from '#domain/core/calendrier.ts';

export const TEXTES = {
  sousTitre: 'Gérez toutes les réservations',
  parametres: 'Paramètres',
  deconnexion: 'Déconnexion',
  deconnexionEnCours: 'Déconnexion…',
  planning: 'Planning de la semaine',
  precedente: 'Semaine précédente',
  suivante: 'Semaine suivante',
  allerA: 'Aller à une date',
  imprimer: 'Imprimer la semaine',
  aujourdhui: "Aujourd'hui",
  attente: 'En attente',
  vide: 'Aucune réservation cette semaine',
  /** Depends on the number of arenas. */
  videAide: (n: number) =>
    `${n === 1 ? 'La piste est libre' : `Les ${n === 2 ? 'deux' : n} pistes sont libres`}\u202f: un créneau libre ouvre une réservation.`,
  videPassee: "Cette semaine est passée, et rien n'y était réservé.",
  typesIllisibles: "Les types de leçons n'ont pas pu être chargés.",
  illisible: "Le planning n'a pas pu être chargé.",
  resumeIllisible: "Les compteurs n'ont pas pu être chargés.",
  touches:
    "Dans les tableaux, les flèches vont d'une case à l'autre\u202f; Page précédente et Page suivante changent de jour ou de semaine.",
  jours: 'Jour affiché',
  planningDuJour: 'Planning du jour',
  ferme: (jour: string) => `Fermé le ${jour}.`,
  toutesLesHeures: 'Afficher toutes les heures',
  /** The link to a lesson that has moved (DESK-21). */
  voir: 'Voir ce jour',
  /** The reason asked for when a lesson is cancelled (DESK-12, DESK-18). */
  raison: {
    label: 'Raison',
    facultatif: '(facultatif)',
    aide: "Le cavalier la lit dans l'email d'annulation.",
    aideSansEmail: 'Elle reste avec la leçon\u202f: le bureau la relit quand on la demande.',
  },
} as const;

/** Cancelling a lesson from its card (DESK-82). */
export const ANNULER = {
  question: 'Annuler cette leçon\u202f?',
  garder: 'Garder la leçon',
  enCours: 'Annulation en cours…',
  annulee: 'Leçon annulée',
  echec: "Erreur lors de l'annulation de la leçon",
  changee:
    "Cette leçon vient d'être modifiée sur un autre écran. Fermez cette question, relisez la leçon, puis recommencez.",
  /** Reasons that one press writes; riders read them in the email. */
  raisons: ['Cavalier malade', 'Empêchement', 'Mauvais temps', 'Moniteur absent'],
  groupe: 'Choisir une raison',
} as const;

/** The three cards in their order (DESK-02). */
export const COMPTEURS = [
  { cle: 'total', nom: 'Total des réservations' },
  { cle: 'aujourdhui', nom: "Réservations aujourd'hui" },
  { cle: 'confirmees', nom: 'Réservations confirmées' },
] as const;

/** Up to this width the planning shows one day. */
export const PHONE = 'not all and (min-width: 48rem)';

/** How far a finger goes sideways to turn to another day, in pixels. */
export const SWIPE = 60;

/** The rows of a day that are drawn at once: more than a phone shows (ADR-030). */
export const FIRST_ROWS = 12;

/** Placeholder rows shown until the first answer (UI-09). */
export const SKELETON_ROWS = 8;

/** How long a success stays on screen, in milliseconds (LIM-24). */
export const DUREE_SUCCES = 5_000;
/** The same if the action can be undone (DESK-50). */
export const DUREE_ANNULER = 12_000;

/** What waits for the desk (DESK-01, DESK-35). */
export const A_FAIRE = {
  comptes: (n: number) => (n === 1 ? '1 compte à approuver' : `${n} comptes à approuver`),
  lecons: (n: number) => (n === 1 ? '1 leçon en attente' : `${n} leçons en attente`),
  courriels: (n: number) => (n === 1 ? '1 email en échec' : `${n} emails en échec`),
  places: (n: number) => (n === 1 ? '1 place sans client' : `${n} places sans client`),
  verifier: 'Dire à qui sont ces noms',
} as const;

/** Moving a lesson on the planning (DESK-36). */
export const DEPLACER = {
  titre: 'Déplacement',
  aide: "Choisissez la case d'arrivée, ou utilisez les flèches puis Entrée.",
  ici: 'Déplacer ici',
  enCours: 'Déplacement en cours…',
  vers: (heure: string): string => `Déplacement vers ${formatHeure(heure)}…`,
  annuler: 'Ne pas déplacer',
  /** The answer is late: the move may be stored. */
  fermer: 'Fermer',
  question: 'Déplacer quelles leçons\u202f?',
  deplacer: 'Déplacer',
} as const;
