/** The screen 'Facturation': who owes what, transfers, the month, receipts (REL-50 to REL-58). */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatJour } from '../../../src/domain/core/calendrier.ts';
import { startCounting } from '../actions.ts';
import {
  elsewhere,
  LAST_MONTH,
  makeOld,
  openBilling,
  openFacturation,
  owe,
  sendAll,
  switchOnBilling,
} from '../facturation.ts';
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  REFUSED,
  resetParametres,
  retry,
  stopClock,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { store } from '../planning.ts';
import { rowNamed, storeClient } from '../utilisateurs.ts';
import { answered } from '../../support/answered.ts';
import { today } from '../../support/jours.ts';

test.beforeEach(async ({ manege }) => {
  await manege.sql("delete from clients where nom like '% Vandoit%'");
  await openBilling(manege);
});

type Desk = { page: Page; manege: Manege };

const told = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parties de la facturation' }).getByRole('link', { name });
const row = (page: Page, nom: string) => rowNamed(page, 'Qui doit quoi', nom);
const press = (page: Page, name: RegExp | string) => page.getByRole('button', { name });
const movements = (manege: Manege) =>
  manege.sql(
    `select k.nom, m.moyen, m.centimes, m.arrondi, m.note, to_char(m.jour, 'YYYY-MM-DD') as jour, m.annule_id is not null as annulation
    from mouvements m join clients k on k.id = m.payeur_id order by m.created_at, m.annule_id nulls first`,
  );

/** Prints go to a window of their own. */
async function printed(page: Page, name: RegExp | string, text: string): Promise<string> {
  const opened = page.waitForEvent('popup');
  await press(page, name).first().click();
  const sheet = await opened;
  // Some are read after the window has opened.
  await expect(sheet.locator('body')).toContainText(text);
  const whole = await sheet.locator('body').innerText();
  await sheet.close();
  return whole;
}

