/**
 * Every screen and the main dialogs at four widths in both themes: axe finds nothing, nothing is
 * wider than its window, and no punctuation can start a line (UI-14, UI-37, UI-78). One run reports
 * all errors, because the expectations are soft. `npm run test:engines` runs this, `npm test` does
 * not.
 */
import type { Locator, Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import { ficheLink } from '../../src/web/paths/fiche.ts';
import { PAGES } from '../../src/web/paths/paths.ts';
import { storeCustomer } from '../parcours/fiche.ts';
import { axe, enter, expect, settled, test } from '../parcours/fixtures.ts';
import { jourOf } from '../parcours/modification.ts';
import { bookFor, fillForm, goToJour } from '../parcours/reservation.ts';
import { looseSigns } from '../parcours/signs.ts';
import {
  enterAsAdmin,
  FACTURATION,
  FENETRES,
  GRAPHIQUES,
  JOUR,
  ONGLETS,
  seed,
  sendReleve,
} from './fenetres.ts';
import { answered } from '../support/answered.ts';

const WIDTHS = [320, 390, 768, 1280];
const THEMES = { clair: 'light', sombre: 'dark' } as const;

/**
 * Runs axe on the current page, at each width in each theme. `open`: what must still be open then;
 * it is opened again if a resize closes it.
 */
async function sweep(
  page: Page,
  title: string,
  {
    widths = WIDTHS,
    open,
    reopen,
  }: { widths?: number[]; open?: Locator; reopen?: () => Promise<void> } = {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const [theme, colorScheme] of Object.entries(THEMES)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      if (open && reopen && !(await open.isVisible())) await reopen();
      if (open) {
        await expect(open).toBeVisible();
        await open.scrollIntoViewIfNeeded();
      }
      await settled(page);
      const faults = await axe(page);
      const excess = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      faults.push(...(await looseSigns(page)));
      if (excess > 0) faults.push(`${excess} px wider than the window`);
      expect.soft(faults, `${title}, ${width} px, ${theme}`).toEqual([]);
    }
  }
}

/** Loads an address and waits until its screen has read its data. */
async function load(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await answered(page);
}

async function sweepPages(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await load(page, path);
    await sweep(page, path);
  }
}

const pathsFor = (...access: string[]) =>
  PAGES.filter(([, one]) => access.includes(one.access)).map(([, { path }]) => path);

test.describe.configure({ mode: 'parallel', timeout: 600_000 });

test.beforeAll(async ({ manege }, { file }) => {
  await manege.begin(file);
  await seed(manege);
});

test('un visiteur', async ({ page }) => {
  await sweepPages(page, [
    ...pathsFor('tous', 'visiteur'),
    '/nulle-part',
    '/confirm-email#token=inconnu',
    '/reset-password#token=inconnu',
  ]);
});

test('un cavalier', async ({ page, manege }) => {
  const rider = await manege.person({ prenom: 'Camille', nom: 'Lambert' });
  expect(await bookFor(manege, rider, { date_reservation: jourOf(3) })).toBe(201);
  await enter(page, manege, rider);
  const releve = await sendReleve(manege, rider.id);
  await sweepPages(page, [
    '/',
    ...pathsFor('connecte'),
    `/app/mes-releves/${releve}`,
    '/app/webmaster',
    '/app/nulle-part',
  ]);

  await load(page, '/app/reservation');
  await fillForm(page, JOUR, { heure: '18:00' });
  await sweep(page, 'la demande remplie');
});

test('les leçons ouvertes', async ({ page, manege }) => {
  const [zoe, rider] = [
    await manege.person({ prenom: 'Zoé', nom: 'Willems' }),
    await manege.person({ prenom: 'Wilhelmina-Maximiliane', nom: 'Van den Broeck-Vandenbussche' }),
  ];
  const jour = addDays(jourOf(4), -56); // within eight weeks
  for (const heure_debut of ['09:00', '10:00', '11:00', '12:00'])
    expect(await bookFor(manege, zoe, { date_reservation: jour, heure_debut })).toBe(201);
  await manege.sql(`update types_lecons set ouverte = value = 'collective'`);
  await enter(page, manege, rider);
  await load(page, '/app/reservation');
  await goToJour(page, jour);
  const section = page.getByRole('region', { name: 'Leçons ouvertes' });
  // Other tests of this worker may have left one.
  await section.getByRole('button', { name: /^Voir les \d+ leçons ouvertes$/ }).click();
  await sweep(page, 'les leçons ouvertes', { open: section });
  await section
    .getByRole('button', { name: /^Rejoindre/ })
    .first()
    .click();
  await sweep(page, 'rejoindre une leçon', {
    open: page.getByRole('dialog', { name: 'Rejoindre cette leçon' }),
  });
  await manege.sql('update types_lecons set ouverte = false');
});

test('un administrateur', async ({ page, manege }) => {
  await enter(
    page,
    manege,
    await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' }),
  );
  const { id, paye } = await storeCustomer(manege);
  await sendReleve(manege, id);
  await sweepPages(page, [
    '/',
    ...pathsFor('connecte', 'admin'),
    ...ONGLETS,
    ...FACTURATION,
    GRAPHIQUES,
    `/app/webmaster?semaine=${JOUR}&jour=${JOUR}`,
    ficheLink(id),
    ficheLink(paye),
  ]);
});

test('les fenêtres', async ({ page, manege }) => {
  await enterAsAdmin(page, manege);
  for (const { title, path, open, press, narrow } of FENETRES) {
    await load(page, path);
    if (narrow) await page.setViewportSize({ width: 320, height: 844 });
    await press(page);
    await expect(open(page)).toBeVisible();
    await sweep(page, title, {
      open: open(page),
      reopen: () => press(page),
      ...(narrow && { widths: [320, 390] }),
    });
  }
});
