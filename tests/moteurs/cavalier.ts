/** End-to-end tests of a rider. */
import { formatJour } from '#domain/core/calendrier.ts';
import { expect } from 'vitest';
import { bookElsewhere, bookFor } from '../parcours/reservation.ts';
import { startProxy } from '../support/proxy.ts';
import type { Journey } from './journey.ts';
import type { Page } from './page.ts';
import { jourOf } from '../support/jours.ts';

const SUCCESS = 'Votre réservation a été confirmée avec succès !';

/** A day of next week. */

/** Fills in everything except the hour: a group lesson for two, indoors. */
async function fillForm(page: Page, jour: string): Promise<void> {
  await page.check(/^Leçon collective/);
  await page.within('group', 'Nombre de personnes').check(/^2\b/);
  await page.fill(/participant 1$/, 'Camille Lambert');
  await page.fill(/participant 2$/, 'Hugo Dubois');
  // On a Sunday evening the screen opens on the next week.
  // the name continues with the number of free starts
  const day = new RegExp(`^${formatJour(jour, 'long')}`);
  if ((await page.count('radio', day)) === 0) await page.click('button', 'Semaine suivante');
  await page.check(day);
  await page.check(/^Piste Intérieure/);
}

export const CAVALIER: Journey[] = [
  {
    title: 'réserver une leçon sur la piste intérieure, et la retrouver dans « Mes réservations »',
    short: 'narrow',
    async walk(page, manege) {
      // BOOK-21, BOOK-22
      const jour = jourOf(1, 1);
      const camille = await manege.person();
      await page.enter(camille, '/app/reservation');
      await fillForm(page, jour);
      // The question and its answers do not touch: they are side by side, or there is a gap between
      // them.
      const persons = page.within('group', 'Nombre de personnes');
      const [question, answer] = [
        await page.see('text', 'Nombre de personnes'),
        await persons.see('radio', /^1\b/),
      ];
      expect(
        Math.max(answer.y - question.y - question.height, answer.x - question.x - question.width),
      ).toBeGreaterThanOrEqual(4);
      await page.check('10:00, disponible');
      await page.fill(/^Remarques/, "Poney calme, s'il vous plaît");
      await page.click('button', 'Confirmer la réservation');
      await page.see('text', SUCCESS);
      const lecon = `Nouvelle réservation : ${formatJour(jour, 'long')}, 10h00 – 11h00, Leçon collective, Piste Intérieure`;
      await page.focused('group', lecon);
      await page.see('group', lecon, ({ inViewport }) => inViewport);
      await page.within('region', 'Mes réservations').see('text', /Hugo Dubois/);
      expect(
        await manege.sql(
          'select noms_participants, remarques, statut, user_id from reservations where date_reservation = $1',
          [jour],
        ),
      ).toEqual([
        {
          noms_participants: ['Camille Lambert', 'Hugo Dubois'],
          remarques: "Poney calme, s'il vous plaît",
          statut: 'confirmee',
          user_id: camille.id,
        },
      ]);
    },
  },
  {
    title:
      "un créneau que quelqu'un d'autre vient de prendre : l'écran le dit de lui-même, le reste du formulaire demeure",
    async walk(page, manege) {
      // BOOK-28, UI-11
      const jour = jourOf(1, 2);
      await page.enter(await manege.person(), '/app/reservation');
      await fillForm(page, jour);
      await page.check('10:00, disponible');
      expect(await bookElsewhere(manege, { date_reservation: jour })).toBe(201);
      await page.see('text', /^Ce créneau vient d'être réservé\. Veuillez en choisir un autre\./);
      await page.see(
        'radio',
        '10:00, 4 places restantes dans la leçon de 10h00 à 11h00',
        ({ enabled, checked }) => !enabled && !checked,
      );
      await page.see('button', 'Confirmer la réservation', ({ enabled }) => !enabled);
      await page.see('field', /participant 2$/, ({ value }) => value === 'Hugo Dubois');
      await page.check('14:00, disponible');
      await page.click('button', 'Confirmer la réservation');
      await page.see('text', SUCCESS);
    },
  },
  {
    title: "le réseau se perd et revient : l'écran le dit, se relit, et rien de tapé n'est perdu",
    async walk(page, manege) {
      // UI-12, UI-35
      const jour = jourOf(1, 3);
      const proxy = await startProxy(manege.server.url);
      try {
        await page.enter(await manege.person(), new URL('/app/reservation', proxy.url).href);
        await fillForm(page, jour);
        await page.check('10:00, disponible');
        // The code that is loaded last has arrived before the network is lost.
        const isLoaded = () =>
          performance.getEntriesByType('resource').some(({ name }) => name.includes('/offline-'));
        await expect.poll(() => page.evaluate(isLoaded), { timeout: 30_000 }).toBe(true);
        proxy.cut();
        await page.see('text', 'Connexion perdue');
        expect(await bookElsewhere(manege, { date_reservation: jour, heure_debut: '14:00' })).toBe(
          201,
        );
        await proxy.mend();
        await page.see('text', 'Connexion rétablie');
        await page.gone('text', 'Connexion perdue');
        await page.see('radio', /^14:00, 4 places restantes/, ({ enabled }) => !enabled);
        await page.see('field', /participant 2$/, ({ value }) => value === 'Hugo Dubois');
        await page.click('button', 'Confirmer la réservation');
        await page.see('text', SUCCESS);
      } finally {
        proxy.close();
      }
    },
  },
  {
    title:
      "sans serveur, la page rouverte montre ses leçons et l'heure de leur lecture, sans rien réserver ; avec lui, l'écran revient",
    async walk(page, manege) {
      // UI-55, UI-56
      const camille = await manege.person();
      const proxy = await startProxy(manege.server.url);
      const address = new URL('/app/reservation', proxy.url).href;
      try {
        expect(
          await bookFor(manege, camille, {
            date_reservation: jourOf(1, 4),
            noms_participants: ['Camille Lambert', 'Hugo Dubois'],
          }),
        ).toBe(201);
        await page.enter(camille, address);
        await expect
          .poll(
            () =>
              page.evaluate(
                () =>
                  navigator.serviceWorker.controller !== null &&
                  (localStorage.getItem('horsConnexion.1') ?? '').includes('"miennes":'),
              ),
            { timeout: 30_000 },
          )
          .toBe(true);
        proxy.cut();
        await page.goto(address);
        await page.see('heading', 'Hors connexion');
        await page.see('text', /^Lu (le .+ )?à \d\d:\d\d, hors connexion$/);
        await page.see('text', '10h00 – 11h00');
        await page.see('text', /Hugo Dubois/);
        await page.see('button', 'Réserver une leçon', ({ enabled }) => !enabled);
        await proxy.mend();
        await page.see('heading', 'Réserver une leçon');
        await page.gone('text', /hors connexion$/);
        await page.within('region', 'Mes réservations').see('text', /Hugo Dubois/);
        expect(
          await bookElsewhere(manege, { date_reservation: jourOf(1, 4), heure_debut: '14:00' }),
        ).toBe(201);
        await page.see('button', 'Confirmer la réservation');
      } finally {
        proxy.close();
      }
    },
  },
  {
    title: 'annuler sa leçon : la question, le succès, la leçon annulée',
    async walk(page, manege) {
      // RIDE-17
      const camille = await manege.person();
      expect(await bookFor(manege, camille, { date_reservation: jourOf(1, 6) })).toBe(201);
      const allow = async (allowed: boolean) => {
        await manege.sql('update parametres set "riderCancellation" = $1', [allowed]);
        await manege.sql(`select pg_notify('manege_changes', '{"changed":["parametres"]}')`);
      };
      await allow(true);
      try {
        await page.enter(camille, '/app/reservation');
        const lecons = page.within('region', 'Mes réservations');
        await lecons.see('text', /^Annulable/);
        await lecons.click('button', /^Annuler/);
        await page.click('button', 'Annuler la leçon');
        await lecons.see('text', /est annulée\.$/);
        await page.focused('heading', 'Mes réservations');
        expect(
          await manege.sql('select statut from reservations where user_id = $1', [camille.id]),
        ).toEqual([{ statut: 'annulee' }]);
      } finally {
        await allow(false);
      }
    },
  },
  {
    title: 'rejoindre une leçon qui a des places : le créneau le propose, la leçon est partagée',
    async walk(page, manege) {
      // RIDE-15
      const jour = jourOf(1, 5);
      expect(await bookElsewhere(manege, { date_reservation: jour })).toBe(201);
      await manege.sql(`update types_lecons set ouverte = true where value = 'collective'`);
      try {
        await page.enter(await manege.person(), '/app/reservation');
        await fillForm(page, jour);
        await page.check('10:00, Rejoindre · 4 places, leçon de 10h00 à 11h00');
        await page.click('button', 'Rejoindre la leçon');
        await page.see('text', SUCCESS);
        await page
          .within('region', 'Mes réservations')
          .see('text', 'Vous partagez cette leçon : 4 personnes en tout');
        expect(
          await manege.sql(
            'select nombre_personnes from reservations where date_reservation = $1',
            [jour],
          ),
        ).toEqual([{ nombre_personnes: 4 }]);
      } finally {
        await manege.sql('update types_lecons set ouverte = false');
      }
    },
  },
];