test(
  'la facturation ne se voit que si elle est activée, et apparaît sans recharger la page ; sans réponse chaque partie le dit et se relit',
  BUREAU,
  async ({ page, manege }) => {
    // REL-50
    await resetParametres(manege);
    await openFacturation(page, manege);
    await expect(page.getByText("La facturation n'est pas activée")).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ouvrir les paramètres' })).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    await expect(menu.getByRole('link', { name: 'Prix', exact: true })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Facturation' })).toHaveCount(0);
    await switchOnBilling(manege);
    await expect(menu.getByRole('link', { name: 'Facturation' })).toBeVisible();
    await expect(page.getByText('Personne ne doit rien.')).toBeVisible();
    await menu.getByRole('link', { name: 'Prix', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Prix' })).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Nom, téléphone/ })).toBeFocused();
    await page.keyboard.type('factur');
    await expect(page.getByRole('option', { selected: true })).toHaveText(/^Aller à Facturation/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/app/facturation');

    const answers = /\/api\/facturation(\/|$|\?)|\/api\/releves/;
    await page.route(answers, (route) => route.fulfill(REFUSED));
    await page.reload();
    await expect(
      page.getByText("Ce que doivent les clients n'a pas pu être chargé."),
    ).toBeVisible();
    await part(page, 'Mois').click();
    await expect(page.getByText("Ce mois n'a pas pu être chargé.")).toBeVisible();
    await part(page, 'Recettes').click();
    await expect(page.getByText("Les recettes n'ont pas pu être chargées.")).toBeVisible();
    await part(page, 'Comptes effacés').click();
    await expect(page.getByText("Les comptes effacés n'ont pas pu être chargés.")).toBeVisible();
    await retry(press(page, 'Réessayer'), () => page.unroute(answers));
    await expect(page.getByText('Aucun compte effacé')).toBeVisible();
  },
);

test(
  '« Payé » enregistre tout le montant ouvert en deux actions, et « Annuler » le défait',
  BUREAU,
  async ({ page, manege }) => {
    // REL-51
    await owe(manege, 'Anne Vandoit', 12_050, { jour: `${LAST_MONTH}-02` });
    await owe(manege, 'Bart Vandoit', 6_600);
    await owe(manege, 'Carla Vandoit', -1_000);
    await sendAll(manege);
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/prix');
    const hands = await startCounting(page);
    await hands.click(page.getByRole('link', { name: 'Facturation' }));
    await expect(page.getByText('2 clients doivent 186,50 € en tout.')).toBeVisible();
    const names = page.getByRole('table', { name: 'Qui doit quoi' }).getByRole('link');
    await expect(names).toHaveText(['Anne Vandoit', 'Bart Vandoit']);
    await expect(row(page, 'Anne Vandoit')).toContainText('120,50 €');
    await hands.click(press(page, /^Payé 120,50.€ par Anne/));
    await expect(told(page, 'Anne Vandoit : paiement de 120,50 € enregistré.')).toBeVisible();
    expect((await hands.end()).actions).toBe(2);
    await expect(row(page, 'Anne Vandoit')).toHaveCount(0);
    await expect(page.getByRole('rowheader', { name: /^Bart Vandoit/ })).toBeFocused();
    await expect(page.getByText('1 client doit 66,00 € en tout.')).toBeVisible();
    expect(await movements(manege)).toMatchObject([
      {
        nom: 'Anne Vandoit',
        moyen: 'virement',
        centimes: 12_050,
        jour: today(),
        annulation: false,
      },
    ]);
    await page.keyboard.press('F8');
    await expect(press(page, /^Annuler le paiement/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(
      told(page, 'Anne Vandoit : paiement annulé. À payer de nouveau : 120,50 €.'),
    ).toBeVisible();
    await expect(row(page, 'Anne Vandoit')).toContainText('120,50 €');
    expect(await movements(manege)).toMatchObject([
      { centimes: 12_050, annulation: false },
      { centimes: -12_050, annulation: true },
    ]);
    await page.getByRole('radio', { name: /^En crédit/ }).check({ force: true });
    await expect(names).toHaveText(['Carla Vandoit']);
    await expect(row(page, 'Carla Vandoit')).toContainText('10,00 € en crédit');
    await page.getByRole('radio', { name: /^Tous/ }).check({ force: true });
    await page.getByLabel('Chercher un client').fill('bart');
    await expect(names).toHaveText(['Bart Vandoit']);
    await expect(page).toHaveURL(/q=bart/);
    await page.reload();
    await expect(names).toHaveText(['Bart Vandoit']);
    await page.getByLabel('Chercher un client').fill('xyz');
    await expect(page.getByText('Aucun client ne correspond à « xyz ».')).toBeVisible();
  },
);

/** A second press within 0.6 s, on the customer who has taken the place of the one that has paid. */
async function payThenPressAgain({ page, manege }: Desk): Promise<void> {
  const bart = press(page, /^Payé 66,00.€ par Bart/);
  await expect(bart).toBeVisible();
  await stopClock(page);
  await press(page, /^Payé 120,50.€ par Anne/).click();
  await expect(page.getByRole('rowheader', { name: /^Bart Vandoit/ })).toBeFocused();
  await page.clock.runFor(500);
  await expect(bart).toHaveAttribute('aria-disabled', 'true');
  await bart.click({ force: true });
  await page.clock.runFor(100);
  await expect(bart).not.toHaveAttribute('aria-disabled');
  await page.clock.resume();
  await answered(page);
  expect(await movements(manege)).toMatchObject([{ nom: 'Anne Vandoit' }]);
}

/** Holds back the answer to the first payment until the returned function is called. */
async function holdPayment(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let first = true;
  await page.route(/\/facturation\/paiements$/, async (route) => {
    if (first) {
      first = false;
      await released;
    }
    await route.continue();
  });
  return release;
}

/** While a payment is on its way, the other customers cannot be paid. */
async function payWhileWaiting({ page, manege }: Desk): Promise<void> {
  const release = await holdPayment(page);
  await press(page, /^Payé 66,00.€ par Bart/).dblclick();
  const cleo = press(page, /^Payé 30,00.€ par Cléo/);
  const dora = press(page, /^Payé 20,00.€ par Dora/);
  await expect(cleo).toHaveAttribute('aria-disabled', 'true');
  await expect(dora).toHaveAttribute('aria-disabled', 'true');
  await cleo.click({ force: true });
  release();
  await expect(told(page, 'Bart Vandoit : paiement de 66,00 € enregistré.')).toBeVisible();
  await expect(cleo).not.toHaveAttribute('aria-disabled');
  const paid = [{ nom: 'Anne Vandoit' }, { nom: 'Bart Vandoit' }];
  expect(await movements(manege)).toMatchObject(paid);
  await cleo.dblclick();
  await expect(told(page, 'Cléo Vandoit : paiement de 30,00 € enregistré.')).toBeVisible();
  await expect(dora).not.toHaveAttribute('aria-disabled');
  expect(await movements(manege)).toMatchObject([...paid, { nom: 'Cléo Vandoit' }]);
}

test(
  "un double clic sur « Payé » n'en paie qu'un, et pas le client suivant ; pendant un paiement, « Payé » est éteint chez les autres",
  BUREAU,
  async ({ page, manege }) => {
    // REL-51, LIM-192
    for (const [n, [nom, centimes]] of (
      [
        ['Anne', 12_050],
        ['Bart', 6_600],
        ['Cléo', 3_000],
        ['Dora', 2_000],
      ] as const
    ).entries())
      await owe(manege, `${nom} Vandoit`, centimes, { jour: `${LAST_MONTH}-0${n + 2}` });
    await sendAll(manege);
    await page.clock.install();
    await openFacturation(page, manege);
    await payThenPressAgain({ page, manege });
    await payWhileWaiting({ page, manege });
  },
);

test(
  "une part se paie en quatre actions ; ce qui est saisi n'est pas perdu, et un compte changé se dit",
  TELEPHONE,
  async ({ page, manege }) => {
    // REL-52
    const anne = await owe(manege, 'Anne Vandoit', 10_002);
    await sendAll(manege);
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/prix');
    await press(page, 'Ouvrir le menu').click();
    const hands = await startCounting(page);
    await hands.click(page.getByRole('link', { name: 'Facturation' }));
    await hands.click(press(page, 'Autre… paiement de Anne Vandoit'));
    const dialog = page.getByRole('dialog', { name: 'Paiement de Anne Vandoit' });
    const amount = dialog.getByLabel('Montant reçu');
    await expect(amount).toBeFocused();
    await hands.type('40');
    await expect(amount).toHaveAccessibleDescription('Il restera 60,02 € à payer.');
    await hands.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(told(page, 'Anne Vandoit : paiement de 40,00 € enregistré.')).toBeVisible();
    expect((await hands.end()).actions).toBe(4);
    await expect(row(page, 'Anne Vandoit')).toContainText('60,02 €');
    await expect(press(page, 'Autre… paiement de Anne Vandoit')).toBeFocused();

    // In cash, with a note; a reload keeps what was typed.
    await press(page, 'Autre… paiement de Anne Vandoit').click();
    await expect(amount).toHaveValue('60,02');
    await dialog.getByRole('radio', { name: 'Espèces' }).check({ force: true });
    await expect(amount).toHaveAccessibleDescription(
      'À recevoir en espèces : 60,00 €, arrondi à 5 cents. La différence de 0,02 € est notée comme arrondi. Plus rien à payer.',
    );
    await dialog.getByLabel('Note pour le bureau').fill('Donné à Tom');
    await amount.fill('beaucoup');
    await dialog.getByRole('button', { name: 'Enregistrer le paiement' }).click();
    await expect(amount).toHaveAccessibleDescription(/^Un montant va de 0,01 à 99 999,99 euros/);
    await expect(amount).toBeFocused();
    await amount.fill('60,02');
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await press(page, 'Autre… paiement de Anne Vandoit').click();
    await expect(dialog.getByLabel('Note pour le bureau')).toHaveValue('Donné à Tom');
    await expect(dialog.getByRole('radio', { name: 'Espèces' })).toBeChecked();

    // Another administrator stores a payment, of which this page learns nothing in time.
    await page.route('**/api/facturation/doit', (route) => route.fulfill(REFUSED));
    await (
      await elsewhere(manege)
    )('/facturation/paiements', {
      id: randomUUID(),
      client: anne,
      attendu: 60.02,
      montant: 10,
      jour: today(),
      moyen: 'carte',
    });
    await dialog.getByRole('button', { name: 'Enregistrer le paiement' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      `Ce compte vient de changer (carte ou application de 10,00 €, ${formatJour(today(), 'date')}) : 60,02 € à payer avant, 50,02 € maintenant. Rien n'est encore enregistré.`,
    );
    await expect(dialog.getByText('Doit 50,02 €.')).toBeVisible();
    await expect(amount).toHaveValue('60,02');
    await page.unroute('**/api/facturation/doit');
    await amount.fill('50,02');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Personne ne doit rien.')).toBeVisible();
    expect((await movements(manege)).slice(-1)).toMatchObject([
      { moyen: 'especes', centimes: 5_000, arrondi: 2, note: 'Donné à Tom' },
    ]);
  },
);

test('quarante virements se notent en quatre-vingts actions', BUREAU, async ({ page, manege }) => {
  // REL-56
  test.slow();
  for (let n = 0; n < 40; n += 1)
    await owe(manege, `Client${String(n).padStart(2, '0')} Vandoit`, 5_000 + n * 101);
  await sendAll(manege);
  await openFacturation(page, manege, 'virements');
  const field = page.getByRole('combobox', { name: 'Montant, nom ou communication' });
  await field.click();
  const hands = await startCounting(page);
  for (let n = 0; n < 40; n += 1) {
    await hands.type(
      n % 2 === 0
        ? (50 + n * 1.01).toFixed(2).replace('.', ',')
        : `client${String(n).padStart(2, '0')}`,
    );
    await hands.press('Enter');
    await expect(field).toHaveValue('');
  }
  const counted = await hands.end();
  expect(counted.actions).toBeLessThanOrEqual(120);
  const list = page.getByRole('list', { name: 'Derniers virements entrés' });
  await expect(list.getByText(/^Enregistré,/)).toHaveCount(40);
  expect(await movements(manege)).toHaveLength(40);
  expect(
    (await movements(manege)).map(({ centimes }) => Number(centimes)).toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 40 }, (_, n) => 5_000 + n * 101));
  await expect(page.getByText(/^40 virements, 2.787,80.€$/)).toBeVisible();
});

/** A transfer whose answer is late, with a detour meanwhile. */
async function enterWhileWaiting({ page }: Desk): Promise<void> {
  const release = await holdPayment(page);
  const field = page.getByRole('combobox', { name: 'Montant, nom ou communication' });
  const entered = page.getByRole('list', { name: 'Derniers virements entrés' });
  await field.fill('dora');
  await expect(page.getByRole('option')).toHaveCount(1);
  await field.press('Enter');
  await expect(entered).toContainText('Enregistrement…');
  await part(page, 'Qui doit quoi').click();
  await expect(row(page, 'Dora Vandoit')).toContainText('20,00 €');
  await part(page, 'Entrer des virements').click();
  await field.fill('cléo');
  await expect(page.getByRole('option')).toHaveCount(1);
  await field.press('Enter');
  await expect(entered.getByRole('listitem')).toHaveText([
    /^Cléo Vandoit.*Enregistré,/,
    /^Dora Vandoit.*Enregistrement…/,
  ]);
  await field.fill('suite');
  release();
  await expect(entered.getByRole('listitem')).toHaveText([
    /^Cléo Vandoit.*Enregistré,/,
    /^Dora Vandoit.*Enregistré,/,
  ]);
  await expect(field).toHaveValue('suite');
  await page.reload();
  await expect(entered.getByRole('listitem')).toHaveText([
    /^Cléo Vandoit.*Enregistré,/,
    /^Dora Vandoit.*Enregistré,/,
  ]);
  await expect(field).toHaveValue('suite');
}

/** Which customer a text means: an amount, a name with an amount, the communication of a statement. */
async function enterByText({ page, manege }: Desk, anne: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Montant, nom ou communication' });
  const options = page.getByRole('listbox', { name: 'Clients trouvés' }).getByRole('option');
  await field.fill('66');
  await expect(options).toHaveText([/^Anne Vandoit/, /^Bart Vandoit/]);
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(
    'Plusieurs clients correspondent : choisissez avec les flèches, puis Entrée.',
  );
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await field.press('Enter');
  const list = page.getByRole('list', { name: 'Derniers virements entrés' });
  await expect(list.getByRole('listitem').first()).toHaveText(/^Bart Vandoit66,00.€Enregistré,/);
  await expect(field).toBeFocused();
  await field.fill('anne 50');
  await field.press('Enter');
  await expect(list.getByRole('listitem').first()).toHaveText(/^Anne Vandoit50,00.€Enregistré,/);
  // The communication of the statement finds its customer.
  const [releve] = await manege.sql('select numero from releves where payeur_id = $1', [anne]);
  const ten = `${LAST_MONTH.replace('-', '')}${String(releve?.['numero']).padStart(4, '0')}`;
  const check = String(Number(ten) % 97 || 97).padStart(2, '0');
  await field.fill(`+++${ten.slice(0, 3)}/${ten.slice(3, 7)}/${ten.slice(7)}${check}+++`);
  await field.press('Enter');
  await expect(list.getByRole('listitem').first()).toHaveText(/^Anne Vandoit16,00.€Enregistré,/);
  await field.fill('personne');
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/^Aucun client ne correspond\./);
  await expect(field).toHaveValue('personne');
  await page.reload();
  await expect(field).toHaveValue('personne');
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await press(page, /^Annuler le virement de 50,00.€ de Anne Vandoit/).click();
  await expect(list.getByText(/^Annulé,/)).toHaveCount(1);
  await expect(field).toBeFocused();
  expect((await movements(manege)).slice(2)).toMatchObject([
    { nom: 'Bart Vandoit', centimes: 6_600 },
    { nom: 'Anne Vandoit', centimes: 5_000 },
    { nom: 'Anne Vandoit', centimes: 1_600 },
    { nom: 'Anne Vandoit', centimes: -5_000, annulation: true },
  ]);
}

/** Enter before the answer has arrived, and then another text: nothing is stored for the first one. */
async function changeTextWhileReading({ page, manege }: Desk): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Montant, nom ou communication' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const read = /\/facturation\/.*[?&]q=dora/;
  await page.route(read, async (route) => {
    await released;
    await route.continue();
  });
  await field.fill('dora');
  await field.press('Enter');
  await field.fill('cléo');
  release();
  await expect(page.getByRole('option')).toHaveText([/^Cléo Vandoit/]);
  await answered(page);
  await expect(field).toHaveValue('cléo');
  expect(await movements(manege)).toEqual([]);
  await page.unroute(read);
}

