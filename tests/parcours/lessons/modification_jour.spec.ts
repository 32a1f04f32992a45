/**
 * The daily view, deletion, and only the keyboard from the choice of the day to the stored change
 * (DESK-11, DESK-12).
 */
import type { Page } from '@playwright/test';
import { addDays, daysBetween, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, expect, type Manege, tabTo, TELEPHONE, test } from '../fixtures.ts';
import {
  book,
  button,
  card,
  choice,
  chooseJour,
  dialog,
  elsewhere,
  openDesk,
  openDialog,
  stored,
  dayView,
} from '../modification.ts';
import { cell } from '../planning.ts';
import { jourOf, today } from '../../support/jours.ts';

test(
  "la vue du jour invite, dit qu'il n'y a rien, et range les leçons par piste et par heure ; une raison écrite y attend, pour sa leçon seulement",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-11, DESK-12, DESK-24, UI-40
    await test.step("elle invite, dit qu'il n'y a rien, et range les leçons", () =>
      readDay(page, manege));
    await test.step('la raison écrite depuis le planning attend dans la vue du jour, pour sa leçon seulement', () =>
      keepReasons(page, manege));
  },
);

async function readDay(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 0);
  await openDesk(page, manege);
  await dayView(page)
    .getByRole('button', { name: `Date, ${formatJour(today(), 'long')}` })
    .click();
  await page.getByRole('button', { name: 'Effacer la date' }).click();
  await expect(
    dayView(page).getByText('Sélectionnez une date pour voir les réservations'),
  ).toBeVisible();
  await chooseJour(page, jour);
  await expect(
    dayView(page).getByText(`Aucune réservation pour le ${formatJour(jour, 'long')}`),
  ).toBeVisible();

  // Lessons booked and cancelled elsewhere appear without a reload.
  await book(manege, { date_reservation: jour, heure_debut: '14:00', remarques: 'Poney calme' });
  await book(manege, {
    date_reservation: jour,
    heure_debut: '09:00',
    type_lecon: 'longe',
    type_piste: 'interieure',
  });
  const cancelled = await book(manege, {
    date_reservation: jour,
    heure_debut: '11:00',
    type_piste: 'exterieure',
  });
  await elsewhere(manege, 'PUT', cancelled, { statut: 'annulee' });
  const interieure = dayView(page).getByRole('region', { name: /^Piste Intérieure/ });
  await expect(interieure.getByRole('article')).toHaveCount(2);
  await expect(interieure.getByRole('article').first()).toHaveAccessibleName('09:00, Longe');
  const first = card(page, '14:00, Leçon collective');
  for (const text of [
    '14h00 – 15h00',
    '2/6',
    'Confirmée',
    '2 personnes',
    'Léa Martens',
    'Réservé par Zoé Willems',
    'Poney calme',
  ])
    await expect(first).toContainText(text);
  await expect(
    dayView(page)
      .getByRole('region', { name: /^Piste Extérieure/ })
      .getByText('Annulée', { exact: true }),
  ).toBeVisible();
  // A list that scrolls in its own region must not make the page longer.
  expect(
    await page.evaluate(
      () =>
        document.documentElement.scrollHeight -
        scrollY -
        document.querySelector('main')!.getBoundingClientRect().bottom,
    ),
  ).toBeLessThanOrEqual(1);
  await page.reload();
  await expect(first).toBeVisible();
  await dayView(page).getByRole('button', { name: "Aujourd'hui" }).click();
  await expect(
    dayView(page).getByRole('button', {
      name: `Date, ${formatJour(today(), 'long')}`,
    }),
  ).toBeVisible();
}

test(
  'supprimer demande, échoue avec sa phrase, puis supprime ; annuler demande pourquoi, facultativement, et le cavalier le lit',
  TELEPHONE,
  async ({ page, manege }) => {
    // DESK-12, DESK-18, DESK-27, LIM-31
    await test.step('supprimer demande, échoue avec sa phrase, puis supprime', () =>
      remove(page, manege));
    await test.step('annuler une leçon demande pourquoi, facultativement, et le cavalier le lit', () =>
      cancel(page, manege));
  },
);

