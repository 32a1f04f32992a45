import type { Page } from '@playwright/test';
import { confirmSessions } from '../parcours/fixtures.ts';
import {
  act,
  APPROVED,
  DEMANDES,
  menuOf,
  REFUSED,
  rowNamed,
  storeClient,
} from '../parcours/utilisateurs.ts';
import { alertdialog, button, text, titled, type Groupe, simple } from './etat.ts';

const inscriptions = (page: Page) => page.getByRole('region', { name: "Journée d'inscriptions" });

export const UTILISATEURS: Groupe = {
  title: 'Les utilisateurs et leurs dialogues',
  who: 'administrateur',
  prepare: (manege) => manege.person({ prenom: 'Camille', nom: 'Lambert' }),
  etats: [
    {
      title: "l'approbation",
      path: '/app/utilisateurs',
      open: titled('Approuver cette demande'),
      press: (page) => button(page, /^Approuver (?!comme)/).click(),
    },
    {
      title: "la correction d'un compte",
      path: '/app/utilisateurs',
      open: titled('Corriger ce compte'),
      press: (page) => act(rowNamed(page, DEMANDES, 'Élise'), 'Corriger'),
    },
    {
      title: 'un client',
      path: '/app/utilisateurs',
      open: titled('Modifier ce client'),
      press: (page) => button(page, /^Modifier Wilhelmina/).click(),
    },
    {
      title: 'qui paie',
      path: '/app/utilisateurs',
      open: titled('Qui paie pour ce client ?'),
      press: (page) => button(page, /^Qui paie/).click(),
    },
    {
      title: 'une invitation',
      path: '/app/utilisateurs',
      open: titled('Inviter ce client'),
      press: (page) => button(page, /^Inviter/).click(),
    },
    ...simple([
      {
        title: 'désactiver un compte',
        path: '/app/utilisateurs',
        open: alertdialog,
        press: (page) => act(rowNamed(page, APPROVED, 'Camille'), 'Désactiver'),
      },
      {
        title: "le menu d'une ligne",
        path: '/app/utilisateurs',
        open: (page) => page.getByRole('menu'),
        press: (page) => menuOf(rowNamed(page, APPROVED, 'Camille')).click(),
      },
      {
        title: "une journée d'inscriptions",
        path: '/app/utilisateurs',
        open: (page) => inscriptions(page).getByRole('button', { name: 'Fermer' }),
        press: (page) =>
          inscriptions(page)
            .getByRole('button', { name: /^Ouvrir pour/ })
            .click(),
      },
      {
        title: 'un refus en cours',
        path: '/app/utilisateurs',
        open: (page) => page.getByRole('button', { name: 'Refus en cours…' }),
        async press(page) {
          await page.route('**/api/users/*/refus', () => new Promise(() => {}));
          await act(rowNamed(page, DEMANDES, 'Élise'), 'Refuser');
          await alertdialog(page).getByRole('button', { name: 'Refuser' }).click();
        },
      },
      {
        title: 'une action qui échoue',
        path: '/app/utilisateurs',
        open: text('Erreur lors du changement de rôle'),
        async press(page) {
          await page.route('**/api/users/**', (route) =>
            route.request().method() === 'GET'
              ? route.fallback()
              : route.fulfill({ status: 404, body: '<html>' }),
          );
          await act(rowNamed(page, APPROVED, 'Camille'), 'Promouvoir administrateur');
          await alertdialog(page)
            .getByRole('button', { name: 'Promouvoir administrateur' })
            .click();
        },
      },
      {
        title: 'un compte bloqué, un autre à confirmer dont une adresse attend',
        path: '/app/utilisateurs',
        async prepare(_, manege) {
          await manege.person({ prenom: 'Odile', nom: 'Peeters' });
          await manege.sql(
            "insert into essais (cle, survenu_at) select 'compte ' || email, now() - interval '1 hour' from users, generate_series(1, 50) where nom = 'Lambert'",
          );
          await manege.sql(
            "update users set email_confirme = false, email_demande = 'nouvelle.' || email, telephone = '+32 475 10 22 33', adresse = E'Rue du Manège 125, boîte 4\\n5030 Gembloux' where nom = 'Peeters'",
          );
          await manege.sql(
            "insert into seconds_facteurs (user_id, secret, actif_at) select id, '\\x00', now() from users where nom = 'Peeters'",
          );
        },
        open: text('Connexion bloquée'),
      },
      {
        title: 'réinitialiser la double authentification',
        path: '/app/utilisateurs',
        open: alertdialog,
        press: (page) =>
          act(rowNamed(page, APPROVED, 'Odile'), 'Réinitialiser la double authentification'),
      },
      {
        title: 'promouvoir une adresse qui attend',
        path: '/app/utilisateurs',
        open: alertdialog,
        press: (page) => act(rowNamed(page, APPROVED, 'Odile'), 'Promouvoir administrateur'),
      },
      {
        title: 'confirmez que c’est vous',
        path: '/app/utilisateurs',
        prepare: (_, manege) => manege.sql('update sessions set confirme_at = null'),
        open: titled("Confirmez que c'est vous"),
        press: (page) => act(rowNamed(page, APPROVED, 'Camille'), 'Débloquer'),
      },
    ]),
  ],
};

export const UTILISATEURS_SUITES: Groupe = {
  title: 'Les utilisateurs : questions et suites',
  who: 'administrateur',
  empty: true,
  async prepare(manege) {
    await manege.person({ statut: 'en_attente', prenom: 'Élise', nom: 'Maes' });
    // One for each width and theme.
    for (let n = 0; n < 8; n += 1)
      await manege.person({ statut: 'refuse', prenom: 'Hugo', nom: 'Dubois' });
    await manege.person({ statut: 'inactif', prenom: 'Zoé', nom: 'Willems' });
    await storeClient(manege, 'Jeanne Dupont');
    await confirmSessions(manege);
  },
  etats: [
    {
      title: 'une demande à refuser',
      path: '/app/utilisateurs',
      open: alertdialog,
      press: (page) => act(rowNamed(page, DEMANDES, 'Élise'), 'Refuser'),
    },
    {
      title: 'un compte à supprimer, un autre inactif',
      path: '/app/utilisateurs',
      open: alertdialog,
      press: (page) => act(rowNamed(page, APPROVED, 'Zoé'), 'Supprimer'),
    },
    {
      title: 'une demande approuvée',
      path: '/app/utilisateurs',
      prepare: (_, manege) => confirmSessions(manege),
      open: text(/a été approuvé\./),
      async press(page) {
        await rowNamed(page, REFUSED, 'Hugo')
          .first()
          .getByRole('button', { name: /^Approuver/ })
          .click();
        await titled('Approuver cette demande')(page)
          .getByRole('button', { name: /^Utilisateur/ })
          .click();
      },
    },
  ],
};
