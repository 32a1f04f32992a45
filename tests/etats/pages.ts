/** Every page that the address leads to, for each kind of account. */
import type { Page } from '@playwright/test';
import { ficheLink } from '../../src/web/paths/fiche.ts';
import { type Access, PAGES } from '../../src/web/paths/paths.ts';
import { storeCustomer } from '../parcours/fiche.ts';
import { JOUR, sendReleve } from './donnees.ts';
import { at, button, type Etat, failedAt, type Groupe, loadingAt, text } from './etat.ts';

const pagesFor = (...access: Access[]): Etat[] =>
  PAGES.filter(([, one]) => access.includes(one.access)).map(([, { path }]) => at(path));

/** The tabs of the settings and of the billing. The first one is also at the address of the page. */
const ONGLETS = ['types', 'cavaliers', 'facturation', 'emails', 'securite', 'service'].map(
  (onglet) => at(`/app/webmastersettings?onglet=${onglet}`),
);
const FACTURATION = ['virements', 'mois', 'recettes', 'effaces'].map((vue) =>
  at(`/app/facturation?vue=${vue}`),
);

const connecter = (page: Page) => button(page, 'Se connecter').click();
const CONNEXION: Etat[] = [
  {
    title: 'la connexion vide',
    path: '/login',
    open: text('Veuillez saisir votre email.'),
    press: connecter,
  },
  {
    title: 'la connexion refusée',
    path: '/login',
    open: text('Email ou mot de passe incorrect.'),
    async press(page) {
      await page.getByLabel('Email').fill('inconnu@essai.example');
      await page.getByLabel('Mot de passe', { exact: true }).fill('faux');
      await connecter(page);
    },
  },
];

export const PAGES_VISITEUR: Groupe = {
  title: "Les pages d'un visiteur",
  who: 'visiteur',
  etats: [
    ...pagesFor('tous', 'visiteur'),
    at('/nulle-part'),
    at('/confirm-email#token=inconnu'),
    at('/reset-password#token=inconnu'),
    ...CONNEXION,
    at('/deblocage#token=inconnu'),
    at('/aide/deplacer-une-lecon'),
    at('/aide?q=echap'),
    at('/aide?q=introuvable'),
    {
      title: 'une inscription au mot de passe courant',
      path: '/register',
      open: text('Ce mot de passe est très courant, donc vite deviné.'),
      press: (page) => page.getByLabel('Mot de passe', { exact: true }).fill('SunShine1'),
    },
  ],
};

export const PAGES_CAVALIER: Groupe = {
  title: "Les pages d'un cavalier",
  who: 'cavalier',
  prepare: (manege, person) => sendReleve(manege, person!.id),
  etats: [
    at('/'),
    ...pagesFor('connecte'),
    {
      title: 'un relevé',
      path: async (manege) => {
        const [releve] = await manege.sql("select id from releves where nom = 'Camille Lambert'");
        return `/app/mes-releves/${releve!['id'] as string}`;
      },
    },
    at('/app/webmaster'),
    at('/app/nulle-part'),
    {
      title: 'la garde qui vérifie',
      path: '/app/reservation',
      loading: '**/api/auth/get-session',
      open: text("Vérification de l'authentification..."),
    },
    loadingAt('/app/reservation'),
    ...['/app/reservation', '/app/mes-lecons', '/app/mes-releves', '/app/monprofil'].map(failedAt),
  ],
};

const fiche = (column: 'id' | 'paye'): Etat => ({
  title: `la fiche d'un client (${column})`,
  path: async (manege) => ficheLink((await storeCustomer(manege))[column]),
});

export const PAGES_ADMINISTRATEUR: Groupe = {
  title: "Les pages d'un administrateur",
  who: 'administrateur',
  etats: [at('/'), ...pagesFor('connecte', 'admin')],
};

export const PARTIES_ADMINISTRATEUR: Groupe = {
  title: "Les onglets et les parties des pages d'un administrateur",
  who: 'administrateur',
  etats: [
    ...ONGLETS,
    ...FACTURATION,
    at(`/app/statistiques?du=${JOUR}&au=${JOUR}&par=graphiques`),
    at(`/app/webmaster?semaine=${JOUR}&jour=${JOUR}`),
    fiche('id'),
    fiche('paye'),
  ],
};

const DESK = [
  '/app/webmaster',
  '/app/utilisateurs',
  '/app/averifier',
  '/app/statistiques',
  '/app/prix',
  '/app/facturation',
  '/app/webmastersettings',
  '/app/webmastersettings?onglet=types',
  '/app/webmastersettings?onglet=securite',
  '/app/courriels',
  '/app/journal',
  '/app/leconssupprimees',
  '/app/import',
  '/app/previewemail',
];

export const PAGES_VIDES: Groupe = {
  title: "Les pages d'un centre qui commence",
  who: 'administrateur',
  simple: true,
  empty: true,
  etats: [
    at('/'),
    at('/app/reservation'),
    ...DESK.map(at),
    at('/app/courriels?statut=perime'),
    at('/app/journal?q=introuvable'),
    at('/app/utilisateurs?q=introuvable'),
  ],
};

export const PAGES_ILLISIBLES: Groupe = {
  title: 'Les pages qui chargent, et celles dont les lectures échouent',
  who: 'administrateur',
  simple: true,
  etats: [
    ...['/app/webmaster', '/app/utilisateurs', '/app/statistiques', '/app/facturation'].map(
      loadingAt,
    ),
    // The list of accounts leads to the landing page instead (ACC-07).
    ...DESK.filter((path) => path !== '/app/utilisateurs').map(failedAt),
  ],
};
