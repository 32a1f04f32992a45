/** 'Compléter': the desk gives a customer a seat in an open lesson, by keyboard (RIDE-65). */
import { addDays } from '../../../src/domain/core/calendrier.ts';
import {
  answerNextWrite,
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { card, cell, store } from '../planning.ts';
import { SUCCESS } from '../reservation.ts';
import { mondayIn } from '../../support/jours.ts';

test.beforeEach(async ({ manege }) => {
  await manege.sql("update types_lecons set ouverte = value = 'collective'");
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`);
});

test(
  'du planning : le formulaire a tout sauf pour qui ; un client sans compte, puis de la vue du jour un nouveau, à la dernière place',
  BUREAU,
  async ({ page, manege }) => {
    // RIDE-65, DESK-08, DESK-11, DESK-76
    const jour = addDays(mondayIn(32), 1);
    const noms = ['Camille', 'Hugo', 'Zoé', 'Léa'];
    const [id, full, closed] = [
      await store(manege, { jour, noms }),
      await store(manege, { jour, heure: '12:00', fin: '13:00', noms: [...noms, 'Tom', 'Max'] }),
      await store(manege, {
        jour,
        heure: '14:00',
        fin: '15:00',
        type: 'travail_pied',
        noms: ['A'],
      }),
    ];
    await manege.sql('insert into clients (nom, cle) values ($1, $2)', [
      `Odette Lenoir ${jour}`,
      `odette lenoir ${jour}`,
    ]);
    await enter(
      page,
      manege,
      await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }),
    );
    await page.goto(`/app/webmaster?semaine=${jour}`);
    await cell(page, /12:00 – 13:00/).press('Enter');
    const whole = page.getByRole('dialog', { name: /^Leçon collective, 12:00/ });
    await expect(whole.getByRole('button', { name: 'Modifier' })).toBeVisible();
    await expect(whole.getByRole('button', { name: 'Ajouter' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await cell(page, /10:00 – 11:00/).press('Enter');
    await expect(card(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Compléter' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Ajouter' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Plus de détails' }).press('Enter');
    await expect(page).toHaveURL(/\/app\/reservation$/);
    await expect(page.getByRole('radio', { name: /^10:00, Rejoindre · 2 places/ })).toBeChecked();
    await page.goBack();
    const article = page.getByRole('article', { name: '10:00, Leçon collective' });
    await article.getByRole('link', { name: /^Compléter/ }).click();

    const field = page.getByRole('combobox', { name: /^Réserver pour/ });
    await expect(field).toBeFocused();
    await expect(page).toHaveURL(/\/app\/reservation$/);
    await expect(page.getByRole('radio', { name: /^Leçon collective/ })).toBeChecked();
    await expect(page.getByRole('radio', { name: /^Piste Intérieure/ })).toBeChecked();
    await expect(page.getByRole('radio', { name: /^10:00, Rejoindre · 2 places/ })).toBeChecked();
    const button = page.getByRole('button', { name: 'Rejoindre la leçon' });
    await field.pressSequentially('odette len');
    await expect(page.getByRole('option', { name: `Odette Lenoir ${jour}` })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.getByLabel('Participant 1').fill('Ysaline');
    await expect(page.getByRole('radio', { name: /^10:00, Rejoindre/ })).toBeChecked();
    // The answer is lost: the seat is found among all of the lesson.
    await answerNextWrite(page, '**/api/reservations/places', async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    await button.press('Enter');
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await page.getByRole('link', { name: 'Voir dans la vue du jour' }).press('Enter');

    const lesson = page.getByRole('article', { name: '10:00, Leçon collective' });
    await expect(lesson).toBeFocused();
    await expect(lesson).toContainText('Ysaline');
    await expect(lesson).toContainText(`Odette Lenoir ${jour}`);
    for (const label of ['12:00, Leçon collective', '14:00, Travail à pied'])
      await expect(
        page.getByRole('article', { name: label }).getByRole('link', { name: /Compléter/ }),
      ).toHaveCount(0);
    await lesson
      .getByRole('link', { name: 'Compléter la réservation de 10:00, Leçon collective' })
      .press('Enter');
    await expect(field).toBeFocused();
    await field.fill(`Luc Petit ${jour}`);
    await page.getByRole('option', { name: /nouveau client/ }).click();
    await page.getByLabel('Participant 1').fill('Max');
    await button.press('Enter');
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(
      await manege.sql(
        'select s.nom, c.nom as qui from participants s left join clients c on c.id = s.user_id where reservation_id = $1 order by position',
        [id],
      ),
    ).toEqual([
      ...noms.map((nom) => ({ nom, qui: null })),
      { nom: 'Ysaline', qui: `Odette Lenoir ${jour}` },
      { nom: 'Max', qui: `Luc Petit ${jour}` },
    ]);
    // Now it is full.
    await page.getByRole('link', { name: 'Voir dans la vue du jour' }).press('Enter');
    await expect(lesson).toContainText('6/6');
    await expect(lesson.getByRole('link', { name: /Compléter/ })).toHaveCount(0);
    expect(
      await manege.sql('select id from reservations where version > 0 and id = any($1)', [
        [full, closed],
      ]),
    ).toEqual([]);
  },
);

test(
  'la dernière place est prise entre-temps : le formulaire le dit, garde le reste, et ne fait personne',
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-65, RIDE-14
    const jour = addDays(mondayIn(33), 2);
    const noms = ['Camille', 'Hugo', 'Zoé', 'Léa', 'Tom'];
    const id = await store(manege, { jour, noms });
    await enter(
      page,
      manege,
      await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }),
    );
    await page.goto(
      `/app/reservation?jour=${jour}&heure=10%3A00&piste=interieure&lecon=collective&pour=1`,
    );
    const field = page.getByRole('combobox', { name: /^Réserver pour/ });
    await expect(field).toBeFocused();
    await field.fill(`Luc Petit ${jour}`);
    await page.getByRole('option', { name: /nouveau client/ }).click();
    await page.getByLabel('Participant 1').fill('Max');
    await expect(page.getByRole('radio', { name: /^10:00, Rejoindre/ })).toBeChecked();
    await page.route('**/api/reservations/places', async (route) => {
      await manege.sql(
        `with seat as (insert into participants (reservation_id, position, nom) values ($1, 6, 'Eva'))
        update reservations set noms_participants = array_append(noms_participants, 'Eva'), nombre_personnes = 6, version = version + 1 where id = $1`,
        [id],
      );
      await route.continue();
    });
    await page.getByRole('button', { name: 'Rejoindre la leçon' }).press('Enter');
    await expect(
      page.getByText('Cette leçon vient de se remplir. Veuillez choisir un autre créneau.'),
    ).toBeVisible();
    await expectGoodAtBothWidths(page);
    await expect(field).toHaveValue(`Luc Petit ${jour}`);
    await expect(page.getByLabel('Participant 1')).toHaveValue('Max');
    expect(await manege.sql('select 1 from clients where nom = $1', [`Luc Petit ${jour}`])).toEqual(
      [],
    );
  },
);
