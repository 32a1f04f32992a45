/**
 * A forgotten password: the request, the page that the emailed link opens, and the message if it
 * does not.
 */
import type { Page } from '@playwright/test';
import { newestJeton } from '../../support/jetons.ts';
import {
  BUREAU,
  enter,
  expect,
  expectNoSidewaysScroll,
  type Manege,
  SECRET,
  signIn,
  stopClock,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';

const NEW_PASSWORD = 'longe et filet neufs';
const IF_AN_ACCOUNT = (email: string) =>
  `Si un compte existe pour ${email}, un lien est prêt pour lui.`;
const INVALID = 'Lien de réinitialisation invalide ou expiré. Veuillez demander un nouveau lien.';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const newPassword = (page: Page) => page.getByLabel('Nouveau mot de passe');
const confirmation = (page: Page) => page.getByLabel('Confirmer le mot de passe');
const saveButton = (page: Page) =>
  page.getByRole('button', { name: 'Enregistrer le mot de passe' });

async function ask(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Envoyer le lien' }).click();
}

/**
 * The token of the last link queued for an address. It is queued after the answer, and stays in the
 * queue because there is no SMTP server.
 */
async function jetonOf(manege: Manege, email: string): Promise<string> {
  await expect
    .poll(() => manege.sql('select 1 from demandes_de_lien where email = $1', [email]))
    .toEqual([]);
  return newestJeton(SECRET, manege.sql, email, 'mot_de_passe');
}

/** Requests a link with the call. */
async function askLink(page: Page, manege: Manege, email: string): Promise<string> {
  const { url } = manege.server;
  const response = await page.request.post(`${url}/api/auth/request-password-reset`, {
    headers: { origin: url },
    data: { email },
  });
  expect(response.status()).toBe(200);
  return `/reset-password#token=${await jetonOf(manege, email)}`;
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await newPassword(page).fill(password);
  await confirmation(page).fill(again);
  await saveButton(page).click();
}

test(
  "du mot de passe oublié au nouveau : le lien de l'email, puis la connexion ; l'ancien et le lien ne servent plus",
  TELEPHONE,
  async ({ page, manege }) => {
    // ACC-30, ACC-31, ACC-32, LIM-25
    const person = await manege.person();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    await expect(page).toHaveURL('/forgot-password');
    await expect(page).toHaveTitle('Mot de passe oublié · Manège');
    await expect(heading(page, 'Mot de passe oublié')).toBeFocused();
    await ask(page, `  ${person.email.toUpperCase()} `);
    await expect(page.getByRole('status')).toHaveText(IF_AN_ACCOUNT(person.email));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    for (const step of [/Adressez-vous au centre/, /valable 1 heure/])
      await expect(page.getByText(step)).toBeVisible(); // this server sends no emails (UI-73)
    await page.getByRole('link', { name: 'Retour à la connexion' }).click();
    await expect(page).toHaveURL('/login');

    const lien = `/reset-password#token=${await jetonOf(manege, person.email)}`;
    await page.clock.install();
    await page.goto(lien);
    await expect(page).toHaveTitle('Nouveau mot de passe · Manège');
    await expect(newPassword(page)).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    await stopClock(page);
    await choose(page, NEW_PASSWORD);
    await expect(heading(page, 'Mot de passe modifié')).toBeFocused();
    await expectNoSidewaysScroll(page);
    await page.clock.runFor(2_000);
    await expect(heading(page, 'Mot de passe modifié')).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(page).toHaveURL('/login');
    await page.clock.resume();

    await signIn(page, person);
    await expect(page.getByRole('alert')).toHaveText('Email ou mot de passe incorrect.');
    await page.getByLabel('Mot de passe', { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page).toHaveURL('/');

    await page.goto(lien);
    await expect(page.getByRole('status')).toHaveText(INVALID);
  },
);

test(
  "un lien : son jeton quitte l'adresse, ses raisons de ne plus valoir se disent, et il sert aussi à qui est connecté",
  BUREAU,
  async ({ page, manege }) => {
    // ACC-31, ACC-32, ACC-51
    await test.step("le jeton d'un lien quitte l'adresse, et aucune adresse ne le porte jusqu'au serveur ; un rechargement et un lien d'avant servent encore", () =>
      hideToken(page, manege));
    await test.step('sans lien valable : les raisons, et le chemin vers un nouveau', () =>
      readInvalid(page, manege));
    await test.step("un service qui ne répond pas se dit, et le lien s'essaie encore", () =>
      tryAgain(page, manege));
    await test.step("un lien sert aussi à qui est connecté ; les sessions du compte finissent, celle d'un autre reste", () =>
      useSignedIn(page, manege));
  },
);

async function hideToken(page: Page, manege: Manege): Promise<void> {
  const { email } = await manege.person();
  const lien = await askLink(page, manege, email);
  const jeton = lien.split('=')[1]!;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url(), JSON.stringify(request.headers())));
  await page.goto(lien);
  await expect(newPassword(page)).toBeVisible();
  await expect(page).toHaveURL('/reset-password');
  await page.reload();
  await expect(newPassword(page)).toBeVisible();
  await page.goto('/forgot-password');
  await page.goBack();
  await expect(newPassword(page)).toBeVisible();
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((text) => text.includes(jeton))).toEqual([]);

  // the form of the link in emails of the previous version
  await page.goto(lien.replace('#', '?'));
  await expect(newPassword(page)).toBeVisible();
  await expect(page).toHaveURL('/reset-password');
  await choose(page, NEW_PASSWORD);
  await expect(heading(page, 'Mot de passe modifié')).toBeVisible();
}

