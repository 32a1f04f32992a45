import type { Page } from '@playwright/test';
import { answerNextWrite, type Manege, REFUSED } from '../parcours/fixtures.ts';
import { store } from '../parcours/planning.ts';
import { choosePersonnes, radio } from '../parcours/reservation.ts';
import { CLIENTS, button as buttonOf, rowNamed, storeClient } from '../parcours/utilisateurs.ts';
import { ficheLink } from '../../src/web/paths/fiche.ts';
import { alertdialog, button, text, titled, type Etat, type Groupe } from './etat.ts';

const NOM = 'Vandenbroeck';
const LISTE = '/app/utilisateurs';
const row = (page: Page, nom: string) => rowNamed(page, CLIENTS, nom);
const idOf = async (manege: Manege, nom: string) =>
  String((await manege.sql('select id from clients where nom = $1', [nom]))[0]!['id']);
const ficheOf = (nom: string) => async (manege: Manege) => ficheLink(await idOf(manege, nom));

/** Customers that look alike, one that another pays for, one with riders, and long texts. */
async function storeClients(_page: Page, manege: Manege): Promise<void> {
  const payeur = await manege.person({ prenom: 'Marc', nom: NOM });
  await manege.person({ prenom: 'Jeanne', nom: NOM });
  await storeClient(manege, `JEANNE ${NOM}`);
  await storeClient(manege, `Odette ${NOM}`, '010 11 22 33');
  await storeClient(manege, `ODETTE ${NOM}`, '010 44 55 66');
  const paid = await storeClient(manege, `Tom ${NOM}`, '0476 44 55 66');
  await manege.sql('update clients set paye_par = $2 where id = $1', [paid, payeur.id]);
  const long = await storeClient(manege, `${'M'.repeat(80)} ${NOM}`, '0'.repeat(40));
  await manege.sql('update clients set email = $2, note = $3 where id = $1', [
    long,
    `${'e'.repeat(60)}@essai.example`,
    `<b>${'n'.repeat(200)}</b>\nsur deux lignes`,
  ]);
  await store(manege, { jour: '2020-03-04', noms: ['Léa'], compte: paid });
  await manege.sql(
    "insert into cavaliers (user_id, nom, annee_naissance, note) values ($1, 'Noé', 2014, 'Poney calme')",
    [paid],
  );
  await store(manege, { jour: '2030-03-04', noms: [`Zoé ${NOM}`] });
  for (const prenom of ['Inès', 'Théo', 'Lou'])
    await manege.person({ statut: 'en_attente', prenom, nom: NOM });
  await manege.sql("update users set email_confirme = false where prenom = 'Lou'");
}

const SANS_DONNEES: Etat[] = [
  {
    title: 'aucun client sans compte',
    path: LISTE,
    open: text('Aucun client sans compte'),
  },
  {
    title: 'rien à vérifier',
    path: '/app/averifier',
    prepare: (_page, manege) => manege.sql('delete from reservations'),
    open: text('Rien à vérifier'),
  },
  {
    title: 'les clients refusés',
    path: LISTE,
    failed: '**/api/clients?*',
    open: text("Les clients sans compte n'ont pas pu être chargés."),
  },
  {
    title: 'un client à ajouter, mal rempli',
    path: LISTE,
    open: text('Veuillez saisir le nom du client'),
    async press(page) {
      await button(page, 'Ajouter un client').click();
      const form = titled('Ajouter un client')(page);
      await form.getByLabel('Email').fill('pas une adresse');
      await form.getByLabel('Note pour le bureau').fill('n'.repeat(301));
      await form.getByRole('button', { name: 'Enregistrer' }).click();
    },
  },
  { title: 'une fiche inconnue', path: '/app/clients/personne', open: text('Client non trouvé') },
];

