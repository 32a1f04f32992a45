/**
 * Access to each address for every kind of person (ACC-01 to ACC-14), and what the browser
 * remembers.
 */
import type { Page } from '@playwright/test';
import type { Role, StatutUser } from '../../../src/domain/people/users.ts';
import { PAGES, PATHS, type PathName } from '../../../src/web/paths/paths.ts';
import { PASSWORD } from '../../support/people.ts';
import { BUREAU, enter, expect, type Manege, signIn, test } from '../../parcours/fixtures.ts';

type Zone = 'tous' | 'visiteurs' | 'cavaliers' | 'administrateurs';
type Expected = [zone: Zone, h1: string];

/**
 * The table of ACC-01 and ACC-04. If `paths.ts` gains a route, it is missing here, and the file
 * does not compile.
 */
const ROUTES: Record<PathName, Expected> = {
  accueil: ['tous', 'Votre prochaine leçon, réservée en quelques gestes.'],
  login: ['visiteurs', 'Se connecter'],
  register: ['visiteurs', 'Créer un compte'],
  installation: ['tous', "Ce lien d'installation n'est plus valable."],
  forgotPassword: ['tous', 'Mot de passe oublié'],
  resetPassword: ['tous', "Ce lien ne s'ouvre plus"],
  confirmEmail: ['tous', 'Adresse non confirmée'],
  deblocage: ['tous', "Ce lien ne s'ouvre plus"],
  confidentialite: ['tous', 'Vos données'],
  reservation: ['cavaliers', 'Réserver une leçon'],
  mesLecons: ['cavaliers', 'Mes leçons passées'],
  mesReleves: ['cavaliers', 'Mes relevés'],
  monprofil: ['cavaliers', 'Mon profil'],
  webmaster: ['administrateurs', 'Espace administrateur'],
  utilisateurs: ['administrateurs', 'Gestion des Utilisateurs'],
  client: ['administrateurs', 'Fiche du client'],
  averifier: ['administrateurs', 'À vérifier'],
  statistiques: ['administrateurs', 'Statistiques'],
  prix: ['administrateurs', 'Gestion des Prix'],
  facturation: ['administrateurs', 'Facturation'],
  webmastersettings: ['administrateurs', 'Paramètres'],
  courriels: ['administrateurs', 'Emails'],
  journal: ['administrateurs', 'Journal'],
  supprimees: ['administrateurs', 'Leçons supprimées'],
  imports: ['administrateurs', 'Importer des clients'],
  previewemail: ['administrateurs', 'Aperçu des emails'],
  aide: ['tous', 'Aide'],
};

type Address = {
  path: string;
  zone: Zone;
  h1: string;
  /** The page to which a person with access is redirected. */
  vers?: PathName;
};

const adresse = (path: string, to: PathName): Address => ({
  path,
  zone: ROUTES[to][0],
  h1: ROUTES[to][1],
  vers: to,
});

const ADDRESSES: readonly Address[] = [
  ...PAGES.map(([name, { path }]) => ({ path, zone: ROUTES[name][0], h1: ROUTES[name][1] })),
  adresse('/webmaster', 'webmaster'),
  adresse('/webmaster/settings', 'webmastersettings'),
  { path: '/app/nulle-part', zone: 'cavaliers', h1: 'Page non trouvée' },
  { path: '/nulle-part', zone: 'tous', h1: 'Page non trouvée' },
  { path: '/aide/deplacer-une-lecon', zone: 'tous', h1: 'Déplacer une leçon' },
  { path: '/aide/nulle-part', zone: 'tous', h1: 'Page non trouvée' },
];

type Visitor = { role: Role; statut: StatutUser } | null;
type Arrival = { path: string; h1: string };

const BLOCKED_SCREENS: Partial<Record<StatutUser, string>> = {
  en_attente: 'Compte en attente',
  refuse: 'Compte refusé',
  inactif: 'Compte inactif',
};
const GREETING = 'Bonjour Camille Lambert';

