/** The two charts of the statistics (PRICE-25 to PRICE-27). */
import type { Page } from '@playwright/test';
import { PRICE_SEATS, pricing } from '../../support/prix.ts';
import { BUREAU, enter, expect, type Manege, retry, TELEPHONE, test } from '../fixtures.ts';
import { store } from '../planning.ts';

/** March 2012 has five Thursdays and Fridays; two arenas are open for 600 minutes in each hour of these days. */
async function fillMarch(manege: Manege): Promise<void> {
  await manege.sql(pricing({ collective: 22.5 }));
  await store(manege, { jour: '2012-03-01', noms: ['Élise Maes', 'Hugo Dubois'] });
  await store(manege, { jour: '2012-03-01', piste: 'exterieure', statut: 'en_attente' });
  await store(manege, {
    jour: '2012-03-02',
    heure: '15:00',
    fin: '15:30',
    noms: ['Élise Maes'],
  });
  await store(manege, { jour: '2012-03-03', statut: 'annulee' });
  await store(manege, { jour: '2012-05-10', heure: '10:00', noms: ['Hugo Dubois'] });
  await manege.sql(PRICE_SEATS);
}

const MARCH = '/app/statistiques?du=2012-03-01&au=2012-03-31';
const table = (page: Page, name: string) => page.getByRole('table', { name });
const row = (page: Page, name: string, head: string) =>
  table(page, name)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: head, exact: true }) });
const OCCUPATION = 'Occupation par jour et par heure';
const RECETTES = 'Recettes par mois';

test(
  "les graphiques se choisissent au clavier, avec leurs tableaux ; un changement ailleurs les relit ; l'impression a une feuille par graphique",
  BUREAU,
  async ({ page, context, manege }, info) => {
    await context.addInitScript(() => {
      window.print = () => {
        document.documentElement.dataset['imprime'] = 'oui';
      };
    });
    await fillMarch(manege);
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto(MARCH);
    await page.getByRole('radio', { name: 'Par cavalier' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Occupation et recettes' })).toBeVisible();
    await expect(page).toHaveURL(/par=graphiques/);
    const cells = (head: string) => row(page, OCCUPATION, head).getByRole('cell');
    await expect(cells('10h – 11h')).toHaveText(['0 %', '0 %', '0 %', '20 %', '0 %', '0 %', '0 %']);
    await expect(cells('15h – 16h').nth(4)).toHaveText('5 %');
    await expect(
      page.getByRole('img', { name: /^Occupation par jour et par heure : 1\s%/ }),
    ).toBeVisible();
    await expect(row(page, RECETTES, 'mars 2012').getByRole('cell')).toHaveText(['3', '67,50 €']);
    await expect(
      page.getByRole('img', { name: /^Recettes par mois : 67,50\s€ en tout/ }),
    ).toBeVisible();

    // Other dates show other figures; the view is in the address, and one rider has none.
    await page.goto('/app/statistiques?du=2012-03-01&au=2012-05-31&par=graphiques');
    await expect(row(page, RECETTES, 'avril 2012').getByRole('cell')).toHaveText(['0', '0,00 €']);
    await expect(row(page, RECETTES, 'Total').getByRole('cell')).toHaveText(['4', '90,00 €']);
    await page.getByLabel('Cavalier', { exact: true }).selectOption('Hugo Dubois');
    await expect(page.getByRole('heading', { name: 'Détail par cavalier' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Recettes/ })).toHaveCount(0);
    await readAgain({ page, manege });
    await printCharts(page, info.outputPath('graphiques.pdf'));
  },
);

/** A closure elsewhere takes its hours away; without a first date, the counted days are said. */
async function readAgain({ page, manege }: { page: Page; manege: Manege }): Promise<void> {
  await page.goto(`${MARCH}&par=graphiques`);
  const cell = row(page, OCCUPATION, '10h – 11h').getByRole('cell').nth(3);
  await expect(cell).toHaveText('20 %');
  // Three of the ten opened hours on Thursdays are closed.
  await manege.sql(
    `insert into fermetures (pistes, du, au, heure_debut, heure_fin, motif)
        values ('{exterieure}', '2012-03-08', '2012-03-22', '10:00', '11:00', 'Gel');
      select tenir_fermetures('exterieure', '2012-03-08', '2012-03-22')`,
  );
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["fermetures"]}')`);
  await expect(cell).toHaveText('29 %');
  await page.goto('/app/statistiques?du=&au=2012-03-31&par=graphiques');
  await expect(page.getByText(/^Jours comptés\s: du .* au 31 mars 2012\.$/)).toBeVisible();
}

/** Each chart is a sheet, with its table. */
async function printCharts(page: Page, path: string): Promise<void> {
  await page.goto('/app/statistiques?du=2012-03-01&au=2012-05-31&par=graphiques');
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Imprimer les graphiques' }).click(),
  ]);
  await expect(popup.locator('html')).toHaveAttribute('data-imprime', 'oui');
  await expect(popup).toHaveTitle('Occupation et recettes · Manège');
  await expect(popup.getByRole('img')).toHaveCount(2);
  await expect(popup.getByText('Du 1er mars 2012 au 31 mai 2012')).toBeVisible();
  const pdf = await popup.pdf({
    path,
    preferCSSPageSize: true,
  });
  // Each page is an object of this kind.
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
}

test('la lecture se montre, un échec se dit et se relit', TELEPHONE, async ({ page, manege }) => {
  await fillMarch(manege);
  await enter(page, manege, await manege.person({ role: 'admin' }));
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let fails = true;
  await page.route('**/api/statistiques/graphiques*', async (route) => {
    await gate;
    if (fails) await route.fulfill({ status: 404, body: 'nothing of ours' });
    else await route.continue();
  });
  const stream = page.waitForResponse('**/api/live');
  await page.goto(`${MARCH}&par=graphiques`);
  await expect(page.getByRole('heading', { name: 'Occupation et recettes' })).toBeVisible();
  // What failed before the stream opens is read again then, without a press.
  await stream;
  await page.evaluate(() => fetch('/api/health'));
  await expect(page.locator('main [aria-busy="true"]').last()).toBeVisible();
  answer();
  await expect(page.getByText("Les graphiques n'ont pas pu être chargés.")).toBeVisible();
  await retry(page.getByRole('button', { name: 'Réessayer' }), () => {
    fails = false;
  });
  await expect(table(page, OCCUPATION)).toBeVisible();
});
