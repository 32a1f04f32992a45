/** Helpers of the tests about the user page: its tables, its rows, its questions. */
import type { Locator, Page } from '@playwright/test';
import { confirmSessions, enter, expect, type Manege, stopClock } from './fixtures.ts';

export const DEMANDES = 'Demandes en attente';
export const APPROVED = 'Utilisateurs approuvés';
export const REFUSED = 'Utilisateurs refusés';
export const CLIENTS = 'Clients sans compte';

/** A name that no other test has. */
let n = 0;
export const newNom = (): string => {
  n += 1;
  return `Essai${n}x${process.pid}`;
};

export async function openUtilisateurs(
  page: Page,
  manege: Manege,
): Promise<{ id: string; email: string }> {
  const admin = await manege.person({ role: 'admin', prenom: 'Sophie', nom: newNom() });
  await enter(page, manege, admin);
  await confirmSessions(manege);
  await page.goto('/app/utilisateurs');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Gestion des Utilisateurs' }),
  ).toBeVisible();
  return admin;
}

export const table = (page: Page, nom: string): Locator =>
  page.getByRole('table', { name: nom, exact: true });
export const rowNamed = (page: Page, heading: string, nom: string): Locator =>
  table(page, heading).getByRole('row').filter({ hasText: nom });
export const button = (within: Locator, action: string): Locator =>
  within.getByRole('button', { name: new RegExp(`^${action}`) });
/** The button that opens the menu of a row. */
export const menuOf = (row: Locator): Locator => button(row, "Plus d'actions pour");
/** Presses an action of an account: the button of its row, or the entry of its menu. */
export async function act(row: Locator, action: string): Promise<void> {
  await menuOf(row).waitFor();
  if (await button(row, action).isVisible()) return button(row, action).click();
  await menuOf(row).click();
  await row.getByRole('menuitem', { name: action, exact: true }).click();
}
/** Chooses an entry of the open menu by keyboard. */
export async function chooseEntry(page: Page, action: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name: action, exact: true });
  await expect(entry).toBeVisible();
  await expect(async () => {
    if (!(await entry.evaluate((one) => one === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await expect(entry).toBeFocused({ timeout: 200 });
  }).toPass({ intervals: [0] });
  await page.keyboard.press('Enter');
}
export const headingOf = (page: Page, nom: string): Locator =>
  page.getByRole('heading', { level: 2, name: nom });
export const question = (page: Page): Locator => page.getByRole('alertdialog');
export const dialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Approuver cette demande' });
export const search = (page: Page): Locator => page.getByLabel(/^Rechercher un compte/);

/** Stores a customer without an account, without a screen. Returns its id. */
export async function storeClient(
  manege: Manege,
  nom: string,
  telephone: string | null = null,
): Promise<string> {
  const [row] = await manege.sql(
    'insert into clients (nom, cle, telephone) values ($1, lower($1), $2) returning id',
    [nom, telephone],
  );
  return String(row?.['id']);
}

/** The stored account. Undefined if it was deleted. */
export const stored = async (manege: Manege, { id }: { id: string }) =>
  (await manege.sql('select role, statut from users where id = $1', [id]))[0];

/**
 * How long the message of an action stays on the screen, in milliseconds of a clock that only this
 * function moves. The page must be opened after `page.clock.install()`.
 */
export async function durationOf(
  page: Page,
  message: Locator,
  act: () => Promise<void>,
): Promise<number> {
  await stopClock(page);
  await act();
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(message).toBeVisible({ timeout: 100 });
  }).toPass();
  let ms = 0;
  for (; await message.isVisible(); ms += 100) await page.clock.runFor(100);
  await page.clock.resume();
  return ms;
}
