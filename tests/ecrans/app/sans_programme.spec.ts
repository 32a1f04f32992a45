/** A page whose first script does not run, or whose program does not come (UI-121, UI-122). */
import type { Page } from '@playwright/test';
import {
  announceParametres,
  axe,
  BUREAU,
  enter,
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  type Manege,
  resetParametres,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';

test.afterEach(({ manege }) => resetParametres(manege));

const SCREENS = [
  { path: '/app/webmaster', role: 'admin', shown: (page: Page) => page.getByRole('grid').first() },
  {
    path: '/app/reservation',
    role: 'utilisateur',
    shown: (page: Page) => page.getByRole('button', { name: 'Confirmer la réservation' }),
  },
  {
    path: '/register',
    role: null,
    shown: (page: Page) => page.getByRole('button', { name: 'Créer mon compte' }),
  },
  { path: '/login', role: null, shown: (page: Page) => page.getByLabel('Email') },
  {
    path: '/',
    role: null,
    shown: (page: Page) => page.getByRole('link', { name: "Se connecter / S'inscrire" }),
  },
] as const;

/** Opens each screen, and waits until its program has drawn it. */
async function expectEveryScreen(page: Page, manege: Manege): Promise<void> {
  for (const { path, role, shown } of SCREENS) {
    await page.context().clearCookies();
    if (role) await enter(page, manege, await manege.person({ role }));
    await page.goto(path);
    await expect(shown(page), path).toBeVisible();
    await expect(page.locator('#retard'), path).toHaveCount(0);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  }
}

test.describe('le premier script est refusé', () => {
  test.use({ scriptRefuse: true });

  test(
    'un caractère de plus dans le premier script, et chaque écran vient quand même',
    TELEPHONE,
    async ({ page, manege }) => {
      // UI-121
      const refused: string[] = [];
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text());
      });
      await page.route('**', async (route) => {
        if (route.request().resourceType() !== 'document') return route.fallback();
        const response = await route.fetch();
        const body = (await response.text()).replace('<script>', '<script> ');
        return route.fulfill({ response, body });
      });
      await expectEveryScreen(page, manege);
      expect(refused).toHaveLength(SCREENS.length);
    },
  );
});

test(
  'un proxy qui change le genre des scripts n’arrête pas un écran',
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-121
    await page.route('**/app/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('type="module"', 'type="autre-module"');
      return route.fulfill({ response, body });
    });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/webmaster');
    await expect(page.getByRole('grid').first()).toBeVisible();
  },
);

test(
  'chaque écran vient aussi si le navigateur refuse le stockage, les cookies ou matchMedia',
  TELEPHONE,
  async ({ context, manege }) => {
    // UI-121
    test.slow();
    for (const refused of ['storage', 'cookie', 'matchMedia'] as const) {
      const page = await context.newPage();
      await page.addInitScript((what) => {
        const refuse = (object: object, name: string) =>
          Object.defineProperty(object, name, {
            get: () => {
              throw new DOMException(`${name} is refused`, 'SecurityError');
            },
          });
        if (what === 'storage')
          for (const name of ['localStorage', 'sessionStorage']) refuse(window, name);
        else refuse(what === 'cookie' ? document : window, what);
      }, refused);
      await expectEveryScreen(page, manege);
      await page.close();
    }
  },
);

/** Ends the wait of 10 s. */
const wait = (page: Page) =>
  page
    .locator('#retard')
    .evaluate((late) => late.getAnimations().forEach((animation) => animation.finish()));

test.describe('les fichiers des scripts ne viennent pas', () => {
  test.use({ reseauCoupe: true });

  test(
    'après dix secondes chaque page le dit, avec le téléphone du centre et un lien vers la même adresse',
    BUREAU,
    async ({ page, manege }) => {
      // UI-122, LIM-215
      await manege.sql(`update parametres set "contactTelephone" = '081 22 33 44'`);
      await announceParametres(manege);
      await expect
        .poll(async () => (await fetch(`${manege.server.url}/login`)).text())
        .toContain('081 22 33 44');
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
      await page.addInitScript(() => {
        const note = ({ target }: Event) => {
          if (target instanceof HTMLScriptElement)
            document.documentElement.dataset['sansProgramme'] = '';
        };
        addEventListener('error', note, { capture: true });
      });
      const late = page.getByRole('alert');
      for (const theme of ['clair', 'sombre'])
        for (const path of [
          '/app/webmaster?jour=2027-03-01',
          '/app',
          '/login?de=la',
          '/register',
          '/aide',
          '/',
        ]) {
          await page
            .context()
            .addCookies([{ name: 'theme', value: theme, url: manege.server.url }]);
          await page.goto(path, { waitUntil: 'commit' });
          const box = page.locator('#retard');
          await expect(box).toBeHidden();
          expect(
            await box.evaluate((one) =>
              one.getAnimations().map(({ effect }) => effect?.getComputedTiming().delay),
            ),
          ).toEqual([10_000]);
          await wait(page);
          await expect(late).toHaveText(
            /^La page ne se charge pas\. Rechargez-la\s; si cela revient, appelez le centre\s: 081 22 33 44\.Recharger la page$/,
          );
          await expect(late.getByRole('link', { name: '081 22 33 44' })).toHaveAttribute(
            'href',
            'tel:081223344',
          );
          if (path === '/' || path.startsWith('/app/')) await expectGoodAtBothWidths(page);
          // before its program the page of a form has no content
          else if (path.startsWith('/login'))
            await expectAccessible(page, (one) =>
              axe(one, { without: ['page-has-heading-one', 'landmark-one-main'] }),
            );
        }

      // Without a telephone number the sentence ends there.
      await manege.sql(`update parametres set "contactTelephone" = ''`);
      await announceParametres(manege);
      await expect
        .poll(async () => (await fetch(`${manege.server.url}/login`)).text())
        .not.toContain('081 22 33 44');
      await page.goto('/login', { waitUntil: 'commit' });
      await wait(page);
      await expect(late.getByRole('paragraph')).toHaveText(
        'La page ne se charge pas. Rechargez-la.',
      );

      // the same address with its query; what is late may come after all
      await page.goto('/app/webmaster?jour=2027-03-01', { waitUntil: 'commit' });
      await wait(page);
      // if the program were requested only after this, it would come, and take the link away
      await page.waitForFunction(() => 'sansProgramme' in document.documentElement.dataset);
      await page.unrouteAll();
      await late.getByRole('link', { name: 'Recharger la page' }).click();
      await expect(page.getByRole('grid').first()).toBeVisible();
      await expect(page).toHaveURL('/app/webmaster?jour=2027-03-01');
      await expect(page.locator('#retard')).toHaveCount(0);
    },
  );
});
