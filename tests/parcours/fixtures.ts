/**
 * A running Manège for each file, people to sign in as, and a page on which an unexpected console
 * error fails the test.
 */
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test';
import { instantOf } from '#domain/core/calendrier.ts';
import { type Manege, type Person, startManeges } from '../support/manege.ts';
import { watchRequests } from '../support/answered.ts';
import { count } from '../support/counts.ts';
import { PASSWORD } from '../support/people.ts';
import { axe, type Seen } from './axe.ts';
import { translatePage } from './translator.ts';
import { today } from '../support/jours.ts';

export { type Manege, SECRET } from '../support/manege.ts';

/**
 * `reseauCoupe`: the test cuts the network, which browsers report in the console.
 * `exceptionVoulue`: the test makes a screen fail, which React reports in the console.
 * `scriptRefuse`: the content policy refuses a script, which browsers report in the console.
 * `traduit`: the browser translates every page (UI-120). TRADUIT=1 does so in every test.
 */
type Options = {
  reseauCoupe: boolean;
  exceptionVoulue: boolean;
  scriptRefuse: boolean;
  traduit: boolean;
};

type Tested = { manege: ReturnType<typeof startManeges> };

export const test = base.extend<Options & { quiet: void }, Tested>({
  reseauCoupe: [false, { option: true }],
  exceptionVoulue: [false, { option: true }],
  scriptRefuse: [false, { option: true }],
  traduit: [Boolean(process.env['TRADUIT']), { option: true }],

  manege: [
    async ({}, use) => {
      const manege = startManeges();
      await use(manege);
      await manege.stop();
    },
    { scope: 'worker' },
  ],

  // Every test needs it for its page, so each file begins here, or in its beforeAll.
  baseURL: async ({ manege }, use, { file }) => {
    await manege.begin(file);
    await use(manege.server.url);
  },

  quiet: [
    async ({ context, reseauCoupe, exceptionVoulue, scriptRefuse, traduit }, use) => {
      if (traduit) await context.addInitScript(translatePage);
      let noise: string[] = [];
      context.on('page', (page) => {
        listenTo(page, noise);
        watchRequests(page);
        awaitInterception(page);
        awaitProgram(page);
      });
      const browser = context.browser();
      const meet = (other: BrowserContext) =>
        other.on('page', (page) => {
          watchRequests(page);
          awaitProgram(page);
        });
      browser?.on('context', meet);
      await use();
      browser?.off('context', meet);
      // A handler may still wait for the server; the end of the page would make it fail the test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      // Further people of this test would go on reading during the next ones.
      for (const other of browser?.contexts() ?? []) if (other !== context) await other.close();
      if (reseauCoupe)
        noise = noise.filter(
          (line) =>
            !/net::ERR_|EventSource's response has a MIME type|a part (could not be loaded|is late)|Failed to load module script|status of 5\d\d/.test(
              line,
            ),
        );
      if (scriptRefuse) noise = noise.filter((line) => !line.includes('Content Security Policy'));
      if (exceptionVoulue) noise = noise.filter((line) => !line.startsWith('error: TypeError:'));
      expect(noise, 'la console est restée muette').toEqual([]);
    },
    { auto: true },
  ],
});

const PROBE = '/interception';

/**
 * `page.route` resolves before the page uses the intercepted network: on a busy machine, a fifth of
 * the requests that the next key causes went past the route. So it also waits until a request of
 * the page itself is intercepted.
 */
function awaitInterception(page: Page): void {
  const route = page.route.bind(page);
  page.route = async (...args) => {
    const routed = await route(...args);
    if (!page.url().startsWith('http')) return routed;
    await route(`**${PROBE}`, (probe) => probe.fulfill({ status: 204 }));
    // A page that navigates meanwhile begins with the intercepted network.
    await page
      .evaluate(async (probe) => {
        const isIntercepted = () =>
          fetch(probe).then(
            ({ status }) => status === 204,
            () => false,
          );
        for (let tries = 0; tries < 100 && !(await isIntercepted()); tries += 1);
      }, PROBE)
      .catch(() => undefined);
    await page.unroute(`**${PROBE}`);
    return routed;
  };
}

