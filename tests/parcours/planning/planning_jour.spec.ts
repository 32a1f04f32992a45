/**
 * The day of all arenas on the dashboard, and what waits for the desk (DESK-11, DESK-24, DESK-34,
 * DESK-35).
 */
import type { Locator, Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, enter, expect, type Manege, serveAt, TELEPHONE, test } from '../fixtures.ts';
import { book, dayView } from '../modification.ts';
import { store } from '../planning.ts';
import { jourOf, mondayIn, today } from '../../support/jours.ts';

const dayPlanning = (page: Page) => page.getByRole('region', { name: 'Planning du jour' });

test(
  'à 1280 × 800, la journée entière de toutes les pistes est en vue sans défiler ; à 1920 px les pistes de la semaine sont côte à côte',
  BUREAU,
  async ({ page, manege }) => {
    // DESK-02, DESK-34, DESK-35
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await test.step("à 1280 × 800, même s'il y a à faire", () => showWholeDay(page, manege));
    await test.step('à 1920 px les pistes de la semaine sont côte à côte', () =>
      showSideBySide(page));
  },
);

async function showWholeDay(page: Page, manege: Manege): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await manege.person({ statut: 'en_attente' });
  const first = mondayIn(61);
  const waiting = await store(manege, {
    jour: first,
    type: 'longe',
    noms: ['Zoé'],
    statut: 'en_attente',
  });
  await page.goto('/app/webmaster');
  const grid = dayPlanning(page).getByRole('grid');
  await expect(grid).toHaveAccessibleName(`Pistes, ${formatJour(today(), 'long')}`);
  await expect(page.getByRole('link', { name: /comptes? à approuver/ })).toBeVisible();
  const link = page.getByRole('link', { name: /leçons? en attente/ });
  await expect(link).toHaveAttribute('href', `/app/webmaster?jour=${first}&lecon=${waiting}`);
  await expect(grid.getByRole('row')).toHaveCount(25); // 08:00 to 19:30, and the heads
  const heights = await grid
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()));
  expect(heights.slice(1).every(({ height }) => height === 24)).toBe(true);
  expect(heights.at(-1)!.bottom).toBeLessThanOrEqual(800);
  const cards = await page
    .getByRole('list', { name: 'Compteurs' })
    .getByRole('listitem')
    .evaluateAll((all) => all.map((card) => card.getBoundingClientRect()));
  expect(cards.map(({ top }) => top)).toEqual(Array(3).fill(cards[0]!.top));
  expect(Math.max(...cards.map(({ height }) => height))).toBeLessThanOrEqual(44);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  // The link leads to the lesson; once decided, nothing waits any more.
  await link.click();
  await expect(page.locator(`#lecon-${waiting}`)).toBeFocused();
  await manege.sql('delete from reservations where id = $1', [waiting]);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
  await expect(link).toHaveCount(0);
}

async function showSideBySide(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/app/webmaster');
  const tables = page.getByRole('region', { name: 'Planning de la semaine' }).getByRole('grid');
  await expect(tables).toHaveCount(2);
  const [one, other] = await tables.evaluateAll((all) =>
    all.map((table) => table.getBoundingClientRect()),
  );
  expect(one!.top).toBe(other!.top);
  expect(one!.right).toBeLessThan(other!.left);
}

