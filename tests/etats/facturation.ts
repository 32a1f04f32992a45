import { alertdialog, button, type Groupe } from './etat.ts';

export const FACTURATION: Groupe = {
  title: 'La facturation et ses dialogues',
  who: 'administrateur',
  etats: [
    {
      title: 'un paiement',
      path: '/app/facturation',
      open: (page) => page.getByRole('dialog', { name: /^Paiement de/ }),
      press: (page) => button(page, /^Autre…/).click(),
    },
    {
      title: 'les rappels',
      path: '/app/facturation',
      open: alertdialog,
      press: (page) => button(page, /^Envoyer les rappels/).click(),
    },
    {
      title: 'un relevé',
      path: '/app/facturation?vue=mois',
      open: (page) => page.getByRole('dialog', { name: /^Relevé / }),
      press: (page) => button(page, /^Ouvrir le relevé/).click(),
    },
    {
      title: 'les relevés à envoyer',
      path: '/app/facturation?vue=mois',
      open: alertdialog,
      press: (page) => button(page, 'Envoyer les relevés').click(),
    },
  ],
};
