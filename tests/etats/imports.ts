import type { Page } from '@playwright/test';
import { alertdialog, button, text, type Groupe } from './etat.ts';

const choose = (page: Page, content: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
const preview = (page: Page) => button(page, "Voir l'aperçu").click();
/** One to add, one to change, one refused, and a remark that cannot be read. */
const FICHIER = `Nom;E-mail;GSM;Adresse;Remarques
Luc Maes;;0475 10 22 33;;
Jeanne Dubois;;081 00 00 00;Rue Haute 3;#REF!
Zoé Willems;zoé;;;
`;

export const IMPORTS: Groupe = {
  title: "L'import de clients",
  who: 'administrateur',
  empty: true,
  prepare: (manege) =>
    manege.sql(
      "insert into clients (nom, cle, telephone) values ('Jeanne Dubois', 'jeanne dubois', '081 00 00 00')",
    ),
  etats: [
    {
      title: 'un fichier refusé',
      path: '/app/import',
      open: text('Le fichier est vide.'),
      press: (page) => choose(page, ''),
    },
    {
      title: 'les colonnes, dont celle du nom manque',
      path: '/app/import',
      open: text(/^Choisissez la colonne du nom/),
      async press(page) {
        await choose(page, FICHIER);
        await page
          .getByRole('combobox', { name: 'Contenu de la colonne Nom', exact: true })
          .selectOption('Ignorer');
        await preview(page);
      },
    },
    {
      title: "l'aperçu des refusés",
      path: '/app/import',
      open: (page) => page.getByRole('table', { name: 'Refusés' }),
      async press(page) {
        await choose(page, FICHIER);
        await page
          .getByRole('combobox', { name: 'Contenu de la colonne Nom', exact: true })
          .selectOption('Nom complet');
        await preview(page);
        await page.getByRole('radio', { name: 'Refusés' }).check();
      },
    },
    {
      title: "l'aperçu des clients à modifier",
      path: '/app/import',
      open: (page) => page.getByRole('table', { name: 'À modifier' }),
      async press(page) {
        await choose(page, FICHIER);
        await preview(page);
        await page.getByRole('radio', { name: 'À modifier' }).check();
      },
    },
    {
      title: 'un import terminé',
      path: '/app/import',
      open: text(/^Import terminé/),
      async press(page) {
        await choose(page, FICHIER);
        await preview(page);
        await page.getByRole('button', { name: 'Importer', exact: true }).click();
      },
    },
    {
      title: 'un import à défaire',
      path: '/app/import',
      open: alertdialog,
      press: (page) => button(page, /^Défaire l'import/).click(),
    },
  ],
};