/**
 * The page of a screen is loaded before its program may be asked for (ADR-030): a key pressed then
 * would do nothing. So opening and reloading a page also waits until the program has begun.
 */
function awaitProgram(page: Page): void {
  count('pages');
  const begun = async (options?: { waitUntil?: string }) => {
    if (options?.waitUntil !== 'commit')
      await page
        .waitForFunction(
          () => !('lectures' in window) || window.lectures === undefined,
          undefined,
          {
            timeout: 10_000,
          },
        )
        .catch(() => undefined); // the test itself says what is missing
  };
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (address, options) => {
    const response = await goto(address, options);
    await begun(options);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await begun(options);
    return response;
  };
}

/**
 * A refusal (401, 409…) is an answer that the screens expect, but browsers write every refusal into
 * the console.
 */
function listenTo(page: Page, noise: string[]): void {
  page.on('console', (message) => {
    const expected = /Failed to load resource: the server responded with a status of 4\d\d/.test(
      message.text(),
    );
    if (message.type() === 'error' && !expected) noise.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => noise.push(`exception: ${error.message}`));
}

/**
 * A test that does not depend on the width runs at only one of the two. axe reads the states of the
 * screens at both widths in tests/etats.
 */
export const BUREAU = { tag: '@bureau' };
export const TELEPHONE = { tag: '@telephone' };

export { axe, expect };

/** Signs in with the screen, as a person does. */
export async function signIn(page: Page, { email }: Person, from = '/login'): Promise<void> {
  await page.goto(from);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** Signs in with the call, for tests that begin after the sign-in. */
export async function enter(page: Page, { server }: Manege, { email }: Person): Promise<void> {
  const response = await page.request.post(`${server.url}/api/auth/sign-in/email`, {
    headers: { origin: server.url },
    data: { email, password: PASSWORD },
  });
  expect(response.status()).toBe(200);
}

/**
 * Sets all sessions as if their owners had given the password again just now (ACC-100), for tests
 * about something else.
 */
export const confirmSessions = (manege: Manege): Promise<unknown> =>
  manege.sql('update sessions set confirme_at = now()');

/**
 * Sets the time of the page. The page takes the time from the `Date` header of answers, so the
 * header is changed too.
 */
export async function serveAt(page: Page, instant: string): Promise<void> {
  await page.clock.setFixedTime(instant);
  await page.route(
    (url) => url.pathname.startsWith('/api/') && url.pathname !== '/api/live',
    async (route) => {
      // The page may be left at any step.
      const response = await route.fetch().catch(() => null);
      if (!response) return route.abort();
      const headers = { ...response.headers(), date: new Date(instant).toUTCString() };
      return route.fulfill({ response, headers }).catch(() => undefined);
    },
  );
}

/**
 * Sets the time of the page to 10:00 of today. The booking screen opens on the first day that can
 * be booked, which on a Sunday evening is in the next week; so it opens on this week at any hour.
 */
export const serveThisWeek = (page: Page): Promise<void> =>
  serveAt(page, instantOf(today(), '10:00').toISOString());

/**
 * Answers the next write to an address instead of the server. Reads pass, because the stream of
 * changes may cause one at any time.
 */
export async function answerNextWrite(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<void> {
  let answered = false;
  await page.route(url, (route) => {
    if (answered || route.request().method() === 'GET') return route.fallback();
    answered = true;
    return answer(route);
  });
}

/**
 * Presses 'Réessayer' by key once `repair` has ended the failure, until the button is gone. A change
 * announced meanwhile also reads again: that takes the button away, or, begun before the repair,
 * keeps it busy and fails once more.
 */
export async function retry(button: Locator, repair: () => unknown): Promise<void> {
  await button.focus();
  await repair();
  await expect(async () => {
    if (await button.isVisible()) await button.press('Enter', { timeout: 1_000 });
    await expect(button).toBeHidden({ timeout: 2_000 });
  }).toPass();
}

/** A refusal of a read: the page does not retry by itself, and does not redirect. */
export const REFUSED = {
  status: 400,
  json: {
    code: 'donnees_invalides',
    status: 400,
    message: 'Les données envoyées ne sont pas valables.',
  },
};

/** A tab of the settings (SET-01). */
export const tab = (page: Page, titre: string): Locator =>
  page
    .getByRole('navigation', { name: 'Onglets des paramètres' })
    .getByRole('link', { name: new RegExp(`^${titre}`) });

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let n = 0; n < 240; n += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard cannot reach ${target.toString()}`);
}

/**
 * Waits until only spinners move, which never stop: while a colour fades, its contrast is not the
 * final one.
 */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished),
    ),
  );

/**
 * Stops the installed clock of a page. It goes ahead by less than what a page takes for a sleep of
 * the machine: it would read everything again.
 */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));

/** axe finds no violation on the current page. */
export async function expectAccessible(
  page: Page,
  reading = (one: Page) => axe(one),
): Promise<void> {
  await settled(page);
  expect(await reading(page)).toEqual([]);
  expect(await page.evaluate(announcedTwice)).toEqual([]);
  expect(await page.evaluate(bareTexts)).toEqual([]);
}

/**
 * Texts that React keeps as nodes of their own (UI-120): they break or stay as they were if the
 * browser translates the page. React marks such a node, but not the text of an element that
 * contains nothing else. Runs in the page.
 */
export function bareTexts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (
      /\S/.test(node.nodeValue ?? '') &&
      Object.keys(node).some((key) => key.startsWith('__reactFiber$'))
    )
      found.push(`${node.nodeValue} in ${node.parentElement?.outerHTML.slice(0, 200)}`);
  return found;
}

/**
 * Live regions inside another, and texts that are in two of them (UI-42): a screen reader would
 * read them twice. An open modal dialog silences the rest. Runs in the page.
 */
export function announcedTwice(): string[] {
  const LIVE =
    '[role=status], [role=alert], [role=log], output, [aria-live=polite], [aria-live=assertive]';
  const heard = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const regions = [...heard.querySelectorAll<HTMLElement>(LIVE)];
  const texts = regions.map((region) => region.innerText.trim()).filter((text) => text !== '');
  return [
    ...regions
      .filter((region) => region.parentElement?.closest(LIVE))
      .map((region) => region.outerHTML),
    ...texts.filter((text, n) => texts.indexOf(text) !== n),
  ];
}

/** No page is wider than its window, once it is laid out for this width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    )
    .toBeLessThanOrEqual(0);
}

/**
 * Checks the current page at both widths, which is much faster than a second run of its test. Wide
 * first: at 390 px, some content is hidden that is visible at 1280 px.
 */
export async function expectGoodAtBothWidths(page: Page): Promise<void> {
  const own = page.viewportSize();
  const seen: Seen = new Set();
  const reading = (one: Page) => axe(one, { seen });
  await page.setViewportSize({ width: 1280, height: 844 });
  await expectAccessible(page, reading);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, reading);
  await expectNoSidewaysScroll(page);
  if (own) await page.setViewportSize(own);
}

/**
 * Announces that a statement has changed the settings: a served page contains the settings of the
 * last announcement.
 */
export const announceParametres = ({ sql }: Manege): Promise<unknown> =>
  sql(`select pg_notify('manege_changes', '{"changed":["parametres"]}')`);

/** The settings of a new instance. */
export async function resetParametres(manege: Manege): Promise<void> {
  // In one statement, because a page of the test may read them at the same time.
  await manege.sql(`do $$ begin
    delete from parametres;
    insert into parametres (id, "lessonRetention", "lessonRetentionAnswered") values (1, true, true); -- SET-43
  end $$`);
  await announceParametres(manege);
}
