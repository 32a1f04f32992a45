/**
 * The dark theme (UI-37), chosen by the system or the person. tests/etats checks the contrast of
 * each screen.
 */
import type { Page } from '@playwright/test';
import { BUREAU, enter, expect, test } from './fixtures.ts';

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

test(
  "le thème suit le système, et le choix du menu de compte reste sur l'appareil",
  BUREAU,
  async ({ page, manege }) => {
    // UI-37, LIM-92
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
  },
);
