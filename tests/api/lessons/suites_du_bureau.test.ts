/**
 * Any sequence of moves, edits, cancellations, deletions and undos, of two administrators who see
 * partly old states and of bookings between them, leaves the database as the model of this test
 * says, or a sentence says why not and nothing has changed (DESK-90). What is sent is computed by
 * the code of the screens; what is expected is not.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { modificationOf } from '../../../src/domain/lessons/brouillon_modification.ts';
import { movedTo } from '../../../src/domain/lessons/deplacement.ts';
import {
  editInput,
  rebased,
  type Undo,
  undoOfEdit,
  undoOfRemoval,
} from '../../../src/domain/lessons/undo.ts';
import { type Answer, book, MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { rounds } from '../../support/rounds.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let admins: [Person, Person];
let rider: Person;

beforeAll(async () => {
  t.clock.now = MORNING;
  admins = [await t.as({ role: 'admin' }), await t.as({ role: 'admin' })];
  rider = await t.as();
});

const JOURS = ['2026-12-02', '2026-12-03'];
const PISTES = ['interieure', 'exterieure'];
/** The last one ends after the day, for a lesson of an hour. */
const HEURES = ['10:00', '10:30', '11:00', '19:30'];
const NOMS = ['Ida', 'Zoé', 'Tom'];

type Place = { jour: string; piste: string; heure: string };
/** A lesson as the test knows it. Every lesson takes an hour. */
type Lesson = Place & { noms: string[]; statut: string; version: number; isDeleted: boolean };
/** An action of one tab: what it changed, and the versions before and after. */
type Done = { id: string; before: Lesson; avant: number; apres: number };
type Tab = {
  admin: Person;
  /** The lessons as this tab read them last. */
  seen: Map<string, Stored>;
  undos: Undo[];
  done: Done[];
};

const PLACE = fc.record({
  jour: fc.constantFrom(...JOURS),
  piste: fc.constantFrom(...PISTES),
  heure: fc.constantFrom(...HEURES),
});
/** Mostly the same tab and lesson: only actions after each other are undone after each other. */
const TAB = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.constant(1));
const OF = {
  tab: TAB,
  lecon: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(4)),
  /** Whether the tab has heard of the changes of others before. */
  fresh: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
};
const STEP = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('move' as const), ...OF, place: PLACE }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('name' as const),
      ...OF,
      noms: fc.array(fc.constantFrom(...NOMS), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('statut' as const),
      ...OF,
      statut: fc.constantFrom('annulee' as const, 'confirmee' as const, 'en_attente' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), ...OF }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('book' as const), place: PLACE }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('undo' as const), tab: TAB }) },
);
type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;

const run = async (statement: string): Promise<Stored[]> =>
  (await t.services.db.execute<Stored>(sql.raw(statement))).rows;

/** The lessons that the database holds, deleted ones too, as the model writes them. */
async function stored(): Promise<Record<string, Lesson>> {
  const lessonsOf = (table: string, seats: string, isDeleted: boolean) =>
    `select id, date_reservation::text as jour, type_piste as piste, to_char(heure_debut, 'HH24:MI') as heure,
      to_char(heure_fin - heure_debut, 'HH24:MI') as duree, statut, version, ${isDeleted} as deleted,
      array(select nom from ${seats} s where s.reservation_id = r.id order by position) as noms from ${table} r`;
  const rows = await run(
    `${lessonsOf('reservations', 'participants', false)} union all ${lessonsOf('reservations_supprimees', 'participants_supprimes', true)}`,
  );
  return Object.fromEntries(
    rows.map(({ id, jour, piste, heure, noms, statut, version, deleted, duree }) => {
      expect(duree).toBe('01:00');
      return [id, { jour, piste, heure, noms, statut, version, isDeleted: deleted }];
    }),
  );
}

/** Everything that is stored about lessons, and how many lines the journal has. */
const everything = () =>
  run(
    ['reservations', 'participants', 'occupations', 'reservations_supprimees', 'courriels']
      .map((table) => `select '${table}' as t, to_jsonb(x)::text as row from ${table} x`)
      .concat("select 'journal', count(*)::text from journal")
      .join(' union all ') + ' order by 1, 2',
  );

const minutes = (heure: string) => Number(heure.slice(0, 2)) * 60 + Number(heure.slice(3));

/** Whether a lesson could be at a place: within the day, on a free arena unless it is cancelled. */
const fits = (model: Map<string, Lesson>, id: string | null, lesson: Lesson): boolean =>
  minutes(lesson.heure) + 60 <= 20 * 60 &&
  (lesson.statut === 'annulee' ||
    [...model].every(
      ([key, other]) =>
        key === id ||
        other.isDeleted ||
        other.statut === 'annulee' ||
        other.jour !== lesson.jour ||
        other.piste !== lesson.piste ||
        Math.abs(minutes(other.heure) - minutes(lesson.heure)) >= 60,
    ));

