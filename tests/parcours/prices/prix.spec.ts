/**
 * The tariffs (PRICE-01 to PRICE-04, PRICE-17, PRICE-21): typed with a comma or a point, stored to the cent, never
 * changed during typing.
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { REFUS } from '../../../src/domain/errors/errors.ts';
import type { Person } from '../../support/manege.ts';
import { pricing } from '../../support/prix.ts';
import { BUREAU, enter, expect, type Manege, tabTo, TELEPHONE, test } from '../fixtures.ts';

const SUCCESS = 'Les prix ont été sauvegardés avec succès';

const priceField = (page: Page, lecon: string) =>
  page.getByRole('spinbutton', { name: new RegExp(`^Tarif ${lecon}`) });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Sauvegarder les prix' });

const TYPES = ['particuliere', 'collective', 'travail_pied', 'longe', 'saut', 'liberte'];

const enterDesk = async (page: Page, manege: Manege) =>
  enter(page, manege, await manege.person({ role: 'admin' }));

/** Every step starts with the price 20,00. */
async function open(page: Page, manege: Manege): Promise<void> {
  await manege.sql(pricing(Object.fromEntries(TYPES.map((type) => [type, 20]))));
  await page.goto('/app/prix');
  await expect(priceField(page, 'Liberté')).toHaveValue('20,00');
}

/** The price of each type today. */
const stored = async (manege: Manege) =>
  Object.fromEntries(
    (
      await manege.sql(`select distinct on (type_lecon) type_lecon, (centimes / 100.0)::numeric(10,2)::text as prix
        from prix_valables where du <= (now() at time zone 'Europe/Brussels')::date order by type_lecon, du desc`)
    ).map(({ type_lecon, prix }) => [type_lecon, prix]),
  );

/** The next prices: type, first day, cents. */
const nextStored = async (manege: Manege) =>
  (
    await manege.sql(
      `select type_lecon || ' ' || du || ' ' || centimes as said from prix_valables where du > (now() at time zone 'Europe/Brussels')::date order by 1`,
    )
  ).map(({ said }) => said);

/** Stores a price as another screen does. */
async function changeElsewhere(manege: Manege, type: string, prix: string): Promise<void> {
  await manege.sql('update prix_valables set centimes = $2::numeric * 100 where type_lecon = $1', [
    type,
    prix,
  ]);
  await told(manege, type);
}

/** Counts a change of a type's prices and tells open screens. */
async function told(manege: Manege, type: string): Promise<void> {
  await manege.sql('update prix set version = version + 1 where type_lecon = $1', [type]);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["prix"]}')`);
}

test(
  "chaque leçon a son tarif, enregistré au centime ; un prix négatif est refusé à son champ, et un double appui n'envoie qu'une fois",
  BUREAU,
  async ({ page, manege }) => {
    // PRICE-01, PRICE-02, PRICE-12, PRICE-13, UI-17
    await enterDesk(page, manege);
    await test.step('virgule, point, texte et clavier', () => write(page, manege));
    await test.step("un prix négatif reste tel qu'on l'a écrit ; pendant l'envoi le bouton le dit", () =>
      refuseThenSend(page, manege));
  },
);

async function write(page: Page, manege: Manege): Promise<void> {
  await open(page, manege);
  await expect(page.getByRole('link', { name: 'Retour au Webmaster' })).toHaveAttribute(
    'href',
    '/webmaster',
  );
  await expect(page.getByRole('list', { name: 'Tarifs' }).getByRole('listitem')).toHaveCount(6);
  await expect(page.getByRole('listitem').filter({ hasText: 'Travail à pied' })).toContainText(
    '60 minutes',
  );

  await priceField(page, 'Leçon particulière').fill('38,5');
  await priceField(page, 'Leçon collective').fill('22.10');
  await priceField(page, 'Longe').fill('vingt');
  await priceField(page, 'Liberté').fill('0,999');
  await priceField(page, 'Leçon de saut').press('ArrowUp');
  await priceField(page, 'Travail à pied').fill('0');
  await priceField(page, 'Travail à pied').press('ArrowDown');
  // Before the save, the page shows the value that will be stored, and the reason.
  await expect(priceField(page, 'Longe')).toHaveValue('0,00');
  await expect(priceField(page, 'Longe')).toHaveAccessibleDescription(
    "« vingt » n'est pas un nombre : le prix devient 0,00 €.",
  );
  await page.clock.install();
  await tabTo(page, saveButton(page));
  await page.keyboard.press('Enter');
  // One question for both prices that become zero.
  const question = page.getByRole('alertdialog', { name: 'Mettre à zéro ?' });
  await expect(question.getByRole('listitem')).toHaveText([
    'Travail à pied : 20,00 € → 0,00 €',
    'Longe : 20,00 € → 0,00 €',
  ]);
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(priceField(page, 'Longe')).toHaveValue('0,00');
  expect((await stored(manege))['longe']).toBe('20.00');
  await saveButton(page).click();
  await question.getByRole('button', { name: 'Mettre à zéro' }).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(await stored(manege)).toEqual({
    particuliere: '38.50',
    collective: '22.10',
    travail_pied: '0.00',
    longe: '0.00',
    saut: '20.01',
    liberte: '1.00',
  });
  await page.clock.fastForward(3_000);
  await expect(page.getByText(SUCCESS)).toBeHidden({ timeout: 1_000 });
  await expect(priceField(page, 'Leçon particulière')).toHaveValue('38,50');
  await page.clock.resume();
}

