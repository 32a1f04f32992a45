/** The administrators of the site on /app/webmastersettings (PEOPLE-10, ACC-14). */
import type { Page } from '@playwright/test';
import { markFailuresSeen } from './courriels.ts';
import { BUREAU, enter, expect, expectAccessible, expectNoSidewaysScroll, type Manege, tabTo, TELEPHONE, test } from './fixtures.ts';
import { bouton, dureeDe, newNom, question, stored } from './utilisateurs.ts';

const DERNIER = 'le dernier administrateur actif ! Il doit y avoir au moins un administrateur actif pour gérer le site.';

const ligne = (page: Page, nom: string) => page.getByRole('table', { name: 'Administrateurs du site' }).getByRole('row').filter({ hasText: nom });
const titre = (page: Page) => page.getByRole('heading', { level: 2, name: 'Administrateurs du site' });

async function open(page: Page, manege: Manege, nom = newNom()): Promise<{ id: string; email: string; nom: string }> {
  const admin = await manege.person({ role: 'admin', prenom: 'Sophie', nom });
  await enter(page, manege, admin);
  await page.goto('/app/webmastersettings');
  await expect(ligne(page, nom)).toBeVisible();
  return { ...admin, nom };
}

async function confirme(page: Page, nom: string, action: string): Promise<void> {
  await bouton(ligne(page, nom), action).click();
  await question(page).getByRole('button', { name: action }).click();
}

test('la page mène au tableau de bord et aux emails, et ne montre que les administrateurs', async ({ page, manege }) => { // UI-16, PEOPLE-10, MAIL-14
  const nom = newNom();
  await manege.person({ nom });
  await markFailuresSeen(manege);
  await open(page, manege);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  await expect(ligne(page, nom)).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Emails du centre', exact: true }).click();
  await expect(page).toHaveURL('/app/courriels');
  await page.goBack();
  await page.getByRole('link', { name: 'Retour au Webmaster' }).click();
  await expect(page).toHaveURL('/app/webmaster');
});

test('huit lignes attendent la première lecture ; une lecture qui échoue se reprend', TELEPHONE, async ({ page, manege }) => { // UI-09, UI-18
  let release = () => {};
  const gate = new Promise<void>((resolve) => { release = resolve; });
  await page.route('**/api/users?*', async (route) => {
    await gate;
    await route.fulfill({ status: 404, body: '<html>' });
  });
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto('/app/webmastersettings');
  await expect(page.getByRole('table', { name: 'Administrateurs du site' }).locator('tbody tr')).toHaveCount(8);
  await expectAccessible(page);
  release();
  await expect(page.getByText('Erreur lors du chargement des administrateurs')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('table', { name: 'Administrateurs du site' })).toHaveAttribute('aria-busy', 'false');
});

