/** Riders find groups that they may join (RIDE-35, RIDE-36, RIDE-63). */
import { formatJour } from '#domain/core/calendrier.ts';
import {
  enter,
  expect,
  expectGoodAtBothWidths,
  type Manege,
  resetParametres,
  tabTo,
  TELEPHONE,
  test,
} from './fixtures.ts';
import { bookElsewhere, choosePersonnes, goToJour, jourOf, radio } from './reservation.ts';

const announceTypes = `select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`;

async function open(manege: Manege, ...types: string[]): Promise<void> {
  await manege.sql('update types_lecons set ouverte = value = any($1)', [types]);
  await manege.sql(announceTypes);
}

test.afterEach(async ({ manege }) => {
  await open(manege);
  await manege.sql('delete from reservations');
  await resetParametres(manege);
});

test(
  'chercher un créneau : le groupe de la semaine passe avant une piste vide, les jours le comptent',
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-35, RIDE-36
    const [monday, wednesday] = [jourOf(40, 0), jourOf(40, 2)];
    const long = formatJour(wednesday, 'long');
    expect(await bookElsewhere(manege, { date_reservation: wednesday, heure_debut: '14:00' })).toBe(
      201,
    );
    await open(manege, 'collective');
    await enter(page, manege, await manege.person());
    await page.goto('/app/reservation');
    await radio(page, /^Leçon collective/).check();
    await choosePersonnes(page, 2);
    await goToJour(page, monday);
    // 23 starts of an hour on each of two arenas; the group takes three of one.
    await expect(radio(page, long)).toHaveAccessibleName(
      `${long}, 43 créneaux libres, 1 leçon à rejoindre`,
    );
    await expect(radio(page, long).locator('xpath=..')).toHaveText(/43.* \+ 1/);
    const next = page.getByRole('button', { name: 'Prochain créneau libre' });
    await next.click();
    await expect(
      page.getByText(`Choisi : ${long} à 14h00, Piste Intérieure, une leçon à rejoindre.`),
    ).toBeVisible();
    await expect(radio(page, /^14:00, Rejoindre · 4 places/)).toBeChecked();
    await expect(page.getByText('20 créneaux libres, 1 leçon à rejoindre')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rejoindre la leçon' })).toBeVisible();
    await expectGoodAtBothWidths(page);
    // No other group in the week after it: the next free start.
    await next.click();
    await expect(page.getByText(`Choisi : ${long} à 15h00, Piste Intérieure.`)).toBeVisible();
    await expect(radio(page, /^15:00, disponible/)).toBeChecked();
    // Too few places for five people; and another type is not joined.
    await choosePersonnes(page, 5);
    await goToJour(page, monday);
    await expect(radio(page, long)).toHaveAccessibleName(`${long}, 20 créneaux libres`);
    await next.click();
    await expect(radio(page, /^08:00, disponible/)).toBeChecked();
  },
);

test(
  "un créneau orange d'un autre type ouvert : le bouton de la ligne le choisit au clavier, et les flèches mènent au suivant",
  TELEPHONE,
  async ({ page, manege }) => {
    // RIDE-63
    const jour = jourOf(41, 1);
    for (const heure_debut of ['10:00', '12:00'])
      expect(await bookElsewhere(manege, { date_reservation: jour, heure_debut })).toBe(201);
    await open(manege, 'collective');
    await enter(page, manege, await manege.person());
    await page.goto('/app/reservation');
    await radio(page, /^Longe/).check();
    await goToJour(page, jour);
    await radio(page, /^Piste Intérieure/).check();
    const choose = page.getByRole('button', {
      name: 'Leçon collective : choisissez ce type pour la rejoindre',
    });
    await tabTo(page, choose);
    await expectGoodAtBothWidths(page);
    await page.keyboard.press('Enter');
    await expect(radio(page, /^Leçon collective/)).toBeChecked();
    const first = radio(page, /^10:00, Rejoindre · 4 places/);
    await expect(first).toBeChecked();
    await expect(first).toBeFocused();
    await expect(choose).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(radio(page, /^12:00, Rejoindre · 4 places/)).toBeChecked();
  },
);
