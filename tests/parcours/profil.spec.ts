/** One's own profile: reading, editing, the email for a new password, and what is said when something fails. */
import type { Page } from '@playwright/test';
import { BUREAU, enter, expect, expectAccessible, expectNoSidewaysScroll, type Manege, tabTo, TELEPHONE, test } from './fixtures.ts';
import { carte, openProfil, stored } from './profil.ts';

const titre = (page: Page) => page.getByRole('heading', { level: 1, name: 'Mon profil' });
const modifier = (page: Page) => page.getByRole('button', { name: 'Modifier' });
const enregistrer = (page: Page) => page.getByRole('button', { name: 'Enregistrer', exact: true });
const champ = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** What stands beside a term of a card. */
const valeur = (page: Page, terme: string) => page.locator('dt', { hasText: terme }).locator('xpath=following-sibling::dd').locator('> span').first();

const announce = (manege: Manege) => manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);

test('le profil dit qui l\'on est, depuis quand, et ce qui ne se modifie pas', async ({ page, manege }) => { // PEOPLE-11, PEOPLE-13
  const person = await manege.person({ prenom: 'Élise', nom: 'Maes' });
  await manege.sql("update users set created_at = '2026-11-30T23:30:00Z' where id = $1", [person.id]);
  await openProfil(page, manege, person);
  await expect(page).toHaveTitle('Mon profil · Manège');
  const identite = carte(page, 'Identité');
  await expect(identite.getByRole('heading', { name: 'Élise Maes' })).toBeVisible();
  await expect(identite.getByText('Cavalier', { exact: true })).toBeVisible();
  await expect(identite.getByText('ÉM')).toBeVisible();
  await expect(identite.getByText('Membre depuis le 1er décembre 2026')).toBeVisible();
  await expect(valeur(page, 'Email')).toHaveText(person.email);
  await expect(valeur(page, 'Type de compte')).toHaveText('Cavalier');
  await expect(page.getByText("Défini par l'administrateur")).toBeVisible();
  await expect(valeur(page, 'Inscription')).toHaveText('1er décembre 2026 à 00:30');
  await expect(valeur(page, 'Statut du compte')).toHaveText('Actif');
  await expect(page.getByText(/adressez-vous à un administrateur du centre/)).toBeVisible();
  await expect(page.getByText('Non renseigné')).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('un administrateur y lit son rôle, sans statut, avec un autre conseil', BUREAU, async ({ page, manege }) => { // PEOPLE-11, PEOPLE-13
  await openProfil(page, manege, await manege.person({ role: 'admin' }));
  await expect(carte(page, 'Identité').getByText('Administrateur', { exact: true })).toBeVisible();
  await expect(page.getByText('Statut du compte')).toHaveCount(0);
  await expect(page.getByText(/vous gérez les réservations/)).toBeVisible();
  await expectAccessible(page);
});

test('on modifie ses coordonnées, Annuler les rend, un champ vidé est enregistré vide', async ({ page, manege }) => { // PEOPLE-12
  const person = await manege.person();
  await openProfil(page, manege, person);
  await modifier(page).click();
  await expect(champ(page, 'Prénom')).toBeFocused();
  await champ(page, 'Prénom').fill('Tout autre');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(modifier(page)).toBeFocused();
  await expect(valeur(page, 'Prénom')).toHaveText('Camille');
  await modifier(page).click();
  await expect(champ(page, 'Prénom')).toHaveValue('Camille');

  await champ(page, 'Prénom').fill('  Zélie ');
  await champ(page, 'Téléphone').fill('+32 81 00 00 00');
  await champ(page, 'Adresse').fill('Rue du Manège 1\n5030 Gembloux');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await enregistrer(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'Profil mis à jour avec succès' })).toBeVisible();
  await expect(modifier(page)).toBeFocused();
  await expect(carte(page, 'Identité').getByRole('heading', { name: 'Zélie Lambert' })).toBeVisible();
  await expect(page.getByRole('banner').locator('bdi')).toHaveText('Zélie Lambert');
  expect(await stored(manege, person)).toMatchObject({
    prenom: 'Zélie', nom: 'Lambert', full_name: 'Zélie Lambert', telephone: '+32 81 00 00 00', adresse: 'Rue du Manège 1\n5030 Gembloux',
  });

  await modifier(page).click();
  for (const name of ['Prénom', 'Téléphone', 'Adresse']) await champ(page, name).fill('   ');
  await enregistrer(page).click();
  await expect(page.getByText('Non renseigné')).toHaveCount(3);
  expect(await stored(manege, person)).toMatchObject({ prenom: null, nom: 'Lambert', telephone: null, adresse: null });
});

test('chaque faute se dit à son champ, une panne se dit, et la saisie reste', TELEPHONE, async ({ page, manege }) => { // PEOPLE-12, LIM-09
  const person = await manege.person();
  await openProfil(page, manege, person);
  await modifier(page).click();
  for (const [name, value, sentence] of [
    ['Nom', '12345', 'Veuillez saisir votre nom (100 caractères au plus).'],
    ['Téléphone', '0'.repeat(41), 'Le téléphone doit compter 40 caractères au plus.'],
    ['Adresse', 'a'.repeat(301), "L'adresse doit compter 300 caractères au plus."],
  ] as const) {
    await champ(page, name).fill(value);
    await enregistrer(page).click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(champ(page, name)).toBeFocused();
    await expectNoSidewaysScroll(page);
    await champ(page, name).fill('Dupont');
  }
  await expectAccessible(page);
  let answer = () => {};
  const gate = new Promise<void>((resolve) => { answer = resolve; });
  await page.route('**/api/profil', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await gate;
    return route.abort('aborted');
  });
  await enregistrer(page).click();
  await expect(page.getByRole('button', { name: 'Enregistrement en cours...' })).toBeVisible();
  answer();
  await expect(page.getByRole('alert')).toHaveText('Erreur lors de la sauvegarde du profil');
  await expect(champ(page, 'Nom')).toHaveValue('Dupont');
  await expectAccessible(page);
  expect(await stored(manege, person)).toMatchObject({ nom: 'Lambert' });
});

