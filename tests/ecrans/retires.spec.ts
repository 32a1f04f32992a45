/**
 * The desk removes a participant by mistake, and restores the participant from 'Leçons supprimées'
 * (DESK-33).
 */
import { formatJour } from '#domain/core/calendrier.ts';
import { expect, expectAccessible, test } from '../parcours/fixtures.ts';
import { book, dialog, jourOf, openDialog, button } from '../parcours/modification.ts';

test('retirer un participant, puis le remettre ; et sans place, une phrase', async ({
  page,
  manege,
  isMobile,
}) => {
  const jour = jourOf(isMobile ? 60 : 61);
  const { id } = await book(manege, {
    date_reservation: jour,
    noms_participants: ['Zoé Willems', 'Léa Martens', 'Hugo Dubois'],
    nombre_personnes: 3,
  });
  await openDialog(page, manege, jour);
  await button(page, 'Retirer Léa Martens').click();
  await button(page, 'Enregistrer').click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Leçons supprimées' }).click();
  const table = page.getByRole('table', { name: 'Participants retirés' });
  const row = table
    .getByRole('row')
    .filter({ hasText: 'Léa Martens' })
    .filter({ hasText: formatJour(jour, 'complet') });
  await expect(row).toContainText('Zoé Willems'); // the account of the participant
  await expectAccessible(page);
  // Somebody else takes the last place: the page reports it, and the row stays.
  await manege.sql(`update types_lecons set max_personnes = 2 where value = 'collective'`);
  await row.getByRole('button', { name: /^Remettre Léa Martens/ }).click();
  await expect(page.getByRole('alert')).toHaveText(
    "Cette leçon n'a plus de place. Réservez-lui une autre leçon, ou retirez d'abord quelqu'un.",
  );
  await manege.sql(`update types_lecons set max_personnes = 6 where value = 'collective'`);
  await row.getByRole('button', { name: /^Remettre Léa Martens/ }).click();
  await expect(
    page.getByText(`Participant remis : ${formatJour(jour, 'long')}, 10h00.`),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(row).toHaveCount(0);
  const [stored] = await manege.sql('select noms_participants from reservations where id = $1', [
    id,
  ]);
  expect(stored?.['noms_participants']).toEqual(['Zoé Willems', 'Léa Martens', 'Hugo Dubois']);
});
