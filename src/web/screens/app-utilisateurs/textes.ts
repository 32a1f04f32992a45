/**
 * The sentences of this screen; those of refusals are in `domain/errors`. A text that begins with a
 * space follows a name.
 */
import { PER_PAGE } from '#domain/core/pages.ts';
import type { UserFilter } from '#domain/people/users.ts';
import { PAYEUR, TEXTES as PAIEMENT } from './textes.clients.ts';

export const TEXTES = {
  intro: 'Acceptez les nouveaux cavaliers et tenez leurs comptes à jour.',
  retour: 'Retour au Webmaster',
  apercu: 'Aperçu des emails',
  importer: 'Importer un fichier',
  recherche: 'Rechercher un compte ou un client',
  rechercheAide: 'par nom, email ou téléphone',
  sansResultat: 'Aucun compte ne correspond à cette recherche',
  journee: "Journée d'inscriptions",
  journeeAide:
    "Une même connexion internet crée 10 comptes par heure au plus. Le jour où tout le club s'inscrit sur son Wi-Fi, ouvrez une journée\u202f: 300 par heure, pendant 12 heures.",
  journeeJusque: "Ouverte jusqu'",
  journeeOuvrir: 'Ouvrir pour 12 heures',
  journeeFermer: 'Fermer',
  journeeEchec: "La journée d'inscriptions n'a pas pu être changée. Veuillez réessayer.",
  illisible: 'Erreur lors du chargement des utilisateurs',
  sansEmail: " L'email n'a pas été envoyé\u202f: vérifiez la configuration des emails.",
  enFile: " L'email est mis en file.",
  parti: " L'email a été envoyé.",
  pasParti: " L'email n'a pas pu être envoyé\u202f: ",
  enRetard: " L'email n'est pas encore parti, il sera réessayé\u202f: ",
  emailConfirmation: '\u202f: email de confirmation demandé.',
  corrige: '\u202f: le compte est corrigé.',
  corrigeEmail: '\u202f: le compte est corrigé. La nouvelle adresse attend sa confirmation.',
  aConfirmer: "Son adresse n'est pas encore confirmée\u202f: l'email dira comment le faire.",
} as const;

/** The three tables in their order; administrators are in the settings (PEOPLE-01, PEOPLE-10). */
export const SECTIONS = [
  {
    cle: 'en_attente',
    compteur: 'en_attente',
    court: 'En attente',
    titre: 'Demandes en attente',
    vide: 'Aucune demande en attente',
    aide: 'Les nouvelles inscriptions apparaîtront ici.',
  },
  {
    cle: 'approuve',
    compteur: 'approuves',
    court: 'Approuvés',
    titre: 'Utilisateurs approuvés',
    vide: 'Aucun utilisateur approuvé',
    aide: 'Les comptes que vous approuvez se rangent ici.',
  },
  {
    cle: 'refuse',
    compteur: 'refuses',
    court: 'Refusés',
    titre: 'Utilisateurs refusés',
    vide: 'Aucun utilisateur refusé',
    aide: 'Un refus supprime le compte\u202f: cette liste reste le plus souvent vide.',
  },
] as const satisfies readonly { cle: UserFilter['statut']; [text: string]: string | undefined }[];
export type SectionUsers = (typeof SECTIONS)[number];

export type ActionUser =
  | 'approuver'
  | 'refuser'
  | 'confirmer'
  | 'promouvoir'
  | 'activer'
  | 'desactiver'
  | 'debloquer'
  | 'corriger'
  | 'payer'
  | 'facteur'
  | 'supprimer';

/** Those that are one call, which `useDecisions` makes; the others open a form. */
export type Decision = Exclude<ActionUser, 'corriger' | 'payer'>;
const AT_ONCE = ['activer', 'debloquer', 'confirmer'] as const;
/** Those that ask nothing first. */
export type AtOnce = (typeof AT_ONCE)[number];
export const isAtOnce = (action: ActionUser): action is AtOnce =>
  AT_ONCE.some((one) => one === action);

export type Action = { echec: string; raison?: true };

/**
 * The name of each action and the sentence of its failure (PEOPLE-08). With `raison` the reason
 * always follows it.
 */
export const ACTIONS: Record<ActionUser, Action & { bouton: string }> = {
  approuver: { bouton: 'Approuver', echec: "Erreur lors de l'approbation de l'utilisateur" },
  refuser: { bouton: 'Refuser', echec: 'Erreur lors du refus', raison: true },
  confirmer: {
    bouton: 'Renvoyer la confirmation',
    echec: "L'email de confirmation n'a pas pu être demandé",
  },
  promouvoir: { bouton: 'Promouvoir administrateur', echec: 'Erreur lors du changement de rôle' },
  activer: { bouton: 'Activer', echec: 'Erreur lors du changement de statut' },
  desactiver: { bouton: 'Désactiver', echec: 'Erreur lors du changement de statut' },
  corriger: { bouton: 'Corriger', echec: "Le compte n'a pas pu être corrigé" },
  payer: { bouton: PAIEMENT.payer, echec: PAYEUR.echec },
  debloquer: { bouton: 'Débloquer', echec: "Le compte n'a pas pu être débloqué" },
  facteur: {
    bouton: 'Réinitialiser la double authentification',
    echec: 'Erreur lors de la réinitialisation',
  },
  supprimer: { bouton: 'Supprimer', echec: 'Erreur lors de la suppression', raison: true },
};

