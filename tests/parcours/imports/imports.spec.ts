/** The import of customers and riders on /app/import (IMP-01 to IMP-12). */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  BUREAU,
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Manege,
  test,
} from '../fixtures.ts';
import { newNom } from '../utilisateurs.ts';

const main = (page: Page) => page.getByRole('main');
const step = (page: Page, name: string) => page.getByRole('region', { name });
const last = (page: Page) => page.getByRole('table', { name: 'Derniers imports' });
const told = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });
const choiceOf = (page: Page, titre: string) =>
  page.getByRole('combobox', { name: `Contenu de la colonne ${titre}`, exact: true });
const stored = (manege: Manege, nom: string) =>
  manege.sql(
    "select c.nom, c.telephone, (select string_agg(k.nom, ', ' order by k.nom) from cavaliers k where k.user_id = c.id) as cavaliers from clients c where c.nom like $1 order by c.nom",
    [`%${nom}`],
  );

async function open(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Odile' }));
  await page.goto('/app/import');
  await expect(page.getByRole('heading', { level: 2, name: 'Derniers imports' })).toBeVisible();
}

const choose = (page: Page, content: string | Buffer, name = 'clients.csv') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
const preview = (page: Page) => page.getByRole('button', { name: "Voir l'aperçu" }).click();
const commit = (page: Page) => page.getByRole('button', { name: 'Importer', exact: true }).click();

/** Two customers, one with two riders, and a line that is refused. */
const fileOf = (nom: string): Buffer =>
  Buffer.from(
    `Nom;Prénom;E-mail;GSM;Enfant;Né en;Zone
${nom};Jeanne;jeanne.${nom}@essai.example;0475 10 22 33;Léa ${nom};2014;A
${nom};Jeanne;jeanne.${nom}@essai.example;;Tom ${nom};;B
${nom};Luc;;081 61 23 45;;;
${nom};Zoé;zoé;;;;`,
    'latin1',
  );

