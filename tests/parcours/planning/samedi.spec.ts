/**
 * The same Saturday counted (issue 26): how many actions a secretary needs, in a filled centre, at
 * 1280 px. `actions.ts` says what an action is and how the time is estimated. The state before was
 * counted by hand on 23 November 2026, in clicks and keys.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { type Counted, secondsOf, startCounting } from '../actions.ts';
import { fillCentre } from '../filledCentre.ts';
import { BUREAU, enter, expect, type Manege, test } from '../fixtures.ts';
import { rememberType, store } from '../planning.ts';
import { mondayIn, today } from '../../support/jours.ts';

/** Clicks and keys before, and the actions that are the goal. */
const TASKS = {
  'qui appelle, par son nom': { before: [8, 26], goal: 4 },
  'qui appelle, par le nom de qui paie': { before: [8, 26], goal: 4 },
  'qui arrive sans prévenir': { before: [11, 13], goal: 4 },
  'annuler avec une raison': { before: [5, 35], goal: 3 },
  'déplacer à un autre jour': { before: [7, 0], goal: 2 },
  "toutes les leçons d'un cavalier": { before: [6, 0], goal: 2 },
  'approuver 15 comptes': { before: [31, 0], goal: 3 },
  'imprimer demain': { before: [3, 0], goal: 2 },
  'la semaine du 17 mars': { before: [16, 0], goal: 2 },
  'le jour suivant': { before: [2, 0], goal: 1 },
} as const satisfies Record<string, { before: [number, number]; goal: number }>;
type Task = keyof typeof TASKS;

/** The lines of the table, as each task has counted them. */
const table: string[] = [];

function count(task: Task, { actions, clicks, keys, seconds }: Counted): void {
  const { before, goal } = TASKS[task];
  table.push(
    `| ${task} | ${before.join(' + ')} | ${Math.round(secondsOf(before[0], before[1]))} s | ${actions} (${clicks} + ${keys}) | ${Math.round(seconds)} s | ${goal} |`,
  );
  expect(actions, task).toBe(goal);
}

test.beforeAll(async ({ manege }, { file }) => {
  test.setTimeout(120_000);
  await manege.begin(file);
  await fillCentre(manege);
});

test.afterAll(() => {
  if (table.length > 0)
    process.stdout.write(
      `\n| tâche | avant : clics + touches | avant, temps | actions (clics + touches) | temps | but |\n|---|---|---|---|---|---|\n${table.join('\n')}\n\n`,
    );
});

