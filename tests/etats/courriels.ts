import { text, button, titled, type Groupe } from './etat.ts';

export const COURRIELS: Groupe = {
  title: 'Les emails',
  who: 'administrateur',
  etats: [
    {
      title: "l'email",
      path: '/app/courriels',
      open: titled('Demande refusée'),
      press: (page) => button(page, 'Votre demande de compte').click(),
    },
    {
      title: "l'email d'essai",
      path: '/app/courriels',
      open: titled("Envoyer un email d'essai"),
      press: (page) => button(page, "Envoyer un email d'essai").click(),
    },
    {
      title: 'les emails refusés',
      path: '/app/courriels',
      failed: /\/api\/courriels(\?|$)/,
      open: text("Les emails n'ont pas pu être chargés."),
    },
    {
      title: 'les emails chargent',
      path: '/app/courriels',
      loading: /\/api\/courriels(\?|$)/,
      open: (page) => page.locator('main [aria-busy=true]').first(),
    },
  ],
};