const demandes = (n: number): string => `${n} demande${n > 1 ? 's' : ''}`;

/** Several sign-ups at once (PEOPLE-44). */
export const CHOIX_MULTIPLE = {
  choisir: 'Choisir',
  tout: 'Tout sélectionner',
  approuver: (n: number): string =>
    n === 0
      ? 'Approuver comme utilisateurs'
      : `Approuver ${demandes(n)} comme utilisateur${n > 1 ? 's' : ''}`,
  enCours: 'Approbation en cours…',
  nonConfirmees: (n: number): string =>
    n === 1
      ? '1 adresse non confirmée\u202f: à cocher elle-même.'
      : `${n} adresses non confirmées\u202f: à cocher une par une.`,
  /** `restantes`: those that did not wait any more. */
  fait: (approuves: number, restantes: number): string =>
    [
      `${demandes(approuves)} approuvée${approuves > 1 ? 's' : ''}.`,
      restantes > 0 && `${restantes} n'attendai${restantes > 1 ? 'en' : ''}t plus de décision.`,
    ]
      .filter(Boolean)
      .join(' '),
  aucune: "Ces demandes n'attendaient plus de décision.",
  retrouve: (n: number): string =>
    `C'est fait\u202f: ${demandes(n)} n'attend${n > 1 ? 'ent' : ''} plus.`,
  sansEmail: " Aucun email n'a été envoyé\u202f: vérifiez la configuration des emails.",
  enFile: ' Les emails sont mis en file.',
  echec: "Erreur lors de l'approbation des demandes",
} as const;

/** The question before an action. The name is between `avant` and `apres` (UI-07). */
type Confirmation = {
  titre: string;
  avant: string;
  apres: string;
  suite: readonly string[];
  enCours: string;
  danger?: true;
};

export const CONFIRMATIONS: Record<Exclude<Decision, AtOnce | 'approuver'>, Confirmation> = {
  refuser: {
    titre: 'Refuser cette demande\u202f?',
    avant: 'Êtes-vous sûr de vouloir refuser ',
    apres: "\u202f? L'utilisateur sera complètement supprimé.",
    suite: ["Pour revenir, il devra s'inscrire de nouveau."],
    enCours: 'Refus en cours…',
    danger: true,
  },
  promouvoir: {
    titre: 'Promouvoir administrateur\u202f?',
    avant: '',
    apres: ' pourra gérer les réservations, les comptes, les prix et les paramètres du centre.',
    suite: ['Son compte passera dans la liste des administrateurs, dans les Paramètres.'],
    enCours: 'Promotion en cours…',
  },
  desactiver: {
    titre: 'Désactiver ce compte\u202f?',
    avant: '',
    apres: ' ne pourra plus se connecter tant que son compte ne sera pas réactivé.',
    suite: ['Ses leçons restent réservées, et ses adresses de calendrier sont supprimées.'],
    enCours: 'Désactivation en cours…',
  },
  facteur: {
    titre: 'Réinitialiser la double authentification\u202f?',
    avant: 'Pour ',
    apres:
      ", qui a perdu son appareil\u202f: application, codes de secours et clés d'accès seront retirés, et ses sessions terminées.",
    suite: ['Assurez-vous que la demande vient bien de cette personne.'],
    enCours: 'Réinitialisation en cours…',
    danger: true,
  },
  supprimer: {
    titre: 'Supprimer ce compte\u202f?',
    avant: 'Êtes-vous sûr de vouloir supprimer ',
    apres: '\u202f?',
    suite: [
      'Le compte et la connexion de cette personne seront supprimés.',
      'Son email sera libéré et pourra servir à une nouvelle inscription.',
      'Les réservations à son nom seront conservées.',
      'Cette action est irréversible.',
    ],
    enCours: 'Suppression en cours…',
    danger: true,
  },
};

/** The roles that an approved account may have (PEOPLE-03). */
export const CHOIX = [
  {
    role: 'utilisateur',
    nom: 'Utilisateur',
    acces: 'accès standard',
    detail: 'Réserve des leçons et gère son profil.',
  },
  {
    role: 'admin',
    nom: 'Administrateur',
    acces: 'accès complet',
    detail: 'Gère aussi les réservations, les comptes et les paramètres.',
  },
] as const;
export type RoleDonne = (typeof CHOIX)[number]['role'];

/** What a search has found. `clients`: undefined if there is more than one page of them. */
export const foundText = (comptes: number, clients: number | undefined): string =>
  [
    comptes > 0 && `${comptes} ${comptes === 1 ? 'compte trouvé' : 'comptes trouvés'}`,
    clients !== 0 &&
      (clients === 1
        ? '1 client sans compte'
        : `${clients ?? `au moins ${PER_PAGE}`} clients sans compte`),
  ]
    .filter(Boolean)
    .join(', ') || TEXTES.sansResultat;

/** In milliseconds (PEOPLE-08). */
export const DUREE = { message: 5_000, suppression: 6_000, recherche: 300 } as const;
