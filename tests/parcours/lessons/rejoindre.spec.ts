/** Riders join a lesson that has free places (RIDE-10, RIDE-15), with the keyboard. */
import {
  bookElsewhere,
  bookFor,
  choosePersonnes,
  confirmButton,
  goToJour,
  radio,
  SUCCESS,
} from '../reservation.ts';
import { answerNextWrite, enter, expect, tabTo, TELEPHONE, test } from '../fixtures.ts';
import { jourOf } from '../../support/jours.ts';

const announceTypes = `select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`;

test(
  'rejoindre une leçon : le créneau le dit, les places limitent, le succès ; puis quitter sa place',
  TELEPHONE,
  async ({ page, browser, manege }) => {
    // RIDE-15, RIDE-19
    const jour = jourOf(21, 1);
    const hugo = await manege.person({ prenom: 'Hugo', nom: 'Dubois' });
    expect(await bookElsewhere(manege, { date_reservation: jour })).toBe(201);
    expect(
      await bookElsewhere(manege, {
        date_reservation: jour,
        heure_debut: '12:00',
        type_lecon: 'travail_pied',
      }),
    ).toBe(201);
    expect(
      await bookFor(manege, hugo, {
        date_reservation: jour,
        heure_debut: '14:00',
        noms_participants: ['Hugo', 'Tom'],
      }),
    ).toBe(201);
    await manege.sql(`update types_lecons set ouverte = true where value = 'collective'`);
    await manege.sql('update parametres set "riderCancellation" = true');
    await manege.sql(announceTypes);
    await enter(page, manege, hugo);
    await page.goto('/app/reservation');
    await radio(page, /^Longe/).check();
    await goToJour(page, jour);
    await radio(page, /^Piste Intérieure/).check();
    // With another type, the line and the slot name the type to choose. A slot that only overlaps
    // the lesson names the lesson (RIDE-63).
    const closed = radio(
      page,
      '10:00, 4 places restantes dans la leçon de 10h00 à 11h00. Leçon collective : choisissez ce type pour la rejoindre',
    );
    await expect(closed).toBeDisabled();
    await expect(closed.locator('xpath=..')).toHaveText(/10:00\s*Rejoindre · 4 places/);
    const overlapped = radio(page, '10:30, pris par la leçon de 10h00');
    await expect(overlapped.locator('xpath=..')).toHaveText(/10:30\s*leçon de 10h00/);
    await expect(
      page.getByText(
        /^Leçon collective\s: choisissez ce type pour la rejoindre\. Un créneau orange est pris/,
      ),
    ).toBeVisible();
    await choosePersonnes(page, 2);
    await page.getByLabel('Participant 1').fill('Hugo Dubois');
    await page.getByLabel('Participant 2').fill('Tom Dubois');
    // Pressing the slot chooses the type, and keeps the hour and the names.
    await closed.locator('xpath=..').click({ force: true });
    await expect(radio(page, /^Leçon collective/)).toBeChecked();
    await expect(radio(page, /^10:00, Rejoindre/)).toBeChecked();
    await expect(page.getByLabel('Participant 2')).toHaveValue('Tom Dubois');
    await expect(
      page.getByText("Une leçon avec d'autres personnes, dont les noms ne sont pas montrés."),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rejoindre la leçon' })).toBeEnabled();
    await expect(
      page.getByText(
        /^Un créneau orange est pris par une leçon qui a encore des places\s; sans «\sRejoindre\s»/,
      ),
    ).toBeVisible();
    const open = radio(page, '10:00, Rejoindre · 4 places, leçon de 10h00 à 11h00');
    await expect(open).toBeEnabled();
    await expect(radio(page, '14:00, vous y êtes déjà')).toBeDisabled();
    await expect(
      radio(page, '12:00, 1 place restante dans la leçon de 12h00 à 13h00'),
    ).toBeDisabled();

    await tabTo(page, open);
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowLeft');
    await expect(radio(page, '08:00, disponible')).toBeChecked();
    await expect(open.locator('xpath=..')).toHaveText(/10:00\s*Rejoindre · 4 places/);
    // 08:30, 09:00, then the lesson to join
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight');
    await expect(open).toBeChecked();
    await expect(page.getByText('4 places sont libres dans cette leçon.')).toBeVisible();
    await expect(
      page.getByRole('group', { name: 'Nombre de personnes' }).getByRole('radio'),
    ).toHaveCount(4);
    await choosePersonnes(page, 2);
    await expect(
      page.getByText("Une leçon avec d'autres personnes, dont les noms ne sont pas montrés."),
    ).toBeVisible();
    await expect(confirmButton(page)).toHaveCount(0);

    // The lesson fills up in the meantime: the hour is cleared and the reason shown, and the rest
    // is kept.
    await manege.sql(`update types_lecons set max_personnes = 3 where value = 'collective'`);
    await manege.sql(announceTypes);
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
    await expect(
      page.getByText("Il n'y a pas assez de places dans cette leçon pour tous les participants."),
    ).toBeVisible();
    await expect(page.getByLabel('Participant 2')).toHaveValue('Tom Dubois');
    // Fewer people could join: neither the slot nor the line says that its places are not online.
    await expect(
      radio(page, '10:00, 1 place restante dans la leçon de 10h00 à 11h00, pour 2 personnes'),
    ).toBeDisabled();
    await expect(
      page.getByText(
        /^Pas assez de places pour 2 personnes\s: 1 place à 10h00\s; avec moins de personnes, on peut rejoindre ces leçons\. Sans «\sRejoindre\s», les autres créneaux orange ne se réservent pas en ligne\./,
      ),
    ).toBeVisible();
    await expect(page.getByText(/; elles ne se réservent pas en ligne/)).toHaveCount(0);
    await manege.sql(`update types_lecons set max_personnes = 6 where value = 'collective'`);
    await manege.sql(announceTypes);
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
    await open.check();

    // The answer is lost, so the page looks up the reservation.
    await answerNextWrite(page, '**/api/reservations/places', async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    await page.getByRole('button', { name: 'Rejoindre la leçon' }).press('Enter');
    await expect(page.getByText(SUCCESS)).toBeVisible();
    const lecons = page.getByRole('region', { name: 'Mes réservations' });
    await expect(lecons.getByText('Vous partagez cette leçon : 4 personnes en tout')).toBeVisible();
    await expect(lecons.getByText('Zoé')).toHaveCount(0);
    expect(
      await manege.sql(
        `select nombre_personnes from reservations where date_reservation = $1 and heure_debut = '10:00'`,
        [jour],
      ),
    ).toEqual([{ nombre_personnes: 4 }]);

    // The administrator sees which account holds each place.
    const desk = await browser.newPage();
    const admin = await manege.person({ role: 'admin' });
    await enter(desk, manege, admin);
    await desk.goto(`${manege.server.url}/app/webmaster?jour=${jour}`);
    await desk.getByRole('button', { name: /^Modifier la réservation de 10:00/ }).click();
    const dialog = desk.getByRole('dialog', { name: 'Modifier la réservation' });
    await expect(dialog.getByText('Place de Zoé Willems')).toHaveCount(2);
    await expect(dialog.getByText('Place de Hugo Dubois')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Retirer Léa' }).click();
    await dialog.getByRole('textbox', { name: /participant 1$/ }).fill('Zoé W.');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(desk.getByText('Réservation mise à jour')).toBeVisible();
    expect(
      await manege.sql(
        "select p.nom, u.prenom from participants p left join users u on u.id = p.user_id where p.reservation_id = (select id from reservations where date_reservation = $1 and heure_debut = '10:00') order by p.position",
        [jour],
      ),
    ).toEqual([
      { nom: 'Zoé W.', prenom: 'Zoé' },
      { nom: 'Hugo Dubois', prenom: 'Hugo' },
      { nom: 'Tom Dubois', prenom: 'Hugo' },
    ]);
    await expect(lecons.getByText('Vous partagez cette leçon : 3 personnes en tout')).toBeVisible();

    await tabTo(page, lecons.getByRole('button', { name: 'Annuler mes places' }));
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Quitter cette leçon ?' });
    await expect(
      question.getByText(
        'Les autres personnes gardent leur leçon ; vos places redeviennent libres.',
      ),
    ).toBeVisible();
    await question.getByRole('button', { name: 'Annuler mes places' }).press('Enter');
    await expect(
      lecons.getByText(/^Vous ne participez plus à la leçon du .* à 10h00\.$/),
    ).toBeVisible();
    await expect(lecons.getByRole('heading', { name: 'Mes réservations' })).toBeFocused();
    await expect(lecons.getByText(/Vous partagez/)).toHaveCount(0);
    expect(
      await manege.sql(
        `select noms_participants from reservations where date_reservation = $1 and heure_debut = '10:00'`,
        [jour],
      ),
    ).toEqual([{ noms_participants: ['Zoé W.'] }]);
  },
);
