/**
 * The edit dialog: the effect of each hour, the duration of the lesson, its participants one by one,
 * the telephone number, and its type while the types are loading or after it was deleted.
 */
import { formatJour } from '../../../src/domain/core/calendrier.ts';
import {
  BUREAU,
  expect,
  expectNoSidewaysScroll,
  type Manege,
  REFUSED,
  resetParametres,
  retry,
  TELEPHONE,
  test,
  enter,
} from '../../parcours/fixtures.ts';
import {
  book,
  button,
  card,
  field,
  choice,
  dialog,
  elsewhere,
  openDialog,
  personnes,
  stored,
  dayView,
} from '../../parcours/modification.ts';
import { jourOf } from '../../support/jours.ts';

test.afterEach(async ({ manege }) => {
  await resetParametres(manege);
  await manege.sql(
    "update types_lecons set duree_minutes = 30, max_personnes = 3 where value = 'saut'",
  );
});

const tell = (manege: Manege, noun: string) =>
  manege.sql(`select pg_notify('manege_changes', '{"changed":["${noun}"]}')`);

test(
  "chaque heure dit si elle est libre, prise par qui, ou fermée ; une heure fermée s'enregistre quand même ; illisible, elle n'est jamais libre et se relit",
  BUREAU,
  async ({ page, manege }) => {
    await test.step("chaque heure dit si elle est libre, prise par qui, ou fermée ; une heure fermée s'enregistre quand même", async () => {
      // DESK-17
      const jour = jourOf(10, 14);
      await manege.sql(
        'update parametres set "openingTime" = \'09:00\', "closingTime" = \'18:30\'',
      );
      const lecon = await book(manege, { date_reservation: jour });
      await openDialog(page, manege, jour);
      const heure = field(page, 'Heure de début');
      const message = (value: string) => heure.locator(`option[value="${value}"]`);
      for (const [value, text] of [
        ['08:30', 'fermé'],
        ['09:00', 'libre'],
        ['10:00', 'libre'],
        ['13:00', 'libre'],
        ['18:00', 'fermé'],
        ['19:30', 'trop tard'],
      ] as const)
        await expect(message(value)).toHaveText(`${value} · ${text}`);

      // Another screen books in the meantime: the list is updated, also for the chosen hour.
      const hugo = await book(
        manege,
        { date_reservation: jour, heure_debut: '13:00', type_lecon: 'saut' },
        { prenom: 'Hugo', nom: 'Dubois' },
      );
      await expect(message('12:30')).toHaveText(
        '12:30 · prise : Leçon de saut, Hugo Dubois, de 13h00 à 13h30',
      );
      await heure.selectOption('13:00');
      await expect(heure).toHaveAccessibleDescription(
        'La piste est prise : Leçon de saut, Hugo Dubois, de 13h00 à 13h30.',
      );
      await choice(page, /^Piste Extérieure/).check();
      await expect(message('13:00')).toHaveText('13:00 · libre');
      await choice(page, /^Piste Intérieure/).check();
      await elsewhere(manege, 'DELETE', hugo);
      await expect(message('13:00')).toHaveText('13:00 · libre');

      await heure.selectOption('08:00');
      await expect(heure).toHaveAccessibleDescription(
        "Hors des heures d'ouverture (ouvert de 9h00 à 18h30) ; vous pouvez l'enregistrer quand même.",
      );
      await button(page, 'Enregistrer').click();
      await expect(dialog(page)).toBeHidden();
      await expect(
        page
          .getByRole('main')
          .getByText(
            `La leçon est maintenant le ${formatJour(jour, 'long')} à 8h00, Piste Intérieure.`,
          ),
      ).toBeVisible();
      // The lesson is still on the shown day, so there is no link.
      await expect(page.getByRole('link', { name: 'Voir ce jour' })).toHaveCount(0);
      expect(await stored(manege, lecon)).toMatchObject({
        heure_debut: '08:00:00',
        heure_fin: '09:00:00',
      });
    });
    await test.step('des disponibilités illisibles ne sont jamais libres, et se relisent', async () => {
      // DESK-17
      const jour = jourOf(10, 15);
      await book(manege, { date_reservation: jour });
      await page.goto(`/app/webmaster?jour=${jour}`);
      await card(page, /^10:00/)
        .getByRole('button', { name: /^Modifier/ })
        .click();
      const option = field(page, 'Heure de début').locator('option[value="14:00"]');
      await expect(option).toHaveText('14:00 · libre');
      await page.route(`**/api/reservations?*du=${jour}*`, (route) => route.fulfill(REFUSED));
      await tell(manege, 'reservations');
      await expect(dialog(page).getByText('Disponibilités indisponibles')).toBeVisible();
      await expect(option).toHaveText('14:00');
      await retry(button(page, 'Réessayer'), () => page.unrouteAll());
      await expect(option).toHaveText('14:00 · libre');
      await expect(dialog(page).getByText('Disponibilités indisponibles')).toBeHidden();
    });
  },
);

