import type { Page } from '@playwright/test';
import { confirmSessions, type Manege } from '../parcours/fixtures.ts';
import {
  storeClient,
  act,
  APPROVED,
  DEMANDES,
  REFUSED,
  rowNamed,
} from '../parcours/utilisateurs.ts';
import { alertdialog, button, text, titled, type Groupe } from './etat.ts';

const longe = (page: Page) => page.getByRole('spinbutton', { name: /^Tarif Longe/ });
const save = (page: Page) => button(page, 'Sauvegarder les prix').click();
async function changeLonge(page: Page, prix: string): Promise<void> {
  await longe(page).fill(prix);
  await save(page);
}
/** Another screen changes the price of 'Longe'. */
async function changeElsewhere(manege: Manege): Promise<void> {
  await manege.sql(
    "insert into prix_valables values ('longe', '2000-01-01', 3100) on conflict (type_lecon, du) do update set centimes = prix_valables.centimes + 100",
  );
  await manege.sql("update prix set version = version + 1 where type_lecon = 'longe'");
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["prix"]}')`);
}

export const PRIX_REFUS: Groupe = {
  title: 'Les prix : refusés, changés ailleurs, enregistrés',
  who: 'administrateur',
  empty: true,
  prepare: (manege) =>
    manege.sql(
      "insert into prix_valables (type_lecon, du, centimes) values ('liberte', current_date + 60, 2350)",
    ),
  etats: [
    {
      title: 'sans type de leçon',
      path: '/app/prix',
      prepare: (page) =>
        page.route(/\/api\/(types-lecons|prix)(\?.*)?$/, (route) => route.fulfill({ json: [] })),
      open: text('Aucun type de leçon configuré'),
    },
    {
      title: 'des prix sauvegardés',
      path: '/app/prix',
      open: text('Les prix ont été sauvegardés avec succès'),
      press: (page) => changeLonge(page, '22'),
    },
    {
      title: 'un prix refusé à son champ',
      path: '/app/prix',
      open: text(/^Un prix va de 0 à 99 999,99 euros/),
      press: (page) => changeLonge(page, '-3'),
    },
    {
      title: 'un prix modifié ailleurs',
      path: '/app/prix',
      open: (page) => page.getByRole('group', { name: 'Tarif Longe, modifié ailleurs' }),
      async press(page, manege) {
        await longe(page).fill('25,5');
        await changeElsewhere(manege);
        await text(/^Modifié ailleurs entre-temps/)(page).waitFor();
        await save(page);
      },
    },
    {
      title: 'un prochain prix à retirer',
      path: '/app/prix',
      open: text(/^Sera retiré/),
      press: (page) => button(page, /^Retirer.*Liberté/).click(),
    },
  ],
};

export const UTILISATEURS_SUITES: Groupe = {
  title: 'Les utilisateurs : questions et suites',
  who: 'administrateur',
  empty: true,
  async prepare(manege) {
    await manege.person({ statut: 'en_attente', prenom: 'Élise', nom: 'Maes' });
    // One for each width and theme.
    for (let n = 0; n < 8; n += 1)
      await manege.person({ statut: 'refuse', prenom: 'Hugo', nom: 'Dubois' });
    await manege.person({ statut: 'inactif', prenom: 'Zoé', nom: 'Willems' });
    await storeClient(manege, 'Jeanne Dupont');
    await confirmSessions(manege);
  },
  etats: [
    {
      title: 'une demande à refuser',
      path: '/app/utilisateurs',
      open: alertdialog,
      press: (page) => act(rowNamed(page, DEMANDES, 'Élise'), 'Refuser'),
    },
    {
      title: 'un compte à supprimer, un autre inactif',
      path: '/app/utilisateurs',
      open: alertdialog,
      press: (page) => act(rowNamed(page, APPROVED, 'Zoé'), 'Supprimer'),
    },
    {
      title: 'une demande approuvée',
      path: '/app/utilisateurs',
      prepare: (_, manege) => confirmSessions(manege),
      open: text(/a été approuvé\./),
      async press(page) {
        await rowNamed(page, REFUSED, 'Hugo')
          .first()
          .getByRole('button', { name: /^Approuver/ })
          .click();
        await titled('Approuver cette demande')(page)
          .getByRole('button', { name: /^Utilisateur/ })
          .click();
      },
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

const VIDE = '/app/statistiques?du=2001-01-01&au=2001-01-31';

export const STATISTIQUES_REFUS: Groupe = {
  title: 'Les statistiques : vides, en route, refusées',
  who: 'administrateur',
  empty: true,
  prepare: (manege) => manege.sql(`update parametres set "seatsPricedOn" = '2013-07-10'`),
  etats: [
    {
      title: 'les statistiques chargent',
      path: '/app/statistiques',
      loading: '**/api/statistiques?*',
      open: (page) => page.getByText('Chargement des statistiques...').last(),
    },
    {
      title: "une période d'avant les prix gardés",
      path: '/app/statistiques?du=2013-07-09&au=2013-07-31',
      open: text(/^Les leçons réservées avant le 10 juillet 2013/),
    },
    {
      title: 'une période vide',
      path: VIDE,
      open: (page) => page.getByText('Aucune réservation trouvée pour cette période').last(),
    },
    {
      title: 'un cavalier inconnu',
      path: `${VIDE}&cavalier=Personne+Inconnue`,
      open: text(/^Aucun cavalier de ce nom/),
    },
    {
      title: "l'export refusé",
      path: '/app/statistiques?du=&au=',
      failed: '**/api/statistiques/lecons*',
      open: text("Les leçons n'ont pas pu être lues. Veuillez réessayer."),
      press: (page) => button(page, 'Exporter les leçons (CSV)').click(),
    },
    {
      title: "une fenêtre d'impression bloquée",
      path: '/app/statistiques?du=&au=',
      prepare: (page) => page.addInitScript(() => (window.open = () => null)),
      open: text("La fenêtre d'impression a été bloquée par le navigateur."),
      press: (page) => button(page, 'Imprimer le rapport').click(),
    },
  ],
};
