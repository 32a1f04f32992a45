/** A new account: the form, every refusal, the stored data, and the next page. */
import type { Page } from '@playwright/test';
import { PASSWORD } from '../../support/people.ts';
import {
  BUREAU,
  expect,
  expectNoSidewaysScroll,
  type Manege,
  signIn,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import { durationOf } from '../utilisateurs.ts';

const SUCCESS = 'Un administrateur va valider votre compte';

const createButton = (page: Page) => page.getByRole('button', { name: 'Créer mon compte' });
const motDePasse = (page: Page) => page.getByLabel('Mot de passe', { exact: true });
const confirmation = (page: Page) => page.getByLabel('Confirmer le mot de passe');
const nom = (page: Page) => page.getByLabel('Nom', { exact: true });

let n = 0;
const newEmail = () => `nouvelle${(n += 1)}.${process.pid}@essai.example`;

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Prénom').fill('  Zélie ');
  await nom(page).fill("D'Hondt");
  await page.getByLabel('Email').fill(email);
  await motDePasse(page).fill(PASSWORD);
  await confirmation(page).fill(PASSWORD);
}

const compteOf = (manege: Manege, email: string) =>
  manege.sql('select prenom, nom, telephone, adresse, role, statut from users where email = $1', [
    email,
  ]);

test(
  "on crée un compte, un administrateur doit le valider, et la connexion vient d'elle-même après trois secondes",
  BUREAU,
  async ({ page, manege }) => {
    // ACC-17, ACC-19, LIM-25, UI-70
    const email = newEmail();
    const texts = () =>
      page
        .locator('form :is(input, textarea)')
        .evaluateAll((fields) => (fields as HTMLInputElement[]).map(({ value }) => value));
    await page.clock.install();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Créer un compte' }).click();
    await expect(page).toHaveURL('/register');
    await expect(page).toHaveTitle('Créer un compte · Manège');
    await expect(page.getByRole('heading', { level: 1, name: 'Créer un compte' })).toBeFocused();
    await expect(
      page.getByText(
        'Quelques lignes, puis un administrateur valide votre compte : vous pourrez alors réserver vos leçons.',
      ),
    ).toBeVisible();
    await fill(page, email);
    await page.getByLabel('Téléphone').fill('+32 81 00 00 00');
    await page.getByLabel('Adresse').fill('Rue du Manège 1\n5030 Gembloux');
    // The draft survives a reload, except the passwords, which are never stored.
    await page.reload();
    await expect(page.getByLabel('Adresse')).toHaveValue('Rue du Manège 1\n5030 Gembloux');
    expect(await texts()).toEqual([
      '  Zélie ',
      "D'Hondt",
      email,
      '',
      '',
      '+32 81 00 00 00',
      'Rue du Manège 1\n5030 Gembloux',
    ]);
    expect(
      await page.evaluate(() =>
        [sessionStorage, localStorage].map((kept) => JSON.stringify(kept)).join(),
      ),
    ).not.toContain(PASSWORD);
    await motDePasse(page).fill(PASSWORD);
    await confirmation(page).fill(PASSWORD);
    const read = await durationOf(
      page,
      page.getByRole('status').filter({ hasText: SUCCESS, hasNotText: 'Votre demande pour' }),
      () => createButton(page).click(),
    );
    expect(Math.abs(read - 3_000)).toBeLessThanOrEqual(200);
    await expect(page).toHaveURL('/login');
    // The sign-in page repeats the message until somebody signs in, also after a reload and after
    // Back (ACC-19).
    const repeated = page.getByText(
      new RegExp(
        `^Votre demande pour ${email} est enregistrée\\. Un administrateur va valider votre compte\\. Vous pourrez alors vous connecter et réserver`,
      ),
    );
    await expect(repeated).toBeVisible();
    await page.reload();
    await expect(repeated).toBeVisible();
    expect(await compteOf(manege, email)).toEqual([
      {
        prenom: 'Zélie',
        nom: "D'Hondt",
        telephone: '+32 81 00 00 00',
        adresse: 'Rue du Manège 1\n5030 Gembloux',
        role: 'utilisateur',
        statut: 'en_attente',
      },
    ]);
    // The typed address is kept, here and on the page for a forgotten password.
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    // Both pages have this field with the same value, so the title is awaited first.
    await expect(
      page.getByRole('heading', { level: 1, name: 'Mot de passe oublié' }),
    ).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByLabel('Email').fill('une.autre@essai.example');
    await page.reload();
    await expect(page.getByLabel('Email')).toHaveValue('une.autre@essai.example');
    // Another tab repeats it too, without the address, but not after 30 days (LIM-71).
    const other = await page.context().newPage();
    const anonymous =
      /^Votre demande est enregistrée\. Un administrateur va valider votre compte\. Vous pourrez alors vous connecter et réserver/;
    const asked = (hoursAgo: number) =>
      other.evaluate((hours) => {
        const kept = JSON.parse(localStorage.getItem('demande.2') ?? '') as object;
        const faite = Date.now() - hours * 3_600_000;
        localStorage.setItem('demande.2', JSON.stringify({ ...kept, faite }));
        return JSON.stringify(Object.entries(localStorage));
      }, hoursAgo);
    for (const [hours, times] of [
      [30 * 24 - 1, 1],
      [30 * 24, 0],
      [13, 1],
    ] as const) {
      await other.goto('/login');
      expect(await asked(hours)).not.toContain(email);
      await other.reload();
      await expect(other.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
      await expect(other.getByText(anonymous)).toHaveCount(times);
    }
    await other.close();
    await page.goto('/register');
    await expect(page.getByLabel('Prénom')).toBeVisible();
    expect(await texts()).toEqual(['', '', '', '', '', '', '']);
    await signIn(page, { id: '', email });
    await expect(page.getByRole('alert')).toHaveText(
      'Votre compte est en attente de validation par un administrateur.',
    );
    await expect(page.getByText(anonymous)).toBeVisible();
    await signIn(page, await manege.person());
    await expect(page.getByRole('heading', { level: 1, name: /^Bonjour/ })).toBeVisible();
    await page
      .evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('demande')))
      .then((kept) => expect(kept).toEqual([]));
    // The message also disappears once the person is told that the account is refused.
    const refused = await manege.person({ statut: 'refuse' });
    await page.context().clearCookies();
    await page.goto('/login');
    await page.evaluate(() =>
      localStorage.setItem(
        'demande.2',
        JSON.stringify({ confirmation: false, delai: null, faite: Date.now() }),
      ),
    );
    await signIn(page, refused);
    await expect(page.getByRole('alert')).toHaveText(
      'Votre compte a été refusé. Contactez un administrateur.',
    );
    await page.reload();
    await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
    await expect(page.getByText(anonymous)).toHaveCount(0);
  },
);