const met = { stored: 0, refused: 0, undone: 0, notUndone: 0, codes: new Set<string>() };

/** The answer is the one that the model expects; a refusal says why and changes nothing. */
async function expectAnswer(answer: Answer, allowed: boolean, before: unknown, what: unknown) {
  const said = `${JSON.stringify(what)} ${JSON.stringify(answer.body.message ?? '')}`;
  expect(answer.status < 300, said).toBe(allowed);
  if (allowed) return;
  expect(answer.status, said).toBeGreaterThanOrEqual(400);
  expect(answer.status, said).toBeLessThan(500);
  expect(answer.body.message, said).toMatch(/^[A-ZÀ-Ý].{20,}\.$/s);
  met.codes.add(answer.body.code);
  expect(await everything(), said).toEqual(before);
}

/** What the screen sends for an edit; null if it would send nothing. */
function askedOf(seen: Stored, step: Extract<Step, { do: 'move' | 'name' | 'statut' }>) {
  const { jour, heure, piste } =
    step.do === 'move'
      ? step.place
      : { jour: seen['date_reservation'], heure: seen['heure_debut'], piste: seen['type_piste'] };
  const asked = modificationOf(movedTo(seen as never, { jour, heure, type_piste: piste }));
  if (step.do === 'move')
    return seen['date_reservation'] === jour &&
      seen['heure_debut'] === heure &&
      seen['type_piste'] === piste
      ? null
      : asked;
  const places: string[] = seen['tarifs'].map(({ place }: Stored) => place);
  if (step.do === 'statut')
    return {
      ...asked,
      places,
      statut: step.statut,
      ...(step.statut === 'annulee' && seen['statut'] !== 'annulee' && { raison: 'Cheval malade' }),
    };
  return {
    ...asked,
    noms_participants: step.noms,
    nombre_personnes: step.noms.length,
    places: step.noms.map((_, n) => places[n] ?? null),
  };
}

/** An edit of one tab: what the screen sends, and what the model says of it. */
async function edit(
  model: Map<string, Lesson>,
  tab: Tab,
  id: string,
  step: Extract<Step, { do: 'move' | 'name' | 'statut' }>,
): Promise<void> {
  const seen = tab.seen.get(id);
  if (!seen) return;
  const asked = askedOf(seen, step);
  if (!asked) return;
  const lesson = model.get(id)!;
  const next: Lesson = {
    ...lesson,
    ...(step.do === 'move' && step.place),
    ...(step.do === 'name' && { noms: step.noms }),
    ...(step.do === 'statut' && { statut: step.statut }),
  };
  const allowed = !lesson.isDeleted && seen['version'] === lesson.version && fits(model, id, next);
  const before = await everything();
  const answer = await tab.admin('PUT', `/api/reservations/${id}`, {
    version: seen['version'],
    ...asked,
  });
  await expectAnswer(answer, allowed, before, { step, lesson, seen: seen['version'] });
  met[allowed ? 'stored' : 'refused'] += 1;
  if (!allowed) return;
  const undo = undoOfEdit(seen as never, { asked, after: answer.body, duree: 60 });
  // An edit that changes nothing stores nothing (DESK-26).
  const same = JSON.stringify(next) === JSON.stringify(lesson);
  if (!same) next.version += 1;
  model.set(id, next);
  expect(undo === null).toBe(same);
  if (!undo) return;
  tab.undos.push(undo);
  tab.done.push({ id, before: lesson, avant: lesson.version, apres: next.version });
  tab.seen.set(id, (await tab.admin('GET', `/api/reservations/${id}`)).body);
}

async function remove(model: Map<string, Lesson>, tab: Tab, id: string, step: Step): Promise<void> {
  const seen = tab.seen.get(id);
  if (!seen) return;
  const lesson = model.get(id)!;
  const before = await everything();
  const answer = await tab.admin('DELETE', `/api/reservations/${id}`, {
    raison: seen['statut'] === 'annulee' ? null : 'Fermé',
    facturer: false,
  });
  await expectAnswer(answer, !lesson.isDeleted, before, { step, lesson });
  met[lesson.isDeleted ? 'refused' : 'stored'] += 1;
  if (lesson.isDeleted) return;
  const next = { ...lesson, version: lesson.version + 1, isDeleted: true };
  model.set(id, next);
  tab.undos.push(undoOfRemoval(seen as never));
  // The screen knows the version that it saw, which is an older one if it had not heard of a change.
  tab.done.push({ id, before: lesson, avant: seen['version'], apres: seen['version'] + 1 });
}

