/** The daily view, deletion, and the keyboard alone from the day to the stored change (DESK-11, DESK-12). */
import { addDays, daysBetween, formatJour, momentAt } from '#domain/calendrier.ts';
import { BUREAU, expect, expectAccessible, expectNoSidewaysScroll, tabTo, TELEPHONE, test } from './fixtures.ts';
import { book, bouton, carte, choix, chooseJour, dialogue, elsewhere, jourOf, openDesk, openDialog, stored, vue } from './modification.ts';

test('la vue du jour invite, dit qu\'il n\'y a rien, et range les leçons par piste et par heure', async ({ page, manege }) => { // DESK-11, DESK-24
  const jour = jourOf(0);
  // axe reads the whole planning too, twice.
  test.slow();
  await openDesk(page, manege);
  await expect(vue(page).getByText('Sélectionnez une date pour voir les réservations')).toBeVisible();
  await expectAccessible(page);
  await chooseJour(page, jour);
  await expect(vue(page).getByText(`Aucune réservation pour le ${formatJour(jour, 'long')}`)).toBeVisible();

  // Booked and cancelled elsewhere, shown here without a reload.
  await book(manege, { date_reservation: jour, heure_debut: '14:00', remarques: 'Poney calme' });
  await book(manege, { date_reservation: jour, heure_debut: '09:00', type_lecon: 'longe', type_piste: 'interieure' });
  const annulee = await book(manege, { date_reservation: jour, heure_debut: '11:00', type_piste: 'exterieure' });
  await elsewhere(manege, 'PUT', annulee, { statut: 'annulee' });
  const interieure = vue(page).getByRole('region', { name: /^Piste Intérieure/ });
  await expect(interieure.getByRole('article')).toHaveCount(2);
  await expect(interieure.getByRole('article').first()).toHaveAccessibleName('09:00, Longe');
  const premiere = carte(page, '14:00, Leçon collective');
  for (const texte of ['14:00 – 15:00', '2/6', 'Confirmée', '2 personnes', 'Léa Martens', 'Réservé par Zoé Willems', 'Poney calme']) await expect(premiere).toContainText(texte);
  await expect(vue(page).getByRole('region', { name: /^Piste Extérieure/ }).getByText('Annulée')).toBeVisible();
  // A list that scrolls in its own region does not make the page longer.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - scrollY - document.querySelector('main')!.getBoundingClientRect().bottom)).toBeLessThanOrEqual(1);
  await page.reload();
  await expect(premiere).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await vue(page).getByRole('button', { name: "Aujourd'hui" }).click();
  await expect(vue(page).getByRole('button', { name: `Date, ${formatJour(momentAt(new Date()).jour, 'long')}` })).toBeVisible();
});

test('supprimer demande, échoue avec sa phrase, puis supprime', TELEPHONE, async ({ page, manege }) => { // DESK-12
  const jour = jourOf(10);
  const lecon = await book(manege, { date_reservation: jour });
  await openDesk(page, manege);
  await chooseJour(page, jour);
  const supprimer = carte(page, /^10:00/).getByRole('button', { name: /^Supprimer/ });
  await supprimer.click();
  const question = page.getByRole('alertdialog', { name: 'Êtes-vous sûr de vouloir supprimer cette réservation ?' });
  await expect(question.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(supprimer).toBeFocused();
  await supprimer.click();
  const raison = question.getByLabel(/^Raison/);
  await raison.fill('a'.repeat(301));
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(raison).toHaveAccessibleDescription(/La raison tient sur une ligne de 300 caractères au plus\./);
  await expectAccessible(page);
  await raison.fill('La piste est gelée.');
  await page.route(`**/api/reservations/${lecon.id}`, (route) => route.abort('aborted'), { times: 1 });
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(question.getByText('Erreur lors de la suppression de la réservation')).toBeVisible();
  await expect(raison).toHaveValue('La piste est gelée.');
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('main').getByText('Réservation supprimée')).toBeInViewport();
  await expect(vue(page).getByText(`Aucune réservation pour le ${formatJour(jour, 'long')}`)).toBeVisible();
  await expect(vue(page).getByRole('heading', { name: 'Vue du jour' })).toBeFocused();
  expect(await stored(manege, lecon)).toBeUndefined();
  expect(await manege.sql("select contenu->>'raison' as raison from courriels where sorte = 'reservation_annulee' and reservation_id = $1", [lecon.id])).toEqual([{ raison: 'La piste est gelée.' }]);
});

