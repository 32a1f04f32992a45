/** The lesson types on /app/webmastersettings (SET-08 to SET-14). */
import type { Browser, Locator, Page } from '@playwright/test';
import {
  answerNextWrite,
  BUREAU,
  enter,
  expect,
  type Manege,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { button, newNom, question } from '../utilisateurs.ts';

const SIX = ['particuliere', 'collective', 'travail_pied', 'longe', 'saut', 'liberte'];

test.afterEach(async ({ manege }) => {
  await manege.sql('delete from prix where not (type_lecon = any($1))', [SIX]);
  await manege.sql('delete from types_lecons where not (value = any($1))', [SIX]);
  for (const [i, value] of SIX.entries())
    await manege.sql(
      'update types_lecons set actif = true, ouverte = false, ordre = $2 where value = $1',
      [value, i + 1],
    );
});

const table = (page: Page): Locator => page.getByRole('table', { name: 'Types de leçon' });
const row = (page: Page, text: string): Locator =>
  table(page).getByRole('row').filter({ hasText: text });
const addDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Ajouter un type de leçon' });
const modification = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Modifier le type de leçon' });
const heading = (page: Page): Locator =>
  page.getByRole('heading', { level: 2, name: 'Types de leçon' });

const enterDesk = async (page: Page, manege: Manege) =>
  enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));

async function open(page: Page): Promise<void> {
  await page.goto('/app/webmastersettings?onglet=types');
  await expect(row(page, 'Leçon de saut')).toBeVisible();
}

/** Another person's open booking screen. */
async function riderScreen(browser: Browser, manege: Manege): Promise<Page> {
  const cavalier = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
  await enter(cavalier, manege, await manege.person());
  await cavalier.goto('/app/reservation');
  await expect(cavalier.getByRole('radio', { name: /^Leçon de saut/ })).toBeVisible();
  return cavalier;
}

const order = async (manege: Manege) =>
  (await manege.sql('select value from types_lecons order by ordre')).map(({ value }) => value);
const stored = async (manege: Manege, value: string) =>
  (await manege.sql('select * from types_lecons where value = $1', [value]))[0];

async function add(page: Page, manege: Manege, browser: Browser): Promise<void> {
  const cavalier = await riderScreen(browser, manege);
  await open(page);
  const nom = newNom();
  const value = `stage_${nom.toLowerCase()}`;
  await page.getByRole('button', { name: 'Ajouter un type' }).click();
  const dialog = addDialog(page);
  await dialog.getByLabel('Identifiant').fill(`  Stage ${nom}`);
  await expect(dialog.getByLabel('Identifiant')).toHaveAccessibleDescription(
    `Sera enregistré : ${value}`,
  );
  await dialog.getByLabel('Libellé').fill(`Stage ${nom}`);
  await expect(dialog.getByLabel('Identifiant')).toHaveValue(value);
  await dialog.getByLabel('Icône').fill('👨‍👩‍👧‍👦🏇🏽');
  await dialog.getByRole('radio', { name: 'Violet' }).check();
  await dialog.getByLabel('Personnes au plus').fill('8');
  await dialog.getByLabel('Durée').selectOption('90 minutes');
  const openSwitch = dialog.getByRole('switch', { name: 'Leçon ouverte' });
  await expect(openSwitch).not.toBeChecked();
  await expect(openSwitch).toHaveAccessibleDescription(/prendre les places qui restent/);
  await tabTo(page, openSwitch);
  await page.keyboard.press('Space');
  await page.clock.install();
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  const message = page.getByText('Type de leçon ajouté avec succès');
  await expect(message).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ajouter un type' })).toBeFocused();
  await page.clock.fastForward(3_000);
  await expect(message).toBeHidden({ timeout: 1_000 });
  expect(await stored(manege, value)).toMatchObject({
    label: `Stage ${nom}`,
    icon: '👨‍👩‍👧‍👦🏇🏽',
    color: 'from-violet-600 to-violet-700',
    max_personnes: 8,
    duree_minutes: 90,
    actif: true,
    ordre: 7,
    ouverte: true,
  });
  const card = cavalier.getByRole('radio', { name: new RegExp(`^Stage ${nom}`) });
  await expect(card).toBeVisible();
  await expect(row(page, nom)).toContainText('8 au plus');
  await expect(row(page, nom).getByText('Ouverte', { exact: true })).toBeVisible();

  const toggle = button(row(page, nom), 'Désactiver');
  await toggle.click();
  await expect(page.getByText('Type de leçon modifié avec succès')).toBeVisible();
  await expect(row(page, nom).getByText('Inactif')).toBeVisible();
  await expect(button(row(page, nom), 'Activer')).toBeFocused();
  await expect(card).toHaveCount(0);
  await button(row(page, nom), 'Activer').click();
  await expect(card).toBeVisible();
}

