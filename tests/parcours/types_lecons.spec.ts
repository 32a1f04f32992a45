/** The lesson types on /app/webmastersettings (SET-08 to SET-14). */
import type { Browser, Locator, Page } from '@playwright/test';
import { answerNextWrite, BUREAU, enter, expect, expectAccessible, expectNoSidewaysScroll, type Manege, tabTo, TELEPHONE, test } from './fixtures.ts';
import { bouton, newNom, question } from './utilisateurs.ts';

const SIX = ['particuliere', 'collective', 'travail_pied', 'longe', 'saut', 'liberte'];

// The types are shared by the tests of a worker: each leaves them as it found them.
test.afterEach(async ({ manege }) => {
  await manege.sql('delete from prix where not (type_lecon = any($1))', [SIX]);
  await manege.sql('delete from types_lecons where not (value = any($1))', [SIX]);
  for (const [i, value] of SIX.entries()) await manege.sql('update types_lecons set actif = true, ordre = $2 where value = $1', [value, i + 1]);
});

const tableau = (page: Page): Locator => page.getByRole('table', { name: 'Types de leçon' });
const ligne = (page: Page, texte: string): Locator => tableau(page).getByRole('row').filter({ hasText: texte });
const ajout = (page: Page): Locator => page.getByRole('dialog', { name: 'Ajouter un type de leçon' });
const modification = (page: Page): Locator => page.getByRole('dialog', { name: 'Modifier le type de leçon' });
const titre = (page: Page): Locator => page.getByRole('heading', { level: 2, name: 'Types de leçon' });

async function open(page: Page, manege: Manege): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await page.goto('/app/webmastersettings');
  await expect(ligne(page, 'Leçon de saut')).toBeVisible();
}

/** Another person's open booking screen. */
async function ecranCavalier(browser: Browser, manege: Manege): Promise<Page> {
  const cavalier = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
  await enter(cavalier, manege, await manege.person());
  await cavalier.goto('/app/reservation');
  await expect(cavalier.getByRole('radio', { name: /^Leçon de saut/ })).toBeVisible();
  return cavalier;
}

const ordre = async (manege: Manege) => (await manege.sql('select value from types_lecons order by ordre')).map(({ value }) => value);
const stored = async (manege: Manege, value: string) => (await manege.sql('select * from types_lecons where value = $1', [value]))[0];

test('un type ajouté paraît aussitôt chez un cavalier ; retiré de l\'offre, il disparaît, et revient', async ({ page, manege, browser }) => { // SET-09, SET-11, SET-12
  const cavalier = await ecranCavalier(browser, manege);
  await open(page, manege);
  const nom = newNom();
  const value = `stage_${nom.toLowerCase()}`;
  await page.getByRole('button', { name: 'Ajouter un type' }).click();
  await expectAccessible(page);
  const dialogue = ajout(page);
  await dialogue.getByLabel('Identifiant').fill(`  Stage ${nom}`);
  await expect(dialogue.getByLabel('Identifiant')).toHaveAccessibleDescription(`Sera enregistré : ${value}`);
  await dialogue.getByLabel('Libellé').fill(`Stage ${nom}`);
  await expect(dialogue.getByLabel('Identifiant')).toHaveValue(value);
  await dialogue.getByLabel('Icône').fill('👨‍👩‍👧‍👦🏇🏽');
  await dialogue.getByRole('radio', { name: 'Violet' }).check();
  await dialogue.getByLabel('Personnes au plus').fill('8');
  await dialogue.getByLabel('Durée').selectOption('90 minutes');
  await dialogue.getByRole('button', { name: 'Ajouter', exact: true }).click();
  const dit = page.getByText('Type de leçon ajouté avec succès');
  await expect(dit).toBeVisible();
  await expect(dialogue).toBeHidden();
  await expect(page.getByRole('button', { name: 'Ajouter un type' })).toBeFocused();
  await expect(dit).toBeHidden({ timeout: 4_000 });
  expect(await stored(manege, value)).toMatchObject({
    label: `Stage ${nom}`, icon: '👨‍👩‍👧‍👦🏇🏽', color: 'from-violet-600 to-violet-700', max_personnes: 8, duree_minutes: 90, actif: true, ordre: 7,
  });
  const carte = cavalier.getByRole('radio', { name: new RegExp(`^Stage ${nom}`) });
  await expect(carte).toBeVisible();
  await expect(ligne(page, nom)).toContainText('8 au plus');

  const bascule = bouton(ligne(page, nom), 'Désactiver');
  await bascule.click();
  await expect(page.getByText('Type de leçon modifié avec succès')).toBeVisible();
  await expect(ligne(page, nom).getByText('Inactif')).toBeVisible();
  await expect(bouton(ligne(page, nom), 'Activer')).toBeFocused();
  await expect(carte).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await bouton(ligne(page, nom), 'Activer').click();
  await expect(carte).toBeVisible();
});

