/**
 * Phones and desks far from Gembloux: days and hours are those of Brussels, in any time zone of the
 * machine (BOOK-01).
 */
import { BUREAU, enter, expect, serveAt, test } from '../../parcours/fixtures.ts';
import { chooseJour, dayView } from '../../parcours/modification.ts';
import { cell, store } from '../../parcours/planning.ts';
import { confirmButton, fillForm, radio, SUCCESS } from '../../parcours/reservation.ts';
import { today } from '../../support/jours.ts';

/** A day of a future June, when Brussels is at +02:00. No other test books there. */
const YEAR = Number(today().slice(0, 4)) + 2;
const [JOUR, DAY_AFTER, TWO_DAYS_AFTER] = [16, 17, 18].map((n) => `${YEAR}-06-${n}`) as [
  string,
  string,
  string,
];

/** In each of these zones, the machine has another date than the centre. */
const ZONES = [
  {
    timezoneId: 'America/New_York',
    instant: `${DAY_AFTER}T00:30:00+02:00`,
    local: JOUR,
    jour: DAY_AFTER,
    prochain: TWO_DAYS_AFTER,
  },
  {
    timezoneId: 'Pacific/Auckland',
    instant: `${JOUR}T23:30:00+02:00`,
    local: DAY_AFTER,
    jour: JOUR,
    prochain: DAY_AFTER,
  },
];

const long = (jour: string) =>
  new Date(`${jour}T12:00:00Z`).toLocaleDateString('fr-BE', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });

for (const { timezoneId, instant, local, jour, prochain } of ZONES) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test(
      "le jour est celui de Bruxelles : la leçon se range au jour et à l'heure choisis, le planning s'ouvre sur sa semaine",
      BUREAU,
      async ({ page, manege }) => {
        const cavalier = await manege.person();
        await serveAt(page, instant);
        await enter(page, manege, cavalier);
        await page.goto('/app/reservation');
        expect(await page.evaluate(() => new Date().toLocaleDateString('sv'))).toBe(local);
        await expect(radio(page, `${long(jour)}, aujourd'hui`)).toBeEnabled();
        await fillForm(page, prochain);
        await confirmButton(page).click();
        await expect(page.getByText(SUCCESS)).toBeVisible();
        const mine = page.getByRole('region', { name: 'Mes réservations' });
        await expect(mine).toContainText('10h00 – 11h00');
        await expect(
          mine.getByRole('group', {
            name: new RegExp(`^Nouvelle réservation\\s: ${long(prochain)}, 10h00`),
          }),
        ).toBeVisible();
        expect(
          await manege.sql(
            'select date_reservation::text as jour, heure_debut::text as debut from reservations where user_id = $1',
            [cavalier.id],
          ),
        ).toEqual([{ jour: prochain, debut: '10:00:00' }]);

        // The planning opens on the week of Brussels, and the calendar chooses the touched day.
        await manege.sql('delete from reservations');
        await store(manege, { jour, piste: 'exterieure' });
        await enter(page, manege, await manege.person({ role: 'admin' }));
        await page.goto('/app/webmaster');
        await expect(
          page.getByRole('columnheader', {
            name: new RegExp(
              `^\\S+ ${Number(jour.slice(8))} aujourd'hui , (aucune leçon|\\d+ leçons?)$`,
            ),
          }),
        ).toHaveCount(2);
        await expect(cell(page, /10:00 – 11:00/)).toBeVisible();
        await chooseJour(page, jour);
        await expect(
          dayView(page).getByRole('article', { name: '10:00, Leçon collective' }),
        ).toBeVisible();
        await expect(page).toHaveURL('/app/webmaster'); // today is no other day
      },
    );
  });
}
