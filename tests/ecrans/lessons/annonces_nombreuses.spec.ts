/** Many changes at once are reported in one toast (UI-22). */
import { BUREAU, enter, expect, test } from '../../parcours/fixtures.ts';
import { elsewhere } from '../../parcours/modification.ts';
import { bookFor } from '../../parcours/reservation.ts';
import { jourOf } from '../../support/jours.ts';

type Stored = Parameters<typeof elsewhere>[2];

test(
  'trois leçons annulées à la fois : trois annonces ; quatre : une seule',
  BUREAU,
  async ({ page, manege }) => {
    // UI-22
    for (const [nombre, toasts] of [
      [3, 3],
      [4, 1],
    ] as const) {
      const date_reservation = jourOf(10, 320 + nombre);
      const rider = await manege.person();
      for (let n = 0; n < nombre; n += 1)
        expect(
          await bookFor(manege, rider, { date_reservation, heure_debut: `${10 + n}:00` }),
        ).toBe(201);
      const lecons = await manege.sql(
        'select id from reservations where date_reservation = $1 order by heure_debut',
        [date_reservation],
      );
      await enter(page, manege, rider);
      await page.goto('/app/reservation');
      await expect(page.getByRole('heading', { name: 'Mes réservations' })).toBeVisible();
      await expect(page.getByText('10h00 – 11h00')).toBeVisible();

      // The screen reads its lessons only after all of them are cancelled.
      const { promise: cancelled, resolve } = Promise.withResolvers<void>();
      await page.route(/\/api\/reservations(\?|$)/, async (route) => {
        await cancelled;
        await route.continue();
      });
      for (const { id } of lecons) await elsewhere(manege, 'DELETE', { id } as Stored);
      resolve();
      const each = page.getByText(/^Votre leçon du /);
      const all = page.getByText(
        `${nombre} de vos leçons ont été annulées, déplacées ou supprimées par le centre.`,
      );
      await expect(toasts === 1 ? all : each).toHaveCount(toasts);
      await expect(toasts === 1 ? each : all).toHaveCount(0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  },
);
