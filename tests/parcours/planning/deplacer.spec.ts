/** Moving a lesson on the planning: by keys, by taps, by a drag (DESK-36). */
import type { Locator, Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, enter, expect, type Manege, TELEPHONE, test } from '../fixtures.ts';
import { cell, closeArena, freeSlot, press, store, storeSerie } from '../planning.ts';
import { mondayIn } from '../../support/jours.ts';

type Desk = { page: Page; manege: Manege };

const enterDesk = async ({ page, manege }: Desk) =>
  enter(page, manege, await manege.person({ role: 'admin' }));
const openDay = async (page: Page, jour: string) => {
  await page.goto(`/app/webmaster?jour=${jour}`);
  await expect(page.getByRole('grid').first()).toBeVisible();
};
const placeOf = async (manege: Manege, id: string) => {
  const [row] = await manege.sql(
    `select date_reservation::text || ' ' || to_char(heure_debut, 'HH24:MI') || ' ' || type_piste as place from reservations where id = $1`,
    [id],
  );
  return row?.['place'];
};
const frame = (page: Page) => page.getByRole('button', { name: /^Déplacer ici, / });
const ask = async (page: Page, isMobile: boolean, lesson: Locator) => {
  await press(lesson, isMobile);
  await press(
    page.getByRole('dialog', { name: /^Leçon/ }).getByRole('button', { name: 'Déplacer' }),
    isMobile,
  );
  await expect(frame(page)).toBeFocused();
};
const bar = (page: Page) => page.getByRole('region', { name: 'Déplacement' });

test(
  'au clavier : la carte, Déplacer, les flèches, Entrée ; ce que dit la règle se lit à chaque case ; Échap ne déplace rien',
  BUREAU,
  async ({ page, manege }) => {
    // DESK-36, DESK-25
    await enterDesk({ page, manege });
    const jour = addDays(mondayIn(50), 1);
    const id = await store(manege, { jour, heure: '10:00', noms: ['Zoé Élan'] });
    await store(manege, {
      jour,
      heure: '11:30',
      fin: '12:00',
      type: 'longe',
      noms: ['Hugo Dubois'],
    });
    await closeArena(manege, {
      jour,
      piste: 'interieure',
      debut: '13:00',
      fin: '14:00',
      motif: 'Herse',
    });
    await openDay(page, jour);
    const lesson = cell(page, /Zoé É\./);
    await lesson.focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: /^Leçon/ })
      .getByRole('button', { name: 'Déplacer' })
      .focus();
    await page.keyboard.press('Enter');
    await expect(frame(page)).toBeFocused();
    const long = formatJour(jour, 'long');
    await expect(frame(page)).toHaveAccessibleName(
      `Déplacer ici, ${long}, 10h00, Piste Intérieure : Sa place actuelle`,
    );
    await page.keyboard.press('ArrowDown');
    await expect(frame(page)).toHaveAccessibleName(
      `Déplacer ici, ${long}, 10h30, Piste Intérieure : Libre`,
    );
    await page.keyboard.press('ArrowDown');
    await expect(bar(page)).toContainText(
      `${long}, 11h00, Piste Intérieure : Pris par Hugo Dubois, 11h30 – 12h00`,
    );
    // Refused: nothing is stored, and the choice goes on.
    await page.keyboard.press('Enter');
    await expect(frame(page)).toBeFocused();
    expect(await placeOf(manege, id)).toBe(`${jour} 10:00 interieure`);
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowDown');
    await expect(bar(page)).toContainText(/12h30, .* : Fermé : Herse/);
    await page.keyboard.press('ArrowRight');
    await expect(bar(page)).toContainText(
      `${formatJour(addDays(jour, 1), 'long')}, 12h30, Piste Intérieure : Libre`,
    );
    // The next week: the same weekday.
    await page.keyboard.press('PageDown');
    await expect(bar(page)).toContainText(
      `${formatJour(addDays(jour, 8), 'long')}, 12h30, Piste Intérieure\u202f: Libre`,
    );
    // While the answer is late, it says what is stored and asks for no place.
    const stored = Promise.withResolvers<void>();
    await page.route(`**/api/reservations/${id}`, async (route) => {
      if (route.request().method() === 'PUT') await stored.promise;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await expect(bar(page)).toContainText('Déplacement vers 12h30…');
    await expect(bar(page)).not.toContainText('Choisissez la case');
    stored.resolve();
    await expect(page.getByText(/La leçon est maintenant le/)).toContainText(
      `${formatJour(addDays(jour, 8), 'long')} à 12h30, Piste Intérieure.`,
    );
    expect(await placeOf(manege, id)).toBe(`${addDays(jour, 8)} 12:30 interieure`);
    await expect(bar(page)).toHaveCount(0);
    await giveUp({ page, manege });
  },
);