async function refuseThenSend(page: Page, manege: Manege): Promise<void> {
  await open(page, manege);
  await priceField(page, 'Longe').fill('-3');
  await priceField(page, 'Liberté').fill('25');
  await saveButton(page).click();
  await expect(priceField(page, 'Longe')).toHaveValue('-3');
  await expect(priceField(page, 'Longe')).toBeFocused();
  await expect(priceField(page, 'Longe')).toHaveAccessibleDescription(
    /Un prix va de 0 à 99 999,99 euros/,
  );
  expect((await stored(manege))['liberte']).toBe('20.00');

  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let envois = 0;
  await page.route('**/api/prix', async (route) => {
    if (route.request().method() === 'PUT') {
      envois += 1;
      await gate;
    }
    await route.continue();
  });
  await priceField(page, 'Longe').fill('25');
  await saveButton(page).click();
  const saving = page.getByRole('button', { name: 'Sauvegarde en cours...' });
  await expect(saving).toBeVisible();
  // A busy button keeps the focus and ignores further presses.
  await saving.press('Enter');
  // Text typed during the save is not lost when the answer arrives.
  await priceField(page, 'Liberté').fill('18');
  answer();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(envois).toBe(1);
  await expect(priceField(page, 'Liberté')).toHaveValue('18');
  expect((await stored(manege))['liberte']).toBe('25.00');
}

test(
  'un changement fait ailleurs se montre, sauf sous les doigts de qui écrit ; un prix ou un prochain prix changé ailleurs : une seule question pour les deux',
  BUREAU,
  async ({ page, manege }) => {
    // UI-11, PRICE-01, PRICE-04, PRICE-17
    await enterDesk(page, manege);
    await test.step('changé ailleurs', () => changedElsewhere(page, manege));
    await test.step('une seule question', () => askOnce(page, manege));
    await test.step('sans type de leçon, la page mène aux paramètres', () => leadToTypes(page));
  },
);

async function changedElsewhere(page: Page, manege: Manege): Promise<void> {
  await open(page, manege);
  await priceField(page, 'Longe').fill('25,5');
  await changeElsewhere(manege, 'liberte', '17');
  await expect(priceField(page, 'Liberté')).toHaveValue('17,00');
  await changeElsewhere(manege, 'longe', '31');
  await expect(page.getByText('Modifié ailleurs entre-temps : 31,00 €.')).toBeVisible();
  await expect(priceField(page, 'Longe')).toHaveValue('25,5');
  // The other person's change is not overwritten before this person has chosen.
  await saveButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(REFUS.prix_changes.message);
  const choice = page.getByRole('group', { name: 'Tarif Longe, modifié ailleurs' });
  await expect(choice.getByRole('button', { name: 'Garder 25,50 €' })).toBeFocused();
  expect(await stored(manege)).toMatchObject({ longe: '31.00' });
  await page.keyboard.press('Enter');
  await expect(priceField(page, 'Longe')).toBeFocused();
  await expect(page.getByText('Modifié ailleurs')).toBeHidden();
  await saveButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(await stored(manege)).toMatchObject({ longe: '25.50', liberte: '17.00', saut: '20.00' });
}

