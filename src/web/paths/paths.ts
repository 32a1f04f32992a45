/**
 * Every address with its access, title and menu entry (ACC-01, ACC-04, UI-03). Guard, menu and
 * links read it here.
 */
import type { DemandeDeCompte } from '#domain/people/approbation.ts';
import { isAdmin, type Role } from '#domain/people/users.ts';

/** tous: anyone. visiteur: not signed in. connecte: signed in. admin: administrators. */
export type Access = 'tous' | 'visiteur' | 'connecte' | 'admin';

type Page = {
  path: `/${string}`;
  access: Access;
  titre: string;
  /** Its addresses are the path with the id of a record, or a name, behind it. */
  ofRecord?: boolean;
  /** Only while 'Facturation' is switched on (REL-01): otherwise no menu and no search leads to it. */
  facturation?: boolean;
  /** Its entry in the menu, with the note below it, and the roles that see it. */
  menu?: { label: string; note?: string; roles: readonly Role[] };
};

const ALL_ROLES = ['utilisateur', 'admin', 'webmaster'] as const;
const RIDERS = ['utilisateur', 'webmaster'] as const;
const ADMIN = ['admin'] as const;

export const PATHS = {
  accueil: { path: '/', access: 'tous', titre: 'Accueil' },
  login: { path: '/login', access: 'visiteur', titre: 'Se connecter' },
  register: { path: '/register', access: 'visiteur', titre: 'Créer un compte' },
  installation: { path: '/installation', access: 'tous', titre: 'Mise en service' },
  forgotPassword: { path: '/forgot-password', access: 'tous', titre: 'Mot de passe oublié' },
  resetPassword: { path: '/reset-password', access: 'tous', titre: 'Nouveau mot de passe' },
  confirmEmail: { path: '/confirm-email', access: 'tous', titre: "Confirmation de l'adresse" },
  deblocage: { path: '/deblocage', access: 'tous', titre: 'Utiliser ce navigateur' },
  confidentialite: { path: '/confidentialite', access: 'tous', titre: 'Vos données' },
  reservation: {
    path: '/app/reservation',
    access: 'connecte',
    titre: 'Réservations',
    menu: { label: 'Réservations', roles: ALL_ROLES },
  },
  mesLecons: {
    path: '/app/mes-lecons',
    access: 'connecte',
    titre: 'Mes leçons passées',
    menu: { label: 'Mes leçons passées', roles: RIDERS },
  },
  mesReleves: {
    path: '/app/mes-releves',
    access: 'connecte',
    titre: 'Mes relevés',
    ofRecord: true,
    facturation: true,
    menu: { label: 'Mes relevés', roles: RIDERS },
  },
  monprofil: { path: '/app/monprofil', access: 'connecte', titre: 'Mon profil' },
  webmaster: {
    path: '/app/webmaster',
    access: 'admin',
    titre: 'Espace administrateur',
    menu: { label: 'Webmaster', note: 'Planning', roles: ADMIN },
  },
  utilisateurs: {
    path: '/app/utilisateurs',
    access: 'admin',
    titre: 'Gestion des Utilisateurs',
    menu: { label: 'Utilisateurs', roles: ADMIN },
  },
  client: {
    path: '/app/clients',
    access: 'admin',
    titre: 'Fiche du client',
    ofRecord: true,
  },
  averifier: { path: '/app/averifier', access: 'admin', titre: 'À vérifier' },
  statistiques: {
    path: '/app/statistiques',
    access: 'admin',
    titre: 'Statistiques',
    menu: { label: 'Statistiques', roles: ADMIN },
  },
  prix: {
    path: '/app/prix',
    access: 'admin',
    titre: 'Gestion des Prix',
    menu: { label: 'Prix', roles: ADMIN },
  },
  facturation: {
    path: '/app/facturation',
    access: 'admin',
    titre: 'Facturation',
    facturation: true,
    menu: { label: 'Facturation', roles: ADMIN },
  },
  webmastersettings: {
    path: '/app/webmastersettings',
    access: 'admin',
    titre: 'Paramètres',
    menu: { label: 'Paramètres', roles: ADMIN },
  },
  courriels: {
    path: '/app/courriels',
    access: 'admin',
    titre: 'Emails',
    menu: { label: 'Emails', roles: ADMIN },
  },
  journal: {
    path: '/app/journal',
    access: 'admin',
    titre: 'Journal',
    menu: { label: 'Journal', roles: ADMIN },
  },
  supprimees: {
    path: '/app/leconssupprimees',
    access: 'admin',
    titre: 'Leçons supprimées',
    menu: { label: 'Leçons supprimées', roles: ADMIN },
  },
  imports: { path: '/app/import', access: 'admin', titre: 'Importer des clients' },
  previewemail: { path: '/app/previewemail', access: 'admin', titre: 'Aperçu des emails' },
  aide: {
    path: '/aide',
    access: 'tous',
    titre: 'Aide',
    ofRecord: true,
    menu: { label: 'Aide', roles: ALL_ROLES },
  },
} as const satisfies Record<string, Page>;

