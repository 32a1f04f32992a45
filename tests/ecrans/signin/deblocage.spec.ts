/**
 * An account that has reached its limit of failed sign-ins per day (ACC-55 to ACC-58): the message,
 * the emailed link, and 'Débloquer'.
 */
import type { Page } from '@playwright/test';
import { newestJeton } from '../../support/jetons.ts';
import { PASSWORD } from '../../support/people.ts';
import { startServer } from '../../support/server.ts';
import {
  BUREAU,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  SECRET,
  signIn,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import {
  APPROVED,
  button,
  newNom,
  openUtilisateurs,
  rowNamed,
  search,
} from '../../parcours/utilisateurs.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Stores wrong passwords from unknown devices. */
const block = (manege: Manege, email: string, n = 50) =>
  manege.sql(
    "insert into essais (cle, survenu_at) select 'compte ' || $1, now() - interval '1 hour' from generate_series(1, $2::int)",
    [email, n],
  );

async function connect(page: Page, password: string): Promise<void> {
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

test(
  'bloqué : la phrase dit ce qui reste ; un appareil connu entre',
  BUREAU,
  async ({ page, manege, browser }) => {
    // ACC-55, ACC-56
    const person = await manege.person();
    await signIn(page, person);
    await expect(page).toHaveURL(`${manege.server.url}/`);
    await page.request.post(`${manege.server.url}/api/auth/sign-out`, {
      headers: { origin: manege.server.url },
      data: {},
    });
    await block(manege, person.email);
    const elsewhere = await browser.newContext({ baseURL: manege.server.url });
    const other = await elsewhere.newPage();
    await signIn(other, person);
    await expect(other.getByRole('alert')).toHaveText(
      'Trop de tentatives de connexion avec cette adresse : la connexion depuis un nouvel appareil est bloquée pour le moment. ' +
        'Connectez-vous depuis un appareil déjà utilisé, ou demandez à un administrateur de débloquer votre compte.',
    );
    await elsewhere.close();
    await signIn(page, person);
    await expect(page).toHaveURL(`${manege.server.url}/`);
  },
);

test(
  'le lien reçu par email ouvre la connexion dans le navigateur où le bouton est pressé, une fois',
  TELEPHONE,
  async ({ page, manege, browser }) => {
    // ACC-57
    const { email } = await manege.person();
    const other = await startServer({
      DATABASE_URL: manege.server.databaseUrl,
      SECRET,
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    const elsewhere = await browser.newContext();
    const phone = await elsewhere.newPage();
    try {
      await block(manege, email, 49);
      await page.goto(`${other.url}/login`);
      await page.getByLabel('Email').fill(email);
      await connect(page, 'pas le bon');
      await expect(page.getByRole('alert')).toHaveText('Email ou mot de passe incorrect.');
      await connect(page, PASSWORD);
      await expect(page.getByRole('alert')).toContainText(
        'ou ouvrez sur celui-ci le lien que nous avons envoyé à cette adresse. « Mot de passe oublié ? » le permet aussi.',
      );
      await expectGoodAtBothWidths(page);

      await expect
        .poll(() =>
          manege.sql("select 1 from courriels where sorte = 'deblocage' and destinataire = $1", [
            email,
          ]),
        )
        .toHaveLength(1);
      const lien = `${other.url}/deblocage#token=${await newestJeton(SECRET, manege.sql, email, 'deblocage')}`;
      await phone.route('**/api/auth/deblocage/verification', (route) => route.abort(), {
        times: 1,
      });
      await phone.goto(lien);
      await expect(heading(phone, 'Le service ne répond pas')).toBeFocused();
      await phone.getByRole('button', { name: 'Réessayer' }).click();
      const use = phone.getByRole('button', { name: 'Utiliser ce navigateur' });
      await expect(use).toBeVisible();
      await expect(phone).toHaveURL(`${other.url}/deblocage`);
      await expect(phone).toHaveTitle('Utiliser ce navigateur · Manège');
      await expectGoodAtBothWidths(phone);
      await phone.reload();
      await use.focus();
      await phone.keyboard.press('Enter');
      await expect(heading(phone, 'Se connecter')).toBeVisible();
      await expect(
        phone.getByText(
          'La connexion est débloquée dans ce navigateur. Donnez votre mot de passe.',
        ),
      ).toBeVisible();
      await expect(phone.getByLabel('Email')).toHaveValue(email);
      await expectGoodAtBothWidths(phone);
      await connect(phone, PASSWORD);
      await expect(phone).toHaveURL(`${other.url}/`);

      // The browser that requested the link stays blocked, and the link works only once.
      await connect(page, PASSWORD);
      await expect(page.getByRole('alert')).toContainText(
        'Trop de tentatives de connexion avec cette adresse',
      );
      await page.goto(lien);
      await expect(heading(page, 'Ce lien a déjà servi')).toBeFocused();
      await page.goto('about:blank');
      await page.goto(`${other.url}/deblocage#token=un-autre`);
      await expect(heading(page, "Ce lien ne s'ouvre plus")).toBeFocused();
      await expect(page.getByRole('status')).toHaveText(
        "Ce lien est invalide, ou il a plus d'une heure.",
      );
      await page.getByRole('link', { name: 'Choisir un nouveau mot de passe' }).click();
      await expect(heading(page, 'Mot de passe oublié')).toBeVisible();
    } finally {
      // The live streams of the pages would report that the server has stopped.
      await elsewhere.close();
      await page.goto('about:blank');
      await other.stop();
    }
  },
);

test(
  'un administrateur débloque un cavalier sur la page des comptes, et un administrateur dans les paramètres',
  BUREAU,
  async ({ page, manege }) => {
    // ACC-58
    const [nom, admin] = [newNom(), newNom()];
    const [rider, colleague] = [
      await manege.person({ nom }),
      await manege.person({ role: 'admin', nom: admin }),
    ];
    for (const { email } of [rider, colleague]) await block(manege, email);
    await openUtilisateurs(page, manege);
    await Promise.all([page.waitForResponse(/\/api\/users\?.*\bq=/), search(page).fill(nom)]);
    // the lists are dimmed during the search
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    const row = rowNamed(page, APPROVED, nom);
    await expect(row).toContainText('Connexion bloquée');
    // ACC-100: the page was opened with a session that had given the password.
    await manege.sql('update sessions set confirme_at = null');
    await button(row, 'Débloquer').press('Enter');
    await page
      .getByRole('dialog', { name: "Confirmez que c'est vous" })
      .getByLabel('Mot de passe actuel', { exact: true })
      .fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${nom} est débloqué.`)).toBeVisible();
    await expect(row).not.toContainText('Connexion bloquée');
    await expect(button(row, 'Débloquer')).toHaveCount(0);
    expect(
      await manege.sql("select 1 from essais where cle = 'compte ' || $1", [rider.email]),
    ).toEqual([]);

    await page.goto('/app/webmastersettings?onglet=securite');
    const line = rowNamed(page, 'Administrateurs du site', admin);
    await expect(line).toContainText('Connexion bloquée');
    await button(line, 'Débloquer').click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(
      'pourra de nouveau se connecter depuis un nouvel appareil.',
    );
    await button(question, 'Débloquer').click();
    await expect(page.getByText('Administrateur débloqué avec succès')).toBeVisible();
    await expect(line).not.toContainText('Connexion bloquée');
  },
);
