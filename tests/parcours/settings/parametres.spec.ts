/** The administrators of the site on /app/webmastersettings (PEOPLE-10, ACC-14). */
import type { Browser, Page } from '@playwright/test';
import {
  BUREAU,
  confirmSessions,
  enter,
  expect,
  type Manege,
  REFUSED,
  retry,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { button, durationOf, newNom, question, stored } from '../utilisateurs.ts';

const LAST_ADMIN =
  'le dernier administrateur actif ! Il doit y avoir au moins un administrateur actif pour gérer le site.';

const row = (page: Page, nom: string) =>
  page
    .getByRole('table', { name: 'Administrateurs du site' })
    .getByRole('row')
    .filter({ hasText: nom });
const heading = (page: Page) =>
  page.getByRole('heading', { level: 2, name: 'Administrateurs du site' });

type Someone = { id: string; email: string; nom: string };

async function open(page: Page, manege: Manege, nom = newNom()): Promise<Someone> {
  const admin = await manege.person({ role: 'admin', prenom: 'Sophie', nom });
  await enter(page, manege, admin);
  await confirmSessions(manege);
  await page.goto('/app/webmastersettings?onglet=securite');
  await expect(row(page, nom)).toBeVisible();
  return { ...admin, nom };
}

async function confirmAction(page: Page, nom: string, action: string): Promise<void> {
  await button(row(page, nom), action).click();
  await question(page).getByRole('button', { name: action }).click();
}

test(
  "les administrateurs sur un téléphone : huit lignes attendent la première lecture, et le dernier actif reste, quoi qu'on tente",
  TELEPHONE,
  async ({ page, manege }) => {
    // UI-09, UI-16, UI-18, PEOPLE-10, MAIL-14, ACC-14
    await test.step('huit lignes attendent la première lecture ; une lecture qui échoue se reprend', () =>
      readLate(page, manege));
    const me = await open(page, manege);
    await test.step('la page mène au tableau de bord et aux emails, et ne montre que les administrateurs', () =>
      leaveAndReturn(page, manege));
    await test.step("le dernier administrateur actif reste, quoi qu'on tente ; à deux, on peut se retirer soi-même", () =>
      stayLast(page, manege, me));
  },
);

async function leaveAndReturn(page: Page, manege: Manege): Promise<void> {
  const nom = newNom();
  await manege.person({ nom });
  await page.reload();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  await expect(row(page, nom)).toHaveCount(0);
  await page.getByRole('link', { name: 'Emails du centre', exact: true }).click();
  await expect(page).toHaveURL('/app/courriels');
  await page.goBack();
  await page.getByRole('link', { name: 'Retour au Webmaster' }).click();
  await expect(page).toHaveURL('/app/webmaster');
}

async function readLate(page: Page, manege: Manege): Promise<void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/users?*', async (route) => {
    await gate;
    await route.fulfill(REFUSED);
  });
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto('/app/webmastersettings?onglet=securite');
  await expect(
    page.getByRole('table', { name: 'Administrateurs du site' }).locator('tbody tr'),
  ).toHaveCount(8);
  release();
  await expect(page.getByText('Erreur lors du chargement des administrateurs')).toBeVisible();
  await retry(page.getByRole('button', { name: 'Réessayer' }), () => page.unrouteAll());
  await expect(page.getByRole('table', { name: 'Administrateurs du site' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
}

test(
  'un administrateur se désactive, se rétrograde et se supprime ; une panne se dit par sa phrase, une session finie aussi',
  BUREAU,
  async ({ page, manege, browser }) => {
    // ACC-11, ACC-12, PEOPLE-10, PEOPLE-22
    const me = await open(page, manege);
    await test.step('désactivé, il est mis dehors aussitôt ; réactivé, il revient', () =>
      deactivate(page, manege, browser));
    await test.step('au clavier seul on en rétrograde un ; supprimé, un autre perd son compte', () =>
      demoteByKey(page, manege));
    await test.step('une panne se dit par sa phrase, une session finie aussi', () =>
      failAndEnd(page, manege, me));
  },
);

async function deactivate(page: Page, manege: Manege, browser: Browser): Promise<void> {
  const nom = newNom();
  const other = await manege.person({ role: 'admin', nom });
  const elsewhere = await (await browser.newContext()).newPage();
  await enter(elsewhere, manege, other);
  await elsewhere.goto('/app/reservation');
  await expect(
    elsewhere.getByRole('heading', { level: 1, name: 'Réserver une leçon' }),
  ).toBeVisible();
  await page.reload();
  const deactivateButton = button(row(page, nom), 'Désactiver');
  await deactivateButton.click();
  await expect(question(page)).toHaveAccessibleName('Désactiver cet administrateur ?');
  await page.keyboard.press('Escape');
  await expect(deactivateButton).toBeFocused();
  expect(await stored(manege, other)).toEqual({ role: 'admin', statut: 'actif' });

  await confirmAction(page, nom, 'Désactiver');
  await expect(page.getByText('Administrateur désactivé avec succès')).toBeInViewport();
  await expect(heading(page)).toBeFocused();
  await expect(row(page, nom).getByText('Inactif', { exact: true }).first()).toBeVisible();
  await expect(
    elsewhere.getByText("Votre compte n'est pas actif. Contactez un administrateur."),
  ).toBeVisible();
  await confirmAction(page, nom, 'Activer');
  await expect(page.getByText('Administrateur activé avec succès')).toBeVisible();
  await expect(
    elsewhere.getByRole('heading', { level: 1, name: 'Réserver une leçon' }),
  ).toBeVisible();
  expect(await stored(manege, other)).toEqual({ role: 'admin', statut: 'actif' });
}

async function demoteByKey(page: Page, manege: Manege): Promise<void> {
  const [first, second] = [newNom(), newNom()];
  const demoted = await manege.person({ role: 'admin', nom: first });
  const deleted = await manege.person({ role: 'admin', nom: second });
  await page.reload();
  await tabTo(page, button(row(page, first), 'Rétrograder en utilisateur'));
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Annuler' })).toBeFocused();
  await tabTo(page, question(page).getByRole('button', { name: 'Rétrograder en utilisateur' }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Administrateur rétrogradé en utilisateur avec succès'),
  ).toBeVisible();
  await expect(row(page, first)).toHaveCount(0);
  expect(await stored(manege, demoted)).toEqual({ role: 'utilisateur', statut: 'actif' });

  await confirmAction(page, second, 'Supprimer');
  await expect(page.getByText('Administrateur supprimé avec succès')).toBeVisible();
  await expect(row(page, second)).toHaveCount(0);
  expect(await stored(manege, deleted)).toBeUndefined();
}

/** UI-78: the widths at which '!' starts a line, and the number of lines. Runs in the page. */
function linesOfSign(alert: HTMLElement): { parted: number[]; lines: number } {
  const letters: Range[] = [];
  const texts = document.createTreeWalker(alert, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    for (let at = 0; at < (texts.currentNode.nodeValue ?? '').length; at += 1) {
      const letter = document.createRange();
      letter.setStart(texts.currentNode, at);
      letter.setEnd(texts.currentNode, at + 1);
      letters.push(letter);
    }
  }
  const at = letters.findIndex((letter) => letter.toString() === '!');
  const lines = new Set<number>();
  const parted = [];
  for (let width = 160; width <= 360; width += 2) {
    alert.style.width = `${width}px`;
    const [last, sign] = [
      letters[at - 2]!.getBoundingClientRect().top,
      letters[at]!.getBoundingClientRect().top,
    ];
    lines.add(sign);
    if (last !== sign) parted.push(width);
  }
  alert.style.width = '';
  return { parted, lines: lines.size };
}

async function stayLast(page: Page, manege: Manege, me: Someone): Promise<void> {
  await page.goto('/app/webmastersettings?onglet=securite');
  await expect(row(page, me.nom)).toBeVisible();
  await manege.sql("update users set statut = 'inactif' where role = 'admin' and id <> $1", [
    me.id,
  ]);
  for (const [action, verb] of [
    ['Désactiver', 'désactiver'],
    ['Rétrograder en utilisateur', 'rétrograder'],
    ['Supprimer', 'supprimer'],
  ] as const) {
    await confirmAction(page, me.nom, action);
    await expect(page.getByRole('alert')).toHaveText(`Impossible de ${verb} ${LAST_ADMIN}`);
    const sign = await page.getByRole('alert').evaluate(linesOfSign);
    expect(sign.parted).toEqual([]);
    expect(sign.lines).toBeGreaterThan(1);
    await expect(button(row(page, me.nom), action)).toBeFocused();
    expect(await stored(manege, me)).toEqual({ role: 'admin', statut: 'actif' });
  }

  await manege.person({ role: 'admin' });
  await button(row(page, me.nom), 'Rétrograder en utilisateur').click();
  await expect(question(page)).toHaveAccessibleDescription(/votre propre compte/);
  await question(page).getByRole('button', { name: 'Rétrograder en utilisateur' }).click();
  await expect(page).toHaveURL('/app/reservation');
  expect(await stored(manege, me)).toEqual({ role: 'utilisateur', statut: 'actif' });
}

async function failAndEnd(page: Page, manege: Manege, me: Someone): Promise<void> {
  const nom = newNom();
  await manege.person({ role: 'admin', nom });
  await page.reload();
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 404, body: '<html>' }));
  await confirmAction(page, nom, 'Supprimer');
  await expect(page.getByRole('alert')).toHaveText('Erreur lors de la suppression');
  await confirmAction(page, nom, 'Désactiver');
  await expect(page.getByRole('alert')).toHaveText('Erreur lors du changement de statut');
  await page.unrouteAll();
  // Ended by the time the press arrives: any read before it would already lead away.
  await page.route('**/api/users/*', async (route) => {
    await manege.sql('delete from sessions where user_id = $1', [me.id]);
    await route.continue();
  });
  await confirmAction(page, nom, 'Désactiver');
  await expect(page.getByRole('alert')).toHaveText(
    'Votre session a expiré. Veuillez vous reconnecter.',
  );
  await expect(page).toHaveURL('/login');
}

test(
  'un succès se lit 3 secondes, 5 après une suppression ; qui supprime son propre compte est mené à la connexion',
  BUREAU,
  async ({ page, manege }) => {
    // LIM-24
    const nom = newNom();
    await manege.person({ role: 'admin', nom });
    await page.clock.install();
    const me = await open(page, manege);
    const read = await durationOf(
      page,
      page.getByText('Administrateur désactivé avec succès'),
      () => confirmAction(page, nom, 'Désactiver'),
    );
    expect(Math.abs(read - 3_000)).toBeLessThanOrEqual(200);
    const deleted = await durationOf(
      page,
      page.getByText('Administrateur supprimé avec succès'),
      () => confirmAction(page, nom, 'Supprimer'),
    );
    expect(Math.abs(deleted - 5_000)).toBeLessThanOrEqual(200);
    await manege.person({ role: 'admin' });
    await confirmAction(page, me.nom, 'Supprimer');
    await expect(page).toHaveURL('/login');
    expect(await stored(manege, me)).toBeUndefined();
  },
);
