/**
 * The number of free slots, and the notification when a taken slot becomes free, with only the
 * keyboard (RIDE-30 to RIDE-36).
 */
import type { Page } from '@playwright/test';
import { formatJour } from '../../../src/domain/core/calendrier.ts';
import {
  announceParametres,
  answerNextWrite,
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  retry,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import {
  bookElsewhere,
  bookFor,
  choosePersonnes,
  confirmButton,
  goToJour,
  radio,
  SUCCESS,
} from '../reservation.ts';
import { jourOf } from '../../support/jours.ts';

type Rider = { page: Page; manege: Manege };

test(
  "voir les jours libres, aller au prochain créneau, demander à être prévenu, et l'être",
  BUREAU,
  async ({ page, manege }) => {
    const jour = jourOf(20, 2);
    const long = formatJour(jour, 'long');
    expect(await bookElsewhere(manege, { date_reservation: jour, heure_debut: '08:00' })).toBe(201);
    expect(await bookElsewhere(manege, { date_reservation: jour, heure_debut: '10:00' })).toBe(201);
    await manege.sql('update parametres set "slotAlerts" = true');
    await announceParametres(manege);
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    expect(await bookFor(manege, rider, { date_reservation: jour, heure_debut: '15:00' })).toBe(
      201,
    );
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    await goToJour(page, jour);
    await expect(radio(page, long)).toHaveAccessibleName(long); // no count without a type
    const next = page.getByRole('button', { name: 'Prochain créneau libre' });
    await expect(next).toHaveCount(0);

    await radio(page, /^Leçon collective/).check();
    // A lesson of one hour has 23 possible starts in an empty arena. The lessons at 8:00, 10:00 and
    // 15:00 block 2, 3 and 3 of them.
    // RIDE-35: with both arenas a start counts once.
    await radio(page, /^Peu importe/).check();
    await expect(radio(page, long)).toHaveAccessibleName(`${long}, 23 créneaux libres`);
    await radio(page, /^Piste Intérieure/).check();
    await expect(radio(page, long)).toHaveAccessibleName(`${long}, 15 créneaux libres`);

    await tabTo(page, next);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Choisi : ${long} à 9h00, Piste Intérieure.`)).toBeVisible();
    await expect(radio(page, /^09:00/)).toBeChecked();
    await expect(next).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(radio(page, /^11:00/)).toBeChecked();
    // The answer is shown only as long as it is correct.
    const chosen = page.getByText(/^Choisi\s: /);
    await expect(chosen).toHaveText(`Choisi : ${long} à 11h00, Piste Intérieure.`);
    await radio(page, /^12:00, disponible/).check();
    await expect(chosen).toHaveCount(0);

    // A slot that the person's own lesson takes is not offered.
    const list = page.getByLabel('Un créneau pris vous intéresse ?');
    const offers = page.getByRole('button', { name: 'Prévenez-moi si ce créneau se libère' });
    await expect(list.getByRole('option')).toHaveText([
      'Choisissez un créneau pris',
      ...['08:00', '08:30', '09:30', '10:00', '10:30'].map((heure) => new RegExp(`^${heure}, `)),
    ]);
    // disabled, but its label handles clicks
    await page.getByTitle('pris par la leçon de 15h00').first().click({ force: true });
    await expect(page.getByText('14:30 : pris par la leçon de 15h00')).toBeVisible();
    await expect(offers).toHaveCount(0);

    // A press with the pointer or a finger shows the offer below that part of the day.
    await page.getByTitle('pris par la leçon de 10h00').first().click({ force: true });
    await expect(offers).toHaveCount(1);
    // With the keyboard, the slot is chosen from a list.
    await tabTo(page, list);
    await page.keyboard.type('10:00');
    await expect(list).toHaveValue('10:00');
    await expect(offers).toHaveCount(2);
    await page.keyboard.press('Tab');
    await expect(offers.last()).toBeFocused();
    await expect(offers.last()).toHaveAccessibleDescription(
      'La place va à qui réserve en premier : elle ne vous est pas gardée.',
    );
    await page.keyboard.press('Enter');
    await expect(
      page
        .getByText("Vous le lirez ici dès qu'il se libère : le centre n'envoie pas d'email.")
        .last(),
    ).toBeVisible();
    const waited = page.getByRole('region', { name: 'Créneaux attendus' });
    await expect(waited.getByRole('listitem')).toHaveCount(1);

    const stop = page.getByRole('button', { name: 'Ne plus me prévenir', exact: true });
    await expect(stop.last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(waited).toHaveCount(0);
    await expect(offers.last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(waited.getByText(new RegExp(`^${long}, 10h00 – 11h00$`, 'i'))).toBeVisible();

    // A second request. Both are removed in the list of the person's own lessons, the second by a
    // call whose answer is lost. The focus stays near (UI-14).
    await list.selectOption('08:00');
    await offers.last().press('Enter');
    await expect(waited.getByRole('listitem')).toHaveCount(2);
    const lecons = page.getByRole('region', { name: 'Mes réservations' });
    const ends = waited.getByRole('button', { name: /^Ne plus me prévenir\s: / });
    await ends.last().press('Enter');
    await expect(ends).toHaveCount(1);
    await expect(waited.getByRole('heading', { name: 'Créneaux attendus' })).toBeFocused();
    await expect(
      lecons
        .getByRole('status')
        .filter({ hasText: `${long}, 10h00 – 11h00 : vous ne serez plus prévenu(e).` }),
    ).toBeAttached();
    await answerNextWrite(page, '**/api/alertes/*', async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    await ends.press('Enter');
    await expect(waited).toHaveCount(0);
    await expect(lecons.getByRole('heading', { name: 'Mes réservations' })).toBeFocused();
    await expect(
      lecons
        .getByRole('status')
        .filter({ hasText: `${long}, 8h00 – 9h00 : vous ne serez plus prévenu(e).` }),
    ).toBeAttached();

    // The same request again. Its answer is lost, and the list shows the result.
    await list.selectOption('10:00');
    await answerNextWrite(page, '**/api/alertes', async (route) => {
      await route.fetch();
      await route.abort('aborted');
    });
    await offers.last().press('Enter');
    await expect(waited.getByRole('listitem')).toHaveCount(1);
    await expect(
      page
        .getByText("Vous le lirez ici dès qu'il se libère : le centre n'envoie pas d'email.")
        .last(),
    ).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);

    // A list that cannot be read is not shown as empty (UI-18).
    await page.route('**/api/alertes', (route) => route.abort('aborted'));
    await page.reload();
    await expect(
      lecons.getByText("Les créneaux que vous attendez n'ont pas pu être chargés."),
    ).toBeVisible();
    await retry(lecons.getByRole('button', { name: 'Réessayer' }), () =>
      page.unroute('**/api/alertes'),
    );
    await expect(waited.getByRole('listitem')).toHaveCount(1);

    // The lesson is cancelled: the open screen reports it, and an email is queued (RIDE-64).
    await manege.sql(
      `with cancelled as (update reservations set statut = 'annulee' where date_reservation = $1::date and heure_debut = '10:00' returning id),
    freed as (delete from occupations where reservation_id in (select id from cancelled))
    select pg_notify('manege_changes', json_build_object('changed', array['reservations'], 'jours', array[$2::text])::text)`,
      [jour, jour],
    );
    const toast = page.getByRole('region', { name: 'Notifications' });
    await expect(
      toast.getByText(
        `Le créneau du ${formatJour(jour, 'moyen')} à 10h00, piste intérieure, s'est libéré. Réserver`,
      ),
    ).toBeVisible();
    await expect(
      waited.getByText(/^S'est libéré le .* à .*\. La place va à qui réserve en premier\.$/),
    ).toBeVisible();
    await expect(radio(page, /^10:00, disponible/)).toBeEnabled();
    await expectGoodAtBothWidths(page);
    // 'Réserver' fills in the slot and keeps the typed text.
    await radio(page, /^Longe/).check();
    await choosePersonnes(page, 1);
    await page.getByLabel('Participant 1').fill('Élise Maes');
    await radio(page, /^Piste Extérieure/).check();
    await tabTo(page, waited.getByRole('link', { name: /^Réserver\s: / }));
    await page.keyboard.press('Enter');
    await expect(radio(page, /^Leçon collective/)).toBeChecked();
    await expect(radio(page, /^Piste Intérieure/)).toBeChecked();
    await expect(radio(page, /^10:00/)).toBeChecked();
    await expect(page.getByRole('group', { name: `Heure de début, ${long}` })).toBeFocused();
    await expect(page.getByLabel('Participant 1')).toHaveValue('Élise Maes');
    await expect(page).toHaveURL('/app/reservation');
    // A reload gives the same result, because the slot is in the address.
    await page.reload();
    await expect(waited.getByText(/^S'est libéré/)).toBeVisible();
    await confirmButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(waited).toHaveCount(0); // the person's own lesson takes the slot now
    expect(
      await manege.sql(
        `select count(*)::int as n from courriels where sorte = 'place_libre' and user_id = $1`,
        [rider.id],
      ),
    ).toEqual([{ n: 1 }]);
  },
);

test(
  "qui a refusé les emails de créneaux libres le lit, au lieu de l'email promis aux autres",
  BUREAU,
  async ({ page, manege }) => {
    // RIDE-64, UI-73, MAIL-24
    const jour = jourOf(21, 2);
    expect(await bookElsewhere(manege, { date_reservation: jour, heure_debut: '10:00' })).toBe(201);
    await manege.sql('update parametres set "slotAlerts" = true');
    await announceParametres(manege);
    // The server sends no emails here, so the answer to the page is changed to say that it does.
    await page.route('**/api/centre', async (route) => {
      const response = await route.fetch();
      const centre = (await response.json()) as { envois: object };
      await route.fulfill({
        response,
        json: { ...centre, envois: { ...centre.envois, place: true } },
      });
    });
    const ask = async (refused: boolean) => {
      const rider = await manege.person();
      if (refused)
        await manege.sql('update users set email_places = false where id = $1', [rider.id]);
      await enter(page, manege, rider);
      await page.goto('/app/reservation');
      await goToJour(page, jour);
      await radio(page, /^Leçon collective/).check();
      await radio(page, /^Piste Intérieure/).check();
      await page.getByLabel('Un créneau pris vous intéresse ?').selectOption('10:00');
      await page.getByRole('button', { name: 'Prévenez-moi si ce créneau se libère' }).click();
    };
    const [promised, refused] = [
      'Vous serez prévenu(e) par email.',
      "Vous le lirez ici dès qu'il se libère : vous avez refusé ces emails dans votre profil.",
    ].map((words) => page.getByText(words));
    await ask(true);
    await expect(refused!).toBeVisible();
    await expect(promised!).toHaveCount(0);
    await ask(false);
    await expect(promised!).toBeVisible();
    await expect(refused!).toHaveCount(0);
  },
);

/** Ends the lesson of a slot, as the centre does, and announces it. */
const free = (manege: Manege, jour: string, heure: string) =>
  manege.sql(
    `with cancelled as (update reservations set statut = 'annulee' where date_reservation = $1::date and heure_debut = $2::time returning id),
    freed as (delete from occupations where reservation_id in (select id from cancelled))
    select pg_notify('manege_changes', json_build_object('changed', array['reservations'], 'jours', array[$3::text])::text)`,
    [jour, heure, jour],
  );

/** What became free while nobody looked is read and booked later, without a mail server. */
async function revenir({ page, manege }: Rider): Promise<void> {
  const jour = jourOf(73, 2);
  expect(await bookElsewhere(manege, { date_reservation: jour, heure_debut: '10:00' })).toBe(201);
  await manege.sql('update parametres set "slotAlerts" = true');
  await announceParametres(manege);
  const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
  await manege.sql(
    `insert into alertes (user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin) values ($1, 'collective', 'interieure', $2, '10:00', '11:00')`,
    [rider.id, jour],
  );
  // It becomes free while nobody looks.
  await free(manege, jour, '10:00');
  await expect
    .poll(() => manege.sql('select libre_at from alertes where user_id = $1', [rider.id]))
    .not.toEqual([{ libre_at: null }]);
  await enter(page, manege, rider);
  await page.goto('/app/reservation');
  const sentence = `Le créneau du ${formatJour(jour, 'moyen')} à 10h00, piste intérieure, s'est libéré.`;
  const notice = page.locator('.banner').filter({ hasText: sentence });
  await expect(notice).toBeInViewport();

  // Someone else is faster: the open screen follows, and the request can wait again.
  expect(await bookElsewhere(manege, { date_reservation: jour, heure_debut: '10:00' })).toBe(201);
  await expect(notice).toHaveCount(0);
  const waited = page.getByRole('region', { name: 'Créneaux attendus' });
  await expect(
    waited.getByText(/^S'est libéré le .* à .*, et il est déjà repris\.$/),
  ).toBeVisible();
  await expect(waited.getByRole('link', { name: /^Réserver/ })).toHaveCount(0);
  await waited.getByRole('button', { name: /^Prévenez-moi encore\s: / }).press('Enter');
  await expect(waited.getByText(/^S'est libéré/)).toHaveCount(0);
  await expect(waited.getByRole('button', { name: /^Ne plus me prévenir/ })).toHaveCount(1);

  // It becomes free again. The cross hides the notice until the screen is opened again.
  await free(manege, jour, '10:00');
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Fermer' }).press('Enter');
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(notice).toBeVisible();
  await notice.getByRole('link', { name: /^Réserver\s: / }).press('Enter');
  await expect(radio(page, /^Leçon collective/)).toBeChecked();
  await expect(radio(page, /^Piste Intérieure/)).toBeChecked();
  await expect(radio(page, /^10:00/)).toBeChecked();
  if (await confirmButton(page).isDisabled()) {
    await choosePersonnes(page, 1);
    await page.getByLabel('Participant 1').fill('Élise Maes');
  }
  await confirmButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(waited).toHaveCount(0);
}

/** A free seat in a group, although the last lesson was for two. */
async function prendreUnePlace({ page, manege }: Rider): Promise<void> {
  const jour = jourOf(74, 2);
  const five = ['Zoé', 'Léa', 'Max', 'Nora', 'Paul'];
  expect(
    await bookElsewhere(manege, {
      date_reservation: jour,
      nombre_personnes: 5,
      noms_participants: five,
    }),
  ).toBe(201);
  await manege.sql(`update parametres set "slotAlerts" = true`);
  await manege.sql(`update types_lecons set ouverte = value = 'collective'`);
  await announceParametres(manege);
  const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
  const deux = { date_reservation: jourOf(74, 1), noms_participants: ['Oscar', 'Juliette'] };
  expect(await bookFor(manege, rider, deux)).toBe(201);
  await manege.sql(
    `insert into alertes (user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin, libre_at) values ($1, 'collective', 'interieure', $2, '10:00', '11:00', now())`,
    [rider.id, jour],
  );
  await enter(page, manege, rider);
  await page.goto('/app/reservation');
  const remarques = page.getByLabel('Remarques');
  await remarques.fill('Selle');
  const taken = async () => {
    await expect(radio(page, /^10:00, Rejoindre/)).toBeChecked();
    await expect(page.getByLabel('Participant 1')).toHaveValue('Oscar');
    await expect(page.getByLabel('Participant 2')).toHaveCount(0);
    await expect(remarques).toHaveValue('Selle');
    await expect(page.getByRole('alert')).toHaveCount(0);
  };
  // In the open form.
  await page
    .locator('.banner')
    .getByRole('link', { name: /^Réserver\s: / })
    .press('Enter');
  await taken();
  // The form is opened by it.
  await page.goto('/');
  const waited = page.getByRole('region', { name: 'Créneaux attendus' });
  await waited.getByRole('link', { name: /^Réserver/ }).press('Enter');
  await taken();
  await page.getByRole('button', { name: 'Rejoindre la leçon' }).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
}

test(
  'qui revient plus tard lit ce qui est encore libre, et réserve ; une place libérée dans un groupe se prend, et ce qui est saisi reste',
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-64, RIDE-87, BOOK-38
    await test.step('ce qui est repris se redemande', () => revenir({ page, manege }));
    await test.step('une place, même si la dernière leçon était à deux', () =>
      prendreUnePlace({ page, manege }));
  },
);
