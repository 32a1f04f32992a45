/** The first administrator, by the link that the start prints, on a server that has none (ACC-38). */
import type { Page } from '@playwright/test';
import { PASSWORD } from '../support/people.ts';
import { createDatabase } from '../support/postgres.ts';
import { startServer } from '../support/server.ts';
import { BUREAU, expect, expectGoodAtBothWidths, TELEPHONE, test as base } from './fixtures.ts';

/** The link printed by a start of its own. */
const test = base.extend<{ lien: string }>({
  lien: async ({}, use) => {
    const database = await createDatabase();
    const server = await startServer({ DATABASE_URL: database.url, SECRET: 'un-secret-pour-les-tests-du-navigateur' });
    const jeton = /\/installation#token=\S+/.exec(server.output())?.[0];
    await use(`${server.url}${jeton}`);
    await server.stop();
    await database.drop();
  },
});

const CLOSE = "Ce lien d'installation n'est plus valable.";
const createButton = (page: Page) => page.getByRole('button', { name: "Créer l'administrateur" });

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Prénom').fill('Sophie');
  await page.getByLabel('Nom', { exact: true }).fill('Delvaux');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
}

test('le lien imprimé au démarrage crée le premier administrateur, une seule fois', TELEPHONE, async ({ page, context, lien }) => { // ACC-38, ACC-48
  await page.goto(lien);
  await expect(page.getByRole('heading', { level: 1, name: 'Premier administrateur' })).toBeVisible();
  await expect(createButton(page)).toBeVisible();
  await expect(page).toHaveURL(/\/installation$/); // ACC-51
  await expectGoodAtBothWidths(page);
  await fill(page, 'sophie@essai.example');
  await page.getByLabel('Confirmer le mot de passe').fill('autre chose');
  await createButton(page).click();
  await expect(page.getByText('Les mots de passe ne correspondent pas')).toBeVisible();

  const late = await context.newPage();
  await late.goto(lien);
  await fill(late, 'marc@essai.example');

  await page.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
  await createButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Le premier administrateur est créé' })).toBeFocused();
  await expectGoodAtBothWidths(page);

  // Another person had the form open meanwhile: theirs is refused.
  await createButton(late).click();
  await expect(late.getByRole('heading', { level: 1, name: CLOSE })).toBeFocused();
  await late.close();

  await page.getByRole('link', { name: 'Se connecter' }).click();
  await page.getByLabel('Email').fill('sophie@essai.example');
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('link', { name: 'Accéder à mon espace' }).click();
  await expect(page).toHaveURL(/\/app\/webmaster$/);
  await page.goto(lien);
  await expect(page.getByRole('heading', { level: 1, name: CLOSE })).toBeVisible();
});

test('un lien faux ou incomplet le dit et mène à la connexion', BUREAU, async ({ page }) => {
  for (const path of ['/installation', '/installation#un-autre-jeton', '/installation#token=un-autre-jeton']) {
    await page.goto('about:blank');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: CLOSE })).toBeVisible();
  }
  await expectGoodAtBothWidths(page);
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/login');
});