/** Escape moves nothing, and gives the focus back to the lesson. */
async function giveUp({ page, manege }: Desk): Promise<void> {
  const jour = addDays(mondayIn(50), 3);
  const id = await store(manege, { jour, heure: '10:00', noms: ['Léa Pas'] });
  await openDay(page, jour);
  await ask(page, false, cell(page, /Léa P\./));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(frame(page)).toHaveCount(0);
  await expect(page.locator(`[data-card="${id}"]`).first()).toBeFocused();
  expect(await placeOf(manege, id)).toBe(`${jour} 10:00 interieure`);
}

/** From the card, then to a free place. */
async function moveFromCard({ page, manege }: Desk, isMobile: boolean): Promise<void> {
  const jour = addDays(mondayIn(isMobile ? 51 : 52), 2);
  const id = await store(manege, { jour, heure: '10:00', noms: ['Tom Willems'] });
  await openDay(page, jour);
  await ask(page, isMobile, cell(page, /Tom W\./));
  const free = freeSlot(page, jour, '15:00');
  await free.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await free.boundingBox())!;
  // At its position: the frame follows the mouse and covers it.
  if (isMobile) await page.touchscreen.tap(x + width / 2, y + height / 2);
  else await page.mouse.click(x + width / 2, y + height / 2);
  await expect(page.getByText(/La leçon est maintenant le/)).toContainText('à 15h00');
  expect(await placeOf(manege, id)).toBe(`${jour} 15:00 interieure`);
  await expect(page).toHaveURL(/\/app\/webmaster/);
}

const drag = async (page: Page, from: Locator, to: Locator, before?: () => Promise<void>) => {
  await from.scrollIntoViewIfNeeded();
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(a!.x + 20, a!.y + 6);
  await page.mouse.down();
  await page.mouse.move(a!.x + 30, a!.y + 16, { steps: 3 });
  await page.mouse.move(b!.x + b!.width / 2, b!.y + b!.height / 2, { steps: 5 });
  await before?.();
  await page.mouse.up();
};

test(
  'à la souris : de la carte puis une case libre ; glisser : une case libre la prend, une case prise le dit, à côté rien ne change',
  BUREAU,
  async ({ page, manege }) => {
    // DESK-36
    await enterDesk({ page, manege });
    await moveFromCard({ page, manege }, false);
    const jour = addDays(mondayIn(53), 2);
    const id = await store(manege, {
      jour,
      heure: '08:00',
      fin: '08:30',
      type: 'longe',
      noms: ['Zoé Longe'],
    });
    await store(manege, { jour, heure: '10:00', noms: ['Hugo Dubois'] });
    await openDay(page, jour);
    const day = page.getByRole('region', { name: 'Planning du jour' });
    const lesson = day.getByRole('button', { name: /Zoé L\./ });
    // The code that moves is loaded at the first use of the page.
    await page.mouse.move(700, 300);
    await expect(lesson).toHaveCSS('cursor', 'grab');
    await drag(page, lesson, day.getByRole('button', { name: /Hugo D\./ }));
    await expect(page.getByText('Pris par Hugo Dubois, 10h00 – 11h00.')).toBeVisible();
    expect(await placeOf(manege, id)).toBe(`${jour} 08:00 interieure`);
    await drag(page, lesson, page.getByRole('heading', { level: 1 }));
    await expect(bar(page)).toHaveCount(0);
    expect(await placeOf(manege, id)).toBe(`${jour} 08:00 interieure`);
    await drag(
      page,
      lesson,
      day.getByRole('link', { name: /^Libre, Piste Extérieure, .*14:00/ }),
      async () => {
        await expect(bar(page)).toContainText(/14h00, Piste Extérieure : Libre/);
      },
    );
    await expect(page.getByText(/La leçon est maintenant le/)).toContainText(
      'à 14h00, Piste Extérieure.',
    );
    expect(await placeOf(manege, id)).toBe(`${jour} 14:00 exterieure`);
    // The press that dragged opened no card.
    await expect(page.getByRole('dialog', { name: /^Longe/ })).toHaveCount(0);
  },
);

