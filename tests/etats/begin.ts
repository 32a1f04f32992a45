/** The beginning of a group, and of each of its states. */
import type { Page } from '@playwright/test';
import { enter, expect, type Manege, REFUSED, test as base } from '../parcours/fixtures.ts';
import { answered } from '../support/answered.ts';
import { personOf, seed } from './donnees.ts';
import type { Etat, Groupe } from './etat.ts';

/** `complet`: all widths and themes. */
export const test = base.extend<{ complet: boolean }>({
  complet: [false, { option: true }],
  // Each test has a database of its own.
  baseURL: async ({ manege }, use, { titlePath }) => {
    await manege.begin(titlePath.join(' › '));
    await use(manege.server.url);
  },
});
/** Stores the data of a group and signs in. */
export async function begin(page: Page, manege: Manege, groupe: Groupe): Promise<void> {
  if (!groupe.empty) await seed(manege);
  const person = await personOf(groupe, manege);
  await groupe.prepare?.(manege, person);
  if (person) await enter(page, manege, person);
  // What cannot be pressed is named before the long test ends.
  page.setDefaultTimeout(30_000);
}

/** Loads the page of a state. It has read its data then, unless the state is without an answer. */
export async function load(page: Page, manege: Manege, etat: Etat): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // An address that differs only after '#' would keep the page.
  await page.goto('about:blank');
  await etat.prepare?.(page, manege);
  if (etat.loading) await page.route(etat.loading, () => new Promise(() => {}));
  if (etat.failed) await page.route(etat.failed, (route) => route.fulfill(REFUSED));
  // A page may wait for the answers that it has asked for itself.
  const waitUntil = etat.loading ? 'commit' : 'load';
  await page.goto(typeof etat.path === 'string' ? etat.path : await etat.path(manege), {
    waitUntil,
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (!etat.loading) await answered(page);
}
