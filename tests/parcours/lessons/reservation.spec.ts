/**
 * From the sign-in to a stored lesson, on a phone and at a desk: with touch, with the keyboard,
 * with other open screens.
 */
import type { Page } from '@playwright/test';
import { addDays, daysBetween, formatJour } from '../../../src/domain/core/calendrier.ts';
import type { Person } from '../../support/manege.ts';
import { PASSWORD } from '../../support/people.ts';
import {
  BUREAU,
  enter,
  expect,
  expectNoSidewaysScroll,
  type Manege,
  retry,
  signIn,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import {
  bookElsewhere,
  bookFor,
  confirmButton,
  fillForm,
  goToJour,
  TAKEN,
  radio,
  spokenBy,
  SUCCESS,
} from '../reservation.ts';
import { jourOf, mondayIn } from '../../support/jours.ts';

test(
  'un cavalier se connecte, réserve, et un autre écran ouvert change de lui-même',
  TELEPHONE,
  async ({ page, browser, manege }) => {
    // BOOK-21, BOOK-22, BOOK-18, UI-11
    const jour = jourOf(1, 1);
    const [camille, hugo] = [
      await manege.person(),
      await manege.person({ prenom: 'Hugo', nom: 'Dubois' }),
    ];
    await bookFor(manege, camille, {
      date_reservation: jourOf(1, 0),
      heure_debut: '08:00',
      noms_participants: ['Camille Lambert', 'Une autre fois'],
    });

    const other = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
    await signIn(other, hugo, '/app/reservation');
    await goToJour(other, jour);
    await radio(other, /^Piste Intérieure/).check();
    await expect(radio(other, '10:00, disponible')).toBeEnabled();

    await signIn(page, camille, '/app/reservation');
    await expect(page).toHaveURL('/app/reservation');
    await expect(confirmButton(page)).toBeDisabled();
    await expect(page.getByText('Veuillez sélectionner un type de leçon')).toBeVisible();
    await fillForm(page, jour);
    await page.getByLabel('Remarques').fill('Poney calme');
    // A lesson of one hour takes two half hours, and both are shown as chosen.
    const background = (heure: RegExp) =>
      radio(page, heure)
        .locator('xpath=..')
        .evaluate((label) => getComputedStyle(label).backgroundColor);
    await expect
      .poll(
        async () => (await background(/^10:30/)) === (await background(/^10:00/)),
        'one colour, once both have stopped fading',
      )
      .toBe(true);
    expect(await background(/^11:00/)).not.toBe(await background(/^10:00/));
    const confirmBar = page.getByRole('region', { name: 'Votre réservation' });
    for (const words of ['10h00 – 11h00', 'Leçon collective', 'Piste Intérieure', '2 personnes'])
      await expect(confirmBar.getByText(words).locator('visible=true')).toHaveCount(1);
    await page.clock.install();
    await confirmButton(page).click();

    // The new lesson is first and has the focus. A screen reader reads the success once, and the
    // lesson once, because it has the focus.
    await expect(page.getByText(SUCCESS)).toBeVisible();
    const ownReservations = page.getByRole('region', { name: 'Mes réservations' });
    const newest = page.getByRole('group', {
      name: `Nouvelle réservation : ${formatJour(jour, 'long')}, 10h00 – 11h00, Leçon collective, Piste Intérieure`,
    });
    await expect(newest).toBeFocused();
    await expect(newest).toBeInViewport();
    await expect(ownReservations.getByRole('article').first()).toContainText('Hugo Dubois');
    await expect(ownReservations.getByRole('article').nth(1)).toContainText('Une autre fois');
    expect(await spokenBy(page.getByText(SUCCESS))).toBe(1);
    expect(await spokenBy(newest)).toBe(0);
    await expect(
      radio(other, '10:00, 4 places restantes dans la leçon de 10h00 à 11h00'),
    ).toBeDisabled();
    await expect(radio(other, '10:30, pris par la leçon de 10h00')).toBeDisabled();
    await expect(radio(other, /^11:00, disponible/)).toBeEnabled();

    // The day and what is preset are left, and the success disappears after five seconds.
    await expect(radio(page, formatJour(jour, 'long'))).toBeChecked();
    await expect(radio(page, /^Leçon collective/)).not.toBeChecked();
    await expect(page.getByLabel('Remarques')).toHaveValue('');
    // It leaves its room: nothing moves under the thumb (UI-77).
    const before = await newest.boundingBox();
    expect(before).not.toBeNull();
    await page.clock.fastForward(5_000);
    await expect(page.getByText(SUCCESS)).toBeHidden({ timeout: 1_000 });
    expect(await newest.boundingBox()).toEqual(before);

    await expect(newest).toBeFocused();

    const stored = await manege.sql(
      'select noms_participants, nom_client, remarques, statut, user_id from reservations where date_reservation = $1',
      [jour],
    );
    expect(stored).toEqual([
      {
        noms_participants: ['Camille Lambert', 'Hugo Dubois'],
        nom_client: 'Camille Lambert',
        remarques: 'Poney calme',
        statut: 'confirmee',
        user_id: camille.id,
      },
    ]);
    await other.context().close();
  },
);

test(
  "un cavalier perd une course, prend deux leçons à la même heure, écrit dans un autre sens, et lit pourquoi un créneau n'est pas libre",
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-02, BOOK-16, BOOK-17, BOOK-20, BOOK-23
    const camille = await manege.person();
    await enter(page, manege, camille);
    await test.step("qui perd la course garde son formulaire, moins l'heure", () =>
      loseRace(page, manege));
    await test.step("un créneau à moitié plein est orange et ne peut être choisi, un plein est rouge, 20:00 l'est toujours", () =>
      readColours(page, manege));
    await test.step("les remarques d'un autre sens d'écriture ne brouillent pas la page", () =>
      writeBackwards(page));
    await test.step("deux leçons d'un même compte à la même heure se disent une fois, et ne s'interdisent pas", () =>
      bookTwice(page, manege, camille));
  },
);