const dayOf = (page: Page) => page.getByRole('region', { name: 'Planning du jour' });
const weekOf = (page: Page) => page.getByRole('region', { name: 'Planning de la semaine' });
/** As a French speaker writes it, without the code that the page uses. */
const inWords = (jour: string): string =>
  new Intl.DateTimeFormat('fr-BE', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
    .format(new Date(`${jour}T12:00:00Z`))
    .replace(' 1 ', ' 1er ');

/** The dashboard, drawn; from here on everything is counted. */
async function begin(page: Page, manege: Manege, path = '/app/webmaster') {
  await enter(page, manege, await manege.person({ role: 'admin', prenom: 'Sophie' }));
  await page.goto(path);
  await expect(weekOf(page).getByRole('grid').first()).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  return startCounting(page);
}

const storedLesson = async (manege: Manege, id: string) => {
  const [row] = await manege.sql(
    `select date_reservation::text as jour, to_char(heure_debut, 'HH24:MI') as heure, type_piste, statut, raison from reservations where id = $1`,
    [id],
  );
  return row;
};

// Next week, so that nothing of it has begun.
const SATURDAY = addDays(mondayIn(1), 5);
const FRIDAY = addDays(SATURDAY, -1);

const entry = (page: Page) => page.getByRole('dialog', { name: 'Nouvelle leçon' });
const who = (page: Page) => entry(page).getByRole('combobox', { name: 'Pour qui' });
const freeAt = (page: Page, jour: string, heure: string) =>
  weekOf(page)
    .getByRole('link', {
      name: new RegExp(`^\\S+, (Piste Intérieure, )?${inWords(jour)}, ${heure}`),
    })
    .first();
const storedAt = (manege: Manege, jour: string, heure: string) =>
  manege.sql(
    `select r.noms_participants as noms, r.type_lecon as type, coalesce(c.nom, u.full_name, u.prenom || ' ' || u.nom) as client from reservations r
      left join clients c on c.id = r.user_id left join users u on u.id = r.user_id where r.date_reservation = $1 and r.heure_debut = $2`,
    [jour, heure],
  );

test('qui appelle et qui arrive : quatre actions', BUREAU, async ({ page, manege }) => {
  // BOOK-35, DESK-71, DESK-72, DESK-83
  await test.step('qui appelle, par son nom : la case, le nom, Entrée, Entrée', () =>
    callByName(page, manege));
  await test.step('qui appelle, par le nom de qui paie : la case, le nom, le cavalier, Entrée', () =>
    callByPayer(page, manege));
  await test.step('qui arrive sans prévenir : la case passée, son nom, Entrée, Entrée', () =>
    walkIn(page, manege));
});

async function callByName(page: Page, manege: Manege): Promise<void> {
  const hands = await begin(page, manege, `/app/webmaster?jour=${SATURDAY}`);
  await hands.click(freeAt(page, SATURDAY, '19:00'));
  await expect(who(page)).toBeFocused();
  await hands.type('Parentca');
  await hands.press('Enter');
  await expect(entry(page)).toContainText('Sa leçon habituelle.');
  await hands.press('Enter');
  await expect(page.getByText(/^Leçon de Parentca Nomca réservée/)).toBeVisible();
  expect(await storedAt(manege, SATURDAY, '19:00')).toEqual([
    { noms: ['Parentca Nomca'], type: 'collective', client: 'Parentca Nomca' },
  ]);
  count('qui appelle, par son nom', await hands.end());
}

async function callByPayer(page: Page, manege: Manege): Promise<void> {
  const hands = await begin(page, manege, `/app/webmaster?jour=${FRIDAY}`);
  await hands.click(freeAt(page, FRIDAY, '18:30'));
  await expect(who(page)).toBeFocused();
  await hands.type('Parentcb');
  const rider = page.getByRole('option', { name: /^Cavalier/ }).first();
  const nom = ((await rider.textContent()) ?? '').split('Client')[0] ?? '';
  await hands.click(rider);
  await hands.press('Enter');
  await expect(page.getByText(/^Leçon .*réservée/)).toBeVisible();
  expect(await storedAt(manege, FRIDAY, '18:30')).toMatchObject([
    { noms: [nom], type: 'collective', client: 'Parentcb Nomcb' },
  ]);
  count('qui appelle, par le nom de qui paie', await hands.end());
}

async function walkIn(page: Page, manege: Manege): Promise<void> {
  const jour = addDays(mondayIn(-1), 5);
  await rememberType(manege, 'collective');
  const hands = await begin(page, manege, `/app/webmaster?jour=${jour}`);
  await hands.click(freeAt(page, jour, '18:30'));
  await expect(who(page)).toBeFocused();
  await hands.type('Jeanne Passage');
  await hands.press('Enter');
  await expect(who(page)).toHaveAccessibleDescription('Nouveau client');
  await expect(entry(page)).toContainText('Déjà commencée');
  await hands.press('Enter');
  await expect(page.getByText(/^Leçon de Jeanne Passage réservée/)).toBeVisible();
  expect(await storedAt(manege, jour, '18:30')).toMatchObject([
    { noms: ['Jeanne Passage'], client: 'Jeanne Passage' },
  ]);
  count('qui arrive sans prévenir', await hands.end());
}

test('une leçon qui change : trois actions et deux', BUREAU, async ({ page, manege }) => {
  // DESK-36, DESK-40, DESK-82, DESK-83
  await test.step('annuler avec une raison : la carte, une raison, la question', () =>
    cancel(page, manege));
  await test.step("déplacer à un autre jour : la carte, puis la case d'arrivée", () =>
    move(page, manege));
});

async function cancel(page: Page, manege: Manege): Promise<void> {
  const id = await store(manege, {
    jour: SATURDAY,
    heure: '17:00',
    fin: '18:00',
    noms: ['Ysoline Roi'],
  });
  const hands = await begin(page, manege, `/app/webmaster?jour=${SATURDAY}`);
  const card = page.getByRole('dialog', { name: /^Leçon collective, 17:00/ });
  const question = page.getByRole('alertdialog', { name: 'Annuler cette leçon ?' });
  await hands.point(dayOf(page).getByRole('button', { name: /Ysoline/ }));
  await hands.click(card.getByRole('button', { name: 'Annuler la leçon' }));
  await hands.click(question.getByRole('button', { name: 'Cavalier malade' }));
  await hands.click(question.getByRole('button', { name: 'Annuler la leçon' }));
  await expect(page.getByText('Leçon annulée')).toBeVisible();
  await expect(dayOf(page).getByRole('button', { name: /Ysoline/ })).toHaveCount(0);
  expect(await storedLesson(manege, id)).toMatchObject({
    statut: 'annulee',
    raison: 'Cavalier malade',
  });
  count('annuler avec une raison', await hands.end());
}

async function move(page: Page, manege: Manege): Promise<void> {
  const id = await store(manege, {
    jour: SATURDAY,
    heure: '18:00',
    fin: '19:00',
    noms: ['Ysoline Pas'],
  });
  const hands = await begin(page, manege, `/app/webmaster?jour=${SATURDAY}`);
  const free = weekOf(page)
    .getByRole('link', {
      name: new RegExp(`^Libre, (Piste Intérieure, )?${inWords(FRIDAY)}, 17:00`),
    })
    .first();
  await hands.point(weekOf(page).getByRole('button', { name: /Ysoline/ }));
  await hands.click(
    page.getByRole('dialog', { name: /^Leçon/ }).getByRole('button', { name: 'Déplacer' }),
  );
  await hands.click(free);
  await expect(page.getByText(/^Réservation mise à jour/)).toBeVisible();
  expect(await storedLesson(manege, id)).toMatchObject({ jour: FRIDAY, heure: '17:00' });
  count('déplacer à un autre jour', await hands.end());
}

test(
  "ce qui se cherche, s'approuve, s'imprime : trois actions au plus",
  BUREAU,
  async ({ page, manege, context }) => {
    // DESK-22, DESK-34, DESK-80, DESK-81, DESK-83, PEOPLE-44
    await test.step("toutes les leçons d'un cavalier : Ctrl+K, son prénom", () =>
      findLessons(page, manege));
    await test.step('approuver 15 comptes : le lien, tout, approuver', () => approve(page, manege));
    await test.step('imprimer demain : le jour suivant, la vue du jour', () =>
      printTomorrow(page, context, manege));
    await test.step('la semaine du 17 mars : la date, 17/03', () => findWeek(page, manege));
    await test.step('le jour suivant : une flèche', () => nextDay(page, manege));
  },
);

async function findLessons(page: Page, manege: Manege): Promise<void> {
  const [account] = await manege.sql("select id from users where nom = 'Nomaf'");
  await manege.sql("insert into cavaliers (user_id, nom) values ($1, 'Capucine Nomaf')", [
    account?.['id'],
  ]);
  const expected: string[] = [];
  const lessons = [
    [1, 'confirmee'],
    [2, 'annulee'],
    [3, 'en_attente'],
    [-1, 'confirmee'],
    [-2, 'annulee'],
    [-3, 'confirmee'],
  ] as const;
  for (const [week, statut] of lessons) {
    const jour = addDays(mondayIn(week), 2);
    const lesson = { jour, heure: '18:00', fin: '19:00', statut, compte: String(account?.['id']) };
    await store(manege, { ...lesson, noms: ['Capucine Nomaf'], piste: 'exterieure' });
    const [, day, month, year] = /^\S+ (\S+) (\S+) (\S+)$/.exec(inWords(jour)) ?? [];
    expected.push(
      `${day} ${month?.slice(0, 3)}.*${year}.*${statut === 'annulee' ? 'Annulée' : ''}`,
    );
  }
  const hands = await begin(page, manege);
  await hands.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Nom, téléphone/ })).toBeFocused();
  await hands.type('capucine');
  const shown = page.getByRole('region', { name: 'Leçons du résultat choisi' });
  await expect(shown.getByRole('heading')).toHaveText('Capucine Nomaf');
  await expect(shown.getByRole('status')).toHaveText(
    '3 leçons à venir, 3 passées, dont 2 annulées ou supprimées.',
  );
  const rows = shown.getByRole('list', { name: 'Leçons' }).getByRole('listitem');
  await expect(rows).toHaveText(expected.map((text) => new RegExp(text)));
  count("toutes les leçons d'un cavalier", await hands.end());
}