test(
  'une série demande quelles leçons ; une leçon changée ailleurs, ou dont la case est prise entre-temps, est refusée ; un déplacement se défait au clavier',
  BUREAU,
  async ({ page, manege }) => {
    // DESK-19, DESK-25, DESK-36, DESK-50, SERIE-04
    await enterDesk({ page, manege });
    const jour = addDays(mondayIn(56), 2);
    const ids = await storeSerie(manege, { jour, heure: '10:00', noms: ['Marie Série'] }, 3);
    await openDay(page, addDays(jour, 7));
    await ask(page, false, cell(page, /Marie S\./));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Déplacer quelles leçons' });
    await question.getByRole('radio', { name: /suivante/ }).check();
    await question.getByRole('button', { name: 'Déplacer', exact: true }).click();
    await expect(question).toHaveCount(0);
    await expect
      .poll(() => Promise.all(ids.map((one) => placeOf(manege, one))))
      .toEqual([
        `${jour} 10:00 interieure`,
        `${addDays(jour, 7)} 10:30 interieure`,
        `${addDays(jour, 14)} 10:30 interieure`,
      ]);

    const alone = await store(manege, {
      jour: addDays(jour, 9),
      heure: '10:00',
      noms: ['Noé Seul'],
    });
    await ask(page, false, cell(page, /Noé S\./));
    await page.keyboard.press('ArrowDown');
    await manege.sql(
      'update reservations set remarques = $2, version = version + 1 where id = $1',
      [alone, 'autre écran'],
    );
    await page.keyboard.press('Enter');
    await expect(
      page.getByText("Cette réservation vient d'être modifiée sur un autre écran."),
    ).toBeVisible();
    expect(await placeOf(manege, alone)).toBe(`${addDays(jour, 9)} 10:00 interieure`);
    await moveToTaken({ page, manege });
  },
);

/** A place that is taken meanwhile is refused, with who has it; a move is undone by keyboard. */
async function moveToTaken({ page, manege }: Desk): Promise<void> {
  const jour = addDays(mondayIn(59), 2);
  const id = await store(manege, { jour, heure: '10:00', noms: ['Zoé Prise'] });
  await openDay(page, jour);
  await ask(page, false, cell(page, /Zoé P\./));
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('ArrowDown');
  await expect(bar(page)).toContainText(/14h00, Piste Intérieure\u202f: Libre/);
  // Somebody books it, and this screen has not heard of it yet.
  const other = await store(manege, {
    jour,
    heure: '14:00',
    fin: '15:00',
    noms: ['Hugo Dubois'],
    announced: false,
  });
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Hugo Dubois.*14h00/).first()).toBeVisible();
  expect(await placeOf(manege, id)).toBe(`${jour} 10:00 interieure`);
  await manege.sql('delete from reservations where id = $1', [other]);
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);

  await ask(page, false, cell(page, /Zoé P\./));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => placeOf(manege, id)).toBe(`${jour} 10:30 interieure`);
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByText(/La leçon est maintenant le/)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(() => placeOf(manege, id)).toBe(`${jour} 10:00 interieure`);
  await expect(page.locator(':focus')).toHaveAccessibleName(/Zoé P\..*10:00/);
}

test(
  'au doigt : de la carte puis une case libre ; une pression longue prend la leçon, un doigt qui part aussitôt fait défiler',
  TELEPHONE,
  async ({ page, manege }) => {
    // DESK-36, LIM-176
    await enterDesk({ page, manege });
    await moveFromCard({ page, manege }, true);
    const jour = addDays(mondayIn(60), 2);
    const id = await store(manege, { jour, heure: '08:00', noms: ['Zoé Doigt'] });
    await openDay(page, jour);
    const lesson = cell(page, /Zoé D\./);
    // The code that moves is loaded at the first use of the page.
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(lesson).toHaveCSS('cursor', 'grab');
    await lesson.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const touch = await page.context().newCDPSession(page);
    const box = (await lesson.boundingBox())!;
    const [x, y] = [box.x + 20, box.y + 10];
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', dy = 0) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + dy }],
      });
    await send('touchStart');
    for (const dy of [20, 40, 60]) await send('touchMove', dy);
    await send('touchEnd');
    await expect(bar(page)).toHaveCount(0);
    expect(await placeOf(manege, id)).toBe(`${jour} 08:00 interieure`);

    await lesson.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    // Pointer events as a finger causes them, because the browser counts a long press by its own
    // clock, which a busy machine does not keep. The page may still scroll because of the touch
    // above, so each of them is placed from the lesson as it is then.
    const fire = (type: string, dy: number) =>
      lesson.evaluate(
        (one, [name, down]) => {
          one.closest<HTMLElement>('.movable')!.setPointerCapture = () => {};
          const { left, top } = one.getBoundingClientRect();
          const pointer = { pointerId: 7, pointerType: 'touch', isPrimary: true, button: 0 };
          const point = { clientX: left + 20, clientY: top + 10 + down };
          const init = { ...pointer, ...point, bubbles: true, cancelable: true };
          one.dispatchEvent(new PointerEvent(name, init));
        },
        [type, dy] as const,
      );
    await fire('pointerdown', 0);
    await expect(bar(page)).toBeVisible();
    for (const dy of [30, 60, 88]) await fire('pointermove', dy);
    await expect(bar(page)).toContainText(/9h00, Piste Intérieure\u202f: Libre/);
    await fire('pointerup', 88);
    await expect.poll(() => placeOf(manege, id)).toBe(`${jour} 09:00 interieure`);
  },
);