test(
  'ce qui manque se dit au champ ; supprimer dit combien de réservations ont ce type',
  TELEPHONE,
  async ({ page, manege, browser }) => {
    // SET-11, SET-14, SET-22
    await enterDesk(page, manege);
    await test.step("ce qui manque ou ne convient pas se dit au champ, et rien n'est ajouté", () =>
      sayFaults(page, manege));
    await test.step('supprimer dit combien de réservations ont ce type ; elles le gardent, et le cavalier ne le voit plus', () =>
      remove(page, manege, browser));
  },
);

async function sayFaults(page: Page, manege: Manege): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: 'Ajouter un type' }).click();
  const dialog = addDialog(page);
  const [identifier, libelle, icone] = [
    dialog.getByLabel('Identifiant'),
    dialog.getByLabel('Libellé'),
    dialog.getByLabel('Icône'),
  ];
  const addButton = dialog.getByRole('button', { name: 'Ajouter', exact: true });
  await expect(icone).toHaveValue('📚');
  await expect(dialog.getByRole('radio', { name: 'Gris' })).toBeChecked();
  await expect(dialog.getByLabel('Durée')).toHaveValue('30');
  await addButton.click();
  await expect(identifier).toBeFocused();
  for (const field of [identifier, libelle])
    await expect(field).toHaveAccessibleDescription(/Veuillez remplir tous les champs\./);
  await identifier.fill(' SAUT ');
  await libelle.fill('Saut');
  await icone.fill('🐴🐴🐴');
  await addButton.click();
  await expect(identifier).toHaveAccessibleDescription(/Ce type de leçon existe déjà\./);
  await expect(icone).toHaveAccessibleDescription(/deux caractères au plus\.$/);
  await identifier.fill('a/b');
  await addButton.click();
  await expect(identifier).toHaveAccessibleDescription(/lettres, chiffres et tirets bas/);
  const max = dialog.getByLabel('Personnes au plus');
  for (const wrong of ['0', '11', '', '2.5']) {
    await max.fill(wrong);
    await max.blur();
    await expect(max).toHaveValue('1');
  }
  expect(await order(manege)).toEqual(SIX);
  await page.keyboard.press('Escape'); // asks, because text was typed (UI-40)
  await question(page).getByRole('button', { name: 'Quitter' }).click();
  await expect(page.getByRole('button', { name: 'Ajouter un type' })).toBeFocused();
}

test(
  "ce qu'un autre change ou supprime entre-temps se dit, et rien ne s'écrase",
  BUREAU,
  async ({ page, manege }) => {
    // SET-08, SET-11
    await enterDesk(page, manege);
    await test.step("de deux qui ajoutent le même identifiant, le second l'apprend du serveur ; une panne se dit par sa phrase", () =>
      addTwice(page, manege));
    await test.step("modifier garde l'identifiant, refuse un libellé vide, et laisse ce qu'un autre vient de changer", () =>
      edit(page, manege));
    await test.step("supprimé par un autre pendant qu'on le demande : la phrase du serveur", () =>
      removeTwice(page, manege));
  },
);

