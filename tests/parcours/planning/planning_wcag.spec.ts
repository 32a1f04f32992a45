/**
 * Criteria of WCAG 2.2 that axe does not measure, on the dashboard: 2.1.1 Keyboard, 2.1.4 Character
 * Key Shortcuts, 2.5.7 Dragging Movements, 2.5.8 Target Size. 2.2.1 Timing Adjustable is in
 * annuler.spec.ts. And the order in which a screen reader reads the day (DESK-92).
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, enter, expect, type Manege, test } from '../fixtures.ts';
import { dayView } from '../modification.ts';
import { cell, closeArena, press, store } from '../planning.ts';
import { mondayIn } from '../../support/jours.ts';

const frame = (page: Page) => page.getByRole('button', { name: /^Déplacer ici, / });
const card = (page: Page) => page.getByRole('dialog', { name: /^Leçon collective, / });
const placeOf = async (manege: Manege, id: string) =>
  (
    await manege.sql(
      `select date_reservation::text || ' ' || to_char(heure_debut, 'HH24:MI') || ' ' || type_piste as place from reservations where id = $1`,
      [id],
    )
  )[0]?.['place'];

async function open(page: Page, manege: Manege, jour: string): Promise<void> {
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto(`/app/webmaster?jour=${jour}`);
  await expect(page.getByRole('grid').first()).toBeVisible();
}

/** Presses a key until the focused element has a name. */
async function pressUntil(page: Page, key: string, name: RegExp): Promise<void> {
  const named = () =>
    page.evaluate(() => {
      const { activeElement: one } = document;
      return one?.getAttribute('aria-label') ?? one?.textContent ?? '';
    });
  for (let n = 0; n < 200; n += 1) {
    if (name.test(await named())) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${String(name)}, only ${await named()}`);
}

test('WCAG 2.1.1 et 2.1.4 : le clavier seul', BUREAU, async ({ page, manege }) => {
  // DESK-36, DESK-50, DESK-51, DESK-60, UI-14
  await test.step('trouver une leçon, la déplacer et la remettre', () => moveByKey(page, manege));
  await test.step('une lettre, un chiffre ou un signe tapé hors des champs ne fait rien', () =>
    typeOutside(page, manege));
});

async function moveByKey(page: Page, manege: Manege): Promise<void> {
  const jour = addDays(mondayIn(87), 1);
  const id = await store(manege, { jour, heure: '10:00', noms: ['Zoé Clavier'] });
  await open(page, manege, jour);
  // One stop for the table; the arrows move in it.
  await pressUntil(page, 'Tab', /, Piste Intérieure, .*08:00|^Libre, .*8:00/);
  await pressUntil(page, 'ArrowDown', /Zoé C/);
  await page.keyboard.press('Enter');
  await expect(card(page)).toBeVisible();
  await pressUntil(page, 'Tab', /^Déplacer$/);
  await page.keyboard.press('Enter');
  await expect(frame(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => placeOf(manege, id)).toBe(`${jour} 11:00 interieure`);
  await expect(page.getByText(/La leçon est maintenant le/)).toBeVisible();
  // Once the table is drawn again, the focus is on the lesson.
  await expect(page.locator(':focus')).toHaveAccessibleName(/Zoé C\..*11:00/);
  // Undone by the message, which F8 reaches.
  await page.keyboard.press('F8');
  await expect(page.getByRole('button', { name: /^Annuler.* le déplacement/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => placeOf(manege, id)).toBe(`${jour} 10:00 interieure`);
  await expect(page.getByText(/est annulé\./).first()).toBeVisible();
  await expect(page.locator(':focus')).toHaveAccessibleName(/Zoé C\..*10:00/);
}

async function typeOutside(page: Page, manege: Manege): Promise<void> {
  const jour = addDays(mondayIn(88), 1);
  const id = await store(manege, { jour, heure: '10:00', noms: ['Zoé Lettre'] });
  await page.clock.install();
  await open(page, manege, jour);
  // It is drawn last.
  await expect(dayView(page).getByRole('article', { name: /^10:00/ })).toBeVisible();
  const writes: string[] = [];
  page.on('request', (request) => {
    if (!['GET', 'HEAD'].includes(request.method())) writes.push(request.url());
  });
  const focuses = [
    () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
    () => page.getByRole('heading', { level: 1 }).focus(),
    () => cell(page, /Zoé L\./).focus(),
    () =>
      page
        .getByRole('region', { name: 'Planning du jour' })
        .getByRole('link', { name: /^Libre, / })
        .first()
        .focus(),
  ];
  for (const focus of focuses) {
    await focus();
    // The card of a focused lesson is open; the letters do nothing to it.
    const state = () =>
      page.evaluate(() => ({
        address: location.href,
        focused: document.activeElement?.getAttribute('aria-label'),
        dialogs: document.querySelectorAll('dialog[open], :popover-open').length,
        text: document.querySelector('main')?.textContent,
        y: scrollY,
      }));
    await page.clock.runFor(300);
    const before = await state();
    await page.keyboard.type('abcdefghijklmnopqrstuvwxyzéàMZK0123456789+-/?.,;:!*=#@<');
    expect(await state()).toEqual(before);
  }
  expect(writes).toEqual([]);
  expect(await placeOf(manege, id)).toBe(`${jour} 10:00 interieure`);
}

// At both widths: what is pressed, and where it stands, differs.
test('WCAG 2.5.7 et 2.5.8 : sans glisser, et toute cible a 24 px ou son espace', async ({
  page,
  manege,
  isMobile,
}) => {
  // DESK-10, DESK-34, DESK-36, DESK-51, UI-14
  await test.step('tourner les jours, déplacer une leçon et la remettre sans glisser', () =>
    moveByPress(page, manege, isMobile));
  await test.step('sur le planning, la vue du jour et la carte, toute cible a 24 px ou son espace', () =>
    measureTargets(page, manege, isMobile));
});

async function moveByPress(page: Page, manege: Manege, isMobile: boolean): Promise<void> {
  const jour = addDays(mondayIn(isMobile ? 89 : 90), 1);
  const id = await store(manege, { jour, heure: '10:00', noms: ['Zoé Simple'] });
  await open(page, manege, addDays(jour, -1));
  const grid = page.getByRole('grid').first();
  await press(
    isMobile
      ? page.locator('label', {
          has: page.getByRole('radio', { name: new RegExp(`^${formatJour(jour, 'long')}`) }),
        })
      : page.getByRole('button', { name: 'Jour suivant' }).first(),
    isMobile,
  );
  await expect(grid).toHaveAccessibleName(`Pistes, ${formatJour(jour, 'long')}`);
  await press(cell(page, /Zoé S\./), isMobile);
  await press(card(page).getByRole('button', { name: 'Déplacer' }), isMobile);
  await expect(frame(page)).toBeFocused();
  const free = grid.getByRole('link', { name: /^Libre, .*12:00/ }).first();
  // Clear of the bar of the move, which is at the edge of the window.
  await free.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = (await free.boundingBox())!;
  if (isMobile) await page.touchscreen.tap(x + width / 2, y + height / 2);
  else await page.mouse.click(x + width / 2, y + height / 2);
  await expect.poll(() => placeOf(manege, id)).toBe(`${jour} 12:00 interieure`);
  await press(page.getByRole('button', { name: /^Annuler.* le déplacement/ }), isMobile);
  await expect.poll(() => placeOf(manege, id)).toBe(`${jour} 10:00 interieure`);
}

/**
 * The targets that are smaller than 24 × 24 px and too close to another one: a circle of 24 px
 * around the middle of a small target meets no other target and no other such circle. Runs in the
 * page.
 */
function smallTargets(part: Element): string[] {
  const SIZE = 24;
  const targets = [
    ...part.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role=button], [role=menuitem], [role=radio], [tabindex="0"]',
    ),
  ]
    .filter((one) => !one.matches(':disabled, [aria-disabled=true], [role=group], [role=tooltip]'))
    .map((one) => ({
      one,
      // A radio button is drawn, and pressed, by its label.
      box: (one instanceof HTMLInputElement && one.labels?.[0] && one.type !== 'text'
        ? one.labels[0]
        : one
      ).getBoundingClientRect(),
    }))
    .filter(
      ({ one, box }) =>
        one.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
        box.width > 1 &&
        box.height > 1,
    );
  const isSmall = ({ box }: (typeof targets)[number]) =>
    box.width < SIZE - 0.01 || box.height < SIZE - 0.01;
  const middleOf = ({ box }: (typeof targets)[number]) => ({
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
  });
  const meets = (small: (typeof targets)[number], other: (typeof targets)[number]): boolean => {
    const { x, y } = middleOf(small);
    if (isSmall(other)) {
      const { x: a, y: b } = middleOf(other);
      return Math.hypot(a - x, b - y) < SIZE - 0.1;
    }
    const { left, right, top, bottom } = other.box;
    const dx = Math.max(left - x, 0, x - right);
    const dy = Math.max(top - y, 0, y - bottom);
    return Math.hypot(dx, dy) < SIZE / 2 - 0.1;
  };
  const faults = targets
    .filter(isSmall)
    .filter((target) =>
      targets.some(
        (other) =>
          other !== target &&
          !other.one.contains(target.one) &&
          !target.one.contains(other.one) &&
          meets(target, other),
      ),
    )
    .map(
      ({ one, box }) =>
        `${Math.round(box.width)} × ${Math.round(box.height)} ${one.outerHTML.slice(0, 140)}`,
    );
  return targets.length < 4 ? [`only ${targets.length} targets`] : faults;
}

async function measureTargets(page: Page, manege: Manege, isMobile: boolean): Promise<void> {
  const jour = addDays(mondayIn(isMobile ? 91 : 92), 1);
  await manege.person({ statut: 'en_attente' });
  for (const [heure, fin, type, noms] of [
    ['09:00', '09:30', 'longe', ['Zoé Petite']],
    ['10:00', '11:00', 'collective', ['Zoé Cible', 'Hugo Dubois']],
    ['11:00', '12:00', 'collective', ['Tom', 'Ida', 'Léa', 'Max', 'Noé', 'Ana']],
  ] as const)
    await store(manege, { jour, heure, fin, type, noms: [...noms] });
  await open(page, manege, jour);
  await expect(page.getByRole('article')).toHaveCount(3);
  expect(await page.locator('body').evaluate(smallTargets)).toEqual([]);
  await press(cell(page, /Zoé C\./), isMobile);
  await expect(card(page)).toBeVisible();
  expect(await card(page).evaluate(smallTargets)).toEqual([]);
  // While a lesson is moved, and with the message that undoes it.
  await press(card(page).getByRole('button', { name: 'Déplacer' }), isMobile);
  await expect(frame(page)).toBeFocused();
  expect(await page.getByRole('region', { name: 'Déplacement' }).evaluate(boxesBelow24)).toEqual(
    [],
  );
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: /^Annuler.* le déplacement/ });
  await expect(undo).toBeVisible();
  // It lies over the end of the planning until it is closed.
  const { width, height } = (await undo.boundingBox())!;
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
}

/** Runs in the page. */
const boxesBelow24 = (part: Element): string[] =>
  [...part.querySelectorAll('button, a')].flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width < 24 || height < 24 ? [`${width} × ${height} ${one.textContent}`] : [];
  });

test(
  "l'arbre d'accessibilité lit la journée dans l'ordre : le jour, ses boutons, les heures, puis la vue du jour, piste par piste",
  BUREAU,
  async ({ page, manege }) => {
    // DESK-11, DESK-34, DESK-92
    const jour = addDays(mondayIn(94), 1);
    const long = formatJour(jour, 'long');
    await store(manege, {
      jour,
      heure: '14:00',
      fin: '14:30',
      type: 'longe',
      piste: 'exterieure',
      noms: ['Léa Martens'],
      statut: 'en_attente',
    });
    await store(manege, { jour, heure: '16:00', fin: '17:00', noms: ['Tom Willems'] });
    await store(manege, {
      jour,
      heure: '10:00',
      noms: ['Zoé Ordre', 'Hugo Dubois'],
      remarques: 'Poney calme',
    });
    await closeArena(manege, {
      jour,
      piste: 'interieure',
      debut: '12:00',
      fin: '13:00',
      motif: 'Herse',
    });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto(`/app/webmaster?jour=${jour}`);
    await expect(page.getByRole('article')).toHaveCount(3);
    const grid = page.getByRole('grid', { name: `Pistes, ${long}` });

    // The page: the heading, the counters, then the day before its lessons. A phone shows the day
    // in the place of the week.
    const readPage = async (planning: string, hours: number) => {
      await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Espace administrateur" [level=1]
      - link "Paramètres"
      - button "Déconnexion"
      - list "Compteurs"
      - region "${planning}":
        - grid "Pistes, ${long}"
      - region "Vue du jour"
    `);
      expect(await grid.getByRole('rowheader').allTextContents()).toEqual(
        Array.from(
          { length: hours },
          (_, n) => `${String(8 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
        ),
      );
    };
    await readPage('Planning du jour', 24);

    // The table: each half hour is named first, then one cell for each arena with all it shows.
    await expect(grid).toMatchAriaSnapshot(`
    - grid:
      - rowgroup:
        - row:
          - columnheader "Heure"
          - columnheader "Piste Intérieure"
          - columnheader "Piste Extérieure"
      - rowgroup:
        - row:
          - rowheader "08:00"
          - gridcell /^Libre, Piste Intérieure, ${long}, 08:00/
          - gridcell /^Libre, Piste Extérieure, ${long}, 08:00/
        - row:
          - rowheader "10:00"
          - gridcell /^Piste Intérieure, ${long}, Zoé O\\., Hugo D\\. 2 inscrits sur 6, places restantes, 10:00 – 11:00 Leçon collective/
          - gridcell /^Libre, Piste Extérieure/
        - row:
          - rowheader "12:00"
          - gridcell /Herse/
        - row:
          - rowheader "14:00"
          - gridcell /^Libre, Piste Intérieure/
          - gridcell /^Piste Extérieure, ${long}, Léa M\\. 1 inscrit sur 2/
  `);
    // The daily view: its title, the way to another day, the closures, then each arena in the
    // order of the centre, its lessons by their start, and in each what it is, who takes part, the
    // remarks, and at the end what one may do.
    await expect(page.getByRole('region', { name: 'Vue du jour' })).toMatchAriaSnapshot(`
    - heading "Vue du jour" [level=2]
    - button "Jour précédent"
    - button "Aujourd'hui"
    - button "Jour suivant"
    - button "Imprimer la journée"
    - list "Fermetures du jour":
      - listitem:
        - paragraph: "Fermé : Herse"
        - paragraph: Piste Intérieure
        - button /^Modifier la fermeture/
        - button /^Rouvrir la fermeture/
    - region "Réservations du ${long}":
      - region:
        - heading "Piste Intérieure 2 réservations" [level=3]
        - list:
          - listitem:
            - article "10:00, Leçon collective":
              - paragraph: 10h00 – 11h00
              - text: /Confirmée/
              - paragraph: Leçon collective 2 personnes
              - list "Participants":
                - listitem: /Zoé Ordre/
                - listitem: /Hugo Dubois/
              - paragraph: Réservé par Zoé Ordre
              - paragraph: Poney calme
              - button /^Modifier/
          - listitem:
            - article "16:00, Leçon collective":
              - paragraph: 16h00 – 17h00
              - text: /Confirmée/
              - list "Participants":
                - listitem: /Tom Willems/
              - button /^Modifier/
      - region:
        - heading "Piste Extérieure 1 réservation" [level=3]
        - list:
          - listitem:
            - article "14:00, Longe":
              - paragraph: 14h00 – 14h30
              - text: /En attente/
              - list "Participants":
                - listitem: /Léa Martens/
              - button /^Modifier/
  `);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('region', { name: 'Planning du jour' })).toHaveCount(0);
    await readPage('Planning de la semaine', 25);
  },
);