export type PathName = keyof typeof PATHS;

/** The cards of the profile that the menu of a rider leads to. */
export type Carte = 'cavaliers' | 'calendrier';
export const cartePath = (carte: Carte): string => `${PATHS.monprofil.path}#${carte}`;

/** The same as a list of one type. */
export const PAGES = Object.entries(PATHS) as [PathName, Page][];

export const NOT_FOUND_TITLE = 'Page non trouvée';

/** The path of an address as it is compared: upper case and final slashes make no difference. */
export const comparable = (pathname: string): string =>
  pathname.toLowerCase().replace(/(?<=.)\/+$/, '');

/** In place of the page at a path that has none. */
export const NOWHERE = [null, { access: 'tous', titre: NOT_FOUND_TITLE }] as const;

/** The page at a path. Undefined for other paths. */
export function pageAt(pathname: string): (typeof PAGES)[number] | undefined {
  const asked = comparable(pathname);
  const [, above] = /^(.+)\/[^/]+$/.exec(asked) ?? [];
  return PAGES.find(([, { path, ofRecord }]) => path === asked || (ofRecord && path === above));
}

/** The record of such a page, by its id in the address; null if there is none. */
export const recordAt = (pathname: string): string | null =>
  /\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(comparable(pathname))?.[1] ?? null;

/** ACC-05: addresses that redirect. */
export const BACK_LINKS = {
  webmaster: '/webmaster',
  webmastersettings: '/webmaster/settings',
} as const;

export const REDIRECTIONS = [
  { de: BACK_LINKS.webmaster, vers: PATHS.webmaster.path },
  { de: BACK_LINKS.webmastersettings, vers: PATHS.webmastersettings.path },
] as const;

/** Whether an active account with a role may open a page. */
export function mayEnter(acces: Access, role: Role): boolean {
  return acces !== 'admin' || isAdmin(role);
}

/** ACC-03: where "Accéder à mon espace" and `/app` lead. */
export function homeOf(role: Role): string {
  return isAdmin(role) ? PATHS.webmaster.path : PATHS.reservation.path;
}

/** The email typed on the previous page, from the navigation state; otherwise ''. */
export function emailOf(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : '';
}

/**
 * The account that was requested on the previous page, from the navigation state; otherwise null.
 */
export function demandeOf(state: unknown): DemandeDeCompte | null {
  return (state as { demande?: DemandeDeCompte } | null)?.demande ?? null;
}

/** Whether the previous page has made this browser a known device of the account (ACC-57). */
export function isUnlocked(state: unknown): boolean {
  return (state as { debloque?: unknown } | null)?.debloque === true;
}

/** The lists of failed and of waiting emails. */
export const FAILED_COURRIELS = `${PATHS.courriels.path}?statut=echoue`;
export const LATE_COURRIELS = `${PATHS.courriels.path}?statut=en_attente`;

/** The tabs of the settings (SET-01), by their name in the address. */
export type Onglet =
  'pistes' | 'types' | 'cavaliers' | 'facturation' | 'emails' | 'securite' | 'service';

/** A tab of the settings; `from` may be the back link. */
export const ongletPath = (onglet: Onglet, from: string = PATHS.webmastersettings.path): string =>
  `${from}?onglet=${onglet}`;

/**
 * ACC-06: the address remembered before the sign-in; null unless it is below `/app` on this site.
 */
export function originOf(state: unknown): string | null {
  const origin = (state as { origine?: unknown } | null)?.origine;
  return typeof origin === 'string' && /^\/app(?:[/?#]|$)/.test(origin) ? origin : null;
}
