/** The page before its scripts arrive, and without scripts. */
import type { Page, Route } from '@playwright/test';
import { CHANNEL } from '../../../src/server/platform/db.ts';
import { PAGES } from '../../../src/web/paths/paths.ts';
import {
  BUREAU,
  enter,
  expect,
  type Manege,
  resetParametres,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { answered } from '../../support/answered.ts';

test.afterEach(({ manege }) => resetParametres(manege));

/** Changes the settings as an instance does, and waits until the pages contain them. */
async function giveContact({ server, sql }: Manege): Promise<void> {
  await sql('update parametres set "contactTelephone" = $1, "contactEmail" = $2', [
    '081 61 23 45',
    'accueil@essai.example',
  ]);
  await sql('select pg_notify($1, $2)', [CHANNEL, '{"changed":["parametres"]}']);
  await expect
    .poll(async () => (await fetch(`${server.url}/login`)).text())
    .toContain('081 61 23 45');
}

/** Opens a page whose files of scripts wait until `release` is called. */
async function openWithoutScripts(page: Page, path: string): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  // Texts are parsed, and can be measured, before the style sheet has come.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].some(
      (one) => one.sheet,
    ),
  );
  return { release: resolve };
}

/** Records each layout shift, and whether a frame showed the visitor's button. */
function watchFrames(): void {
  Object.assign(window, { shifts: 0, visitor: false });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      (window as unknown as { shifts: number }).shifts += (
        entry as unknown as { value: number }
      ).value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const links = document.querySelectorAll('#root a[href="/login"]');
    if ([...links].some((link) => link.checkVisibility({ visibilityProperty: true })))
      (window as unknown as { visitor: boolean }).visitor = true;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * The fonts may load before or after the first frame. Layout shifts are counted from here on, so
 * that only those of the scripts count.
 */
async function countFromHere(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length),
    )
    .toBeGreaterThanOrEqual(2);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          setTimeout(resolve, 0);
        });
      }),
  );
  await page.evaluate(() => {
    (window as unknown as { shifts: number }).shifts = 0;
  });
}

/**
 * A screenshot that is identical to the next one: a slow machine may still be rendering the fonts.
 */
async function settledPicture(page: Page): Promise<Buffer> {
  let picture = await page.screenshot({ animations: 'disabled' });
  await expect
    .poll(async () => {
      const last = picture;
      picture = await page.screenshot({ animations: 'disabled' });
      return picture.equals(last);
    }, 'the page is drawn')
    .toBe(true);
  return picture;
}

const seen = (page: Page) =>
  page.evaluate(() => {
    const { shifts, visitor } = window as unknown as { shifts: number; visitor: boolean };
    return { shifts, visitor };
  });

