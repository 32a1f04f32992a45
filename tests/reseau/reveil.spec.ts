/**
 * A network that goes and returns in another order than the server, an answer that comes late, and
 * a machine that slept.
 */
import type { Page } from '@playwright/test';
import { BUREAU, enter, expect, TELEPHONE, test } from '../parcours/fixtures.ts';
import {
  bookElsewhere,
  bookFor,
  confirmButton,
  fillForm,
  radio,
  SUCCESS,
} from '../parcours/reservation.ts';
import { jourOf } from '../support/jours.ts';

test.use({ reseauCoupe: true });

const OFFLINE = 'Hors connexion : réserver attend le retour du réseau.';
const LOST = 'Connexion perdue';

/** Sets the browser's network state, and sends the matching event. */
const setOnLine = (page: Page, value: boolean) =>
  page.evaluate((onLine) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
    window.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
  }, value);

test(
  'le serveur perdu avant le réseau, et le réseau revenu avant le serveur, se disent tous deux',
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-56
    await enter(page, manege, await manege.person());
    await page.goto('/app/reservation');
    await fillForm(page, jourOf(34, 2));
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    // The open stream ends, as if the server had stopped.
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["prix"]}')`);
    await setOnLine(page, false);
    await setOnLine(page, true);
    await expect(page.getByText(LOST)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(OFFLINE)).toBeHidden();
    await setOnLine(page, false);
    await expect(page.getByText(OFFLINE)).toBeVisible();
    await expect(confirmButton(page)).toBeDisabled();
    await setOnLine(page, true);
    await expect(page.getByText(OFFLINE)).toBeHidden();
    await expect(page.getByText(LOST)).toBeVisible();
    await expect(confirmButton(page)).toBeEnabled();
  },
);

test(
  "une réponse qui arrive après la lecture en direct n'ajoute pas la leçon une seconde fois",
  BUREAU,
  async ({ page, manege }) => {
    // BOOK-22
    const rider = await manege.person();
    // If the list is not empty, the page reads it again by the day.
    expect(
      await bookFor(manege, rider, {
        date_reservation: jourOf(35, 1),
        noms_participants: ['Camille', 'Hugo'],
      }),
    ).toBe(201);
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    const jour = jourOf(35, 2);
    await fillForm(page, jour);
    const list = page.getByRole('region', { name: 'Mes réservations' }).getByRole('article');
    await expect(list).toHaveCount(1);
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/reservations', async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      const response = await route.fetch();
      await gate;
      await route.fulfill({ response });
    });
    await confirmButton(page).click();
    // the page has read the list again after the live notification
    await expect(list).toHaveCount(2);
    // The read after the person's own booking must not hide the added lesson.
    await page.route('**/api/reservations?*', () => undefined);
    answer();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(list).toHaveCount(2);
  },
);

test(
  "au réveil d'une machine endormie le flux se rouvre aussitôt, et ce qui a changé entre-temps se lit",
  BUREAU,
  async ({ page, manege }) => {
    // UI-35
    await enter(page, manege, await manege.person());
    const jour = jourOf(36, 3);
    await page.clock.install();
    await page.goto('/app/reservation');
    await fillForm(page, jour);
    // The stream is dead and sends nothing. The machine's clock continues, but no timer runs.
    await page.route('**/api/live', () => undefined);
    let opened = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/live')) opened += 1;
    });
    await page.clock.runFor(4_000);
    expect(opened).toBe(0);
    const asleep = await page.evaluate(() => Date.now());
    await page.clock.setSystemTime(asleep + 20_000);
    await page.clock.runFor(2_100);
    await expect.poll(() => opened).toBe(1);
    await page.unrouteAll();
    expect(await bookElsewhere(manege, { date_reservation: jour })).toBe(201);
    await expect(async () => {
      await page.clock.runFor(5_000);
      await expect(radio(page, /^10:00, (?!disponible)/)).toBeDisabled({ timeout: 500 });
    }).toPass();
  },
);