async function addTwice(page: Page, manege: Manege): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: 'Ajouter un type' }).click();
  const dialog = addDialog(page);
  const value = newNom().toLowerCase();
  await dialog.getByLabel('Identifiant').fill(value);
  await dialog.getByLabel('Libellé').fill('Stage');
  await answerNextWrite(page, '**/api/types-lecons', (route) =>
    route.fulfill({ status: 404, body: '<html>' }),
  );
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    "Erreur lors de l'ajout du type de leçon. Veuillez réessayer.",
  );
  await manege.sql(
    "insert into types_lecons (value, label, icon, color, max_personnes, duree_minutes, ordre, actif) values ($1, 'Autre', 'x', 'from-sky-600 to-sky-700', 1, 30, 7, true)",
    [value],
  );
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(dialog.getByLabel('Identifiant')).toHaveAccessibleDescription(
    /Ce type de leçon existe déjà\./,
  );
  await expect(dialog.getByLabel('Identifiant')).toBeFocused();
}

async function edit(page: Page, manege: Manege): Promise<void> {
  // The settings, which this screen reads too, arrive last: the open dialog must stay.
  const read = Promise.withResolvers<void>();
  await page.route('**/api/parametres', async (route) => {
    await read.promise;
    await route.continue();
  });
  await open(page);
  await button(row(page, 'Leçon de saut'), 'Modifier').click();
  const dialog = modification(page);
  await expect(dialog.getByLabel('Identifiant')).toHaveValue('saut');
  const arrived = page.waitForResponse('**/api/parametres');
  read.resolve();
  await arrived;
  await expect(dialog.getByLabel('Identifiant')).not.toBeEditable();
  await dialog.getByLabel('Libellé').fill('  ');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByLabel('Libellé')).toHaveAccessibleDescription(
    'Le libellé ne peut pas être vide.',
  );
  await expect(dialog.getByLabel('Libellé')).toBeFocused();
  await manege.sql("update types_lecons set max_personnes = 5 where value = 'saut'");
  await dialog.getByLabel('Libellé').fill('Obstacles');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Type de leçon modifié avec succès')).toBeVisible();
  await expect(button(row(page, 'Obstacles'), 'Modifier')).toBeFocused();
  expect(await stored(manege, 'saut')).toMatchObject({
    label: 'Obstacles',
    max_personnes: 5,
    duree_minutes: 30,
  });
  await manege.sql(
    "update types_lecons set label = 'Leçon de saut', max_personnes = 3 where value = 'saut'",
  );
}

test(
  "l'ordre des types se change au clavier ; un type ajouté paraît aussitôt chez un cavalier, et disparaît",
  BUREAU,
  async ({ page, manege, browser }) => {
    // SET-09, SET-11, SET-12, SET-23
    await enterDesk(page, manege);
    await test.step("l'ordre se change au clavier : la rangée garde le focus et dit sa place", () =>
      changeOrder(page, manege, browser));
    await test.step("un type ajouté paraît aussitôt chez un cavalier ; retiré de l'offre, il disparaît, et revient", () =>
      add(page, manege, browser));
  },
);

async function changeOrder(page: Page, manege: Manege, browser: Browser): Promise<void> {
  const cavalier = await riderScreen(browser, manege);
  await open(page);
  const moveUp = button(row(page, 'Travail à pied'), 'Monter');
  await tabTo(page, moveUp);
  await page.keyboard.press('Enter');
  const said = page.getByText('Travail à pied : place 2 sur 6');
  await expect(said).toBeAttached();
  const region = await said.elementHandle();
  await expect(moveUp).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Travail à pied : place 1 sur 6')).toBeAttached();
  // A screen reader says nothing of a region that comes with its text (UI-42).
  expect(await region?.evaluate((one) => one.isConnected)).toBe(true);
  await expect(moveUp).toBeFocused();
  await expect(moveUp).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  const expected = ['travail_pied', 'particuliere', 'collective', 'longe', 'saut', 'liberte'];
  await expect.poll(() => order(manege)).toEqual(expected);
  await expect(
    cavalier.getByRole('group', { name: 'Type de leçon' }).getByRole('radio').first(),
  ).toHaveAccessibleName(/^Travail à pied/);
  const moveDown = button(row(page, 'Travail à pied'), 'Descendre');
  await tabTo(page, moveDown);
  await page.keyboard.press('Space');
  await expect(page.getByText('Travail à pied : place 2 sur 6')).toBeAttached();
  await expect(moveDown).toBeFocused();
  await expect(button(row(page, 'Liberté'), 'Descendre')).toHaveAttribute('aria-disabled', 'true');
}

