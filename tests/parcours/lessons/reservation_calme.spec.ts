/**
 * The booking form with what is preset, counted in taps at 390 × 844 (an action: a tap or a typed
 * word). Before: two children again 9, a new lesson for two children 13 with their names typed; the
 * page was 2,594 px high. The usual lesson, a cancellation and the next lesson are counted in
 * accueil_cavalier.spec.ts.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { addDays, instantOf } from '../../../src/domain/core/calendrier.ts';
import type { Person } from '../../support/manege.ts';
import {
  announceParametres,
  BUREAU,
  enter,
  expect,
  expectNoSidewaysScroll,
  type Manege,
  serveAt,
  tabTo,
  TELEPHONE,
  test,
} from '../fixtures.ts';
import {
  bookElsewhere,
  bookFor,
  choosePersonnes,
  confirmButton,
  goToJour,
  radio,
  SUCCESS,
} from '../reservation.ts';
import { answered } from '../../support/answered.ts';
import { jourOf, today } from '../../support/jours.ts';

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE });
test.afterEach(async ({ manege }) => {
  await manege.sql('update types_lecons set ouverte = false');
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`);
});

function counter() {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    count: () => taps,
  };
}

const names = (page: Page) => page.getByLabel(/^Nom complet du participant/);
const starts = (page: Page) => page.locator('input[name="heure_debut"]:enabled');
const bar = (page: Page) => page.getByRole('region', { name: 'Votre réservation' });
const anyPiste = (page: Page) => radio(page, /^Peu importe/);
const saved = (page: Page) => page.getByRole('group', { name: 'Mes cavaliers' });
/** The bar, where a sighted person sees it. */
const barHeight = async (page: Page) => (await bar(page).boundingBox())?.height ?? 0;

const storedOf = (manege: Manege, { id }: { id: string }) =>
  manege.sql(
    'select noms_participants, type_piste from reservations where user_id = $1 order by created_at',
    [id],
  );

test(
  'deux enfants encore : trois touches ; une nouvelle leçon à deux enfants : six',
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-38, BOOK-39, BOOK-40, BOOK-21, RIDE-23
    const rider = await manege.person({ prenom: 'Élise', nom: 'Maes' });
    for (const nom of ['Léa Maes', 'Tom Maes'])
      await manege.sql('insert into cavaliers (user_id, nom) values ($1, $2)', [rider.id, nom]);
    await enter(page, manege, rider);
    // The form opens on today, which in the evening has no place for a second lesson.
    await serveAt(page, instantOf(addDays(today(), 1), '07:00').toISOString());
    await page.goto('/app/reservation');
    await expect(anyPiste(page)).toBeChecked();
    await expect(starts(page).first()).toBeVisible();
    // Nothing to confirm yet: no bar, only the sentence for a screen reader.
    expect(await barHeight(page)).toBeLessThan(2);
    await expect(bar(page).getByText('Veuillez sélectionner un type de leçon')).toBeAttached();

    const first = counter();
    await first.tap(radio(page, /^Leçon collective/));
    await expect(names(page)).toHaveCount(1);
    await expect(names(page)).toHaveValue('Élise Maes');
    await first.tap(
      page.getByRole('group', { name: 'Nombre de personnes' }).getByRole('radio', { name: '2' }),
    );
    await first.tap(saved(page).getByRole('button', { name: 'Léa Maes' }));
    await first.tap(saved(page).getByRole('button', { name: 'Tom Maes' }));
    await first.tap(starts(page).first());
    expect(await barHeight(page)).toBeGreaterThan(60);
    await expect(confirmButton(page)).toBeInViewport();
    await page.setViewportSize(PHONE);
    await first.tap(confirmButton(page));
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(first.count()).toBe(6);
    const [lecon] = await storedOf(manege, rider);
    expect(lecon).toEqual({
      noms_participants: ['Tom Maes', 'Léa Maes'],
      type_piste: 'interieure',
    });

    // The form begins anew with these riders on this arena, at once and after a reload.
    const again = async () => {
      await expect(radio(page, /^Piste Intérieure/)).toBeChecked();
      await expect(radio(page, /^Leçon collective/)).not.toBeChecked();
      await expect(starts(page).first()).toBeVisible();
    };
    await again();
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/app/reservation');
    await again();
    const second = counter();
    await second.tap(radio(page, /^Leçon collective/));
    await expect(names(page).first()).toHaveValue('Tom Maes');
    await expect(names(page).nth(1)).toHaveValue('Léa Maes');
    await second.tap(starts(page).last());
    await second.tap(confirmButton(page));
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect(second.count()).toBe(3);
    expect(await storedOf(manege, rider)).toEqual([lecon, lecon]);
  },
);

