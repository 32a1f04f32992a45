/** 'À vérifier': what looks like one person, or like two (CLI-12 to CLI-14). */
import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import {
  answerNextWrite,
  BUREAU,
  enter,
  expect,
  type Manege,
  REFUSED,
  retry,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { store } from '../planning.ts';
import { newNom, storeClient } from '../utilisateurs.ts';
import { mondayIn } from '../../support/jours.ts';

const summary = (page: Page) => page.locator('summary').filter({ hasText: /places? sans client/ });
const NAMES = 'À qui sont ces noms\u202f?';
const section = (page: Page, name = NAMES) => page.getByRole('region', { name });
const row = (page: Page, nom: string, name = NAMES) =>
  section(page, name).getByRole('listitem').filter({ hasText: nom });
const asAdmin = async (page: Page, manege: Manege) =>
  enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }));

type Desk = { page: Page; manege: Manege };

/** The list cannot be read, a refusal is shown below its name; then the last name goes. */
async function giveLastName({ page, manege }: Desk): Promise<void> {
  const nom = newNom();
  await store(manege, { jour: mondayIn(39), noms: [`Zoé ${nom}`] });
  await page.route('**/sans-client/noms', (route) => route.fulfill(REFUSED));
  await page.goto('/app/averifier');
  await expect(section(page).getByText("Les noms n'ont pas pu être chargés.")).toBeVisible();
  await retry(section(page).getByRole('button', { name: 'Réessayer' }), () =>
    page.unroute('**/sans-client/noms'),
  );
  await answerNextWrite(page, '**/sans-client/attribution', (route) => route.fulfill(REFUSED));
  await page.getByRole('button', { name: `Créer ce client : Zoé ${nom}` }).click();
  await expect(row(page, `Zoé ${nom}`).getByText(REFUSED.json.message)).toBeVisible();
  await expect(page.getByRole('button', { name: `Créer ce client : Zoé ${nom}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Zoé ${nom}\u202f: une place a maintenant un client.`)).toBeVisible();
  await expect(page.getByText('Rien à vérifier')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

/** By keyboard: a customer is made, an account gets its name, a third is chosen in the lesson. */
async function giveNames({ page, manege }: Desk): Promise<void> {
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
  await page.goto('/app/webmaster');
  await expect(summary(page)).toHaveText('7 places sans client');
  await summary(page).press('Enter');
  await page.getByRole('link', { name: 'Dire à qui sont ces noms' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'À vérifier' })).toBeVisible();
  await expect(section(page).getByRole('listitem')).toHaveCount(3);
  await expect(row(page, `Nora ${nom}`)).toContainText(
    /1 place, le .*\s*Plusieurs clients ont ce nom\s: choisissez dans la leçon\./,
  );
  await expect(row(page, `Nora ${nom}`).getByRole('button')).toHaveCount(0);

  await tabTo(page, page.getByRole('button', { name: `Créer ce client : Zoé ${nom}` }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(`Zoé ${nom}\u202f: 3 places ont maintenant un client.`),
  ).toBeVisible();
  await expect(row(page, `Zoé ${nom}`)).toHaveCount(0);
  await expect(section(page).getByRole('heading')).toBeFocused();

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
      `select p.nom, count(*)::int as places, coalesce(c.nom, p.user_id::text) as qui from participants p left join clients c on c.id = p.user_id where p.nom like '%' || $1 group by 1, 3 order by 2 desc, 1`,
      [nom],
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
}

test(
  'illisible, la liste propose de réessayer, et son dernier nom rend le focus au titre ; un nom devient un client, un autre va au compte qui le garde',
  BUREAU,
  async ({ page, manege }) => {
    // CLI-09, CLI-12
    await asAdmin(page, manege);
    await giveLastName({ page, manege });
    await giveNames({ page, manege });
  },
);

/** Two customers are perhaps one person: then everything belongs to the older one. */
async function mergeClients({ page, manege }: Desk): Promise<void> {
  const nom = newNom();
  const SAME = 'Une seule personne\u202f?';
  const older = await storeClient(manege, `Odette ${nom}`, '010 11 22 33');
  const newer = await storeClient(manege, `ODETTE ${nom}`, '010 44 55 66');
  await manege.sql(`update clients set created_at = created_at + interval '1 hour' where id = $1`, [
    newer,
  ]);
  await page.goto('/app/utilisateurs');
  await page.getByRole('link', { name: 'À vérifier' }).click();
  await expect(section(page, SAME).getByRole('listitem')).toHaveCount(1);
  await expect(row(page, `ODETTE ${nom}`, SAME)).toContainText(
    `ODETTE ${nom} 010 44 55 66 · sans comptePeut-être Odette ${nom} 010 11 22 33 · sans compte`,
  );
  const button = page.getByRole('button', { name: `C'est la même personne : ODETTE ${nom}` });
  const question = page.getByRole('alertdialog', { name: 'Regrouper ces deux clients' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expect(question).toContainText(`Tout ce qui est à ODETTE ${nom} passe à Odette ${nom}`);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Regrouper' }).click();
  await expect(page.getByText(`ODETTE ${nom}\u202f: regroupé avec Odette ${nom}.`)).toBeVisible();
  await expect(page.getByText('Rien à vérifier')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await manege.sql('select id from clients where nom is not null')).toEqual([{ id: older }]);
}

/** A rider of two customers is split, or said to be one, which is undone in the statistics. */
async function splitRider({ page, manege }: Desk): Promise<void> {
  const nom = newNom();
  const TWO = 'Deux personnes\u202f?';
  const [camille, nadia] = [
    await manege.person({ prenom: 'Camille', nom }),
    await manege.person({ prenom: 'Nadia', nom }),
  ];
  for (const [n, who] of [camille, camille, nadia].entries())
    await store(manege, {
      jour: addDays(mondayIn(43), n),
      noms: [`Zoé ${nom}`, `Max ${nom}`],
      compte: who.id,
    });
  await page.goto('/app/averifier');
  await expect(section(page, TWO).getByRole('listitem')).toHaveCount(2);
  await expect(row(page, `Zoé ${nom}`, TWO)).toContainText(
    `Zoé ${nom} 3 places. Voir ses leçons : Zoé ${nom}Camille ${nom} (2), Nadia ${nom} (1)`,
  );

  // A refusal is shown in the row, which stays.
  await answerNextWrite(page, '**/orthographes/clients', (route) => route.fulfill(REFUSED));
  const split = page.getByRole('button', { name: `Séparer par client : Max ${nom}` });
  await tabTo(page, split);
  await page.keyboard.press('Enter');
  await expect(row(page, `Max ${nom}`, TWO).getByText(REFUSED.json.message)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(
      `Les leçons de «\u202fMax ${nom}\u202f» comptent désormais séparément pour chaque client.`,
    ),
  ).toBeVisible();
  await expect(section(page, TWO).getByRole('heading')).toBeFocused();
  await expect(section(page, TWO).getByRole('listitem')).toHaveCount(1);

  await tabTo(page, page.getByRole('button', { name: `Une seule personne : Zoé ${nom}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`«\u202fZoé ${nom}\u202f» est une seule personne.`)).toBeVisible();
  await expect(section(page, TWO)).toHaveCount(0);

  await page.goto('/app/statistiques');
  const merged = page.getByRole('region', { name: 'Noms regroupés' });
  await expect(merged.getByRole('listitem').filter({ hasText: `Zoé ${nom}` })).toContainText(
    'est un seul cavalier, et ses leçons ont plusieurs clients',
  );
  await merged.getByRole('button', { name: `Défaire : Zoé ${nom}` }).click();
  await expect(page.getByText(`«\u202fZoé ${nom}\u202f» est de nouveau à vérifier.`)).toBeVisible();
  await page.goto('/app/averifier');
  await expect(row(page, `Zoé ${nom}`, TWO)).toBeVisible();
}

test(
  'deux clients qui sont peut-être une personne se regroupent ; un cavalier de deux clients se sépare, ou est dit un seul',
  TELEPHONE,
  async ({ page, manege }) => {
    // CLI-11, CLI-13, CLI-14, RIDE-27
    await asAdmin(page, manege);
    await mergeClients({ page, manege });
    await splitRider({ page, manege });
  },
);
