/** The list of the help and the page of a task (UI-90 to UI-92). */
import type { Page } from '@playwright/test';
import { BUREAU, enter, expect, test, TELEPHONE } from '../../parcours/fixtures.ts';

const field = (page: Page) => page.getByRole('textbox', { name: "Chercher dans l'aide" });
const list = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).getByRole('listitem');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test(
  'une visiteuse trouve une tâche par un mot sans accent, la lit, et revient à sa recherche',
  TELEPHONE,
  async ({ page }) => {
    // UI-91, UI-92, UI-14
    await page.goto('/aide');
    await expect(heading(page, 'Aide')).toBeVisible();
    // Riders first; no role is known.
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Pour les cavaliers',
      'Pour le bureau',
    ]);
    expect(await list(page, 'Pour les cavaliers').count()).toBeGreaterThanOrEqual(6);
    expect(await list(page, 'Pour le bureau').count()).toBeGreaterThanOrEqual(6);
    // By a word that only its text contains, or only its file.
    await field(page).fill('DEPLACER cadre');
    await expect(page.getByRole('listitem')).toHaveCount(0);
    await expect(page.getByRole('status')).toHaveText(/^Aucune page ne parle de cela/);
    await field(page).fill('gel concours');
    await expect(page.getByRole('listitem')).toHaveText(['Fermer une piste']);
    await expect(page.getByRole('status')).toHaveText('');
    await field(page).fill('echap');
    await expect(page.getByRole('listitem')).toHaveText(['Déplacer une leçon']);
    await expect(page).toHaveURL('/aide?q=echap');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/aide/deplacer-une-lecon');
    await expect(heading(page, 'Déplacer une leçon')).toBeFocused();
    await expect(page).toHaveTitle(/^Déplacer une leçon · /);
    await expect(page.getByRole('link', { name: "Ouvrir l'écran" })).toHaveCount(0);
    const image = page.getByRole('img', { name: /^Pendant un déplacement/ });
    await expect
      .poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(300);
    await page.goBack();
    await expect(field(page)).toHaveValue('echap');
  },
);

test(
  'un administrateur y va par le menu, trouve le bureau en premier, et ouvre l’écran de la tâche',
  BUREAU,
  async ({ page, manege }) => {
    // UI-91, UI-92, UI-03
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/prix');
    const images: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.webp')) images.push(request.url());
    });
    await page
      .getByRole('navigation', { name: 'Menu principal' })
      .getByRole('link', { name: 'Aide' })
      .click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Pour le bureau',
      'Pour les cavaliers',
    ]);
    // The list shows no picture, so none is fetched.
    expect(images).toEqual([]);
    await page.getByRole('link', { name: 'Changer un prix' }).click();
    await expect(heading(page, 'Changer un prix')).toBeFocused();
    expect(images).toHaveLength(1);
    await page.getByRole('link', { name: "Ouvrir l'écran" }).click();
    await expect(page).toHaveURL('/app/prix');
    await expect(heading(page, 'Gestion des Prix')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('aide');
    await page.getByRole('dialog').getByRole('option', { name: 'Aller à Aide' }).click();
    await expect(page).toHaveURL('/aide');
  },
);

test(
  'un cavalier lit la page du bureau, sans lien vers un écran qui n’est pas le sien',
  BUREAU,
  async ({ page, manege }) => {
    // UI-92
    await enter(page, manege, await manege.person());
    await page.goto('/aide/changer-un-prix');
    await expect(heading(page, 'Changer un prix')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Mon espace' })).toBeVisible();
    await expect(page.getByRole('link', { name: "Ouvrir l'écran" })).toHaveCount(0);
    await page.goto('/aide/reserver-une-lecon');
    await expect(page.getByRole('link', { name: "Ouvrir l'écran" })).toHaveAttribute(
      'href',
      '/app/reservation',
    );
    // On paper: the task, without the frame (UI-79).
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('link', { name: "Toute l'aide" })).toHaveCount(0);
    await expect(page.getByRole('link', { name: "Ouvrir l'écran" })).toHaveCount(0);
    await expect(page.getByRole('img')).toBeVisible();
  },
);
