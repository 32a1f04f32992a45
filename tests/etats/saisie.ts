import type { Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import { card, choice, dialog, field, personnes } from '../parcours/modification.ts';
import { cell, closeArena, entry, freeSlot, rememberType, store } from '../parcours/planning.ts';
import { alertdialog, button, text, type Groupe } from './etat.ts';
import { mondayIn } from '../support/jours.ts';

const JOUR = addDays(mondayIn(51), 1);
/** The lesson of this day is deleted while it is open. */
const SUPPRIMEE = addDays(JOUR, 1);
const desk = (jour: string): string => `/app/webmaster?jour=${jour}`;
const who = (page: Page) => entry(page).getByRole('combobox', { name: 'Pour qui' });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Enregistrer' }).click();
const lesson = (page: Page, name: RegExp, heure = /^10:00/) =>
  card(page, heure).getByRole('button', { name }).click();
const notified = `select pg_notify('manege_changes', '{"changed":["reservations"]}')`;

async function write(page: Page, heure: string, nom: string): Promise<void> {
  await freeSlot(page, JOUR, heure).click();
  await who(page).fill(nom);
}

export const SAISIE: Groupe = {
  title: 'La saisie et la modification : attentes et refus',
  who: 'administrateur',
  empty: true,
  async prepare(manege) {
    await rememberType(manege, 'collective');
    const compte = (await manege.person({ prenom: 'Zoé', nom: 'Willems' })).id;
    for (const jour of [JOUR, SUPPRIMEE])
      await store(manege, { jour, noms: ['Zoé Willems', 'Léa Martens'], compte });
    await store(manege, { jour: JOUR, heure: '11:00', fin: '12:00', statut: 'annulee' });
    await store(manege, { jour: JOUR, heure: '11:30', fin: '12:00', noms: ['Hugo'], type: 'saut' });
    await closeArena(manege, {
      jour: JOUR,
      piste: 'interieure',
      debut: '17:00',
      fin: '18:00',
      motif: 'Herse',
    });
  },
  etats: [
    {
      title: 'une saisie pour un nouveau client',
      path: desk(JOUR),
      open: (page) => entry(page).getByRole('paragraph').filter({ hasText: 'Nouveau client' }),
      async press(page) {
        await write(page, '14:00', 'Jeanne Dupont');
        await page.keyboard.press('Enter');
      },
    },
    {
      title: 'une saisie qui cherche',
      path: desk(JOUR),
      loading: '**/api/clients/propositions*',
      open: text('Recherche en cours…'),
      async press(page) {
        await write(page, '14:00', 'jeanne');
        await page.keyboard.press('Enter');
      },
    },
    {
      title: 'une saisie sans réponse',
      path: desk(JOUR),
      failed: '**/api/clients/propositions*',
      open: text("Les clients n'ont pas pu être cherchés."),
      press: (page) => write(page, '14:00', 'marc'),
    },
    {
      title: 'une saisie dans une case fermée',
      path: desk(JOUR),
      open: (page) => entry(page).getByRole('alert'),
      press: (page) => freeSlot(page, JOUR, '16:30').click(),
    },
    {
      title: 'une place de plus',
      path: desk(JOUR),
      open: (page) => entry(page).getByText('Il reste 4 places.'),
      async press(page) {
        await cell(page, /10:00 – 11:00/)
          .first()
          .click();
        await button(page, 'Ajouter').click();
        await who(page).fill('Jeanne Dupont');
        await page.keyboard.press('Enter');
      },
    },
    {
      title: 'une modification qui ne convient pas',
      path: desk(JOUR),
      open: (page) => dialog(page).getByText('Veuillez remplir tous les noms des participants'),
      async press(page) {
        await lesson(page, /^Modifier/);
        await personnes(page).nth(2).press(' ');
        await field(page, 'Heure de début').selectOption('19:30');
        await save(page);
      },
    },
    {
      title: 'une annulation et sa raison',
      path: desk(JOUR),
      open: (page) => dialog(page).getByLabel(/^Raison/),
      async press(page) {
        await lesson(page, /^Modifier/);
        await choice(page, 'Annulée').check();
      },
    },
    {
      title: 'une piste tenue',
      path: desk(JOUR),
      open: (page) => dialog(page).getByText(/La piste est tenue par Hugo/),
      async press(page) {
        await lesson(page, /^Modifier/, /^11:00/);
        await choice(page, 'Confirmée').check();
        await save(page);
      },
    },
    {
      title: 'une raison trop longue',
      path: desk(JOUR),
      open: text(/^La raison tient sur une ligne/),
      async press(page) {
        await lesson(page, /^Supprimer/);
        await alertdialog(page)
          .getByLabel(/^Raison/)
          .fill('a'.repeat(301));
        await alertdialog(page).getByRole('button', { name: 'Supprimer' }).click();
      },
    },
    {
      title: 'une présence notée',
      path: desk(JOUR),
      open: (page) => card(page, /^10:00/).getByRole('button', { name: /Absent\(e\)$/ }),
      press: (page) => lesson(page, /^Présence de Léa Martens/),
    },
    {
      title: 'une leçon supprimée ailleurs',
      path: desk(SUPPRIMEE),
      open: (page) => dialog(page).getByText(/^Cette réservation vient d'être supprimée/),
      async press(page, manege) {
        await lesson(page, /^Modifier/);
        await dialog(page).getByLabel('Remarques').fill('Tapé ici');
        await manege.sql('delete from reservations where date_reservation = $1', [SUPPRIMEE]);
        await manege.sql(notified);
      },
    },
    {
      title: 'la vue du jour sans jour',
      path: `/app/webmaster?semaine=${JOUR}&jour=`,
      open: text('Sélectionnez une date pour voir les réservations'),
    },
    {
      title: 'le planning refusé',
      path: '/app/webmaster',
      failed: '**/api/planning?*',
      open: text("Le planning n'a pas pu être chargé."),
    },
  ],
};
