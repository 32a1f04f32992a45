/** Helpers of the end-to-end tests about the daily view and the edit dialog. */
import type { Page } from '@playwright/test';
import { formatJour } from '#domain/core/calendrier.ts';
import { PASSWORD } from '../support/people.ts';
import { callWith, tokenFor } from '../support/server.ts';
import { enter, expect, type Manege } from './fixtures.ts';
import { today } from '../support/jours.ts';

type Stored = Record<string, unknown> & { id: string };

export const dayView = (page: Page) => page.getByRole('region', { name: 'Vue du jour' });
export const card = (page: Page, name: string | RegExp) =>
  dayView(page).getByRole('article', { name });
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Modifier la réservation' });
export const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
export const choice = (page: Page, name: string | RegExp) =>
  dialog(page).getByRole('radio', { name });
export const button = (page: Page, name: string) => dialog(page).getByRole('button', { name });
export const personnes = (page: Page) =>
  dialog(page).getByRole('group', { name: 'Nombre de personnes' }).getByRole('radio');

/** Books without a screen, for a rider. */
export async function book(
  manege: Manege,
  demande: Record<string, unknown>,
  rider = { prenom: 'Zoé', nom: 'Willems' },
): Promise<Stored> {
  const { email } = await manege.person(rider);
  const token = await tokenFor(manege.server.url, email, PASSWORD);
  const { status, body } = await callWith(token, `${manege.server.url}/api/reservations`, {
    type_lecon: 'collective',
    nombre_personnes: 2,
    noms_participants: ['Zoé Willems', 'Léa Martens'],
    type_piste: 'interieure',
    heure_debut: '10:00',
    ...demande,
  });
  expect(status, body.message).toBe(201);
  return body;
}

/** Changes or deletes a reservation as an administrator on another screen. */
export async function elsewhere(
  manege: Manege,
  method: 'PUT' | 'DELETE',
  stored: Stored,
  change: Record<string, unknown> = {},
): Promise<Stored> {
  const { email } = await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
  const token = await tokenFor(manege.server.url, email, PASSWORD);
  const response = await fetch(`${manege.server.url}/api/reservations/${stored.id}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === 'PUT' && { 'content-type': 'application/json' }),
    },
    ...(method === 'PUT' && { body: JSON.stringify({ ...stored, ...change }) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Stored;
}

export async function openDesk(page: Page, manege: Manege, jour?: string): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto(`/app/webmaster${jour ? `?jour=${jour}` : ''}`);
  await expect(dayView(page)).toBeVisible();
}

/** Chooses a day in the calendar of a date field: goes back to a past day, and on to any other. */
export async function chooseJour(
  page: Page,
  jour: string,
  within = dayView(page),
  field = 'Date',
): Promise<void> {
  await within.getByRole('button', { name: new RegExp(`^${field}, `) }).click();
  const calendrier = within.getByRole('dialog', { name: `${field}, calendrier` });
  const target = calendrier.getByRole('button', { name: formatJour(jour, 'long') });
  await expect(calendrier.getByRole('grid')).toBeVisible();
  const way = jour < today() ? 'précédent' : 'suivant';
  // With the keyboard, because Chromium moves an anchored panel one frame after the scroll, and a
  // click at its old position closes it.
  while ((await target.count()) === 0)
    await calendrier.getByRole('button', { name: `Aller au mois ${way}` }).press('Enter');
  await target.press('Enter');
  await expect(calendrier).toBeHidden();
}

export async function openDialog(
  page: Page,
  manege: Manege,
  jour: string,
  name: string | RegExp = /^10:00/,
): Promise<void> {
  await openDesk(page, manege, jour);
  await openLesson(page, name);
}

/** Opens the edit dialog on another day of a signed in desk. */
export async function openDialogOn(page: Page, jour: string): Promise<void> {
  await page.goto(`/app/webmaster?jour=${jour}`);
  await openLesson(page, /^10:00/);
}

async function openLesson(page: Page, name: string | RegExp): Promise<void> {
  await card(page, name)
    .getByRole('button', { name: /^Modifier/ })
    .click();
  await expect(dialog(page)).toBeVisible();
}

export const stored = async (manege: Manege, { id }: Stored) =>
  (
    await manege.sql(
      'select type_lecon, noms_participants, date_reservation::text as jour, type_piste, heure_debut::text, heure_fin::text, statut, remarques from reservations where id = $1',
      [id],
    )
  )[0];