test(
  'le clavier seul suffit pour demander un lien et choisir un mot de passe ; une adresse inconnue ou un service en panne mène au même écran',
  BUREAU,
  async ({ page, manege }) => {
    // ACC-30
    await test.step('le clavier seul suffit pour demander un lien et choisir un mot de passe', () =>
      askByKey(page, manege));
    await test.step("adresse inconnue, service en panne ou muet : le même écran ; une adresse qui n'en est pas une se dit", () =>
      askUnknown(page));
    await test.step('un gestionnaire de mots de passe reconnaît les champs', () =>
      nameFields(page, manege));
  },
);

async function askByKey(page: Page, manege: Manege): Promise<void> {
  const { email } = await manege.person();
  await page.goto('/forgot-password');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Votre demande est enregistrée')).toBeFocused();
  await page.goto(`/reset-password#token=${await jetonOf(manege, email)}`);
  await expect(newPassword(page)).toBeVisible();
  await tabTo(page, newPassword(page));
  await page.keyboard.type(NEW_PASSWORD);
  await tabTo(page, confirmation(page));
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Mot de passe modifié')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller à la connexion' })).toBeFocused();
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login', { timeout: 2_000 });
}

test(
  "« Renvoyer l'email » ramène au formulaire avec l'adresse ; à un mot de passe, chaque faute se dit et la saisie reste",
  TELEPHONE,
  async ({ page, manege }) => {
    // ACC-20, ACC-30, ACC-31, ACC-32
    await test.step("« Renvoyer l'email » ramène au formulaire avec l'adresse, et un nouveau lien remplace l'ancien", () =>
      sendAgain(page, manege));
    await test.step('trop court, différents, en panne : chaque faute se dit et la saisie reste ; un lien usé entre-temps aussi', () =>
      refuse(page, manege));
  },
);

