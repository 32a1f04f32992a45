/**
 * Lessons that repeat, with the pointer and the keyboard (SERIE-01 to SERIE-07).
 */
import type { Page } from '@playwright/test';
import { addDays, formatJour } from '../../../src/domain/core/calendrier.ts';
import { BUREAU, enter, expect, type Manege, TELEPHONE, test } from '../fixtures.ts';
import { cell, closeArena, makeSerie, store, storeSerie } from '../planning.ts';
import { answered } from '../../support/answered.ts';
import { mondayIn, today } from '../../support/jours.ts';

const mercredi = addDays(mondayIn(50), 2);
const weeks = (n: number): string => addDays(mercredi, 7 * n);

async function clear({ manege }: { manege: Manege }): Promise<void> {
  await manege.sql('delete from fermetures');
  await manege.sql('delete from reservations where date_reservation >= $1', [mercredi]);
  await manege.sql('delete from reservations_supprimees where date_reservation >= $1', [mercredi]);
}
test.beforeEach(clear);

/** The next 30 June after that day, and the number of weeks until then. */
const juin = `${Number(mercredi.slice(0, 4)) + (mercredi.slice(5) < '06-23' ? 0 : 1)}-06-30`;
const times = Math.floor((Date.parse(juin) - Date.parse(mercredi)) / (7 * 86_400_000));

test(
  'un groupe chaque mercredi jusqu’au 30 juin, en cinq gestes au plus',
  BUREAU,
  async ({ page, manege }) => {
    // SERIE-01, SERIE-02
    const rider = await manege.person();
    await store(manege, { jour: mercredi, noms: ['Zoé', 'Léa'], compte: rider.id });
    // On one date, the arena is taken and the other arena is free. On another date, both are closed.
    await store(manege, { jour: weeks(2), heure: '10:30', noms: ['Max'], type: 'saut' });
    for (const piste of ['interieure', 'exterieure'])
      await closeArena(manege, {
        jour: weeks(3),
        piste,
        debut: '06:00',
        fin: '23:00',
        motif: 'Gel',
      });
    await enter(page, manege, await manege.person({ role: 'admin' }));
    await page.goto(`/app/webmaster?semaine=${mercredi}`);
    let actions = 0;
    const act = async (done: Promise<unknown>) => {
      actions += 1;
      await done;
    };
    await act(cell(page, /10:00 – 11:00/).click());
    const card = page.getByRole('dialog', { name: /Leçon collective/ });
    await act(card.getByRole('button', { name: 'Répéter' }).click());
    const dialog = page.getByRole('dialog', { name: 'Répéter la leçon' });
    await act(dialog.getByRole('button', { name: formatJour(juin, 'annee') }).click());
    await expect(dialog.getByText(`${times - 2} leçons, 2 dates sautées.`)).toBeVisible();
    await expect(dialog.getByText(/Max, de 10h30 à 11h00/)).toBeVisible();
    await expect(dialog.getByText('fermé : Gel')).toBeVisible();
    await act(
      dialog
        .getByRole('combobox', { name: formatJour(weeks(2), 'long') })
        .selectOption('Piste Extérieure'),
    );
    await act(dialog.getByRole('button', { name: `Répéter : ${times - 1} leçons` }).click());
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`${times - 1} leçons ajoutées.`)).toBeVisible();
    expect(actions).toBeLessThanOrEqual(5);
    const rows = await manege.sql(
      "select date_reservation::text as jour, type_piste from reservations where serie_id is not null and noms_participants = '{Zoé,Léa}' order by 1",
    );
    expect(rows).toEqual(
      Array.from({ length: times + 1 }, (_, n) => n)
        .filter((n) => n !== 3)
        .map((n) => ({
          jour: weeks(n),
          type_piste: n === 2 ? 'exterieure' : 'interieure',
        })),
    );
    // The rider sees the rhythm of the series.
    await enter(page, manege, rider);
    await page.goto('/app/reservation');
    await expect(page.getByText(/Piste Intérieure, chaque mercredi/).first()).toBeVisible();
  },
);