async function remove(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 10);
  const lecon = await book(manege, { date_reservation: jour });
  await openDesk(page, manege);
  await chooseJour(page, jour);
  const deleteButton = card(page, /^10:00/).getByRole('button', { name: /^Supprimer/ });
  await deleteButton.click();
  const question = page.getByRole('alertdialog', {
    name: 'Êtes-vous sûr de vouloir supprimer cette réservation ?',
  });
  await expect(question.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(deleteButton).toBeFocused();
  await deleteButton.click();
  const raison = question.getByLabel(/^Raison/);
  await raison.fill('a'.repeat(301));
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(raison).toHaveAccessibleDescription(
    /La raison tient sur une ligne de 300 caractères au plus\./,
  );
  await raison.fill('La piste est gelée.');
  await page.route(`**/api/reservations/${lecon.id}`, (route) => route.abort('aborted'), {
    times: 1,
  });
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(question.getByText('Erreur lors de la suppression de la réservation')).toBeVisible();
  await expect(raison).toHaveValue('La piste est gelée.');
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('main').getByText('Réservation supprimée')).toBeInViewport();
  await expect(
    dayView(page).getByText(`Aucune réservation pour le ${formatJour(jour, 'long')}`),
  ).toBeVisible();
  await expect(dayView(page).getByRole('heading', { name: 'Vue du jour' })).toBeFocused();
  expect(await stored(manege, lecon)).toBeUndefined();
  expect(
    await manege.sql(
      "select contenu->>'raison' as raison from courriels where sorte = 'reservation_annulee' and reservation_id = $1",
      [lecon.id],
    ),
  ).toEqual([{ raison: 'La piste est gelée.' }]);
}

async function keepReasons(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 31);
  for (const heure_debut of ['10:00', '14:00'])
    await book(manege, { date_reservation: jour, heure_debut });
  await page.goto(`/app/webmaster?semaine=${jour}&jour=${jour}`);
  const question = page.getByRole('alertdialog', {
    name: 'Êtes-vous sûr de vouloir supprimer cette réservation ?',
  });
  const raison = question.getByLabel(/^Raison/);
  const leave = async () => {
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
  };
  const ask = (name: RegExp) =>
    card(page, name)
      .getByRole('button', { name: /^Supprimer/ })
      .click();
  await cell(page, /10:00 – 11:00/).click();
  await page
    .getByRole('dialog', { name: /^Leçon collective, 10:00/ })
    .getByRole('button', { name: 'Supprimer' })
    .click();
  await raison.fill('La piste est gelée.');
  await leave();
  await ask(/^10:00/);
  await expect(raison).toHaveValue('La piste est gelée.');
  await leave();
  // Each lesson keeps its own reason, also after another one was typed.
  await ask(/^14:00/);
  await expect(raison).toHaveValue('');
  await raison.fill('Le moniteur est malade.');
  await leave();
  await page.reload();
  await ask(/^10:00/);
  await expect(raison).toHaveValue('La piste est gelée.');
  await leave();
  await ask(/^14:00/);
  await expect(raison).toHaveValue('Le moniteur est malade.');
}

