import type { Page } from '@playwright/test';
import { card, dialog } from '../parcours/modification.ts';
import { entry, freeSlot } from '../parcours/planning.ts';
import { JOUR, SOON } from './donnees.ts';
import { alertdialog, type Groupe } from './etat.ts';

const lesson = (page: Page, name: RegExp) =>
  card(page, /^10:00/)
    .getByRole('button', { name })
    .click();
const DESK = `/app/webmaster?semaine=${JOUR}&jour=${JOUR}`;
/** A customer in the open list of a search. */
const found = (page: Page) => page.getByRole('option', { name: /^Wilhelmina/ }).first();
const whose = (page: Page) => page.getByRole('combobox', { name: /^À qui est cette place/ });

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
  ],
};