async function keepAddress(page: Page, manege: Manege): Promise<void> {
  const { email } = await manege.person();
  await page.route('**/api/auth/request-password-reset', (route) => route.abort('aborted'));
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Envoyer le lien' }).click();
  const sent = page.getByRole('heading', { level: 1, name: 'Votre demande est enregistrée' });
  await expect(sent).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.unroute('**/api/auth/request-password-reset');
  await page.getByRole('button', { name: 'Envoyer le lien' }).click();
  await expect(sent).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('');
}

async function registerByKey(page: Page, manege: Manege): Promise<void> {
  const email = newEmail();
  // RIDE-61: approvals that took two days each.
  for (let i = 0; i < 5; i += 1) {
    const { id } = await manege.person();
    await manege.sql(
      "insert into journal (survenu_at, action, objet, objet_id) select created_at + interval '50 hours', 'compte.approuve', 'compte', id::text from users where id = $1",
      [id],
    );
  }
  await page.goto('/register');
  await tabTo(page, page.getByLabel('Prénom'));
  await page.keyboard.type('Inès');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Lefèvre');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await tabTo(page, motDePasse(page));
  await page.keyboard.type(PASSWORD);
  await tabTo(page, confirmation(page));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Votre demande est enregistrée' }),
  ).toBeFocused();
  await expect(page.getByRole('status')).toHaveText(
    /^Un administrateur va valider votre compte\s*Vous pourrez alors vous connecter et réserver, en 2 jours environ\.$/,
  );
  await expect(page).toHaveURL('/register');
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller à la connexion' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login', { timeout: 2_000 });
  expect(await compteOf(manege, email)).toEqual([
    {
      prenom: 'Inès',
      nom: 'Lefèvre',
      telephone: null,
      adresse: null,
      role: 'utilisateur',
      statut: 'en_attente',
    },
  ]);
}

test(
  'chaque faute se dit à son champ ; une adresse déjà prise, trop de comptes ou un service en panne laissent la saisie',
  TELEPHONE,
  async ({ page, manege }) => {
    // ACC-18, ACC-20, ACC-21, ACC-34, ACC-42, ACC-46, ACC-109
    await test.step('chaque faute se dit à son champ, le clavier va à la première, et rien ne part', () =>
      sayFaults(page));
    await test.step('une adresse déjà prise, en autre casse et entre des espaces, est refusée et ne change rien au compte', () =>
      refuseTaken(page, manege));
    await test.step('trop de comptes depuis un même réseau, ou un service en panne : une phrase, et la saisie reste', () =>
      refuseMany(page, manege));
  },
);