const LISTES: Etat[] = [
  {
    title: 'les clients et leurs longs textes',
    path: LISTE,
    prepare: storeClients,
    open: (page) => row(page, 'M'.repeat(80)),
  },
  {
    title: 'la recherche sans client',
    path: `${LISTE}?q=introuvable`,
    open: text('Aucun client sans compte ne correspond à cette recherche'),
  },
  {
    title: 'des demandes cochées',
    path: LISTE,
    open: (page) => button(page, 'Approuver 2 demandes comme utilisateurs'),
    press: (page) => page.getByRole('checkbox', { name: 'Tout sélectionner' }).check(),
  },
  {
    title: 'qui paie, trouvé',
    path: LISTE,
    open: (page) => page.getByRole('option', { name: `Marc ${NOM}` }),
    async press(page) {
      const field = page.getByRole('combobox', { name: 'Client qui paie' });
      if (!(await field.isVisible()))
        await buttonOf(row(page, `Odette ${NOM}`).first(), 'Qui paie').click();
      await field.fill(NOM);
    },
  },
  {
    title: 'qui paie déjà',
    path: LISTE,
    open: (page) => button(page, 'Paie pour soi-même'),
    press: (page) => buttonOf(row(page, `Tom ${NOM}`), 'Qui paie').click(),
  },
  {
    title: 'un client à effacer, au long nom',
    path: LISTE,
    open: alertdialog,
    press: (page) => buttonOf(row(page, 'M'.repeat(80)), 'Effacer').click(),
  },
  {
    title: 'deux clients à regrouper',
    path: LISTE,
    open: alertdialog,
    press: (page) => button(page, /^C'est la même personne/).click(),
  },
  {
    title: 'un client modifié sur un autre écran',
    path: LISTE,
    open: (page) => button(page, "Garder ce que j'ai écrit"),
    async press(page, manege) {
      await buttonOf(row(page, `Tom ${NOM}`), 'Modifier').click();
      const form = titled('Modifier ce client')(page);
      await form.getByLabel('Note pour le bureau').fill('Le matin');
      await manege.sql("update clients set note = 'Le soir' where nom = $1", [`Tom ${NOM}`]);
      await form.getByRole('button', { name: 'Enregistrer' }).click();
    },
  },
  {
    title: 'à vérifier : une seule personne, un nom refusé',
    path: '/app/averifier',
    open: text(REFUSED.json.message),
    prepare: (page) =>
      answerNextWrite(page, '**/sans-client/attribution', (route) => route.fulfill(REFUSED)),
    press: (page) => button(page, `Créer ce client : Zoé ${NOM}`).click(),
  },
];

const FICHE: Etat[] = [
  {
    title: 'une fiche refusée',
    path: ficheOf(`Tom ${NOM}`),
    failed: /\/api\/clients\/[^/]+\/(fiche|lecons)/,
    open: text("La fiche de ce client n'a pas pu être chargée."),
  },
  {
    title: 'un nom à enregistrer comme cavalier',
    path: ficheOf(`Tom ${NOM}`),
    open: (page) => page.getByRole('dialog').getByLabel(/^Année de naissance/),
    press: (page) => button(page, 'Enregistrer Léa').click(),
  },
  {
    title: "un cavalier d'un client à retirer",
    path: ficheOf(`Tom ${NOM}`),
    open: alertdialog,
    press: (page) => button(page, 'Retirer Noé').click(),
  },
  {
    title: 'réserver pour un client et ses cavaliers',
    path: async (manege) => `/app/reservation?pour=${await idOf(manege, `Tom ${NOM}`)}`,
    open: (page) => page.getByRole('group', { name: 'Ses cavaliers' }),
    async press(page) {
      await radio(page, /^Leçon collective/).check();
      await choosePersonnes(page, 2);
    },
  },
  {
    title: 'un client de vingt cavaliers',
    path: ficheOf(`Tom ${NOM}`),
    prepare: (_page, manege) =>
      manege.sql(
        "insert into cavaliers (user_id, nom) select c.id, 'Cavalier ' || n from clients c, generate_series(1, 19) as n where c.nom = $1",
        [`Tom ${NOM}`],
      ),
    open: text('Un client garde 20 cavaliers au plus.'),
  },
];

export const CLIENTS_SANS_COMPTE: Groupe = {
  title: 'Les clients, leur fiche et ce qui est à vérifier',
  who: 'administrateur',
  empty: true,
  simple: true,
  etats: [...SANS_DONNEES, ...LISTES, ...FICHE],
};