/** Undoes the latest action of a tab, as `Undo.tsx` does. */
async function undo(model: Map<string, Lesson>, tab: Tab): Promise<void> {
  const [last, done] = [tab.undos.pop(), tab.done.pop()];
  if (!last || !done) return;
  const lesson = model.get(done.id)!;
  const { inverse } = last;
  const isRemoval = inverse.call === 'restore';
  const next: Lesson = isRemoval
    ? { ...lesson, isDeleted: false }
    : { ...done.before, isDeleted: false };
  const allowed =
    lesson.isDeleted === isRemoval && lesson.version === done.apres && fits(model, done.id, next);
  const before = await everything();
  let answer: Answer;
  if (inverse.call === 'restore') {
    const [{ id, apres: version }] = inverse.lecons;
    answer = await tab.admin('POST', `/api/reservations/supprimees/${id}/restauration`, {
      version,
    });
  } else if (inverse.call === 'update') {
    const { id, ...body } = editInput(inverse);
    answer = await tab.admin('PUT', `/api/reservations/${id}`, body);
  } else throw new Error(`no call undoes it: ${last.refused}`);
  await expectAnswer(answer, allowed, before, { undo: last, lesson, done });
  met[allowed ? 'undone' : 'notUndone'] += 1;
  if (!allowed) return;
  next.version = lesson.version + 1;
  model.set(done.id, next);
  tab.undos = rebased(tab.undos, last);
  tab.done = tab.done.map((one) =>
    one.id === done.id && one.apres === done.avant ? { ...one, apres: next.version } : one,
  );
  tab.seen.set(done.id, (await tab.admin('GET', `/api/reservations/${done.id}`)).body);
}

/** A rider books a place, as the grid of starts allows it. */
async function bookPlace(model: Map<string, Lesson>, place: Place): Promise<void> {
  const lesson = { ...place, noms: ['Max'], statut: 'confirmee', version: 1, isDeleted: false };
  const allowed = model.size < 7 && fits(model, null, lesson);
  if (model.size >= 7) return;
  const before = await everything();
  const answer = await rider('POST', '/api/reservations', {
    type_lecon: 'collective',
    nombre_personnes: 1,
    noms_participants: ['Max'],
    date_reservation: place.jour,
    type_piste: place.piste,
    heure_debut: place.heure,
    remarques: null,
  });
  await expectAnswer(answer, allowed, before, { place });
  if (allowed) model.set(answer.body.id, { ...lesson, version: answer.body.version });
}

async function start(): Promise<{ model: Map<string, Lesson>; tabs: [Tab, Tab] }> {
  for (const table of ['reservations', 'reservations_supprimees', 'courriels'])
    await run(`delete from ${table}`);
  for (const [n, jour] of JOURS.entries()) {
    const at = { date_reservation: jour, type_piste: PISTES[n], heure_debut: '10:00' };
    await book(rider, { ...at, noms_participants: ['Max'], nombre_personnes: 1 });
    await book(admins[0], { ...at, heure_debut: '11:00', pour: { user_id: rider.id } });
  }
  const tab = (admin: Person): Tab => ({ admin, seen: new Map(), undos: [], done: [] });
  return {
    model: new Map(Object.entries(await stored())),
    tabs: [tab(admins[0]), tab(admins[1])],
  };
}

test("toute suite de déplacements, de modifications et d'annulations laisse la base comme le dit le modèle, ou une phrase dit pourquoi pas", async () => {
  // DESK-90, DESK-19, DESK-26, DESK-52
  await fc.assert(
    fc.asyncProperty(
      fc.array(STEP, { minLength: 4, maxLength: 16, size: 'max' }),
      async (steps) => {
        const { model, tabs } = await start();
        expect(model.size).toBe(4);
        for (const step of steps) {
          if (step.do === 'book') await bookPlace(model, step.place);
          else if (step.do === 'undo') await undo(model, tabs[step.tab]);
          else {
            const tab = tabs[step.tab];
            const id = [...model.keys()][step.lecon % model.size]!;
            if (step.fresh || !tab.seen.has(id)) {
              const { status, body } = await tab.admin('GET', `/api/reservations/${id}`);
              if (status === 200) tab.seen.set(id, body);
              else tab.seen.delete(id);
            }
            await (step.do === 'delete'
              ? remove(model, tab, id, step)
              : edit(model, tab, id, step));
          }
          expect(await stored(), JSON.stringify(step)).toEqual(Object.fromEntries(model));
        }
      },
    ),
    { numRuns: rounds(30, 150) },
  );
  expect(met.stored).toBeGreaterThan(20);
  expect(met.undone).toBeGreaterThan(10);
  expect(met.refused + met.notUndone).toBeGreaterThan(5);
  expect([...met.codes]).toEqual(expect.arrayContaining(['creneau_pris', 'reservation_changee']));
});
