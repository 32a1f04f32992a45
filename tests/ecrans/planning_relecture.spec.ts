/**
 * The reads of an open week after a change elsewhere, and the copy that the browser keeps (UI-11,
 * API-22).
 */
import type { Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import { BUREAU, expect, test } from '../parcours/fixtures.ts';
import { book, elsewhere } from '../parcours/modification.ts';
import { cell, mondayIn, open } from '../parcours/planning.ts';

/** Each period of the planning that the page reads from now on, as 'du..au'. */
function readings(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/planning')
      asked.push(`${searchParams.get('du')}..${searchParams.get('au')}`);
  });
  return asked;
}

const day = (jour: string) => `${jour}..${jour}`;
const week = (lundi: string) => `${lundi}..${addDays(lundi, 6)}`;

test(
  "après un changement ailleurs, seul le jour concerné est relu, et l'écran le montre",
  BUREAU,
  async ({ page, manege }) => {
    // UI-11
    const [lundi, next] = [mondayIn(14), mondayIn(15)];
    const [tuesday, thursday] = [addDays(lundi, 1), addDays(lundi, 3)];
    const stays = await book(manege, {
      date_reservation: thursday,
      heure_debut: '17:00',
      noms_participants: ['Hugo', 'Léa'],
    });
    await open(page, manege, lundi);
    await expect(cell(page, /Hugo, Léa/)).toBeVisible();
    const asked = readings(page);

    const lecon = await book(manege, {
      date_reservation: tuesday,
      noms_participants: ['Zoé Willems', 'Noah Janssens'],
    });
    await expect(cell(page, /Zoé W\., Noah J\./)).toBeVisible();
    expect(asked).toEqual([day(tuesday)]);
    await expect(cell(page, /Hugo, Léa/)).toBeVisible();

    // A move within the week: the page reads the old day and the new day.
    const moved = await elsewhere(manege, 'PUT', lecon, {
      date_reservation: addDays(lundi, 4),
      heure_debut: '11:00',
    });
    await expect(cell(page, /Zoé W\., Noah J\..*11:00 – 12:00/)).toBeVisible();
    await expect(cell(page, /Zoé W\., Noah J\./)).toHaveCount(1);
    expect(asked.slice(1).toSorted()).toEqual([day(tuesday), day(addDays(lundi, 4))]);
    asked.length = 0;

    // A change in another week that was shown before is read when the person returns to it.
    await page.getByRole('button', { name: 'Semaine suivante' }).click();
    await expect.poll(() => asked).toEqual([week(next)]);
    await expect(page.getByText('Aucune réservation cette semaine')).toBeVisible();
    asked.length = 0;
    const away = await elsewhere(manege, 'PUT', moved, {
      date_reservation: addDays(next, 2),
      version: moved['version'],
    });
    await expect(cell(page, /Zoé W\., Noah J\./)).toBeVisible();
    expect(asked).toEqual([day(addDays(next, 2))]);
    await page.getByRole('button', { name: 'Semaine précédente' }).click();
    await expect(cell(page, /Hugo, Léa/)).toBeVisible();
    await expect(cell(page, /Zoé W\., Noah J\./)).toHaveCount(0);
    expect(asked.slice(1)).toEqual([day(addDays(lundi, 4))]);
    asked.length = 0;

    // A change outside all shown weeks causes no read. The read after the next change proves that
    // this one was received.
    await elsewhere(manege, 'PUT', away, { date_reservation: addDays(next, 21) });
    await elsewhere(manege, 'DELETE', stays);
    await expect(cell(page, /Hugo, Léa/)).toHaveCount(0);
    expect(asked).toEqual([day(thursday)]);

    // A notification without days, as from an older version, causes a full read.
    await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
    await expect.poll(() => asked.slice(1)).toEqual([week(lundi)]);
  },
);

test(
  'ce que le navigateur garde du planning ne sert à personne après la déconnexion',
  BUREAU,
  async ({ page, manege }) => {
    // API-22
    const lundi = mondayIn(16);
    await book(manege, {
      date_reservation: lundi,
      noms_participants: ['Zoé Willems', 'Noah Janssens'],
    });
    await open(page, manege, lundi);
    await expect(cell(page, /Zoé W\., Noah J\./)).toBeVisible();
    /** Reads the copy that the browser keeps, as a script may do. */
    const kept = (cache: 'no-cache' | 'force-cache') =>
      page.evaluate(
        async ([address, mode]) => {
          const response = await fetch(address, { cache: mode });
          return { status: response.status, text: await response.text() };
        },
        [`/api/planning?du=${lundi}&au=${addDays(lundi, 6)}`, cache] as const,
      );
    // With `no-cache`, the browser asks the server whether the copy is still valid.
    const answer = page.waitForResponse('**/api/planning?*');
    expect((await kept('no-cache')).text).toContain('Noah Janssens');
    const [sent, received] = [
      await (await answer).request().allHeaders(),
      await (await answer).allHeaders(),
    ];
    expect([sent['if-none-match'], received['content-type']]).toEqual([
      received['etag'],
      undefined,
    ]);
    await page.getByRole('main').getByRole('button', { name: 'Déconnexion' }).click();
    await expect(page).toHaveURL('/?logout=1');
    await expect(page.getByRole('link', { name: /Se connecter/ }).first()).toBeVisible();
    for (const cache of ['force-cache', 'no-cache'] as const) {
      const { status, text } = await kept(cache);
      expect([cache, status, text.includes('Noah')]).toEqual([cache, 401, false]);
    }
  },
);
