/**
 * The first screen of a signed-in person on a slow phone, with an empty cache: when its title is
 * drawn, when its readings are asked for, and when everything is shown. As ratios to the drawing of
 * an empty page with the same style sheet and fonts, measured in turn with it.
 */
import type { Browser } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { openEmptyPage } from './empty_page.ts';
import { openDemo } from './fixture.ts';
import { type Figure, milliseconds, ratio } from './report.ts';
import { alternate, ratios } from './rounds.ts';

/** A network of 150 ms and 1.6 Mbit/s, and a processor four times slower, as Lighthouse takes. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER = 4;

/** How long a screen may take, in milliseconds. */
const PATIENCE = 30_000;

/**
 * The screens: who opens them, what they read, what they show in the end, and what stands below the
 * screen, which is drawn right after it (ADR-030).
 */
const SCREENS = {
  '/app/reservation': {
    who: 'rider',
    reads: ['/api/types-lecons', '/api/disponibilites'],
    shows: 'input[type=radio]',
    below: '#titre-mes-reservations',
  },
  '/app/webmaster': {
    who: 'admin',
    reads: ['/api/planning', '/api/fermetures'],
    shows: '[role=grid]',
    below: 'main:has([data-heure="19:30"]) article[id^=lecon-]',
  },
} as const;

/** Milliseconds since the navigation began. */
type Moments = { titre: number; lectures: number; tout: number; dessous: number };

/** The goals are 1.3, 0.6 and 2.3 s where the empty page takes 0.66 s. */
const MOMENTS = {
  titre: { nom: 'titre dessiné', but: 2 },
  lectures: { nom: 'lectures demandées', but: 0.9 },
  tout: { nom: 'tout affiché', but: 3.5 },
  dessous: { nom: "dessiné sous l'écran" },
} as const satisfies Record<keyof Moments, { nom: string; but?: number }>;

/**
 * Notes in each frame whether the title is drawn, whether nothing is awaited any more, and whether
 * what stands below is there too.
 */
function watch({ shows, below }: { shows: string; below: string }): void {
  const moments: Partial<Moments> = {};
  Object.assign(window, { moments });
  const look = () => {
    if (document.querySelector('h1')?.checkVisibility()) {
      moments.titre ??= performance.now();
      if (document.querySelector(shows) && !document.querySelector('[aria-busy=true]')) {
        moments.tout ??= performance.now();
        if (document.querySelector(below)) moments.dessous ??= performance.now();
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function visit(
  browser: Browser,
  url: string,
  cookie: string | null,
  { reads, ...selectors }: { reads: readonly string[]; shows: string; below: string },
): Promise<Moments> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
    locale: 'fr-BE',
  });
  if (cookie !== null) {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url: new URL(url).origin }]);
  }
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(watch, selectors);
  await page.goto(url, { waitUntil: 'commit', timeout: PATIENCE });
  await page.waitForFunction(
    () => 'dessous' in (window as unknown as { moments: object }).moments,
    undefined,
    { timeout: PATIENCE },
  );
  const moments = await page.evaluate((paths) => {
    const asked = performance
      .getEntriesByType('resource')
      .filter(({ name }) => paths.includes(new URL(name).pathname))
      .map(({ startTime }) => startTime);
    return {
      ...(window as unknown as { moments: Omit<Moments, 'lectures'> }).moments,
      lectures: Math.max(...asked),
    };
  }, reads);
  await context.close();
  return moments;
}

export async function measurePremierEcran(say: (step: string) => void): Promise<Figure[]> {
  const demo = await openDemo();
  const empty = await openEmptyPage();
  const browser = await launchBrowser();
  const kept = new Map<string, Moments[]>(Object.keys(SCREENS).map((path) => [path, []]));
  const measured = await alternate(
    {
      vide: async () =>
        (await visit(browser, empty.url, null, { reads: [], shows: 'h1', below: 'h1' })).titre,
      ...Object.fromEntries(
        Object.entries(SCREENS).map(([path, { who, ...rest }]) => [
          path,
          async () => {
            const moments = await visit(
              browser,
              `http://127.0.0.1:${demo.port}${path}`,
              demo[who],
              rest,
            );
            kept.get(path)?.push(moments);
            return moments.tout;
          },
        ]),
      ),
    },
    say,
  );
  await browser.close();
  await empty.close();
  await demo.close();
  const vide = measured.vide;
  return [
    { nom: 'page vide, titre dessiné', tours: vide, ecrit: milliseconds },
    ...[...kept].flatMap(([path, all]) =>
      (Object.keys(MOMENTS) as (keyof Moments)[]).flatMap((moment): Figure[] => {
        const { nom, but } = { but: null, ...MOMENTS[moment] };
        // the first is the uncounted one
        const tours = all.slice(1).map((moments) => moments[moment]);
        return [
          {
            nom: `${path}, ${nom}, contre la page vide`,
            tours: ratios(tours, vide),
            ecrit: ratio,
            ...(but !== null && { but: { signe: '≤', valeur: but } }),
          },
          { nom: `${path}, ${nom}`, tours, ecrit: milliseconds },
        ];
      }),
    ),
  ];
}
