/**
 * A person's own profile: reading, editing, the email for a new password, and the messages of
 * failures.
 */
import type { Page } from '@playwright/test';
import {
  BUREAU,
  enter,
  expect,
  expectNoSidewaysScroll,
  type Manege,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { NO_ANSWER } from '../portail.ts';
import { card, openProfil, type Someone, stored } from '../profil.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Mon profil' });
const editButton = (page: Page) => page.getByRole('button', { name: 'Modifier' });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Enregistrer', exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** The value beside a term of a card. */
const value = (page: Page, term: string) =>
  page
    .locator('dt', { hasText: term })
    .locator('xpath=following-sibling::dd')
    .locator('> span')
    .first();

async function reopen(page: Page): Promise<void> {
  await page.goto('/app/monprofil');
  await expect(card(page, 'Identité')).toBeVisible();
  await expect(page.getByText('Cette session')).toBeVisible();
}

const announce = (manege: Manege) =>
  manege.sql(`select pg_notify('manege_changes', '{"changed":["users"]}')`);

async function readOwn(page: Page, manege: Manege, person: Someone): Promise<void> {
  await manege.sql("update users set created_at = '2026-11-30T23:30:00Z' where id = $1", [
    person.id,
  ]);
  await reopen(page);
  await expect(page).toHaveTitle('Mon profil · Manège');
  const identityCard = card(page, 'Identité');
  await expect(identityCard.getByRole('heading', { name: 'Élise Maes' })).toBeVisible();
  await expect(identityCard.getByText('Cavalier', { exact: true })).toBeVisible();
  await expect(identityCard.getByText('ÉM')).toBeVisible();
  await expect(identityCard.getByText('Membre depuis le 1er décembre 2026')).toBeVisible();
  await expect(value(page, 'Email')).toHaveText(person.email);
  await expect(value(page, 'Type de compte')).toHaveText('Cavalier');
  await expect(page.getByText("Défini par l'administrateur")).toBeVisible();
  await expect(value(page, 'Inscription')).toHaveText('1er décembre 2026 à 00:30');
  await expect(value(page, 'Statut du compte')).toHaveText('Actif');
  await expect(page.getByText(/adressez-vous à un administrateur du centre/)).toBeVisible();
  await expect(page.getByText('Non renseigné')).toHaveCount(2);
}

test(
  "un administrateur y lit son rôle ; un script enregistré dans le profil n'est que du texte",
  BUREAU,
  async ({ page, manege }) => {
    // PEOPLE-11, PEOPLE-13, UI-10
    await test.step('un administrateur y lit son rôle, sans statut, avec un autre conseil', () =>
      readRole(page, manege));
    await test.step("un script enregistré dans le profil n'est que du texte", () =>
      readScript(page, manege));
  },
);

async function readRole(page: Page, manege: Manege): Promise<void> {
  await openProfil(page, manege, await manege.person({ role: 'admin' }));
  await expect(card(page, 'Identité').getByText('Administrateur', { exact: true })).toBeVisible();
  await expect(page.getByText('Statut du compte')).toHaveCount(0);
  await expect(page.getByText(/vous gérez les réservations/)).toBeVisible();
}

test(
  "on modifie ses coordonnées, à la souris et au clavier ; un changement venu d'ailleurs ne fait rien perdre",
  BUREAU,
  async ({ page, manege }) => {
    // ACC-07, PEOPLE-12
    const person = await manege.person();
    await openProfil(page, manege, person);
    await test.step('on modifie ses coordonnées, Annuler les rend, un champ vidé est enregistré vide', () =>
      edit(page, manege, person));
    await test.step("un changement venu d'ailleurs ne fait rien perdre de ce qu'on écrit, ni ne se perd à l'enregistrement", () =>
      meetChange(page, manege, person));
    await test.step('le clavier seul suffit pour modifier ses coordonnées', () =>
      editByKey(page, manege, person));
    await test.step("un profil qui ne se charge pas ramène à l'accueil et le dit", () =>
      leadHome(page));
  },
);

