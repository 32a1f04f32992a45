/** Several sign-ups approved at once on /app/utilisateurs (PEOPLE-44). */
import type { Page } from '@playwright/test';
import { BUREAU, enter, expect, type Manege, tabTo, TELEPHONE, test } from '../fixtures.ts';
import {
  APPROVED,
  DEMANDES,
  dialog,
  headingOf,
  newNom,
  openUtilisateurs,
  rowNamed,
  stored,
  table,
} from '../utilisateurs.ts';

const NOT_SENT = "Aucun email n'a été envoyé : vérifiez la configuration des emails.";

async function waiting(manege: Manege, n: number, nom: string): Promise<{ id: string }[]> {
  const people = [];
  for (let i = 1; i <= n; i += 1)
    people.push(await manege.person({ statut: 'en_attente', nom: `${nom}n${i}` }));
  return people;
}
const unconfirm = (manege: Manege, { id }: { id: string }) =>
  manege.sql('update users set email_confirme = false where id = $1', [id]);
const all = (page: Page) => page.getByRole('checkbox', { name: 'Tout sélectionner' });
const box = (page: Page, nom: string) =>
  page.getByRole('checkbox', { name: `Choisir Camille ${nom}`, exact: true });
const approve = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

type Desk = { page: Page; manege: Manege };

/** Fifteen, in three actions from the dashboard. */
async function approveAll({ page, manege }: Desk): Promise<void> {
  const people = await waiting(manege, 15, newNom());
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await page.goto('/app/webmaster');
  await page.getByRole('link', { name: /^Utilisateurs/ }).click();
  await all(page).check();
  await approve(page, 'Approuver 15 demandes comme utilisateurs').click();
  await expect(said(page, `15 demandes approuvées. ${NOT_SENT}`)).toBeInViewport();
  await expect(headingOf(page, DEMANDES)).toBeFocused();
  await expect(table(page, DEMANDES)).toHaveCount(0);
  for (const person of people)
    expect(await stored(manege, person)).toEqual({ role: 'utilisateur', statut: 'actif' });
  const [sent] = await manege.sql(
    "select count(*)::int as n from courriels where sorte = 'approbation' and user_id = any($1)",
    [people.map(({ id }) => id)],
  );
  expect(sent).toEqual({ n: 15 });
}

test(
  "une adresse non confirmée se voit, n'est pas prise par « Tout sélectionner », et se coche à part",
  TELEPHONE,
  async ({ page, manege }) => {
    // PEOPLE-07, PEOPLE-44
    const nom = newNom();
    const people = await waiting(manege, 4, nom);
    await unconfirm(manege, people[1]!);
    await unconfirm(manege, people[2]!);
    await openUtilisateurs(page, manege);
    await expect(page.getByText('2 adresses non confirmées : à cocher une par une.')).toBeVisible();
    await expect(approve(page, 'Approuver comme utilisateurs')).toBeDisabled();
    await all(page).check();
    await expect(box(page, `${nom}n1`)).toBeChecked();
    await expect(box(page, `${nom}n2`)).not.toBeChecked();
    await expect(approve(page, 'Approuver 2 demandes comme utilisateurs')).toBeVisible();
    await box(page, `${nom}n2`).check();
    await box(page, `${nom}n4`).uncheck();
    expect(await all(page).evaluate((one) => (one as HTMLInputElement).indeterminate)).toBe(true);
    await expect(approve(page, 'Approuver 2 demandes comme utilisateurs')).toBeVisible();
    await box(page, `${nom}n1`).uncheck();
    await approve(page, 'Approuver 1 demande comme utilisateur').click();
    await expect(said(page, `1 demande approuvée. ${NOT_SENT}`)).toBeVisible();
    expect(await Promise.all(people.map((person) => stored(manege, person)))).toEqual([
      { role: 'utilisateur', statut: 'en_attente' },
      { role: 'utilisateur', statut: 'actif' },
      { role: 'utilisateur', statut: 'en_attente' },
      { role: 'utilisateur', statut: 'en_attente' },
    ]);
    // All again: those that are confirmed; then none.
    await all(page).check();
    await expect(approve(page, 'Approuver 2 demandes comme utilisateurs')).toBeVisible();
    await all(page).uncheck();
    await expect(approve(page, 'Approuver comme utilisateurs')).toBeDisabled();
  },
);

/** By keyboard, somebody else approves one of them meanwhile. */
async function approveSome({ page, manege }: Desk): Promise<void> {
  const nom = newNom();
  const people = await waiting(manege, 3, nom);
  await page.reload();
  await tabTo(page, box(page, `${nom}n1`));
  await page.keyboard.press('Space');
  await tabTo(page, box(page, `${nom}n3`));
  await page.keyboard.press('Space');
  // Somebody else approves one of them, and this screen has not heard of it yet.
  await manege.sql("update users set statut = 'actif' where id = $1", [people[0]!.id]);
  await approve(page, 'Approuver 2 demandes comme utilisateurs').focus();
  await page.keyboard.press('Enter');
  await expect(
    said(page, `1 demande approuvée. 1 n'attendait plus de décision. ${NOT_SENT}`),
  ).toBeVisible();
  await expect(headingOf(page, DEMANDES)).toBeFocused();
  await expect(rowNamed(page, APPROVED, `${nom}n3`)).toBeVisible();
  await expect(rowNamed(page, DEMANDES, `${nom}n2`)).toBeVisible();
  // One that waits alone has its own button only, with the choice of the role.
  await expect(all(page)).toHaveCount(0);
  await rowNamed(page, DEMANDES, `${nom}n2`)
    .getByRole('button', { name: /^Approuver/ })
    .click();
  await expect(
    dialog(page).getByRole('button', { name: /Utilisateur \(accès standard\)/ }),
  ).toBeVisible();
  await expect(
    dialog(page).getByRole('button', { name: /Administrateur \(accès complet\)/ }),
  ).toBeVisible();
}

/** A failure keeps what is checked; then everything has been decided meanwhile. */
async function approveInVain({ page, manege }: Desk): Promise<void> {
  const nom = newNom();
  const people = await waiting(manege, 2, nom);
  await page.reload();
  await all(page).check();
  await page.route('**/api/users/approbations', (route) =>
    route.fulfill({ status: 404, body: '<html>' }),
  );
  await approve(page, 'Approuver 2 demandes comme utilisateurs').click();
  await expect(page.getByRole('alert')).toHaveText("Erreur lors de l'approbation des demandes");
  await expect(all(page)).toBeChecked();
  await page.unrouteAll();
  // Everything is decided between this screen's last reading and the press.
  await page.route('**/api/users/approbations', async (route) => {
    await manege.sql("update users set statut = 'actif' where nom like $1 || '%'", [nom]);
    await route.continue();
  });
  await approve(page, 'Approuver 2 demandes comme utilisateurs').click();
  await expect(said(page, "Ces demandes n'attendaient plus de décision.")).toBeVisible();
  expect(
    await manege.sql("select id from courriels where sorte = 'approbation' and user_id = any($1)", [
      people.map(({ id }) => id),
    ]),
  ).toEqual([]);
  await page.unrouteAll();
}

test(
  'quinze demandes sont approuvées en trois actions ; un échec, et ce qui a été traité entre-temps, se dit',
  BUREAU,
  async ({ page, manege }) => {
    // PEOPLE-08, PEOPLE-44, UI-10
    await test.step('quinze, depuis le tableau de bord', () => approveAll({ page, manege }));
    await test.step('ce qui était coché le reste', () => approveInVain({ page, manege }));
    await test.step('deux, au clavier seul', () => approveSome({ page, manege }));
  },
);
