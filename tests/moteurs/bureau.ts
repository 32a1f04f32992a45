/** End-to-end tests of an administrator. */
import { addDays, formatJour } from '#domain/core/calendrier.ts';
import { expect } from 'vitest';
import type { Manege } from '../support/manege.ts';
import type { Journey } from './journey.ts';
import { PRICE_SEATS, pricing } from '../support/prix.ts';
import { jourOf, today } from '../support/jours.ts';

/** A day of next week. */

/**
 * Stores a group lesson indoors at 10:00, and announces it to the open screens, as another instance
 * would.
 */
export async function store(manege: Manege, jour: string): Promise<string> {
  const [row] = await manege.sql(
    `select id from importer_lecons((select jsonb_agg(l) from (
    values ('{Camille Lambert,Hugo Dubois}', 'Camille Lambert', $1, '10:00', '11:00', 'interieure', 'collective', 2, 'confirmee')
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id`,
    [jour],
  );
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
  return String(row?.['id']);
}

const administrator = (manege: Manege) =>
  manege.person({ role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });

export const BUREAU: Journey[] = [
  {
    title: "la semaine : la carte d'une leçon sous le pointeur, puis au clavier",
    async walk(page, manege) {
      // DESK-08
      const jour = jourOf(1, 0);
      await store(manege, jour);
      await page.enter(await administrator(manege), `/app/webmaster?semaine=${jour}`);
      const [cell, card] = [/10:00 – 11:00/, /^Leçon collective, 10:00/];
      // The address leads to the week, away from the day above it.
      const week = page.within('region', 'Planning de la semaine');
      await week.hover('button', cell);
      await page.see('dialog', card, ({ inViewport }) => inViewport);
      for (const text of ['Participants (2/6)', 'Hugo Dubois', '10h00 – 11h00'])
        await page.within('dialog', card).see('text', new RegExp(text.replaceAll(/[()]/g, '\\$&')));
      await page.hover('heading', 'Planning de la semaine');
      await page.gone('dialog', card);
      await week.click('button', cell);
      await page.focused('dialog', card);
      await page.press('Escape');
      await week.focused('button', cell);
      await page.press('Enter');
      await page.focused('dialog', card);
      await page.press('Tab');
      await page.within('dialog', card).focused('button', 'Compléter');
      await page.press('Escape');
      await page.gone('dialog', card);
      await week.focused('button', cell);
    },
  },
  {
    title:
      'la vue du jour : son calendrier se voit et va au clavier, une leçon réservée ailleurs y paraît',
    async walk(page, manege) {
      // DESK-11, UI-11, UI-14
      const jour = addDays(today(), 8);
      await page.enter(await administrator(manege), '/app/webmaster');
      const view = page.within('region', 'Vue du jour');
      await view.tabTo('button', /^Date, /);
      await page.press('Enter');
      await view.focused('button', /^Aujourd'hui/);
      await view.see('dialog', 'Date, calendrier', ({ inViewport }) => inViewport);
      await page.press('ArrowDown');
      await view.focused('button', formatJour(addDays(today(), 7), 'long'));
      await page.press('ArrowRight');
      await view.focused('button', formatJour(jour, 'long'));
      await page.press('Enter');
      await view.focused('button', `Date, ${formatJour(jour, 'long')}`);
      await view.see('text', `Aucune réservation pour le ${formatJour(jour, 'long')}`);
      await store(manege, jour);
      await view.see('article', '10:00, Leçon collective');
      await view.within('article', '10:00, Leçon collective').see('text', 'Confirmée');
    },
  },
  {
    title:
      'déplacer une leçon : son calendrier se voit, Échap ne ferme que lui, la leçon change de jour',
    short: 'wide',
    async walk(page, manege) {
      // DESK-13, UI-14, UI-44
      const [jour, next] = [jourOf(1, 2), jourOf(1, 3)];
      const id = await store(manege, jour);
      await page.enter(await administrator(manege), `/app/webmaster?jour=${jour}`);
      await page
        .within('region', 'Vue du jour')
        .within('article', '10:00, Leçon collective')
        .click('button', /^Modifier/);
      const dialog = page.within('dialog', 'Modifier la réservation');
      await dialog.tabTo('button', /^Date, /);
      await page.press('Enter');
      await dialog.focused('button', `${formatJour(jour, 'long')}, sélectionné`);
      await dialog.see('dialog', 'Date, calendrier', ({ inViewport }) => inViewport);
      await page.press('Escape');
      // It is removed, not only hidden: the next calendar to open is a new element and takes the
      // focus.
      await expect
        .poll(() => page.evaluate(() => document.querySelectorAll('dialog [role=grid]').length))
        .toBe(0);
      await dialog.focused('button', /^Date, /);
      await page.press('Enter');
      await dialog.focused('button', `${formatJour(jour, 'long')}, sélectionné`);
      await page.press('ArrowRight');
      await dialog.focused('button', formatJour(next, 'long'));
      await page.press('Enter');
      await dialog.focused('button', `Date, ${formatJour(next, 'long')}`);
      await dialog.click('button', 'Enregistrer');
      await page.gone('dialog', 'Modifier la réservation');
      await page.see(
        'text',
        new RegExp(
          `La leçon est maintenant le ${formatJour(next, 'long')} à 10h00, Piste Intérieure`,
        ),
      );
      await page.focused('heading', 'Vue du jour');
      expect(
        await manege.sql('select date_reservation::text as jour from reservations where id = $1', [
          id,
        ]),
      ).toEqual([{ jour: next }]);
    },
  },
  {
    title: 'supprimer une leçon : la question, Échap, puis oui',
    async walk(page, manege) {
      // DESK-12, UI-07
      const jour = jourOf(1, 4);
      await store(manege, jour);
      await page.enter(await administrator(manege), `/app/webmaster?jour=${jour}`);
      const view = page.within('region', 'Vue du jour');
      const lecon = view.within('article', '10:00, Leçon collective');
      const question = 'Êtes-vous sûr de vouloir supprimer cette réservation ?';
      await lecon.click('button', /^Supprimer/);
      await page.within('alertdialog', question).focused('button', 'Annuler');
      await page.press('Escape');
      await page.gone('alertdialog', question);
      await lecon.focused('button', /^Supprimer/);
      await page.press('Enter');
      await page.within('alertdialog', question).tabTo('button', 'Supprimer');
      await page.press('Enter');
      await page.gone('alertdialog', question);
      await page.see('text', 'Réservation supprimée');
      await view.see('text', `Aucune réservation pour le ${formatJour(jour, 'long')}`);
      expect(await manege.sql('select 1 from reservations')).toEqual([]);
    },
  },
  {
    title: 'fermer une piste : la leçon concernée est annulée, la case dit pourquoi, puis rouvrir',
    async walk(page, manege) {
      // FERM-04, FERM-05, FERM-06
      const jour = jourOf(1, 2);
      await store(manege, jour);
      await page.enter(await administrator(manege), `/app/webmaster?semaine=${jour}`);
      const week = page.within('region', 'Planning de la semaine');
      await week.click('button', 'Fermer');
      const dialog = page.within('dialog', 'Fermer des pistes');
      await dialog.within('group', 'Pistes').click('text', 'Piste Intérieure');
      await dialog.click('button', 'Gel');
      await dialog.see('text', /^1 leçon annulée/);
      await dialog.click('button', 'Fermer et annuler 1 leçon');
      await page.gone('dialog', 'Fermer des pistes');
      await page.see('text', /^La piste est fermée/);
      await week.click('button', /Fermé ?Gel/);
      await page.within('dialog', /^Fermé/).click('button', /^Rouvrir/);
      const question = page.within('alertdialog', /^Rouvrir ces heures/);
      await question.see('text', /Camille Lambert/);
      await question.click('button', 'Rouvrir');
      await page.see('text', 'Les heures sont rouvertes.');
      await week.see('button', /10:00 – 11:00/);
      expect(await manege.sql('select statut from reservations')).toEqual([
        { statut: 'confirmee' },
      ]);
    },
  },
  {
    title: 'répéter une leçon dix fois, et en supprimer la suite',
    async walk(page, manege) {
      // SERIE-02, SERIE-04
      const jour = jourOf(1, 3);
      await store(manege, jour);
      await page.enter(await administrator(manege), `/app/webmaster?jour=${jour}`);
      const lecon = page
        .within('region', 'Vue du jour')
        .within('article', '10:00, Leçon collective');
      await lecon.click('button', /^Répéter/);
      const dialog = page.within('dialog', 'Répéter la leçon');
      await dialog.click('button', '10 fois');
      await dialog.see('text', '10 leçons.');
      await dialog.click('button', /^Répéter\s: 10 leçons$/);
      await page.gone('dialog', 'Répéter la leçon');
      await page.see('text', '10 leçons ajoutées.');
      await lecon.click('button', /^Supprimer/);
      await page.check(/^Celle-ci et les suivantes/);
      await page.click('button', 'Supprimer 11 leçons');
      await page.see('text', '11 leçons supprimées.');
      expect(await manege.sql('select 1 from reservations')).toEqual([]);
    },
  },
  {
    title: 'enregistrer après coup qui est venu sans prévenir',
    async walk(page, manege) {
      // BOOK-35, DESK-71
      const jour = addDays(today(), -2);
      // The type that the desk booked last.
      await manege.sql(
        `insert into journal (survenu_at, action, objet, details) values (now(), 'reservation.creee', 'reservation', '{"lecon":{"type_lecon":"collective"}}')`,
      );
      await page.enter(await administrator(manege), `/app/webmaster?semaine=${jour}`);
      await page
        .within('region', 'Planning de la semaine')
        .click(
          'link',
          new RegExp(
            `^Passé, (Piste Intérieure, )?${formatJour(jour, 'long')}, 10:00, enregistrer après coup$`,
          ),
        );
      const dialog = page.within('dialog', 'Nouvelle leçon');
      await dialog.see('text', /^Déjà commencée/);
      await dialog.fill('Pour qui', 'Hugo Dubois');
      await page.press('Enter');
      // It is chosen, not only proposed: two presses before the answer would choose twice.
      await dialog.gone('text', /^Un nom, un téléphone/);
      // The narrow journey has made this customer already.
      await dialog.see('text', /^(Nouveau client$|Client\s: Hugo Dubois)/);
      await page.press('Enter');
      await page.see('text', /^Leçon de Hugo Dubois réservée/);
      expect(
        await manege.sql('select nom_client, date_reservation::text as jour from reservations'),
      ).toEqual([{ nom_client: 'Hugo Dubois', jour }]);
    },
  },
  {
    title: "enregistrer un paramètre, qui se lit sur l'accueil",
    async walk(page, manege) {
      // SET-20, ACC-02
      await manege.sql('delete from parametres');
      // Without the question about old lessons, which would move the pages of later journeys.
      await manege.sql('insert into parametres (id, "lessonRetentionAnswered") values (1, true)');
      await manege.sql(`select pg_notify('manege_changes', '{"changed":["parametres"]}')`);
      await page.enter(await administrator(manege), '/app/webmastersettings?onglet=emails');
      await manege.sql('update sessions set confirme_at = now()'); // ACC-106
      await page.fill(/^Téléphone du centre/, '+32 (0)81 61 23 45');
      await page.click('button', 'Sauvegarder les paramètres');
      await page.see('text', 'Paramètres sauvegardés avec succès');
      await page.goto('/');
      await page.within('region', 'Nous trouver').see('link', '+32 (0)81 61 23 45');
    },
  },
  {
    title: 'changer un prix, et lire dans les statistiques que les leçons passées gardent le leur',
    async walk(page, manege) {
      // PRICE-01, PRICE-05, PRICE-06
      await manege.sql(pricing({ collective: 20 }));
      await store(manege, '2019-03-01');
      await manege.sql(PRICE_SEATS);
      await page.enter(await administrator(manege), '/app/prix');
      await page.fill(/^Tarif Leçon collective/, '22,10');
      await page.click('button', 'Sauvegarder les prix');
      await page.see('text', 'Les prix ont été sauvegardés avec succès');
      await page.goto('/app/statistiques?du=2019-03-01&au=2019-03-31');
      const totals = page.within('list', 'Totaux');
      await totals.see('text', /^40\s€$/);
      // The first of March is excluded, so nothing remains.
      await page.click('button', /^Du, /);
      const calendar = page.within('dialog', 'Du, calendrier');
      await page.see('dialog', 'Du, calendrier', ({ inViewport }) => inViewport);
      await calendar.click('button', 'samedi 2 mars 2019');
      await page.gone('dialog', 'Du, calendrier');
      await page.see('text', 'Aucune réservation trouvée pour cette période');
    },
  },
];
