/**
 * /app/utilisateurs: every decision, its question, its message, and the next place of the focus
 * (PEOPLE-03 to PEOPLE-08).
 */
import type { Browser, Page } from '@playwright/test';
import { BUREAU, enter, expect, type Manege, tabTo, TELEPHONE, test } from '../fixtures.ts';
import {
  act,
  APPROVED,
  button,
  DEMANDES,
  dialog,
  durationOf,
  headingOf,
  menuOf,
  newNom,
  openUtilisateurs,
  question,
  REFUSED,
  rowNamed,
  stored,
} from '../utilisateurs.ts';

const WITHOUT_EMAIL = "L'email n'a pas été envoyé : vérifiez la configuration des emails.";

test(
  'on approuve ou on refuse des demandes, à la souris et au clavier',
  BUREAU,
  async ({ page, manege, browser }) => {
    // PEOPLE-01, PEOPLE-03, PEOPLE-04
    await test.step('comme utilisateur : elle passe dans les approuvés et la personne peut entrer', () =>
      approveUser(page, manege, browser));
    await test.step('au clavier seul : on en approuve une et on en refuse une autre, dont le compte disparaît', () =>
      decideByKey(page, manege));
    await test.step('approuvé comme administrateur, un compte quitte cette page pour les paramètres ; un email mis en file se dit', () =>
      approveAdmin(page, manege));
  },
);

async function approveUser(page: Page, manege: Manege, browser: Browser): Promise<void> {
  const nom = newNom();
  const person = await manege.person({ statut: 'en_attente', nom });
  await openUtilisateurs(page, manege);
  await button(rowNamed(page, DEMANDES, nom), 'Approuver').click();
  await expect(dialog(page).getByText(`Camille ${nom}`)).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: /Utilisateur \(accès standard\)/ })
    .click();
  await expect(
    page.getByRole('status').filter({ hasText: `Camille ${nom} a été approuvé. ${WITHOUT_EMAIL}` }),
  ).toBeInViewport();
  await expect(dialog(page)).toBeHidden();
  await expect(headingOf(page, DEMANDES)).toBeFocused();
  await expect(rowNamed(page, DEMANDES, nom)).toHaveCount(0);
  await expect(
    rowNamed(page, APPROVED, nom).getByText('Utilisateur', { exact: true }),
  ).toBeVisible();
  expect(await stored(manege, person)).toEqual({ role: 'utilisateur', statut: 'actif' });
  await enter(await (await browser.newContext()).newPage(), manege, person);
}

async function approveAdmin(page: Page, manege: Manege): Promise<void> {
  const nom = newNom();
  const person = await manege.person({ statut: 'en_attente', nom });
  await page.reload();
  // This server sends no emails, so the answer of a server that does is returned instead.
  await page.route('**/api/users/*/approbation', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), email_envoye: true },
    });
  });
  await button(rowNamed(page, DEMANDES, nom), 'Approuver').click();
  await dialog(page)
    .getByRole('button', { name: /Administrateur \(accès complet\)/ })
    .click();
  await expect(
    page.getByText(`Camille ${nom} a été approuvé. L'email est mis en file.`),
  ).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: nom })).toHaveCount(0);
  expect(await stored(manege, person)).toEqual({ role: 'admin', statut: 'actif' });
  await page.goto('/app/webmastersettings?onglet=securite');
  await expect(page.getByRole('row').filter({ hasText: nom })).toBeVisible();
}

test(
  'sur un téléphone : annuler ne change rien ; on active, on approuve un refusé, on promeut, on supprime',
  TELEPHONE,
  async ({ page, manege, browser }) => {
    // UI-07, PEOPLE-02, PEOPLE-05, PEOPLE-06, PEOPLE-22
    await test.step('annuler, Échap et un appui à côté ne changent rien, et le clavier revient où il était', () =>
      changeNothing(page, manege));
    await test.step('un compte inactif porte un badge et un bouton Activer ; un refusé peut être approuvé ou supprimé', () =>
      takeBack(page, manege));
    await test.step('on en promeut un, on en supprime un autre : son compte, ses sessions et son adresse sont libres', () =>
      promoteAndDelete(page, manege, browser));
  },
);

