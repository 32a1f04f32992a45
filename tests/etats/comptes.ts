import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import { desk, switchOn } from '../parcours/comptes.ts';
import { LAST_MONTH, owe, sendAll, switchOnBilling } from '../parcours/facturation.ts';
import { confirmSessions, type Manege } from '../parcours/fixtures.ts';
import { card } from '../parcours/modification.ts';
import { store } from '../parcours/planning.ts';
import {
  act,
  APPROVED,
  button as buttonOf,
  CLIENTS,
  rowNamed,
  storeClient,
} from '../parcours/utilisateurs.ts';
import { ficheLink } from '../../src/web/paths/fiche.ts';
import { alertdialog, button, text, titled, type Etat, type Groupe } from './etat.ts';
import { today } from '../support/jours.ts';

const HIER = addDays(today(), -1);

/** Accounts with lines, statements and payments, and a lesson of a billed month. */
async function storeAccounts(_page: Page, manege: Manege): Promise<void> {
  await switchOnBilling(manege);
  await owe(manege, 'Anne Vandoit', 66_00);
  await owe(manege, 'Bart Vandoit', 66_00);
  await sendAll(manege);
  await switchOn(manege);
  const bureau = await desk(manege);
  const { id } = await manege.person({ prenom: 'Élise', nom: 'Maes' });
  await bureau.line(id, 'Cotisation', 45.5, HIER);
  await bureau.releve(id, HIER.slice(0, 7));
  await bureau.pay(id, 45.5, 28, 'especes');
  await bureau.line(id, 'Stage', 20, addDays(today(), 20));
  const credit = await storeClient(manege, 'Zoé Crédit');
  await bureau.line(credit, 'Licence', 10);
  await bureau.releve(credit);
  await bureau.pay(credit, 10, 25);
  await store(manege, { jour: HIER, heure: '19:00', fin: '20:00' });
  await confirmSessions(manege);
}

const fiche = async (manege: Manege) =>
  ficheLink(String((await manege.sql("select id from users where nom = 'Maes'"))[0]!['id']));
const compte = (page: Page) => page.getByRole('region', { name: 'Compte', exact: true });

const COMPTE: Etat[] = [
  { title: "le compte d'un client", path: fiche, prepare: storeAccounts, open: compte },
  {
    title: 'une ligne mal remplie',
    path: fiche,
    open: text('Un montant va de 0,01 à 99 999,99 euros'),
    async press(page) {
      await button(page, 'Ajouter une ligne').click();
      await titled('Ajouter une ligne')(page).getByLabel('Montant en euros').fill('abc');
      await page.keyboard.press('Enter');
    },
  },
  {
    title: 'une correction sans raison',
    path: fiche,
    open: text('Veuillez écrire la raison de la correction'),
    async press(page) {
      await compte(page)
        .getByRole('button', { name: /^Corriger/ })
        .first()
        .click();
      await titled('Corriger une ligne')(page)
        .getByRole('button', { name: 'Corriger', exact: true })
        .click();
    },
  },
  {
    title: 'un paiement à annuler',
    path: fiche,
    open: alertdialog,
    press: (page) =>
      compte(page)
        .getByRole('region', { name: 'Paiements' })
        .getByRole('button', { name: /^Annuler/ })
        .click(),
  },
  {
    title: 'un compte à supprimer, qui doit',
    path: '/app/utilisateurs?q=Maes',
    open: text(/restent à payer/),
    press: (page) => act(rowNamed(page, APPROVED, 'Maes'), 'Supprimer'),
  },
  {
    title: 'un client à effacer, en crédit',
    path: '/app/utilisateurs?q=Crédit',
    open: text(/est en sa faveur/),
    press: (page) => buttonOf(rowNamed(page, CLIENTS, 'Crédit'), 'Effacer').click(),
  },
];

const FACTUREE: Etat[] = [
  {
    title: "modifier la leçon d'un mois facturé",
    path: `/app/webmaster?jour=${HIER}`,
    open: (page) => page.getByRole('dialog').getByText("Cette leçon est d'un mois facturé."),
    press: (page) =>
      card(page, /^19:00/)
        .getByRole('button', { name: /^Modifier/ })
        .click(),
  },
  {
    title: "supprimer la leçon d'un mois facturé",
    path: `/app/webmaster?jour=${HIER}`,
    open: (page) => alertdialog(page).getByText("Cette leçon est d'un mois facturé."),
    press: (page) =>
      card(page, /^19:00/)
        .getByRole('button', { name: /^Supprimer/ })
        .click(),
  },
];

const CHERCHER = 'Montant, nom ou communication';

const ECRANS: Etat[] = [
  {
    title: 'un paiement en espèces mal rempli',
    path: '/app/facturation',
    open: text(/^Un montant va de 0,01 à 99 999,99 euros/),
    async press(page) {
      await button(page, 'Autre… paiement de Anne Vandoit').click();
      const dialog = titled('Paiement de Anne Vandoit')(page);
      await dialog.getByRole('radio', { name: 'Espèces' }).check({ force: true });
      await dialog.getByLabel('Montant reçu').fill('beaucoup');
      await dialog.getByRole('button', { name: 'Enregistrer le paiement' }).click();
    },
  },
  {
    title: 'un virement de plusieurs clients',
    path: '/app/facturation?vue=virements',
    open: (page) => page.getByRole('option', { name: /^Bart Vandoit/ }),
    async press(page) {
      const field = page.getByRole('combobox', { name: CHERCHER });
      await field.fill('66');
      await page.getByRole('option', { name: /^Bart Vandoit/ }).waitFor();
      await field.press('Enter');
    },
  },
  {
    title: 'les recettes du jour',
    path: `/app/facturation?vue=recettes&du=${today()}&au=${today()}`,
    open: (page) => page.getByRole('table', { name: 'Journal des recettes' }),
  },
  {
    title: 'une place créditée deux fois',
    path: `/app/facturation?vue=mois&mois=${LAST_MONTH}`,
    prepare: async (_page, manege) =>
      manege.sql(
        `insert into lignes_libres (id, client_id, jour, libelle, cavalier, centimes, raison, corrige, fige, created_at)
          values ($1, $2, $3, 'Leçon collective, 10h00 – 11h00', 'Zoé', -2000, 'Erreur', gen_random_uuid(), -2000, now())`,
        [randomUUID(), await storeClient(manege, 'Trop Vandoit'), `${LAST_MONTH}-12`],
      ),
    open: (page) => page.getByRole('region', { name: '1 place créditée deux fois' }),
  },
  // The payment that waits is looked up by what is loaded after it.
  {
    title: 'les autres paiements éteints pendant un paiement',
    path: '/app/facturation',
    open: (page) => page.locator('button[aria-disabled=true]').first(),
    async press(page) {
      await page.route(/\/facturation\/paiements$/, () => new Promise(() => {}));
      await button(page, /^Payé 66,00.€ par Anne/).click();
    },
  },
];

export const COMPTES: Groupe = {
  title: "Le compte d'un client, et ce qui se paie",
  who: 'administrateur',
  empty: true,
  simple: true,
  etats: [
    {
      title: 'la facturation éteinte',
      path: '/app/facturation',
      open: text("La facturation n'est pas activée"),
    },
    {
      title: 'la facturation refusée',
      path: '/app/facturation?vue=effaces',
      prepare: (_page, manege) => switchOnBilling(manege),
      failed: /\/api\/facturation(\/|$|\?)|\/api\/releves/,
      open: text("Les comptes effacés n'ont pas pu être chargés."),
    },
    ...COMPTE,
    ...FACTUREE,
    ...ECRANS,
  ],
};
