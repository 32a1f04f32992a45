/** Riders find groups that they may join (RIDE-35, RIDE-36, RIDE-63, RIDE-76 to RIDE-78). */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import {
  answerNextWrite,
  BUREAU,
  enter,
  expect,
  expectAccessible,
  type Manege,
  REFUSED,
  retry,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import {
  bookElsewhere,
  bookFor,
  choosePersonnes,
  goToJour,
  radio,
  SUCCESS,
} from '../reservation.ts';
import { jourOf, today } from '../../support/jours.ts';

const announceTypes = `select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`;

async function open(manege: Manege, ...types: string[]): Promise<void> {
  await manege.sql('update types_lecons set ouverte = value = any($1)', [types]);
  await manege.sql(announceTypes);
}

test.afterEach(async ({ manege }) => {
  await open(manege);
  await manege.sql('delete from reservations');
});

test(
  "chercher un créneau : le groupe de la semaine passe avant une piste vide, les jours le comptent ; un créneau orange d'un autre type ouvert se choisit au clavier",
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-35, RIDE-36, RIDE-63
    await open(manege, 'collective');
    await enter(page, manege, await manege.person());
    await test.step('le groupe passe avant une piste vide', () => findGroup(page, manege));
    await test.step('le bouton de la ligne choisit le type, et les flèches mènent au suivant', () =>
      chooseOpenType(page, manege));
  },
);

async function findGroup(page: Page, manege: Manege): Promise<void> {
  const [monday, wednesday] = [jourOf(40, 0), jourOf(40, 2)];
  const long = formatJour(wednesday, 'long');
  expect(await bookElsewhere(manege, { date_reservation: wednesday, heure_debut: '14:00' })).toBe(
    201,
  );
  await page.goto('/app/reservation');
  await radio(page, /^Leçon collective/).check();
  await choosePersonnes(page, 2);
  await goToJour(page, monday);
  // 23 starts of an hour, each once for both arenas; at 14:00 the group comes first.
  await expect(radio(page, long)).toHaveAccessibleName(
    `${long}, 22 créneaux libres, 1 leçon à rejoindre`,
  );
  await expect(radio(page, long).locator('xpath=..')).toHaveText(/22.* \+ 1/);
  const next = page.getByRole('button', { name: 'Prochain créneau libre' });
  await next.click();
  await expect(
    page.getByText(`Choisi : ${long} à 14h00, Piste Intérieure, une leçon à rejoindre.`),
  ).toBeVisible();
  await expect(radio(page, /^14:00, Rejoindre · 4 places/)).toBeChecked();
  await expect(page.getByText('22 créneaux libres, 1 leçon à rejoindre')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rejoindre la leçon' })).toBeVisible();
  // No other group in the week after it: the next free start, on the other arena.
  await next.click();
  await expect(page.getByText(`Choisi : ${long} à 14h30, Piste Extérieure.`)).toBeVisible();
  await expect(radio(page, /^14:30, disponible, Piste Extérieure/)).toBeChecked();
  // Too few places for five people; and another type is not joined.
  await choosePersonnes(page, 5);
  await goToJour(page, monday);
  await expect(radio(page, long)).toHaveAccessibleName(`${long}, 23 créneaux libres`);
  await next.click();
  await expect(radio(page, /^08:00, disponible/)).toBeChecked();
}

async function chooseOpenType(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(41, 1);
  for (const heure_debut of ['10:00', '12:00'])
    expect(await bookElsewhere(manege, { date_reservation: jour, heure_debut })).toBe(201);
  await page.goto('/app/reservation');
  await radio(page, /^Longe/).check();
  await goToJour(page, jour);
  await radio(page, /^Piste Intérieure/).check();
  const choose = page.getByRole('button', {
    name: 'Leçon collective : choisissez ce type pour la rejoindre',
  });
  await tabTo(page, choose);
  await page.keyboard.press('Enter');
  await expect(radio(page, /^Leçon collective/)).toBeChecked();
  const first = radio(page, /^10:00, Rejoindre · 4 places/);
  await expect(first).toBeChecked();
  await expect(first).toBeFocused();
  await expect(choose).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(radio(page, /^12:00, Rejoindre · 4 places/)).toBeChecked();
}

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Leçons ouvertes' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Rejoindre cette leçon' });
const seatsOf = async (manege: Manege, jour: string): Promise<unknown> =>
  (
    await manege.sql(
      'select noms_participants from reservations where date_reservation = $1 order by heure_debut',
      [jour],
    )
  ).map(({ noms_participants }) => noms_participants);