test(
  'un virement dont la réponse tarde se lit tel qu’il est ; un montant que plusieurs doivent ne choisit personne ; « Annuler » défait',
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-113, REL-56
    const anne = await owe(manege, 'Anne Vandoit', 6_600);
    await owe(manege, 'Bart Vandoit', 6_600);
    await owe(manege, 'Cléo Vandoit', 12_050);
    await owe(manege, 'Dora Vandoit', 2_000);
    await sendAll(manege);
    await openFacturation(page, manege, 'virements');
    await test.step('Entrée, puis un autre texte', () => changeTextWhileReading({ page, manege }));
    await test.step('après un détour, et sans effacer rien de plus récent', () =>
      enterWhileWaiting({ page, manege }));
    await test.step('un nom et un montant font une part', () =>
      enterByText({ page, manege }, anne));
  },
);

/** A seat that a previous version has credited twice is shown before statements are made. */
async function readTwiceCredited({ page, manege }: Desk): Promise<void> {
  const id = await storeClient(manege, 'Trop Vandoit');
  await manege.sql(
    `insert into lignes_libres (id, client_id, jour, libelle, cavalier, centimes, raison, corrige, fige, created_at)
      values (gen_random_uuid(), $1, $2, 'Leçon collective, 10h00 – 11h00', 'Zoé', -2000, 'Erreur', gen_random_uuid(), -2000, now())`,
    [id, `${LAST_MONTH}-12`],
  );
  await page.goto(`/app/facturation?vue=mois&mois=${LAST_MONTH}`);
  const doubt = page.getByRole('region', { name: '1 place créditée deux fois' });
  await expect(doubt).toContainText(
    /Trop Vandoit\s*, 20,00\s€ de trop\s: Zoé, Leçon collective, 10h00 – 11h00, corrigée le /,
  );
  await doubt.getByRole('link', { name: 'Trop Vandoit' }).click();
  await expect(page).toHaveURL(new RegExp(id));
}