async function edit(page: Page, manege: Manege, person: Someone): Promise<void> {
  await editButton(page).click();
  await expect(field(page, 'Prénom')).toBeFocused();
  await field(page, 'Prénom').fill('Tout autre');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(editButton(page)).toBeFocused();
  await expect(value(page, 'Prénom')).toHaveText('Camille');
  await editButton(page).click();
  await expect(field(page, 'Prénom')).toHaveValue('Camille');

  await field(page, 'Prénom').fill('  Zélie ');
  await field(page, 'Téléphone').fill('+32 81 00 00 00');
  await field(page, 'Adresse').fill('Rue du Manège 1\n5030 Gembloux');
  await saveButton(page).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Profil mis à jour avec succès' }),
  ).toBeVisible();
  await expect(editButton(page)).toBeFocused();
  await expect(
    card(page, 'Identité').getByRole('heading', { name: 'Zélie Lambert' }),
  ).toBeVisible();
  await expect(page.getByRole('banner').locator('bdi')).toHaveText('Zélie Lambert');
  expect(await stored(manege, person)).toMatchObject({
    prenom: 'Zélie',
    nom: 'Lambert',
    full_name: 'Zélie Lambert',
    telephone: '+32 81 00 00 00',
    adresse: 'Rue du Manège 1\n5030 Gembloux',
  });

  await editButton(page).click();
  for (const name of ['Prénom', 'Téléphone', 'Adresse']) await field(page, name).fill('   ');
  await saveButton(page).click();
  await expect(page.getByText('Non renseigné')).toHaveCount(3);
  expect(await stored(manege, person)).toMatchObject({
    prenom: null,
    nom: 'Lambert',
    telephone: null,
    adresse: null,
  });
}

async function sayFaults(page: Page, manege: Manege, person: Someone): Promise<void> {
  await reopen(page);
  await editButton(page).click();
  for (const [name, value, sentence] of [
    ['Nom', '12345', 'Veuillez saisir votre nom (100 caractères au plus).'],
    ['Téléphone', '0'.repeat(41), 'Le téléphone doit compter 40 caractères au plus.'],
    ['Adresse', 'a'.repeat(301), "L'adresse doit compter 300 caractères au plus."],
  ] as const) {
    await field(page, name).fill(value);
    await saveButton(page).click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(field(page, name)).toBeFocused();
    await expectNoSidewaysScroll(page);
    await field(page, name).fill('Dupont');
  }
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/profil', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await gate;
    return route.abort('aborted');
  });
  await saveButton(page).click();
  await expect(page.getByRole('button', { name: 'Enregistrement en cours…' })).toBeVisible();
  answer();
  await expect(page.getByRole('alert')).toHaveText('Erreur lors de la sauvegarde du profil');
  await expect(field(page, 'Nom')).toHaveValue('Dupont');
  expect(await stored(manege, person)).toMatchObject({ nom: 'Maes' });
}

async function meetChange(page: Page, manege: Manege, person: Someone): Promise<void> {
  await editButton(page).click();
  await field(page, 'Téléphone').fill('081 1');
  await manege.sql("update users set prenom = 'Hugo', full_name = 'Hugo Lambert' where id = $1", [
    person.id,
  ]);
  await announce(manege);
  await expect(card(page, 'Identité').getByRole('heading', { name: 'Hugo Lambert' })).toBeVisible();
  await expect(field(page, 'Téléphone')).toHaveValue('081 1');
  await saveButton(page).click();
  await expect(page.getByText('Profil mis à jour avec succès')).toBeVisible();
  expect(await stored(manege, person)).toMatchObject({ prenom: 'Hugo', telephone: '081 1' });
}

