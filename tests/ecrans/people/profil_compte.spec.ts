/**
 * A person's own password (PEOPLE-23, ACC-90), open sessions (PEOPLE-17) and wanted emails (MAIL-22,
 * MAIL-24).
 */
import {
  BUREAU,
  enter,
  expect,
  signIn,
  tabTo,
  TELEPHONE,
  test,
  type Manege,
  REFUSED,
  expectGoodAtBothWidths,
} from '../../parcours/fixtures.ts';
import { NO_ANSWER } from '../../parcours/portail.ts';
import { openProfil, card, type Someone } from '../../parcours/profil.ts';
import { PASSWORD } from '../../support/people.ts';

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

async function openElsewhere(manege: Manege, { email }: Someone, userAgent: string): Promise<void> {
  const { url } = manege.server;
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'user-agent': userAgent },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(response.status).toBe(200);
}

test(
  'les sessions ouvertes se disent simplement, et se terminent une à une ou toutes ensemble',
  BUREAU,
  async ({ page, manege, browser }) => {
    // PEOPLE-17
    const person = await manege.person();
    await openElsewhere(
      manege,
      person,
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    );
    await openElsewhere(manege, person, '<script>alert(1)</script>');
    const elsewhere = await browser.newContext({ baseURL: manege.server.url });
    const other = await elsewhere.newPage();
    await enter(other, manege, person);
    await other.goto('/app/reservation');
    await expect(
      other.getByRole('heading', { level: 1, name: 'Réserver une leçon' }),
    ).toBeVisible();
    await other.getByRole('radio', { name: /^Leçon particulière/ }).check();
    await other.getByLabel('Participant 1').fill('Léa Martens');

    await openProfil(page, manege, person);
    const sessions = card(page, 'Sessions ouvertes');
    await expect(sessions.getByRole('listitem')).toHaveCount(4);
    await expect(sessions.getByRole('listitem').first()).toContainText('Cette session');
    await expect(sessions.getByRole('listitem').first().getByRole('button')).toHaveCount(0);
    await expect(sessions.getByText('Appareil inconnu', { exact: true })).toBeVisible();
    await sessions.getByRole('button', { name: /^Terminer la session Edge sur Windows/ }).click();
    await expect(sessions.getByRole('status')).toHaveText('La session est terminée.');
    await expect(sessions.getByRole('listitem')).toHaveCount(3);
    await expect(sessions.getByRole('heading')).toBeFocused();
    await expect(other).toHaveURL('/app/reservation');

    await page.route('**/api/profil/sessions', (route) =>
      route.request().method() === 'DELETE' ? route.abort('aborted') : route.fallback(),
    );
    await sessions.getByRole('button', { name: 'Terminer toutes les autres' }).click();
    await expect(sessions.getByRole('alert')).toHaveText(
      "La session n'a pas pu être terminée. Veuillez réessayer.",
    );
    await page.unroute('**/api/profil/sessions');
    await sessions.getByRole('button', { name: 'Terminer toutes les autres' }).click();
    await expect(sessions.getByRole('status')).toHaveText(
      'Les autres sessions sont terminées, et vos adresses de calendrier supprimées.',
    );
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await expect(sessions.getByRole('button', { name: 'Terminer toutes les autres' })).toHaveCount(
      0,
    );
    await expect(other).toHaveURL('/login');
    // The page gives the reason, and leads back to the previous page after the sign-in (ACC-92).
    const why = other.getByText(
      'Votre session a été terminée sur un autre appareil, ou par un nouveau mot de passe. Connectez-vous pour continuer : ce que vous aviez écrit est gardé.',
    );
    await expect(why).toBeVisible();
    await expectGoodAtBothWidths(other);
    await other.getByLabel('Email').fill(person.email);
    await other.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
    await other.getByRole('button', { name: 'Se connecter' }).click();
    await expect(other).toHaveURL('/app/reservation');
    await expect(other.getByLabel('Participant 1')).toHaveValue('Léa Martens');
    await expect(page).toHaveURL('/app/monprofil');
    await elsewhere.close();
  },
);

test(
  "au clavier, on éteint les rappels dans son profil et c'est encore là au retour ; un choix qui ne s'enregistre pas se dit, et l'interrupteur revient",
  TELEPHONE,
  async ({ page, manege }) => {
    await test.step("au clavier, on éteint les rappels dans son profil : c'est enregistré, et c'est encore là au retour", async () => {
      // MAIL-24
      const person = await manege.person({ prenom: 'Élise', nom: 'Maes' });
      await openProfil(page, manege, person);
      const [rappels, places] = [
        card(page, 'Emails que je reçois').getByRole('switch', { name: 'Rappel la veille' }),
        card(page, 'Emails que je reçois').getByRole('switch', { name: 'Créneau libre' }),
      ];
      await expect(rappels).toBeChecked();
      await tabTo(page, rappels);
      await page.keyboard.press('Space');
      await expect(page.getByText('Votre choix est enregistré.')).toBeVisible();
      await expect(rappels).not.toBeChecked();
      expect(
        await manege.sql('select email_rappels, email_places from users where id = $1', [
          person.id,
        ]),
      ).toEqual([{ email_rappels: false, email_places: true }]);
      await page.reload();
      await expect(rappels).not.toBeChecked();
      await expect(places).toBeChecked();
    });
    await test.step("un choix qui ne s'enregistre pas se dit, et l'interrupteur revient", async () => {
      // MAIL-24
      const places = card(page, 'Emails que je reçois').getByRole('switch', {
        name: 'Créneau libre',
      });
      await expect(places).toBeChecked();
      await page.route('**/api/profil/emails', (route) =>
        route.request().method() === 'PUT' ? route.fulfill(REFUSED) : route.continue(),
      );
      await places.click();
      await expect(card(page, 'Emails que je reçois').getByRole('alert')).toBeVisible();
      await expect(places).toBeChecked();
    });
  },
);

test(
  "le tableau de bord dit combien d'emails attendent et depuis quand, et y mène",
  TELEPHONE,
  async ({ page, manege }) => {
    // MAIL-22
    const depuis = '2026-11-20T13:05:00.000Z';
    await page.route('**/api/courriels/resume', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), envoi: true, retard: { nombre: 12, depuis } },
      });
    });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto('/app/webmaster');
    const told = page.getByRole('link', {
      name: /^12 emails attendent depuis le vendredi 20 novembre à 14h05\./,
    });
    await expect(told).toBeVisible();
    await told.click();
    await expect(page).toHaveURL('/app/courriels?statut=en_attente');
  },
);