async function approve(page: Page, manege: Manege): Promise<void> {
  const people: string[] = [];
  for (let n = 0; n < 15; n += 1)
    people.push((await manege.person({ statut: 'en_attente', nom: `Attente${n}` })).id);
  const hands = await begin(page, manege);
  await hands.click(page.getByRole('link', { name: '15 comptes à approuver' }));
  await hands.click(page.getByRole('checkbox', { name: 'Tout sélectionner' }));
  await hands.click(
    page.getByRole('button', { name: 'Approuver 15 demandes comme utilisateurs', exact: true }),
  );
  await expect(page.getByText(/^15 demandes approuvées\./).first()).toBeVisible();
  expect(
    await manege.sql(
      "select count(*)::int as n from users where id = any($1) and statut = 'actif' and role = 'utilisateur'",
      [people],
    ),
  ).toEqual([{ n: 15 }]);
  count('approuver 15 comptes', await hands.end());
}

async function printTomorrow(page: Page, context: BrowserContext, manege: Manege): Promise<void> {
  const demain = addDays(today(), 1);
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['imprime'] = 'oui';
    };
  });
  const hands = await begin(page, manege);
  await hands.click(dayOf(page).getByRole('button', { name: 'Jour suivant' }));
  const print = page.getByRole('button', { name: 'Imprimer la journée' });
  await expect(print).toBeEnabled();
  const [sheet] = await Promise.all([page.waitForEvent('popup'), hands.click(print)]);
  await expect(sheet.locator('html')).toHaveAttribute('data-imprime', 'oui');
  await expect(sheet.getByText(new RegExp(inWords(demain), 'i')).first()).toBeVisible();
  const names = await manege.sql(
    "select unnest(noms_participants) as nom from reservations where date_reservation = $1 and statut <> 'annulee'",
    [demain],
  );
  expect(names.length).toBeGreaterThanOrEqual(12);
  for (const { nom } of names) await expect(sheet.getByText(String(nom)).first()).toBeVisible();
  count('imprimer demain', await hands.end());
}

