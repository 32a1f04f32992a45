import type { Page } from '@playwright/test';
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import { REFUSED } from '../parcours/fixtures.ts';
import { card, dialog } from '../parcours/modification.ts';
import {
  card as weekCard,
  cell,
  closeArena,
  entry,
  freeSlot,
  store,
} from '../parcours/planning.ts';
import { JOUR, SOON } from './donnees.ts';
import { alertdialog, button, type Groupe, text, simple } from './etat.ts';

const lesson = (page: Page, name: RegExp) =>
  card(page, /^10:00/)
    .getByRole('button', { name })
    .click();
const DESK = `/app/webmaster?semaine=${JOUR}&jour=${JOUR}`;
/** A customer in the open list of a search. */
const found = (page: Page) => page.getByRole('option', { name: /^Wilhelmina/ }).first();
const whose = (page: Page) => page.getByRole('combobox', { name: /^À qui est cette place/ });

/** A day on which an arena is closed. */
const FERME = addDays(JOUR, 7);

export const PLANNING: Groupe = {
  title: 'Le planning et ses dialogues',
  who: 'administrateur',
  etats: [
    {
      title: 'la modification',
      path: DESK,
      open: dialog,
      press: (page) => lesson(page, /^Modifier/),
    },
    {
      title: 'la modification et son calendrier',
      path: DESK,
      open: (page) => dialog(page).getByRole('grid'),
      async press(page) {
        if (!(await dialog(page).isVisible())) await lesson(page, /^Modifier/);
        await dialog(page)
          .getByRole('button', { name: /^Date, / })
          .click();
      },
    },
    {
      title: 'la saisie à perdre',
      path: DESK,
      open: alertdialog,
      async press(page) {
        if (!(await dialog(page).isVisible())) await lesson(page, /^Modifier/);
        await dialog(page).getByLabel('Remarques').fill('Selle à vérifier');
        await page.keyboard.press('Escape');
      },
    },
    {
      title: "le prix et le client d'une place",
      path: DESK,
      open: found,
      async press(page) {
        const price = dialog(page).getByLabel('Nouveau prix de Camille Lambert, en euros');
        if (!(await dialog(page).isVisible())) await lesson(page, /^Modifier/);
        if (!(await price.isVisible())) {
          await dialog(page)
            .getByRole('button', { name: /^Changer le prix/ })
            .first()
            .click();
          // Its reason is missing.
          await price.fill('12,50');
          await price.press('Enter');
          await dialog(page)
            .getByRole('button', { name: /^Choisir un client/ })
            .last()
            .click();
        }
        await whose(page).fill('wilhelmina');
      },
    },
    {
      title: "la saisie d'une leçon",
      path: DESK,
      open: (page) =>
        entry(page)
          .getByRole('option', { name: /^Wilhelmina/ })
          .first(),
      async press(page) {
        if (!(await entry(page).isVisible())) await freeSlot(page, JOUR, '13:00').click();
        await entry(page).getByRole('combobox', { name: 'Pour qui' }).fill('wilhelmina');
      },
    },
    {
      title: 'la suppression',
      path: DESK,
      open: alertdialog,
      press: (page) => lesson(page, /^Supprimer/),
    },
    {
      title: 'une place à facturer',
      path: `/app/webmaster?semaine=${SOON}&jour=${SOON}`,
      open: (page) => page.getByRole('alertdialog', { name: /^Facturer quand même/ }),
      async press(page) {
        await card(page, /^18:00/)
          .getByRole('button', { name: /^Supprimer/ })
          .click();
        await alertdialog(page).getByRole('button', { name: 'Supprimer', exact: true }).click();
      },
    },
    {
      title: 'les places sans client',
      path: DESK,
      open: (page) => page.getByRole('link', { name: 'Dire à qui sont ces noms' }),
      press: (page) =>
        page
          .locator('summary')
          .filter({ hasText: /places sans client/ })
          .click(),
    },
    {
      title: 'la fermeture',
      path: DESK,
      open: (page) => page.getByRole('heading', { name: 'Leçons concernées' }),
      async press(page) {
        await page.getByRole('button', { name: 'Fermer', exact: true }).first().click();
        await page.getByRole('checkbox', { name: 'Piste Extérieure' }).check();
      },
    },
    ...simple([
      {
        title: 'la carte d’une leçon, et un cavalier en double',
        path: DESK,
        prepare: (_, manege) =>
          store(manege, {
            jour: JOUR,
            heure: '10:30',
            fin: '11:30',
            piste: 'exterieure',
            noms: ['camille lambert'],
          }),
        open: (page) => weekCard(page),
        async press(page) {
          const radio = page.getByRole('radio', {
            name: new RegExp(`^${formatJour(JOUR, 'long')}`),
          });
          if (await radio.first().isVisible()) await radio.first().check();
          await cell(page, /10:00 – 11:00/)
            .first()
            .click();
        },
      },
      {
        title: 'une heure prise, dans la modification',
        path: DESK,
        open: (page) => dialog(page).getByText(/^La piste est prise/),
        async press(page) {
          await lesson(page, /^Modifier/);
          await dialog(page).getByLabel('Heure de début').selectOption('11:00');
        },
      },
      {
        title: 'des disponibilités illisibles',
        path: DESK,
        open: text('Disponibilités indisponibles'),
        async press(page, manege) {
          await lesson(page, /^Modifier/);
          await page.route(`**/api/reservations?*du=${JOUR}*`, (route) => route.fulfill(REFUSED));
          await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
        },
      },
      {
        title: 'des types de leçon illisibles',
        path: DESK,
        failed: '**/api/types-lecons*',
        open: text("Les types de leçons n'ont pas pu être chargés."),
      },
      {
        title: 'une leçon qui arrive pendant une fermeture',
        path: DESK,
        open: text('Nouvelle'),
        async press(page, manege) {
          await button(page, 'Fermer').click();
          await page.getByRole('checkbox', { name: 'Piste Extérieure' }).check();
          await page.getByRole('heading', { name: 'Leçons concernées' }).waitFor();
          await store(manege, {
            jour: JOUR,
            heure: '14:00',
            fin: '15:00',
            piste: 'exterieure',
            noms: ['Tard Venu'],
          });
        },
      },
      {
        title: 'des emails qui attendent',
        path: '/app/webmaster',
        prepare: (page) =>
          page.route('**/api/courriels/resume', async (route) => {
            const response = await route.fetch();
            const retard = { nombre: 12, depuis: '2026-11-20T13:05:00.000Z' };
            await route.fulfill({
              response,
              json: { ...(await response.json()), envoi: true, retard },
            });
          }),
        open: text(/^12 emails attendent/),
      },
      {
        title: 'une fermeture, et rouvrir sans savoir quelles leçons',
        path: `/app/webmaster?jour=${FERME}`,
        async prepare(_, manege) {
          await closeArena(manege, {
            jour: FERME,
            piste: 'exterieure',
            debut: '06:00',
            fin: '23:00',
            motif: 'Gel',
          });
        },
        failed: '**/annulees',
        open: text("Les leçons concernées n'ont pas pu être chargées."),
        press: (page) => button(page, /^Rouvrir/).click(),
      },
    ]),
  ],
};
