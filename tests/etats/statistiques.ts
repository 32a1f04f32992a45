import type { Page } from '@playwright/test';
import { REFUSED } from '../parcours/fixtures.ts';
import { JOUR, LONG } from './donnees.ts';
import { alertdialog, button, text, titled, type Groupe, simple } from './etat.ts';

const PATH = `/app/statistiques?du=${JOUR}&au=${JOUR}`;
const rider = (page: Page) => page.locator('summary').filter({ hasText: LONG });

export const STATISTIQUES: Groupe = {
  title: 'Les statistiques',
  who: 'administrateur',
  etats: [
    {
      title: 'une place facturée à retirer',
      path: PATH,
      open: alertdialog,
      async press(page) {
        const remove = button(page, /^Retirer la place/);
        const part = page.locator('summary').filter({ hasText: 'Places facturées après le délai' });
        await part.waitFor();
        if (!(await remove.isVisible())) await part.click();
        await remove.click();
      },
    },
    {
      title: 'une famille',
      path: `${PATH}&par=famille`,
      open: (page) => page.getByRole('list', { name: /^Décompte/ }),
      press: (page) => rider(page).click(),
    },
    {
      title: 'un cavalier de plusieurs clients',
      path: PATH,
      open: (page) => page.getByRole('button', { name: 'Séparer par client' }),
      press: (page) => rider(page).click(),
    },
    {
      title: 'deux noms à regrouper',
      path: PATH,
      open: (page) => titled('Regrouper deux noms')(page).getByRole('option').first(),
      async press(page) {
        const merge = titled('Regrouper deux noms')(page);
        if (!(await merge.isVisible())) {
          await rider(page).click();
          await button(page, 'Regrouper avec un autre nom').click();
        }
        await merge.getByLabel('Compte comme').fill('wilhelmina');
      },
    },
    ...simple([
      {
        title: 'deux noms qui comptent déjà ensemble',
        path: PATH,
        open: (page) => page.getByRole('dialog').getByRole('alert'),
        async press(page) {
          await page.route('**/api/statistiques/orthographes', (route) =>
            route.request().method() === 'GET' ? route.fallback() : route.fulfill(REFUSED),
          );
          await rider(page).click();
          await button(page, 'Regrouper avec un autre nom').click();
          const merge = titled('Regrouper deux noms')(page);
          await merge.getByLabel('Compte comme').fill('wilhelmina');
          await merge.getByRole('option').first().click();
          await merge.getByRole('button', { name: 'Regrouper', exact: true }).click();
        },
      },
    ]),
    {
      title: "l'export refusé",
      path: '/app/statistiques?du=&au=',
      failed: '**/api/statistiques/lecons*',
      open: text("Les leçons n'ont pas pu être lues. Veuillez réessayer."),
      press: (page) => button(page, 'Exporter les leçons (CSV)').click(),
    },
    {
      title: "une fenêtre d'impression bloquée",
      path: '/app/statistiques?du=&au=',
      prepare: (page) => page.addInitScript(() => (window.open = () => null)),
      open: text("La fenêtre d'impression a été bloquée par le navigateur."),
      press: (page) => button(page, 'Imprimer le rapport').click(),
    },
  ],
};

const VIDE = '/app/statistiques?du=2001-01-01&au=2001-01-31';

export const STATISTIQUES_REFUS: Groupe = {
  title: 'Les statistiques : vides, en route, refusées',
  who: 'administrateur',
  empty: true,
  prepare: (manege) => manege.sql(`update parametres set "seatsPricedOn" = '2013-07-10'`),
  etats: [
    {
      title: 'les statistiques chargent',
      path: '/app/statistiques',
      loading: '**/api/statistiques?*',
      open: (page) => page.getByText('Chargement des statistiques...').last(),
    },
    {
      title: "une période d'avant les prix gardés",
      path: '/app/statistiques?du=2013-07-09&au=2013-07-31',
      open: text(/^Les leçons réservées avant le 10 juillet 2013/),
    },
    {
      title: 'une période vide',
      path: VIDE,
      open: (page) => page.getByText('Aucune réservation trouvée pour cette période').last(),
    },
    {
      title: 'un cavalier inconnu',
      path: `${VIDE}&cavalier=Personne+Inconnue`,
      open: text(/^Aucun cavalier de ce nom/),
    },
  ],
};
