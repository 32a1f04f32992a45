import type { Page } from '@playwright/test';
import { JOUR, LONG } from './donnees.ts';
import { alertdialog, button, titled, type Groupe } from './etat.ts';

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
  ],
};