test("la page d'accueil est là avant les scripts, qui la reprennent sans rien déplacer", async ({
  page,
  manege,
}) => {
  // UI-65, UI-66, UI-67
  await giveContact(manege);
  // The sentence of a late page (UI-122): a picture shows the end of its animation, and its layer
  // changes how round corners are drawn by one part in 256.
  await page.addInitScript(() => {
    const style = new CSSStyleSheet();
    style.replaceSync('#retard { display: none }');
    document.adoptedStyleSheets = [style];
  });
  await page.addInitScript(watchFrames);
  const { release } = await openWithoutScripts(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Votre prochaine leçon, réservée en quelques gestes.',
  );
  await expect(page.getByText('de 8h00 à 20h00')).toBeVisible();
  await expect(page.getByRole('link', { name: '081 61 23 45' }).first()).toBeVisible();
  await page.locator('h1').evaluate((h1) => h1.setAttribute('data-avant', ''));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await countFromHere(page);
  const before = await settledPicture(page);
  release();
  await expect(page.locator('h1:not([data-avant])')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await answered(page);
  await expect
    .poll(
      async () => (await page.screenshot({ animations: 'disabled' })).equals(before),
      'the same picture',
    )
    .toBe(true);
  expect(await seen(page)).toEqual({ shifts: 0, visitor: true });

  await page.unrouteAll();
  await enter(page, manege, await manege.person({ prenom: 'Zoé', nom: 'Lambert' }));
  await page.goto('/');
  // from now on the browser remembers the person
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour Zoé Lambert');
  const again = await openWithoutScripts(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bonjour Zoé Lambert');
  await expect(page.getByRole('link', { name: 'Accéder à mon espace' })).toBeVisible();
  await page.locator('h1').evaluate((h1) => h1.setAttribute('data-avant', ''));
  await countFromHere(page);
  again.release();
  await expect(page.locator('h1:not([data-avant])')).toHaveText('Bonjour Zoé Lambert');
  await answered(page);
  expect(await seen(page)).toEqual({ shifts: 0, visitor: false });
});

/** Where the content, the title, the sentence below it and the next headings stand. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, h1, h1 + p, main h2')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y } = element.getBoundingClientRect();
        return { tag: element.tagName, title: element.matches('h2') && element.textContent, x, y };
      }),
  );

test('chaque écran a son cadre avant les scripts, qui le remplacent sans déplacer ni changer ses titres', async ({
  page,
  manege,
}) => {
  // UI-80
  test.slow();
  for (const [, { path, titre, access }] of PAGES) {
    if (!path.startsWith('/app/')) continue;
    const role = access === 'admin' ? 'admin' : 'utilisateur';
    await enter(page, manege, await manege.person({ role, prenom: 'Zoé', nom: 'Lambert' }));
    const { release } = await openWithoutScripts(page, path);
    const title = path === '/app/reservation' ? 'Réserver une leçon' : titre;
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
    expect(await page.content()).not.toContain('Lambert');
    await page.locator('h1').evaluate((h1) => h1.setAttribute('data-avant', ''));
    await countFromHere(page);
    const before = await places(page);
    release();
    await expect(page.locator('h1:not([data-avant])')).toHaveText(title);
    await expect(page.locator('h1, main')).toHaveCount(2); // once for screen readers
    expect((await places(page)).slice(0, before.length), path).toEqual(before);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('le cadre suit le menu réduit et le thème', BUREAU, async ({ page, manege }) => {
  // UI-02, UI-37, UI-80
  const mainX = () => page.locator('main').evaluate((main) => main.getBoundingClientRect().x);
  const ground = () =>
    page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor);
  await enter(page, manege, await manege.person());
  for (const cookie of ['sidebar_state=false', 'theme=sombre']) {
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: manege.server.url }]);
  }
  for (const [width, x] of [
    [1280, 48],
    [390, 0],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const { release } = await openWithoutScripts(page, '/app/reservation');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.locator('h1').evaluate((h1) => h1.setAttribute('data-avant', ''));
    const before = [await mainX(), await ground()];
    expect(before).toEqual([x, 'rgb(23, 20, 15)']);
    release();
    await expect(page.locator('h1:not([data-avant])')).toBeVisible();
    expect([await mainX(), await ground()]).toEqual(before);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

for (const { network, took, first } of [
  { network: 'rapide', took: 50, first: 'le cadre se dessine' },
  { network: 'lent', took: 400, first: 'le programme est demandé' },
])
  test(`sur un réseau ${network}, ${first} d'abord`, TELEPHONE, async ({ page, manege }) => {
    // ADR-030
    // The first script asks how long the page took.
    await page.addInitScript((time) => {
      const now = performance.now.bind(performance);
      performance.now = () => {
        performance.now = now;
        return time;
      };
    }, took);
    const [style, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const waiting = async (route: Route, end: Promise<void>) => {
      await end;
      await route.continue();
    };
    await page.route('**/*.css', (route) => waiting(route, style.promise));
    await page.route('**/api/**', (route) => waiting(route, answers.promise));
    await enter(page, manege, await manege.person({ role: 'admin' }));
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) asked.push(request.url());
    });
    const reading = page.waitForRequest('**/api/planning?*');
    await page.goto('/app/webmaster', { waitUntil: 'commit' });
    await reading;
    if (network === 'rapide') expect(asked).toEqual([]);
    else await expect.poll(() => asked.length).toBeGreaterThan(1);
    style.resolve();
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true');
    answers.resolve();
    await expect(page.getByRole('grid')).toBeVisible();
    expect(new Set(asked).size, 'each file is asked for once').toBe(asked.length);
  });

