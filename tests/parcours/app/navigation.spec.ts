/**
 * Navigation between screens: what is shown during the change, the scroll position of a page, and
 * what remains when a screen fails (UI-45 to UI-48).
 */
import type { Page } from '@playwright/test';
import {
  BUREAU,
  enter,
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  type Manege,
  test,
} from '../fixtures.ts';
import { mondayIn } from '../../support/jours.ts';
import { chunkUrl } from '../../support/chunks.ts';

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Chargement de la page' });

test(
  "un écran en route se dit ; Précédent rend la page où on l'avait laissée, une page nouvelle commence en haut",
  BUREAU,
  async ({ page, manege }) => {
    // UI-45, UI-47
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await test.step('un écran en route se dit par une barre, puis par une phrase ; son titre porte le nom du centre', () =>
      sayComing(page));
    await test.step("Précédent rend la page où on l'avait laissée, une page nouvelle commence en haut", () =>
      goBack(page));
    await test.step('une page ouverte par son adresse commence en haut, rechargée ou reprise elle reste où elle était', () =>
      keepPlace(page));
  },
);

async function sayComing(page: Page): Promise<void> {
  await page.goto('/app/reservation');
  await expect(page).toHaveTitle('Réservations · Manège');
  const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(chunkUrl('app-statistiques'), async (route) => {
    await mayArrive;
    await route.continue();
  });
  await link(page, 'Statistiques').click();
  await expect(bar(page)).toBeVisible();
  await expect(link(page, 'Statistiques')).toHaveAttribute('aria-current', 'page');
  await expect(
    page.getByRole('status').filter({ hasText: 'Chargement de la page…' }),
  ).toBeVisible();
  await expectAccessible(page);
  arrive();
  await expect(heading(page, 'Statistiques')).toBeFocused();
  await expect(bar(page)).toBeHidden();
  await expect(page).toHaveTitle('Statistiques · Manège');
}

test(
  "un lien amène d'avance le code de sa page et ce que son lecteur peut lire, sauf sur un réseau compté",
  BUREAU,
  async ({ page, manege }) => {
    // ACC-10, UI-46
    await test.step('le pointeur et le focus sur un lien amènent le code de sa page et sa première lecture, sauf sur un réseau compté', () =>
      fetchAhead(page, manege));
    await test.step("un lien ne lit d'avance que ce que son lecteur peut lire", () =>
      readAllowed(page, manege));
  },
);

async function fetchAhead(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: false, effectiveType: '4g' },
    });
  });
  await page.goto('/app/reservation');
  const fetched: string[] = [];
  const read: string[] = [];
  page.on('request', (request) => {
    fetched.push(...(/app-[a-z]+(?=-[^/]*\.js$)/.exec(request.url()) ?? []));
    // without the reads of the menu itself about accounts
    read.push(...(/\/api\/(?:prix|users)\b(?!\/)/.exec(request.url()) ?? []));
  });
  await link(page, 'Prix').hover();
  await expect.poll(() => fetched).toEqual(['app-prix']);
  await expect.poll(() => read).toEqual(['/api/prix']);
  await link(page, 'Paramètres').focus();
  await expect.poll(() => fetched).toEqual(['app-prix', 'app-webmastersettings']);
  await page.evaluate(() => {
    (navigator as unknown as { connection: { saveData: boolean } }).connection.saveData = true;
  });
  await link(page, 'Utilisateurs').hover();
  await link(page, 'Statistiques').focus();
  await link(page, 'Prix').click();
  await expect(heading(page, 'Gestion des Prix')).toBeFocused();
  expect(fetched).toEqual(['app-prix', 'app-webmastersettings']);
  expect(read).toEqual(['/api/prix']); // the screen itself does not read it again
}

async function readAllowed(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person({}));
  await page.goto('/app/reservation');
  await expect(heading(page, 'Réserver une leçon')).toBeVisible();
  await expect(page.locator('#cadre')).toHaveCount(0); // the scripts have replaced the frame
  await page.evaluate(() =>
    document
      .querySelector('h1')
      ?.insertAdjacentHTML(
        'afterend',
        '<a href="/app/prix">Prix</a> <a href="/app/monprofil">Profil</a>',
      ),
  );
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(...(/app-prix|\/api\/prix|\/api\/profil\/[a-z]+/.exec(request.url()) ?? [])),
  );
  const code = page.waitForEvent('requestfinished', (request) =>
    request.url().includes('app-prix'),
  );
  await page.getByRole('link', { name: 'Prix', exact: true }).hover();
  await code;
  await page.getByRole('link', { name: 'Profil', exact: true }).hover();
  await expect.poll(() => asked).toEqual(['app-prix', '/api/profil/sessions']);
}

