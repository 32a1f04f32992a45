/**
 * The frame around every screen: sidebar, phone menu, account menu, titles and focus, skip link,
 * toasts (UI-01 to UI-12).
 */
import type { Page } from '@playwright/test';
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  expectNoSidewaysScroll,
  type Manege,
  stopClock,
  tabTo,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { spokenBy } from '../../parcours/reservation.ts';

const RIDER_WORDS = ['Réservations', 'Mes leçons passées', 'Mes cavaliers', 'Aide'];
const ADMIN_WORDS = [
  'Réservations',
  'Webmaster',
  'Utilisateurs',
  'Statistiques',
  'Prix',
  'Paramètres',
  'Emails',
  'Journal',
  'Leçons supprimées',
  'Aide',
];

async function open(
  page: Page,
  manege: Manege,
  path: string,
  role: 'utilisateur' | 'webmaster' | 'admin' = 'admin',
): Promise<void> {
  await enter(page, manege, await manege.person({ role, prenom: 'Jean Luc', nom: 'Picard' }));
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Mon compte', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Vérification')).toBeHidden();
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The name, the initials and the badge; the menu of the account by key (UI-04, ACC-16). */
async function readHeader(page: Page): Promise<void> {
  await expect(page.getByRole('banner').locator('bdi')).toHaveText('Jean Luc Picard');
  await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible();
  const compte = page.getByRole('button', { name: 'Mon compte', exact: true });
  await expect(compte).toHaveText(/^JL/);
  await tabTo(page, compte);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Mon profil' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Mon profil' })).toBeHidden();
  await expect(compte).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Mon profil' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Mon profil')).toBeFocused();
  await expect(page).toHaveTitle('Mon profil · Manège');
}

test(
  'la barre latérale fait 16rem, 3rem réduite ; Ctrl+B la change, mais pas dans un dialogue, et un cookie de sept jours la retient',
  BUREAU,
  async ({ page, manege }) => {
    // UI-02, LIM-22
    await open(page, manege, '/app/prix');
    const width = () =>
      page.getByRole('complementary').evaluate((aside) => aside.getBoundingClientRect().width);
    await expect.poll(width).toBe(256);
    await page.keyboard.press('Control+b');
    await expect.poll(width).toBe(48);
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
    expect(cookie?.value).toBe('false');
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 604_800)).toBeLessThan(60);

    await page.reload();
    await expect(heading(page, 'Gestion des Prix')).toBeVisible();
    expect(await width()).toBe(48);
    for (const label of ADMIN_WORDS)
      await expect(menu(page).getByRole('link', { name: label })).toBeVisible();
    await page.keyboard.press('Meta+b');
    await expect.poll(width).toBe(256);
    await page.getByRole('button', { name: 'Réduire le menu' }).click();
    await expect.poll(width).toBe(48);
    await test.step('dans un dialogue, Ctrl+B ne change ni la barre latérale ni le menu', async () => {
      // UI-02
      await page.context().clearCookies({ name: 'sidebar_state' });
      await page.goto('/app/courriels');
      await page.getByRole('button', { name: "Envoyer un email d'essai" }).click();
      const dialog = page.getByRole('dialog', { name: "Envoyer un email d'essai" });
      const field = dialog.getByRole('textbox').first();
      await field.focus();
      for (const keys of ['Control+b', 'Meta+b']) {
        await page.keyboard.press(keys);
        await expect(field).toBeFocused();
        expect(await page.evaluate(() => document.cookie)).not.toContain('sidebar_state');
      }
      // The shortcut works again after the dialog is closed.
      await dialog.getByRole('button', { name: 'Annuler' }).click();
      await expect(dialog).toBeHidden();
      await page.keyboard.press('Control+b');
      await expect(page.getByRole('button', { name: 'Agrandir le menu' })).toBeVisible();
    });
  },
);

