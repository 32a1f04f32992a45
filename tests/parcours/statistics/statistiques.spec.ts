/**
 * The riders' statistics (PRICE-05 to PRICE-11): what is counted, what is billed, and the exported
 * file.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { monthOf } from '../../../src/domain/statistics/statistiques.ts';
import { BUREAU, enter, expect, type Manege, TELEPHONE, test } from '../fixtures.ts';
import { store } from '../planning.ts';
import { PRICE_SEATS, pricing } from '../../support/prix.ts';
import { today } from '../../support/jours.ts';

const EMPTY = 'Aucune réservation trouvée pour cette période';

/** The value of a card. */
const card = (page: Page, nom: string) =>
  page
    .getByRole('list', { name: 'Totaux' })
    .getByRole('listitem')
    .filter({ hasText: nom })
    .locator('strong');
const cavalier = (page: Page, nom: string) => page.locator('summary').filter({ hasText: nom });

/**
 * Stores lessons of two riders in a past month that only this test uses: 2 lessons billed, one that
 * waits, one cancelled.
 */
async function fillMonth(manege: Manege, month: string): Promise<void> {
  await manege.sql(pricing({ collective: 22.1, longe: 0.2 }));
  await store(manege, { jour: `${month}-01`, noms: ['Élise Maes', 'Hugo Dubois'] });
  await store(manege, {
    jour: `${month}-02`,
    type: 'longe',
    heure: '15:00',
    fin: '15:30',
    piste: 'exterieure',
    noms: ['elise  maes'],
  });
  await store(manege, { jour: `${month}-03`, noms: ['Élise Maes'], statut: 'en_attente' });
  await store(manege, { jour: `${month}-04`, noms: ['Hugo Dubois'], statut: 'annulee' });
  await manege.sql(PRICE_SEATS);
}

const date = (page: Page, field: 'Du' | 'Au') =>
  page.getByRole('button', { name: new RegExp(`^${field}, `) });

/** The address contains the filter, so it can be opened directly. */
const openPeriod = (page: Page, from: string, until: string) =>
  page.goto(`/app/statistiques?du=${from}&au=${until}`);

/** Chooses a day of a past year in the calendar. */
async function pickDate(
  page: Page,
  field: 'Du' | 'Au',
  [year, month, jour]: [string, string, string],
): Promise<void> {
  await date(page, field).click();
  const calendrier = page.getByRole('dialog', { name: `${field}, calendrier` });
  await calendrier.getByLabel("Choisir l'année").selectOption(year);
  await calendrier.getByLabel('Choisir le mois').selectOption({ label: month });
  await calendrier.getByRole('button', { name: jour }).click();
  await expect(calendrier).toBeHidden();
  await expect(date(page, field)).toBeFocused();
}

async function clearDate(page: Page, field: 'Du' | 'Au'): Promise<void> {
  await date(page, field).click();
  await page.getByRole('button', { name: 'Effacer la date' }).click();
  await expect(date(page, field)).toHaveAccessibleName(`${field}, Toutes`);
}

async function readEarlier(page: Page, manege: Manege): Promise<void> {
  await manege.sql(`update parametres set "seatsPricedOn" = '2013-07-10'`);
  const sentence = page.getByText(
    "Les leçons réservées avant le 10 juillet 2013 ont gardé le prix de ce jour-là\u202f: celui d'avant n'était pas enregistré.",
  );
  await openPeriod(page, '2013-07-10', '2013-07-31');
  await expect(card(page, 'Total Cavaliers')).toBeVisible();
  await expect(sentence).toBeHidden();
  await openPeriod(page, '2013-07-09', '2013-07-31');
  await expect(sentence).toBeVisible();
}

