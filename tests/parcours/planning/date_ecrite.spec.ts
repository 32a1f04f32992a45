/** A day that is typed in a calendar (DESK-80). */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, expect, tabTo, TELEPHONE, test } from '../fixtures.ts';
import { dayView, dialog, openDesk } from '../modification.ts';
import { store } from '../planning.ts';
import { jourOf, today } from '../../support/jours.ts';

const YEAR = Number(today().slice(0, 4));
/** The next 17 March. */
const MARCH = [`${YEAR}-03-17`, `${YEAR + 1}-03-17`].find((jour) => jour >= today())!;
const WRONG =
  /^«\s.+\s» n'est pas une date du .+ au .+\. Écrivez par exemple 17\/3, 17\/03\/2027 ou 17 mars\.$/;

const dayOf = (page: Page) => page.getByRole('region', { name: 'Planning du jour' });
const button = (page: Page) => dayOf(page).getByRole('button', { name: /^Aller à une date, / });
const calendar = (page: Page, name = 'Aller à une date') =>
  page.getByRole('dialog', { name: `${name}, calendrier` });
const field = (page: Page, name?: string) =>
  calendar(page, name).getByLabel('Date', { exact: true });
const shown = (page: Page) => dayOf(page).getByRole('heading', { level: 2 });
const days = (page: Page) => calendar(page).getByRole('grid');

test(
  "au clavier : une date s'écrit sur le mois, se montre sans Entrée, et s'achève lentement",
  BUREAU,
  async ({ page, manege }) => {
    // LIM-198
    const jour = jourOf(10, 453);
    await page.clock.install();
    await openDesk(page, manege, jour);
    await tabTo(page, button(page));
    await page.keyboard.press('Enter');
    await expect(days(page).locator(':focus')).toBeVisible();
    // The arrows still move in the month.
    await page.keyboard.press('ArrowRight');
    await expect(
      days(page).getByRole('button', { name: new RegExp(formatJour(addDays(jour, 1), 'long')) }),
    ).toBeFocused();
    await page.keyboard.type('17/3');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveValue('17/3');
    await expect(days(page)).toBeHidden();
    await expect(calendar(page)).toContainText(formatJour(MARCH, 'long'));
    // Only after a pause.
    await expect(shown(page)).toHaveText(formatJour(jour, 'long'));
    await expect(shown(page)).toHaveText(formatJour(MARCH, 'long'));
    await page.clock.runFor(1_500);
    await page.keyboard.type(`/${YEAR - 1}`);
    await expect(shown(page)).toHaveText(formatJour(`${YEAR - 1}-03-17`, 'long'));
    await page.keyboard.press('Enter');
    await expect(calendar(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
    await expect(button(page)).toHaveAccessibleName(
      `Aller à une date, ${formatJour(`${YEAR - 1}-03-17`, 'court')}`,
    );
    // Enter does not wait.
    await page.keyboard.press('Enter');
    await expect(days(page).locator(':focus')).toBeVisible();
    await page.keyboard.type('17 mars');
    await page.keyboard.press('Enter');
    await expect(shown(page)).toHaveText(formatJour(MARCH, 'long'));
    await expect(button(page)).toBeFocused();
  },
);

test(
  "ce qui n'est pas une date se dit et ne change rien, Échap non plus ; dans un dialogue, Entrée choisit la date et n'enregistre pas",
  BUREAU,
  async ({ page, manege }) => {
    const jour = jourOf(10, 453);
    await openDesk(page, manege, jour);
    for (const text of ['31/2', '17/39', 'camille', '17 mars camille', '17/3/2199']) {
      await button(page).click();
      await field(page).fill(text);
      await page.keyboard.press('Enter');
      await expect(calendar(page).getByRole('alert'), text).toHaveText(WRONG);
      await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
      await page.keyboard.press('Escape');
      await expect(calendar(page)).toBeHidden();
      await expect(button(page)).toBeFocused();
      await expect(shown(page)).toHaveText(formatJour(jour, 'long'));
    }
    await button(page).click();
    await field(page).fill('31/2');
    await page.keyboard.press('Enter');
    // Another text is no longer wrong, and without a text the month is there again.
    await field(page).fill('31/');
    await expect(calendar(page).getByRole('alert')).toHaveText('');
    await field(page).fill('');
    await expect(days(page)).toBeVisible();
    await field(page).fill('31/2');
    await page.mouse.click(5, 400);
    await expect(calendar(page)).toBeHidden();
    // The closed calendar may still have it for a moment.
    await expect(page.getByText(WRONG).filter({ visible: true })).toBeVisible();
    await expect(shown(page)).toHaveText(formatJour(jour, 'long'));
    // A date that is left at once is shown.
    await button(page).click();
    await field(page).fill('17/3');
    await page.mouse.click(5, 400);
    await expect(shown(page)).toHaveText(formatJour(MARCH, 'long'));

    const other = jourOf(10, 455);
    await store(manege, { jour: other });
    await page.goto(`/app/webmaster?jour=${other}`);
    await dayView(page)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await dialog(page)
      .getByRole('button', { name: /^Date, / })
      .click();
    await field(page, 'Date').fill('17/3');
    await field(page, 'Date').press('Enter');
    await expect(calendar(page, 'Date')).toBeHidden();
    await expect(dialog(page).getByRole('button', { name: /^Date, / })).toHaveAccessibleName(
      `Date, ${formatJour(MARCH, 'long')}`,
    );
    await expect(dialog(page)).toBeVisible();
  },
);

test(
  "au doigt : le champ se touche ; la date effacée de la vue du jour s'écrit de nouveau",
  TELEPHONE,
  async ({ page, manege }) => {
    // DESK-24
    const jour = jourOf(10, 454);
    await openDesk(page, manege, jour);
    await dayView(page)
      .getByRole('button', { name: /^Date, / })
      .tap();
    await calendar(page, 'Date').getByRole('button', { name: 'Effacer la date' }).tap();
    await expect(page.getByText('Sélectionnez une date pour voir les réservations')).toBeVisible();
    await dayView(page)
      .getByRole('button', { name: /^Date, / })
      .tap();
    await field(page, 'Date').tap();
    await field(page, 'Date').pressSequentially('17/03');
    await expect(
      page.getByText(`Aucune réservation pour le ${formatJour(MARCH, 'long')}`),
    ).toBeVisible();
    await field(page, 'Date').press('Enter');
    await expect(calendar(page, 'Date')).toBeHidden();
  },
);
