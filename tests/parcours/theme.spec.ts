/** The dark theme (UI-37): chosen by the system or the person, and as legible as the light one. */
import type { Page } from '@playwright/test';
import { BUREAU, enter, expect, expectGoodAtBothWidths, test } from './fixtures.ts';

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

test('le thème suit le système, et le choix du menu de compte reste sur l\'appareil', BUREAU, async ({ page, manege }) => { // UI-37, LIM-92
  await enter(page, manege, await manege.person());
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
});

test.describe('en thème sombre', () => {
  test.use({ colorScheme: 'dark' });

  test('un visiteur, un cavalier et un administrateur lisent tout', BUREAU, async ({ page, manege }) => { // UI-37, UI-14
    for (const path of ['/', '/login']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectGoodAtBothWidths(page);
    }
    await enter(page, manege, await manege.person({ role: 'admin' }));
    for (const path of ['/app/reservation', '/app/webmaster', '/app/webmastersettings', '/app/monprofil']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectGoodAtBothWidths(page);
    }
  });
});
