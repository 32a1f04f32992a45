import type { Page } from '@playwright/test';
import type { Manege } from '../parcours/fixtures.ts';
import { store } from '../parcours/planning.ts';
import { goToJour, radio } from '../parcours/reservation.ts';
import { alertdialog, button, text, type Etat, type Groupe } from './etat.ts';
import { jourOf } from '../support/jours.ts';

const MERCREDI = jourOf(5, 2);
const PISTES = '/app/webmastersettings?onglet=pistes';
const semaine = (page: Page) => page.getByRole('dialog');
const choose = (page: Page, label: string, option: string) =>
  semaine(page).getByLabel(label, { exact: true }).selectOption(option);

const COURRIELS: Etat[] = [
  {
    title: 'aucun email',
    path: '/app/courriels',
    prepare: (_page, manege) => manege.sql('delete from courriels'),
    open: text("Aucun email pour l'instant"),
  },
];

const GRAPHIQUES_DE_MARS = '/app/statistiques?du=2012-03-01&au=2012-03-31&par=graphiques';

const GRAPHIQUES: Etat[] = [
  {
    title: 'les graphiques chargent',
    path: GRAPHIQUES_DE_MARS,
    prepare: (_page, manege) => store(manege, { jour: '2012-03-01' }),
    loading: '**/api/statistiques/graphiques*',
    open: (page) => page.locator('main [aria-busy=true]').last(),
  },
  {
    title: 'les graphiques refusés',
    path: GRAPHIQUES_DE_MARS,
    failed: '**/api/statistiques/graphiques*',
    open: text("Les graphiques n'ont pas pu être chargés."),
  },
];

/** Own hours on Wednesdays, which leave out a stored lesson. */
const openWeek = async (page: Page): Promise<void> => {
  await button(page, 'Modifier la semaine').click();
  await choose(page, 'Heures du mercredi', 'Ses propres heures');
  await choose(page, 'De, mercredi, Période 1', '9h00');
  await choose(page, 'À, mercredi, Période 1', '12h00');
};
const save = (page: Page) =>
  semaine(page).getByRole('button', { name: 'Enregistrer', exact: true }).click();

const HORAIRES: Etat[] = [
  {
    title: 'les heures de la semaine, deux périodes qui se touchent',
    path: PISTES,
    open: text(/^Les périodes d'un jour vont de/),
    async press(page) {
      await openWeek(page);
      await button(page, 'Ajouter une période, mercredi').click();
      await choose(page, 'De, mercredi, Période 2', '11h00');
      await save(page);
    },
  },
  {
    title: 'des heures à resserrer',
    path: PISTES,
    prepare: (_page, manege) =>
      store(manege, { jour: MERCREDI, heure: '12:00', fin: '13:00', noms: ['Zoé'] }),
    open: alertdialog,
    async press(page) {
      await openWeek(page);
      await save(page);
    },
  },
  {
    title: 'une saison mal remplie',
    path: PISTES,
    open: text(/1 à 40 caractères/),
    async press(page) {
      await button(page, 'Ajouter une saison').click();
      await page.keyboard.press('Enter');
    },
  },
  {
    title: "réserver hors des heures d'ouverture",
    path: '/app/reservation',
    prepare: (_page, manege) => closeWednesdays(manege),
    open: text("Hors des heures d'ouverture"),
    async press(page) {
      await radio(page, /^Leçon particulière/).check();
      await goToJour(page, MERCREDI);
      await radio(page, /^Piste Intérieure/).check();
      await button(page, 'Afficher toutes les heures').click();
      await radio(page, "15:00, disponible, hors des heures d'ouverture").check();
    },
  },
  {
    title: 'la semaine et ses heures',
    path: PISTES,
    open: text('9h00 – 12h00'),
  },
];

const closeWednesdays = (manege: Manege): Promise<unknown> =>
  manege.sql(
    `update parametres set horaires = '{"semaine":[null,null,[{"debut":"09:00","fin":"12:00"}],null,null,null,[]],"saisons":[]}'`,
  );

export const CENTRE: Groupe = {
  title: "Les emails, les graphiques et les heures d'ouverture",
  who: 'administrateur',
  empty: true,
  etats: [...COURRIELS, ...GRAPHIQUES, ...HORAIRES],
};
