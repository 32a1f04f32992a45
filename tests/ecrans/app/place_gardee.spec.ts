/**
 * Late content takes the space that was reserved for it, so nothing moves under a finger (UI-09,
 * UI-77). Tested as in browsers without scroll anchoring.
 */
import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import {
  announceParametres,
  BUREAU,
  enter,
  expect,
  resetParametres,
  TELEPHONE,
  test,
} from '../../parcours/fixtures.ts';
import { store } from '../../parcours/planning.ts';
import { bookFor } from '../../parcours/reservation.ts';
import { jourOf, mondayIn } from '../../support/jours.ts';
import { chunkUrl } from '../../support/chunks.ts';

test.afterEach(({ manege }) => resetParametres(manege));

/** The tolerance in pixels: a line of text may move the page, a table may not. */
const LITTLE = 60;

const withoutAnchoring = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.setProperty('overflow-anchor', 'none');
    }),
  );
const topOf = (place: Locator) =>
  place.evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** Waits until an element stops moving, so that banners caused by other tests have arrived too. */
async function settle(place: Locator): Promise<void> {
  let last = Number.NaN;
  await expect(async () => {
    const before = last;
    last = await topOf(place);
    expect(last).toBe(before);
  }).toPass({ intervals: [500] });
}

/** How far an element moves while the delayed content arrives. */
async function movesBy(place: Locator, arrive: () => Promise<unknown>): Promise<number> {
  const before = await topOf(place);
  await arrive();
  return Math.abs((await topOf(place)) - before);
}

for (const width of [TELEPHONE, BUREAU]) {
  test(
    `le planning qui arrive, plein ou vide, ne pousse pas la vue du jour (${width.tag})`,
    width,
    async ({ page, manege }) => {
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await withoutAnchoring(page);
      for (const vide of [false, true]) {
        const lundi = mondayIn(vide ? 43 : 44);
        if (!vide) await store(manege, { jour: addDays(lundi, 2) });
        const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
        await page.route('**/api/planning?*', async (route) => {
          await gate;
          await route.fallback();
        });
        await page.goto(`/app/webmaster?semaine=${lundi}`);
        const heading = page.getByRole('heading', { name: 'Vue du jour' });
        await heading.scrollIntoViewIfNeeded();
        await expect(page.getByRole('list', { name: 'Compteurs' })).toHaveAttribute(
          'aria-busy',
          'false',
        ); // everything except the planning has arrived
        await settle(heading);
        const moved = await movesBy(heading, async () => {
          answer();
          await expect(page.getByRole('grid').last()).toBeAttached();
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        });
        expect(moved).toBeLessThan(LITTLE);
        await expect(page.getByText('Aucune réservation cette semaine')).toBeVisible({
          visible: vide,
        });
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    },
  );

  test(
    `« Voir les réservations » ne bouge plus sous le doigt (${width.tag})`,
    width,
    async ({ page, manege }) => {
      const rider = await manege.person();
      for (let n = 0; n < 5; n += 1)
        expect(
          await bookFor(manege, rider, {
            date_reservation: jourOf(38 + n, 0),
            noms_participants: ['Camille', 'Hugo'],
          }),
        ).toBe(201);
      await manege.sql('update parametres set "riderCancellation" = true, "riderChanges" = true');
      await announceParametres(manege);
      await enter(page, manege, rider);
      await withoutAnchoring(page);
      const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
      await page.route(chunkUrl('riders'), async (route) => {
        await gate;
        await route.fallback();
      });
      await page.goto('/app/reservation');
      const all = page.getByRole('button', { name: 'Voir les 5 réservations' });
      await all.scrollIntoViewIfNeeded();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await settle(all);
      const moved = await movesBy(all, async () => {
        answer();
        await expect(page.getByRole('button', { name: /^Changer/ }).first()).toBeVisible();
      });
      expect(moved).toBeLessThan(LITTLE);
    },
  );
}
