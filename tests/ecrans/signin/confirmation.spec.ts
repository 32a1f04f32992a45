/** An address that must be confirmed (ACC-22): the refusal, another email, its link. */
import type { Page } from '@playwright/test';
import { newestJeton } from '../../support/jetons.ts';
import { PASSWORD } from '../../support/people.ts';
import { startServer } from '../../support/server.ts';
import { startSmtp } from '../../support/smtp.ts';
import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  SECRET,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import {
  act,
  button,
  DEMANDES,
  dialog,
  menuOf,
  newNom,
  rowNamed,
} from '../../parcours/utilisateurs.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test(
  'une adresse à confirmer : le refus offre un nouvel email, dont le lien ouvre la connexion',
  TELEPHONE,
  async ({ page, manege }) => {
    // ACC-22, ACC-24, ACC-109
    const { id, email } = await manege.person();
    await manege.sql('update users set email_confirme = false where id = $1', [id]);
    // An address must be confirmed only if emails can be sent (ACC-22).
    const other = await startServer({
      DATABASE_URL: manege.server.databaseUrl,
      SECRET,
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    try {
      const connect = async () => {
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Se connecter' }).click();
      };
      // Emails are announced only if the server can send them (UI-73).
      const promise = page.getByText(
        'Chaque réservation est confirmée par email, avec de quoi la ranger dans votre agenda, et rappelée la veille.',
      );
      const none = page.getByText(
        "Ce centre n'envoie pas d'email de confirmation : chaque réservation est confirmée aussitôt à l'écran, et se retrouve dans « Mes réservations ».",
      );
      await page.goto('/');
      await expect(none).toBeVisible();
      await expect(
        page.getByRole('heading', { level: 3, name: 'Confirmation immédiate par email' }),
      ).toBeVisible();
      await page.goto('/forgot-password');
      await expect(
        page.getByText(/^Ce centre n'envoie pas d'email\. Indiquez le vôtre\s: un administrateur/),
      ).toBeVisible();
      await page.goto(other.url);
      await expect(promise).toBeVisible();
      await page.goto(`${other.url}/forgot-password`);
      await expect(
        page.getByText(
          'Indiquez votre email : nous vous enverrons un lien pour en choisir un nouveau.',
        ),
      ).toBeVisible();
      await page.getByLabel('Email').fill('inconnue@essai.example');
      await page.getByRole('button', { name: 'Envoyer le lien' }).click();
      await expect(page.getByRole('status')).toHaveText(
        'Si un compte existe pour inconnue@essai.example, un email vient de lui être envoyé.',
      );
      await page.goto(`${other.url}/login`);
      await connect();
      await expect(page.getByRole('alert')).toHaveText(
        'Veuillez confirmer votre email avant de vous connecter.',
      );
      const resendButton = page.getByRole('button', { name: "Renvoyer l'email de confirmation" });
      await page.route(
        '**/api/auth/send-verification-email',
        (route) => route.fulfill({ status: 404, body: '<html>' }),
        { times: 1 },
      );
      await resendButton.click();
      await expect(page.getByRole('status')).toHaveText(
        "Pas de réponse : nous ne savons pas si c'est fait. Vérifiez votre connexion, puis recommencez.",
      );
      await resendButton.click();
      await expect(page.getByRole('status')).toHaveText(/Un nouvel email est en route/);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      let posts = 0;
      page.on('request', (request) => {
        posts += Number(request.url().endsWith('/api/auth/verify-email'));
      });
      await expect
        .poll(() => manege.sql('select 1 from demandes_de_lien where email = $1', [email]))
        .toEqual([]);
      const lien = `${other.url}/confirm-email#token=${await newestJeton(SECRET, manege.sql, email, 'confirmation_adresse')}`;
      await page.route(
        '**/api/auth/verify-email',
        (route) => route.fulfill({ status: 404, body: '<html>' }),
        { times: 1 },
      );
      await page.goto(lien);
      await expect(heading(page, 'Le service ne répond pas')).toBeFocused();
      await page.getByRole('button', { name: 'Réessayer' }).click();
      await expect(heading(page, 'Adresse confirmée')).toBeFocused();
      await expect(page).toHaveTitle("Confirmation de l'adresse · Manège");
      expect(posts).toBe(2);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      await expect(page).toHaveURL(`${other.url}/confirm-email`);
      // another fragment of the same address would not reload the page
      await page.goto('about:blank');
      // the form of the link in emails of the previous version
      await page.goto(lien.replace('#', '?'));
      await expect(heading(page, 'Adresse déjà confirmée')).toBeFocused();
      const promised = page.getByText(
        "Un administrateur valide chaque nouveau compte : vous recevrez un email dès que le vôtre sera activé. S'il l'est déjà, connectez-vous.",
      );
      await expect(promised).toBeVisible();
      // UI-73: the server without SMTP_URL, with the same database.
      await page.goto(lien.replace(other.url, manege.server.url));
      await expect(heading(page, 'Adresse déjà confirmée')).toBeFocused();
      await expect(
        page.getByText(
          "Un administrateur valide chaque nouveau compte : vous pourrez alors vous connecter et réserver. S'il a déjà validé le vôtre, connectez-vous.",
        ),
      ).toBeVisible();
      await expect(promised).toHaveCount(0);
      await page.goto(lien.replace('#', '?'));
      await expect(heading(page, 'Adresse déjà confirmée')).toBeFocused();
      await expect(page).toHaveURL(`${other.url}/confirm-email`);
      await page.goto(`${other.url}/confirm-email#token=un-autre`);
      await expect(page.getByRole('status')).toHaveText(
        'Ce lien de confirmation est invalide ou expiré. Connectez-vous pour en recevoir un nouveau.',
      );
      await page.getByRole('link', { name: 'Aller à la connexion' }).click();
      await connect();
      await expect(page).toHaveURL(`${other.url}/`);
    } finally {
      // The live stream of the page would report that the server has stopped.
      await page.goto('about:blank');
      await other.stop();
    }
  },
);

test(
  "de la demande à l'approbation : les deux étapes se disent, l'administrateur voit ce qui manque, le renvoie, et suit chaque email",
  TELEPHONE,
  async ({ page, manege, browser }) => {
    // ACC-19, PEOPLE-03, PEOPLE-07
    const smtp = await startSmtp();
    const other = await startServer({
      DATABASE_URL: manege.server.databaseUrl,
      SECRET,
      SMTP_URL: smtp.url,
    });
    const deskContext = await browser.newContext({
      baseURL: other.url,
      viewport: page.viewportSize(),
    });
    const admin = await deskContext.newPage();
    const nom = newNom();
    const email = `${nom.toLowerCase()}@essai.example`;
    const message = (sentence: string | RegExp) =>
      admin.getByRole('status').filter({ hasText: sentence });
    try {
      await page.goto(`${other.url}/register`);
      await page.getByLabel('Prénom').fill('Zélie');
      await page.getByLabel('Nom', { exact: true }).fill(nom);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
      await page.clock.install();
      await page.getByRole('button', { name: 'Créer mon compte' }).click();
      await expect(page.getByRole('listitem')).toHaveText([
        `Confirmez votre adresse par le lien envoyé à ${email}`,
        'Un administrateur va valider votre compte',
      ]);
      await expectNoSidewaysScroll(page);
      await page.clock.fastForward(3_000);
      await expect(page).toHaveURL(`${other.url}/login`);
      await expect(page.getByRole('status')).toHaveText(
        new RegExp(
          `^Avant de vous connecter\\s: confirmez votre adresse par le lien envoyé à ${email}, puis un administrateur valide votre compte\\. Un email vous dira que votre compte est ouvert`,
        ),
      );
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);

      await enter(
        admin,
        { ...manege, server: other },
        await manege.person({ role: 'admin', prenom: 'Sophie', nom: newNom() }),
      );
      await admin.goto('/app/utilisateurs');
      const demande = rowNamed(admin, DEMANDES, nom);
      await expect(demande.getByText('Email non confirmé')).toBeVisible();
      await expectNoSidewaysScroll(admin);
      await act(demande, 'Renvoyer la confirmation');
      await expect(
        message(`Zélie ${nom} : email de confirmation demandé. L'email a été envoyé.`),
      ).toBeVisible();
      await expect(menuOf(demande)).toBeFocused();
      expect(
        smtp.recus.filter(
          ({ subject, to }) =>
            subject === 'Confirmez votre adresse email' &&
            !Array.isArray(to) &&
            to?.text.includes(email),
        ),
      ).toHaveLength(2);

      // The page shows the state of an email, also when it is refused.
      smtp.toujours = { destinataire: 550 };
      await button(demande, 'Approuver').click();
      await expect(dialog(admin)).toContainText("Son adresse n'est pas encore confirmée");
      await dialog(admin)
        .getByRole('button', { name: /Utilisateur \(accès standard\)/ })
        .click();
      await expect(
        message(
          `Zélie ${nom} a été approuvé. L'email n'a pas pu être envoyé : Le serveur de courrier a refusé l'email.`,
        ),
      ).toBeVisible();
    } finally {
      // The live streams of the pages would report that the server has stopped.
      await page.goto('about:blank');
      await deskContext.close();
      await other.stop();
      await smtp.stop();
    }
  },
);