test(
  "d'un fichier à des clients : colonnes vérifiées, aperçu, import, puis tout est défait",
  BUREAU,
  async ({ page, manege }) => {
    const nom = newNom();
    await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Odile' }));
    await page.goto('/app/utilisateurs');
    // IMP-01
    await main(page).getByRole('link', { name: 'Importer un fichier' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Importer des clients' }),
    ).toBeFocused();
    await choose(page, fileOf(nom));
    await expect(told(page, 'clients.csv (4 lignes)')).toBeVisible();
    // IMP-03
    await expect(choiceOf(page, 'Nom')).toHaveValue('nom');
    await expect(choiceOf(page, 'Prénom')).toHaveValue('prenom');
    await expect(choiceOf(page, 'E-mail')).toHaveValue('email');
    await expect(choiceOf(page, 'GSM')).toHaveValue('telephone');
    await expect(choiceOf(page, 'Enfant')).toHaveValue('cavalier');
    await expect(choiceOf(page, 'Né en')).toHaveValue('ignorer');
    await expect(choiceOf(page, 'Zone')).toHaveValue('ignorer');
    await expect(step(page, '2. Colonnes').getByText('zoé')).toBeVisible();
    await choiceOf(page, 'Né en').selectOption('Cavalier : année de naissance');
    await choiceOf(page, 'Nom').selectOption('Ignorer');
    await preview(page);
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'Choisissez la colonne du nom : « Nom », ou « Nom complet ».' }),
    ).toBeVisible();
    await choiceOf(page, 'Nom').selectOption('Nom');
    await preview(page);

    // IMP-04
    const plan = step(page, '3. Aperçu');
    await expect(plan.getByRole('heading', { name: '3. Aperçu' })).toBeFocused();
    await expect(plan.getByText('Créer 2 · Modifier 0 · Inchangés 0 · Refusés 1')).toBeVisible();
    await expect(plan.getByRole('table', { name: 'Refusés' })).toContainText(
      'Veuillez saisir une adresse email valable.',
    );
    // IMP-12
    await expect(plan.getByText(/^Aucun email ne part/)).toBeVisible();
    await plan.getByRole('radio', { name: 'À créer' }).check();
    await expect(plan.getByRole('table', { name: 'À créer' })).toContainText(`Léa ${nom} (2014)`);
    await expect(plan.getByText('Lignes 2, 3')).toBeVisible();
    expect(await stored(manege, nom)).toEqual([]);

    // IMP-08
    const downloading = page.waitForEvent('download');
    await plan.getByRole('button', { name: 'Télécharger les lignes refusées' }).click();
    const refused = await downloading;
    expect(refused.suggestedFilename()).toBe('lignes_refusees.csv');
    expect(readFileSync(await refused.path(), 'utf8')).toBe(
      `\uFEFFNom;Prénom;E-mail;GSM;Enfant;Né en;Zone;Ligne;Raison\r\n${nom};Zoé;zoé;;;;;5;Veuillez saisir une adresse email valable.\r\n`,
    );

    // IMP-09, IMP-11
    await commit(page);
    await expect(told(page, 'Import terminé : 2 clients créés, 0 modifié.')).toBeVisible();
    await expect(page.getByRole('heading', { name: '1. Fichier' })).toBeFocused();
    await expect(step(page, '2. Colonnes')).toHaveCount(0);
    expect(await stored(manege, nom)).toEqual([
      {
        nom: `Jeanne ${nom}`,
        telephone: '0475 10 22 33',
        cavaliers: `Léa ${nom}, Tom ${nom}`,
      },
      { nom: `Luc ${nom}`, telephone: '081 61 23 45', cavaliers: null },
    ]);
    const row = last(page)
      .getByRole('row', { name: /clients\.csv/ })
      .first();
    await expect(row).toContainText('2 créés · 0 modifié · 0 inchangé · 1 refusé');

    // The same file again: the choices are kept, and nothing is new.
    await choose(page, fileOf(nom));
    await expect(choiceOf(page, 'Né en')).toHaveValue('cavalier_annee');
    await preview(page);
    await expect(page.getByText('Créer 0 · Modifier 0 · Inchangés 2 · Refusés 1')).toBeVisible();
    await expect(page.getByText(/^Rien n'est nouveau dans ce fichier/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Importer', exact: true })).toHaveCount(0);

    // IMP-10
    await row.getByRole('button', { name: "Défaire l'import de clients.csv" }).click();
    const question = page.getByRole('alertdialog', { name: 'Défaire cet import ?' });
    await question.getByRole('button', { name: 'Défaire' }).click();
    await expect(told(page, "L'import est défait : tout est comme avant.")).toBeVisible();
    await expect(row).toContainText('Défait le');
    await expect(row.getByRole('button')).toHaveCount(0);
    expect(await stored(manege, nom)).toEqual([]);
  },
);

test(
  'un client modifié se montre avant et après ; un fichier refusé se dit sous son bouton ; un fichier se dépose',
  BUREAU,
  async ({ page, manege }) => {
    // IMP-01, IMP-02, IMP-04, IMP-09, IMP-14
    await open(page, manege);
    await test.step('un client modifié se montre avant et après ; un import dont quelque chose a servi ne se défait pas', () =>
      changeClient(page, manege));
    await test.step("un fichier refusé se dit sous son bouton ; l'aperçu d'avant reste", () =>
      refuseFile(page));
    await test.step('un fichier se dépose ; un long aperçu a des pages', () => dropFile(page));
  },
);