test('le clavier seul choisit un jour, ouvre le dialogue, y change la date et l\'enregistre', BUREAU, async ({ page, manege }) => {
  const jour = jourOf(11);
  const aujourdhui = momentAt(new Date()).jour;
  // Many key presses, on a page whose whole planning axe checks.
  test.slow();
  const lecon = await book(manege, { date_reservation: jour });
  await openDesk(page, manege);
  const date = vue(page).getByRole('button', { name: /^Date, / });
  await tabTo(page, date);
  await page.keyboard.press('Enter');
  const calendrier = vue(page).getByRole('dialog', { name: 'Date, calendrier' });
  await expect(calendrier.getByRole('button', { name: /^Aujourd'hui/ })).toBeFocused();
  // WebKit never leaves the beginning of what is placed by `position-try-fallbacks`: a calendar that began unseen stayed so.
  expect(await calendrier.evaluate((panneau) => {
    const depart: string[] = [];
    const walk = (regles: Iterable<CSSRule>, commence: boolean) => {
      for (const regle of regles) {
        const ici = commence || regle.constructor.name === 'CSSStartingStyleRule';
        if (ici && regle instanceof CSSStyleRule && panneau.matches(regle.selectorText)) depart.push(regle.cssText);
        if ('cssRules' in regle) walk(regle.cssRules as CSSRuleList, ici);
      }
    };
    for (const feuille of document.styleSheets) walk(feuille.cssRules, false);
    const style = getComputedStyle(panneau);
    return { depart, animation: style.animationName, opacite: style.opacity, place: style.getPropertyValue('position-try-fallbacks') !== 'none' };
  })).toEqual({ depart: [], animation: 'none', opacite: '1', place: true });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(calendrier).toBeHidden();
  await expect(date).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(calendrier.getByRole('button', { name: /^Aujourd'hui/ })).toBeFocused();
  // By the week, then by the day.
  for (let day = aujourdhui; day !== jour;) {
    const semaine = daysBetween(day, jour) >= 7;
    day = addDays(day, semaine ? 7 : 1);
    await page.keyboard.press(semaine ? 'ArrowDown' : 'ArrowRight');
    await expect(calendrier.getByRole('button', { name: formatJour(day, 'long') })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(date).toBeFocused();
  await expect(date).toHaveAccessibleName(`Date, ${formatJour(jour, 'long')}`);

  await tabTo(page, carte(page, /^10:00/).getByRole('button', { name: /^Modifier/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialogue(page).getByRole('button', { name: /^Date, / }));
  await page.keyboard.press('Enter');
  await expect(dialogue(page).getByRole('button', { name: `${formatJour(jour, 'long')}, sélectionné` })).toBeFocused();
  // Escape closes the calendar, not the dialog.
  await page.keyboard.press('Escape');
  await expect(dialogue(page).getByRole('grid')).toBeHidden();
  await expect(dialogue(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialogue(page).getByRole('button', { name: `${formatJour(jour, 'long')}, sélectionné` })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await tabTo(page, bouton(page, 'Enregistrer'));
  await page.keyboard.press('Enter');
  await expect(dialogue(page)).toBeHidden();
  expect(await stored(manege, lecon)).toMatchObject({ jour: addDays(jour, 1) });
});

test('annuler une leçon demande pourquoi, facultativement, et le cavalier le lit', TELEPHONE, async ({ page, manege }) => { // DESK-18, DESK-27, LIM-31
  const jour = jourOf(23);
  const lecon = await book(manege, { date_reservation: jour, heure_debut: '12:00', type_piste: 'exterieure' });
  await openDialog(page, manege, jour, /^12:00/);
  const raison = dialogue(page).getByLabel(/^Raison/);
  await expect(raison).toHaveCount(0);
  await choix(page, 'Annulée').check();
  await raison.fill('Le moniteur est malade.');
  await expect(raison).toHaveAccessibleDescription("Le cavalier la lit dans l'email d'annulation.");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // Another choice hides the field and keeps what was typed.
  await choix(page, 'En attente').check();
  await expect(raison).toHaveCount(0);
  await choix(page, 'Annulée').check();
  await expect(raison).toHaveValue('Le moniteur est malade.');
  await bouton(page, 'Enregistrer').click();
  await expect(dialogue(page)).toBeHidden();
  expect(await manege.sql("select contenu->>'raison' as raison from courriels where sorte = 'reservation_annulee' and reservation_id = $1", [lecon.id])).toEqual([{ raison: 'Le moniteur est malade.' }]);
});
