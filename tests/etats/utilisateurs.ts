import { confirmSessions } from '../parcours/fixtures.ts';
import {
  act,
  APPROVED,
  DEMANDES,
  REFUSED,
  rowNamed,
  storeClient,
} from '../parcours/utilisateurs.ts';
import { alertdialog, button, text, titled, type Groupe } from './etat.ts';

export const UTILISATEURS: Groupe = {
  title: 'Les utilisateurs et leurs dialogues',
  who: 'administrateur',
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
