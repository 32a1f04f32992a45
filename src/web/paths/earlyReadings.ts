/**
 * What each screen behind the guard reads first, for everyone who may open it, and the landing page
 * of a rider; what it needs most comes first. Its page names it, and the first script of the page
 * asks for it (ADR-030). `{{jour}}`: today; `{{lundi}}` and `{{dimanche}}`: the present week;
 * `{{avant}}`: the Monday four weeks before it (server/http/pages.ts). `tests/parcours/app/entree.spec.ts`
 * compares them with what the screens ask for.
 */
import { type PathName, PATHS } from './paths.ts';

const WEEK = 'du={{lundi}}&au={{dimanche}}';
const TODAY = 'du={{jour}}&au={{jour}}';
const MINE = '/api/reservations?miennes=1&du={{avant}}&sort=date_reservation';

/** The account menu. */
const SHELL = ['/api/profil'];

/** Banners and alerts of an administrator, on every screen. */
const ADMINISTRATOR = [
  ...SHELL,
  '/api/courriels?statut=echoue&page=1',
  '/api/horloge',
  '/api/sauvegardes/alerte',
  '/api/conservation',
];

const EARLY_READINGS: Partial<Record<PathName, readonly string[]>> = {
  // Asked only for a remembered rider (public/first-paint.js).
  accueil: [MINE, '/api/types-lecons/miens', '/api/types-lecons', '/api/reservations/reprises'],
  reservation: [
    '/api/types-lecons',
    `/api/disponibilites?${WEEK}`,
    MINE,
    '/api/types-lecons/miens',
    ...SHELL,
  ],
  mesLecons: [...SHELL, '/api/reservations/passees', '/api/types-lecons/miens'],
  mesReleves: SHELL,
  monprofil: [
    ...SHELL,
    '/api/profil/emails',
    '/api/cavaliers',
    '/api/profil/second-facteur',
    '/api/profil/sessions',
  ],
  webmaster: [
    `/api/planning?${WEEK}`,
    '/api/types-lecons?tous=1',
    `/api/fermetures?${WEEK}`,
    `/api/reservations?${TODAY}&sort=date_reservation`,
    `/api/cavaliers/notes?${TODAY}`,
    '/api/reservations/resume',
    '/api/reservations/sans-client',
    '/api/users/resume',
    '/api/courriels/resume',
    ...ADMINISTRATOR,
  ],
  utilisateurs: [
    '/api/users?statut=en_attente&role=utilisateur&page=1',
    '/api/users?statut=approuve&role=utilisateur&page=1',
    '/api/users?statut=refuse&role=utilisateur&page=1',
    '/api/users/resume',
    '/api/clients?page=1',
    '/api/inscriptions/journee',
    '/api/courriels/resume',
    ...ADMINISTRATOR,
  ],
  client: ['/api/types-lecons?tous=1', '/api/courriels/resume', ...ADMINISTRATOR],
  averifier: [
    '/api/reservations/sans-client/noms',
    '/api/clients/semblables',
    '/api/statistiques/orthographes/doutes',
    ...ADMINISTRATOR,
  ],
  statistiques: ['/api/statistiques/orthographes', ...ADMINISTRATOR],
  prix: ['/api/types-lecons?tous=1', '/api/prix', '/api/parametres', ...ADMINISTRATOR],
  facturation: ADMINISTRATOR,
  webmastersettings: ['/api/parametres', '/api/pistes', '/api/courriels/resume', ...ADMINISTRATOR],
  courriels: ['/api/courriels/resume', '/api/courriels?page=1', ...ADMINISTRATOR],
  journal: [
    '/api/journal?page=1',
    '/api/users?role=admin&page=1',
    '/api/types-lecons?tous=1',
    ...ADMINISTRATOR,
  ],
  supprimees: [
    '/api/types-lecons?tous=1',
    '/api/reservations/supprimees?page=1',
    '/api/reservations/retires?page=1',
    ...ADMINISTRATOR,
  ],
  imports: ['/api/imports', ...ADMINISTRATOR],
  previewemail: ['/api/courriels/apercu', ...ADMINISTRATOR],
};

/** The readings of the screen at a path. */
export const earlyReadingsAt = (path: string): readonly string[] =>
  Object.entries(EARLY_READINGS).find(([name]) => PATHS[name as PathName].path === path)?.[1] ?? [];