async function changeClient(page: Page, manege: Manege): Promise<void> {
  const nom = newNom();
  await manege.sql(
    'insert into clients (nom, cle, telephone, adresse) values ($1, lower($1), $2, $3)',
    [`Jeanne ${nom}`, '081 00 00 00', 'Rue Basse 1'],
  );
  await page.goto('/app/import');
  await choose(
    page,
    `Nom,Téléphone,Adresse,Remarques\nJeanne ${nom},081 00 00 00,Rue Haute 3,#REF!\n`,
  );
  await preview(page);
  const plan = step(page, '3. Aperçu');
  // IMP-14
  await expect(
    plan.getByText(
      "1 remarque illisible dans « Remarques » : rien n'en est repris, ce qui est enregistré reste. Ligne 2.",
    ),
  ).toBeVisible();
  await expect(plan.getByText('Créer 0 · Modifier 1 · Inchangés 0 · Refusés 0')).toBeVisible();
  await expect(plan.getByRole('table', { name: 'À modifier' })).toContainText(
    'Adresse : Rue Basse 1 → Rue Haute 3',
  );
  await expectNoSidewaysScroll(page);

  // Somebody changes the customer meanwhile (IMP-09).
  await manege.sql("update clients set adresse = 'Rue Neuve 9' where nom = $1", [`Jeanne ${nom}`]);
  await commit(page);
  await expect(
    page.getByRole('alert').filter({
      hasText:
        "Des clients ont changé depuis l'aperçu : rien n'a été importé. Vérifiez le nouvel aperçu.",
    }),
  ).toBeVisible();
  await expect(plan.getByRole('table', { name: 'À modifier' })).toContainText(
    'Adresse : Rue Neuve 9 → Rue Haute 3',
  );
  await expect(plan.getByRole('heading', { name: '3. Aperçu' })).toBeFocused();
  await commit(page);
  await expect(told(page, 'Import terminé : 0 client créé, 1 modifié.')).toBeVisible();

  await manege.sql("update clients set note = 'Le matin' where nom = $1", [`Jeanne ${nom}`]);
  await last(page)
    .getByRole('button', { name: /^Défaire/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Défaire' }).click();
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'Impossible de défaire cet import. 1 client a été modifié depuis.' }),
  ).toBeVisible();
  await expectAccessible(page);
}

async function refuseFile(page: Page): Promise<void> {
  await page.goto('/app/import');
  await choose(page, `Nom\nJeanne ${newNom()}\n`);
  await expect(step(page, '2. Colonnes')).toBeVisible();
  for (const [content, sentence] of [
    ['', 'Le fichier est vide.'],
    ['Nom;Email\n"Luc;a\n', 'Un guillemet est mal placé'],
    [Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), 'Le fichier dépasse 2 Mo.'],
    [`Nom\n${'Luc\n'.repeat(5_001)}`, 'Le fichier compte plus de 5 000 lignes.'],
  ] as const) {
    await choose(page, content);
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Choisir un autre fichier' }),
    ).toHaveAccessibleDescription(new RegExp(`^${sentence}`));
  }
  await expect(told(page, 'clients.csv (1 ligne)')).toBeVisible();
}

async function dropFile(page: Page): Promise<void> {
  const nom = newNom();
  await page.goto('/app/import');
  const content = `Nom\n${Array.from({ length: 120 }, (_, n) => `Client ${String.fromCodePoint(97 + (n % 26))}${String.fromCodePoint(97 + Math.floor(n / 26))} ${nom}`).join('\n')}`;
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'depose.csv', { type: 'text/csv' }));
    return transfer;
  }, content);
  await page.getByText(/^Un fichier CSV, avec/).dispatchEvent('drop', { dataTransfer: data });
  await expect(told(page, 'depose.csv (120 lignes)')).toBeVisible();
  await preview(page);
  await expect(page.getByText('Créer 120 · Modifier 0 · Inchangés 0 · Refusés 0')).toBeVisible();
  await expect(page.getByText('Page 1 sur 2')).toBeVisible();
  await page.getByRole('button', { name: 'Suivant' }).click();
  await expect(page.getByText('Ligne 121')).toBeVisible();
  await expect(page.getByText('Ligne 101', { exact: true })).toHaveCount(0);
}