test('ce qui manque ou ne convient pas se dit au champ, et rien n\'est ajouté', TELEPHONE, async ({ page, manege }) => { // SET-11, SET-22
  await open(page, manege);
  await page.getByRole('button', { name: 'Ajouter un type' }).click();
  const dialogue = ajout(page);
  const [identifiant, libelle, icone] = [dialogue.getByLabel('Identifiant'), dialogue.getByLabel('Libellé'), dialogue.getByLabel('Icône')];
  const ajouter = dialogue.getByRole('button', { name: 'Ajouter', exact: true });
  await expect(icone).toHaveValue('📚');
  await expect(dialogue.getByRole('radio', { name: 'Gris' })).toBeChecked();
  await expect(dialogue.getByLabel('Durée')).toHaveValue('30');
  await ajouter.click();
  await expect(identifiant).toBeFocused();
  for (const champ of [identifiant, libelle]) await expect(champ).toHaveAccessibleDescription(/Veuillez remplir tous les champs\./);
  await identifiant.fill(' SAUT ');
  await libelle.fill('Saut');
  await icone.fill('🐴🐴🐴');
  await ajouter.click();
  await expect(identifiant).toHaveAccessibleDescription(/Ce type de leçon existe déjà\./);
  await expect(icone).toHaveAccessibleDescription(/deux caractères au plus\.$/);
  await expectAccessible(page);
  await identifiant.fill('a/b');
  await ajouter.click();
  await expect(identifiant).toHaveAccessibleDescription(/lettres, chiffres et tirets bas/);
  const max = dialogue.getByLabel('Personnes au plus');
  for (const faux of ['0', '11', '', '2.5']) {
    await max.fill(faux);
    await max.blur();
    await expect(max).toHaveValue('1');
  }
  expect(await ordre(manege)).toEqual(SIX);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Ajouter un type' })).toBeFocused();
});

test('de deux qui ajoutent le même identifiant, le second l\'apprend du serveur ; une panne se dit par sa phrase', BUREAU, async ({ page, manege }) => { // SET-11
  await open(page, manege);
  await page.getByRole('button', { name: 'Ajouter un type' }).click();
  const dialogue = ajout(page);
  const value = newNom().toLowerCase();
  await dialogue.getByLabel('Identifiant').fill(value);
  await dialogue.getByLabel('Libellé').fill('Stage');
  await answerNextWrite(page, '**/api/types-lecons', (route) => route.fulfill({ status: 404, body: '<html>' }));
  await dialogue.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(dialogue.getByRole('alert')).toHaveText("Erreur lors de l'ajout du type de leçon. Veuillez réessayer.");
  await manege.sql("insert into types_lecons (value, label, icon, color, max_personnes, duree_minutes, ordre, actif) values ($1, 'Autre', 'x', 'from-sky-600 to-sky-700', 1, 30, 7, true)", [value]);
  await dialogue.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(dialogue.getByLabel('Identifiant')).toHaveAccessibleDescription(/Ce type de leçon existe déjà\./);
  await expect(dialogue.getByLabel('Identifiant')).toBeFocused();
});

test('modifier garde l\'identifiant, refuse un libellé vide, et laisse ce qu\'un autre vient de changer', BUREAU, async ({ page, manege }) => { // SET-08, SET-11
  await open(page, manege);
  await bouton(ligne(page, 'Leçon de saut'), 'Modifier').click();
  const dialogue = modification(page);
  await expect(dialogue.getByLabel('Identifiant')).toHaveValue('saut');
  await expect(dialogue.getByLabel('Identifiant')).not.toBeEditable();
  await expectAccessible(page);
  await dialogue.getByLabel('Libellé').fill('  ');
  await dialogue.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialogue.getByLabel('Libellé')).toHaveAccessibleDescription('Le libellé ne peut pas être vide.');
  await expect(dialogue.getByLabel('Libellé')).toBeFocused();
  await manege.sql("update types_lecons set max_personnes = 5 where value = 'saut'");
  await dialogue.getByLabel('Libellé').fill('Obstacles');
  await dialogue.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Type de leçon modifié avec succès')).toBeVisible();
  await expect(bouton(ligne(page, 'Obstacles'), 'Modifier')).toBeFocused();
  expect(await stored(manege, 'saut')).toMatchObject({ label: 'Obstacles', max_personnes: 5, duree_minutes: 30 });
  await manege.sql("update types_lecons set label = 'Leçon de saut', max_personnes = 3 where value = 'saut'");
});