test(
  "sur un téléphone : ce qui n'est pas sauvegardé ne se perd ni par le menu, ni par une autre sauvegarde, ni par un refus",
  TELEPHONE,
  async ({ page, manege }) => {
    // ACC-07, LIM-16, PRICE-04, PRICE-13, UI-10, UI-21
    await enterDesk(page, manege);
    await test.step("un détour par le menu ; il se dit et s'annule", () =>
      leaveByMenu(page, manege));
    await test.step("deux sauvegardes au même instant : la seconde apprend le prix de la première, garde ce qu'on a saisi et laisse choisir", () =>
      saveAtOnce(page, manege));
    await test.step('un prix trop élevé est refusé dans son champ, un refus du serveur dans sa phrase', () =>
      refuse(page, manege));
    await test.step("des prix illisibles ramènent à l'accueil", () => leadHome(page));
  },
);

async function saveAtOnce(page: Page, manege: Manege): Promise<void> {
  await open(page, manege);
  // Another person saves during this save.
  await page.route('**/api/prix', async (route) => {
    if (route.request().method() === 'PUT')
      await manege.sql(`with changed as (
          update prix_valables set centimes = 3100 where type_lecon = 'longe' and centimes <> 3100 returning type_lecon)
          update prix set version = version + 1 where type_lecon in (select type_lecon from changed)`);
    await route.continue();
  });
  await priceField(page, 'Longe').fill('25,5');
  await priceField(page, 'Liberté').fill('18');
  await saveButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    `${REFUS.prix_changes.message} Longe : 31,00 €.`,
  );
  await expect(priceField(page, 'Longe')).toHaveValue('25,50');
  expect(await stored(manege)).toMatchObject({ longe: '31.00', liberte: '20.00' });
  await page.getByRole('button', { name: 'Prendre 31,00 €' }).press('Enter');
  await expect(priceField(page, 'Longe')).toHaveValue('31,00');
  await expect(priceField(page, 'Longe')).toBeFocused();
  await saveButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(await stored(manege)).toMatchObject({ longe: '31.00', liberte: '18.00' });
  await page.unrouteAll();
}

async function leaveByMenu(page: Page, manege: Manege): Promise<void> {
  await open(page, manege);
  const message = page.getByText('Modifications non sauvegardées.');
  await expect(message).toHaveCount(0);
  await priceField(page, 'Longe').fill('31');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
  await page.getByRole('link', { name: 'Statistiques' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statistiques' })).toBeVisible();
  await page.goBack();
  await expect(priceField(page, 'Longe')).toHaveValue('31,00');
  await page.reload();
  await expect(priceField(page, 'Longe')).toHaveValue('31,00');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Annuler les modifications' }).press('Enter');
  await expect(priceField(page, 'Longe')).toHaveValue('20,00');
  await expect(message).toHaveCount(0);
  await expect(saveButton(page)).toBeFocused();
  // Unchanged prices can be saved too, so the button does not move when the field loses the
  // focus.
  await priceField(page, 'Liberté').fill('20');
  await saveButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Fermer' }).press('Enter');
  await expect(page.getByText(SUCCESS)).toBeHidden();
  await expect(saveButton(page)).toBeFocused();
  await page.reload();
  await expect(priceField(page, 'Longe')).toHaveValue('20,00');
  expect(await stored(manege)).toMatchObject({ longe: '20.00' });
}

async function refuse(page: Page, manege: Manege): Promise<void> {
  await open(page, manege);
  await priceField(page, 'Longe').fill('100000');
  await saveButton(page).click();
  await expect(page.getByText(REFUS.prix_invalide.message)).toBeVisible();
  await expect(priceField(page, 'Longe')).toBeFocused();

  await priceField(page, 'Longe').fill('30');
  await page.route('**/api/prix', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 404,
          json: {
            code: 'type_introuvable',
            status: 404,
            message: REFUS.type_introuvable.message,
          },
        })
      : route.continue(),
  );
  await saveButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(REFUS.type_introuvable.message);
  await expect(priceField(page, 'Longe')).toHaveValue('30,00');
  expect((await stored(manege))['longe']).toBe('20.00');
  await page.unrouteAll();
}

/** The first day of the month after next, and how the calendar and the page name it. */
function firstOfMonth() {
  const now = new Date();
  const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1));
  const inWords = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('fr-BE', { timeZone: 'UTC', ...options }).format(date);
  const annee = `1er ${inWords({ month: 'long', year: 'numeric' })}`;
  return {
    jour: `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, '0')}-01`,
    annee,
    long: `${inWords({ weekday: 'long' })} ${annee}`,
  };
}

