import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { REFUSED } from '../parcours/fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { tokenFor } from '../support/server.ts';
import { button, text, titled, type Groupe, simple } from './etat.ts';

const CV = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
const PHOTO = async () => ({
  name: 'moi.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1f4d3a' } })
    .png()
    .toBuffer(),
});

export const PROFIL: Groupe = {
  title: 'Le profil et ses dialogues',
  who: 'administrateur',
  async prepare(manege, person) {
    await manege.sql(
      "insert into cles_acces (id, user_id, nom, cle_publique, compteur, transports, created_at) values ('cle', $1, 'Téléphone', '\\x00', 0, '{}', now())",
      [person!.id],
    );
    // another session
    await tokenFor(manege.server.url, person!.email, PASSWORD);
  },
  etats: [
    {
      title: "l'adresse email",
      path: '/app/monprofil',
      open: titled("Changer d'adresse email"),
      press: (page) => button(page, "Changer d'adresse email").click(),
    },
    {
      title: 'le mot de passe',
      path: '/app/monprofil',
      open: titled('Changer de mot de passe'),
      press: (page) => button(page, 'Mot de passe').click(),
    },
    {
      title: 'le cavalier',
      path: '/app/monprofil',
      open: titled('Ajouter un cavalier'),
      press: (page) => button(page, 'Ajouter un cavalier').click(),
    },
    {
      title: "l'application de codes",
      path: '/app/monprofil',
      open: (page) => page.getByRole('dialog'),
      press: (page) => button(page, 'Activer').click(),
    },
    {
      title: 'la suppression du compte',
      path: '/app/monprofil',
      open: (page) => page.getByRole('dialog'),
      press: (page) => button(page, 'Supprimer mon compte').click(),
    },
    ...simple([
      {
        title: "l'adresse email et ses fautes",
        path: '/app/monprofil',
        open: text('Veuillez saisir une adresse email valable.'),
        async press(page) {
          await button(page, "Changer d'adresse email").click();
          await button(page, 'Demander le changement').click();
        },
      },
      {
        title: "l'adresse email et un mot de passe faux",
        path: '/app/monprofil',
        open: (page) => page.getByRole('dialog').getByRole('alert'),
        async press(page) {
          await button(page, "Changer d'adresse email").click();
          await page.getByLabel('Nouvelle adresse email').fill('autre@essai.example');
          await page.getByLabel('Mot de passe actuel', { exact: true }).fill('pas le mien');
          await button(page, 'Demander le changement').click();
        },
      },
      {
        title: 'le mot de passe et ses fautes',
        path: '/app/monprofil',
        open: text('Les mots de passe ne correspondent pas'),
        async press(page) {
          await button(page, 'Mot de passe').click();
          await page.getByLabel('Nouveau mot de passe').fill('Password1');
          await button(page, 'Enregistrer le mot de passe').click();
        },
      },
      {
        title: 'la suppression du compte et ses fautes',
        path: '/app/monprofil',
        open: text('Veuillez saisir votre mot de passe.'),
        async press(page) {
          await button(page, 'Supprimer mon compte').click();
          await page
            .getByRole('dialog')
            .getByRole('button', { name: 'Supprimer mon compte' })
            .click();
        },
      },
      {
        title: 'une photo refusée',
        path: '/app/monprofil',
        open: text('Veuillez sélectionner une image valide'),
        press: (page) => page.locator('input[type=file]').setInputFiles(CV),
      },
      {
        title: 'une photo qui part',
        path: '/app/monprofil',
        open: (page) => page.getByRole('button', { name: 'Envoi en cours…' }),
        async press(page) {
          await page.route('**/api/profil/photo', () => new Promise(() => {}));
          await page.locator('input[type=file]').setInputFiles(await PHOTO());
        },
      },
      {
        title: 'une photo',
        path: '/app/monprofil',
        open: (page) => page.getByRole('button', { name: 'Retirer la photo' }),
        press: async (page) => page.locator('input[type=file]').setInputFiles(await PHOTO()),
      },
      {
        title: 'un choix qui ne s’enregistre pas',
        path: '/app/monprofil',
        open: (page) =>
          page.getByRole('region', { name: 'Emails que je reçois' }).getByRole('alert'),
        async press(page) {
          await page.route('**/api/profil/emails', (route) =>
            route.request().method() === 'PUT' ? route.fulfill(REFUSED) : route.fallback(),
          );
          await page.getByRole('switch', { name: 'Créneau libre' }).click();
        },
      },
      {
        title: "la clé de l'application, à lire",
        path: '/app/monprofil',
        open: (page) => page.getByRole('img', { name: /QR code/ }),
        async press(page) {
          await button(page, 'Activer').click();
          await page.getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
          await page.keyboard.press('Enter');
        },
      },
      {
        title: 'une adresse qui attend, et la double authentification à désactiver',
        path: '/app/monprofil',
        async prepare(_, manege) {
          await manege.sql(
            "update users set email_demande = 'attend@essai.example' where nom = 'Delvaux'",
          );
          await manege.sql(
            "insert into seconds_facteurs (user_id, secret, actif_at) select id, '\\x00', now() from users where nom = 'Delvaux' on conflict (user_id) do update set actif_at = now()",
          );
        },
        open: text('en attente de confirmation'),
      },
      {
        title: 'la double authentification et un code faux',
        path: '/app/monprofil',
        open: (page) => page.getByRole('dialog').getByText(/Veuillez saisir un code/),
        async press(page) {
          await page
            .getByRole('region', { name: 'Double authentification' })
            .getByRole('button', { name: 'Désactiver' })
            .click();
          await page.getByLabel('Mot de passe actuel', { exact: true }).fill(PASSWORD);
          await page.keyboard.press('Enter');
        },
      },
    ]),
  ],
};

