import type { Page } from '@playwright/test';
import { button, text, titled, type Groupe } from './etat.ts';

export const PROFIL: Groupe = {
  title: 'Le profil et ses dialogues',
  who: 'administrateur',
  etats: [
    {
      title: "l'adresse email",
      path: '/app/monprofil',
      open: titled("Changer d'adresse email"),
      press: (page) => button(page, "Changer d'adresse email").click(),
    },
    {
      title: 'le mot de passe',
      path: '/app/monprofil',
      open: titled('Changer de mot de passe'),
      press: (page) => button(page, 'Mot de passe').click(),
    },
    {
      title: 'le cavalier',
      path: '/app/monprofil',
      open: titled('Ajouter un cavalier'),
      press: (page) => button(page, 'Ajouter un cavalier').click(),
    },
    {
      title: "l'application de codes",
      path: '/app/monprofil',
      open: (page) => page.getByRole('dialog'),
      press: (page) => button(page, 'Activer').click(),
    },
    {
      title: 'la suppression du compte',
      path: '/app/monprofil',
      open: (page) => page.getByRole('dialog'),
      press: (page) => button(page, 'Supprimer mon compte').click(),
    },
  ],
};

const profil = { path: '/app/monprofil' };
/** What an entry before has typed is kept, and the page opens with it. */
async function edit(page: Page): Promise<void> {
  if (!(await page.getByLabel('Prénom', { exact: true }).isVisible()))
    await page.getByRole('button', { name: 'Modifier', exact: true }).click();
}
const keep = (page: Page) => page.getByRole('button', { name: 'Enregistrer', exact: true }).click();

export const PROFIL_REFUS: Groupe = {
  title: 'Le profil : en route, refusé, à corriger',
  who: 'cavalier',
  empty: true,
  etats: [
    {
      title: 'le profil charge',
      ...profil,
      loading: '**/api/profil',
    },
    {
      title: 'des coordonnées à corriger',
      ...profil,
      open: text('Veuillez saisir votre nom (100 caractères au plus).'),
      async press(page) {
        await edit(page);
        await page.getByLabel('Nom', { exact: true }).fill('12345');
        await keep(page);
      },
    },
    {
      title: 'des coordonnées que le serveur ne garde pas',
      ...profil,
      prepare: (page) =>
        page.route('**/api/profil', (route) =>
          route.request().method() === 'PATCH' ? route.abort('aborted') : route.fallback(),
        ),
      open: text('Erreur lors de la sauvegarde du profil'),
      async press(page) {
        await edit(page);
        await page.getByLabel('Nom', { exact: true }).fill('Dupont');
        await keep(page);
      },
    },
    {
      title: 'un mot de passe oublié, sans réponse',
      ...profil,
      prepare: (page) =>
        page.route('**/api/profil/mot-de-passe', (route) => route.abort('aborted')),
      open: text(/nous ne savons pas si c'est fait/),
      async press(page) {
        await page.getByRole('button', { name: 'Mot de passe', exact: true }).click();
        await button(page, /^Mot de passe actuel oublié/).click();
        await button(page, "Envoyer l'email").click();
      },
    },
  ],
};