async function turnDays(page: Page): Promise<void> {
  const jour = addDays(mondayIn(1), 1);
  await serveAt(page, `${jour}T10:45:00Z`); // 11:45 in Brussels
  await page.goto('/app/webmaster');
  const grid = dayPlanning(page).getByRole('grid');
  await expect(grid).toHaveAccessibleName(`Pistes, ${formatJour(jour, 'long')}`);
  await expect(grid.locator('th[aria-current=time]')).toHaveText('11:30');
  const [line, row] = await Promise.all([
    page.locator('[data-now]').boundingBox(),
    grid.locator('th[aria-current=time]').boundingBox(),
  ]);
  expect(Math.abs(line!.y - row!.y - row!.height / 2)).toBeLessThanOrEqual(2);
  // Nothing folds from 08:00 to 20:00.
  const unfold = page.getByRole('button', { name: 'Afficher toutes les heures' });
  await expect(unfold).toHaveCount(0);
  await grid
    .getByRole('link', { name: /^Libre, .*14:00/ })
    .first()
    .focus();
  await page.keyboard.press('PageDown');
  await expect(grid).toHaveAccessibleName(`Pistes, ${formatJour(addDays(jour, 1), 'long')}`);
  await expect(page.locator('[data-now]')).toHaveCount(0);
  await expect(dayView(page).getByRole('button', { name: /^Date, / })).toHaveAccessibleName(
    `Date, ${formatJour(addDays(jour, 1), 'long')}`,
  );
  // Without a day, the daily view asks for one, and the planning stays.
  await dayView(page)
    .getByRole('button', { name: /^Date, / })
    .click();
  await page.getByRole('button', { name: 'Effacer la date' }).click();
  await expect(
    dayView(page).getByText('Sélectionnez une date pour voir les réservations'),
  ).toBeVisible();
  await expect(grid).toHaveAccessibleName(`Pistes, ${formatJour(addDays(jour, 1), 'long')}`);
  await expect(page).toHaveURL(`/app/webmaster?semaine=${addDays(jour, 1)}&jour=`);
  await page.reload();
  await expect(
    dayView(page).getByText('Sélectionnez une date pour voir les réservations'),
  ).toBeVisible();
  await dayView(page).getByRole('button', { name: "Aujourd'hui" }).click();
  await expect(page).toHaveURL('/app/webmaster');
  await expect(grid).toHaveAccessibleName(`Pistes, ${formatJour(jour, 'long')}`);
}

test(
  "les heures hors de l'ouverture se replient ; la ligne de l'heure, les flèches de page, la date effacée ; la liste d'un jour chargé défile",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-24, DESK-34, UI-76
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await test.step("les heures hors de l'ouverture se replient, sauf là où une leçon est prise, et se déplient", () =>
      foldHours(page, manege));
    await test.step("la ligne de l'heure, les heures fermées repliées, les flèches de page, la date effacée", () =>
      turnDays(page));
    await test.step("la liste d'un jour chargé défile dans 600 px", () => scrollDay(page, manege));
  },
);

/** DESK-11, LIM-45 */
async function scrollDay(page: Page, manege: Manege): Promise<void> {
  const jour = jourOf(10, 330);
  for (let n = 0; n < 8; n += 1)
    await book(manege, { date_reservation: jour, heure_debut: `${10 + n}:00` });
  await page.goto(`/app/webmaster?jour=${jour}`);
  const list = page.getByRole('region', { name: /^Réservations du / });
  await expect(list.getByRole('article')).toHaveCount(8);
  expect(
    await list.evaluate(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight > 600]),
  ).toEqual([600, true]);
}

async function foldHours(page: Page, manege: Manege): Promise<void> {
  const mercredi = addDays(mondayIn(45), 2);
  await store(manege, { jour: mercredi, heure: '13:00', fin: '13:30', noms: ['Zoé'] });
  await manege.sql(
    `update parametres set horaires = '{"semaine":[[],null,[{"debut":"09:00","fin":"12:00"}],null,null,null,null],"saisons":[]}'`,
  );
  try {
    await page.goto(`/app/webmaster?jour=${mercredi}`);
    const grid = dayPlanning(page).getByRole('grid');
    const hours = () => grid.getByRole('rowheader').allTextContents();
    const unfold = dayPlanning(page).getByRole('button', { name: 'Afficher toutes les heures' });
    await expect(unfold).toHaveAttribute('aria-pressed', 'false');
    expect(await hours()).toEqual(
      '09:00 09:30 10:00 10:30 11:00 11:30 12:00 12:30 13:00'.split(' '),
    );
    await unfold.click();
    expect(await hours()).toHaveLength(25);
    await unfold.click();
    expect(await hours()).toHaveLength(9);
    await page.goto(`/app/webmaster?jour=${addDays(mercredi, -2)}`);
    await expect(
      page.getByText(`Fermé le ${formatJour(addDays(mercredi, -2), 'long')}.`),
    ).toBeVisible();
    await unfold.click();
    await expect(grid.getByRole('rowheader')).toHaveCount(25);
  } finally {
    await manege.sql(
      `update parametres set horaires = '{"semaine":[null,null,null,null,null,null,null],"saisons":[]}'`,
    );
  }
}