async function readScript(page: Page, manege: Manege): Promise<void> {
  const script =
    '<script>document.title="percé"</script><img src=x onerror="document.title=\'percé\'">';
  const person = await manege.person({
    prenom: script,
    nom: `"><svg onload=alert(1)>${'x'.repeat(80)}`,
  });
  await manege.sql('update users set telephone = $1, adresse = $2 where id = $3', [
    '<b>081</b>',
    `${script}\n${'y'.repeat(200)}`,
    person.id,
  ]);
  await openProfil(page, manege, person);
  await expect(value(page, 'Prénom')).toHaveText(script);
  await expect(value(page, 'Adresse')).toContainText(script);
  await expect(value(page, 'Téléphone')).toHaveText('<b>081</b>');
  await expectNoSidewaysScroll(page);
  await editButton(page).click();
  await expect(field(page, 'Prénom')).toHaveValue(script);
  await expect(page).toHaveTitle('Mon profil · Manège');
  await expectNoSidewaysScroll(page);
}

async function askLink(page: Page, manege: Manege, person: Someone): Promise<void> {
  await reopen(page);
  const button = page.getByRole('button', { name: 'Mot de passe', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Changer de mot de passe' });
  const sendButton = dialog.getByRole('button', { name: "Envoyer l'email" });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const forgotten = dialog.getByRole('button', {
    name: 'Mot de passe actuel oublié ? Recevoir un lien par email',
  });
  await tabTo(page, forgotten);
  await page.keyboard.press('Enter');
  await expect(sendButton).toBeFocused();
  await expect(dialog).toContainText(person.email);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await forgotten.click();
  await page.route('**/api/profil/mot-de-passe', (route) => route.abort('aborted'), { times: 1 });
  await sendButton.click();
  await expect(dialog.getByRole('alert')).toHaveText(NO_ANSWER);
  await sendButton.click();
  await expect(
    dialog
      .getByRole('status')
      .filter({ hasText: /Les emails du centre ne sont pas configurés.*administrateur/ }),
  ).toBeVisible();
  await expect
    .poll(() =>
      manege.sql(
        "select count(*)::int as n from courriels where sorte = 'mot_de_passe' and user_id = $1",
        [person.id],
      ),
    )
    .toEqual([{ n: 1 }]);
  await dialog.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(dialog).toBeHidden();

  await page.route(
    '**/api/profil/mot-de-passe',
    (route) => route.fulfill({ json: { email_envoye: true } }),
    { times: 1 },
  );
  await button.click();
  await forgotten.click();
  await sendButton.click();
  await expect(
    dialog.getByRole('status').filter({ hasText: /L'email est en route/ }),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
}

async function leadHome(page: Page): Promise<void> {
  await page.route('**/api/profil', (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'adresse_introuvable', status: 404, message: "Cette adresse n'existe pas." },
    }),
  );
  await page.goto('/app/monprofil');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('alert')).toContainText('Erreur de chargement du profil');
}

test(
  "le profil sur un téléphone : qui l'on est, chaque faute à son champ, et un lien par email sans le mot de passe actuel",
  TELEPHONE,
  async ({ page, manege }) => {
    // LIM-09, PEOPLE-11, PEOPLE-12, PEOPLE-13, PEOPLE-14
    const person = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    await enter(page, manege, person);
    await test.step('pendant la lecture la page garde sa place', () => readLate(page));
    await test.step("le profil dit qui l'on est, depuis quand, et ce qui ne se modifie pas", () =>
      readOwn(page, manege, person));
    await test.step('chaque faute se dit à son champ, une panne se dit, et la saisie reste', () =>
      sayFaults(page, manege, person));
    await test.step('sans le mot de passe actuel, un lien par email : parti, impossible sans emails, ou manqué', () =>
      askLink(page, manege, person));
  },
);

async function readLate(page: Page): Promise<void> {
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/profil', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/app/monprofil', { waitUntil: 'commit' });
  await expect(heading(page)).toBeVisible();
  answer();
  await expect(card(page, 'Identité')).toBeVisible();
}

async function editByKey(page: Page, manege: Manege, person: Someone): Promise<void> {
  await reopen(page);
  await tabTo(page, editButton(page));
  await page.keyboard.press('Enter');
  await expect(field(page, 'Prénom')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('081 22');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profil mis à jour avec succès')).toBeVisible();
  await expect(editButton(page)).toBeFocused();
  expect(await stored(manege, person)).toMatchObject({ telephone: '081 22' });
}
