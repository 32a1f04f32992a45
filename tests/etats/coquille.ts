import { button, titled, type Groupe } from './etat.ts';

export const COQUILLE: Groupe = {
  title: 'La coquille : menus et recherche',
  who: 'administrateur',
  etats: [
    {
      title: 'le menu',
      path: '/app/prix',
      only: 'narrow',
      open: titled('Menu'),
      press: (page) => button(page, 'Ouvrir le menu').click(),
    },
    {
      title: 'le menu de compte',
      path: '/app/prix',
      open: (page) => page.getByRole('radio', { name: 'Système' }),
      press: (page) => button(page, 'Mon compte').click(),
    },
    {
      title: 'la recherche',
      path: '/app/prix',
      open: (page) =>
        titled('Rechercher')(page)
          .getByRole('option', { name: /^Sophie Delvaux/ })
          .first(),
      async press(page) {
        await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
        await titled('Rechercher')(page).getByRole('combobox').fill('Sophie Delvaux');
      },
    },
    {
      title: 'la barre réduite',
      path: '/app/prix',
      only: 'wide',
      open: (page) => page.getByRole('button', { name: 'Agrandir le menu' }),
      press: (page) => page.keyboard.press('Control+b'),
    },
  ],
};