test(
  'une icône sans mot dit son nom après 700 ms, et la suivante aussitôt ; aussi par-dessus un dialogue, et elle se tait une fois pressée',
  BUREAU,
  async ({ page, manege }) => {
    await test.step('réduite, chaque icône dit son nom après 700 ms, et la suivante aussitôt', async () => {
      // UI-08, LIM-21
      await open(page, manege, '/app/prix');
      await page.keyboard.press('Control+b');
      const bubble = (label: string) => page.locator('[popover]').filter({ hasText: label });
      await page.clock.install();
      await stopClock(page);
      await menu(page).getByRole('link', { name: 'Prix' }).hover();
      await page.clock.runFor(690);
      await expect(bubble('Prix')).toBeHidden();
      await page.clock.runFor(20);
      await expect(bubble('Prix')).toBeVisible();
      await menu(page).getByRole('link', { name: 'Paramètres' }).hover();
      await page.clock.runFor(10);
      await expect(bubble('Paramètres')).toBeVisible();
      await expect(bubble('Prix')).toBeHidden();
      await bubble('Paramètres').hover();
      await page.clock.runFor(1_000);
      await expect(bubble('Paramètres')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(bubble('Paramètres')).toBeHidden();

      const prix = menu(page).getByRole('link', { name: 'Prix' });
      await prix.focus();
      await page.keyboard.press('Control+b');
      await expect(prix).toBeFocused();
    });
    await test.step("un bouton qui n'est qu'une icône", async () => {
      // UI-08
      await page.goto('/app/webmaster');
      const bubble = (label: string) => page.locator('[popover]').filter({ hasText: label });
      const next = page.getByRole('button', { name: 'Semaine suivante' });
      await stopClock(page);
      await next.hover();
      await page.clock.runFor(690);
      await expect(bubble('Semaine suivante')).toBeHidden();
      await page.clock.runFor(20);
      await expect(bubble('Semaine suivante')).toBeVisible();
      await next.click();
      await expect(bubble('Semaine suivante')).toBeHidden();

      await page.goto('/app/courriels');
      await page.getByRole('button', { name: "Envoyer un email d'essai" }).click();
      const dialog = page.getByRole('dialog', { name: "Envoyer un email d'essai" });
      await dialog.getByRole('button', { name: 'Fermer' }).hover();
      await page.clock.runFor(710);
      await expect(dialog.locator('[popover]')).toBeVisible();
      const isOnTop = await dialog.locator('[popover]').evaluate((element: HTMLElement) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === element;
      });
      expect(isOnTop).toBe(true);
    });
  },
);