async function remove(page: Page, manege: Manege, browser: Browser): Promise<void> {
  const [nom, cause] = [newNom(), newNom()];
  const value = nom.toLowerCase();
  await manege.sql(
    "insert into types_lecons (value, label, icon, color, max_personnes, duree_minutes, ordre, actif) values ($1, $2, '🐴', 'from-sky-600 to-sky-700', 6, 30, 7, true)",
    [value, nom],
  );
  await manege.sql('insert into prix (type_lecon) values ($1)', [value]);
  await storeLesson(manege, value, cause);
  const cavalier = await riderScreen(browser, manege);
  const card = cavalier.getByRole('radio', { name: new RegExp(`^${nom}`) });
  await expect(card).toBeVisible();
  await open(page);

  const deleteButton = button(row(page, nom), 'Supprimer');
  await deleteButton.click();
  await expect(question(page)).toHaveAccessibleName('Supprimer ce type de leçon ?');
  await expect(question(page)).toHaveAccessibleDescription(
    /1 réservation a ce type\s: elle est conservée, avec son prix, et garde son identifiant/,
  );
  await expect(question(page).getByRole('button', { name: 'Annuler' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(deleteButton).toBeFocused();
  expect(await stored(manege, value)).toBeDefined();

  // Deactivated instead of deleted: the type is no longer offered, and everything else stays.
  await page.keyboard.press('Enter');
  await tabTo(page, question(page).getByRole('button', { name: 'Désactiver' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Type de leçon modifié avec succès')).toBeVisible();
  await expect(deleteButton).toBeFocused();
  await expect(row(page, nom)).toContainText('Inactif');
  await expect(card).toHaveCount(0);

  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Désactiver' })).toHaveCount(0);
  await tabTo(page, question(page).getByRole('button', { name: 'Supprimer' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Type de leçon supprimé avec succès')).toBeVisible();
  await expect(row(page, nom)).toHaveCount(0);
  await expect(heading(page)).toBeFocused();
  expect(await stored(manege, value)).toBeUndefined();
  expect(
    await manege.sql('select type_lecon from reservations where nom_client = $1', [cause]),
  ).toEqual([{ type_lecon: value }]);
}

async function removeTwice(page: Page, manege: Manege): Promise<void> {
  const nom = newNom();
  await manege.sql(
    "insert into types_lecons (value, label, icon, color, max_personnes, duree_minutes, ordre, actif) values ($1, $2, '🐴', 'from-sky-600 to-sky-700', 6, 30, 7, true)",
    [nom.toLowerCase(), nom],
  );
  await open(page);
  await button(row(page, nom), 'Supprimer').click();
  await expect(question(page)).toHaveAccessibleDescription(/Aucune réservation n'a ce type\./);
  await manege.sql('delete from types_lecons where value = $1', [nom.toLowerCase()]);
  await question(page).getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByRole('alert')).toHaveText("Ce type de leçon n'existe pas ou plus.");
  await expect(row(page, nom)).toHaveCount(0);
}

/** Stores one future reservation of this type, under this name. */
async function storeLesson(manege: Manege, type: string, nom: string): Promise<void> {
  await manege.sql(
    `select id from importer_lecons((select jsonb_agg(l) from (
    values (array[$2], $2, current_date + 200, '10:00', '10:30', 'interieure', $1, 1, 'confirmee')
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id`,
    [type, nom],
  );
}