/** The address and title that a visitor must reach, according to the specification. */
function arrivalOf({ path, zone, h1, vers: to }: Address, visitor: Visitor): Arrival {
  const final = to ? PATHS[to].path : path;
  if (zone === 'tous') return { path: final, h1: visitor && path === '/' ? GREETING : h1 };
  if (zone === 'visiteurs') return visitor ? { path: '/', h1: GREETING } : { path: final, h1 };
  if (!visitor) return { path: '/login', h1: 'Se connecter' };
  const blockedScreen = BLOCKED_SCREENS[visitor.statut];
  if (blockedScreen) return { path: final, h1: blockedScreen };
  if (zone === 'administrateurs' && visitor.role !== 'admin')
    return { path: '/app/reservation', h1: 'Réserver une leçon' };
  return { path: final, h1 };
}

/** The page to which `/app` redirects (ACC-03). */
const SPACE: Record<Role, PathName> = {
  utilisateur: 'reservation',
  webmaster: 'reservation',
  admin: 'webmaster',
};

const VISITORS: [string, Visitor[]][] = [
  ['personne', [null]],
  [
    'un compte en attente, refusé ou inactif',
    [
      { role: 'utilisateur', statut: 'en_attente' },
      { role: 'utilisateur', statut: 'refuse' },
      { role: 'admin', statut: 'inactif' },
    ],
  ],
  [
    'un cavalier et un webmaster',
    [
      { role: 'utilisateur', statut: 'actif' },
      { role: 'webmaster', statut: 'actif' },
    ],
  ],
  ['un administrateur', [{ role: 'admin', statut: 'actif' }]],
];

/** Navigates inside the open application, as a link does. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/**
 * The addresses to load: all of them without a session and for an administrator, who may open all.
 * Other roles load one address of each zone, because the guard knows only the zone; inside the
 * application they try every address.
 */
const loadedFor = (visitor: Visitor) =>
  !visitor || (visitor.role === 'admin' && visitor.statut === 'actif')
    ? ADDRESSES
    : ADDRESSES.filter(({ zone }, i) => ADDRESSES.findIndex((one) => one.zone === zone) === i);