const opener = (page: Page, lecon: string) =>
  page.getByRole('button', { name: `Changer à partir d'un jour (${lecon})` });
const nextField = (page: Page, lecon: string) =>
  page.getByRole('spinbutton', { name: `Nouveau tarif ${lecon}` });
const dayField = (page: Page, lecon: string) =>
  page.getByRole('button', { name: new RegExp(`^À partir du, ${lecon}`) });
const cardOf = (page: Page, lecon: string) =>
  page.getByRole('list', { name: 'Tarifs' }).locator('> li').filter({ hasText: lecon });

/** Opens the next price of a type and chooses its first day. */
async function fillNext(page: Page, lecon: string, prix: string): Promise<void> {
  await opener(page, lecon).click();
  await nextField(page, lecon).fill(prix);
  await dayField(page, lecon).press('Enter');
  const calendar = page.getByRole('dialog', { name: `À partir du, ${lecon}, calendrier` });
  const day = calendar.getByRole('button', { name: firstOfMonth().long });
  await expect(calendar.getByRole('grid')).toBeVisible();
  while ((await day.count()) === 0)
    await calendar.getByRole('button', { name: 'Aller au mois suivant' }).press('Enter');
  await day.press('Enter');
  await expect(dayField(page, lecon)).toBeFocused();
}

test(
  "un prix à partir d'un jour, au clavier : ouvert, gardé après un rechargement, enregistré, changé, retiré",
  BUREAU,
  async ({ page, manege }) => {
    // PRICE-17, UI-10
    await enterDesk(page, manege);
    await open(page, manege);
    const { jour, annee } = firstOfMonth();
    await tabTo(page, opener(page, 'Longe'));
    await page.keyboard.press('Enter');
    await expect(nextField(page, 'Longe')).toBeFocused();
    await expect(nextField(page, 'Longe')).toHaveValue('20,00');
    // Opened and left as it is, nothing is unsaved.
    await expect(page.getByText('Modifications non sauvegardées.')).toHaveCount(0);
    await nextField(page, 'Longe').fill('vingt-trois');
    await nextField(page, 'Longe').press('Tab');
    await expect(nextField(page, 'Longe')).toHaveValue('0,00');
    await expect(nextField(page, 'Longe')).toHaveAccessibleDescription(
      "« vingt-trois » n'est pas un nombre : le prix devient 0,00 €.",
    );
    await nextField(page, 'Longe').fill('22.5');
    await nextField(page, 'Longe').press('PageUp');
    await expect(nextField(page, 'Longe')).toHaveValue('23,50');
    // Without a day it is refused at the day.
    await page.keyboard.press('Enter');
    await expect(dayField(page, 'Longe')).toBeFocused();
    await expect(dayField(page, 'Longe')).toHaveAccessibleDescription(
      'Choisissez le premier jour de ce prix.',
    );
    await cardOf(page, 'Longe')
      .getByRole('button', { name: /^Retirer/ })
      .press('Enter');
    await expect(opener(page, 'Longe')).toBeFocused();

    await fillNext(page, 'Longe', '23,5');
    await page.reload();
    await expect(nextField(page, 'Longe')).toHaveValue('23,50');
    await expect(dayField(page, 'Longe')).toContainText(annee);
    await saveButton(page).press('Enter');
    await expect(page.getByText(SUCCESS)).toBeVisible();
    await expect(cardOf(page, 'Longe')).toContainText(`À partir du ${annee} : 23,50 €`);
    expect(await nextStored(manege)).toEqual([`longe ${jour} 2350`]);
    expect(await stored(manege)).toMatchObject({ longe: '20.00' });

    await cardOf(page, 'Longe')
      .getByRole('button', { name: /^Changer/ })
      .press('Enter');
    await expect(nextField(page, 'Longe')).toBeFocused();
    await nextField(page, 'Longe').fill('24');
    await priceField(page, 'Longe').fill('21');
    await saveButton(page).press('Enter');
    await expect(cardOf(page, 'Longe')).toContainText(`À partir du ${annee} : 24,00 €`);
    expect(await stored(manege)).toMatchObject({ longe: '21.00' });

    await cardOf(page, 'Longe')
      .getByRole('button', { name: /^Retirer/ })
      .press('Enter');
    const keep = cardOf(page, 'Longe').getByRole('button', { name: /^Garder/ });
    await expect(keep).toBeFocused();
    await expect(cardOf(page, 'Longe')).toContainText(`Sera retiré : 24,00 € à partir du ${annee}`);
    await keep.press('Enter');
    await expect(page.getByText('Modifications non sauvegardées.')).toHaveCount(0);
    await cardOf(page, 'Longe')
      .getByRole('button', { name: /^Retirer/ })
      .press('Enter');
    await saveButton(page).press('Enter');
    await expect(opener(page, 'Longe')).toBeVisible();
    expect(await nextStored(manege)).toEqual([]);
  },
);

