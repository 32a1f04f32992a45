/**
 * The person's own lessons: one of them as a calendar file, and many of them by month (RIDE-85,
 * RIDE-86).
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import ICAL from 'ical.js';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { enter, expect, TELEPHONE, test } from '../fixtures.ts';
import { bookFor } from '../reservation.ts';
import { jourOf } from '../../support/jours.ts';

test(
  "plus de huit leçons sont rangées par mois ; une leçon s'ajoute à l'agenda, au clavier ; annulée, elle n'y va plus",
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-85, RIDE-86, BOOK-33
    const first = jourOf(74, 1);
    const jours = Array.from({ length: 9 }, (_, n) => addDays(first, 7 * n));
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    for (const jour of jours)
      expect(await bookFor(manege, rider, { date_reservation: jour, heure_debut: '11:00' })).toBe(
        201,
      );
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    const lecons = page.getByRole('region', { name: 'Mes réservations' });
    await expect(lecons.getByRole('article')).toHaveCount(3);
    await expect(lecons.getByRole('heading', { level: 3 })).toHaveCount(0);
    await addToAgenda(page, lecons, first);
    await lecons.getByRole('button', { name: 'Voir les 9 réservations' }).click();
    const months = [...new Set(jours.map((jour) => formatJour(jour, 'mois')))];
    await expect(lecons.getByRole('heading', { level: 3 })).toHaveText(months);
    expect(months.length).toBeGreaterThan(1);
    await expect(lecons.getByRole('article')).toHaveCount(9);

    await manege.sql(
      `with cancelled as (update reservations set statut = 'annulee', annulee_at = now() where user_id = $1 and date_reservation = $2::date returning id),
    freed as (delete from occupations where reservation_id in (select id from cancelled))
    select pg_notify('manege_changes', json_build_object('changed', array['reservations'], 'jours', array[$2::text])::text)`,
      [rider.id, first],
    );
    await expect(lecons.getByText('Annulée')).toBeVisible();
    await expect(lecons.getByRole('button', { name: /^Ajouter à mon agenda/ })).toHaveCount(8);
  },
);

/** With the keyboard, without an address of a calendar. */
async function addToAgenda(page: Page, lecons: Locator, jour: string): Promise<void> {
  const add = lecons.getByRole('button', {
    name: `Ajouter à mon agenda : leçon du ${formatJour(jour, 'long')} à 11h00`,
  });
  await expect(add).toBeVisible();
  const box = (await add.boundingBox())!;
  expect([box.width >= 44, box.height >= 44]).toEqual([true, true]);

  // A reading that fails is said beside the lesson, and the button can be pressed again.
  await page.route('**/api/reservations/*/agenda', (route) => route.abort('aborted'));
  await add.focus();
  await page.keyboard.press('Enter');
  const failed = lecons.getByText(
    "Le fichier de la leçon n'a pas pu être préparé. Veuillez réessayer.",
  );
  await expect(failed).toBeVisible();
  await expect(add).toBeFocused();
  await page.unroute('**/api/reservations/*/agenda');

  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('lecon.ics');
  const event = new ICAL.Event(
    new ICAL.Component(ICAL.parse(readFileSync(await file.path(), 'utf8'))).getFirstSubcomponent(
      'vevent',
    )!,
  );
  expect([event.summary, event.description]).toEqual(['Leçon collective, Manège', 'Zoé, Léa']);
  await expect(failed).toHaveCount(0);
  await expect(
    lecons.getByText(
      'Le fichier « lecon.ics » est prêt : ouvrez-le pour ajouter la leçon à votre agenda.',
    ),
  ).toBeVisible();
  await expect(add).toBeFocused();
}