test('un changement venu d\'ailleurs ne fait rien perdre de ce qu\'on écrit, ni ne se perd à l\'enregistrement', BUREAU, async ({ page, manege }) => {
  const person = await manege.person();
  await openProfil(page, manege, person);
  await modifier(page).click();
  await champ(page, 'Téléphone').fill('081 1');
  await manege.sql("update users set prenom = 'Hugo', full_name = 'Hugo Lambert' where id = $1", [person.id]);
  await announce(manege);
  await expect(carte(page, 'Identité').getByRole('heading', { name: 'Hugo Lambert' })).toBeVisible();
  await expect(champ(page, 'Téléphone')).toHaveValue('081 1');
  await enregistrer(page).click();
  await expect(page.getByText('Profil mis à jour avec succès')).toBeVisible();
  expect(await stored(manege, person)).toMatchObject({ prenom: 'Hugo', telephone: '081 1' });
});

test('un script enregistré dans le profil n\'est que du texte', BUREAU, async ({ page, manege }) => { // UI-10
  const script = '<script>document.title="percé"</script><img src=x onerror="document.title=\'percé\'">';
  const person = await manege.person({ prenom: script, nom: `"><svg onload=alert(1)>${'x'.repeat(80)}` });
  await manege.sql('update users set telephone = $1, adresse = $2 where id = $3', ['<b>081</b>', `${script}\n${'y'.repeat(200)}`, person.id]);
  await openProfil(page, manege, person);
  await expect(valeur(page, 'Prénom')).toHaveText(script);
  await expect(valeur(page, 'Adresse')).toContainText(script);
  await expect(valeur(page, 'Téléphone')).toHaveText('<b>081</b>');
  await expectNoSidewaysScroll(page);
  await modifier(page).click();
  await expect(champ(page, 'Prénom')).toHaveValue(script);
  await expect(page).toHaveTitle('Mon profil · Manège');
  await expectNoSidewaysScroll(page);
});

test('l\'email pour changer de mot de passe : parti, impossible sans emails, ou manqué', async ({ page, manege }) => { // PEOPLE-14
  const person = await manege.person();
  await openProfil(page, manege, person);
  const bouton = page.getByRole('button', { name: 'Mot de passe', exact: true });
  const dialogue = page.getByRole('dialog', { name: 'Changer de mot de passe' });
  const envoyer = dialogue.getByRole('button', { name: "Envoyer l'email" });
  await tabTo(page, bouton);
  await page.keyboard.press('Enter');
  await expect(dialogue).toContainText(person.email);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialogue).toBeHidden();
  await expect(bouton).toBeFocused();

  await bouton.click();
  await page.route('**/api/profil/mot-de-passe', (route) => route.abort('aborted'), { times: 1 });
  await envoyer.click();
  await expect(dialogue.getByRole('alert')).toHaveText("Erreur lors de l'envoi de l'email de réinitialisation");
  await expectAccessible(page);
  await envoyer.click();
  await expect(dialogue.getByRole('status')).toHaveText(/Les emails du centre ne sont pas configurés.*administrateur/);
  await expect.poll(() => manege.sql("select count(*)::int as n from courriels where sorte = 'mot_de_passe' and user_id = $1", [person.id])).toEqual([{ n: 1 }]);
  await dialogue.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(dialogue).toBeHidden();

  await page.route('**/api/profil/mot-de-passe', (route) => route.fulfill({ json: { email_envoye: true } }), { times: 1 });
  await bouton.click();
  await envoyer.click();
  await expect(dialogue.getByRole('status')).toHaveText(/L'email est en route/);
  await expectNoSidewaysScroll(page);
});

test('un profil qui ne se charge pas ramène à l\'accueil et le dit', BUREAU, async ({ page, manege }) => { // ACC-07
  await enter(page, manege, await manege.person());
  await page.route('**/api/profil', (route) => route.fulfill({ status: 404, json: { code: 'adresse_introuvable', status: 404, message: "Cette adresse n'existe pas." } }));
  await page.goto('/app/monprofil');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('alert')).toContainText('Erreur de chargement du profil');
});

test('pendant la lecture la page garde sa place', TELEPHONE, async ({ page, manege }) => {
  await enter(page, manege, await manege.person());
  let answer = () => {};
  const gate = new Promise<void>((resolve) => { answer = resolve; });
  await page.route('**/api/profil', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/app/monprofil', { waitUntil: 'commit' });
  await expect(titre(page)).toBeVisible();
  await expectAccessible(page);
  answer();
  await expect(carte(page, 'Identité')).toBeVisible();
});

test('le clavier seul suffit pour modifier ses coordonnées', BUREAU, async ({ page, manege }) => {
  const person = await manege.person();
  await openProfil(page, manege, person);
  await tabTo(page, modifier(page));
  await page.keyboard.press('Enter');
  await expect(champ(page, 'Prénom')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('081 22');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profil mis à jour avec succès')).toBeVisible();
  await expect(modifier(page)).toBeFocused();
  expect(await stored(manege, person)).toMatchObject({ telephone: '081 22' });
});
