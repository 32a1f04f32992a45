/** 'À vérifier': the desk says whose the seats without a customer are, name by name (CLI-12). */
import type { Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import {
  answerNextWrite,
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  expectNoSidewaysScroll,
  REFUSED,
  retry,
  tabTo,
  test,
} from './fixtures.ts';
import { mondayIn, store } from './planning.ts';
import { newNom, storeClient } from './utilisateurs.ts';

// Only the seats of the test are without a customer.
test.beforeEach(async ({ manege }) => {
  await manege.sql('delete from reservations');
});

const summary = (page: Page) => page.locator('summary').filter({ hasText: /places? sans client/ });
const section = (page: Page) => page.getByRole('region', { name: 'À vérifier' });
const row = (page: Page, nom: string) =>
  section(page).getByRole('listitem').filter({ hasText: nom });

test('au clavier : un nom devient un client, un autre va au seul compte qui le garde, un troisième se choisit dans la leçon', async ({
  page,
  manege,
}) => {
  // CLI-09, CLI-12
  const nom = newNom();
  const jour = mondayIn(40);
  const father = await manege.person({ prenom: 'Marc', nom });
  await manege.sql('insert into cavaliers (user_id, nom) values ($1, $2)', [
    father.id,
    `Ysaline ${nom}`,
  ]);
  await storeClient(manege, `Nora ${nom}`.toLowerCase(), '1');
  await storeClient(manege, `Nora ${nom}`.toLowerCase(), '2');
  for (const days of [0, 7, 14])
    await store(manege, {
      jour: addDays(jour, days),
      noms: [`Zoé ${nom}`, `Ysaline ${nom}`, ...(days === 0 ? [`Nora ${nom}`] : [])],
    });
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }));
  await page.goto('/app/webmaster');
  await expect(summary(page)).toHaveText('7 places sans client');
  await expect(section(page)).toHaveCount(0);
  await summary(page).press('Enter');
  await expect(section(page).getByRole('listitem')).toHaveCount(3);
  await expect(row(page, `Nora ${nom}`)).toContainText(
    /1 place\s*Plusieurs clients ont ce nom\s: choisissez dans la leçon\./,
  );
  await expect(row(page, `Nora ${nom}`).getByRole('button')).toHaveCount(0);
  await expectGoodAtBothWidths(page);
  await expectNoSidewaysScroll(page);

  await tabTo(page, page.getByRole('button', { name: `Créer ce client : Zoé ${nom}` }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(`Zoé ${nom}\u202f: 3 places ont maintenant un client.`),
  ).toBeVisible();
  await expect(row(page, `Zoé ${nom}`)).toHaveCount(0);
  await expect(section(page).getByRole('heading')).toBeFocused();
  await expect(summary(page)).toHaveText('4 places sans client');

  // The answer is lost: the names are read again.
  await page.route('**/sans-client/attribution', async (route) => {
    await route.fetch();
    await route.abort('aborted');
  });
  await tabTo(
    page,
    page.getByRole('button', { name: `Donner à Marc ${nom} (${father.email}) : Ysaline ${nom}` }),
  );
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(`Ysaline ${nom}\u202f: 3 places ont maintenant un client, Marc ${nom}.`),
  ).toBeVisible();
  await expect(row(page, `Ysaline ${nom}`)).toHaveCount(0);
  expect(
    await manege.sql(
      `select p.nom, count(*)::int as places, coalesce(c.nom, p.user_id::text) as qui from participants p left join clients c on c.id = p.user_id group by 1, 3 order by 2 desc, 1`,
    ),
  ).toEqual([
    { nom: `Ysaline ${nom}`, places: 3, qui: father.id },
    { nom: `Zoé ${nom}`, places: 3, qui: `Zoé ${nom}` },
    { nom: `Nora ${nom}`, places: 1, qui: null },
  ]);
  // He is told of his coming lessons, in one message.
  expect(
    await manege.sql(
      "select count(*)::int as n, count(distinct groupe)::int as messages from courriels where user_id = $1 and sorte = 'reservation_confirmee'",
      [father.id],
    ),
  ).toEqual([{ n: 3, messages: 1 }]);
});

test('le dernier nom disparaît avec la liste : le focus va au titre de la page', async ({
  page,
  manege,
}) => {
  // CLI-12
  const nom = newNom();
  await store(manege, { jour: mondayIn(41), noms: [`Zoé ${nom}`] });
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }));
  await page.goto('/app/webmaster');
  await summary(page).press('Enter');
  await page.getByRole('button', { name: `Créer ce client : Zoé ${nom}` }).press('Enter');
  await expect(page.getByText(`Zoé ${nom}\u202f: une place a maintenant un client.`)).toBeVisible();
  await expect(summary(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test(
  'illisible, la liste propose de réessayer ; un refus se dit sous le nom, qui reste',
  BUREAU,
  async ({ page, manege }) => {
    // CLI-12
    const nom = newNom();
    await store(manege, { jour: mondayIn(42), noms: [`Zoé ${nom}`] });
    await enter(
      page,
      manege,
      await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }),
    );
    await page.route('**/sans-client/noms', (route) => route.fulfill(REFUSED));
    await page.goto('/app/webmaster');
    await summary(page).press('Enter');
    await expect(section(page).getByText("Les noms n'ont pas pu être chargés.")).toBeVisible();
    await retry(section(page).getByRole('button', { name: 'Réessayer' }), () =>
      page.unroute('**/sans-client/noms'),
    );
    await answerNextWrite(page, '**/sans-client/attribution', (route) => route.fulfill(REFUSED));
    await page.getByRole('button', { name: `Créer ce client : Zoé ${nom}` }).click();
    await expect(row(page, `Zoé ${nom}`).getByText(REFUSED.json.message)).toBeVisible();
    await expectGoodAtBothWidths(page);
    await expect(page.getByRole('button', { name: `Créer ce client : Zoé ${nom}` })).toBeFocused();
  },
);
