/** A person's own password, changed in the profile (PEOPLE-23), and common passwords (ACC-90). */
import { PASSWORD } from '../support/people.ts';
import {
  BUREAU,
  enter,
  expect,
  expectGoodAtBothWidths,
  signIn,
  tabTo,
  TELEPHONE,
  test,
} from '../parcours/fixtures.ts';
import { NO_ANSWER } from '../parcours/portail.ts';
import { openProfil } from '../parcours/profil.ts';

const NEW_PASSWORD = 'une bombe et des guêtres';

test(
  "on change son mot de passe dans son profil : chaque faute se dit à son champ, cette session reste et l'autre finit",
  TELEPHONE,
  async ({ page, manege, browser }) => {
    // PEOPLE-23, ACC-80
    const person = await manege.person();
    const elsewhere = await browser.newPage({ baseURL: manege.server.url });
    await enter(elsewhere, manege, person);
    await openProfil(page, manege, person);
    const open = page.getByRole('button', { name: 'Mot de passe', exact: true });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Changer de mot de passe' });
    const [actuel, nouveau, confirmation] = [
      dialog.getByLabel('Mot de passe actuel', { exact: true }),
      dialog.getByLabel('Nouveau mot de passe'),
      dialog.getByLabel('Confirmer le mot de passe'),
    ];
    const save = dialog.getByRole('button', { name: 'Enregistrer le mot de passe' });
    await expectGoodAtBothWidths(page);

    await save.click();
    await expect(dialog.getByText('Veuillez saisir votre mot de passe actuel.')).toBeVisible();
    await expect(
      dialog.getByText('Le mot de passe doit contenir au moins 8 caractères'),
    ).toBeVisible();
    await expect(actuel).toBeFocused();
    await actuel.fill('pas le mien');
    await nouveau.fill('Password1');
    await save.click();
    await expect(dialog.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
    await expect(confirmation).toBeFocused();
    await confirmation.fill('Password1');
    await save.click();
    await expect(
      dialog.getByText('Ce mot de passe est trop courant. Choisissez-en un autre.'),
    ).toBeVisible();
    await expect(nouveau).toBeFocused();
    await nouveau.fill(NEW_PASSWORD);
    await confirmation.fill(NEW_PASSWORD);
    await save.click();
    await expect(dialog.getByText('Le mot de passe actuel est incorrect.')).toBeVisible();
    await expect(actuel).toBeFocused();
    await expectGoodAtBothWidths(page);

    await actuel.fill(PASSWORD);
    await page.route('**/api/profil/mot-de-passe', (route) => route.abort('aborted'), { times: 1 });
    await save.click();
    await expect(dialog.getByRole('alert')).toHaveText(NO_ANSWER);
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: 'Mot de passe modifié. Vos autres sessions sont terminées.' }),
    ).toBeVisible();
    await expect(open).toBeFocused();
    await expectGoodAtBothWidths(page);
    await page.reload();
    await expect(page.getByText('Cette session')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Terminer', exact: true })).toHaveCount(0);

    await elsewhere.goto('/app/monprofil');
    await expect(elsewhere).toHaveURL(/\/login$/);
    await signIn(elsewhere, person);
    await expect(elsewhere.getByRole('alert')).toHaveText('Email ou mot de passe incorrect.');
    await elsewhere.getByLabel('Mot de passe', { exact: true }).fill(NEW_PASSWORD);
    await elsewhere.getByRole('button', { name: 'Se connecter' }).click();
    await expect(elsewhere).toHaveURL('/app/monprofil');
    await elsewhere.close();
  },
);

test(
  'le clavier seul suffit pour changer de mot de passe, et un gestionnaire reconnaît les champs',
  BUREAU,
  async ({ page, manege }) => {
    const person = await manege.person();
    await openProfil(page, manege, person);
    await tabTo(page, page.getByRole('button', { name: 'Mot de passe', exact: true }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Changer de mot de passe' });
    const [actuel, nouveau, confirmation] = [
      dialog.getByLabel('Mot de passe actuel', { exact: true }),
      dialog.getByLabel('Nouveau mot de passe'),
      dialog.getByLabel('Confirmer le mot de passe'),
    ];
    await expect(actuel).toHaveAttribute('autocomplete', 'current-password');
    for (const field of [nouveau, confirmation])
      await expect(field).toHaveAttribute('autocomplete', 'new-password');
    await expect(dialog.locator('input[autocomplete=username]')).toHaveValue(person.email);
    for (const [field, text] of [
      [actuel, PASSWORD],
      [nouveau, NEW_PASSWORD],
      [confirmation, NEW_PASSWORD],
    ] as const) {
      await tabTo(page, field);
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText('Mot de passe modifié. Vos autres sessions sont terminées.'),
    ).toBeVisible();
  },
);

test(
  "à l'inscription, un mot de passe courant est déconseillé et sert encore ; sa liste ne se charge qu'au besoin",
  BUREAU,
  async ({ page }) => {
    // ACC-90
    const lists: number[] = [];
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    page.on('response', async (response) => {
      if (response.url().includes('mots_de_passe_courants'))
        lists.push((await response.request().sizes()).responseBodySize);
    });
    await page.goto('/register');
    const password = page.getByLabel('Mot de passe', { exact: true });
    const warning = page.getByText('Ce mot de passe est très courant, donc vite deviné.');
    await password.fill('123456');
    await expect(warning).toHaveCount(0);
    expect(lists).toEqual([]);
    // No script of the part behind the guard is loaded either.
    expect(scripts.length).toBeGreaterThan(1);
    expect(scripts.filter((path) => /\/(app|ecrans)-/.test(path))).toEqual([]);
    await password.fill('SunShine1');
    await expect(warning).toBeVisible();
    await expect(page.locator('[aria-live=polite]', { hasText: 'très courant' })).toHaveCount(1);
    await expect(password).toHaveAccessibleDescription(
      /^Au moins 6 caractères\. ?Ce mot de passe est très courant/,
    );
    await expectGoodAtBothWidths(page);
    await expect.poll(() => lists.length).toBe(1);
    expect(lists[0]).toBeLessThan(13_000);
    await password.fill('sunshine et guêtres');
    await expect(warning).toHaveCount(0);

    await password.fill('password');
    await expect(warning).toBeVisible();
    await page.getByLabel('Prénom').fill('Zoé');
    await page.getByLabel('Nom', { exact: true }).fill('Willems');
    await page.getByLabel('Email').fill('zoe.courant@essai.example');
    await page.getByLabel('Confirmer le mot de passe').fill('password');
    await page.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Votre demande est enregistrée' }),
    ).toBeVisible();
    expect(lists).toHaveLength(1);
  },
);