async function loseRace(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(1, 2);
  await page.goto('/app/reservation');
  await fillForm(page, jour, { noms: ['Camille Lambert', 'Élise Maes', 'Jules Renard'] });
  await page.getByLabel('Remarques').fill('Première fois');
  // Another rider's booking is stored just before this request reaches the server.
  await page.route(
    '**/api/reservations',
    async (route) => {
      expect(await bookElsewhere(manege, { date_reservation: jour })).toBe(201);
      await route.continue();
    },
    { times: 1 },
  );
  await confirmButton(page).click();

  await expect(page.getByRole('alert').filter({ hasText: TAKEN })).toBeVisible();
  await expect(radio(page, /^10:00, 4 places restantes/)).toBeDisabled();
  await expect(radio(page, /^10:00/)).not.toBeChecked();
  await expect(radio(page, /^Leçon collective/)).toBeChecked();
  await expect(page.getByLabel('Participant 3')).toHaveValue('Jules Renard');
  await expect(page.getByLabel('Remarques')).toHaveValue('Première fois');
  await expect(confirmButton(page)).toBeDisabled();

  await radio(page, '14:00, disponible').check();
  await confirmButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
}

async function loseChosen(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(3, 1);
  await page.goto('/app/reservation');
  await fillForm(page, jour);
  await expect(confirmButton(page)).toBeEnabled();
  expect(await bookElsewhere(manege, { date_reservation: jour })).toBe(201);
  await expect(page.getByText(TAKEN)).toBeVisible();
  expect(await spokenBy(page.getByText(TAKEN))).toBe(1);
  await expect(confirmButton(page)).toBeDisabled();
  await expect(page.getByLabel('Participant 2')).toHaveValue('Hugo Dubois');
}

async function bookTwice(page: Page, manege: Manege, camille: Person): Promise<void> {
  const jour = jourOf(3, 2);
  await bookFor(manege, camille, { date_reservation: jour, type_piste: 'exterieure' });
  await page.goto('/app/reservation');
  await fillForm(page, jour, { heure: '09:00' });
  const warning = page.getByText(/^Vous avez déjà une leçon/);
  await expect(warning).toHaveCount(0);
  await radio(page, '09:30, disponible').check();
  await expect(warning).toHaveText(
    'Vous avez déjà une leçon à ce moment : Leçon collective, 10h00 – 11h00, Piste Extérieure. Vous pouvez continuer.',
  );
  expect(await spokenBy(warning)).toBe(1);
  await confirmButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(warning).toHaveCount(0);
}