test('l\'ordre se change au clavier : la rangée garde le focus et dit sa place', async ({ page, manege, browser }) => { // SET-23
  const cavalier = await ecranCavalier(browser, manege);
  await open(page, manege);
  const monter = bouton(ligne(page, 'Travail à pied'), 'Monter');
  await tabTo(page, monter);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Travail à pied : place 2 sur 6')).toBeAttached();
  await expect(monter).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Travail à pied : place 1 sur 6')).toBeAttached();
  await expect(monter).toBeFocused();
  await expect(monter).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  const attendu = ['travail_pied', 'particuliere', 'collective', 'longe', 'saut', 'liberte'];
  await expect.poll(() => ordre(manege)).toEqual(attendu);
  await expect(cavalier.getByRole('group', { name: 'Type de leçon' }).getByRole('radio').first()).toHaveAccessibleName(/^Travail à pied/);
  const descendre = bouton(ligne(page, 'Travail à pied'), 'Descendre');
  await tabTo(page, descendre);
  await page.keyboard.press('Space');
  await expect(page.getByText('Travail à pied : place 2 sur 6')).toBeAttached();
  await expect(descendre).toBeFocused();
  await expect(bouton(ligne(page, 'Liberté'), 'Descendre')).toHaveAttribute('aria-disabled', 'true');
});

test('supprimer dit combien de réservations ont ce type ; elles le gardent, et le cavalier ne le voit plus', TELEPHONE, async ({ page, manege, browser }) => { // SET-14
  const [nom, cause] = [newNom(), newNom()];
  const value = nom.toLowerCase();
  await manege.sql("insert into types_lecons (value, label, icon, color, max_personnes, duree_minutes, ordre, actif) values ($1, $2, '🐴', 'from-sky-600 to-sky-700', 6, 30, 7, true)", [value, nom]);
  await manege.sql('insert into prix (type_lecon, prix) values ($1, 22)', [value]);
  await reserve(manege, value, cause);
  const cavalier = await ecranCavalier(browser, manege);
  const carte = cavalier.getByRole('radio', { name: new RegExp(`^${nom}`) });
  await expect(carte).toBeVisible();
  await open(page, manege);

  const supprimer = bouton(ligne(page, nom), 'Supprimer');
  await supprimer.click();
  await expect(question(page)).toHaveAccessibleName('Supprimer ce type de leçon ?');
  await expect(question(page)).toHaveAccessibleDescription(/1 réservation a ce type : elle est conservée.* 22,00\s€ quitteront les totaux des statistiques/);
  await expect(question(page).getByRole('button', { name: 'Annuler' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(supprimer).toBeFocused();
  expect(await stored(manege, value)).toBeDefined();

  // Deactivated instead: it is no longer offered, and everything else stays.
  await page.keyboard.press('Enter');
  await tabTo(page, question(page).getByRole('button', { name: 'Désactiver' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Type de leçon modifié avec succès')).toBeVisible();
  await expect(supprimer).toBeFocused();
  await expect(ligne(page, nom)).toContainText('Inactif');
  await expect(carte).toHaveCount(0);

  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Désactiver' })).toHaveCount(0);
  await tabTo(page, question(page).getByRole('button', { name: 'Supprimer' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Type de leçon supprimé avec succès')).toBeVisible();
  await expect(ligne(page, nom)).toHaveCount(0);
  await expect(titre(page)).toBeFocused();
  expect(await stored(manege, value)).toBeUndefined();
  expect(await manege.sql('select type_lecon from reservations where nom_client = $1', [cause])).toEqual([{ type_lecon: value }]);
  await manege.sql('delete from reservations where nom_client = $1', [cause]);
});

test('supprimé par un autre pendant qu\'on le demande : la phrase du serveur', BUREAU, async ({ page, manege }) => {
  const nom = newNom();
  await manege.sql("insert into types_lecons (value, label, icon, color, max_personnes, duree_minutes, ordre, actif) values ($1, $2, '🐴', 'from-sky-600 to-sky-700', 6, 30, 7, true)", [nom.toLowerCase(), nom]);
  await open(page, manege);
  await bouton(ligne(page, nom), 'Supprimer').click();
  await expect(question(page)).toHaveAccessibleDescription(/Aucune réservation n'a ce type\./);
  await manege.sql('delete from types_lecons where value = $1', [nom.toLowerCase()]);
  await question(page).getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByRole('alert')).toHaveText("Ce type de leçon n'existe pas ou plus.");
  await expect(ligne(page, nom)).toHaveCount(0);
});

/** One reservation of this type, under this name, next year. */
async function reserve(manege: Manege, type: string, nom: string): Promise<void> {
  await manege.sql(
    `insert into reservations (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, user_id)
     select array[$2], $2, current_date + 200, '10:00', '10:30', 'interieure', $1, 1, 'confirmee', id from users limit 1`,
    [type, nom],
  );
}