async function changeNothing(page: Page, manege: Manege): Promise<void> {
  const nom = newNom();
  const person = await manege.person({ statut: 'en_attente', nom });
  await openUtilisateurs(page, manege);
  const approveButton = button(rowNamed(page, DEMANDES, nom), 'Approuver');
  for (const leave of [
    () => dialog(page).getByRole('button', { name: 'Annuler' }).click(),
    () => dialog(page).getByRole('button', { name: 'Fermer' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
  ]) {
    await approveButton.click();
    await expect(dialog(page)).toBeVisible();
    await leave();
    await expect(dialog(page)).toBeHidden();
    await expect(approveButton).toBeFocused();
  }
  // The question was asked from the menu, so the focus returns to its button.
  const menu = menuOf(rowNamed(page, DEMANDES, nom));
  await act(rowNamed(page, DEMANDES, nom), 'Refuser');
  await expect(question(page).getByRole('button', { name: 'Annuler' })).toBeFocused();
  // A click outside a question does not answer it.
  await page.mouse.click(5, 5);
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(menu).toBeFocused();
  await act(rowNamed(page, DEMANDES, nom), 'Refuser');
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(menu).toBeFocused();
  expect(await stored(manege, person)).toEqual({ role: 'utilisateur', statut: 'en_attente' });
}

async function decideByKey(page: Page, manege: Manege): Promise<void> {
  const [first, second] = [newNom(), newNom()];
  const approved = await manege.person({ statut: 'en_attente', nom: first });
  const refused = await manege.person({ statut: 'en_attente', nom: second });
  await page.reload();
  await tabTo(page, button(rowNamed(page, DEMANDES, first), 'Approuver'));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog(page).getByRole('button', { name: /^Utilisateur/ }));
  await page.keyboard.press('Space');
  await expect(page.getByText(`Camille ${first} a été approuvé.`)).toBeVisible();

  await tabTo(page, menuOf(rowNamed(page, DEMANDES, second)));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Refuser' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toHaveAccessibleName('Refuser cette demande ?');
  await expect(question(page)).toHaveAccessibleDescription(
    new RegExp(`Camille ${second} \\? L'utilisateur sera complètement supprimé`),
  );
  await tabTo(page, question(page).getByRole('button', { name: 'Refuser' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Camille ${second} a été refusé. ${WITHOUT_EMAIL}`)).toBeVisible();
  await expect(headingOf(page, DEMANDES)).toBeFocused();
  await expect(rowNamed(page, REFUSED, second)).toHaveCount(0);
  expect((await stored(manege, approved))?.['statut']).toBe('actif');
  expect(await stored(manege, refused)).toBeUndefined();
}

async function promoteAndDelete(page: Page, manege: Manege, browser: Browser): Promise<void> {
  const [first, second] = [newNom(), newNom()];
  const promoted = await manege.person({ nom: first });
  const deleted = await manege.person({ nom: second });
  const elsewhere = await (await browser.newContext()).newPage();
  await enter(elsewhere, manege, deleted);
  await elsewhere.goto('/app/reservation');
  await expect(
    elsewhere.getByRole('heading', { level: 1, name: 'Réserver une leçon' }),
  ).toBeVisible();

  await page.reload();
  await act(rowNamed(page, APPROVED, first), 'Promouvoir administrateur');
  await expect(question(page)).toHaveAccessibleName('Promouvoir administrateur ?');
  await question(page).getByRole('button', { name: 'Promouvoir administrateur' }).click();
  await expect(page.getByText(`Camille ${first} est maintenant administrateur.`)).toBeVisible();
  await expect(rowNamed(page, APPROVED, first)).toHaveCount(0);
  expect(await stored(manege, promoted)).toEqual({ role: 'admin', statut: 'actif' });

  await act(rowNamed(page, APPROVED, second), 'Supprimer');
  for (const part of [
    /connexion .* supprimés/,
    /email sera libéré/,
    /réservations .* conservées/,
    /irréversible/,
  ]) {
    await expect(question(page)).toHaveAccessibleDescription(part);
  }
  await question(page).getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText(`Camille ${second} a été supprimé.`)).toBeVisible();
  await expect(headingOf(page, APPROVED)).toBeFocused();
  expect(await stored(manege, deleted)).toBeUndefined();
  await expect(elsewhere).toHaveURL('/login');
}

async function takeBack(page: Page, manege: Manege): Promise<void> {
  const [inactive, refuse, other] = [newNom(), newNom(), newNom()];
  const person = await manege.person({ statut: 'inactif', nom: inactive });
  const kept = await manege.person({ statut: 'refuse', nom: refuse });
  const lost = await manege.person({ statut: 'refuse', nom: other });
  await page.reload();
  const row = rowNamed(page, APPROVED, inactive);
  await expect(row.getByText('Inactif', { exact: true })).toBeVisible();
  await button(row, 'Activer').click();
  await expect(page.getByText(`Camille ${inactive} est de nouveau actif.`)).toBeVisible();
  await expect(row.getByText('Inactif', { exact: true })).toHaveCount(0);
  await expect(button(row, 'Activer')).toHaveCount(0);
  expect((await stored(manege, person))?.['statut']).toBe('actif');

  await button(rowNamed(page, REFUSED, refuse), 'Approuver').click();
  await dialog(page)
    .getByRole('button', { name: /^Utilisateur/ })
    .click();
  await expect(rowNamed(page, APPROVED, refuse)).toBeVisible();
  expect((await stored(manege, kept))?.['statut']).toBe('actif');
  await act(rowNamed(page, REFUSED, other), 'Supprimer');
  await question(page).getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText(`Camille ${other} a été supprimé.`)).toBeVisible();
  expect(await stored(manege, lost)).toBeUndefined();
}

test(
  "la réponse à une activation ne ferme pas la correction ouverte entre-temps ; ce qu'une action a donné se lit 5 secondes, 6 après une suppression",
  BUREAU,
  async ({ page, manege }) => {
    // PEOPLE-08, PEOPLE-41, LIM-24
    const [inactive, other] = [newNom(), newNom()];
    await manege.person({ statut: 'inactif', nom: inactive });
    await manege.person({ nom: other });
    let answer = (): void => {};
    const opened = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/users\/[\w-]{36}$/, async (route) => {
      await opened;
      await route.continue();
    });
    await openUtilisateurs(page, manege);
    await button(rowNamed(page, APPROVED, inactive), 'Activer').click();
    await act(rowNamed(page, APPROVED, other), 'Corriger');
    const correction = page.getByRole('dialog', { name: 'Corriger ce compte' });
    await correction.getByLabel('Prénom').fill('Zoé');
    answer();
    await expect(page.getByText(`Camille ${inactive} est de nouveau actif.`)).toBeVisible();
    await expect(correction.getByLabel('Prénom')).toHaveValue('Zoé');
    await expect(correction.getByLabel('Prénom')).toBeFocused();
    await correction.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(rowNamed(page, APPROVED, other).getByText(`Zoé ${other}`)).toBeVisible();

    const nom = newNom();
    await manege.person({ statut: 'inactif', nom });
    await page.clock.install();
    await page.goto('/app/utilisateurs');
    const row = rowNamed(page, APPROVED, nom);
    await expect(row).toBeVisible();
    const read = await durationOf(page, page.getByText('est de nouveau actif.'), () =>
      button(row, 'Activer').click(),
    );
    expect(Math.abs(read - 5_000)).toBeLessThanOrEqual(200);
    const deleted = await durationOf(page, page.getByText('a été supprimé.'), async () => {
      await act(row, 'Supprimer');
      await question(page).getByRole('button', { name: 'Supprimer' }).click();
    });
    expect(Math.abs(deleted - 6_000)).toBeLessThanOrEqual(200);
  },
);