async function sayFaults(page: Page): Promise<void> {
  let sent = 0;
  page.on('request', (request) => {
    sent += Number(request.method() === 'POST');
  });
  await page.goto('/register');
  await expect(page.getByText('Au moins 6 caractères.')).toBeVisible();
  await createButton(page).click();
  for (const sentence of [
    'Veuillez saisir votre prénom (100 caractères au plus).',
    'Veuillez saisir votre nom (100 caractères au plus).',
    'Veuillez saisir une adresse email valable.',
    'Le mot de passe doit contenir au moins 6 caractères',
  ])
    await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByLabel('Prénom')).toBeFocused();
  await expect(page.getByLabel('Prénom')).toHaveAccessibleDescription(
    /Veuillez saisir votre prénom/,
  );

  await fill(page, 'zelie@essai.example');
  const refuse = async (
    field: ReturnType<typeof nom>,
    value: string,
    sentence: string,
    right = '',
  ) => {
    await field.fill(value);
    await createButton(page).click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(field).toBeFocused();
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    await field.fill(right);
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  };
  await refuse(nom(page), '12345', 'Veuillez saisir votre nom (100 caractères au plus).', 'Dupont');
  await refuse(
    page.getByLabel('Email'),
    'zelie@essai',
    'Veuillez saisir une adresse email valable.',
  );
  await refuse(
    page.getByLabel('Email'),
    'zélie@essai.example',
    'Veuillez saisir une adresse email valable.',
    'zelie@essai.example',
  );
  await refuse(motDePasse(page), 'abcde', 'Le mot de passe doit contenir au moins 6 caractères');
  await refuse(
    motDePasse(page),
    'a'.repeat(129),
    'Le mot de passe doit contenir au plus 128 caractères',
    PASSWORD,
  );
  await refuse(
    confirmation(page),
    `${PASSWORD} `,
    'Les mots de passe ne correspondent pas',
    PASSWORD,
  );
  await refuse(
    page.getByLabel('Téléphone'),
    '0'.repeat(41),
    'Le téléphone doit compter 40 caractères au plus.',
  );
  await page.getByLabel('Adresse').fill('a'.repeat(301));
  await expectNoSidewaysScroll(page);
  await refuse(
    page.getByLabel('Adresse'),
    'a'.repeat(301),
    "L'adresse doit compter 300 caractères au plus.",
  );
  expect(sent).toBe(0);
}

async function refuseTaken(page: Page, manege: Manege): Promise<void> {
  const { id, email } = await manege.person();
  const read = () =>
    manege.sql(
      'select u.*, a.hachage, (select count(*) from users) as n from users u join mots_de_passe a on a.user_id = u.id where u.id = $1',
      [id],
    );
  const before = await read();
  await page.goto('/register');
  await fill(page, `  ${email.toUpperCase()} `);
  await createButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Cet email est déjà utilisé.');
  await expect(page).toHaveURL('/register');
  await expect(nom(page)).toHaveValue("D'Hondt");
  await expect(motDePasse(page)).toHaveValue(PASSWORD);
  expect(await read()).toEqual(before);
  const corrected = newEmail();
  await page.getByLabel('Email').fill(corrected);
  await createButton(page).click();
  await expect(page.getByRole('status').getByText(SUCCESS, { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
}

async function refuseMany(page: Page, manege: Manege): Promise<void> {
  await page.goto('/register');
  const first = newEmail();
  await fill(page, first);
  await page.route(
    '**/api/auth/sign-up/email',
    (route) => route.fulfill({ status: 404, body: '<html>' }),
    { times: 2 }, // the page sends it once more
  );
  await createButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    "Pas de réponse : nous ne savons pas si c'est fait. Vérifiez votre connexion, puis recommencez.",
  );
  await expect(page.getByLabel('Email')).toHaveValue(first);

  await createButton(page).click();
  await expect(page.getByRole('status').getByText(SUCCESS, { exact: true })).toBeVisible();
  await manege.sql(
    "insert into essais (cle, survenu_at) select cle, survenu_at from essais, generate_series(1, 10) where cle like 'inscriptions %'",
  );
  await page.goto('/register');
  await fill(page, newEmail());
  await createButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Trop de comptes ont été créés depuis votre connexion internet. Veuillez réessayer plus tard.',
  );
}

test(
  "le clavier seul suffit à s'inscrire et à passer à la connexion ; un gestionnaire de mots de passe reconnaît chaque champ",
  BUREAU,
  async ({ page, manege }) => {
    // UI-70
    await test.step('un gestionnaire de mots de passe reconnaît chaque champ, et chacun se montre et se cache à part', () =>
      nameFields(page));
    await test.step("le clavier seul suffit à s'inscrire et à passer à la connexion", () =>
      registerByKey(page, manege));
    await test.step("mot de passe oublié : une adresse que le serveur n'a pas reçue reste dans le formulaire ; envoyée, elle n'est plus gardée", () =>
      keepAddress(page, manege));
  },
);

async function nameFields(page: Page): Promise<void> {
  await page.goto('/register');
  await expect(motDePasse(page)).toBeVisible();
  const attributes = await page
    .locator('form :is(input, textarea)')
    .evaluateAll((fields) =>
      fields.map((field) =>
        ['name', 'type', 'autocomplete'].map((name) => field.getAttribute(name) ?? '-').join(' '),
      ),
    );
  expect(attributes).toEqual([
    'prenom - given-name',
    'nom - family-name',
    'email email username',
    'password password new-password',
    'confirmation password new-password',
    'telephone tel tel',
    'adresse - street-address',
  ]);
  await page.getByRole('button', { name: 'Afficher la confirmation' }).click();
  await expect(confirmation(page)).toHaveAttribute('type', 'text');
  await expect(motDePasse(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Masquer la confirmation' }).click();
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).click();
  await expect(motDePasse(page)).toHaveAttribute('type', 'text');
  await expect(confirmation(page)).toHaveAttribute('type', 'password');
}
