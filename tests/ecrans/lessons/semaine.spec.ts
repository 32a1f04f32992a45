/** "La semaine", the summary of the shown week on the booking screen (BOOK-24). */
import { formatJour } from '../../../src/domain/core/calendrier.ts';
import {
  enter,
  expect,
  expectNoSidewaysScroll,
  serveThisWeek,
  test,
  TELEPHONE,
} from '../../parcours/fixtures.ts';
import { bookFor, goToJour } from '../../parcours/reservation.ts';
import { jourOf, today } from '../../support/jours.ts';

test(
  'la semaine dit, jour par jour, les leçons de chaque piste et les siennes',
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-24
    const [monday, tuesday] = [jourOf(33, 0), jourOf(33, 1)];
    const zoe = await manege.person();
    const other = await manege.person();
    const wednesday = jourOf(33, 2);
    expect([
      await bookFor(manege, zoe, { date_reservation: wednesday, heure_debut: '16:30' }),
      await bookFor(manege, zoe, { date_reservation: wednesday, heure_debut: '08:30' }),
      await bookFor(manege, zoe, { date_reservation: wednesday, heure_debut: '19:00' }),
      await bookFor(manege, zoe, { date_reservation: monday }),
      await bookFor(manege, other, { date_reservation: monday, heure_debut: '14:00' }),
      await bookFor(manege, other, { date_reservation: monday, type_piste: 'exterieure' }),
    ]).toEqual([201, 201, 201, 201, 201, 201]);
    await enter(page, manege, zoe);
    await serveThisWeek(page);
    await page.goto('/app/reservation');
    const week = page.getByRole('region', { name: 'La semaine' });
    const now = week.locator('[aria-current="date"]');
    await expect(now).toContainText(formatJour(today(), 'long'));
    await expect(now).toContainText("(aujourd'hui)");
    await expect(week.getByRole('button')).toHaveCount(0);

    await goToJour(page, tuesday);
    await expect(week.getByRole('listitem').first()).toContainText(
      `${formatJour(monday, 'long')}\u202f: Piste Intérieure, 2 leçons\u202f; Piste Extérieure, 1 leçon\u202f; ma leçon à 10h00`,
    );
    await expect(week.getByRole('listitem').nth(1)).toContainText(
      `${formatJour(tuesday, 'long')}\u202f: Piste Intérieure, aucune leçon\u202f; Piste Extérieure, aucune leçon`,
    );
    // UI-78
    await expect(week.getByRole('listitem').nth(2)).toContainText(
      /ma leçon à 8h30, 16h30 et 19h00/,
    );
    await expect(now).toHaveCount(0);

    // The hours are seen without a pointer to hover, whole and apart from those of the next day.
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const hours = week.getByText(/^\d{1,2}h\d\d$/);
      await expect(hours).toHaveText(['10h00', '8h30']);
      await expect(hours.first()).toBeVisible();
      await expect(week.getByText('+2', { exact: true })).toBeVisible();
      const [first, , third] = await week.getByRole('listitem').all();
      for (const [hour, day] of [
        [hours.first(), first],
        [hours.last(), third],
      ] as const) {
        expect(
          Number.parseFloat(await hour.evaluate((at) => getComputedStyle(at).fontSize)),
        ).toBeGreaterThanOrEqual(12);
        const [text, cell] = [await hour.boundingBox(), await day!.boundingBox()];
        // At most half of the gap between two days.
        expect(text!.x).toBeGreaterThanOrEqual(cell!.x - 2);
        expect(text!.x + text!.width).toBeLessThanOrEqual(cell!.x + cell!.width + 2);
      }
      await expectNoSidewaysScroll(page);
    }
  },
);