async function joinGroup(page: Page, manege: Manege): Promise<void> {
  await bookElsewhere(manege, { date_reservation: jourOf(2, 3) });
  await manege.sql("update types_lecons set ouverte = value = 'collective'");
  await manege.sql(`select pg_notify('manege_changes', '{"changed":["types_lecons"]}')`);
  await page.goto('/');
  const { tap, count } = counter();
  const group = page.getByRole('region', { name: 'Leçons ouvertes' });
  await tap(group.getByRole('button', { name: /^Rejoindre/ }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Rejoindre la leçon' }));
  await expect(group.getByText(SUCCESS)).toBeVisible();
  expect(count()).toBe(2);
}

test(
  'la page tient en 1700 px avec six types, deux pistes et des heures repliées ; une lettre ne redessine que sa partie',
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-02, BOOK-41, UI-14
    await enter(page, manege, await manege.person());
    await test.step('la page tient en 1700 px avec six types, deux pistes et des heures repliées', () =>
      fit(page, manege));
    await test.step("une lettre ne redessine que sa partie : au plus une fois et demie ce qu'elle coûte dans le profil", () =>
      redraw(page));
  },
);

async function fit(page: Page, manege: Manege): Promise<void> {
  await manege.sql(`update parametres set "openingTime" = '09:00', "closingTime" = '18:00'`);
  await announceParametres(manege);
  await page.goto('/app/reservation');
  await goToJour(page, jourOf(2, 2));
  await expect(page.getByRole('group', { name: 'Type de leçon' }).getByRole('radio')).toHaveCount(
    6,
  );
  await expect(radio(page, /^Piste|^Peu importe/)).toHaveCount(3);
  const hours = radio(page, /^\d\d:\d\d/);
  await expect(hours).toHaveCount(18);
  await expect(page.getByText('Aucune leçon à venir')).toBeVisible();
  await expect(page.getByRole('region', { name: 'La semaine' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
    1_700,
  );

  const unfold = page.getByRole('button', { name: 'Afficher toutes les heures' });
  await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  await tabTo(page, unfold);
  await page.keyboard.press('Enter');
  await expect(hours).toHaveCount(25);
  await expect(radio(page, '08:00, fermé')).toBeDisabled();
  await page.getByRole('button', { name: "N'afficher que les heures d'ouverture" }).click();
  await expect(hours).toHaveCount(18);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
}

test(
  'peu importe la piste : chaque heure choisit la sienne, la dernière si les deux sont libres, et le dit',
  BUREAU,
  async ({ page, manege }) => {
    // BOOK-39, RIDE-35, RIDE-34
    await page.setViewportSize({ width: 1280, height: 900 });
    const jour = jourOf(3, 3);
    const alone = {
      date_reservation: jour,
      type_lecon: 'particuliere',
      nombre_personnes: 1,
      noms_participants: ['Zoé'],
    };
    await bookElsewhere(manege, { ...alone, heure_debut: '10:00', type_piste: 'exterieure' });
    for (const type_piste of ['interieure', 'exterieure'])
      await bookElsewhere(manege, { ...alone, heure_debut: '12:00', type_piste });
    await manege.sql('update parametres set "slotAlerts" = true');
    await announceParametres(manege);
    const rider = await manege.person();
    // The last arena is the outdoor one.
    await bookFor(manege, rider, {
      ...alone,
      noms_participants: ['Camille'],
      date_reservation: jourOf(4, 0),
      type_piste: 'exterieure',
    });
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    await expect(radio(page, /^Piste Extérieure/)).toBeChecked();
    await tabTo(page, radio(page, /^Piste Extérieure/));
    await page.keyboard.press('ArrowRight');
    await expect(anyPiste(page)).toBeChecked();
    await radio(page, /^Longe/).check();
    await goToJour(page, jour);
    // 24 starts, each once; at 12:00 both arenas are taken.
    await expect(radio(page, /23 créneaux libres/)).toBeChecked();
    await expect(page.getByText('23 créneaux libres', { exact: true })).toBeVisible();
    await expect(radio(page, '10:00, disponible, Piste Intérieure')).toBeEnabled();
    await expect(
      radio(page, '12:00, complet, déjà réservé de 12h00 à 12h30, Piste Extérieure'),
    ).toBeDisabled();
    await expect(page.getByLabel('Un créneau pris vous intéresse').getByRole('option')).toHaveText([
      'Choisissez un créneau pris',
      '12:00, complet, déjà réservé de 12h00 à 12h30, Piste Extérieure',
    ]);
    await radio(page, '11:00, disponible, Piste Extérieure').check();
    await expect(anyPiste(page)).toBeChecked();
    await expect(bar(page).getByText('Piste Extérieure').first()).toBeVisible();
    await radio(page, '10:00, disponible, Piste Intérieure').check();
    await expect(bar(page).getByText('Piste Intérieure').first()).toBeVisible();
    await confirmButton(page).click();
    await expect(page.getByText(SUCCESS)).toBeVisible();
    expect((await storedOf(manege, rider)).at(-1)).toEqual({
      noms_participants: ['Camille'],
      type_piste: 'interieure',
    });
  },
);

test(
  "les trois prochaines leçons se lisent au-dessus du formulaire ; un groupe se rejoint en deux touches depuis l'accueil",
  TELEPHONE,
  async ({ page, manege }) => {
    // BOOK-22, RIDE-76, RIDE-77
    const rider = await manege.person({ prenom: 'Hugo', nom: 'Dubois' });
    await enter(page, manege, rider);
    await test.step('une ligne chacune', () => readNext(page, manege, rider));
    await test.step("un groupe se rejoint en deux touches depuis l'accueil", () =>
      joinGroup(page, manege));
  },
);

async function readNext(page: Page, manege: Manege, rider: Person): Promise<void> {
  for (const n of [5, 6, 7, 8]) await bookFor(manege, rider, { date_reservation: jourOf(n, 1) });
  await page.goto('/app/reservation');
  const next = page.getByRole('region', { name: 'Mes prochaines leçons' });
  await expect(next.getByRole('listitem')).toHaveCount(3);
  const line = next.getByRole('listitem').first();
  await expect(line).toContainText('10h00');
  await expect(line).toContainText('Leçon collective');
  expect((await line.boundingBox())!.height).toBeLessThan(32);
  expect((await next.boundingBox())!.y).toBeLessThan(
    (await page.getByRole('form', { name: 'Réserver une leçon' }).boundingBox())!.y,
  );
  await next.getByRole('link', { name: 'Tout voir' }).click();
  await expect(page.getByRole('heading', { name: 'Mes réservations' })).toBeFocused();
}

/** Ends once the page has drawn, and has nothing left to do. Runs in the page. */
const rest = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestIdleCallback(resolve));
  });