test(
  'sur un téléphone, un doigt qui glisse change de jour, et la journée commence à 420 px au plus',
  TELEPHONE,
  async ({ page, manege }) => {
    // DESK-01, DESK-02, DESK-10
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await test.step('un doigt qui glisse passe au jour suivant, au précédent, et une page qui défile ne change rien', () =>
      swipeDays(page));
    await test.step("même s'il y a à faire ; légende et impression la suivent", () =>
      beginHigh(page, manege));
  },
);

async function swipeDays(page: Page): Promise<void> {
  const dimanche = addDays(mondayIn(44), 6);
  await page.goto(`/app/webmaster?jour=${dimanche}`);
  const grid = page.getByRole('grid');
  const isShown = (jour: string) =>
    expect(grid).toHaveAccessibleName(`Pistes, ${formatJour(jour, 'long')}`);
  await isShown(dimanche);
  await grid.scrollIntoViewIfNeeded();
  const touch = await page.context().newCDPSession(page);
  const swipe = async (dx: number, dy: number) => {
    const [x, y] = [195, 400];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: x + dx, y: y + dy }],
    });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe(-120, 10);
  await isShown(addDays(dimanche, 1)); // the next week
  await expect(page.getByRole('radio', { checked: true })).toHaveAccessibleName(
    new RegExp(`^${formatJour(addDays(dimanche, 1), 'long')}`),
  );
  await swipe(120, 10);
  await isShown(dimanche);
  await swipe(-70, 90);
  await swipe(-30, 0);
  await isShown(dimanche);
}

async function beginHigh(page: Page, manege: Manege): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await manege.person({ statut: 'en_attente' });
  await store(manege, {
    jour: mondayIn(62),
    type: 'longe',
    noms: ['Zoé'],
    statut: 'en_attente',
    compte: (await manege.person()).id,
  });
  await page.goto('/app/webmaster');
  await expect(page.getByRole('link', { name: /comptes? à approuver/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /leçons? en attente/ })).toBeVisible();
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAccessibleName(`Pistes, ${formatJour(today(), 'long')}`);
  const boxOf = async (one: Locator) => (await one.boundingBox())!;
  const day = await boxOf(grid);
  expect(day.y).toBeLessThanOrEqual(420);
  // What it stands below is in view, with its words.
  for (const one of [
    page.getByRole('heading', { level: 1, name: 'Espace administrateur' }),
    page.getByText('Gérez toutes les réservations'),
    page.getByRole('link', { name: 'Paramètres', exact: true }),
    page.getByRole('button', { name: 'Déconnexion', exact: true }),
    page.getByText('Total des réservations'),
    page.getByText("Réservations aujourd'hui"),
    page.getByText('Réservations confirmées'),
    page.getByText(/^Semaine \d+$/),
    page.getByRole('button', { name: 'Semaine suivante' }),
  ]) {
    const { y, height } = await boxOf(one);
    expect(y + height).toBeLessThanOrEqual(day.y);
  }
  for (const one of [
    page.getByText('Places restantes'),
    page.getByRole('button', { name: 'Fermer', exact: true }),
    page.getByRole('button', { name: 'Imprimer la semaine' }),
  ])
    expect((await boxOf(one)).y).toBeGreaterThan(day.y + day.height);
}
