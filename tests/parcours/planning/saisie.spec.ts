/** The fast entry over the planning (DESK-70 to DESK-77). */
import type { Locator, Page, Route } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import {
  answerNextWrite,
  BUREAU,
  enter,
  expect,
  type Manege,
  REFUSED,
  retry,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { cell, chooseJour, closeArena, entry, freeSlot, rememberType, store } from '../planning.ts';
import { radio } from '../reservation.ts';
import { mondayIn } from '../../support/jours.ts';

const WEEK = 70;
const nom = (prenom: string) => `${prenom} Vanrapide`;
const who = (page: Page) => entry(page).getByRole('combobox', { name: 'Pour qui' });
const type = (page: Page) => entry(page).getByLabel('Type de leçon');
const options = (page: Page) => entry(page).getByRole('listbox').getByRole('option');
const done = (page: Page) => page.getByText(/réservée, /);

const storedOn = (manege: Manege, jour: string) =>
  manege.sql(
    `select coalesce(u.email, c.nom) as qui, noms_participants as noms, to_char(heure_debut, 'HH24:MI') as heure, type_lecon as type, r.statut
    from reservations r left join clients c on c.id = r.user_id left join users u on u.id = c.id where date_reservation = $1 order by heure_debut`,
    [jour],
  );

const enterDesk = async (page: Page, manege: Manege) =>
  enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }));

async function openDay(page: Page, jour: string) {
  await page.goto(`/app/webmaster?jour=${jour}`);
  await expect(page.getByRole('grid').first()).toBeVisible();
}

/** Counts what a person does: a press, a key or a typed word. */
function counted(page: Page) {
  let actions = 0;
  return {
    press: (target: Locator) => ((actions += 1), target.click()),
    type: (word: string) => ((actions += 1), page.keyboard.type(word)),
    key: (key: string) => ((actions += 1), page.keyboard.press(key)),
    actions: () => actions,
  };
}

test(
  "qui appelle se note en quatre actions, par son nom ou par celui de la cliente ; Entrée prend l'enfant dont le début du nom est écrit",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-50, DESK-70, DESK-71, DESK-72, DESK-73, DESK-77, PEOPLE-48
    await enterDesk(page, manege);
    await test.step('par son nom, avec sa leçon habituelle ; « Encore une » garde le jour ; « Annuler » supprime', () =>
      callByName(page, manege));
    await test.step("par le nom de la cliente, son cavalier vient en premier ; à une autre heure, il s'annule au clavier", () =>
      callByClient(page, manege));
    await test.step("Entrée prend l'enfant dont le début du nom est écrit, jamais celui d'un texte d'avant", () =>
      takeBeginning(page, manege));
  },
);