async function goBack(page: Page): Promise<void> {
  const planning = page.getByRole('region', { name: 'Planning de la semaine' });
  const top = () => page.evaluate(() => scrollY);
  await page.goto(`/app/webmaster?semaine=${mondayIn(31)}`);
  await expect(planning).toHaveAttribute('aria-busy', 'false');
  await expect(planning.getByRole('grid')).toHaveCount(2);
  await page.mouse.move(800, 400);
  await page.mouse.wheel(0, 1_100);
  await expect.poll(top).toBe(1_100);
  await link(page, 'Prix').click();
  await expect(heading(page, 'Gestion des Prix')).toBeFocused();
  expect(await top()).toBe(0);

  // The page was reloaded in the meantime. Its code comes late, and the page is short until then.
  // The planning comes later too, but its space is reserved (UI-77).
  await page.reload();
  // The heading is in the served page; the prices are not, so the application runs.
  await expect(page.getByRole('spinbutton').first()).toBeVisible();
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/planning?*', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(chunkUrl('app-webmaster'), async (route) => {
    await mayArrive;
    await route.continue();
  });
  await page.goBack();
  await expect(bar(page)).toBeVisible();
  expect(await top()).toBeLessThan(1_100);
  arrive();
  await expect(heading(page, 'Espace administrateur')).toBeVisible();
  await expect.poll(top).toBe(1_100);
  await expect(planning).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(planning).toHaveAttribute('aria-busy', 'false');
  await expect(planning.getByRole('grid')).toHaveCount(2);
  await expect.poll(top).toBe(1_100);
  await page.goForward();
  await expect(heading(page, 'Gestion des Prix')).toBeVisible();
  await expect.poll(top).toBe(0);
}

async function keepPlace(page: Page): Promise<void> {
  const top = () => page.evaluate(() => scrollY);
  const shown = async () => {
    await expect(heading(page, 'Paramètres')).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(1_600);
  };
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/app/webmastersettings?onglet=cavaliers');
  await shown();
  await page.mouse.move(800, 400);
  await page.mouse.wheel(0, 1_100);
  await expect.poll(top).toBe(1_100);
  await page.reload();
  await shown();
  await expect.poll(top).toBe(1_100);
  // Another visit of the same page, with another page in between, each loaded by its address.
  await page.goto('/app/prix');
  await expect(heading(page, 'Gestion des Prix')).toBeVisible();
  await page.goto('/app/webmastersettings?onglet=cavaliers');
  await shown();
  expect(await top()).toBe(0);
  await page.mouse.wheel(0, 400);
  await expect.poll(top).toBe(400);
  // Each visit has its own scroll position.
  await page.goBack();
  await expect(heading(page, 'Gestion des Prix')).toBeVisible();
  await page.goBack();
  await shown();
  await expect.poll(top).toBe(1_100);
}

test.describe('un écran qui échoue', () => {
  test.use({ exceptionVoulue: true });

  test(
    'dit quoi faire, laisse le menu, et fait une ligne du journal du serveur, sans rien de personnel',
    BUREAU,
    async ({ page, manege }) => {
      // UI-36, UI-48
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.route('**/api/statistiques?*', (route) =>
        route.fulfill({ json: { cavaliers: null } }),
      );
      const lines = () =>
        manege.server
          .output()
          .split('\n')
          .filter((line) => line.includes('a screen failed'))
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      await page.goto('/app/reservation');
      for (let n = 0; n < 2; n += 1) {
        await link(page, 'Statistiques').click();
        await expect(
          page
            .getByRole('alert')
            .getByRole('heading', { name: 'Une erreur inattendue est survenue' }),
        ).toBeVisible();
        if (n === 0) await expectGoodAtBothWidths(page);
        await link(page, 'Prix').click();
        await expect(heading(page, 'Gestion des Prix')).toBeVisible();
      }
      await expect.poll(lines).toHaveLength(1);
      expect(lines()[0]).toEqual({
        level: 40,
        time: expect.any(String),
        msg: 'a screen failed',
        type: 'TypeError',
        screen: '/app/statistiques',
        browser: expect.stringMatching(/^chrome-\d+$/),
        version: expect.stringMatching(/^index-.*\.js$/),
        frames: expect.arrayContaining([
          expect.stringMatching(/^app-statistiques-.*\.js:\d+:\d+$/),
        ]),
      });
    },
  );
});
