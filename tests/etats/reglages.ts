import type { Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import { confirmSessions } from '../parcours/fixtures.ts';
import { store } from '../parcours/planning.ts';
import { alertdialog, button, text, titled, type Groupe } from './etat.ts';
import { today } from '../support/jours.ts';

const ONGLET = '/app/webmastersettings?onglet=';
const admin = (page: Page) =>
  page
    .getByRole('table', { name: 'Administrateurs du site' })
    .getByRole('row')
    .filter({ hasText: 'Odile' });
/** Also what undoes it: pressed again at another width, the message is shown again. */
const turn = /^(Désactiver|Activer)/;
const act = (page: Page, action: RegExp) =>
  admin(page).getByRole('button', { name: action }).click();
const confirm = (page: Page, action: string | RegExp) =>
  alertdialog(page).getByRole('button', { name: action }).click();
const types = titled(/type de leçon$/);

export const REGLAGES: Groupe = {
  title: 'Les paramètres : questions, refus, attentes',
  who: 'administrateur',
  empty: true,
  async prepare(manege) {
    await manege.person({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
    for (const heure of ['08:30', '18:30'])
      await store(manege, {
        jour: addDays(today(), 30),
        heure,
        fin: `${Number(heure.slice(0, 2)) + 1}:30`.padStart(5, '0'),
        noms: ['Zoé', 'Léa', 'Hugo'],
      });
  },
  etats: [
    {
      title: 'les administrateurs chargent',
      path: `${ONGLET}securite`,
      loading: '**/api/users?*',
      open: (page) => page.getByRole('table', { name: 'Administrateurs du site' }),
    },
    {
      title: 'les administrateurs refusés',
      path: `${ONGLET}securite`,
      failed: '**/api/users?*',
      open: text('Erreur lors du chargement des administrateurs'),
    },
    {
      title: 'un administrateur à désactiver',
      path: `${ONGLET}securite`,
      prepare: (_, manege) => confirmSessions(manege),
      open: alertdialog,
      press: (page) => act(page, /^Désactiver/),
    },
    {
      title: 'un administrateur que le serveur ne désactive pas',
      path: `${ONGLET}securite`,
      prepare: (page) =>
        page.route('**/api/users/*', (route) => route.fulfill({ status: 404, body: '<html>' })),
      open: text('Erreur lors du changement de statut'),
      async press(page) {
        await act(page, /^Désactiver/);
        await confirm(page, 'Désactiver');
      },
    },
    {
      title: 'un administrateur désactivé',
      path: `${ONGLET}securite`,
      prepare: (_, manege) => confirmSessions(manege),
      open: text(/^Administrateur (dés)?activé avec succès/),
      async press(page) {
        await act(page, turn);
        await confirm(page, turn);
      },
    },
    {
      title: 'un type auquel tout manque',
      path: `${ONGLET}types`,
      open: (page) =>
        types(page)
          .getByText(/^Veuillez remplir tous les champs/)
          .first(),
      async press(page) {
        await button(page, 'Ajouter un type').click();
        await types(page).getByRole('button', { name: 'Ajouter', exact: true }).click();
      },
    },
    {
      title: 'un type à modifier',
      path: `${ONGLET}types`,
      open: types,
      press: (page) => button(page, 'Modifier Leçon de saut').click(),
    },
    {
      title: 'un maximum qui touche des leçons à venir',
      path: `${ONGLET}types`,
      open: alertdialog,
      async press(page) {
        await button(page, 'Modifier Leçon collective').click();
        await types(page).getByLabel('Personnes au plus').fill('2');
        await types(page).getByRole('button', { name: 'Enregistrer' }).click();
      },
    },
    {
      title: 'un type à supprimer',
      path: `${ONGLET}types`,
      open: alertdialog,
      press: (page) => button(page, /^Supprimer Leçon collective/).click(),
    },
    {
      title: 'des heures resserrées',
      path: `${ONGLET}pistes`,
      open: alertdialog,
      async press(page) {
        await page.getByLabel("Heure d'ouverture", { exact: true }).selectOption('9h00');
        await page.getByLabel('Heure de fermeture', { exact: true }).selectOption('18h00');
        await button(page, 'Sauvegarder les paramètres').click();
      },
    },
    {
      title: 'un IBAN faux',
      path: `${ONGLET}facturation`,
      open: text(/^Cet IBAN n'est pas valable/),
      async press(page) {
        await page.getByRole('switch', { name: 'Facturation' }).press('Space');
        await page
          .getByLabel('Titulaire du compte, exactement comme à la banque')
          .fill('Écuries du Moulin SRL');
        await page.getByLabel('IBAN').fill('BE68 5390 0754 7035');
        await button(page, 'Sauvegarder les paramètres').click();
      },
    },
  ],
};