async function callByName(page: Page, manege: Manege): Promise<void> {
  const jour = mondayIn(WEEK);
  const { email, id } = await manege.person({ prenom: 'Camille', nom: 'Vanrapide' });
  for (const [day, lecon] of [
    [2, 'saut'],
    [3, 'saut'],
    [4, 'longe'],
  ] as const) {
    const old = await store(manege, {
      jour: addDays(mondayIn(-WEEK), day),
      noms: [nom('Camille')],
      type: lecon,
      compte: id,
    });
    await manege.sql('update participants set user_id = $1 where reservation_id = $2', [id, old]);
  }
  await rememberType(manege, 'collective');
  await openDay(page, jour);
  const by = counted(page);
  await by.press(freeSlot(page, jour, '14:00'));
  await expect(who(page)).toBeFocused();
  await expect(type(page)).toHaveValue('collective');
  await expect(type(page)).toHaveAccessibleDescription('La dernière réservée au bureau.');
  // Enter before the answer has arrived.
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/clients/propositions?q=cam*', (route) =>
    asked.then(() => route.fallback()),
  );
  await by.type('camille vanr');
  await by.key('Enter');
  answer();
  await expect(who(page)).toHaveValue(nom('Camille'));
  await expect(who(page)).toHaveAccessibleDescription(`Client : ${nom('Camille')} · ${email}`);
  await expect(type(page)).toHaveValue('saut');
  await expect(type(page)).toHaveAccessibleDescription('Sa leçon habituelle.');
  await expect(entry(page)).toContainText('de 14h00 à 14h30, Piste Intérieure');
  await by.key('Enter');
  await expect(entry(page)).toBeHidden();
  expect(by.actions()).toBe(4);
  await expect(
    page.getByText(
      `Leçon de ${nom('Camille')} réservée, ${formatJour(jour, 'long')} à 14h00, Piste Intérieure.`,
    ),
  ).toBeVisible();
  await expect(page.locator('[data-card]:focus')).toHaveAccessibleName(
    /Camille V\..*14:00 – 14:30/,
  );
  expect(await storedOn(manege, jour)).toEqual([
    { qui: email, noms: [nom('Camille')], heure: '14:00', type: 'saut', statut: 'confirmee' },
  ]);

  await page.getByRole('button', { name: 'Encore une' }).click();
  await expect(entry(page)).toContainText(/14h30/);
  await expect(who(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(entry(page)).toBeHidden();

  await page.getByRole('button', { name: /^Annuler .*réservation/ }).click();
  await expect(page.getByText(`La réservation de ${nom('Camille')} est annulée.`)).toBeVisible();
  expect(await storedOn(manege, jour)).toEqual([]);
  await expect(freeSlot(page, jour, '14:00')).toBeVisible();
}

async function callByClient(page: Page, manege: Manege): Promise<void> {
  const jour = addDays(mondayIn(WEEK), 2);
  const { email, id } = await manege.person({ prenom: 'Anne', nom: 'Vancalme' });
  await manege.sql(
    "insert into cavaliers (user_id, nom) values ($1, 'Léa Vancalme'), ($1, 'Tom Peeters')",
    [id],
  );
  const old = await store(manege, {
    jour: addDays(mondayIn(-WEEK), 5),
    noms: ['Tom Peeters'],
    type: 'longe',
    compte: id,
  });
  await manege.sql('update participants set user_id = $1 where reservation_id = $2', [id, old]);
  await openDay(page, jour);
  const by = counted(page);
  await by.press(freeSlot(page, jour, '09:00'));
  await expect(who(page)).toBeFocused();
  await by.type('Vancalme');
  await expect(options(page)).toHaveText([
    'Léa VancalmeClient : Anne Vancalme',
    `Anne Vancalme${email} · Longe`,
    'Tom PeetersClient : Anne Vancalme · Longe',
    'VancalmeNouveau client',
  ]);
  await by.press(options(page).filter({ hasText: 'Tom Peeters' }));
  await expect(who(page)).toHaveValue('Tom Peeters');
  await expect(type(page)).toHaveValue('longe');
  await by.key('Enter');
  await expect(done(page)).toBeVisible();
  expect(by.actions()).toBe(4);
  expect(await storedOn(manege, jour)).toEqual([
    { qui: email, noms: ['Tom Peeters'], heure: '09:00', type: 'longe', statut: 'confirmee' },
  ]);
  await expect(page.locator('[data-card]:focus')).toHaveAccessibleName(/Tom P\..*09:00/);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('La réservation de Anne Vancalme est annulée.')).toHaveCount(0);
  await expect(page.getByText("La réservation d'Anne Vancalme est annulée.")).toBeVisible();
  await expect(freeSlot(page, jour, '09:00')).toBeFocused();
  expect(await storedOn(manege, jour)).toEqual([]);
}

async function takeBeginning(page: Page, manege: Manege): Promise<void> {
  const jour = addDays(mondayIn(WEEK + 1), 4);
  await rememberType(manege, 'collective');
  for (const name of ['Margaux Mathieu', 'Margaux Thiry', 'Paul Mathieu'])
    await manege.sql('insert into clients (nom, cle) values ($1, lower($1))', [
      `${name} Vanrapide`,
    ]);
  await openDay(page, jour);
  await freeSlot(page, jour, '11:00').click();
  await expect(who(page)).toBeFocused();
  await page.keyboard.type('margaux thi');
  await page.keyboard.press('Enter');
  await expect(who(page)).toHaveValue('Margaux Thiry Vanrapide');

  // The answer to 'mathieu' is still in the list; Enter waits for that to 'margaux' and says so.
  await who(page).fill('mathieu vanr');
  await expect(options(page)).toHaveCount(3);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/clients/propositions?q=margaux*', (route) =>
    asked.then(() => route.fallback()),
  );
  await who(page).fill('margaux vanr');
  await page.keyboard.press('Enter');
  await expect(entry(page).getByText('Recherche en cours…')).toBeVisible();
  await expect(who(page)).not.toHaveAttribute('aria-activedescendant');
  // The text is changed meanwhile: the late answer is nobody's.
  await page.keyboard.type('x');
  const late = page.waitForResponse('**/api/clients/propositions?q=margaux*');
  answer();
  await late;
  await expect(options(page)).toHaveText(['margaux vanrxNouveau client']);
  await expect(who(page)).toHaveValue('margaux vanrx');
  expect(await storedOn(manege, jour)).toEqual([]);
}