async function openOnFreeDay(page: Page, manege: Manege): Promise<void> {
  await manege.sql(
    `select id from importer_lecons((select jsonb_agg(l) from (
    select '{Zoé}', 'Tout est pris', jour::date, '08:00', '20:00', piste, 'particuliere', 1, 'confirmee'
      from generate_series($1::date, $2::date, '1 day') jour, unnest('{interieure,exterieure}'::text[]) piste
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id`,
    [mondayIn(0), addDays(mondayIn(0), 6)],
  );
  await enter(page, manege, await manege.person());
  await page.goto('/app/reservation');
  await expect(radio(page, formatJour(mondayIn(1), 'long'))).toBeChecked();
  await page.getByRole('button', { name: "Aujourd'hui" }).click();
  await expect(page.getByRole('radio', { name: /aujourd'hui$/ })).toBeChecked();
}

test(
  "qui n'a pas de nom utilisable n'écrit pas son email dans un nom ; à 320 px rien n'est coupé ; l'écran s'ouvre sur le prochain jour qui a un début",
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-09, BOOK-12, UI-14
    await page.setViewportSize({ width: 320, height: 640 });
    const jour = jourOf(4, 2);
    await enter(page, manege, await manege.person({ prenom: '12', nom: '34' }));
    await page.goto('/app/reservation');
    await fillForm(page, jour, { noms: ['Camille Lambert', 'Hugo Dubois'] });
    await expect(page.getByRole('button', { name: /^Moi/ })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    // No text is cut off, and no day of the week overflows its column.
    const clipped = await page
      .getByRole('form', { name: 'Réserver une leçon' })
      .evaluate((form) =>
        [...form.querySelectorAll<HTMLElement>('p, span, label, fieldset')]
          .filter(
            (element) =>
              element.checkVisibility() &&
              !element.closest('.sr-only') &&
              element.scrollWidth > element.clientWidth &&
              (getComputedStyle(element).overflowX !== 'visible' ||
                element.querySelector(':scope > [name="date_reservation"]')),
          )
          .map((element) => element.textContent),
      );
    expect(clipped).toEqual([]);
    await test.step('fût-il dans la semaine suivante', () => openOnFreeDay(page, manege));
  },
);

test(
  "le clavier seul suffit, de la connexion à la réservation ; un créneau pris entre-temps est rendu, et rien d'illisible n'est peint libre",
  BUREAU,
  async ({ page, manege }) => {
    // BOOK-10, BOOK-13, BOOK-19, BOOK-28, UI-14
    await test.step('le clavier seul suffit, de la connexion à la réservation', () =>
      bookByKey(page, manege));
    await test.step("un créneau choisi que quelqu'un d'autre prend entre-temps est rendu, avec une phrase", () =>
      loseChosen(page, manege));
    await test.step("des disponibilités qui n'ont pu être lues ne sont jamais peintes libres", () =>
      readUnavailable(page));
  },
);

async function bookByKey(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(2, 4);
  const { email } = await manege.person({ prenom: 'Nathan', nom: 'Claes' });
  await page.goto('/app/reservation');
  await expect(page.getByLabel('Email')).toBeVisible();
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Mot de passe', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(radio(page, /^Leçon particulière/)).toBeVisible();

  await tabTo(page, radio(page, /^Leçon particulière/));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight'); // collective
  await page.keyboard.press('ArrowLeft'); // and back
  await expect(radio(page, /^Leçon particulière/)).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: /^Moi/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Participant 1')).toHaveValue('Nathan Claes');
  await tabTo(page, page.getByRole('button', { name: 'Semaine suivante' }));
  while ((await radio(page, formatJour(jour, 'long')).count()) === 0)
    await page.keyboard.press('Enter');
  const checked = page
    .getByRole('group', { name: 'Jour de la leçon' })
    .getByRole('radio', { checked: true });
  await tabTo(page, checked);
  const steps = daysBetween(await checked.inputValue(), jour);
  for (let n = 0; n < Math.abs(steps); n += 1)
    await page.keyboard.press(steps > 0 ? 'ArrowRight' : 'ArrowLeft');
  await expect(radio(page, formatJour(jour, 'long'))).toBeChecked();
  // The arena is preset: any.
  await tabTo(page, radio(page, /^Peu importe/));
  await page.keyboard.press('ArrowLeft');
  await expect(radio(page, /^Piste Extérieure/)).toBeChecked();
  await expect(radio(page, '08:00, disponible')).toBeEnabled();
  await tabTo(page, radio(page, '08:00, disponible'));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(radio(page, '08:30, disponible')).toBeChecked();
  await tabTo(page, confirmButton(page));
  await page.keyboard.press('Enter');
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(
    await manege.sql(
      'select type_piste, heure_debut::text, nom_client from reservations where date_reservation = $1',
      [jour],
    ),
  ).toEqual([{ type_piste: 'exterieure', heure_debut: '08:30:00', nom_client: 'Nathan Claes' }]);
}

async function readColours(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(1, 5);
  await bookElsewhere(manege, { date_reservation: jour, heure_debut: '09:00' });
  await bookElsewhere(manege, {
    date_reservation: jour,
    heure_debut: '11:00',
    type_lecon: 'particuliere',
    nombre_personnes: 1,
    noms_participants: ['Zoé'],
  });
  await page.goto('/app/reservation');
  await radio(page, /^Longe/).check();
  await goToJour(page, jour);
  await radio(page, /^Piste Intérieure/).check();
  const orange = radio(page, '09:00, 4 places restantes dans la leçon de 9h00 à 10h00');
  await expect(orange).toBeDisabled();
  await expect(orange.locator('xpath=..')).toHaveText(/09:00\s*4 places/);
  await expect(page.getByRole('list', { name: 'Légende' })).toHaveText(
    /5 places\s*Places restantes/,
  );
  await expect(
    page.getByText(
      'Un créneau orange est pris par une leçon qui a encore des places ; elles ne se réservent pas en ligne. Adressez-vous au centre.',
    ),
  ).toBeVisible();
  await expect(radio(page, '11:00, complet, déjà réservé de 11h00 à 11h30')).toBeDisabled();
  // Tapping it shows the reason.
  const red = page.getByTitle('déjà réservé de 11h00 à 11h30');
  await red.click({ force: true }); // the label of a disabled field counts as disabled
  await expect(page.getByText('11:00 : déjà réservé de 11h00 à 11h30')).toBeVisible();
  await expect(radio(page, /^20:00/)).toBeDisabled();
  await expect(radio(page, '10:30, disponible')).toBeEnabled();
  // A lesson of one hour would overlap the full lesson from 10:30, and the partly filled one from
  // 08:30.
  await radio(page, /^Leçon collective/).check();
  await expect(radio(page, /^10:30, complet/)).toBeDisabled();
  await expect(radio(page, '08:30, pris par la leçon de 9h00')).toBeDisabled();
  await expect(radio(page, /^(0[89]|1\d|20):[03]0/)).toHaveCount(25);
}

async function readUnavailable(page: Page): Promise<void> {
  await page.goto('/app/reservation');
  await expect(radio(page, /^Longe/)).toBeVisible();
  await page.route('**/api/disponibilites*', (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'adresse_introuvable', status: 404, message: "Cette adresse n'existe pas." },
    }),
  );
  await radio(page, /^Longe/).check();
  await radio(page, /^Piste Extérieure/).check();
  await goToJour(page, jourOf(4, 3));
  await expect(page.getByText('Disponibilités indisponibles').first()).toBeVisible();
  await expect(radio(page, /^10:00/)).toBeDisabled();
  await expect(radio(page, /, disponible$/)).toHaveCount(0);
  await retry(page.getByRole('button', { name: 'Réessayer' }).first(), () =>
    page.unroute('**/api/disponibilites*'),
  );
  await expect(radio(page, '10:00, disponible')).toBeEnabled();
}

async function writeBackwards(page: Page): Promise<void> {
  await page.goto('/app/reservation');
  await fillForm(page, jourOf(2, 4), { noms: ['محمد'] });
  await page.getByLabel('Remarques').fill('\u202eesrevni');
  await confirmButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Mes réservations' })
      .locator('bdi, [dir="auto"]')
      .filter({ hasText: 'esrevni' }),
  ).toBeVisible();
}
