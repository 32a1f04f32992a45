/**
 * What a person does while the network is bad. Sentences are written here as in the specification,
 * not taken from the screens.
 */
import type { Locator, Page } from '@playwright/test';
import { addDays } from '#domain/core/calendrier.ts';
import { enter, expect, type Manege } from '../parcours/fixtures.ts';
import {
  book,
  button,
  card,
  chooseJour,
  dayView,
  dialog,
  elsewhere,
} from '../parcours/modification.ts';
import { bookElsewhere, confirmButton, fillForm, SUCCESS } from '../parcours/reservation.ts';
import { answered } from '../support/answered.ts';
import { jourOf } from '../support/jours.ts';

/** One cell: a separate page behind a separate network. `n` keeps the days of the cells apart. */
export type Cell = { page: Page; manege: Manege; url: string; n: number };

/** What an activity shows, and what must be true for it. */
export type Activity = {
  /** The activity loads the page itself: the condition begins with its first call. */
  first?: true;
  prepare(cell: Cell): Promise<void>;
  act(cell: Cell): Promise<void>;
  /** Visible if everything succeeded. */
  right(cell: Cell): Locator;
  /** Visible if it failed, and the screen shows the failure. */
  wrong(cell: Cell): Locator;
  /** Checks that the typed text is still there. */
  kept?(cell: Cell): Promise<void>;
  /** Pressed by the person once the network is back. */
  again?(cell: Cell): Promise<void>;
  /** Whether it is done in the database. */
  done?(cell: Cell): Promise<boolean>;
};

const LOST = 'Connexion perdue';
/** For a write without an answer: its result is unknown, so nothing is claimed (UI-75). */
const UNSURE = "Pas de réponse : nous vérifions si c'est fait…";
const TYPED = 'Selle à vérifier';

/**
 * A separate day of the desk for each cell and activity: the even numbers from 370 to 464. Other
 * tests share the database of these, so they take odd numbers or others.
 */
const deskDay = ({ n }: Cell, activity: number): string => jourOf(10, 350 + 20 * activity + 2 * n);
const count = async ({ manege }: Cell, where: string, values: unknown[]): Promise<number> =>
  (await manege.sql(`select count(*)::int n from reservations where ${where}`, values))[0]?.[
    'n'
  ] as number;

const remarques = (page: Page) => dialog(page).getByLabel('Remarques');

async function openDesk(cell: Cell, jour: string): Promise<void> {
  const { page, manege, url } = cell;
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto(new URL(`/app/webmaster?jour=${jour}`, url).href);
  await expect(dayView(page)).toBeVisible();
}

async function openEdit(cell: Cell, jour: string): Promise<void> {
  await openDesk(cell, jour);
  await card(cell.page, /^10:00/)
    .getByRole('button', { name: /^Modifier/ })
    .click();
  await remarques(cell.page).fill(TYPED);
}

const keptInDialog = ({ page }: Cell) => expect(remarques(page)).toHaveValue(TYPED);

