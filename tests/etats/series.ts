import type { Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import { card, dialog } from '../parcours/modification.ts';
import { closeArena, store, storeSerie } from '../parcours/planning.ts';
import { alertdialog, button, titled, type Groupe } from './etat.ts';
import { mondayIn } from '../support/jours.ts';

/** The day of a lesson that does not repeat yet, and that of a series of five weeks. */
const [SEULE, SERIE] = [addDays(mondayIn(50), 2), addDays(mondayIn(50), 3)];
const weeksAfter = (jour: string, n: number): string => addDays(jour, 7 * n);
const desk = (jour: string): string => `/app/webmaster?jour=${jour}`;

const repeter = titled('Répéter la leçon');
const lesson = (page: Page, name: RegExp) =>
  card(page, /^10:00/)
    .getByRole('button', { name })
    .click();
async function repeatTenTimes(page: Page): Promise<void> {
  await lesson(page, /^Répéter/);
  await repeter(page).getByRole('button', { name: '10 fois' }).click();
}

export const SERIES: Groupe = {
  title: 'Les leçons qui se répètent',
  who: 'administrateur',
  empty: true,
  async prepare(manege) {
    await store(manege, { jour: SEULE });
    // On one date the arena is taken, on another both are closed.
    await store(manege, {
      jour: weeksAfter(SEULE, 2),
      heure: '10:30',
      noms: ['Max'],
      type: 'saut',
    });
    for (const piste of ['interieure', 'exterieure'])
      await closeArena(manege, {
        jour: weeksAfter(SEULE, 3),
        piste,
        debut: '06:00',
        fin: '23:00',
        motif: 'Gel',
      });
    const ids = await storeSerie(manege, { jour: SERIE }, 5);
    // Moved by hand, it keeps its hour.
    await manege.sql(
      `with held as (update occupations set heure_debut = '16:00', heure_fin = '17:00' where reservation_id = $1)
        update reservations set heure_debut = '16:00', heure_fin = '17:00' where id = $1`,
      [ids[3]],
    );
  },
  etats: [
    {
      title: 'répéter une leçon',
      path: desk(SEULE),
      open: (page) => repeter(page).getByText('fermé : Gel'),
      press: repeatTenTimes,
    },
    {
      title: 'répéter une leçon, toutes les dates sautées',
      path: desk(SEULE),
      open: (page) =>
        repeter(page)
          .getByText(/^Toutes les dates sont sautées/)
          .first(),
      async press(page) {
        await repeatTenTimes(page);
        for (const place of await repeter(page).getByRole('combobox').all())
          await place.selectOption('Sauter');
        await repeter(page).getByRole('button', { name: 'Répéter', exact: true }).click();
      },
    },
    {
      title: 'prolonger une série',
      path: desk(SERIE),
      open: (page) => repeter(page).getByText(/La série se prolonge/),
      press: repeatTenTimes,
    },
    {
      title: 'modifier une série',
      path: desk(SERIE),
      open: (page) => dialog(page).getByText(/garde son heure/),
      async press(page) {
        await lesson(page, /^Modifier/);
        await dialog(page)
          .getByRole('radio', { name: /^Celle-ci et les suivantes/ })
          .check();
        await dialog(page).getByLabel('Heure de début').selectOption('14:00');
      },
    },
    {
      title: 'supprimer une série',
      path: desk(weeksAfter(SERIE, 1)),
      open: (page) => button(page, /^Supprimer \d leçons/),
      async press(page) {
        await lesson(page, /^Supprimer/);
        await alertdialog(page)
          .getByRole('radio', { name: /^Toutes à venir/ })
          .check();
      },
    },
    {
      title: 'répéter une leçon qui vient d’être supprimée',
      path: desk(SEULE),
      open: (page) => repeter(page).getByText("Cette réservation n'existe pas."),
      async press(page, manege) {
        await lesson(page, /^Répéter/);
        await manege.sql('delete from reservations where date_reservation = $1', [SEULE]);
        await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
      },
    },
  ],
};
