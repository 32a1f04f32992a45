import type { Page } from '@playwright/test';
import { addDays, instantOf } from '#domain/core/calendrier.ts';
import { expect, type Manege, serveAt } from '../parcours/fixtures.ts';
import { card, dialog } from '../parcours/modification.ts';
import {
  card as lessonCard,
  cell,
  closeArena,
  rememberType,
  store,
  storeSerie,
  weekOf,
} from '../parcours/planning.ts';
import { radio } from '../parcours/reservation.ts';
import { alertdialog, button, text, type Etat, type Groupe } from './etat.ts';
import { jourOf, mondayIn } from '../support/jours.ts';

const JOUR = jourOf(10, 10);
const PASSE = addDays(mondayIn(-3), 1);
const DESK = `/app/webmaster?semaine=${JOUR}&jour=${JOUR}`;

/** A series of an open type, a closure, and a past lesson with a rider of whom something is said. */
async function prepare(manege: Manege): Promise<void> {
  await manege.sql("update types_lecons set ouverte = value = 'collective'");
  await rememberType(manege, 'collective');
  await storeSerie(manege, { jour: JOUR, noms: ['Zoé Willems', 'Léa'] }, 2);
  await closeArena(manege, {
    jour: JOUR,
    piste: 'interieure',
    debut: '13:00',
    fin: '14:00',
    motif: 'Herse',
  });
  const { id } = await manege.person({ prenom: 'Élise', nom: 'Maes' });
  await manege.sql(
    "insert into cavaliers (user_id, nom, annee_naissance, note) values ($1, 'Tom Maes', 2015, 'Allergique au foin.')",
    [id],
  );
  await store(manege, { jour: PASSE, noms: ['Tom Maes'], compte: id });
}

/** Opens the card of the lesson, unless its card or what follows is open. */
const openCard = (page: Page) => cell(page, /10:00 – 11:00/).press('Enter');
const fromCard = async (page: Page, name: string) => {
  await openCard(page);
  await lessonCard(page).getByRole('button', { name }).click();
};
const date = (page: Page) => page.getByRole('dialog', { name: 'Aller à une date, calendrier' });
const writeDate = async (page: Page, words: string) => {
  if (!(await date(page).isVisible())) await button(page, /^Aller à une date, /).click();
  await date(page).getByLabel('Date', { exact: true }).fill(words);
};
const closure = (page: Page) => page.getByRole('dialog', { name: /^Fermé/ });
const openClosure = (page: Page) =>
  weekOf(page)
    .getByRole('button', { name: /Fermé ?Herse/ })
    .first()
    .press('Enter');

const GESTES: Etat[] = [
  {
    title: "la carte d'une leçon ouverte",
    path: DESK,
    open: (page) => lessonCard(page).getByRole('button', { name: 'Compléter' }),
    press: openCard,
  },
  {
    title: "l'annulation d'une série",
    path: DESK,
    open: (page) => alertdialog(page).getByRole('radio', { name: /^Celle-ci et les suivantes/ }),
    press: (page) => fromCard(page, 'Annuler la leçon'),
  },
  {
    title: 'un déplacement refusé par une fermeture',
    path: DESK,
    open: (page) => page.getByRole('region', { name: 'Déplacement' }).getByText(/Fermé/),
    async press(page) {
      await fromCard(page, 'Déplacer');
      await expect(page.getByRole('region', { name: 'Déplacement' })).toBeVisible();
      for (let n = 0; n < 6; n += 1) await page.keyboard.press('ArrowDown');
    },
  },
  { title: "la carte d'une fermeture", path: DESK, open: closure, press: openClosure },
  {
    title: 'rouvrir',
    path: DESK,
    open: alertdialog,
    async press(page) {
      await openClosure(page);
      await closure(page).getByRole('button', { name: 'Rouvrir' }).click();
    },
  },
  {
    title: 'une date écrite',
    path: DESK,
    open: (page) =>
      date(page)
        .getByText(/17 mars/)
        .first(),
    press: (page) => writeDate(page, '17/3'),
  },
  {
    title: "ce qui n'est pas une date",
    path: DESK,
    open: (page) => date(page).getByRole('alert'),
    async press(page) {
      await writeDate(page, '31/2');
      await page.keyboard.press('Enter');
    },
  },
];

const APRES_COUP: Etat[] = [
  {
    title: 'une semaine passée, et ce qui se dit des participants',
    path: `/app/webmaster?semaine=${PASSE}&jour=${PASSE}`,
    open: text('Allergique au foin.'),
  },
  {
    title: 'une leçon passée à corriger',
    path: `/app/webmaster?jour=${PASSE}`,
    open: (page) => dialog(page).getByText('Déjà commencée'),
    press: (page) =>
      card(page, /^10:00/)
        .getByRole('button', { name: /^Compléter|^Modifier/ })
        .first()
        .click(),
  },
  {
    title: 'une réservation après coup',
    path: `/app/reservation?jour=${PASSE}&heure=15:00&piste=interieure`,
    open: text('Déjà commencée : aucun email ne partira'),
    press: (page) => radio(page, /^Leçon particulière/).check(),
  },
];

/** The clock of the page stays, so it comes last. */
const LE_JOUR: Etat = {
  title: "les leçons d'aujourd'hui",
  path: '/',
  prepare: (page) => serveAt(page, instantOf(JOUR, '09:00').toISOString()),
  open: (page) => page.getByRole('region', { name: "Aujourd'hui" }).getByRole('listitem').first(),
};

export const GESTES_DU_PLANNING: Groupe = {
  title: 'Le planning : annuler, déplacer, rouvrir, écrire une date, après coup',
  who: 'administrateur',
  empty: true,
  simple: true,
  prepare,
  etats: [...GESTES, ...APRES_COUP, LE_JOUR],
};
