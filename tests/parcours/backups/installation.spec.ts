/**
 * The first administrator, created with the link that the server prints at its start if it has none
 * (ACC-38).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeRestorePoint } from '../../../src/server/platform/backup/job.ts';
import { openPool } from '../../../src/server/platform/db.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { createDatabase } from '../../support/postgres.ts';
import { startServer } from '../../support/server.ts';
import {
  answerNextWrite,
  BUREAU,
  expect,
  expectAccessible,
  expectGoodAtBothWidths,
  TELEPHONE,
  test as base,
} from '../fixtures.ts';

/** The link printed by a separate server, and its folder of backups. */
const test = base.extend<{ lien: string; dossier: string }>({
  dossier: async ({}, use) => {
    const dir = mkdtempSync(join(tmpdir(), 'manege-installation-'));
    await use(join(dir, 'sauvegardes'));
    rmSync(dir, { recursive: true, force: true });
  },
  lien: async ({ dossier }, use) => {
    const database = await createDatabase();
    const server = await startServer({
      DATABASE_URL: database.url,
      SECRET: 'un-secret-pour-les-tests-du-navigateur',
      BACKUP_DIR: dossier,
    });
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

test(
  'le lien imprimé au démarrage crée le premier administrateur, une seule fois ; un lien faux le dit et mène à la connexion',
  TELEPHONE,
  async ({ page, context, lien }) => {
    // ACC-38, ACC-48
    await page.goto(lien);
    await expect(page.getByRole('heading', { level: 1, name: 'Mise en service' })).toBeVisible();
    await expect(createButton(page)).toBeVisible();
    await expect(page).toHaveURL(/\/installation$/); // ACC-51
    await expectGoodAtBothWidths(page);
    await fill(page, 'sophie@essai.example');
    await page.getByLabel('Mot de passe', { exact: true }).fill('sept789');
    await page.getByRole('button', { name: "Créer l'administrateur" }).click();
    await expect(
      page.getByText('Le mot de passe doit contenir au moins 8 caractères'),
    ).toBeVisible(); // ACC-38
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirmer le mot de passe').fill('autre chose');
    await createButton(page).click();
    await expect(page.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Email')).toHaveValue('sophie@essai.example'); // UI-70
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);

    const late = await context.newPage();
    await late.goto(lien);
    await fill(late, 'marc@essai.example');

    await page.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
    await createButton(page).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Le premier administrateur est créé' }),
    ).toBeFocused();
    await expectAccessible(page);

    // Another person also had the form open, and is refused.
    await createButton(late).click();
    await expect(late.getByRole('heading', { level: 1, name: CLOSE })).toBeFocused();
    await late.close();

    await page.getByRole('link', { name: 'Se connecter' }).click();
    await page.getByLabel('Email').fill('sophie@essai.example');
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('link', { name: 'Accéder à mon espace' }).click();
    await expect(page).toHaveURL(/\/app\/webmaster$/);
    expect(
      await page.evaluate(() =>
        Object.keys(sessionStorage).filter((key) => key.includes('visiteur')),
      ),
    ).toEqual([]); // UI-70
    await page.goto(lien);
    await expect(page.getByRole('heading', { level: 1, name: CLOSE })).toBeVisible();
    await test.step('un lien faux ou incomplet le dit et mène à la connexion', () =>
      openWrong(page));
  },
);

async function openWrong(page: Page): Promise<void> {
  for (const path of [
    '/installation',
    '/installation#un-autre-jeton',
    '/installation#token=un-autre-jeton',
  ]) {
    await page.goto('about:blank');
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: CLOSE })).toBeVisible();
  }
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/login');
}

const PHRASE = 'cheval correct pile agrafe';

/**
 * Creates two backups of a centre with one administrator, the second with a passphrase. Also
 * returns the address of the administrator.
 */
async function saveCentre(dir: string): Promise<{ plain: string; locked: string; email: string }> {
  const database = await createDatabase();
  const { pool, db } = openPool(database.url, () => {});
  const { email } = await createPerson(db, { role: 'admin' });
  await pool.end();
  const job = { url: database.url, version: '1.0.0', say: () => undefined };
  const save = (jour: string, passphrase: string | null) =>
    writeRestorePoint({
      ...job,
      now: new Date(`${jour}T10:00:00Z`),
      config: { dir, command: null, passphrase, base: null },
    });
  const made = {
    plain: await save('2026-11-20', null),
    locked: await save('2026-11-21', PHRASE),
    email,
  };
  await database.drop();
  return made;
}