/** A lesson of Zoé's with so many people. */
const group = async (manege: Manege, jour: string, n: number, change = {}): Promise<void> => {
  const noms_participants = Array.from({ length: n }, (_, i) => `Zoé ${'ABCDEF'[i]}`);
  expect(
    await bookElsewhere(manege, {
      date_reservation: jour,
      nombre_personnes: n,
      noms_participants,
      ...change,
    }),
  ).toBe(201);
};

test(
  "rejoindre un groupe de la liste : deux gestes, prix et places dits, sans un nom de personne ; de la dernière place sur deux écrans, l'un l'a, l'autre le lit",
  TELEPHONE,
  async ({ page, browser, manege }) => {
    // RIDE-14, RIDE-57, RIDE-76, RIDE-77, BOOK-08
    const hugo = await manege.person({ prenom: 'Hugo', nom: 'Dubois' });
    await enter(page, manege, hugo);
    await test.step('rejoindre un groupe', () => joinGroup(page, manege));
    const other = await browser.newPage();
    await enter(other, manege, await manege.person({ prenom: 'Bruno', nom: 'Roux' }));
    await test.step("la dernière place sur deux écrans : l'autre garde ce qu'il a tapé", () =>
      lastPlace([page, other], manege));
    await other.close();
  },
);

async function joinGroup(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(2, 3);
  await group(manege, jour, 2);
  await group(manege, jourOf(2, 4), 6);
  await group(manege, jourOf(2, 5), 2, { type_lecon: 'saut' });
  await group(manege, jourOf(9, 0), 1);
  await open(manege, 'collective');
  await manege.sql(
    `insert into prix_valables (type_lecon, du, centimes) values ('collective', '2020-01-01', 2200)`,
  );
  await manege.sql('update parametres set "showPrices" = true');
  await page.goto('/app/reservation');
  const lines = sectionOf(page).getByRole('listitem');
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(
    /Leçon collective, Piste Intérieure4 places22,00\s€ par personne/,
  );
  await expect(page.getByText('Zoé')).toHaveCount(0);
  await page.evaluate(() => {
    addEventListener('click', () => (document.title += '·'), true);
  });
  const before = await page.title();

  await lines.getByRole('button', { name: /^Rejoindre : Leçon collective/ }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Participant 1')).toHaveValue('Hugo Dubois');
  await expect(dialog.getByText(/^Prix\s: 22,00\s€$/)).toBeVisible();
  await expect(
    dialog.getByText("Une leçon avec d'autres personnes, dont les noms ne sont pas montrés."),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Rejoindre la leçon' }).click();

  await expect(sectionOf(page).getByText(SUCCESS)).toBeVisible();
  expect((await page.title()).slice(before.length)).toBe('··');
  expect(await seatsOf(manege, jour)).toEqual([['Zoé A', 'Zoé B', 'Hugo Dubois']]);
  await expect(dialog).toBeHidden();
  await expect(sectionOf(page).getByRole('heading')).toBeFocused();
  await expect(
    sectionOf(page).getByText(
      `Leçon collective, ${formatJour(jour, 'long')}, 10h00 – 11h00, Piste Intérieure.`,
    ),
  ).toBeVisible();
  await expect(sectionOf(page).getByText(/^Prix\s: 22,00\s€$/)).toBeVisible();
  await expect(sectionOf(page).getByText('Aucune leçon ouverte pour le moment')).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Mes réservations' })
      .getByText('Vous partagez cette leçon : 3 personnes en tout'),
  ).toBeVisible();
  // The way on leads to the form.
  await sectionOf(page).getByRole('link', { name: 'Réserver une leçon' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

test(
  'au clavier : les cavaliers de la dernière fois, un de plus, une remarque, jusqu’aux places libres',
  BUREAU,
  async ({ page, manege }) => {
    // RIDE-77, RIDE-23, RIDE-46, BOOK-23, UI-40
    const [jour, other] = [addDays(today(), 3), jourOf(3, 2)];
    await group(manege, jour, 3);
    for (const heure_debut of ['12:00', '14:00', '16:00'])
      await group(manege, other, 1, { heure_debut });
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    expect(
      await bookFor(manege, rider, {
        date_reservation: jour,
        heure_debut: '10:30',
        type_piste: 'exterieure',
        type_lecon: 'longe',
        noms_participants: ['Alice Maes', 'Louis Maes'],
      }),
    ).toBe(201);
    await manege.sql(
      `insert into cavaliers (user_id, nom) select id, 'Tom Maes' from users where email = $1`,
      [rider.email],
    );
    await open(manege, 'collective');
    await manege.sql('update parametres set "riderCancellation" = true, "cancellationHours" = 336');
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    const lines = sectionOf(page).getByRole('listitem');
    await expect(lines).toHaveCount(3);
    const more = sectionOf(page).getByRole('button', { name: 'Voir les 4 leçons ouvertes' });
    await tabTo(page, more);
    await page.keyboard.press('Enter');
    await expect(lines).toHaveCount(4);
    const first = lines.first().getByRole('button');
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    await expect(dialog.getByLabel('Participant 1')).toHaveValue('Alice Maes');
    await expect(dialog.getByLabel('Participant 2')).toHaveValue('Louis Maes');
    await expect(dialog.getByText('3 places sont libres dans cette leçon.')).toBeVisible();
    await expect(
      dialog.getByText(/^Vous avez déjà une leçon à ce moment\s: 10h30 – 11h00, Piste Extérieure/),
    ).toBeVisible();
    await expect(dialog.getByText(/^Cette leçon est proche/)).toBeVisible();
    // Nothing was typed, so nothing is asked.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(first).toBeFocused();

    await page.keyboard.press('Enter');
    await choosePersonnes(page, 3, dialog);
    const join = dialog.getByRole('button', { name: 'Rejoindre la leçon' });
    await expect(join).toBeDisabled();
    await expect(dialog.getByText('Veuillez remplir tous les noms des participants')).toBeVisible();
    await dialog.getByRole('button', { name: 'Tom Maes' }).press('Enter');
    await dialog.getByLabel('Remarques').fill('Poney calme');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }).press('Enter');
    await tabTo(page, join);
    await page.keyboard.press('Enter');
    await expect(sectionOf(page).getByText(SUCCESS)).toBeVisible();
    await expect(
      sectionOf(page).getByText("Vous ne pouvez pas l'annuler vous-même : le délai est passé."),
    ).toBeVisible();
    expect(
      await manege.sql(
        `select noms_participants from reservations where date_reservation = $1 and type_lecon = 'collective'`,
        [jour],
      ),
    ).toEqual([
      {
        noms_participants: ['Zoé A', 'Zoé B', 'Zoé C', 'Alice Maes', 'Louis Maes', 'Tom Maes'],
      },
    ]);
    expect(
      await manege.sql(
        `select remarques from participants where nom = 'Alice Maes' and remarques is not null`,
      ),
    ).toEqual([{ remarques: 'Poney calme' }]);
  },
);

async function lastPlace(pages: Page[], manege: Manege): Promise<void> {
  const jour = jourOf(3, 1);
  await group(manege, jour, 5);
  for (const [n, one] of pages.entries()) {
    await one.goto(`${manege.server.url}/app/reservation`);
    await sectionOf(one)
      .getByRole('button', { name: /^Rejoindre/ })
      .last()
      .click();
    await dialogOf(one).getByLabel('Remarques').fill(`Remarque ${n}`);
  }
  // Both are sent before either is answered.
  const gate = Promise.withResolvers<void>();
  let sent = 0;
  for (const one of pages)
    await answerNextWrite(one, '**/api/reservations/places', async (route) => {
      sent += 1;
      await gate.promise;
      await route.continue();
    });
  for (const one of pages)
    await dialogOf(one).getByRole('button', { name: 'Rejoindre la leçon' }).click();
  await expect.poll(() => sent).toBe(2);
  gate.resolve();
  const told = 'Cette leçon vient de se remplir. Veuillez choisir un autre créneau.';
  const success = pages.map((one) => sectionOf(one).getByText(SUCCESS));
  await expect
    .poll(async () => (await Promise.all(success.map((one) => one.count()))).toSorted())
    .toEqual([0, 1]);
  const loser = (await success[0]!.count()) === 1 ? 1 : 0;
  const dialog = dialogOf(pages[loser]!);
  await expect(dialog.getByRole('alert')).toHaveText(told);
  await expect(dialog.getByLabel('Remarques')).toHaveValue(`Remarque ${loser}`);
  await expect(dialog.getByRole('button', { name: 'Rejoindre la leçon' })).toHaveCount(0);
  const [seats] = (await seatsOf(manege, jour)) as string[][];
  expect(seats).toHaveLength(6);
  expect(seats?.[5]).toBe(loser === 1 ? 'Hugo Dubois' : 'Bruno Roux');
}

test(
  'en direct : une leçon paraît, se remplit sous le dialogue ouvert, et disparaît ; sans type ouvert, rien ; une réponse lente se dit quand même',
  BUREAU,
  async ({ page, manege }) => {
    // RIDE-76, RIDE-77, SET-34, UI-72
    const jour = jourOf(3, 2);
    await enter(page, manege, await manege.person({ prenom: 'Hugo', nom: 'Dubois' }));
    await test.step('en direct', () => followLive(page, manege, jour));
    await test.step('après trois secondes on peut fermer, et la suite se dit quand même', () =>
      leaveLate(page, manege, jour));
  },
);

async function followLive(page: Page, manege: Manege, jour: string): Promise<void> {
  await page.goto('/app/reservation');
  await expect(page.getByRole('region', { name: 'Mes réservations' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'La semaine' })).toBeVisible();
  await expect(sectionOf(page)).toHaveCount(0);
  await open(manege, 'collective');
  await expect(sectionOf(page).getByText('Aucune leçon ouverte pour le moment')).toBeVisible();
  await group(manege, jour, 4);
  await sectionOf(page)
    .getByRole('button', { name: /^Rejoindre/ })
    .click();
  const dialog = dialogOf(page);
  await choosePersonnes(page, 2, dialog);
  await dialog.getByLabel('Participant 2').fill('Tom Dubois');
  await manege.sql(`update types_lecons set max_personnes = 5 where value = 'collective'`);
  await manege.sql(announceTypes);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
  await expect(
    dialog.getByText("Il n'y a pas assez de places dans cette leçon pour tous les participants."),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Rejoindre la leçon' })).toBeDisabled();
  await manege.sql(`update types_lecons set max_personnes = 4 where value = 'collective'`);
  await manege.sql(announceTypes);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
  await expect(dialog.getByRole('alert')).toHaveText(
    "Cette leçon n'a plus de place, ou elle a été changée. Choisissez-en une autre.",
  );
  await expect(dialog.getByLabel('Participant 2')).toHaveValue('Tom Dubois');
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(sectionOf(page).getByText('Aucune leçon ouverte pour le moment')).toBeVisible();
  // The type is closed under the open dialog: what is typed stays.
  await manege.sql(`update types_lecons set max_personnes = 6 where value = 'collective'`);
  await manege.sql(announceTypes);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
  await sectionOf(page)
    .getByRole('button', { name: /^Rejoindre/ })
    .click();
  await dialog.getByLabel('Participant 1').fill('Tom Dubois');
  await open(manege);
  await expect(
    dialog.getByText("Ce type de leçon n'est plus proposé. Veuillez en choisir un autre."),
  ).toBeVisible();
  await expect(dialog.getByLabel('Participant 1')).toHaveValue('Tom Dubois');
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(sectionOf(page)).toHaveCount(0);
}

/** The lesson of `jour` has four seats. */
async function leaveLate(page: Page, manege: Manege, jour: string): Promise<void> {
  await open(manege, 'collective');
  await page.clock.install();
  await page.goto('/app/reservation');
  const gate = Promise.withResolvers<void>();
  await answerNextWrite(page, '**/api/reservations/places', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await sectionOf(page)
    .getByRole('button', { name: /^Rejoindre/ })
    .click();
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Rejoindre la leçon' }).click();
  await expect(dialog.getByRole('button', { name: 'Réservation en cours…' })).toBeVisible();
  await page.clock.runFor(3_200);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Fermer sans attendre la réponse ?' });
  await question.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(dialog).toBeHidden();
  gate.resolve();
  await expect(page.getByText(new RegExp(`^${SUCCESS} Leçon collective, `))).toBeVisible();
  expect(await seatsOf(manege, jour)).toEqual([
    ['Zoé A', 'Zoé B', 'Zoé C', 'Zoé D', 'Hugo Dubois'],
  ]);
}

test.describe('un réseau qui manque', () => {
  test.use({ reseauCoupe: true });

  test(
    'la semaine compte, jour par jour et par piste, les leçons à rejoindre ; illisible, on relit ; hors connexion, on lit encore ; un administrateur ne la voit pas',
    BUREAU,
    async ({ page, manege }) => {
      // RIDE-76, RIDE-78
      await test.step('la semaine compte', () => countGroups(page, manege));
      await group(manege, jourOf(3, 3), 4);
      await page.route('**/api/disponibilites?*ouvertes=1', (route) => route.fulfill(REFUSED));
      await page.goto('/app/reservation');
      const section = sectionOf(page);
      await expect(
        section.getByText("Les leçons ouvertes n'ont pas pu être chargées."),
      ).toBeVisible();
      await retry(section.getByRole('button', { name: 'Réessayer' }), () => page.unrouteAll());
      const join = section.getByRole('button', { name: /^Rejoindre/ });
      await expect(join).toBeEnabled();
      await page.context().setOffline(true);
      await expect(join).toBeDisabled();
      await expect(
        section.getByText('Hors connexion : rejoindre une leçon attend le retour du réseau.'),
      ).toBeVisible();
      await expectAccessible(page);
      await page.context().setOffline(false);
      await expect(join).toBeEnabled();

      await enter(page, manege, await manege.person({ role: 'admin' }));
      await page.goto('/app/reservation');
      await expect(page.getByRole('region', { name: 'La semaine' })).toBeVisible();
      await expect(page.getByRole('radio', { name: /^Leçon collective/ })).toBeVisible();
      await expect(section).toHaveCount(0);
    },
  );
});

async function countGroups(page: Page, manege: Manege): Promise<void> {
  const [monday, tuesday] = [jourOf(42, 0), jourOf(42, 1)];
  await group(manege, monday, 2);
  await group(manege, monday, 6, { heure_debut: '14:00' });
  await group(manege, tuesday, 2, { type_piste: 'exterieure' });
  const rider = await manege.person();
  expect(await bookFor(manege, rider, { date_reservation: tuesday })).toBe(201);
  await enter(page, manege, rider);
  await page.goto('/app/reservation');
  await goToJour(page, monday);
  const days = page
    .getByRole('region', { name: 'La semaine' })
    .getByRole('list')
    .first()
    .getByRole('listitem');
  await expect(days.first()).toContainText('Piste Intérieure, 2 leçons\u202f; ');
  await open(manege, 'collective');
  await expect(days.first()).toContainText(
    'Piste Intérieure, 2 leçons, dont 1 à rejoindre\u202f; Piste Extérieure, aucune leçon',
  );
  // The person's own lesson is not one of them.
  await expect(days.nth(1)).toContainText(
    'Piste Intérieure, 1 leçon\u202f; Piste Extérieure, 1 leçon, dont 1 à rejoindre',
  );
}