test(
  "sur un téléphone, une barre en haut ouvre un menu de 18rem sur toute la hauteur, qu'un dialogue garde fermé ; l'en-tête est le même",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-02
    await open(page, manege, '/app/prix');
    await expect(page.getByRole('complementary')).toBeHidden();
    const button = page.getByRole('button', { name: 'Ouvrir le menu' });
    await button.click();
    const panel = page.getByRole('dialog', { name: 'Menu' });
    await expect(panel).toBeVisible();
    await expect
      .poll(() => panel.evaluate((dialog) => Math.round(dialog.getBoundingClientRect().x)))
      .toBe(0);
    const { width, height } = await panel.evaluate(
      (dialog) => dialog.getBoundingClientRect().toJSON() as DOMRect,
    );
    expect([width, height]).toEqual([288, 844]);
    // 'Webmaster' has a line below it, and 'Utilisateurs' shows the number of accounts that wait.
    await expect(menu(page).getByRole('link')).toHaveText(
      ADMIN_WORDS.map((word) => new RegExp(`^${word}`)),
    );
    await expect(
      menu(page).getByRole('link', { name: 'Webmaster Planning', exact: true }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('Control+b');
    await menu(page).getByRole('link', { name: 'Statistiques' }).click();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL('/app/statistiques');
    await expectNoSidewaysScroll(page);
    await test.step("l'en-tête", async () => {
      // UI-04, ACC-16
      await page.goto('/app/prix');
      await readHeader(page);
    });
    await test.step("dans un dialogue, Ctrl+B n'ouvre pas le menu", async () => {
      // UI-02
      await page.goto('/app/courriels');
      await page.getByRole('button', { name: "Envoyer un email d'essai" }).click();
      const dialog = page.getByRole('dialog', { name: "Envoyer un email d'essai" });
      const field = dialog.getByRole('textbox').first();
      await field.focus();
      for (const keys of ['Control+b', 'Meta+b']) {
        await page.keyboard.press(keys);
        await expect(field).toBeFocused();
        await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
      }
      // The shortcut works again after the dialog is closed.
      await dialog.getByRole('button', { name: 'Annuler' }).click();
      await expect(dialog).toBeHidden();
      await page.keyboard.press('Control+b');
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    });
  },
);

test(
  "l'en-tête dit qui l'on est, le menu suit le rôle, et la première touche mène au contenu, sur les pages publiques aussi",
  BUREAU,
  async ({ page, manege }) => {
    await test.step('la première touche mène au contenu', async () => {
      // UI-14
      for (const path of ['/', '/app/prix']) {
        if (path === '/') await page.goto(path);
        else await open(page, manege, path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.keyboard.press('Tab');
        await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('main')).toBeFocused();
      }
    });
    await test.step("l'en-tête dit le nom, les initiales et le badge ; le menu du compte s'ouvre et se ferme au clavier", async () => {
      // UI-04, ACC-16
      await readHeader(page);
    });
    await test.step('un webmaster et un cavalier ont les mêmes entrées, sans badge', async () => {
      // UI-03, ACC-08
      for (const role of ['webmaster', 'utilisateur'] as const) {
        await open(page, manege, '/app/monprofil', role);
        expect(await menu(page).getByRole('link').allTextContents()).toEqual(RIDER_WORDS);
        await expect(page.getByText('Admin', { exact: true })).toHaveCount(0);
      }
    });
  },
);

test(
  "un nom sans lettre cède la place à l'adresse, dont viennent alors les initiales",
  TELEPHONE,
  async ({ page, manege }) => {
    // ACC-15, ACC-16
    const person = await manege.person({ prenom: '42', nom: '!!' });
    await enter(page, manege, person);
    await page.goto('/');
    await expect(heading(page, `Bonjour ${person.email}`)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto('/app/monprofil');
    await expect(page.getByRole('button', { name: 'Mon compte', exact: true })).toHaveText(/^PE/);
    await manege.sql("update users set full_name = 'Tante Odile' where id = $1", [person.id]);
    await page.goto('/');
    await expect(heading(page, 'Bonjour Tante Odile')).toBeVisible();
  },
);

test.describe('une connexion qui se perd', () => {
  test.use({ reseauCoupe: true });

  /** The server disappears and returns: a banner reports the first, a toast the second. */
  async function loseAndFind(page: Page): Promise<void> {
    await page.context().setOffline(true);
    await expect(page.getByText('Connexion perdue')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText('Connexion perdue')).toBeHidden();
  }

  test(
    'une connexion perdue puis retrouvée se dit par un toast de cinq secondes, que le pointeur et le clavier retiennent',
    BUREAU,
    async ({ page, manege }) => {
      // UI-06, UI-12, LIM-20
      await open(page, manege, '/app/prix');
      const toasts = page.getByRole('region', { name: /^Notifications/ });
      const message = toasts.getByText('Connexion rétablie');
      await page.clock.install();
      await loseAndFind(page);
      await expect(message).toBeVisible();
      expect(await spokenBy(message)).toBe(1);
      await message.hover();
      await page.clock.fastForward(60_000);
      await expect(message).toBeVisible();
      await page.mouse.move(200, 400);
      await page.clock.fastForward(6_000);
      await expect(message).toBeHidden();

      await tabTo(page, page.getByRole('button', { name: 'Mon compte', exact: true }));
      await loseAndFind(page);
      await expect(message).toBeVisible();
      await page.keyboard.press('F8');
      await expect(toasts.getByRole('button', { name: 'Fermer la notification' })).toBeFocused();
      await expectGoodAtBothWidths(page); // here the focus keeps it open, however long axe takes
      await page.clock.fastForward(60_000);
      await expect(message).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(message).toBeHidden();
      await expect(page.getByRole('button', { name: 'Mon compte', exact: true })).toBeFocused();
    },
  );
});