test(
  "le mois s'envoie en six actions au plus pour toutes les familles ; le douteux se dit avant, et mène à la fiche",
  BUREAU,
  async ({ page, manege }) => {
    // REL-57, REL-78
    const { id } = await manege.person({ prenom: 'Dora', nom: 'Compte' });
    await owe(manege, '', 2_500, { client: id });
    // Another customer of the same name, without an account.
    await owe(manege, 'Dora Compte', 1_000);
    for (let n = 10; n < 22; n += 1) await owe(manege, `Famille${n} Vandoit`, 2_500);
    const lecon = await store(manege, {
      jour: `${LAST_MONTH}-12`,
      noms: ['Sans Vandoit'],
      heure: '06:00',
      fin: '06:30',
    });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/prix');
    const hands = await startCounting(page);
    await hands.click(page.getByRole('link', { name: 'Facturation' }));
    await hands.click(part(page, 'Mois'));
    await expect(page.getByLabel('Mois', { exact: true })).toHaveValue(LAST_MONTH);
    const doubt = page.getByRole('region', { name: '1 leçon avec une place sans client' });
    await expect(doubt.getByRole('link')).toHaveAttribute('href', new RegExp(`lecon=${lecon}`));
    await expect(page.getByText('14 relevés, 335,00 € en tout.')).toBeVisible();
    await hands.click(press(page, 'Envoyer les relevés'));
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('1 email part.');
    await expect(question).toContainText('Famille10 Vandoit');
    await hands.click(question.getByRole('button', { name: 'Envoyer' }));
    await expect(told(page, '14 relevés faits.')).toBeVisible();
    expect((await hands.end()).actions).toBeLessThanOrEqual(6);
    await expect(page.getByText('Aucun relevé à faire pour ce mois.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Relevés à imprimer' })).toContainText(
      'Famille21',
    );
    const table = page.getByRole('table', { name: 'Relevés déjà faits' });
    await expect(table.getByRole('row')).toHaveCount(15);
    expect(await manege.sql('select count(*)::int as n from releves')).toEqual([{ n: 14 }]);
    const sheets = await printed(page, 'Imprimer tous les relevés', 'Famille10 Vandoit');
    expect(sheets.match(/Dora Compte/g)).toHaveLength(2);
    await page.reload();
    const others = await printed(page, 'Imprimer ceux-ci', 'Famille21 Vandoit');
    expect(others.match(/Dora Compte/g)).toHaveLength(1);
    await table
      .getByRole('button', { name: /^Ouvrir/ })
      .first()
      .click();
    const opened = page.getByRole('dialog', { name: /^Relevé / });
    await expect(opened.getByText('Cotisation').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
    await expect(table.getByRole('button', { name: /^Ouvrir/ }).first()).toBeFocused();
    await readTwiceCredited({ page, manege });
  },
);