test(
  "une leçon garde sa durée quand son type a changé ; une nouvelle durée se dit avant d'enregistrer",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-15
    const jour = jourOf(10, 16);
    const lecon = await book(manege, { date_reservation: jour, type_lecon: 'saut' });
    await manege.sql(
      "update types_lecons set duree_minutes = 60, max_personnes = 1 where value = 'saut'",
    );
    await openDialog(page, manege, jour);
    const heure = field(page, 'Heure de début');
    await expect(heure).toHaveAccessibleDescription(
      'La leçon garde ses 30 minutes ; ce type en prévoit maintenant 60.',
    );
    await expect(
      dialog(page).getByText('Ce type de leçon admet maintenant 1 personne au plus.'),
    ).toBeVisible();
    await expect(personnes(page)).toHaveCount(2);
    await dialog(page).getByLabel('Remarques').fill('Casque prêté');
    await button(page, 'Enregistrer').click();
    await expect(dialog(page)).toBeHidden();
    expect(await stored(manege, lecon)).toMatchObject({
      heure_fin: '10:30:00',
      remarques: 'Casque prêté',
    });
    await card(page, /^10:00/)
      .getByRole('button', { name: /^Modifier/ })
      .click();
    await field(page, 'Type de leçon').selectOption('Travail à pied');
    await expect(heure).toHaveAccessibleDescription('La leçon durera 60 minutes au lieu de 30.');
    await expect(field(page, 'Heure de fin')).toHaveText('11:00');
  },
);

test(
  "chaque participant se retire par sa croix, au clavier aussi ; le téléphone du compte s'appelle depuis la vue du jour et le dialogue",
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step('chaque participant se retire par sa croix, au clavier aussi', async () => {
      // DESK-13
      const jour = jourOf(10, 17);
      const lecon = await book(manege, {
        date_reservation: jour,
        nombre_personnes: 3,
        noms_participants: ['Zoé', 'Léa', 'Hugo'],
      });
      await openDialog(page, manege, jour);
      const removeButton = (nom: string) =>
        dialog(page).getByRole('button', { name: `Retirer ${nom}` });
      await removeButton('Léa').focus();
      await page.keyboard.press('Enter');
      await expect(dialog(page).getByLabel('Participant 2')).toHaveValue('Hugo');
      await expect(choice(page, '2')).toBeChecked();
      await expect(removeButton('Hugo')).toBeFocused();
      await expect(dialog(page).getByText('Léa : retiré. 2 personnes restent.')).toBeAttached();
      await expectNoSidewaysScroll(page);
      await removeButton('Zoé').click();
      await expect(dialog(page).getByLabel('Participant 1')).toBeFocused();
      await expect(dialog(page).getByRole('button', { name: /^Retirer/ })).toHaveCount(0);
      await button(page, 'Enregistrer').click();
      await expect(dialog(page)).toBeHidden();
      expect(await stored(manege, lecon)).toMatchObject({ noms_participants: ['Hugo'] });
    });
    await test.step("le téléphone du compte s'appelle depuis la vue du jour et le dialogue", async () => {
      // DESK-08, DESK-11
      const jour = jourOf(10, 18);
      const lecon = await book(manege, { date_reservation: jour });
      await manege.sql('update users set telephone = $2 where id = $1', [
        lecon['user_id'],
        '0470 12 34 56',
      ]);
      await page.goto(`/app/webmaster?jour=${jour}`);
      await card(page, /^10:00/)
        .getByRole('button', { name: /^Modifier/ })
        .click();
      await expect(dialog(page).getByText('Réservé par Zoé Willems')).toBeVisible();
      await expect(dialog(page).getByRole('link', { name: '0470 12 34 56' })).toHaveAttribute(
        'href',
        'tel:0470123456',
      );
      await expect(card(page, /^10:00/).locator('a')).toHaveAttribute('href', 'tel:0470123456');
      // A number that its owner has changed in the meantime, or a text that is not a number.
      await manege.sql('update users set telephone = $2 where id = $1', [
        lecon['user_id'],
        'le soir chez Léa',
      ]);
      await tell(manege, 'users');
      await expect(dialog(page).getByText('le soir chez Léa')).toBeVisible();
      await expect(dayView(page).locator('a[href^="tel:"]')).toHaveCount(0);
    });
  },
);

test(
  "le planning et la vue du jour attendent les types de leçon, et ne s'impriment pas avant",
  BUREAU,
  async ({ page, manege }) => {
    // UI-49, DESK-13, BOOK-25
    const jour = jourOf(10, 19);
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
    const jour = jourOf(10, 13);
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
