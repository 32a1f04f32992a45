import { act, DEMANDES, rowNamed } from '../parcours/utilisateurs.ts';
import { button, titled, type Groupe } from './etat.ts';

export const UTILISATEURS: Groupe = {
  title: 'Les utilisateurs et leurs dialogues',
  who: 'administrateur',
  etats: [
    {
      title: "l'approbation",
      path: '/app/utilisateurs',
      open: titled('Approuver cette demande'),
      press: (page) => button(page, /^Approuver (?!comme)/).click(),
    },
    {
      title: "la correction d'un compte",
      path: '/app/utilisateurs',
      open: titled('Corriger ce compte'),
      press: (page) => act(rowNamed(page, DEMANDES, 'Élise'), 'Corriger'),
    },
    {
      title: 'un client',
      path: '/app/utilisateurs',
      open: titled('Modifier ce client'),
      press: (page) => button(page, /^Modifier Wilhelmina/).click(),
    },
    {
      title: 'qui paie',
      path: '/app/utilisateurs',
      open: titled('Qui paie pour ce client ?'),
      press: (page) => button(page, /^Qui paie/).click(),
    },
    {
      title: 'une invitation',
      path: '/app/utilisateurs',
      open: titled('Inviter ce client'),
      press: (page) => button(page, /^Inviter/).click(),
    },
  ],
};