test(
  'un rappel part au plus tôt quatorze jours après ; ceux sans email sont nommés',
  BUREAU,
  async ({ page, manege }) => {
    // REL-53
    const { id } = await manege.person({ prenom: 'Dora', nom: 'Compte' });
    await owe(manege, '', 2_500, { client: id });
    await owe(manege, 'Anne Vandoit', 6_600);
    await sendAll(manege);
    await openFacturation(page, manege);
    await expect(row(page, 'Dora Compte')).toBeVisible();
    await expect(press(page, /^Envoyer les rappels/)).toHaveCount(0);
    await makeOld(manege, 14);
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["facturation"]}')`);
    await press(page, 'Envoyer les rappels (2)').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('1 email part, pour 25,00 €.');
    await expect(question).toContainText('Anne Vandoit');
    await question.getByRole('button', { name: 'Envoyer' }).click();
    await expect(told(page, '1 rappel envoyé.')).toContainText('Anne Vandoit');
    await expect(press(page, 'Rappel à Dora Compte')).toHaveCount(0);
    await expect(row(page, 'Dora Compte')).toContainText(formatJour(today(), 'court'));
    expect(await manege.sql('select payeur_id, centimes from relances')).toEqual([
      { payeur_id: id, centimes: 2_500 },
    ]);
  },
);