export const ACTIVITIES = {
  reservation: {
    async prepare({ page, manege, url, n }) {
      await enter(page, manege, await manege.person());
      await page.goto(new URL('/app/reservation', url).href);
      await fillForm(page, jourOf(2, n));
    },
    act: ({ page }) => confirmButton(page).click(),
    right: ({ page }) => page.getByText(SUCCESS),
    wrong: ({ page }) => page.getByText(UNSURE),
    kept: ({ page }) => expect(page.getByLabel('Participant 1')).toHaveValue('Camille Lambert'),
    again: ({ page }) => confirmButton(page).click(),
    done: async (cell) =>
      (await count(cell, `date_reservation = $1 and noms_participants::text like '%Camille%'`, [
        jourOf(2, cell.n),
      ])) === 1,
  },
  modification: {
    async prepare(cell) {
      const jour = deskDay(cell, 1);
      await book(cell.manege, { date_reservation: jour });
      await openEdit(cell, jour);
    },
    act: ({ page }) => button(page, 'Enregistrer').click(),
    right: ({ page }) => page.getByText('Réservation mise à jour'),
    wrong: ({ page }) => page.getByText(UNSURE),
    kept: keptInDialog,
    again: ({ page }) => button(page, 'Enregistrer').click(),
    done: async (cell) =>
      (await count(cell, 'date_reservation = $1 and remarques = $2', [deskDay(cell, 1), TYPED])) ===
      1,
  },
  suppression: {
    async prepare(cell) {
      const jour = deskDay(cell, 2);
      await book(cell.manege, { date_reservation: jour });
      await openDesk(cell, jour);
      await card(cell.page, /^10:00/)
        .getByRole('button', { name: /^Supprimer/ })
        .click();
      await expect(cell.page.getByRole('alertdialog')).toBeVisible(); // its code has arrived
    },
    act: ({ page }) =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click(),
    right: ({ page }) => page.getByText('Réservation supprimée', { exact: true }),
    wrong: ({ page }) => page.getByText(UNSURE),
    again: ({ page }) =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click(),
    done: async (cell) => (await count(cell, 'date_reservation = $1', [deskDay(cell, 2)])) === 0,
  },
  arrivee: {
    first: true,
    prepare: async ({ page, manege }) => enter(page, manege, await manege.person()),
    act: async ({ page, url }) => {
      await page.goto(new URL('/app/reservation', url).href, { waitUntil: 'commit' });
    },
    right: ({ page }) => page.getByRole('radio', { name: /^Leçon collective/ }),
    wrong: ({ page }) => page.getByText(LOST),
  },
  ecran: {
    async prepare(cell) {
      const { page, manege, url } = cell;
      await enter(page, manege, await manege.person({ role: 'admin' }));
      // Nothing of this screen is still on its way.
      await page.goto(new URL('/app/reservation', url).href);
      await answered(page);
      await expect(page.getByRole('radio', { name: /^Leçon collective/ })).toBeVisible();
    },
    act: ({ page }) => page.getByRole('link', { name: 'Prix', exact: true }).click(),
    right: ({ page }) => page.getByRole('heading', { level: 1, name: 'Prix' }),
    wrong: ({ page }) => page.getByText("Cette page n'a pas pu être chargée."),
    again: ({ page }) =>
      page.getByRole('button', { name: /^(Réessayer|Recharger la page)$/ }).click(),
  },
  dialogue: {
    async prepare(cell) {
      const jour = deskDay(cell, 3);
      const stored = await book(cell.manege, { date_reservation: jour });
      await openEdit(cell, jour);
      later.set(cell, () => elsewhere(cell.manege, 'PUT', stored, { remarques: 'Poney demandé' }));
    },
    act: async (cell) => {
      await later.get(cell)?.();
    },
    right: ({ page }) =>
      dialog(page).getByText("Cette réservation vient d'être modifiée sur un autre écran."),
    wrong: ({ page }) => page.getByText(LOST),
    kept: keptInDialog,
  },
  date: {
    async prepare(cell) {
      const { page, manege } = cell;
      await book(manege, { date_reservation: deskDay(cell, 4) });
      await book(manege, { date_reservation: addDays(deskDay(cell, 4), 1) });
      await openEdit(cell, addDays(deskDay(cell, 4), 1));
      // The calendar is loaded with the dialog.
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/Calendar')),
      );
    },
    act: (cell) => chooseJour(cell.page, deskDay(cell, 4), dialog(cell.page)),
    right: ({ page }) => dialog(page).getByText('La piste est prise'),
    wrong: ({ page }) => dialog(page).getByText('Disponibilités indisponibles'),
    kept: keptInDialog,
  },
  direct: {
    async prepare(cell) {
      await openDesk(cell, deskDay(cell, 5));
      await expect(dayView(cell.page).getByText('Aucune réservation').first()).toBeVisible();
    },
    act: async (cell) => {
      expect(await bookElsewhere(cell.manege, { date_reservation: deskDay(cell, 5) })).toBe(201);
    },
    right: (cell) => card(cell.page, /^10:00/),
    wrong: ({ page }) => page.getByText(LOST),
  },
} as const satisfies Record<string, Activity>;

export type ActivityName = keyof typeof ACTIVITIES;

/** Changes made elsewhere once the condition has begun. */
const later = new WeakMap<Cell, () => Promise<unknown>>();
