import type { Page } from '@playwright/test';
import { confirmSessions } from '../parcours/fixtures.ts';
import { saveElsewhere } from '../parcours/parametres.ts';
import { alertdialog, button, type Etat, type Groupe, text, titled, simple } from './etat.ts';

const field = (page: Page, nom: string) => page.getByRole('main').getByLabel(nom, { exact: true });
const inRow = (page: Page, nom: string, name: string) =>
  page
    .getByRole('row')
    .filter({ hasText: nom })
    .getByRole('button', { name: new RegExp(`^${name}`) });

/** A field of each tab, with a text that it does not take. */
const FAUTES = [
  ['emails', "Email de l'administrateur", 'centre'],
  ['cavaliers', 'Réservations par jour', '0'],
  ['securite', 'Conserver le journal (mois)', '61'],
  ['service', 'Sauvegardes à garder (jours)', '0'],
  ['pistes', 'Durée des leçons', '20'],
] as const;

export const PARAMETRES: Groupe = {
  title: 'Les paramètres',
  who: 'administrateur',
  etats: [
    {
      title: 'le type de leçon',
      path: '/app/webmastersettings?onglet=types',
      open: titled('Ajouter un type de leçon'),
      press: (page) => button(page, 'Ajouter un type').click(),
    },
    ...simple([
      {
        title: 'une saisie qui attend, et un changement venu d’ailleurs',
        path: '/app/webmastersettings?onglet=cavaliers',
        open: text(/^Modifié ailleurs entre-temps/),
        async press(page, manege) {
          await field(page, 'Réservations par jour').fill('7');
          await saveElsewhere(page, manege, { maxBookingsPerDay: 5 });
        },
      },
      ...FAUTES.map(([onglet, nom, value]): Etat => ({
        title: `une faute à « ${nom} »`,
        path: `/app/webmastersettings?onglet=${onglet}`,
        open: (page) => page.locator('main [aria-invalid=true]').first(),
        async press(page) {
          await field(page, nom).fill(value);
          await button(page, 'Sauvegarder les paramètres').click();
        },
      })),
      {
        title: 'une durée raccourcie',
        path: '/app/webmastersettings?onglet=securite',
        prepare: (_, manege) => confirmSessions(manege),
        open: text(/^Raccourci\s:/),
        async press(page) {
          await field(page, 'Conserver le journal (mois)').fill('6');
          await page.keyboard.press('Enter');
        },
      },
      {
        title: 'se corriger soi-même',
        path: '/app/webmastersettings?onglet=securite',
        open: titled('Corriger ce compte'),
        press: (page) =>
          page
            .getByRole('row')
            .filter({ hasText: 'Delvaux' })
            .getByRole('button', { name: /^Corriger/ })
            .click(),
      },
      {
        title: 'débloquer un administrateur',
        path: '/app/webmastersettings?onglet=securite',
        async prepare(_, manege) {
          const { email } = await manege.person({ role: 'admin', prenom: 'Benoît', nom: 'Maes' });
          await manege.sql(
            "insert into essais (cle, survenu_at) select 'compte ' || $1, now() - interval '1 hour' from generate_series(1, 50)",
            [email],
          );
          await manege.sql(
            "insert into seconds_facteurs (user_id, secret, actif_at) select id, '\\x00', now() from users where email = $1",
            [email],
          );
        },
        open: alertdialog,
        press: (page) => button(page, /^Débloquer/).click(),
      },
      {
        title: 'réinitialiser la double authentification',
        path: '/app/webmastersettings?onglet=securite',
        open: alertdialog,
        press: (page) => button(page, /^Réinitialiser la double authentification/).click(),
      },
      {
        title: 'une piste et ses fautes',
        path: '/app/webmastersettings',
        open: text(/porte déjà ce nom/),
        async press(page) {
          await button(page, 'Ajouter une piste').click();
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('Nom', { exact: true }).fill('piste  INTÉRIEURE');
          await dialog.getByLabel('Ligne sous le nom').fill('x'.repeat(81));
          await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
        },
      },
      {
        title: 'désactiver une piste qui a des leçons',
        path: '/app/webmastersettings',
        open: alertdialog,
        press: (page) => inRow(page, 'Piste Extérieure', 'Désactiver').click(),
      },
      {
        title: 'une seule piste',
        path: '/app/webmastersettings',
        prepare: (_, manege) =>
          manege.sql("update ressources set actif = false where id = 'exterieure'"),
        open: text(/Seule piste qui se réserve/),
      },
      {
        title: 'supprimer une piste, parmi huit',
        path: '/app/webmastersettings',
        prepare: (_, manege) =>
          manege.sql(
            "insert into ressources (id, genre, nom, note, dessin, ordre, actif) select 'essai_' || n, 'piste', 'Essai ' || n, 'Ligne sous le nom', 'rond', n, true from generate_series(3, 8) n",
          ),
        open: alertdialog,
        press: (page) => inRow(page, 'Essai 8', 'Supprimer').click(),
      },
      {
        title: 'huit pistes',
        path: '/app/webmastersettings',
        open: text('Un centre a 8 pistes au plus.'),
      },
      {
        title: 'l’état du service vérifié, en détail',
        path: '/app/webmastersettings?onglet=service',
        open: text(/points? .* en panne/),
        async press(page) {
          await button(page, 'Vérifier maintenant').click();
          const details = page.locator('details:has-text("Détails pour qui installe Manège")');
          await details.first().waitFor();
          await details.evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
        },
      },
    ]),
  ],
};