test(
  "le clavier seul choisit un jour, ouvre le dialogue, y change la date et l'enregistre",
  BUREAU,
  async ({ page, manege }) => {
    const jour = jourOf(10, 11);
    const lecon = await book(manege, { date_reservation: jour });
    await openDesk(page, manege);
    const date = dayView(page).getByRole('button', { name: /^Date, / });
    await tabTo(page, date);
    await page.keyboard.press('Enter');
    const calendrier = dayView(page).getByRole('dialog', { name: 'Date, calendrier' });
    await expect(calendrier.getByRole('button', { name: /^Aujourd'hui/ })).toBeFocused();
    // WebKit never leaves the starting style of an element that is placed by
    // `position-try-fallbacks`: a calendar that starts invisible would stay invisible.
    expect(
      await calendrier.evaluate((panel) => {
        const leaving: string[] = [];
        const walk = (rules: Iterable<CSSRule>, starting: boolean) => {
          for (const rule of rules) {
            const ici = starting || rule.constructor.name === 'CSSStartingStyleRule';
            if (ici && rule instanceof CSSStyleRule && panel.matches(rule.selectorText))
              leaving.push(rule.cssText);
            if ('cssRules' in rule) walk(rule.cssRules as CSSRuleList, ici);
          }
        };
        for (const sheet of document.styleSheets) walk(sheet.cssRules, false);
        const style = getComputedStyle(panel);
        return {
          depart: leaving,
          animation: style.animationName,
          opacite: style.opacity,
          place: style.getPropertyValue('position-try-fallbacks') !== 'none',
        };
      }),
    ).toEqual({ depart: [], animation: 'none', opacite: '1', place: true });
    await page.keyboard.press('Escape');
    await expect(calendrier).toBeHidden();
    await expect(date).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(calendrier.getByRole('button', { name: /^Aujourd'hui/ })).toBeFocused();
    // Arrow keys move by a week, then by a day.
    for (let day = today(); day !== jour;) {
      const week = daysBetween(day, jour) >= 7;
      day = addDays(day, week ? 7 : 1);
      await page.keyboard.press(week ? 'ArrowDown' : 'ArrowRight');
      await expect(calendrier.getByRole('button', { name: formatJour(day, 'long') })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(date).toBeFocused();
    await expect(date).toHaveAccessibleName(`Date, ${formatJour(jour, 'long')}`);

    await tabTo(page, card(page, /^10:00/).getByRole('button', { name: /^Modifier/ }));
    await page.keyboard.press('Enter');
    await tabTo(page, dialog(page).getByRole('button', { name: /^Date, / }));
    await page.keyboard.press('Enter');
    await expect(
      dialog(page).getByRole('button', { name: `${formatJour(jour, 'long')}, sélectionné` }),
    ).toBeFocused();
    // If it is closed and immediately opened again, it takes the focus too.
    await dialog(page)
      .getByRole('dialog', { name: /, calendrier$/ })
      .evaluate((panel: HTMLElement) => {
        panel.hidePopover();
        panel.showPopover();
      });
    await expect(
      dialog(page).getByRole('button', { name: `${formatJour(jour, 'long')}, sélectionné` }),
    ).toBeFocused();
    // Escape closes the calendar, not the dialog.
    await page.keyboard.press('Escape');
    await expect(dialog(page).getByRole('grid')).toHaveCount(0);
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(
      dialog(page).getByRole('button', { name: `${formatJour(jour, 'long')}, sélectionné` }),
    ).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await tabTo(page, button(page, 'Enregistrer'));
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
    expect(await stored(manege, lecon)).toMatchObject({ jour: addDays(jour, 1) });
  },
);

async function cancel(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 23);
  const lecon = await book(manege, {
    date_reservation: jour,
    heure_debut: '12:00',
    type_piste: 'exterieure',
  });
  await openDialog(page, manege, jour, /^12:00/);
  const raison = dialog(page).getByLabel(/^Raison/);
  await expect(raison).toHaveCount(0);
  await choice(page, 'Annulée').check();
  await raison.fill('Le moniteur est malade.');
  await expect(raison).toHaveAccessibleDescription(
    'Elle reste avec la leçon : le bureau la relit quand on la demande.',
  ); // this server sends no emails (UI-73)
  // Another status hides the field and keeps the typed text.
  await choice(page, 'En attente').check();
  await expect(raison).toHaveCount(0);
  await choice(page, 'Annulée').check();
  await expect(raison).toHaveValue('Le moniteur est malade.');
  await button(page, 'Enregistrer').click();
  await expect(dialog(page)).toBeHidden();
  expect(
    await manege.sql(
      "select contenu->>'raison' as raison from courriels where sorte = 'reservation_annulee' and reservation_id = $1",
      [lecon.id],
    ),
  ).toEqual([{ raison: 'Le moniteur est malade.' }]);
  // The day and the dialog show the reason, for whoever answers the telephone (DESK-40).
  await expect(card(page, /^12:00/).getByText('Raison : Le moniteur est malade.')).toBeVisible();
  await card(page, /^12:00/)
    .getByRole('button', { name: /^Modifier/ })
    .click();
  await expect(dialog(page).getByText('Raison : Le moniteur est malade.')).toBeVisible();
}
