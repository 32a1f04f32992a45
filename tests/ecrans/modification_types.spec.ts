/**
 * The lesson type in the edit dialog: while the types are loading, and a type that was deleted
 * (DESK-09, DESK-13).
 */
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  REFUSED,
  retry,
  TELEPHONE,
  test,
} from '../parcours/fixtures.ts';
import {
  book,
  button,
  card,
  dayView,
  dialog,
  field,
  jourOf,
  openDialog,
  personnes,
} from '../parcours/modification.ts';

test(
  "le planning et la vue du jour attendent les types de leçon, et ne s'impriment pas avant",
  BUREAU,
  async ({ page, manege }) => {
    // UI-49, DESK-13, BOOK-25
    const jour = jourOf(19);
    await book(manege, { date_reservation: jour });
    const { promise: mayAnswer, resolve: answerTypes } = Promise.withResolvers<void>();
    await page.route('**/api/types-lecons*', async (route) => {
      await mayAnswer;
      await route.fulfill(REFUSED);
    });
    const read = page.waitForResponse(/\/api\/reservations\?/);
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto(`/app/webmaster?semaine=${jour}&jour=${jour}`);
    await read;
    const planning = page.getByRole('region', { name: 'Planning de la semaine' });
    const prints = ['semaine', 'journée'].map((what) =>
      page.getByRole('button', { name: `Imprimer la ${what}` }),
    );
    for (const region of [planning, dayView(page)])
      await expect(region).toHaveAttribute('aria-busy', 'true');
    for (const print of prints) await expect(print).toBeDisabled();
    await expect(page.getByText('collective')).toBeHidden();

    answerTypes();
    const sentence = dayView(page).getByText("Les types de leçons n'ont pas pu être chargés.");
    await expect(sentence).toBeVisible();
    await expect(
      planning.getByText("Les types de leçons n'ont pas pu être chargés."),
    ).toBeVisible();
    await expect(card(page, /^10:00/)).toBeVisible();
    for (const print of prints) await expect(print).toBeDisabled();
    await expectGoodAtBothWidths(page);

    await retry(dayView(page).getByRole('button', { name: 'Réessayer' }), () =>
      page.unroute('**/api/types-lecons*'),
    );
    await expect(sentence).toBeHidden();
    for (const print of prints) await expect(print).toBeEnabled();
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await expect(field(page, 'Type de leçon')).toBeFocused();
    await expect(field(page, 'Type de leçon')).toHaveValue('collective');
  },
);

test(
  'une leçon dont le type a disparu garde sa valeur et sa durée',
  TELEPHONE,
  async ({ page, manege }) => {
    // DESK-09
    const jour = jourOf(13);
    const lecon = await book(manege, { date_reservation: jour });
    await manege.sql(
      "with held as (update occupations set heure_fin = '11:30' where reservation_id = $1) update reservations set type_lecon = 'poney_games', heure_fin = '11:30' where id = $1",
      [lecon.id],
    );
    await openDialog(page, manege, jour, '10:00, poney_games');
    await expect(field(page, 'Type de leçon').locator('option:checked')).toHaveText(
      'poney_games (type supprimé)',
    );
    await expect(personnes(page)).toHaveCount(6);
    await field(page, 'Heure de début').selectOption('14:00');
    await expect(field(page, 'Heure de fin')).toHaveText('15:30');
    await button(page, 'Enregistrer').click();
    await expect(dialog(page)).toBeHidden();
    await expect(card(page, '14:00, poney_games')).toContainText('14h00 – 15h30');
  },
);