async function askOnce(page: Page, manege: Manege): Promise<void> {
  await open(page, manege);
  const { jour, annee } = firstOfMonth();
  await fillNext(page, 'Longe', '23,5');
  await priceField(page, 'Longe').fill('21');
  await manege.sql('insert into prix_valables values ($1, $2, $3)', ['longe', jour, 3000]);
  await told(manege, 'longe');
  const choice = page.getByRole('group', { name: 'Tarif Longe, modifié ailleurs' });
  await expect(choice).toHaveCount(1);
  await expect(choice.getByRole('button')).toHaveText([
    `Garder 21,00 €, puis 23,50 € à partir du ${annee}`,
    `Prendre 20,00 €, puis 30,00 € à partir du ${annee}`,
  ]);
  await choice.getByRole('button', { name: /^Prendre/ }).press('Enter');
  await expect(priceField(page, 'Longe')).toBeFocused();
  await expect(priceField(page, 'Longe')).toHaveValue('20,00');
  await expect(cardOf(page, 'Longe')).toContainText(`À partir du ${annee} : 30,00 €`);

  await cardOf(page, 'Longe')
    .getByRole('button', { name: /^Retirer/ })
    .click();
  await manege.sql(
    `update prix_valables set centimes = 3100 where type_lecon = 'longe' and du = $1`,
    [jour],
  );
  await told(manege, 'longe');
  await expect(choice.getByRole('button')).toHaveText([
    'Garder 20,00 €, sans prochain prix',
    `Prendre 20,00 €, puis 31,00 € à partir du ${annee}`,
  ]);
  await choice.getByRole('button', { name: /^Garder/ }).press('Enter');
  await saveButton(page).click();
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(await nextStored(manege)).toEqual([]);
}

test(
  "un nouveau prix s'applique aussi, si on le veut, aux leçons déjà réservées ; le cavalier lit le prix du jour choisi",
  TELEPHONE,
  async ({ page, manege }) => {
    // MAIL-27, PRICE-03, PRICE-17, PRICE-21, RIDE-57
    const rider = await manege.person({ prenom: 'Camille', nom: 'Lambert' });
    const { jour } = firstOfMonth();
    await enterDesk(page, manege);
    await applyToBooked(page, manege, rider, jour);
    await test.step("la carte d'un type montre au cavalier le prix du jour choisi", async () => {
      await manege.sql('insert into prix_valables values ($1, $2, $3)', ['longe', jour, 2350]);
      await manege.sql('update parametres set "showPrices" = true');
      await enter(page, manege, rider);
      await page.goto('/app/reservation');
      const longe = page.getByRole('radio', { name: /^Longe/ });
      await expect(longe).toHaveAccessibleName(/23,00\s€ par personne/);
      await page.goto(`/app/reservation?jour=${jour}&heure=10:00&piste=interieure`);
      await expect(longe).toHaveAccessibleName(/23,50\s€ par personne/);
    });
    await test.step("qui déplace sa leçon lit le prix de l'autre jour avant, et le paie", () =>
      moveToOtherPrice(page, manege, jour));
  },
);

