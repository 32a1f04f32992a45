/** A lesson cancelled from its card, with a common reason (DESK-82). */
import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, expect, type Manege, REFUSED, tabTo, TELEPHONE, test } from '../fixtures.ts';
import { book, card as dayCard, openDesk } from '../modification.ts';
import { press, store, storeSerie } from '../planning.ts';
import { jourOf } from '../../support/jours.ts';

const lesson = (page: Page, name: RegExp) =>
  page.getByRole('grid').getByRole('button', { name }).first();
const card = (page: Page) => page.getByRole('dialog', { name: /^Leçon collective/ });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Annuler cette leçon ?' });
const answer = (page: Page, name: string) =>
  question(page).getByRole('button', { name, exact: true });
const raison = (page: Page) => page.getByRole('alertdialog').getByLabel(/^Raison/);
const stateOf = (manege: Manege, ids: string[]) =>
  manege.sql(
    'select statut, raison from reservations where id = any($1) order by date_reservation',
    [ids],
  );

test(
  'au clavier : la carte, une raison courante, ce qui est écrit reste ; Ctrl+Z la reprend',
  BUREAU,
  async ({ page, manege }) => {
    const jour = jourOf(10, 441);
    const { id } = await book(manege, { date_reservation: jour });
    await openDesk(page, manege, jour);
    await lesson(page, /Zoé W/).focus();
    await page.keyboard.press('Enter');
    await expect(card(page)).toBeFocused();
    await tabTo(page, card(page).getByRole('button', { name: 'Annuler la leçon' }));
    await page.keyboard.press('Enter');
    await expect(answer(page, 'Garder la leçon')).toBeFocused();
    await expect(raison(page)).toHaveAccessibleDescription(
      /^Elle reste avec la leçon\s: le bureau la relit quand on la demande\.$/,
    );
    await raison(page).fill('appelé à midi');
    const common = answer(page, 'Empêchement');
    await common.press('Enter');
    await expect(raison(page)).toHaveValue('Empêchement, appelé à midi');
    await raison(page).fill('');
    await common.press('Space');
    await expect(common).toHaveAttribute('aria-pressed', 'true');
    await answer(page, 'Mauvais temps').press('Space');
    await expect(raison(page)).toHaveValue('Mauvais temps');
    await answer(page, 'Mauvais temps').press('Space');
    await expect(raison(page)).toHaveValue('');
    await common.press('Space');
    // Keeping the lesson stores nothing, and what was chosen is there again.
    await answer(page, 'Garder la leçon').press('Enter');
    await expect(lesson(page, /Zoé W/)).toBeFocused();
    expect(await stateOf(manege, [id])).toEqual([{ statut: 'confirmee', raison: null }]);
    await page.keyboard.press('Enter');
    await tabTo(page, card(page).getByRole('button', { name: 'Annuler la leçon' }));
    await page.keyboard.press('Enter');
    await expect(raison(page)).toHaveValue('Empêchement');
    await answer(page, 'Annuler la leçon').press('Enter');
    await expect(page.getByText('Leçon annulée')).toBeVisible();
    await expect(lesson(page, /Zoé W/)).toHaveCount(0);
    await expect(dayCard(page, /^10:00/)).toContainText('Empêchement');
    expect(await stateOf(manege, [id])).toEqual([{ statut: 'annulee', raison: 'Empêchement' }]);
    await page.keyboard.press('Control+z');
    await expect(page.getByText("La leçon de Zoé Willems n'est plus annulée.")).toBeVisible();
    expect(await stateOf(manege, [id])).toEqual([{ statut: 'confirmee', raison: null }]);
  },
);

test(
  'au doigt : une série, un échec qui se dit, une leçon changée entre-temps',
  TELEPHONE,
  async ({ page, manege, isMobile }) => {
    // DESK-19, SERIE-04
    const jour = jourOf(10, 460);
    const ids = await storeSerie(manege, { jour, noms: ['Zoé Suite'] }, 3);
    const alone = await store(manege, { jour: addDays(jour, 1), noms: ['Zoé Seule'] });
    await openDesk(page, manege, jour);
    const ask = async (name: RegExp) => {
      await press(lesson(page, name), isMobile);
      await press(card(page).getByRole('button', { name: 'Annuler la leçon' }), isMobile);
    };
    await ask(/Zoé S/);
    await question(page)
      .getByRole('radio', { name: /^Celle-ci et les suivantes/ })
      .check();
    await answer(page, 'Moniteur absent').tap();
    await answer(page, 'Annuler 3 leçons').tap();
    await expect(page.getByText('3 leçons annulées.')).toBeVisible();
    expect(await stateOf(manege, ids)).toEqual(
      ids.map(() => ({ statut: 'annulee', raison: 'Moniteur absent' })),
    );

    await page.goto(`/app/webmaster?jour=${addDays(jour, 1)}`);
    await ask(/Zoé S/);
    await page.route(`**/api/reservations/${alone}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(REFUSED) : route.fallback(),
    );
    await answer(page, 'Cavalier malade').tap();
    await answer(page, 'Annuler la leçon').tap();
    await expect(question(page).getByRole('alert')).toBeVisible();
    await page.unroute(`**/api/reservations/${alone}`);
    await manege.sql('update reservations set version = version + 1 where id = $1', [alone]);
    await answer(page, 'Annuler la leçon').tap();
    await expect(question(page).getByRole('alert')).toHaveText(
      "Cette leçon vient d'être modifiée sur un autre écran. Fermez cette question, relisez la leçon, puis recommencez.",
    );
    await expect(raison(page)).toHaveValue('Cavalier malade');
    expect(await stateOf(manege, [alone])).toEqual([{ statut: 'confirmee', raison: null }]);
  },
);