async function sendAgain(page: Page, manege: Manege): Promise<void> {
  const { email } = await manege.person();
  await page.goto('/forgot-password');
  await ask(page, email);
  await expect(page.getByText(IF_AN_ACCOUNT(email))).toBeVisible();
  const first = await jetonOf(manege, email);
  await page.getByRole('button', { name: "Renvoyer l'email" }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByRole('button', { name: 'Envoyer le lien' }).click();
  await expect(page.getByText(IF_AN_ACCOUNT(email))).toBeVisible();
  expect(await jetonOf(manege, email)).not.toBe(first);
  await page.goto(`/reset-password#token=${first}`);
  await expect(page.getByText(INVALID)).toBeVisible();
}

async function askUnknown(page: Page): Promise<void> {
  await page.goto('/forgot-password');
  for (const invalid of ['', 'camille', 'camille@']) {
    await ask(page, invalid);
    await expect(page.getByText('Veuillez saisir une adresse email valable.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
  }
  await ask(page, 'inconnue@essai.example');
  await expect(page.getByRole('status')).toHaveText(IF_AN_ACCOUNT('inconnue@essai.example'));
  for (const answer of ['fail', 'abort'] as const) {
    await page.route(
      '**/api/auth/request-password-reset',
      (route) =>
        answer === 'fail' ? route.fulfill({ status: 404, body: '<html>' }) : route.abort('aborted'),
      { times: 1 },
    );
    await page.getByRole('button', { name: "Renvoyer l'email" }).click();
    await ask(page, 'camille@essai.example');
    await expect(page.getByRole('status')).toHaveText(IF_AN_ACCOUNT('camille@essai.example'));
  }
}

async function readInvalid(page: Page, manege: Manege): Promise<void> {
  const { email } = await manege.person();
  const lien = await askLink(page, manege, email);
  await manege.sql(
    "update verifications set expires_at = now() - interval '1 second' where identifier like 'mot_de_passe:%'",
  );
  for (const adresse of [
    '/reset-password',
    '/reset-password#token=',
    '/reset-password#token=nimporte-quoi',
    '/reset-password?token=ancien',
    '/reset-password#token=%00',
    `/reset-password#token=${encodeURIComponent('é%😀<b>')}`,
    lien,
  ]) {
    // another fragment of the same address would not reload the page
    await page.goto('about:blank');
    await page.goto(adresse);
    await expect(page.getByRole('status').filter({ hasText: INVALID })).toHaveText(INVALID);
    await expect(page.getByLabel('Confirmer le mot de passe')).toHaveCount(0);
  }
  for (const raison of [/expiré\s: un lien est valable 1 heure/, /déjà été utilisé/, /incorrect/])
    await expect(page.getByText(raison)).toBeVisible();
  await page.getByRole('link', { name: 'Demander un nouveau lien' }).click();
  await expect(page).toHaveURL('/forgot-password');
}

async function refuse(page: Page, manege: Manege): Promise<void> {
  const { id, email } = await manege.person();
  const lien = await askLink(page, manege, email);
  await page.goto(lien);
  await choose(page, 'sept789');
  await expect(page.getByText('Le mot de passe doit contenir au moins 8 caractères')).toBeVisible();
  await expect(newPassword(page)).toBeFocused();
  await choose(page, 'a'.repeat(129));
  await expect(
    page.getByText('Le mot de passe doit contenir au plus 128 caractères'),
  ).toBeVisible();
  await choose(page, 'Password1');
  await expect(
    page.getByText('Ce mot de passe est trop courant. Choisissez-en un autre.'),
  ).toBeVisible(); // ACC-90
  await expect(newPassword(page)).toBeFocused();
  await choose(page, NEW_PASSWORD, `${NEW_PASSWORD} `);
  await expect(page.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
  await expect(confirmation(page)).toBeFocused();

  await confirmation(page).fill(NEW_PASSWORD);
  await page.route(
    '**/api/auth/reset-password',
    (route) => route.fulfill({ status: 404, body: '<html>' }),
    { times: 2 }, // the page sends it once more
  );
  await saveButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    "Pas de réponse : nous ne savons pas si c'est fait. Vérifiez votre connexion, puis recommencez.",
  );
  await expect(newPassword(page)).toHaveValue(NEW_PASSWORD);
  await manege.sql('delete from verifications where value = $1', [id]);
  await saveButton(page).click();
  await expect(page.getByText(INVALID)).toBeVisible();
}

async function tryAgain(page: Page, manege: Manege): Promise<void> {
  const lien = await askLink(page, manege, (await manege.person()).email);
  await page.route(
    '**/api/auth/reset-password/verification',
    (route) => route.fulfill({ status: 404, body: '<html>' }),
    { times: 1 },
  );
  await page.goto(lien);
  await expect(heading(page, 'Le service ne répond pas')).toBeFocused();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(newPassword(page)).toBeVisible();
}

async function useSignedIn(page: Page, manege: Manege): Promise<void> {
  const other = await manege.person({ prenom: 'Élise', nom: 'Maes' });
  const person = await manege.person();
  await enter(page, manege, other);
  await page.goto(await askLink(page, manege, person.email));
  await choose(page, NEW_PASSWORD);
  await expect(heading(page, 'Mot de passe modifié')).toBeVisible();
  await page.getByRole('link', { name: 'Aller à la connexion' }).click();
  await expect(heading(page, 'Bonjour Élise Maes')).toBeVisible();

  await page.goto(await askLink(page, manege, other.email));
  await choose(page, NEW_PASSWORD);
  await expect(heading(page, 'Mot de passe modifié')).toBeVisible();
  await page.getByRole('link', { name: 'Aller à la connexion' }).click();
  await expect(heading(page, 'Se connecter')).toBeVisible();
}

async function nameFields(page: Page, manege: Manege): Promise<void> {
  await page.goto('/forgot-password');
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  await page.goto(await askLink(page, manege, (await manege.person()).email));
  for (const field of [newPassword(page), confirmation(page)])
    await expect(field).toHaveAttribute('autocomplete', 'new-password');
  await page.getByRole('button', { name: 'Afficher la confirmation' }).click();
  await expect(confirmation(page)).toHaveAttribute('type', 'text');
  await expect(newPassword(page)).toHaveAttribute('type', 'password');
}
