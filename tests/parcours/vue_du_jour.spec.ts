/** The height of the daily list (DESK-11, LIM-45). */
import { BUREAU, expect, test } from './fixtures.ts';
import { book, jourOf, openDesk } from './modification.ts';

test("la liste d'un jour chargé défile dans 600 px", BUREAU, async ({ page, manege }) => {
  // DESK-11, LIM-45
  const jour = jourOf(330);
  for (let n = 0; n < 8; n += 1)
    await book(manege, { date_reservation: jour, heure_debut: `${10 + n}:00` });
  await openDesk(page, manege, jour);
  const list = page.getByRole('region', { name: /^Réservations du / });
  await expect(list.getByRole('article')).toHaveCount(8);
  expect(
    await list.evaluate(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight > 600]),
  ).toEqual([600, true]);
});
