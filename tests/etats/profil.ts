import { button, titled, type Groupe } from './etat.ts';

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