test(
  'la case prise entre-temps le dit aussitôt, une leçon plus courte y entre encore, un refus garde tout',
  TELEPHONE,
  async ({ page, manege }) => {
    // DESK-74, UI-11
    const jour = addDays(mondayIn(WEEK), 5);
    await rememberType(manege, 'collective');
    await enterDesk(page, manege);
    await openDay(page, jour);
    await chooseJour(page, jour, true);
    await freeSlot(page, jour, '10:00').tap();
    await expect(who(page)).toBeFocused();
    await page.keyboard.type(nom('Zoé'));
    await page.keyboard.press('Enter');
    await expect(who(page)).toHaveAccessibleDescription('Nouveau client');
    const book = entry(page).getByRole('button', { name: 'Réserver' });
    await expect(book).toBeEnabled();
    await store(manege, { jour, heure: '10:30', fin: '11:30', noms: [nom('Hugo')] });
    await expect(entry(page).getByRole('alert')).toHaveText(
      `Pris par ${nom('Hugo')}, 10h30 – 11h30.`,
    );
    await expect(book).toBeDisabled();
    await type(page).selectOption({ label: 'Longe' });
    await expect(entry(page).getByRole('alert')).toHaveCount(0);
    // Somebody is faster, between the last look and the press.
    await page.route('**/api/reservations', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await store(manege, { jour, heure: '10:00', fin: '10:30', noms: [nom('Léa')] });
      return route.continue();
    });
    await book.click();
    // The refusal, then who has it: whichever comes first.
    await expect(entry(page).getByRole('alert')).toContainText(/^(Ce créneau|Pris par)/);
    await expect(who(page)).toHaveValue(nom('Zoé'));
    await expect(type(page)).toHaveValue('longe');
    expect(await manege.sql('select 1 from clients where nom = $1', [nom('Zoé')])).toEqual([]);
  },
);

test(
  "ce qui est tapé ne se perd pas : d'une case à l'autre, au rechargement, après un refus ou une réponse qui tarde",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-70, DESK-73, DESK-74, DESK-75, BOOK-13, UI-18, UI-21, UI-72
    await enterDesk(page, manege);
    await test.step('sans type connu le champ le demande, une recherche sans réponse le dit, et personne ne se réserve sans nom', () =>
      askType(page, manege));
    await test.step("ce qui est tapé se garde, « Plus de détails » l'emporte, Échap rend le focus à la case", () =>
      keepTyped(page, manege));
    await test.step("une réponse qui tarde n'enferme personne : le dialogue se quitte après trois secondes, et son refus est un message", () =>
      leaveLate(page, manege));
  },
);

async function keepTyped(page: Page, manege: Manege): Promise<void> {
  const jour = addDays(mondayIn(WEEK + 1), 1);
  await closeArena(manege, {
    jour,
    piste: 'interieure',
    debut: '17:00',
    fin: '18:00',
    motif: 'Herse',
  });
  await rememberType(manege, 'collective');
  await openDay(page, jour);
  const slot = freeSlot(page, jour, '11:00');
  await slot.focus();
  await page.keyboard.press('Enter');
  await expect(who(page)).toBeFocused();
  await page.keyboard.type(nom('Ida'));
  await expect(options(page)).toHaveText([`${nom('Ida')}Nouveau client`]);
  await page.keyboard.press('Escape'); // the list
  await page.keyboard.press('Escape');
  await expect(entry(page)).toBeHidden();
  await expect(slot).toBeFocused();
  // The wrong cell: the text is there in the right one, and the next key would replace it.
  await freeSlot(page, jour, '16:30').click();
  await expect(who(page)).toHaveValue(nom('Ida'));
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(nom('Ida'));
  await expect(entry(page).getByRole('alert')).toHaveText('Fermé : Herse.');
  await page.keyboard.press('Escape');
  await page.reload();
  await freeSlot(page, jour, '11:30').click();
  await expect(who(page)).toHaveValue(nom('Ida'));
  await page.keyboard.press('Enter'); // the list is closed over a kept text
  await expect(who(page)).toHaveAccessibleDescription('Nouveau client');
  await page.getByRole('button', { name: 'Plus de détails' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: /^Réserver pour/ })).toHaveValue(nom('Ida'));
  await expect(radio(page, /^Leçon collective/)).toBeChecked();
  await expect(page.getByLabel('Participant 1')).toHaveValue(nom('Ida'));
  await expect(radio(page, formatJour(jour, 'long'))).toBeChecked();
  await expect(radio(page, '11:30, disponible')).toBeChecked();
  await page.goBack();
  await freeSlot(page, jour, '11:30').click();
  await expect(who(page)).toHaveValue('');
  // With Ctrl, the cell is a link to the booking form.
  await page.keyboard.press('Escape');
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    freeSlot(page, jour, '11:30').click({ modifiers: ['Control'] }),
  ]);
  await expect(other.getByRole('radio', { name: '11:30, disponible' })).toBeChecked();
  await other.close();
}

