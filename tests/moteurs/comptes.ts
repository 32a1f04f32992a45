/** End-to-end tests of accounts: how people sign up and sign in, and their own data. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { newestJeton } from '../support/jetons.ts';
import { SECRET } from '../support/manege.ts';
import { PASSWORD } from '../support/people.ts';
import type { Journey } from './journey.ts';
import type { Page } from './page.ts';

const NEW_PASSWORD = 'longe et filet neufs';

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.fill('Email', email);
  await page.fill('Mot de passe', password);
  await page.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.click('button', 'Mon compte');
  await page.click('button', 'Se déconnecter');
  await page.at('/login');
}

/** Another name and address for each call. */
let n = 0;
const newcomer = () => {
  n += 1;
  return {
    nom: `D'Hondt${'abcdefghij'[n % 10]}${process.pid % 10 === 0 ? 'x' : 'y'}`,
    email: `nouvelle${n}.${process.pid}@essai.example`,
  };
};

export const COMPTES: Journey[] = [
  {
    title: "s'inscrire, être approuvé, se connecter",
    async walk(page, manege) {
      // ACC-17, PEOPLE-03
      const { nom, email } = newcomer();
      await page.goto('/login');
      await page.click('link', 'Créer un compte');
      await page.fill(/^Prénom/, 'Zélie');
      await page.fill(/^Nom/, nom);
      await page.fill(/^Email/, email);
      await page.fill(/^Mot de passe/, PASSWORD);
      await page.fill(/^Confirmer le mot de passe/, PASSWORD);
      await page.click('button', 'Créer mon compte');
      await page.focused('heading', 'Votre demande est enregistrée');
      await page.at('/login');
      await signIn(page, email, PASSWORD);
      await page.see('text', 'Votre compte est en attente de validation par un administrateur.');

      await page.enter(
        await manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' }),
        '/app/utilisateurs',
      );
      await page.within('row', new RegExp(`Zélie ${nom}`)).click('button', /^Approuver/);
      const question = page.within('dialog', 'Approuver cette demande');
      await question.see('text', `Zélie ${nom}`);
      await question.click('button', /^Utilisateur/);
      await page.see('text', new RegExp(`Zélie ${nom} a été approuvé`));
      await page.gone('dialog', 'Approuver cette demande');
      await signOut(page);
      await signIn(page, email, PASSWORD);
      await page.see('heading', `Bonjour Zélie ${nom}`);
    },
  },
  {
    title: 'se connecter et se déconnecter, au clavier seul',
    short: 'narrow',
    async walk(page, manege) {
      // ACC-01, UI-04
      const { email } = await manege.person({ prenom: 'Élise', nom: 'Maes' });
      await page.goto('/login');
      await page.tabTo('field', 'Email');
      await page.type(email);
      await page.tabTo('field', 'Mot de passe');
      await page.type('selle-et-poney');
      await page.press('Enter');
      await page.see('text', 'Email ou mot de passe incorrect.');
      await page.fill('Mot de passe', PASSWORD);
      await page.press('Enter');
      await page.see('heading', 'Bonjour Élise Maes');
      await page.goto('/app/reservation');
      await page.tabTo('button', 'Mon compte');
      await page.press('Enter');
      await page.tabTo('button', 'Se déconnecter');
      await page.press(' ');
      await page.at('/login');
      await page.see('heading', 'Se connecter');
      // The session is over too.
      await page.goto('/app/reservation');
      await page.at('/login');
    },
  },
  {
    title: "un mot de passe oublié : le lien de l'email, le nouveau mot de passe, la connexion",
    async walk(page, manege) {
      // ACC-30, ACC-31, ACC-32
      const { email } = await manege.person({ prenom: 'Élise', nom: 'Maes' });
      await page.goto('/login');
      await page.click('link', 'Mot de passe oublié ?');
      // the sign-in page has a field with the same name
      await page.see('heading', 'Mot de passe oublié');
      await page.fill('Email', email);
      await page.click('button', 'Envoyer le lien');
      await page.see('text', `Si un compte existe pour ${email}, un lien est prêt pour lui.`);
      // The email is written after the answer, and waits because there is no mail server.
      await expect
        .poll(() => manege.sql('select 1 from demandes_de_lien where email = $1', [email]), {
          timeout: 10_000,
        })
        .toEqual([]);
      await page.goto(
        `/reset-password#token=${await newestJeton(SECRET, manege.sql, email, 'mot_de_passe')}`,
      );
      await page.fill(/^Nouveau mot de passe/, NEW_PASSWORD);
      await page.fill(/^Confirmer le mot de passe/, NEW_PASSWORD);
      await page.click('button', 'Enregistrer le mot de passe');
      await page.focused('heading', 'Mot de passe modifié');
      await page.at('/login');
      await signIn(page, email, NEW_PASSWORD);
      await page.see('heading', 'Bonjour Élise Maes');
    },
  },
  {
    title: 'modifier ses coordonnées',
    async walk(page, manege) {
      // PEOPLE-12
      const person = await manege.person();
      await page.enter(person, '/app/monprofil');
      await page.tabTo('button', 'Modifier');
      await page.press('Enter');
      await page.focused('field', 'Prénom');
      await page.fill('Prénom', 'Zélie');
      await page.fill('Téléphone', '+32 81 00 00 00');
      await page.fill('Adresse', 'Rue du Manège 1, 5030 Gembloux');
      await page.click('button', 'Enregistrer');
      await page.see('text', 'Profil mis à jour avec succès');
      await page.focused('button', 'Modifier');
      await page.within('region', 'Identité').see('heading', 'Zélie Lambert');
      await page.see('text', '+32 81 00 00 00');
      expect(
        await manege.sql('select full_name, telephone, adresse from users where id = $1', [
          person.id,
        ]),
      ).toEqual([
        {
          full_name: 'Zélie Lambert',
          telephone: '+32 81 00 00 00',
          adresse: 'Rue du Manège 1, 5030 Gembloux',
        },
      ]);
    },
  },
  {
    title: 'changer sa photo, la retirer',
    async walk(page, manege) {
      // PEOPLE-15
      const person = await manege.person();
      const file = join(tmpdir(), `manege-photo-${process.pid}.jpg`);
      // As large as a photo of a phone: the browser reduces it before it is sent.
      await sharp({
        create: {
          width: 2400,
          height: 1800,
          channels: 3,
          background: '#1f4d3a',
          noise: { type: 'gaussian', mean: 90, sigma: 30 },
        },
      })
        .jpeg({ quality: 90 })
        .toFile(file);
      try {
        await page.enter(person, '/app/monprofil');
        await page.upload(file);
        await page.see('text', 'Photo de profil mise à jour avec succès');
      } finally {
        rmSync(file);
      }
      const sizes = () =>
        page.evaluate(() =>
          [...document.images].map(
            ({ src, naturalWidth }) =>
              `${new URL(src).pathname.replace(/\/\d+\./, '/n.')} ${naturalWidth}`,
          ),
        );
      await expect
        .poll(sizes, { timeout: 10_000 })
        .toContain(`/storage/profile-images/${person.id}/n.webp 512`);
      await page.click('button', 'Retirer la photo');
      await page.see('text', 'Photo de profil retirée');
      await page.focused('button', 'Changer la photo');
      expect(
        await manege.sql('select profile_image_url from users where id = $1', [person.id]),
      ).toEqual([{ profile_image_url: null }]);
    },
  },
  {
    title: 'choisir le thème sombre, qui reste au rechargement',
    async walk(page, manege) {
      // UI-37
      const background = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      await page.enter(await manege.person(), '/app/reservation');
      const light = await background();
      await page.click('button', 'Mon compte');
      await page.within('group', 'Thème').check('Clair');
      await page.press('ArrowRight');
      await page
        .within('group', 'Thème')
        .see('radio', 'Sombre', ({ checked, focused }) => checked && focused);
      await expect.poll(background).not.toBe(light);
      const dark = await background();
      await page.press('Escape');
      await page.gone('group', 'Thème');
      await page.goto('/app/reservation');
      await page.see('heading', 'Réserver une leçon');
      expect(await background()).toBe(dark);
    },
  },
];
