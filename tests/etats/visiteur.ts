import type { Page } from '@playwright/test';
import { announceParametres } from '../parcours/fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { button, text, type Groupe } from './etat.ts';

const EMAIL = 'camille.lambert@essai.example';

async function ask(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await button(page, 'Envoyer le lien').click();
}

/** What keeps a page from the next entry: interceptions end with an entry, scripts of the page do not. */
export const VISITEUR: Groupe = {
  title: 'Un visiteur : ce qui manque, ce qui est refusé, ce qui est parti',
  who: 'visiteur',
  empty: true,
  async prepare(manege) {
    await manege.person({ prenom: 'Camille', nom: 'Lambert' });
    await manege.sql(
      `update users set email = '${EMAIL}' where prenom = 'Camille' and nom = 'Lambert'`,
    );
    await manege.sql(
      `update parametres set billing = true, "billingSince" = '2026-01-01', "billingHolder" = 'Écuries du Moulin SRL', "billingIban" = 'BE68539007547034',
        "centreName" = 'Les Écuries du Moulin', "centreForm" = 'SRL', "centreAddress" = E'Rue du Moulin 12\\n5000 Namur', "centreNumber" = 'BE 0123.456.749'`,
    );
    await announceParametres(manege);
  },
  etats: [
    {
      title: "l'accueil avec les mentions du centre",
      path: '/',
      open: text(/Les Écuries du Moulin SRL/),
    },
    {
      title: 'une inscription incomplète',
      path: '/register',
      open: text('Veuillez saisir une adresse email valable.'),
      press: (page) => button(page, 'Créer mon compte').click(),
    },
    {
      title: 'une adresse déjà prise',
      path: '/register',
      open: text('Cet email est déjà utilisé.'),
      async press(page) {
        await page.getByLabel('Prénom').fill('Zélie');
        await page.getByLabel('Nom', { exact: true }).fill("D'Hondt");
        await page.getByLabel('Email').fill(EMAIL);
        await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
        await page.getByLabel('Confirmer le mot de passe').fill(PASSWORD);
        await button(page, 'Créer mon compte').click();
      },
    },
    {
      title: "une adresse qui n'en est pas une",
      path: '/forgot-password',
      open: text('Veuillez saisir une adresse email valable.'),
      press: (page) => ask(page, 'camille'),
    },
    {
      title: 'un lien demandé',
      path: '/forgot-password',
      open: text(/^Si un compte existe pour/),
      press: (page) => ask(page, EMAIL),
    },
    {
      title: 'un lien que le service ne vérifie pas',
      path: '/reset-password#token=inconnu',
      prepare: (page) =>
        page.route('**/api/auth/reset-password/verification', (route) =>
          route.fulfill({ status: 404, body: '<html>' }),
        ),
      open: text('Le service ne répond pas'),
    },
    {
      title: 'un nouveau mot de passe trop court',
      path: '/reset-password#token=inconnu',
      // Only the link of an email is valid: the answer of the server is returned instead.
      prepare: (page) =>
        page.route('**/api/auth/reset-password/verification', (route) =>
          route.fulfill({ json: {} }),
        ),
      open: text('Le mot de passe doit contenir au moins 8 caractères'),
      async press(page) {
        await page.getByLabel('Nouveau mot de passe').fill('sept789');
        await page.getByLabel('Confirmer le mot de passe').fill('sept789');
        await button(page, 'Enregistrer le mot de passe').click();
      },
    },
    {
      title: 'une demande de compte enregistrée',
      path: '/login',
      prepare: (page) =>
        page.addInitScript(() => {
          if (location.protocol.startsWith('http'))
            localStorage.setItem(
              'demande.2',
              JSON.stringify({ confirmation: false, delai: null, faite: Date.now() }),
            );
        }),
      open: text(/^Votre demande est enregistrée/),
    },
    {
      title: 'un navigateur sans cookies',
      path: '/login',
      prepare: (page) =>
        page.addInitScript(() =>
          Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }),
        ),
      open: text(/^Votre navigateur ne garde pas les cookies/),
    },
  ],
};
