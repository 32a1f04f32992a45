import type { Page } from '@playwright/test';
import { store } from '../parcours/planning.ts';
import { titled, type Groupe } from './etat.ts';
import { today } from '../support/jours.ts';

const dialog = titled('Rechercher');
const search = async (page: Page, words: string): Promise<void> => {
  await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
  await dialog(page).getByRole('combobox').fill(words);
};

export const RECHERCHE: Groupe = {
  title: 'La recherche : vide, en route, refusée',
  who: 'administrateur',
  empty: true,
  prepare: (manege) => store(manege, { jour: today(), noms: ['Théo Lenoir'] }),
  etats: [
    {
      title: 'la recherche vide',
      path: '/app/prix',
      open: dialog,
      press: (page) => search(page, ''),
    },
    {
      title: 'rien de trouvé',
      path: '/app/prix',
      open: (page) =>
        dialog(page)
          .getByText(/^Aucun résultat pour/)
          .first(),
      press: (page) => search(page, 'introuvable'),
    },
    {
      title: 'des leçons trouvées',
      path: '/app/prix',
      open: (page) => dialog(page).getByRole('group', { name: 'Leçons' }),
      press: (page) => search(page, 'théo lenoir'),
    },
    {
      title: 'une recherche en route',
      path: '/app/prix',
      loading: '**/api/recherche?*',
      open: (page) => dialog(page).getByText('Recherche en cours…').first(),
      async press(page) {
        await search(page, 'théo lenoir');
        await page.keyboard.press('Enter');
      },
    },
    {
      title: 'une recherche refusée',
      path: '/app/prix',
      failed: '**/api/recherche?*',
      open: (page) => dialog(page).getByText(/^La recherche n'a pas abouti/),
      press: (page) => search(page, 'théo lenoir'),
    },
    {
      title: 'les leçons du résultat, refusées',
      path: '/app/prix',
      failed: '**/api/recherche/lecons**',
      open: (page) =>
        dialog(page)
          .getByRole('option', { name: /^Sophie Delvaux/ })
          .first(),
      press: (page) => search(page, 'sophie delvaux'),
    },
  ],
};