test(
  'changer celle-ci et les suivantes, puis supprimer toutes à venir, au clavier',
  BUREAU,
  async ({ page, manege }) => {
    // SERIE-03, SERIE-04
    const id = await store(manege, { jour: mercredi, noms: ['Zoé'] });
    const admin = await manege.person({ role: 'admin' });
    await enter(page, manege, admin);
    await page.goto(`/app/webmaster?jour=${mercredi}&lecon=${id}`);
    const lesson = page.getByRole('article', { name: /^10:00/ });
    // The page scrolls to the lesson in its address and focuses it.
    await expect(lesson).toBeFocused();
    await lesson.getByRole('button', { name: /^Répéter/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Répéter la leçon' });
    await dialog.getByRole('button', { name: '10 fois' }).press('Enter');
    await expect(dialog.getByText('10 leçons.')).toBeVisible();
    // The choices survive a reload.
    await page.reload();
    await expect(lesson).toBeFocused();
    await lesson.getByRole('button', { name: /^Répéter/ }).press('Enter');
    await dialog.getByRole('button', { name: 'Répéter : 10 leçons' }).press('Enter');
    await expect(page.getByText('10 leçons ajoutées.')).toBeVisible();
    await expect(lesson.getByText(/chaque mercredi/)).toBeVisible();

    // From the planning, whose data do not contain the series.
    await page.goto(`/app/webmaster?semaine=${weeks(4)}`);
    await test.step('la série lue après l’ouverture ne prend le focus à rien', () =>
      readLate(page));
    await cell(page, /10:00 – 11:00/).press('Enter');
    await page
      .getByRole('dialog', { name: /^Leçon collective/ })
      .getByRole('button', { name: 'Compléter' })
      .press('Enter');
    const edit = page.getByRole('dialog', { name: 'Modifier la réservation' });
    await edit.getByLabel('Heure de début').selectOption('14:00');
    await edit
      .getByRole('radio', { name: /^Celle-ci et les suivantes : 7 leçons, jusqu'au/ })
      .press('Space');
    await edit.getByRole('button', { name: 'Enregistrer 7 leçons' }).press('Enter');
    await expect(edit).toBeHidden();
    await expect(
      page
        .getByText(
          `7 leçons modifiées. La leçon est maintenant le ${formatJour(weeks(4), 'long')} à 14h00, Piste Intérieure.`,
        )
        .first(),
    ).toBeVisible();
    const hours = async () =>
      (
        await manege.sql(
          "select to_char(heure_debut, 'HH24') as h, count(*)::int as n from reservations where serie_id is not null and date_reservation >= $1 group by 1 order by 1",
          [mercredi],
        )
      ).map(({ h, n }) => `${String(h)} ${String(n)}`);
    expect(await hours()).toEqual(['10 4', '14 7']);

    await page.goto(`/app/webmaster?jour=${weeks(1)}`);
    await lesson.getByRole('button', { name: /^Supprimer/ }).press('Enter');
    const question = page.getByRole('alertdialog');
    const all = question.getByRole('radio', { name: /^Toutes à venir : 11 leçons/ });
    await all.press('Space');
    await expect(all).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    // The next question begins again with the one lesson.
    await lesson.getByRole('button', { name: /^Supprimer/ }).press('Enter');
    await expect(question.getByRole('radio').first()).toBeChecked();
    await all.press('Space');
    await question.getByRole('button', { name: 'Supprimer 11 leçons' }).press('Enter');
    await expect(page.getByText('11 leçons supprimées.')).toBeVisible();
    expect(await hours()).toEqual([]);
  },
);

test(
  'une enfant de plus pour celle-ci et les suivantes : la liste dit où non, et les autres l’ont ; une leçon annulée est modifiée ou supprimée seule',
  BUREAU,
  async ({ page, manege }) => {
    // SERIE-04, SERIE-06, SERIE-07
    const groupe = ['Léa', 'Tom', 'Emma', 'Nina'];
    const ids = await storeSerie(manege, { jour: mercredi, noms: groupe }, 9);
    const admin = await manege.person({ role: 'admin' });
    await enter(page, manege, admin);
    const headers = { origin: manege.server.url };
    /** Changes a lesson by hand. `noms`: positions of its names, or new ones. */
    const byHand = async (week: number, noms: (number | string)[], fields: object = {}) => {
      const address = `/api/reservations/${ids[week]}`;
      const read = await (await page.request.get(address)).json();
      const answer = await page.request.put(address, {
        headers,
        data: {
          ...read,
          noms_participants: noms.map((one) => (typeof one === 'number' ? groupe[one] : one)),
          nombre_personnes: noms.length,
          places: noms.map((one) => (typeof one === 'number' ? read.tarifs[one].place : null)),
          ...fields,
        },
      });
      expect(answer.ok(), await answer.text()).toBe(true);
    };
    await byHand(3, [0, 2, 3]);
    await byHand(4, [0, 1, 2, 3], { statut: 'annulee' });
    await byHand(5, [0, 1, 2, 3, 'Invitée']);
    await byHand(6, [0, 1, 2, 3, 'Invitée', 'Invité']);
    await byHand(7, [0, 1, 2, 3], { heure_debut: '16:00' });

    await page.goto(`/app/webmaster?jour=${weeks(1)}`);
    await page
      .getByRole('article', { name: /^10:00/ })
      .getByRole('button', { name: /^(Modifier|Compléter)/ })
      .first()
      .press('Enter');
    const edit = page.getByRole('dialog', { name: 'Modifier la réservation' });
    await edit.getByRole('radio', { name: /^Celle-ci et les suivantes : 7 leçons/ }).press('Space');
    await expect(edit.getByText(/ce changement ne se fait pas/)).toHaveCount(0);
    const personnes = edit.getByRole('group', { name: 'Nombre de personnes' });
    await personnes.getByRole('radio').nth(4).press(' ');
    await edit.getByLabel('Nom complet du participant 5').fill('Zoé');
    const said = edit.getByText('Sur 2 dates, ce changement ne se fait pas, ou pas entièrement :');
    await expect(said).toBeVisible();
    expect(
      await said.evaluate((one) => one.closest('[aria-live]')?.getAttribute('aria-live')),
    ).toBe('polite');
    const list = edit.getByRole('group', { name: /^Quelles leçons/ }).getByRole('listitem');
    const full = `${formatJour(weeks(6), 'long')} : complète, pas de place pour Zoé.`;
    const cancelled = `${formatJour(weeks(4), 'long')} : leçon annulée, elle ne change pas.`;
    await expect(list).toHaveText([cancelled, full]);
    await edit.getByLabel('Heure de début').selectOption('14:00');
    const kept = `${formatJour(weeks(7), 'long')} : garde son heure (16h00).`;
    await expect(list).toHaveText([cancelled, full, kept]);
    await edit.getByLabel('Heure de début').selectOption('10:00');
    await expect(list).toHaveText([cancelled, full]);
    await edit.getByRole('button', { name: 'Enregistrer 6 leçons' }).press('Enter');
    await expect(edit).toBeHidden();
    await expect(page.getByText(/6 leçons modifiées/).first()).toBeVisible();
    const rows = await manege.sql(
      'select noms_participants as noms from reservations where id = any($1) order by date_reservation',
      [ids],
    );
    expect(rows.map(({ noms }) => (noms as string[]).join(' '))).toEqual([
      'Léa Tom Emma Nina',
      'Léa Tom Emma Nina Zoé',
      'Léa Tom Emma Nina Zoé',
      'Léa Emma Nina Zoé',
      'Léa Tom Emma Nina',
      'Léa Tom Emma Nina Invitée Zoé',
      'Léa Tom Emma Nina Invitée Invité',
      'Léa Tom Emma Nina Zoé',
      'Léa Tom Emma Nina Zoé',
    ]);
    await test.step('une leçon annulée ne demande pas lesquelles', () =>
      cancelledAlone(page, manege));
  },
);

/** SERIE-04: a cancelled lesson of the series is the only one that is changed or deleted. */
async function cancelledAlone(page: Page, manege: Manege): Promise<void> {
  await page.goto(`/app/webmaster?jour=${weeks(4)}`);
  const { edit, press } = onJour(page, manege);
  await press(/^Modifier/);
  await expect(edit).toBeVisible();
  await answered(page);
  await expect(edit.getByRole('group', { name: /^Quelles leçons/ })).toHaveCount(0);
  await expect(edit.getByRole('button', { name: 'Enregistrer', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await press(/^Supprimer/);
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await answered(page);
  await expect(question.getByRole('radio')).toHaveCount(0);
  await question.getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect(question).toBeHidden();
  expect(await daysOf(manege)).toEqual([0, 1, 2, 3, 5, 6, 7, 8].map(weeks));
}

const NB = '\u202f';

/** The daily view of an administrator, at a lesson. */
async function openJour(page: Page, manege: Manege, jour: string) {
  await enter(page, manege, await manege.person({ role: 'admin' }));
  await page.goto(`/app/webmaster?jour=${jour}`);
  const desk = onJour(page, manege);
  await expect(desk.lesson()).toBeVisible();
  return desk;
}
type Desk = ReturnType<typeof onJour>;

/** What an administrator has before the daily view, with a lesson of 10:00. */
function onJour(page: Page, manege: Manege) {
  const lesson = (heure = '10:00') => page.getByRole('article', { name: new RegExp(`^${heure}`) });
  const headers = { origin: manege.server.url };
  return {
    page,
    manege,
    lesson,
    repeter: page.getByRole('dialog', { name: 'Répéter la leçon' }),
    edit: page.getByRole('dialog', { name: 'Modifier la réservation' }),
    press: (name: RegExp, heure?: string) => lesson(heure).getByRole('button', { name }).click(),
    /** Changes a lesson as another screen does. */
    change: async (id: string | undefined, fields: object) => {
      const address = `/api/reservations/${id}`;
      const read: object = await (await page.request.get(address)).json();
      const answer = await page.request.put(address, { headers, data: { ...read, ...fields } });
      expect(answer.ok(), await answer.text()).toBe(true);
    },
    /** Deletes a lesson as another screen does. */
    remove: async (id: string | undefined) => {
      const answer = await page.request.delete(`/api/reservations/${id}`, { headers });
      expect(answer.ok(), await answer.text()).toBe(true);
    },
  };
}
const announce = (manege: Manege) =>
  manege.sql(`select pg_notify('manege_changes', '{"changed":["reservations"]}')`);
const daysOf = async (manege: Manege): Promise<unknown[]> =>
  (
    await manege.sql(
      'select date_reservation::text as jour from reservations where serie_id is not null and date_reservation >= $1 order by 1',
      [mercredi],
    )
  ).map(({ jour }) => jour);

test.describe('sans réponse', () => {
  test.use({ reseauCoupe: true });

  test(
    'changer toutes les leçons : une réponse perdue se retrouve, aussi si une leçon garde ce qu’elle avait ; un changement enregistré n’attend pas plus de 3 s que l’écran soit relu',
    BUREAU,
    async ({ page, manege }) => {
      // SERIE-04, UI-32
      const ids = await storeSerie(manege, { jour: mercredi, noms: ['Zoé'] }, 3);
      const { edit, press, change } = await openJour(page, manege, mercredi);
      await change(ids[1], { heure_debut: '16:00' });
      await press(/^Modifier/);
      await edit.getByLabel('Heure de début').selectOption('14:00');
      await edit.getByRole('radio', { name: /suivantes/ }).check();
      await page.route(/\/api\/series\/[\w-]+$/, async (route) => {
        if (route.request().method() === 'GET') return route.fallback();
        await route.fetch();
        await route.abort('internetdisconnected');
      });
      await edit.getByRole('button', { name: 'Enregistrer 2 leçons' }).click();
      await expect(page.getByText(/^2 leçons modifiées\. La leçon/).first()).toBeVisible();
      await expect(page.getByText(/Erreur lors/)).toHaveCount(0);
      await expect(edit).toBeHidden();
      expect(
        await manege.sql(
          "select to_char(heure_debut, 'HH24') as h from reservations where serie_id is not null and date_reservation >= $1 order by date_reservation",
          [mercredi],
        ),
      ).toEqual([{ h: '14' }, { h: '16' }, { h: '14' }]);

      await page.unrouteAll();
      await press(/^Modifier/, '14:00');
      await edit.getByLabel('Heure de début').selectOption('15:00');
      await edit.getByRole('radio', { name: /suivantes/ }).check();
      await answered(page);
      let stored = false;
      await page.route(/\/api\/(?!annonces|flux)/, async (route) => {
        // Reads after the write get no answer.
        if (route.request().method() === 'GET') return stored ? undefined : route.fallback();
        const response = await route.fetch();
        stored = true;
        await route.fulfill({ response });
      });
      await edit.getByRole('button', { name: 'Enregistrer 2 leçons' }).click();
      await expect(page.getByText(/^2 leçons modifiées\..* à 15h00/).first()).toBeVisible({
        timeout: 5_500,
      });
      await expect(edit).toBeHidden();
    },
  );
});

test(
  '« 10 fois » compte après la dernière leçon de la série, supprimée ou non, sans une date passée ni un jour déplacé à la main',
  TELEPHONE,
  async ({ page, manege }) => {
    // SERIE-03
    const ids = await storeSerie(manege, { jour: mercredi, noms: ['Zoé'] }, 11);
    const { repeter, press, remove } = await openJour(page, manege, mercredi);
    await remove(ids[10]);
    await press(/^Répéter/);
    await expect(
      repeter.getByText(
        `Chaque semaine. La série se prolonge après le ${formatJour(weeks(10), 'annee')}.`,
      ),
    ).toBeVisible();
    await expect(repeter.getByRole('radio')).toHaveCount(0);
    await repeter.getByRole('button', { name: '10 fois' }).click();
    await expect(repeter.getByText('10 leçons.')).toBeVisible();
    await repeter.getByRole('button', { name: `Répéter${NB}: 10 leçons` }).click();
    await expect(page.getByText('10 leçons ajoutées.')).toBeVisible();
    expect(await daysOf(manege)).toEqual(
      Array.from({ length: 21 }, (_, n) => n)
        .filter((n) => n !== 10)
        .map(weeks),
    );

    const jours = [-35, -28, -20].map((n) => addDays(today(), n));
    const past: string[] = [];
    for (const jour of jours) past.push(await store(manege, { jour, noms: ['Zoé'] }));
    await makeSerie(manege, past);
    await page.goto(`/app/webmaster?jour=${jours[0]}`);
    await press(/^Répéter/);
    await repeter.getByRole('button', { name: '10 fois' }).click();
    await expect(repeter.getByRole('combobox')).toHaveCount(10);
  },
);

test(
  '« Répéter » dit pourquoi non, garde ce qui est choisi, ne répète pas sans date, ni une leçon supprimée',
  BUREAU,
  async ({ page, manege }) => {
    // SERIE-02, UI-40, UI-42
    const { id } = await manege.person({ prenom: 'Zoé', nom: 'Willems' });
    await store(manege, {
      jour: mercredi,
      heure: '14:00',
      fin: '15:00',
      noms: ['Zoé'],
      compte: id,
      type: 'saut',
    });
    const lesson = await store(manege, { jour: mercredi, noms: ['Zoé'] });
    const desk = await openJour(page, manege, mercredi);
    await test.step('ce qui est choisi reste sans question', () => keptChoices(desk));
    await test.step('toutes les dates sautées', () => allSkipped(desk));
    await test.step('une leçon supprimée pendant « Répéter »', () =>
      deletedMeanwhile(desk, lesson));
    await test.step('un type qui n’est plus proposé', () => closedType(desk));
  },
);

/** Why a lesson does not repeat stands in the place of its dates. */
async function closedType({ manege, repeter, press }: Desk): Promise<void> {
  await press(/^Répéter/, '14:00');
  await manege.sql("update types_lecons set actif = false where value = 'saut'");
  await repeter.getByRole('button', { name: '10 fois' }).click();
  const refusal = repeter
    .getByText("Ce type de leçon n'est plus proposé. Veuillez en choisir un autre.")
    .first();
  await expect(refusal).toBeVisible();
  await expect(repeter.getByText(/pas pu être chargées/)).toHaveCount(0);
}

/** SERIE-03: the planning does not know whether a lesson belongs to a series. */
async function readLate(page: Page): Promise<void> {
  await cell(page, /10:00 – 11:00/).press('Enter');
  const card = page.getByRole('dialog', { name: /Leçon collective/ });
  const read = Promise.withResolvers<void>();
  const path = /\/api\/reservations\/[\w-]{36}$/;
  await page.route(path, async (route) => {
    await read.promise;
    await route.fallback();
  });
  await card.getByRole('button', { name: 'Répéter' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Répéter la leçon' });
  await expect(dialog.getByRole('button', { name: /^Jusqu'au/ })).toBeVisible();
  const focused = page.locator(':focus');
  await expect(focused).toHaveCount(1);
  const before = await focused.elementHandle();
  read.resolve();
  await expect(dialog.getByText(/^Chaque semaine\. La série se prolonge/)).toBeVisible();
  expect(await before?.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.locator(':focus')).toHaveCount(1);
  await page.unroute(path);
}

/** The sentence that all dates are skipped goes as soon as an arena is chosen. */
async function allSkipped({ page, repeter }: Desk): Promise<void> {
  await repeter.getByRole('radio', { name: 'Chaque semaine' }).check();
  await repeter.getByRole('button', { name: '10 fois' }).click();
  const places = repeter.getByRole('combobox');
  await expect(places).toHaveCount(10);
  for (const place of await places.all()) await place.selectOption('Sauter');
  await expect(repeter.getByText('0 leçon, 10 dates sautées.')).toBeVisible();
  await repeter.getByRole('button', { name: 'Répéter', exact: true }).click();
  const sentence = repeter.getByText(
    'Toutes les dates sont sautées. Veuillez choisir une piste pour une date au moins, ou un autre dernier jour.',
  );
  await expect(sentence).toBeVisible();
  await expect(repeter.getByText(/une semaine plus tard/)).toHaveCount(0);
  await expect(places.first()).toBeFocused();
  await expect(sentence).toBeInViewport();
  await expect(places.first()).toHaveAccessibleDescription(/^Toutes les dates sont sautées/);
  await places.first().selectOption('Piste Intérieure');
  await expect(sentence).toHaveCount(0);
  await page.keyboard.press('Escape');
}

/** The number of dates is announced by a region that is there before. */
async function keptChoices({ page, repeter, press }: Desk): Promise<void> {
  await press(/^Répéter/);
  const region = repeter.locator('form > [aria-live=polite]');
  await expect(region).toHaveCount(1);
  await expect(region).toHaveText('');
  const handle = await region.elementHandle();
  await repeter.getByRole('radio', { name: 'Toutes les deux semaines' }).check();
  await repeter.getByRole('button', { name: '10 fois' }).click();
  await expect(region).toHaveText('10 leçons.');
  expect(await handle?.textContent()).toBe('10 leçons.');
  await page.keyboard.press('Escape');
  await expect(repeter).toBeHidden();
  await expect(page.getByText(/Quitter sans enregistrer/)).toHaveCount(0);
  await press(/^Répéter/);
  await expect(region).toHaveText('10 leçons.');
  await expect(repeter.getByRole('radio', { name: 'Toutes les deux semaines' })).toBeChecked();
}

async function deletedMeanwhile({ page, manege, repeter, press }: Desk, id: string): Promise<void> {
  await press(/^Répéter/);
  await expect(repeter.getByText('1 leçon, 9 dates sautées.')).toBeVisible();
  await manege.sql('delete from reservations where id = $1', [id]);
  await announce(manege);
  await expect(repeter.getByRole('alert')).toHaveText("Cette réservation n'existe pas.");
  await expect(repeter.getByRole('button', { name: /^(Répéter|Réessayer)/ })).toHaveCount(0);
  const close = repeter.getByRole('button', { name: 'Fermer', exact: true }).last();
  await expect(close).toBeFocused();
  await close.press('Enter');
  await expect(repeter).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Vue du jour' })).toBeFocused();
}
