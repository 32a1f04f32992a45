/**
 * A running Manège for each worker, people to sign in as, and a page on which a stray console error
 * is a failure.
 */
import { test as base, expect, type Locator, type Page, type Route } from '@playwright/test';
import { type Manege, type Person, startManege } from '../support/manege.ts';
import { PASSWORD } from '../support/people.ts';
import { axe, axeAtOtherWidth } from './axe.ts';

export { type Manege, SECRET } from '../support/manege.ts';

/**
 * `reseauCoupe`: the journey cuts the network, which browsers report in the console.
 * `exceptionVoulue`: it makes a screen fail, which React reports there.
 */
type Options = { reseauCoupe: boolean; exceptionVoulue: boolean };

export const test = base.extend<Options & { quiet: void }, { manege: Manege }>({
  reseauCoupe: [false, { option: true }],
  exceptionVoulue: [false, { option: true }],

  manege: [
    async ({}, use) => {
      const manege = await startManege();
      await use(manege);
      await manege.stop();
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ manege }, use) => use(manege.server.url),

  quiet: [
    async ({ context, reseauCoupe, exceptionVoulue }, use) => {
      let noise: string[] = [];
      context.on('page', (page) => listenTo(page, noise));
      for (const page of context.pages()) listenTo(page, noise);
      await use();
      if (reseauCoupe)
        noise = noise.filter(
          (line) =>
            !/net::ERR_|a part (could not be loaded|is late)|Failed to load module script|status of 5\d\d/.test(
              line,
            ),
        );
      if (exceptionVoulue) noise = noise.filter((line) => !line.startsWith('error: TypeError:'));
      expect(noise, 'la console est restée muette').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * A refusal (401, 409…) is an answer the screens expect, yet browsers write every one of them into
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
 * A journey that does not depend on the width runs at one of the two. Every screen and dialog is
 * read by axe at both: by two journeys, or by `expectGoodAtBothWidths`.
 */
export const BUREAU = { tag: '@bureau' };
export const TELEPHONE = { tag: '@telephone' };

export { axe, expect };

/** Signs in through the screen, as anyone does. */
export async function signIn(page: Page, { email }: Person, from = '/login'): Promise<void> {
  await page.goto(from);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** Signs in by the call, for journeys that begin after the sign-in. */
export async function enter(page: Page, { server }: Manege, { email }: Person): Promise<void> {
  const response = await page.request.post(`${server.url}/api/auth/sign-in/email`, {
    headers: { origin: server.url },
    data: { email, password: PASSWORD },
  });
  expect(response.status()).toBe(200);
}

/**
 * As if everybody who is signed in had given the password again a moment ago (ACC-100), for
 * journeys about something else.
 */
export const confirmSessions = (manege: Manege): Promise<unknown> =>
  manege.sql('update sessions set confirme_at = now()');

/**
 * The page lives at another instant: it takes the time from the `Date` header of answers, which is
 * changed.
 */
export async function serveAt(page: Page, instant: string): Promise<void> {
  await page.clock.setFixedTime(instant);
  await page.route(
    (url) => url.pathname.startsWith('/api/') && url.pathname !== '/api/live',
    async (route) => {
      // The page may be left meanwhile, at any step.
      const response = await route.fetch().catch(() => null);
      if (!response) return route.abort();
      const headers = { ...response.headers(), date: new Date(instant).toUTCString() };
      return route.fulfill({ response, headers }).catch(() => undefined);
    },
  );
}

/**
 * Answers the next write to an address in the server's place. Readings pass: the stream of changes
 * may cause one at any time.
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

/** A refusal of a reading: it is not asked again by itself, and leads nowhere. */
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
  for (let n = 0; n < 120; n += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard cannot reach ${target.toString()}`);
}

/**
 * Waits until nothing moves but spinners, which never end: while a colour fades, its contrast is
 * not the final one.
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

/** axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page, reading = axe): Promise<void> {
  await settled(page);
  expect(await reading(page)).toEqual([]);
  expect(await page.evaluate(announcedTwice)).toEqual([]);
}

/**
 * Live regions inside another, and texts that two of them say (UI-42): a screen reader would say
 * them twice. An open modal makes the rest mute. Runs in the page.
 */
function announcedTwice(): string[] {
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

/** No page is wider than its screen, once it is laid out for its width. */
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
 * The page as it stands, at both widths: far cheaper than its journey a second time. Wide first: at
 * 390 px less is shown that was not shown before.
 */
export async function expectGoodAtBothWidths(page: Page): Promise<void> {
  const own = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 844 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, axeAtOtherWidth);
  await expectNoSidewaysScroll(page);
  if (own) await page.setViewportSize(own);
}

/**
 * Says that the settings were changed by a statement: a served page is filled from those last
 * announced.
 */
export const announceParametres = ({ sql }: Manege): Promise<unknown> =>
  sql(`select pg_notify('manege_changes', '{"changed":["parametres"]}')`);

/** The settings as a new instance has them. */
export async function resetParametres(manege: Manege): Promise<void> {
  // In one statement: a page of the test may be reading them.
  await manege.sql(`do $$ begin
    delete from parametres;
    insert into parametres (id, "lessonRetention", "lessonRetentionAnswered") values (1, true, true); -- SET-43
  end $$`);
  await announceParametres(manege);
}
