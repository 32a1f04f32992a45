/** The lesson type in the edit dialog: while the types are read, and a type that is gone (DESK-09, DESK-13). */
import { BUREAU, expect, TELEPHONE, test } from './fixtures.ts';
import { book, button, card, dialog, field, jourOf, openDialog, personnes } from './modification.ts';

test('ouvert avant que les types de leçon soient lus, le dialogue met le focus au même champ', BUREAU, async ({ page, manege }) => { // DESK-13
  const jour = jourOf(19);
  await book(manege, { date_reservation: jour });
  const { promise: mayAnswer, resolve: answerTypes } = Promise.withResolvers<void>();
  await page.route('**/api/types-lecons*', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await openDialog(page, manege, jour);
  await expect(field(page, 'Type de leçon')).toBeFocused();
  answerTypes();
  await expect(field(page, 'Type de leçon').getByRole('option', { name: 'Travail à pied' })).toBeAttached();
  await expect(field(page, 'Type de leçon')).toBeFocused();
  await expect(field(page, 'Type de leçon')).toHaveValue('collective');
});

test('une leçon dont le type a disparu garde sa valeur et sa durée', TELEPHONE, async ({ page, manege }) => { // DESK-09
  const jour = jourOf(13);
  const lecon = await book(manege, { date_reservation: jour });
  await manege.sql("update reservations set type_lecon = 'poney_games', heure_fin = '11:30' where id = $1", [lecon.id]);
  await openDialog(page, manege, jour, '10:00, poney_games');
  await expect(field(page, 'Type de leçon').locator('option:checked')).toHaveText('poney_games (type supprimé)');
  await expect(personnes(page)).toHaveCount(6);
  await field(page, 'Heure de début').selectOption('14:00');
  await expect(field(page, 'Heure de fin')).toHaveText('15:30');
  await button(page, 'Enregistrer').click();
  await expect(dialog(page)).toBeHidden();
  await expect(card(page, '14:00, poney_games')).toContainText('14:00 – 15:30');
});