async function askType(page: Page, manege: Manege): Promise<void> {
  const jour = addDays(mondayIn(WEEK + 1), 2);
  await manege.sql('delete from journal'); // the desk has booked nothing yet
  await openDay(page, jour);
  await freeSlot(page, jour, '11:00').click();
  await expect(who(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(who(page)).toHaveAccessibleDescription(/Veuillez écrire un nom/);
  await page.route('**/api/clients/propositions?q=z*', (route) => route.fulfill(REFUSED));
  await page.keyboard.type('zoé peeters');
  await expect(entry(page).getByText("Les clients n'ont pas pu être cherchés.")).toBeVisible();
  await retry(entry(page).getByRole('button', { name: 'Réessayer' }), () =>
    page.unroute('**/api/clients/propositions?q=z*'),
  );
  await expect(options(page)).toHaveCount(1);
  await options(page).click();
  await entry(page).getByRole('button', { name: 'Réserver' }).click();
  await expect(type(page)).toBeFocused();
  await expect(type(page)).toHaveAccessibleDescription('Veuillez sélectionner un type de leçon');
  await type(page).selectOption({ label: 'Liberté' });
  await answerNextWrite(page, '**/api/reservations', (route) => route.fulfill(REFUSED));
  await entry(page).getByRole('button', { name: 'Réserver' }).click();
  await expect(entry(page).getByRole('alert')).toHaveText(REFUSED.json.message);
  await entry(page).getByRole('button', { name: 'Réserver' }).click();
  await expect(done(page)).toBeVisible();
  expect(await storedOn(manege, jour)).toMatchObject([{ qui: 'zoé peeters', type: 'liberte' }]);
}

/** Sends an entry that is answered only when the returned function is called, and leaves it. */
async function leaveWaiting(
  page: Page,
  slot: Locator,
  typed: string,
  give: (route: Route) => Promise<void>,
): Promise<() => void> {
  await slot.click();
  await expect(who(page)).toBeFocused();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await expect(who(page)).toHaveAccessibleDescription('Nouveau client');
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  await answerNextWrite(page, '**/api/reservations', (route) => late.then(() => give(route)));
  await page.keyboard.press('Enter');
  await expect(entry(page).getByRole('button', { name: /^Enregistrement/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry(page)).toBeVisible();
  const question = page.getByRole('alertdialog', { name: 'Fermer sans attendre la réponse ?' });
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible({ timeout: 500 });
  }).toPass();
  await question.getByRole('button', { name: 'Fermer', exact: true }).click();
  await expect(entry(page)).toBeHidden();
  return answer;
}

async function leaveLate(page: Page, manege: Manege): Promise<void> {
  const jour = addDays(mondayIn(WEEK + 1), 3);
  await rememberType(manege, 'longe');
  await openDay(page, jour);
  const slot = freeSlot(page, jour, '11:00');
  const refuse = await leaveWaiting(page, slot, nom('Ida'), (route) => route.fulfill(REFUSED));
  refuse();
  await expect(page.getByText(REFUSED.json.message)).toBeVisible();
  // Nothing typed is lost.
  await slot.click();
  await expect(who(page)).toHaveValue(nom('Ida'));
  await page.keyboard.press('Escape');

  // A late answer leaves the entry of another half hour open.
  const store = await leaveWaiting(page, freeSlot(page, jour, '14:00'), nom('Iris'), (route) =>
    route.continue(),
  );
  await freeSlot(page, jour, '16:00').click();
  await page.keyboard.type(nom('Jules'));
  store();
  await expect(page.getByText(/Iris Vanrapide.*réservée, /)).toBeVisible();
  await expect(who(page)).toHaveValue(nom('Jules'));
}

test(
  'une place de plus dans une leçon : le client, « Encore une », la dernière prise entre-temps, et la leçon commencée',
  BUREAU,
  async ({ page, manege }) => {
    // DESK-76, DESK-77, DESK-50
    const jour = mondayIn(WEEK + 2);
    const id = await store(manege, { jour, type: 'saut', noms: [nom('Hugo')] });
    const names = async () =>
      (
        await manege.sql(
          'select s.nom, c.nom as qui from participants s left join clients c on c.id = s.user_id where reservation_id = $1 order by position',
          [id],
        )
      ).map((seat) => [seat['nom'], seat['qui']]);
    await enterDesk(page, manege);
    await openDay(page, jour);
    const lesson = cell(page, /10:00 – 11:00/);
    const by = counted(page);
    await by.press(lesson);
    await by.press(page.getByRole('button', { name: 'Ajouter', exact: true }));
    await expect(entry(page)).toHaveAccessibleName('Ajouter à la leçon');
    await expect(entry(page)).toContainText('Il reste 2 places.');
    await expect(entry(page)).toContainText('de 10h00 à 11h00, Piste Intérieure');
    await expect(type(page)).toHaveCount(0);
    await by.type(nom('Zoé'));
    await by.key('Enter');
    await expect(who(page)).toHaveAccessibleDescription('Nouveau client');
    await by.key('Enter');
    await expect(page.getByText(`Place de ${nom('Zoé')} réservée, `)).toBeVisible();
    expect(by.actions()).toBe(5);
    expect(await names()).toEqual([
      [nom('Hugo'), null],
      [nom('Zoé'), nom('Zoé')],
    ]);
    // Another one to the same lesson; meanwhile somebody takes the last place.
    await page.getByRole('button', { name: 'Encore une' }).click();
    await expect(entry(page)).toContainText('Il reste 1 place.');
    await page.keyboard.type(nom('Tom'));
    await manege.sql(
      `with seat as (insert into participants (reservation_id, position, nom) values ($1, 3, 'Eva'))
      update reservations set noms_participants = array_append(noms_participants, 'Eva'), nombre_personnes = 3, version = version + 1 where id = $1`,
      [id],
    );
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
    await expect(entry(page).getByRole('alert')).toHaveText('Cette leçon vient de se remplir.');
    await expect(entry(page).getByRole('button', { name: 'Ajouter' })).toBeDisabled();
    await manege.sql(
      `with seat as (delete from participants where reservation_id = $1 and nom = 'Eva')
      update reservations set noms_participants = noms_participants[1:2], nombre_personnes = 2, version = version + 1 where id = $1`,
      [id],
    );
    // What undoes the next seat starts from the lesson as it was read last.
    const [{ version } = {}] = await manege.sql('select version from reservations where id = $1', [
      id,
    ]);
    const read = page.waitForResponse(
      async (response) =>
        response.url().endsWith(`/api/reservations/${id}`) &&
        ((await response.json()) as { version: number }).version === version,
    );
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
    await read;
    await expect(entry(page).getByRole('alert')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(who(page)).toHaveAccessibleDescription('Nouveau client');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Place de ${nom('Tom')} réservée, `)).toBeVisible();
    await page.getByRole('button', { name: /^Annuler .*ajout/ }).click();
    await expect(page.getByText(`L'ajout de ${nom('Tom')} est annulé.`)).toBeVisible();
    expect(await names()).toHaveLength(2);

    const past = addDays(mondayIn(-WEEK / 2), 1);
    const begun = await store(manege, { jour: past, type: 'saut', noms: [nom('Hugo')] });
    await page.goto(`/app/webmaster?jour=${past}`);
    await lesson.click();
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await expect(who(page)).toBeFocused();
    await expect(entry(page)).toContainText('Déjà commencée : aucun email ne partira');
    await page.keyboard.type(nom('Max'));
    await page.keyboard.press('Enter');
    await expect(who(page)).toHaveAccessibleDescription('Nouveau client');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Place de ${nom('Max')} réservée, `)).toBeVisible();
    expect(
      await manege.sql('select 1 from participants where reservation_id = $1', [begun]),
    ).toHaveLength(2);
  },
);
