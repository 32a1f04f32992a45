/**
 * One lesson dragged by two administrators at once, and a target that a rider books meanwhile, on
 * two instances of one database; drags that end nowhere.
 */
import type { Locator, Page } from '@playwright/test';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { type Server, startServer } from '../../support/server.ts';
import { BUREAU, enter, expect, SECRET, test } from '../fixtures.ts';
import { store } from '../planning.ts';
import { confirmButton, fillForm } from '../reservation.ts';
import { jourOf, mondayIn } from '../../support/jours.ts';

const dayOf = (page: Page) => page.getByRole('region', { name: 'Planning du jour' });
const bar = (page: Page) => page.getByRole('region', { name: 'Déplacement' });
const free = (page: Page, piste: string, heure: string) =>
  dayOf(page).getByRole('link', { name: new RegExp(`^Libre, ${piste}, .*${heure}`) });

async function open(page: Page, origin: string, jour: string): Promise<void> {
  await page.goto(`${origin}/app/webmaster?jour=${jour}`);
  await expect(dayOf(page).getByRole('grid')).toBeVisible();
  // The code that moves is loaded at the first use of the page.
  await page.mouse.move(700, 300);
}

/** Drags up to a place, and holds there. */
async function hold(page: Page, lesson: Locator, to: Locator): Promise<void> {
  await expect(lesson).toHaveCSS('cursor', 'grab');
  await lesson.scrollIntoViewIfNeeded();
  const [a, b] = [(await lesson.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(a.x + 20, a.y + 6);
  await page.mouse.down();
  await page.mouse.move(a.x + 30, a.y + 16, { steps: 3 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
  await expect(bar(page)).toContainText(/\u202f: Libre/);
}

/**
 * Lets the writes of these pages go only once each page has sent one. Returns how many have not yet.
 */
async function together(pages: Page[], url: RegExp): Promise<() => number> {
  let waiting = pages.length;
  let go = () => {};
  const all = new Promise<void>((resolve) => {
    go = resolve;
  });
  for (const page of pages)
    await page.route(url, async (route) => {
      if (route.request().method() !== 'GET') {
        waiting -= 1;
        if (waiting === 0) go();
        await all;
      }
      await route.fallback();
    });
  return () => waiting;
}

test.describe('sur deux instances', () => {
  let second: Server;
  test.beforeAll(async ({ manege }, { file }) => {
    await manege.begin(file);
    second = await startServer({ DATABASE_URL: manege.server.databaseUrl, SECRET });
  });
  test.afterAll(() => second.stop());

  test(
    "deux administrateurs glissent la même leçon au même instant : un seul la déplace, une phrase le dit à l'autre",
    BUREAU,
    async ({ page, manege, browser }) => {
      // DESK-91, DESK-19
      const jour = addDays(mondayIn(95), 1);
      const id = await store(manege, { jour, heure: '09:00', fin: '10:00', noms: ['Zoé Deux'] });
      const other = await (await browser.newContext()).newPage();
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await enter(other, { ...manege, server: second }, await manege.person({ role: 'admin' }));
      await open(page, manege.server.url, jour);
      await open(other, second.url, jour);
      const [one, two] = [page, other].map((tab) =>
        dayOf(tab).getByRole('button', { name: /Zoé D\./ }),
      );
      await hold(page, one!, free(page, 'Piste Intérieure', '14:00'));
      await hold(other, two!, free(other, 'Piste Extérieure', '16:00'));
      const waiting = await together([page, other], /\/api\/reservations\/[^/]+$/);
      await Promise.all([page.mouse.up(), other.mouse.up()]);
      await expect.poll(waiting, 'each drop is sent').toBe(0);

      const told = (tab: Page) => tab.getByText(/La leçon est maintenant le/);
      const refused = (tab: Page) =>
        tab.getByText("Cette réservation vient d'être modifiée sur un autre écran.");
      await expect(told(page).or(refused(page)).first()).toBeVisible();
      await expect(told(other).or(refused(other)).first()).toBeVisible();
      const wins = await told(page).isVisible();
      const [winner, loser] = wins ? [page, other] : [other, page];
      await expect(told(winner)).toBeVisible();
      await expect(refused(loser)).toBeVisible();
      await expect(told(loser)).toHaveCount(0);
      expect(
        await manege.sql(
          `select to_char(heure_debut, 'HH24:MI') as heure, type_piste, version from reservations where id = $1`,
          [id],
        ),
      ).toEqual([
        wins
          ? { heure: '14:00', type_piste: 'interieure', version: 1 }
          : { heure: '16:00', type_piste: 'exterieure', version: 1 },
      ]);
      // Both screens show where it is now.
      for (const tab of [page, other])
        await expect(
          dayOf(tab).getByRole('button', {
            name: wins ? /Zoé D\..*14:00|14:00.*Zoé D\./ : /Zoé D\..*16:00|16:00.*Zoé D\./,
          }),
        ).toBeVisible();
      await other.context().close();
    },
  );

  test(
    "un cavalier réserve la case où on dépose une leçon : un seul l'a, une phrase le dit à l'autre",
    BUREAU,
    async ({ page, manege, browser }) => {
      // DESK-91, DESK-25, BOOK-20
      const jour = jourOf(29, 1);
      const id = await store(manege, { jour, heure: '09:00', fin: '10:00', noms: ['Zoé Cible'] });
      const other = await (await browser.newContext({ baseURL: second.url })).newPage();
      await enter(page, manege, await manege.person({ role: 'admin' }));
      await enter(other, { ...manege, server: second }, await manege.person());
      await other.goto('/app/reservation');
      await fillForm(other, jour, { heure: '14:00', noms: ['Hugo Dubois'] });
      await open(page, manege.server.url, jour);
      await hold(
        page,
        dayOf(page).getByRole('button', { name: /Zoé C\./ }),
        free(page, 'Piste Intérieure', '14:00'),
      );
      const waiting = await together([page, other], /\/api\/reservations(\/[^/]+)?$/);
      await Promise.all([page.mouse.up(), confirmButton(other).click()]);
      await expect.poll(waiting, 'the drop and the booking are sent').toBe(0);

      const moved = page.getByText(/La leçon est maintenant le/);
      const notMoved = page.getByText(/Ce créneau (vient d'être|est déjà) réservé/);
      const booked = other.getByText('Votre réservation a été confirmée avec succès !');
      const notBooked = other.getByText(
        "Ce créneau vient d'être réservé. Veuillez en choisir un autre.",
      );
      await expect(moved.or(notMoved).first()).toBeVisible();
      await expect(booked.or(notBooked).first()).toBeVisible();
      const wins = await moved.isVisible();
      await expect(wins ? notBooked : notMoved).toBeVisible();
      await expect(wins ? moved : booked).toBeVisible();
      const rows = await manege.sql(
        `select id = $1 as deplacee, to_char(heure_debut, 'HH24:MI') as heure from reservations where date_reservation = $2 order by heure_debut`,
        [id, jour],
      );
      expect(rows).toEqual(
        wins
          ? [{ deplacee: true, heure: '14:00' }]
          : [
              { deplacee: true, heure: '09:00' },
              { deplacee: false, heure: '14:00' },
            ],
      );
      await other.context().close();
    },
  );
});

test(
  'glisser hors du planning, hors de la fenêtre, sur sa place, avec Échap ou interrompu : rien ne part et rien ne change',
  BUREAU,
  async ({ page, manege }) => {
    // DESK-36
    const jour = addDays(mondayIn(96), 1);
    const id = await store(manege, { jour, heure: '09:00', fin: '10:00', noms: ['Zoé Rien'] });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await open(page, manege.server.url, jour);
    const lesson = dayOf(page).getByRole('button', { name: /Zoé R\./ });
    const target = free(page, 'Piste Extérieure', '14:00');
    const writes: string[] = [];
    page.on('request', (request) => {
      if (!['GET', 'HEAD'].includes(request.method())) writes.push(request.url());
    });
    const state = () =>
      manege.sql(
        'select to_jsonb(r) as lecon, (select jsonb_agg(o.*) from occupations o where reservation_id = r.id) as tenue from reservations r where id = $1',
        [id],
      );
    const before = await state();
    const endings: (() => Promise<void>)[] = [
      async () => {
        const { x, y } = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
        await page.mouse.move(x + 5, y + 5, { steps: 3 });
        await page.mouse.up();
      },
      async () => {
        await page.mouse.move(-40, 300, { steps: 3 });
        await page.mouse.up();
      },
      async () => {
        // Now: a line of what waits for the desk may have come above it.
        const own = (await lesson.boundingBox())!;
        await page.mouse.move(own.x + 30, own.y + 8, { steps: 3 });
        await page.mouse.up();
      },
      async () => {
        await page.keyboard.press('Escape');
        await expect(bar(page)).toHaveCount(0);
        await page.mouse.up();
      },
      async () => {
        await lesson.evaluate((one) =>
          one.dispatchEvent(
            new PointerEvent('pointercancel', {
              pointerId: 1,
              pointerType: 'mouse',
              isPrimary: true,
              bubbles: true,
            }),
          ),
        );
        await expect(bar(page)).toHaveCount(0);
        await page.mouse.up();
      },
    ];
    for (const end of endings) {
      await hold(page, lesson, target);
      await end();
      await expect(bar(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^Déplacer ici/ })).toHaveCount(0);
      expect(await state()).toEqual(before);
      await page.mouse.move(700, 300);
    }
    expect(writes).toEqual([]);
  },
);
