import { button, titled, type Groupe } from './etat.ts';

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
  ],
};
