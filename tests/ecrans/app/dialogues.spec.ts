/**
 * Unsaved input, what is announced and reachable in an open dialog, and messages that wait (UI-40
 * to UI-43).
 */
import type { Page } from '@playwright/test';
import {
  BUREAU,
  enter,
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  tab,
  test,
} from '../../parcours/fixtures.ts';
import { book, button, card, dialog, openDesk } from '../../parcours/modification.ts';
import { spokenBy } from '../../parcours/reservation.ts';
import { jourOf } from '../../support/jours.ts';

const question = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' });

/** Leaving causes a question, and 'Annuler' keeps everything. */
async function expectAsked(page: Page, leave: () => Promise<unknown>): Promise<void> {
  await leave();
  await expect(question(page)).toHaveAccessibleDescription('Ce que vous avez saisi sera perdu.');
  await question(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(question(page)).toBeHidden();
}

/**
 * The `close` event of a dialog is sent in a separate task. A question that opens again before this
 * event must stay open.
 */
async function expectAskedTwice(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await question(page)
    .getByRole('button', { name: 'Annuler' })
    .evaluate(async (annuler: HTMLButtonElement) => {
      const asked = annuler.closest('dialog')!;
      annuler.click();
      while (asked.open) await Promise.resolve(); // React renders in a microtask
      document
        .querySelector('dialog:modal form')
        ?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        );
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
    });
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(question(page)).toBeHidden();
}

test(
  'Échap, la croix, Retour, Avancer et le rechargement demandent avant de perdre ce qui est tapé',
  BUREAU,
  async ({ page, manege }) => {
    // UI-40
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/prix');
    await page.getByRole('link', { name: 'Paramètres' }).click();
    await tab(page, 'Types de leçon').click();
    await page.getByRole('link', { name: 'Statistiques' }).click();
    await page.goBack();
    await page.getByRole('link', { name: 'Aller au contenu' }).press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    const form = page.getByRole('dialog', { name: 'Ajouter un type de leçon' });
    await page.getByRole('button', { name: 'Ajouter un type' }).click();

    // Without input there is no question.
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Ajouter un type' }).click();
    const label = form.getByLabel('Libellé');
    await label.fill('Voltige');
    await expectAsked(page, () => page.keyboard.press('Escape'));
    await expectAsked(page, () => form.getByRole('button', { name: 'Fermer' }).click());
    await expectAsked(page, () => page.goBack());
    await expectAsked(page, () => page.goForward());
    const reload = page.waitForEvent('dialog');
    void page.evaluate(() => location.reload()).catch(() => undefined);
    const asked = await reload;
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    await expect(label).toHaveValue('Voltige');
    await expectAskedTwice(page);
    await page.goBack();
    await expect(question(page)).toBeVisible();
    await question(page).getByRole('button', { name: 'Quitter' }).click();
    await expect(page).toHaveURL('/app/webmastersettings');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'les coordonnées tapées survivent à un détour et à un rechargement, et partent',
  BUREAU,
  async ({ page, manege }) => {
    // UI-40, UI-21
    await enter(page, manege, await manege.person());
    await page.goto('/app/monprofil');
    await page.getByRole('button', { name: 'Modifier', exact: true }).click();
    await expect(page.getByLabel('Prénom')).toBeFocused();
    await page.getByLabel('Téléphone').fill('0470 12 34 56');
    await page.getByRole('link', { name: 'Réservations' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Téléphone')).toHaveValue('0470 12 34 56');
    await page.reload();
    await expect(page.getByLabel('Téléphone')).toHaveValue('0470 12 34 56');
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expect(page.getByText('Profil mis à jour avec succès')).toBeVisible();
    await expect(page.getByText('0470 12 34 56')).toBeVisible();
  },
);

test.describe('dans une fenêtre ouverte', () => {
  test.use({ reseauCoupe: true });

  test(
    "la connexion perdue et les toasts se voient, se disent et s'atteignent ; le message d'après attend sous le pointeur",
    BUREAU,
    async ({ page, manege }) => {
      // UI-41, UI-42, UI-43
      const jour = jourOf(10, 50);
      await book(manege, { date_reservation: jour });
      await openDesk(page, manege, jour);
      await card(page, /^10:00/)
        .getByRole('button', { name: /^Modifier/ })
        .click();
      await page.context().setOffline(true);
      const band = dialog(page).getByText('Connexion perdue');
      await expect(band).toBeInViewport();
      expect(await spokenBy(band)).toBe(1);
      await expectAccessible(page);
      await page.clock.install();
      await page.context().setOffline(false);
      const toast = dialog(page).getByText('Connexion rétablie');
      await expect(toast).toBeInViewport();
      await expect(band).toBeHidden();
      expect(await spokenBy(toast)).toBe(1);
      await page.keyboard.press('F8');
      await expect(
        dialog(page).getByRole('button', { name: 'Fermer la notification' }),
      ).toBeFocused();
      await expectGoodAtBothWidths(page);
      await page.keyboard.press('Escape');
      await expect(toast).toBeHidden();
      await expect(dialog(page)).toBeVisible();

      await dialog(page).getByLabel('Remarques').fill('Selle à vérifier');
      await button(page, 'Enregistrer').click();
      const banner = page.getByText('Réservation mise à jour');
      await expect(banner).toBeVisible();
      expect(await spokenBy(banner)).toBe(1);
      await banner.hover();
      await page.clock.fastForward(60_000);
      await expect(banner).toBeVisible();
      await page.mouse.move(5, 5);
      await page.clock.fastForward(5_500);
      await expect(banner).toBeHidden();
    },
  );
});