async function applyToBooked(
  page: Page,
  manege: Manege,
  rider: Person,
  jour: string,
): Promise<void> {
  await manege.sql(
    'update parametres set "showPrices" = true, "emailNotifications" = true, "sendModification" = true',
  );
  await open(page, manege);
  // Two at the price of the day, of which one is far ahead; one with a price changed by hand.
  await manege.sql(
    `select id from importer_lecons((select jsonb_agg(l) from (
        select '{Zoé}', 'Camille Lambert', day::date, hour, hour::time + interval '30 minutes', 'interieure', 'longe', 1, 'confirmee', $1::uuid
        from (values ('${jour}', '10:00'), ('${jour}', '11:00'), ('${jour}', '14:00')) as v (day, hour)
      ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, user_id))) as id`,
    [rider.id],
  );
  await manege.sql(`update participants set centimes = 2000`);
  await manege.sql(
    `update participants set centimes = 500 where reservation_id in (select id from reservations where heure_debut = '14:00')`,
  );
  const box = page.getByRole('checkbox');
  await expect(box).toHaveCount(0);
  await priceField(page, 'Longe').fill('22');
  await expect(box).toHaveAccessibleName('Appliquer aussi aux 2 leçons déjà réservées (Longe)');
  await expect(box).not.toBeChecked();
  await expect(cardOf(page, 'Longe')).toContainText('Chaque cavalier concerné reçoit un email.');
  await cardOf(page, 'Longe').locator('summary', { hasText: 'Voir ces leçons' }).press('Enter');
  await expect(cardOf(page, 'Longe').getByRole('listitem')).toHaveText([
    /^\S+ 1er \S+( \d{4})?, 10h00 · Camille Lambert$/,
    /^\S+ 1er \S+( \d{4})?, 11h00 · Camille Lambert$/,
  ]);
  await box.press('Space');
  await page.reload();
  await expect(box).toBeChecked();
  await saveButton(page).press('Enter');
  await expect(page.getByText(SUCCESS)).toBeVisible();
  await expect(box).toHaveCount(0);
  expect(
    (
      await manege.sql(
        'select s.centimes from participants s join reservations r on r.id = s.reservation_id order by r.heure_debut',
      )
    ).map(({ centimes }) => centimes),
  ).toEqual([2200, 2200, 500]);
  expect(
    await manege.sql(
      `select destinataire from courriels where sorte = 'prix_changes' and user_id = $1`,
      [rider.id],
    ),
  ).toEqual([{ destinataire: rider.email }]);

  await manege.sql('update parametres set "showPrices" = false');
  await page.reload();
  await priceField(page, 'Longe').fill('23');
  await expect(cardOf(page, 'Longe')).toContainText(
    "Les cavaliers ne voient pas les prix : ils ne reçoivent pas d'email.",
  );
  // Not ticked, nothing is applied.
  await saveButton(page).press('Enter');
  await expect(page.getByText(SUCCESS)).toBeVisible();
  expect(await manege.sql('select distinct centimes from participants order by 1')).toEqual([
    { centimes: 500 },
    { centimes: 2200 },
  ]);
}

async function moveToOtherPrice(page: Page, manege: Manege, jour: string): Promise<void> {
  await manege.sql('update parametres set "riderChanges" = true');
  await page.goto('/app/reservation');
  await page.getByRole('button', { name: /^Changer : leçon du .* 10h00/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Changer ma leçon' });
  const eve = addDays(jour, -1);
  const day = dialog.getByRole('radio', { name: new RegExp(`^${formatJour(eve, 'long')}`) });
  await expect(dialog.getByRole('button', { name: 'Enregistrer' })).toBeVisible();
  await expect(dialog.getByText(/^Le prix de ce jour/)).toHaveCount(0);
  if ((await day.count()) === 0)
    await dialog.getByRole('button', { name: 'Semaine précédente' }).press('Enter');
  await day.check();
  await expect(
    dialog.getByText(/^Le prix de ce jour est de 23,00\s€ par personne, au lieu de 23,50\s€\.$/),
  ).toBeVisible();
  await dialog.getByRole('radio', { name: '10:00, disponible' }).check();
  await dialog.getByRole('button', { name: 'Enregistrer' }).press('Enter');
  await expect(dialog).toBeHidden();
  expect(
    await manege.sql(
      'select centimes from participants s join reservations r on r.id = s.reservation_id where date_reservation = $1',
      [eve],
    ),
  ).toEqual([{ centimes: 2300 }]);
}

async function leadToTypes(page: Page): Promise<void> {
  for (const calls of ['**/api/types-lecons*', '**/api/prix'])
    await page.route(calls, (route) => route.fulfill({ json: [] }));
  await page.goto('/app/prix');
  await expect(page.getByText('Aucun type de leçon configuré')).toBeVisible();
  await page.getByRole('link', { name: 'Ouvrir les paramètres' }).click();
  await expect(page).toHaveURL('/app/webmastersettings?onglet=types');
}

async function leadHome(page: Page): Promise<void> {
  await page.route('**/api/prix', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'session_absente', status: 401, message: 'Connectez-vous.' },
    }),
  );
  await page.goto('/app/prix');
  await expect(page).toHaveURL('/');
}
