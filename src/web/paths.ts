/** Every address, who may enter, its title, its entry in the menu (§2, §6; decisions 1 to 4). Guard, menu and links read the same line. */
import { isAdmin, type Role } from '#domain/users.ts';

/** tous: anyone. visiteur: who is not signed in. connecte: who is. admin: administrators. */
export type Acces = 'tous' | 'visiteur' | 'connecte' | 'admin';

type Page = {
  path: `/${string}`;
  acces: Acces;
  titre: string;
  /** Its entry in the menu, and for whom; none where absent. */
  menu?: { label: string; roles: readonly Role[] };
};

const TOUS_LES_ROLES = ['utilisateur', 'admin', 'webmaster'] as const;
const ADMIN = ['admin'] as const;

export const PATHS = {
  accueil: { path: '/', acces: 'tous', titre: 'Accueil' },
  login: { path: '/login', acces: 'visiteur', titre: 'Se connecter' },
  register: { path: '/register', acces: 'visiteur', titre: 'Créer un compte' },
  installation: { path: '/installation', acces: 'tous', titre: 'Premier administrateur' },
  forgotPassword: { path: '/forgot-password', acces: 'tous', titre: 'Mot de passe oublié' },
  resetPassword: { path: '/reset-password', acces: 'tous', titre: 'Nouveau mot de passe' },
  confirmEmail: { path: '/confirm-email', acces: 'tous', titre: "Confirmation de l'adresse" },
  reservation: { path: '/app/reservation', acces: 'connecte', titre: 'Réservations', menu: { label: 'Réservations', roles: TOUS_LES_ROLES } },
  monprofil: { path: '/app/monprofil', acces: 'connecte', titre: 'Mon profil' },
  webmaster: { path: '/app/webmaster', acces: 'admin', titre: 'Espace administrateur', menu: { label: 'Webmaster', roles: ADMIN } },
  utilisateurs: { path: '/app/utilisateurs', acces: 'admin', titre: 'Gestion des Utilisateurs', menu: { label: 'Utilisateurs', roles: ADMIN } },
  statistiques: { path: '/app/statistiques', acces: 'admin', titre: 'Statistiques', menu: { label: 'Statistiques', roles: ADMIN } },
  prix: { path: '/app/prix', acces: 'admin', titre: 'Gestion des Prix', menu: { label: 'Prix', roles: ADMIN } },
  webmastersettings: { path: '/app/webmastersettings', acces: 'admin', titre: 'Paramètres', menu: { label: 'Paramètres', roles: ADMIN } },
  courriels: { path: '/app/courriels', acces: 'admin', titre: 'Emails' },
  previewemail: { path: '/app/previewemail', acces: 'admin', titre: 'Aperçu des emails' },
} as const satisfies Record<string, Page>;

export type PathName = keyof typeof PATHS;

/** The same lines, seen alike. */
export const PAGES = Object.entries(PATHS) as [PathName, Page][];

/** Decision 2: the addresses of the back links, kept as redirections. */
export const RETOURS = { webmaster: '/webmaster', webmastersettings: '/webmaster/settings' } as const;

export const REDIRECTIONS = [
  { de: RETOURS.webmaster, vers: PATHS.webmaster.path },
  { de: RETOURS.webmastersettings, vers: PATHS.webmastersettings.path },
] as const;

export const PAGE_NON_TROUVEE = 'Page non trouvée';

/** Whether who is signed in and `actif` may enter a page. */
export function mayEnter(acces: Acces, role: Role): boolean {
  return acces !== 'admin' || isAdmin(role);
}

/** §2, decision 1: where 'Accéder à mon espace' and `/app` alone lead. */
export function espaceOf(role: Role): string {
  return isAdmin(role) ? PATHS.webmaster.path : PATHS.reservation.path;
}

/** The address that was typed on the page one comes from; else ''. */
export function emailOf(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === 'string' ? email : '';
}

/** Whether one comes from a sign-up whose address is still to be confirmed. */
export function isAConfirmer(state: unknown): boolean {
  return (state as { confirmation?: unknown } | null)?.confirmation === true;
}

/** The emails that were given up. */
export const COURRIELS_ECHOUES = `${PATHS.courriels.path}?statut=echoue`;

/** The path remembered when someone had to sign in first (decision 3): of this site, and behind the guard; else null. */
export function origineOf(state: unknown): string | null {
  const origine = (state as { origine?: unknown } | null)?.origine;
  return typeof origine === 'string' && /^\/app(?:[/?#]|$)/.test(origine) ? origine : null;
}