async function expectArrivals(page: Page, manege: Manege, visitor: Visitor): Promise<void> {
  await page.context().clearCookies();
  if (visitor) {
    const person = await manege.person({ role: visitor.role });
    await enter(page, manege, person);
    await manege.sql('update users set statut = $1 where id = $2', [visitor.statut, person.id]);
  }
  const app: Address =
    visitor?.statut === 'actif'
      ? adresse('/app', SPACE[visitor.role])
      : { path: '/app', zone: 'cavaliers', h1: '' };
  const arrive = (one: Address, go: (path: string) => Promise<unknown>) => {
    const { path, h1 } = arrivalOf(one, visitor);
    return test.step(`${one.path} : ${h1} (${path})`, async () => {
      await go(one.path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(h1);
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(/.+ · Manège$/);
    });
  };
  for (const one of [...loadedFor(visitor), app])
    await arrive(one, (path) => page.goto(path, { waitUntil: 'commit' }));
  await page.goto('/');
  for (const one of [...ADDRESSES, app]) await arrive(one, (path) => follow(page, path));
}

for (const [nom, visitors] of VISITORS)
  test(
    `les adresses pour ${nom} : où l'on arrive et ce qu'on y lit`,
    BUREAU,
    async ({ page, manege }) => {
      // ACC-01, ACC-03, ACC-04, ACC-05, ACC-06, ACC-12
      test.slow();
      for (const visitor of visitors) await expectArrivals(page, manege, visitor);
    },
  );

const remembered = (page: Page) =>
  page.evaluate(() => ({
    user: JSON.parse(localStorage.getItem('currentUser') ?? 'null'),
    role: localStorage.getItem('userRole'),
  }));
const NOTHING = { user: null, role: null };

test(
  "la session lue se note dans le navigateur, et s'efface à la déconnexion",
  BUREAU,
  async ({ page, manege }) => {
    // UI-05
    const { id, email } = await manege.person({ role: 'admin' });
    await page.goto('/login');
    expect(await remembered(page)).toEqual(NOTHING);
    await signIn(page, { id, email });
    await expect(page).toHaveURL('/');
    expect(await remembered(page)).toEqual({
      user: {
        id,
        email,
        prenom: 'Camille',
        nom: 'Lambert',
        full_name: 'Camille Lambert',
        role: 'admin',
        statut: 'actif',
      },
      role: 'admin',
    });
    await page.goto('/app/prix');
    await page.getByRole('button', { name: 'Mon compte', exact: true }).click();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL('/login');
    expect(await remembered(page)).toEqual(NOTHING);
  },
);

test(
  "la garde dit qu'elle vérifie ; un rôle écrit dans le navigateur n'ouvre rien, une promotion ouvre les écrans d'administration sans recharger, une rétrogradation les referme",
  BUREAU,
  async ({ page, manege }) => {
    await test.step("tant que le serveur n'a pas répondu, la garde dit qu'elle vérifie", async () => {
      // ACC-12
      await enter(page, manege, await manege.person());
      let answer = () => {};
      const gate = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/api/auth/get-session', async (route) => {
        await gate;
        await route.continue();
      });
      await page.goto('/app/reservation', { waitUntil: 'commit' });
      await expect(page.getByText("Vérification de l'authentification...")).toBeVisible();
      answer();
      await expect(
        page.getByRole('heading', { level: 1, name: 'Réserver une leçon' }),
      ).toBeVisible();
    });
    await test.step("un rôle écrit dans le navigateur n'ouvre rien", async () => {
      // ACC-10, UI-05
      await expect(
        page.getByRole('heading', { level: 1, name: 'Réserver une leçon' }),
      ).toBeVisible();
      await page.evaluate(() => {
        const user = JSON.parse(localStorage.getItem('currentUser') ?? '{}') as object;
        localStorage.setItem('currentUser', JSON.stringify({ ...user, role: 'admin' }));
        localStorage.setItem('userRole', 'admin');
      });
      await page.goto('/app/prix');
      await expect(page).toHaveURL('/app/reservation');
      await expect(page.getByRole('link', { name: 'Prix' })).toHaveCount(0);
      expect((await remembered(page)).role).toBe('utilisateur');
    });
    await test.step("une promotion ouvre les écrans d'administration sans recharger, une rétrogradation les referme", async () => {
      // UI-03, UI-11
      const person = await manege.person();
      await enter(page, manege, person);
      const set = async (role: Role) => {
        await manege.sql('update users set role = $1 where id = $2', [role, person.id]);
        await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
      };
      await page.goto('/app/monprofil');
      await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeVisible();
      await set('admin');
      await expect(page.getByText('Admin', { exact: true })).toBeVisible();
      await page.goto('/app/prix');
      await expect(page.getByRole('heading', { level: 1, name: 'Gestion des Prix' })).toBeVisible();
      await set('utilisateur');
      await expect(page).toHaveURL('/app/reservation');
      await expect(page.getByText('Admin', { exact: true })).toBeHidden();
    });
  },
);

test(
  "une session finie ailleurs mène à la connexion, oublie la personne, et ramène où l'on était",
  BUREAU,
  async ({ page, manege }) => {
    // ACC-06, ACC-26
    const person = await manege.person();
    await enter(page, manege, person);
    await page.goto('/app/monprofil?onglet=2#bas');
    await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeVisible();
    await manege.sql('delete from sessions where user_id = $1', [person.id]);
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);
    await expect(page).toHaveURL('/login');
    expect(await remembered(page)).toEqual(NOTHING);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page).toHaveURL('/app/monprofil?onglet=2#bas');
  },
);
