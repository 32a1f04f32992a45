/**
 * The menu of a rider leads to the past lessons, the saved riders and the calendar (UI-112), and
 * the menu of the account to the theme (UI-37). tests/etats checks the contrast of each screen.
 */
import type { Page } from '@playwright/test';
import { announceParametres, enter, expect, TELEPHONE, test } from '../fixtures.ts';

test(
  'le menu mène aux leçons passées, aux cavaliers et au calendrier ; le thème suit le système',
  TELEPHONE,
  async ({ page, manege }) => {
    // LIM-92, UI-03, UI-37, UI-112
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    const open = () => page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    await open();
    await expect(menu.getByRole('link')).toHaveText([
      'Réservations',
      'Mes leçons passées',
      'Mes cavaliers',
      'Aide',
    ]);
    // The centre offers calendars: the open menu follows.
    await manege.sql('update parametres set "calendarFeeds" = true');
    await announceParametres(manege);
    await expect(menu.getByRole('link', { name: 'Mon calendrier' })).toBeVisible();

    await menu.getByRole('link', { name: 'Mes leçons passées' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mes leçons passées' })).toBeFocused();
    await open();
    await expect(menu.getByRole('link', { name: 'Mes leçons passées' })).toHaveAttribute(
      'aria-current',
      'page',
    );

    for (const [label, hash] of [
      ['Mon calendrier', 'calendrier'],
      ['Mes cavaliers', 'cavaliers'], // from one card to the other, on the same page
    ] as const) {
      await menu.getByRole('link', { name: label }).press('Enter');
      await expect(page).toHaveURL(`/app/monprofil#${hash}`);
      const heading = page.getByRole('heading', { level: 2, name: label });
      await expect(heading).toBeFocused();
      await expect(heading).toBeInViewport();
      await open();
      await expect(menu.locator('[aria-current]')).toHaveText([label]);
    }
    await menu.getByRole('link', { name: 'Réservations' }).press('Enter');
    // The address changes before the page does, and Back must leave that page.
    await expect(page).toHaveURL('/app/reservation');
    await expect(page.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Mon profil' })).toBeFocused();
    await test.step("le choix du thème au menu de compte reste sur l'appareil", () =>
      chooseTheme(page));
  },
);

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

async function chooseTheme(page: Page): Promise<void> {
  await page.goto('/app/reservation');
  expect(await theme(page)).toBe('clair');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => theme(page)).toBe('sombre');
  await page.getByRole('button', { name: 'Mon compte', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Système' })).toBeChecked();
  await page.getByRole('radio', { name: 'Système' }).press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Clair' })).toBeChecked();
  expect(await theme(page)).toBe('clair');
  await page.reload();
  expect(await theme(page)).toBe('clair');
}