test('désactivé par un autre, un administrateur est mis dehors aussitôt ; réactivé, il revient', BUREAU, async ({ page, manege, browser }) => { // ACC-11, ACC-12
  const nom = newNom();
  const autre = await manege.person({ role: 'admin', nom });
  const ailleurs = await (await browser.newContext()).newPage();
  await enter(ailleurs, manege, autre);
  await ailleurs.goto('/app/reservation');
  await expect(ailleurs.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeVisible();
  await open(page, manege);
  const desactiver = bouton(ligne(page, nom), 'Désactiver');
  await desactiver.click();
  await expect(question(page)).toHaveAccessibleName('Désactiver cet administrateur ?');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(desactiver).toBeFocused();
  expect(await stored(manege, autre)).toEqual({ role: 'admin', statut: 'actif' });

  await confirme(page, nom, 'Désactiver');
  await expect(page.getByText('Administrateur désactivé avec succès')).toBeInViewport();
  await expect(titre(page)).toBeFocused();
  await expect(ligne(page, nom).getByText('Inactif', { exact: true }).first()).toBeVisible();
  await expect(ailleurs.getByText("Votre compte n'est pas actif. Contactez un administrateur.")).toBeVisible();
  await expectAccessible(page);
  await confirme(page, nom, 'Activer');
  await expect(page.getByText('Administrateur activé avec succès')).toBeVisible();
  await expect(ailleurs.getByRole('heading', { level: 1, name: 'Réserver une leçon' })).toBeVisible();
  expect(await stored(manege, autre)).toEqual({ role: 'admin', statut: 'actif' });
});

test('au clavier seul on rétrograde un administrateur ; supprimé, un autre perd son compte', BUREAU, async ({ page, manege }) => { // PEOPLE-10, PEOPLE-22
  const [un, deux] = [newNom(), newNom()];
  const retrograde = await manege.person({ role: 'admin', nom: un });
  const supprime = await manege.person({ role: 'admin', nom: deux });
  await open(page, manege);
  await tabTo(page, bouton(ligne(page, un), 'Rétrograder en utilisateur'));
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Annuler' })).toBeFocused();
  await tabTo(page, question(page).getByRole('button', { name: 'Rétrograder en utilisateur' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Administrateur rétrogradé en utilisateur avec succès')).toBeVisible();
  await expect(ligne(page, un)).toHaveCount(0);
  expect(await stored(manege, retrograde)).toEqual({ role: 'utilisateur', statut: 'actif' });

  await confirme(page, deux, 'Supprimer');
  await expect(page.getByText('Administrateur supprimé avec succès')).toBeVisible();
  await expect(ligne(page, deux)).toHaveCount(0);
  expect(await stored(manege, supprime)).toBeUndefined();
});

test('le dernier administrateur actif reste, quoi qu\'on tente ; à deux, on peut se retirer soi-même', TELEPHONE, async ({ page, manege }) => { // ACC-14
  const moi = await open(page, manege);
  await manege.sql("update users set statut = 'inactif' where role = 'admin' and id <> $1", [moi.id]);
  for (const [action, verbe] of [['Désactiver', 'désactiver'], ['Rétrograder en utilisateur', 'rétrograder'], ['Supprimer', 'supprimer']] as const) {
    await confirme(page, moi.nom, action);
    await expect(page.getByRole('alert')).toHaveText(`Impossible de ${verbe} ${DERNIER}`);
    await expect(bouton(ligne(page, moi.nom), action)).toBeFocused();
    expect(await stored(manege, moi)).toEqual({ role: 'admin', statut: 'actif' });
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await manege.person({ role: 'admin' });
  await bouton(ligne(page, moi.nom), 'Rétrograder en utilisateur').click();
  await expect(question(page)).toHaveAccessibleDescription(/votre propre compte/);
  await question(page).getByRole('button', { name: 'Rétrograder en utilisateur' }).click();
  await expect(page).toHaveURL('/app/reservation');
  expect(await stored(manege, moi)).toEqual({ role: 'utilisateur', statut: 'actif' });
});

test('qui supprime son propre compte est mené à la connexion', BUREAU, async ({ page, manege }) => {
  const moi = await open(page, manege);
  await manege.person({ role: 'admin' });
  await confirme(page, moi.nom, 'Supprimer');
  await expect(page).toHaveURL('/login');
  expect(await stored(manege, moi)).toBeUndefined();
});

test('une panne se dit par sa phrase, une session finie aussi', BUREAU, async ({ page, manege }) => {
  const nom = newNom();
  await manege.person({ role: 'admin', nom });
  const moi = await open(page, manege);
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 404, body: '<html>' }));
  await confirme(page, nom, 'Supprimer');
  await expect(page.getByRole('alert')).toHaveText('Erreur lors de la suppression');
  await confirme(page, nom, 'Désactiver');
  await expect(page.getByRole('alert')).toHaveText('Erreur lors du changement de statut');
  await page.unrouteAll();
  await manege.sql('delete from sessions where user_id = $1', [moi.id]);
  await confirme(page, nom, 'Désactiver');
  await expect(page.getByRole('alert')).toHaveText('Votre session a expiré. Veuillez vous reconnecter.');
  await expect(page).toHaveURL('/login');
});

test('un succès se lit 3 secondes, 5 après une suppression', BUREAU, async ({ page, manege }) => { // LIM-24
  const nom = newNom();
  await manege.person({ role: 'admin', nom });
  await page.clock.install();
  await open(page, manege);
  const lu = await dureeDe(page, page.getByText('Administrateur désactivé avec succès'), () => confirme(page, nom, 'Désactiver'));
  expect(Math.abs(lu - 3_000)).toBeLessThanOrEqual(200);
  const supprime = await dureeDe(page, page.getByText('Administrateur supprimé avec succès'), () => confirme(page, nom, 'Supprimer'));
  expect(Math.abs(supprime - 5_000)).toBeLessThanOrEqual(200);
});