test(
  'le journal des recettes se lit, s’imprime et s’exporte par jour de paiement ; les comptes effacés gardent leurs relevés',
  TELEPHONE,
  async ({ page, manege }) => {
    // REL-25, REL-54, REL-58, REL-80
    const anne = await owe(manege, 'Anne Vandoit', 10_002);
    await sendAll(manege);
    const call = await elsewhere(manege);
    const paid = randomUUID();
    const pay = (
      id: string,
      attendu: number,
      montant: number,
      moyen: string,
      note: string | null,
    ) =>
      call('/facturation/paiements', {
        id,
        client: anne,
        attendu,
        montant,
        jour: today(),
        moyen,
        note,
      });
    await pay(paid, 100.02, 40, 'virement', null);
    await pay(randomUUID(), 60.02, 20.02, 'especes', '=1+1');
    await call(`/facturation/paiements/${paid}/annulation`, {});
    await openFacturation(page, manege, 'recettes');
    const table = page.getByRole('table', { name: 'Journal des recettes' });
    await expect(table.getByRole('row')).toHaveCount(4);
    await expect(table.getByRole('row', { name: /Espèces/ })).toContainText('20,00 €');
    await expect(table).toContainText('Virement (annulation)');
    const sheet = await printed(page, 'Imprimer le journal', 'Total reçu');
    expect(sheet).toMatch(/Total reçu\s+20,00/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      press(page, 'Exporter (CSV)').click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('\uFEFFJour;Client;Moyen;Reçu;Arrondi;Note;Saisi le;Relevé');
    expect(lines.filter((line) => line.includes('Espèces'))).toEqual([
      expect.stringContaining(`${today()};Anne Vandoit;Espèces;20,00;0,02;'=1+1;`),
    ]);
    expect(lines.filter((line) => line.includes('-40'))).toEqual([
      expect.stringContaining(`${today()};Anne Vandoit;Virement;-40,00;0,00;;`),
    ]);
    expect(lines.at(-2)).toBe('Total;;;20,00;0,02;;;');
    await exportStatements(page);
    await page.goto('/app/facturation?vue=recettes&du=2011-01-01&au=2011-01-31');
    await expect(page.getByText('Aucun paiement pendant ces jours')).toBeVisible();
    await page.goto('/app/facturation?vue=recettes&du=2011-02-01&au=2011-01-31');
    await expect(page.getByText('La date de fin précède la date de début.')).toBeVisible();
    await readErased({ page, manege });
  },
);

/** The accountant's file of the month, and of its year. */
async function exportStatements(page: Page): Promise<void> {
  await page.goto(`/app/facturation?vue=mois&mois=${LAST_MONTH}`);
  for (const [name, file] of [
    ['Exporter le mois (CSV)', LAST_MONTH],
    ["Exporter l'année (CSV)", LAST_MONTH.slice(0, 4)],
  ] as const) {
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      press(page, name).press('Enter'),
    ]);
    expect(exported.suggestedFilename()).toBe(`releves_${file}.csv`);
    const lines = (await readFile(await exported.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toBe('\uFEFFNuméro;Date;Client;Période;Montant;État;Payé');
    expect(lines[1]).toMatch(/;Anne Vandoit;.*;100,02;Payé en partie;20,02$/);
    expect(lines.slice(2)).toEqual([expect.stringMatching(/^Total;.*;100,02;;20,02$/), '']);
  }
}

async function readErased({ page, manege }: Desk): Promise<void> {
  await page.goto('/app/facturation?vue=effaces');
  await expect(page.getByText('Aucun compte effacé')).toBeVisible();
  const bart = await owe(manege, 'Bart Vandoit', 1_750);
  await sendAll(manege);
  await manege.sql("update payeurs set nom = 'Bart Vandoit', efface_at = now() where id = $1", [
    bart,
  ]);
  await manege.sql('delete from clients where id = $1', [bart]);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["facturation"]}')`);
  const account = page.getByRole('list', { name: 'Comptes effacés' }).getByRole('listitem').first();
  await expect(account).toContainText('17,50 €');
  await account.getByText('Bart Vandoit').click();
  await expect(account.getByText('Aucun paiement.')).toBeVisible();
  await expectGoodAtBothWidths(page);
  await account.getByRole('button', { name: /^Ouvrir/ }).click();
  await expect(page.getByRole('dialog', { name: /^Relevé / })).toContainText('Bart Vandoit');
}