async function filter(page: Page, manege: Manege): Promise<void> {
  await fillMonth(manege, '2019-03');
  await page.goto('/app/statistiques');
  const month = monthOf(today());
  await expect(date(page, 'Du')).toHaveAccessibleName(`Du, ${formatJour(month.du, 'court')}`);
  await expect(date(page, 'Au')).toHaveAccessibleName(`Au, ${formatJour(month.au, 'court')}`);
  await pickDate(page, 'Du', ['2019', 'mars', 'vendredi 1er mars 2019']);
  await pickDate(page, 'Au', ['2019', 'mars', 'dimanche 31 mars 2019']);
  await page.reload();
  await expect(card(page, 'Total Cavaliers')).toHaveText('2');
  await expect(card(page, 'Total Réservations')).toHaveText('2');
  await expect(page.getByText('+ 1 en attente')).toBeVisible();
  await expect(card(page, 'Moyenne / Cavalier')).toHaveText('1');
  await expect(card(page, 'Total Général')).toHaveText(/^44\s€$/);
  await expect(
    page.getByText('celles en attente sont montrées à part et ne sont pas facturées'),
  ).toBeVisible();

  await cavalier(page, 'lise Maes').focus();
  await page.keyboard.press('Enter');
  const summary = page.getByRole('list', { name: /^Décompte d[e']/ });
  await expect(summary).toContainText(/Leçon collective\s*1 × 22,10\s€\s*22,10\s€/);
  await expect(summary).toContainText(/1 en attente\s*non facturé/);
  await expect(summary).toContainText(/Longe\s*1 × 0,20\s€\s*0,20\s€/);
  await expect(summary).toContainText(/Total\s*22,30\s€/);
  const rows = page.getByRole('table', { name: /^Leçons d[e']/ }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText('2 mars 2019');
  await expect(rows.nth(2)).toContainText('15:00 – 15:30');
  await expect(rows.nth(2)).toContainText('Piste Extérieure');
  await expect(rows.nth(2)).toContainText('Longe');
  await expect(rows.nth(1)).toContainText('En attente');

  // A row links to its lesson, and Back returns.
  await rows
    .nth(2)
    .getByRole('link', { name: /2 mars 2019 : voir la leçon/ })
    .press('Enter');
  const lecon = page.getByRole('article', { name: '15:00, Longe' });
  await expect(lecon).toBeFocused();
  await expect(lecon).toBeInViewport();
  await page.goBack();
  await expect(card(page, 'Total Cavaliers')).toHaveText('2');

  await page.getByLabel('Cavalier', { exact: true }).selectOption('Hugo Dubois');
  await expect(card(page, 'Total Cavaliers')).toHaveText('1');
  await expect(card(page, 'Total Général')).toHaveText(/^22\s€$/);
  await expect(cavalier(page, 'Maes')).toHaveCount(0);

  await page.getByRole('button', { name: 'Réinitialiser les filtres' }).click();
  await expect(date(page, 'Du')).toHaveAccessibleName(`Du, ${formatJour(month.du, 'court')}`);
  await expect(page.getByLabel('Cavalier', { exact: true })).toHaveValue('');
}

test(
  "sur un téléphone : sans dates, tout ; une période vide, une fin avant le début ou des prix d'avant se disent",
  TELEPHONE,
  async ({ page, manege }) => {
    // ACC-07, PRICE-05, PRICE-10, PRICE-14, PRICE-19
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await test.step('sans dates, tout ; une période vide le dit ; une fin avant le début aussi', () =>
      readAll(page, manege));
    await test.step('une période qui commence avant que les prix soient gardés le dit', () =>
      readEarlier(page, manege));
    await test.step("des statistiques illisibles ramènent à l'accueil", () => leadHome(page));
  },
);

async function readAll(page: Page, manege: Manege): Promise<void> {
  await fillMonth(manege, '2018-05');
  await page.goto('/app/statistiques');
  await openPeriod(page, '2001-01-01', '2001-01-31');
  await expect(page.locator('main').getByText(EMPTY).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimer le rapport' })).toHaveCount(0);
  // An unknown rider, and a rider without a lesson in this period.
  await page.goto('/app/statistiques?du=2001-01-01&au=2001-01-31&cavalier=Personne+Inconnue');
  await expect(
    page.getByText(
      'Aucun cavalier de ce nom : « Personne Inconnue ». Choisissez-en un dans la liste.',
    ),
  ).toBeVisible();
  await page.goto('/app/statistiques?du=2001-01-01&au=2001-01-31&cavalier=hugo+dubois');
  await expect(page.getByText("« hugo dubois » n'a aucune leçon sur cette période.")).toBeVisible();
  await openPeriod(page, '2001-02-01', '2001-01-31');
  await expect(page.getByText('La date de fin précède la date de début.')).toBeVisible();
  await clearDate(page, 'Du');
  await clearDate(page, 'Au');
  await expect(page.getByText('Toutes les dates')).toBeVisible();
  await expect(cavalier(page, 'Hugo Dubois')).toBeVisible();
}

test(
  "le mois courant d'abord, puis les filtres ; les chiffres, le détail et la table de chacun",
  BUREAU,
  async ({ page, manege }) => {
    // PRICE-05, PRICE-06, PRICE-07, PRICE-08, PRICE-10
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await test.step("pendant la lecture, la page dit qu'elle charge", () => readLate(page));
    await test.step('puis les filtres', () => filter(page, manege));
  },
);

async function readLate(page: Page): Promise<void> {
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/statistiques?*', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/app/statistiques');
  await expect(page.getByText('Chargement des statistiques...').last()).toBeVisible();
  answer();
  await expect(card(page, 'Total Cavaliers')).toBeVisible();
  await page.unrouteAll();
}

async function exportCsv(page: Page, manege: Manege): Promise<void> {
  await manege.sql(pricing({ collective: 22.1 }));
  await store(manege, { jour: '2017-01-02', noms: ['Zoé "Zaza"; Willems', '=1+1', '@x', '-x'] });
  await manege.sql(PRICE_SEATS);
  await page.goto('/app/statistiques');
  await openPeriod(page, '2017-01-01', '2017-01-31');
  await expect(cavalier(page, 'Zaza')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('statistiques_2017-01-01_2017-01-31.csv');
  const bytes = await readFile(await file.path());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const rows = bytes.subarray(3).toString('utf8').split('\r\n');
  expect(rows[0]).toBe(
    'Cavalier;Client;Type de leçon;Leçons facturées;En attente;Prix (€);Total (€)',
  );
  const noms = ['"Zoé ""Zaza""; Willems"', "'=1+1", "'@x", "'-x"];
  expect(rows.at(-2)).toBe('Total;;;4;0;;88,40');
  expect(rows.slice(1, -2).toSorted()).toEqual(
    noms.map((nom) => `${nom};Sans client;Leçon collective;1;0;22,10;22,10`).toSorted(),
  );
  expect(rows.at(-1)).toBe('');
  const [lecons] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter les leçons (CSV)' }).click(),
  ]);
  expect(lecons.suggestedFilename()).toBe('lecons_2017-01-01_2017-01-31.csv');
  const text = await readFile(await lecons.path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe(
    '\uFEFFDate;Début;Fin;Piste;Type de leçon;Cavalier;Client;Statut;Présence;Prix facturé (€)',
  );
  expect(text.split('\r\n').slice(1, -1).toSorted()).toEqual(
    noms
      .map(
        (nom) =>
          `2017-01-02;10:00;11:00;Piste Intérieure;Leçon collective;${nom};;Confirmée;;22,10`,
      )
      .toSorted(),
  );
  // A failure is shown, and can be retried.
  await page.route('**/api/statistiques/lecons*', (route) =>
    route.fulfill({ status: 404, body: 'nothing of ours' }),
  );
  await page.getByRole('button', { name: 'Exporter les leçons (CSV)' }).click();
  await expect(
    page.getByText("Les leçons n'ont pas pu être lues. Veuillez réessayer."),
  ).toBeVisible();
  await page.unrouteAll();
}

test(
  'par famille et dans un tableur : ce que chaque compte doit, cavalier par cavalier',
  BUREAU,
  async ({ page, manege }) => {
    // PRICE-11, PRICE-24
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await test.step('par famille, au clavier', () => readFamilies(page, manege));
    await test.step("le fichier CSV s'ouvre dans un tableur : marque UTF-8, points-virgules, virgules, aucune formule", () =>
      exportCsv(page, manege));
    await test.step("trois cents cavaliers : seul celui que l'on ouvre est écrit", () =>
      readMany(page, manege));
  },
);

async function readFamilies(page: Page, manege: Manege): Promise<void> {
  const month = '2016-05';
  await fillMonth(manege, month);
  const mother = await manege.person({ prenom: 'Anne', nom: 'Maes' });
  await manege.sql(
    `update participants s set user_id = $1 from reservations r where r.id = s.reservation_id and r.date_reservation between '${month}-01' and '${month}-31' and lower(s.nom) like '%lise%'`,
    [mother.id],
  );
  await page.goto(`/app/statistiques?du=${month}-01&au=${month}-31`);
  const views = page.getByRole('group', { name: 'Détail' });
  await views.getByRole('radio', { name: 'Par cavalier' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Détail par famille' })).toBeVisible();
  const families = page.getByRole('list', { name: 'Par famille' }).locator('summary');
  await expect(families).toHaveCount(2);
  await expect(families.nth(0)).toContainText(/Anne Maes.*2 leçons.*1 en attente.*22,30\s€/);
  await expect(families.nth(1)).toContainText(/Sans client.*1 leçon.*22,10\s€/);
  await families.nth(0).press('Enter');
  await expect(page.getByRole('list', { name: "Décompte d'Anne Maes" })).toContainText(
    /Élise Maes.*Leçon collective.*1 × 22,10\s€.*Longe.*1 × 0,20\s€/,
  );
  // It is in the address.
  await page.reload();
  await expect(families).toHaveCount(2);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`familles_${month}-01_${month}-31.csv`);
  expect((await readFile(await file.path(), 'utf8')).split('\r\n').at(-2)).toBe(
    'Total;;;;3;1;;44,40',
  );

  // Another family has an Élise: in the lessons of this name the customers tell them apart.
  await manege.sql(
    `with odette as (insert into clients (nom, cle) values ('Odette Maes', 'odette maes') on conflict (cle, coalesce(regexp_replace(telephone, '\\D', '', 'g'), '')) do update set cle = excluded.cle returning id)
    update participants s set user_id = odette.id from odette, reservations r where r.id = s.reservation_id and r.date_reservation = '${month}-02'`,
  );
  await page.goto(`/app/statistiques?du=${month}-01&au=${month}-31`);
  await page.locator('summary').filter({ hasText: 'Élise Maes' }).press('Enter');
  const lessons = page.getByRole('table', { name: "Leçons d'Élise Maes" });
  await expect(lessons.getByRole('cell', { name: 'Odette Maes' })).toHaveCount(1);
  await expect(lessons.getByRole('cell', { name: 'Anne Maes' })).toHaveCount(2);
}

async function readMany(page: Page, manege: Manege): Promise<void> {
  const noms = Array.from(
    { length: 300 },
    (_, i) => `Cavalier ${String(i).padStart(3, '0')} ${'abcdefghij'[i % 10]}`,
  );
  for (let n = 0; n < 50; n += 1)
    await store(manege, { jour: addDays('2011-01-01', n), noms: noms.slice(n * 6, n * 6 + 6) });
  await manege.sql(PRICE_SEATS);
  await page.goto('/app/statistiques');
  await openPeriod(page, '2011-01-01', '2011-12-31');
  await expect(card(page, 'Total Cavaliers')).toHaveText('300');
  await expect(page.locator('summary')).toHaveCount(300);
  // The names of the filter come from a separate read.
  await expect(page.getByLabel('Cavalier', { exact: true }).getByRole('option')).toHaveCount(301);
  const elements = () => page.evaluate(() => document.querySelectorAll('main *').length);
  const closed = await elements();
  expect(closed / 300, 'éléments par cavalier fermé').toBeLessThan(20);
  await cavalier(page, 'Cavalier 000 a').click();
  await expect(
    page.getByRole('table', { name: 'Leçons de Cavalier 000 a' }).getByRole('row'),
  ).toHaveCount(2);
  expect((await elements()) - closed, "éléments écrits à l'ouverture").toBeLessThan(100);
}

async function leadHome(page: Page): Promise<void> {
  await page.route('**/api/statistiques?*', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'session_absente', status: 401, message: 'Connectez-vous.' },
    }),
  );
  await page.goto('/app/statistiques');
  await expect(page).toHaveURL('/');
}