/** A restore takes longer than other answers if the machine is busy. */
const expectRestored = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Le centre est restauré' })).toBeFocused({
    timeout: 60_000,
  });

const restoreButton = (page: Page) =>
  page.getByRole('button', { name: 'Restaurer cette sauvegarde' });

test(
  "un centre revient d'un fichier chiffré de cet ordinateur, au clavier",
  TELEPHONE,
  async ({ page, lien, dossier }) => {
    // OPS-30
    const { locked, plain, email } = await saveCentre(`${dossier}-ailleurs`);
    await page.goto(lien);
    await page.getByRole('tab', { name: 'Nouveau centre' }).press('ArrowRight');
    await expectGoodAtBothWidths(page);
    await restoreButton(page).press('Enter');
    await expect(page.getByText('Choisissez la sauvegarde à restaurer.')).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Choisir un fichier .sauvegarde…' }),
    ).toBeFocused();
    const file = page.locator('input[type=file]');
    await file.setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('autre chose'),
    });
    await expect(page.getByText("Ce fichier n'est pas une sauvegarde de Manège.")).toBeVisible();

    const bytes = readFileSync(plain);
    await file.setInputFiles({
      name: 'abimee.sauvegarde',
      mimeType: '',
      buffer: bytes.subarray(0, -10),
    });
    await restoreButton(page).press('Enter');
    await expect(page.getByRole('alert')).toContainText('Ce fichier est abîmé ou incomplet');

    await file.setInputFiles(locked);
    await expect(page.getByText(/^21 novembre 2026 à 11:00, [\d,]+\sko$/)).toBeVisible();
    await page.getByLabel('Phrase de passe', { exact: true }).fill('une autre phrase');
    await restoreButton(page).press('Enter');
    await expect(page.getByRole('alert')).toContainText(
      "La phrase de passe n'est pas celle de cette sauvegarde.",
      { timeout: 60_000 },
    );
    await expectAccessible(page);
    await page.getByLabel('Phrase de passe', { exact: true }).fill(PHRASE);
    await page.getByLabel('Phrase de passe', { exact: true }).press('Enter');
    await expectRestored(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Se connecter' }).press('Enter');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await page.getByRole('link', { name: 'Accéder à mon espace' }).click();
    await expect(page).toHaveURL(/\/app\/webmaster$/);
    await page.goto('about:blank'); // the server stops before the page is closed
  },
);

test.describe('le réseau coupé', () => {
  test.use({ reseauCoupe: true });
  test(
    'une connexion perdue le dit ; une sauvegarde du serveur se choisit dans la liste',
    BUREAU,
    async ({ page, lien, dossier }) => {
      // OPS-31, OPS-32
      await saveCentre(dossier);
      await page.goto(lien);
      await page.getByRole('tab', { name: 'Restaurer' }).click();
      const list = page.getByLabel('Sauvegarde', { exact: true });
      await expect(list.getByRole('option')).toContainText([
        /^21 novembre 2026 à 11:00, [\d,]+\sko$/,
        /^20 novembre 2026 à 11:00/,
        'Un fichier de cet ordinateur…',
      ]);
      await list.selectOption({ index: 1 });
      await page.context().setOffline(true);
      await restoreButton(page).click();
      await expect(page.getByRole('alert')).toContainText('La connexion au serveur a été coupée.');
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Vérifier où elle en est' }).click();
      await page.getByRole('tab', { name: 'Restaurer' }).click();
      await list.selectOption({ index: 1 });
      // The server restores it, and its answer is lost.
      await answerNextWrite(page, /\/api\/installation\//, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await restoreButton(page).click();
      await expect(page.getByRole('alert')).toContainText('La connexion au serveur a été coupée.');
      await page.getByRole('button', { name: 'Vérifier où elle en est' }).click();
      await expectRestored(page);
      await page.goto('about:blank');
      await page.goto(lien);
      await expect(page.getByRole('heading', { level: 1, name: CLOSE })).toBeVisible();
    },
  );
});