/**
 * How many functions of the site run for one key: a count, not a time. The median of eleven keys,
 * because something else may run during one of them, such as the message of another instance.
 */
async function callsOf(cdp: CDPSession, field: Locator): Promise<number> {
  await field.fill('x');
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const counts: number[] = [];
  for (const key of 'abcdefghijkl') {
    await field.press(key);
    await expect(field).toHaveValue(new RegExp(`${key}$`));
    await field.page().evaluate(rest);
    const { result } = await cdp.send('Profiler.takePreciseCoverage');
    counts.push(
      result
        .filter(({ url }) => url.includes('/assets/'))
        .flatMap(({ functions }) => functions)
        .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0),
    );
  }
  await cdp.send('Profiler.stopPreciseCoverage');
  // The first key also changes the form from empty to begun.
  return counts.slice(1).toSorted((a, b) => a - b)[5]!;
}

async function redraw(page: Page): Promise<void> {
  await page.goto('/app/reservation');
  await answered(page);
  // Today has no hour of it left in the evening.
  await goToJour(page, jourOf(3, 2));
  await radio(page, /^Leçon collective/).check();
  await choosePersonnes(page, 1);
  await expect(starts(page).first()).toBeVisible();
  const cdp = await page.context().newCDPSession(page);
  const name = await callsOf(cdp, names(page));
  const remarks = await callsOf(cdp, page.getByLabel('Remarques'));
  await page.goto('/app/monprofil');
  await answered(page);
  await page
    .getByRole('button', { name: /^Modifier/ })
    .first()
    .click();
  const profile = await callsOf(cdp, page.getByLabel('Prénom'));
  expect(profile).toBeGreaterThan(500);
  expect(name / profile).toBeLessThanOrEqual(1.5);
  expect(remarks / profile).toBeLessThanOrEqual(1.5);
}