const profil = { path: '/app/monprofil' };
/** What an entry before has typed is kept, and the page opens with it. */
async function edit(page: Page): Promise<void> {
  if (!(await page.getByLabel('Prénom', { exact: true }).isVisible()))
    await page.getByRole('button', { name: 'Modifier', exact: true }).click();
}
const keep = (page: Page) => page.getByRole('button', { name: 'Enregistrer', exact: true }).click();

export const PROFIL_REFUS: Groupe = {
  title: 'Le profil : en route, refusé, à corriger',
  who: 'cavalier',
  empty: true,
  etats: [
    {
      title: 'le profil charge',
      ...profil,
      loading: '**/api/profil',
    },
    {
      title: 'des coordonnées à corriger',
      ...profil,
      open: text('Veuillez saisir votre nom (100 caractères au plus).'),
      async press(page) {
        await edit(page);
        await page.getByLabel('Nom', { exact: true }).fill('12345');
        await keep(page);
      },
    },
    {
      title: 'des coordonnées que le serveur ne garde pas',
      ...profil,
      prepare: (page) =>
        page.route('**/api/profil', (route) =>
          route.request().method() === 'PATCH' ? route.abort('aborted') : route.fallback(),
        ),
      open: text('Erreur lors de la sauvegarde du profil'),
      async press(page) {
        await edit(page);
        await page.getByLabel('Nom', { exact: true }).fill('Dupont');
        await keep(page);
      },
    },
    {
      title: 'un mot de passe oublié, sans réponse',
      ...profil,
      prepare: (page) =>
        page.route('**/api/profil/mot-de-passe', (route) => route.abort('aborted')),
      open: text(/nous ne savons pas si c'est fait/),
      async press(page) {
        await page.getByRole('button', { name: 'Mot de passe', exact: true }).click();
        await button(page, /^Mot de passe actuel oublié/).click();
        await button(page, "Envoyer l'email").click();
      },
    },
  ],
};