/** The first drawing of each screen, and a text of it that is drawn later. */
const FIRST: { path: string; role: 'admin' | 'utilisateur'; first: string; later?: string[] }[] = [
  {
    path: '/app/webmaster',
    role: 'admin',
    first: '[role=grid]',
    // The list of the day, and on a telephone the last hours of a day, do not delay the planning.
    later: ['Aucune réservation pour le|Réservations du', 'data-heure="19:30"'],
  },
  { path: '/app/utilisateurs', role: 'admin', first: '[role=table]' },
  {
    path: '/app/reservation',
    role: 'utilisateur',
    first: 'main input[type=radio]',
    later: ['titre-mes-reservations'],
  },
];

test("planning, vue du jour et comptes se dessinent d'une fois ; ce qui est plus bas que l'écran ne les retarde pas", async ({
  page,
  manege,
  isMobile,
}) => {
  // ADR-030
  await page.addInitScript((screens) => {
    const { first = '', later = [] } = screens.find(({ path }) => path === location.pathname) ?? {};
    if (!first) return;
    new MutationObserver((_, observer) => {
      if (!document.querySelector(first)) return;
      observer.disconnect();
      const main = document.querySelector('main')!;
      Object.assign(window, {
        skeletonsAtFirst: main.querySelectorAll('.animate-pulse').length,
        laterAtFirst: later.filter((text) => new RegExp(text).test(main.innerHTML)),
      });
    }).observe(document, { childList: true, subtree: true });
  }, FIRST);
  await manege.person({ statut: 'en_attente' });
  for (const { path, role, first, later = [] } of FIRST) {
    await enter(page, manege, await manege.person({ role }));
    await page.goto(path);
    await expect(page.locator(first).first()).toBeVisible();
    for (const text of later)
      await expect
        .poll(() =>
          page.locator('main').evaluate((main, one) => new RegExp(one).test(main.innerHTML), text),
        )
        .toBe(true);
    const read = (name: string) =>
      page.evaluate((one) => Reflect.get(window, one) as unknown, name);
    if (role === 'admin') expect(await read('skeletonsAtFirst'), path).toBe(0);
    // At a desk the whole day is drawn at once.
    const atFirst = (await read('laterAtFirst')) as string[];
    expect(isMobile ? atFirst : atFirst.filter((text) => !text.startsWith('data-heure'))).toEqual(
      [],
    );
  }
});

test.describe('sans JavaScript, en thème sombre', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'dark' });

  test(
    'chaque adresse dit le nom, les heures et le contact du centre',
    TELEPHONE,
    async ({ page, manege }) => {
      // UI-68
      await giveContact(manege);
      // Playwright stops the scripts only after the page was parsed, so it does not show the
      // content of <noscript>.
      await page.route('**', async (route) => {
        if (route.request().resourceType() !== 'document') return route.fallback();
        const response = await route.fetch();
        await route.fulfill({
          response,
          body: (await response.text()).replaceAll(/<\/?noscript>/g, ''),
        });
      });
      for (const path of ['/', '/login', '/app/reservation']) {
        await page.goto(path);
        await expect(page.getByText('Activez JavaScript')).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Réserver une leçon' })).toBeHidden();
        await expect(page.getByText('Manège', { exact: true }).first()).toBeVisible();
        await expect(page.getByText('de 8h00 à 20h00')).toBeVisible();
        await expect(page.getByRole('link', { name: '081 61 23 45' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'accueil@essai.example' })).toBeVisible();
        expect(
          await page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor),
        ).toBe('rgb(23, 20, 15)');
      }
    },
  );
});

test(
  'un navigateur trop ancien garde le nom, les heures et le téléphone du centre, et le programme ne part pas',
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-50
    await giveContact(manege);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'CSSPropertyRule'));
    await enter(page, manege, await manege.person());
    for (const path of ['/login', '/app/reservation', '/']) {
      await page.goto(path);
      await answered(page);
      await expect(
        page.getByText('Ce navigateur est trop ancien pour cette application.'),
      ).toBeVisible();
      await expect(page.getByText('Manège', { exact: true }).first()).toBeVisible();
      await expect(page.getByText('de 8h00 à 20h00')).toBeVisible();
      await expect(page.getByRole('link', { name: '081 61 23 45' })).toBeVisible();
      await expect(page.getByText('JavaScript')).toBeHidden();
      await expect(page.getByRole('form')).toHaveCount(0);
    }
  },
);