async function findWeek(page: Page, manege: Manege): Promise<void> {
  const year = Number(today().slice(0, 4));
  const jour = [`${year}-03-17`, `${year + 1}-03-17`].find((one) => one >= today())!;
  await store(manege, { jour, noms: ['Ysoline Mars'] });
  const hands = await begin(page, manege);
  await hands.click(dayOf(page).getByRole('button', { name: /^Aller à une date, / }));
  await expect(page.getByRole('grid').locator(':focus')).toBeVisible();
  await hands.type('17/03');
  await expect(dayOf(page).getByRole('heading', { name: inWords(jour) })).toBeVisible();
  await expect(weekOf(page).getByRole('button', { name: /Ysoline/ })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('jour')).toBe(jour);
  count('la semaine du 17 mars', await hands.end());
}

async function nextDay(page: Page, manege: Manege): Promise<void> {
  const hands = await begin(page, manege);
  await hands.click(dayOf(page).getByRole('button', { name: 'Jour suivant' }));
  const demain = inWords(addDays(today(), 1));
  await expect(dayOf(page).getByRole('heading', { name: demain })).toBeVisible();
  await expect(
    dayOf(page)
      .getByRole('button', { name: /Cavalier/ })
      .first(),
  ).toBeVisible();
  count('le jour suivant', await hands.end());
}
