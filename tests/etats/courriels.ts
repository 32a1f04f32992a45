import { OWN_CAUSES } from '#domain/emails/failures.ts';
import { insert } from '../parcours/courriels.ts';
import { alertdialog, at, text, button, titled, type Groupe } from './etat.ts';

export const COURRIELS: Groupe = {
  title: 'Les emails',
  who: 'administrateur',
  prepare: (manege) =>
    insert(manege, {
      contenu: { sorte: 'mot_de_passe', nom: 'Zoé', jeton: null },
      destinataire: 'zoe@exemple.be',
      statut: 'echoue',
      erreur: OWN_CAUSES.lien_illisible,
    }),
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
    at('/app/courriels?statut=echoue'),
    {
      title: 'tout renvoyer',
      path: '/app/courriels?statut=echoue',
      open: alertdialog,
      press: (page) => button(page, 'Tout renvoyer').click(),
    },
    {
      title: 'un email renvoyé qui attend',
      path: '/app/courriels?statut=echoue',
      open: text(/attend de nouveau, mais ne part pas/),
      async press(page) {
        await button(page, 'Votre demande de compte').click();
        await page.getByRole('dialog').getByRole('button', { name: 'Renvoyer' }).click();
      },
    },
    {
      title: 'un email prévu',
      path: '/app/courriels?statut=planifie',
      open: titled('Rappel de leçon'),
      press: (page) => button(page, /^Rappel de votre leçon/).click(),
    },
    {
      // PEOPLE-32
      title: "un email d'effacement parti, sans adresse",
      path: '/app/courriels',
      prepare: (_, manege) =>
        manege.sql(
          "update courriels set destinataire = '', destinataire_nom = '' where sorte = 'approbation'",
        ),
      open: (page) => page.getByRole('dialog').getByText('adresse effacée'),
      press: (page) =>
        page
          .getByRole('row')
          .filter({ hasText: 'adresse effacée' })
          .getByRole('button')
          .first()
          .click(),
    },
  ],
};
