/**
 * The second factor: its setup, the sign-in with it, recovery, the requirement of the centre, and
 * its loss (ACC-61 to ACC-66).
 */
import type { Page } from '@playwright/test';
import { answered } from '../../support/answered.ts';
import { PASSWORD } from '../../support/people.ts';
import { codeAt } from '../../support/totp.ts';
import {
  BUREAU,
  confirmSessions,
  enter,
  expect,
  expectGoodAtBothWidths,
  signIn,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { card, openProfil } from '../../parcours/profil.ts';
import { act, menuOf } from '../../parcours/utilisateurs.ts';

/** The next code of a secret, because the current one may already have been used. */
const nextCode = (cle: string) => codeAt(new Date(), cle, 1);

/** Reads the key that the screen shows. */
async function shownKey(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  return ((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(
    ' ',
    '',
  );
}

const listedCodes = (page: Page) =>
  page.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem').allTextContents();

/** While the codes are shown, leaving causes a question, and 'Annuler' keeps the codes (UI-40). */
async function expectAsked(page: Page, leave: () => Promise<unknown>): Promise<void> {
  await leave();
  const question = page.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' });
  await expect(question).toHaveAccessibleDescription(
    'Ces codes de secours ne seront plus affichés.',
  );
  await question.getByRole('button', { name: 'Annuler' }).click();
  await expect(question).toBeHidden();
  await expect(
    page.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem'),
  ).toHaveCount(10);
}

/** Sets up the application in the profile: its key and the recovery codes. */
async function setUp(page: Page): Promise<{ cle: string; codes: string[] }> {
  await card(page, 'Double authentification').getByRole('button', { name: 'Activer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const cle = await shownKey(page);
  await dialog.getByLabel("Code de l'application").fill(codeAt(new Date(), cle));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible();
  const codes = await listedCodes(page);
  await dialog.getByRole('button', { name: "J'ai gardé mes codes" }).click();
  return { cle, codes };
}

test(
  "on l'active dans son profil, puis la connexion demande un code",
  TELEPHONE,
  async ({ page, manege, context }) => {
    // ACC-61, ACC-63, UI-40
    const person = await manege.person();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await enter(page, manege, person);
    await page.goto('/app/reservation');
    await page.getByRole('button', { name: 'Mon compte', exact: true }).click();
    await page.getByRole('link', { name: 'Mon profil' }).click();
    const factor = card(page, 'Double authentification');
    await factor.getByRole('button', { name: 'Activer' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Mot de passe actuel', { exact: true })).toBeFocused();
    await page.keyboard.type('un autre');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Le mot de passe actuel est incorrect.');
    await dialog.getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    const cle = await shownKey(page);
    await expect(dialog.getByLabel("Code de l'application")).toBeFocused();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Veuillez saisir les six chiffres du code.')).toBeVisible();
    await dialog.getByLabel("Code de l'application").fill('000000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText(
      "Ce code n'est pas valable. Saisissez le code affiché en ce moment par votre application.",
    );
    await dialog.getByLabel("Code de l'application").fill(codeAt(new Date(), cle));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible();
    const codes = await listedCodes(page);
    expect(codes).toHaveLength(10);
    await dialog.getByRole('button', { name: 'Copier' }).click();
    await expect(dialog.getByText('Les codes sont copiés.')).toBeVisible();
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n')).toEqual(
      codes,
    );
    const download = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Télécharger' }).click();
    expect((await download).suggestedFilename()).toBe('codes-de-secours.txt');
    // They are shown only once: Escape does nothing, and does not ask either (UI-40).
    await page.keyboard.press('Escape');
    await answered(page);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(dialog.getByRole('list', { name: 'Codes de secours' })).toBeVisible();
    await expectAsked(page, () => page.goBack());
    await expectGoodAtBothWidths(page);
    await dialog.getByRole('button', { name: "J'ai gardé mes codes" }).click();
    await expect(
      factor.getByRole('status').filter({ hasText: 'La double authentification est active.' }),
    ).toBeVisible();
    await expect(factor.getByText('10 codes de secours restants.')).toBeVisible();

    await page.context().clearCookies();
    await page.goto('/');
    await signIn(page, person);
    const code = page.getByLabel("Code de l'application");
    await expect(page.getByRole('heading', { level: 1, name: 'Vérification' })).toBeVisible();
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    await expectGoodAtBothWidths(page);
    // A telephone may discard the page while its owner reads the code in another application.
    await page.reload();
    await code.fill('000 000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      "Ce code n'est pas valable. Saisissez le code affiché en ce moment par votre application.",
    );
    await expect(code).toBeFocused();
    await page.keyboard.type(nextCode(cle));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await page.goto('/app/monprofil');
    await expect(page.getByText('Cette session')).toBeVisible();
  },
);

test(
  "un code de secours ouvre à qui n'a plus son application ; une connexion qui a trop attendu le dit ; « Recommencer » revient au mot de passe",
  BUREAU,
  async ({ page, manege }) => {
    // ACC-63, ACC-66
    const person = await manege.person();
    await openProfil(page, manege, person);
    const { cle, codes } = await setUp(page);
    await page.context().clearCookies();
    await page.goto('/');
    await signIn(page, person);
    // A sign-in that has waited too long says so.
    await expect(page.getByLabel("Code de l'application")).toBeVisible();
    await manege.sql(
      "update sessions set expires_at = now() - interval '1 minute' where user_id = $1",
      [person.id],
    );
    await page.getByLabel("Code de l'application").fill(nextCode(cle));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'Cette connexion a expiré. Veuillez recommencer.',
    );
    await page.getByRole('button', { name: 'Recommencer' }).click();
    await expect(page.getByLabel('Email')).toBeVisible();
    await signIn(page, person);
    await page.getByRole('button', { name: 'Utiliser un code de secours' }).click();
    await expect(page.getByLabel('Code de secours')).toBeFocused();
    await expectGoodAtBothWidths(page);
    await page.keyboard.type((codes[0] ?? '').toUpperCase().replaceAll('-', ' '));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await page.goto('/app/monprofil');
    await expect(page.getByText('9 codes de secours restants.')).toBeVisible();

    const factor = card(page, 'Double authentification');
    await factor.getByRole('button', { name: 'Désactiver' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
    await dialog.getByLabel("Code de l'application ou code de secours").fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText("Ce code n'est pas valable.");
    await dialog.getByLabel("Code de l'application ou code de secours").fill(codes[1] ?? '');
    await page.keyboard.press('Enter');
    await expect(
      factor.getByRole('status').filter({ hasText: 'La double authentification est désactivée.' }),
    ).toBeVisible();
    await expect(factor.getByRole('button', { name: 'Activer' })).toBeVisible();
  },
);

test(
  "le centre l'exige de ses administrateurs, et en réinitialise une perdue",
  BUREAU,
  async ({ page, manege }) => {
    // ACC-62, ACC-65, UI-40
    const [admin, other] = [
      await manege.person({ role: 'admin', prenom: 'Anne' }),
      await manege.person({ role: 'admin', prenom: 'Benoît', nom: 'Maes' }),
    ];
    await enter(page, manege, admin);
    await page.goto('/app/webmastersettings?onglet=securite');
    await page
      .getByRole('switch', { name: 'Exiger la double authentification des administrateurs' })
      .check();
    await page.getByRole('button', { name: 'Sauvegarder les paramètres' }).click();
    await expect(
      page.getByText("Activez d'abord votre propre double authentification, dans votre profil."),
    ).toBeVisible();
    await page.goto('/app/monprofil');
    await setUp(page);
    await page.goto('/app/webmastersettings?onglet=securite');
    await page
      .getByRole('switch', { name: 'Exiger la double authentification des administrateurs' })
      .check();
    await page.getByRole('button', { name: 'Sauvegarder les paramètres' }).click();
    await expect(page.getByText('Paramètres sauvegardés avec succès')).toBeVisible();
    const adminCookies = await page.context().cookies();

    await page.context().clearCookies();
    await page.goto('/confidentialite');
    await page.getByRole('link', { name: 'Se connecter' }).click();
    await page.getByLabel('Email').fill(other.email);
    await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('heading', { level: 1, name: 'Double authentification' }),
    ).toBeVisible();
    const cle = await shownKey(page);
    await expectGoodAtBothWidths(page);
    await page.reload();
    expect(await shownKey(page)).toBe(cle);
    await page.getByLabel("Code de l'application").fill(codeAt(new Date(), cle));
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('list', { name: 'Codes de secours' }).getByRole('listitem'),
    ).toHaveCount(10);
    await expectAsked(page, () => page.goBack());
    await expectAsked(page, () => page.getByRole('link', { name: /Accueil/ }).click());
    await page.getByRole('button', { name: "J'ai gardé mes codes : continuer" }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/app/webmastersettings?onglet=securite');
    await expect(page.getByRole('heading', { name: 'Administrateurs du site' })).toBeVisible();

    await page.context().clearCookies();
    await page.context().addCookies(adminCookies);
    await confirmSessions(manege);
    await page.goto('/app/webmastersettings?onglet=securite');
    await page
      .getByRole('button', { name: 'Réinitialiser la double authentification Benoît Maes' })
      .click();
    await expect(page.getByRole('alertdialog')).toContainText('qui a perdu son appareil');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Réinitialiser la double authentification' })
      .click();
    await expect(page.getByText('Double authentification réinitialisée')).toBeVisible();
    expect(
      await manege.sql('select 1 from seconds_facteurs where user_id = $1', [other.id]),
    ).toEqual([]);
    await manege.sql('update parametres set "secondFacteurAdmins" = false');
  },
);

test(
  "exigée pendant qu'un administrateur travaille, elle lui demande son mot de passe, puis le rend à sa page et à ce qu'il écrivait",
  TELEPHONE,
  async ({ page, manege, browser }) => {
    // ACC-102
    const [boss, worker] = [
      await manege.person({ role: 'admin' }),
      await manege.person({ role: 'admin' }),
    ];
    await enter(page, manege, worker);
    await page.goto('/app/webmastersettings?onglet=cavaliers');
    await page.getByLabel('Réservations par jour', { exact: true }).fill('7');

    const elsewhere = await (await browser.newContext({ baseURL: manege.server.url })).newPage();
    await enter(elsewhere, manege, boss);
    await manege.sql(
      "insert into seconds_facteurs (user_id, secret, actif_at) values ($1, '\\x00', now())",
      [boss.id],
    );
    const stored = (await (await elsewhere.request.get('/api/parametres')).json()) as object;
    const saved = await elsewhere.request.put('/api/parametres', {
      headers: { origin: manege.server.url },
      data: { ...stored, secondFacteurAdmins: true },
    });
    expect(saved.status()).toBe(200);

    await expect(page).toHaveURL('/login');
    await expect(
      page.getByText(
        "Votre session était déjà ouverte : donnez d'abord votre mot de passe. Ce que vous aviez commencé vous attend.",
      ),
    ).toBeVisible();
    await expectGoodAtBothWidths(page);
    await page.getByLabel('Mot de passe actuel', { exact: true }).fill('faux');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Le mot de passe actuel est incorrect.');
    await page.getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel("Code de l'application").fill(codeAt(new Date(), await shownKey(page)));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: "J'ai gardé mes codes : continuer" }).click();
    await expect(page).toHaveURL('/app/webmastersettings?onglet=cavaliers');
    await expect(page.getByLabel('Réservations par jour', { exact: true })).toHaveValue('7');
    await manege.sql('update parametres set "secondFacteurAdmins" = false');
  },
);

test("un administrateur réinitialise celle d'un cavalier", BUREAU, async ({ page, manege }) => {
  // ACC-65
  const [admin, rider] = [
    await manege.person({ role: 'admin' }),
    await manege.person({ prenom: 'Lise', nom: 'Perdue' }),
  ];
  await openProfil(page, manege, rider);
  await setUp(page);
  await page.context().clearCookies();
  await enter(page, manege, admin);
  await confirmSessions(manege);
  await page.goto('/app/utilisateurs');
  const row = page.getByRole('row').filter({ hasText: 'Lise Perdue' });
  await act(row, 'Réinitialiser la double authentification');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Réinitialiser la double authentification' })
    .click();
  await expect(
    page.getByText('Lise Perdue se connecte de nouveau sans double authentification.'),
  ).toBeVisible();
  await menuOf(row).click();
  await expect(row.getByRole('menuitem').first()).toBeVisible();
  await expect(
    row.getByRole('menuitem', { name: 'Réinitialiser la double authentification' }),
  ).toHaveCount(0);
});
