/**
 * Any sequence of changes of one lesson, and of undos as the dashboard makes them, with pauses below
 * and above the 30 seconds: each recipient gets one email of what differs from what it was last told,
 * and none if nothing does (MAIL-41, MAIL-42). The model is the test's own.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  editInput,
  rebased,
  type Undo,
  undoOfEdit,
  undoOfRemoval,
} from '../../../src/domain/lessons/undo.ts';
import { type Answer, book, MORNING, put, type Stored } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';
import { rounds } from '../../support/rounds.ts';

const c = useCourrier();
const CENTRE = 'bureau@essai.example';

const START = fc.constantFrom(
  { date_reservation: '2026-11-25', heure_debut: '10:00' },
  { date_reservation: '2026-11-25', heure_debut: '14:00' },
  { date_reservation: '2026-11-26', heure_debut: '10:00' },
);
const STEP = fc.record({
  action: fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), start: START }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('statut' as const),
        statut: fc.constantFrom('confirmee' as const, 'annulee' as const, 'en_attente' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('name' as const),
        nom: fc.constantFrom('Zoé', 'Zoë'),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('seat' as const), taken: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('owner' as const), other: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const) }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
  ),
  /** Seconds until the next step. */
  pause: fc.constantFrom(0, 5, 20, 29, 31, 90),
  /** Whether the loop looks between the change and the end of its wait. */
  looked: fc.boolean(),
});
type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;

/** The lesson as the test knows it. */
type Lesson = {
  start: { date_reservation: string; heure_debut: string };
  statut: 'confirmee' | 'annulee' | 'en_attente';
  isDeleted: boolean;
  nom: string;
  owner: string;
  guest: string | null;
};

/** What a recipient sees of the lesson; null if it has no place, or if it does not take place. */
function seenBy(
  who: string,
  { start, statut, isDeleted, nom, owner, guest }: Lesson,
): string | null {
  const noms = [
    ...(who === CENTRE || who === owner ? [nom] : []),
    ...(guest !== null && (who === CENTRE || who === guest) ? ['Hugo'] : []),
  ];
  return isDeleted || statut === 'annulee' || noms.length === 0
    ? null
    : JSON.stringify([start.date_reservation, start.heure_debut, noms, statut === 'en_attente']);
}

type Mail = { who: string; sorte: string; says: string; avant: string | null };

/** The one email between two states; null if nothing differs. */
function between(who: string, told: string | null, now: string | null): Mail | null {
  if (told === now) return null;
  if (now === null) return { who, sorte: 'reservation_annulee', says: told ?? '', avant: null };
  return told === null
    ? { who, sorte: 'nouvelle', says: now, avant: null }
    : { who, sorte: 'reservation_modifiee', says: now, avant: told };
}

test('toute suite de changements : un email de ce qui diffère, aucun de ce qui est défait', async () => {
  // MAIL-41, MAIL-42, MAIL-08
  const run = (statement: string) => c.t.services.db.execute<Stored>(sql.raw(statement));
  const admin = await c.t.as({ role: 'admin' });
  const [zoe, hugo, ida] = [await c.t.as(), await c.t.as(), await c.t.as()];
  const everyone = [zoe.id, hugo.id, ida.id, CENTRE];
  let sent = 0;
  let undone = 0;
  /** What the dashboard can undo, the latest last, each with the lesson before. */
  let undos: { undo: Undo; before: Lesson }[] = [];
  let takenBack = 0;

  /** What the mail server got since the last call, from the rows that were sent. */
  async function received(seen: Set<string>): Promise<(Mail & { version: number })[]> {
    const { rows } = await run("select * from courriels where statut = 'envoye'");
    const added = rows.filter(({ id }) => !seen.has(id));
    for (const { id } of added) seen.add(id);
    expect(c.smtp.recus).toHaveLength(added.length);
    c.smtp.recus = [];
    const says = (lecon: Stored) =>
      JSON.stringify([
        lecon['date_reservation'],
        lecon['heure_debut'],
        lecon['noms_participants'],
        lecon['en_attente'] === true,
      ]);
    return added.map(({ user_id, contenu: { sorte, lecon, avant } }) => ({
      who: user_id ?? CENTRE,
      // A new one of a lesson that waits for the centre is not always called confirmed.
      sorte:
        sorte === 'reservation_confirmee' || (sorte === 'reservation_modifiee' && !avant)
          ? 'nouvelle'
          : sorte,
      says: says(lecon),
      avant: avant ? says(avant) : null,
      version: lecon.version,
    }));
  }

  async function change(id: string, lesson: Lesson, action: Step['action']): Promise<Lesson> {
    const path = `/api/reservations/${id}`;
    const expectStored = ({ status, body }: Answer) =>
      expect(status, body.message).toBeLessThan(300);
    if (action.do === 'undo') {
      const last = undos.pop();
      if (!last) return lesson;
      const { undo, before } = last;
      const { inverse } = undo;
      if (inverse.call === 'restore')
        expectStored(await admin('POST', `/api/reservations/supprimees/${id}/restauration`));
      else if (inverse.call === 'update') {
        const { id: _, ...body } = editInput(inverse);
        expectStored(await admin('PUT', path, body));
      } else throw new Error(undo.refused);
      takenBack += 1;
      const earlier = rebased(
        undos.map((one) => one.undo),
        undo,
      );
      undos = undos.map((one, n) => ({ ...one, undo: earlier[n]! }));
      return before;
    }
    if (action.do === 'restore') {
      if (!lesson.isDeleted) return lesson;
      undos = [];
      expectStored(await admin('POST', `/api/reservations/supprimees/${id}/restauration`));
      return { ...lesson, isDeleted: false };
    }
    if (lesson.isDeleted) return lesson;
    const read = (await admin('GET', path)).body;
    if (action.do === 'delete') {
      expectStored(await admin('DELETE', path, {}));
      undos.push({ undo: undoOfRemoval(read), before: lesson });
      return { ...lesson, isDeleted: true };
    }
    const after: Lesson = { ...lesson };
    if (action.do === 'move') after.start = action.start;
    if (action.do === 'statut') after.statut = action.statut;
    if (action.do === 'name') after.nom = action.nom;
    if (action.do === 'seat') after.guest = action.taken ? hugo.id : null;
    if (action.do === 'owner') after.owner = action.other ? ida.id : zoe.id;
    const places = read.tarifs.map(({ place }: Stored) => place);
    const guest = after.guest === null ? [] : ['Hugo'];
    const asked = {
      ...after.start,
      statut: after.statut,
      noms_participants: [after.nom, ...guest],
      nombre_personnes: 1 + guest.length,
      places: [places[0], ...(after.guest === null ? [] : [places[1] ?? null])],
      comptes: [after.owner, ...(after.guest === null ? [] : [after.guest])],
    };
    const answer = await put(admin, read, asked);
    expectStored(answer);
    const undo = undoOfEdit(read, {
      asked: { ...read, ...asked },
      after: answer.body,
      duree: 60,
    });
    if (undo) undos.push({ undo, before: lesson });
    return after;
  }

  const look = () => c.round(undefined, { early: true });

  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 9, size: 'max' }), async (steps) => {
      c.t.clock.now = MORNING;
      await run('truncate reservations, reservations_supprimees, courriels cascade');
      await run(`update parametres set "adminEmail" = '${CENTRE}'`);
      c.smtp.recus = [];
      undos = [];
      let lesson: Lesson = {
        start: { date_reservation: '2026-11-25', heure_debut: '10:00' },
        statut: 'confirmee',
        isDeleted: false,
        nom: 'Zoé',
        owner: zoe.id,
        guest: null,
      };
      const { id } = await book(zoe, {
        ...lesson.start,
        noms_participants: ['Zoé'],
        nombre_personnes: 1,
        remarques: null,
      });
      const told = new Map(everyone.map((who) => [who, seenBy(who, lesson)]));
      const versions = new Map<string, number>();
      const seen = new Set<string>();
      await look();
      expect(await received(seen)).toHaveLength(2); // the confirmation and its copy, at once
      let quietAt = 0;
      for (const [n, { action, pause, looked }] of steps.entries()) {
        const before = JSON.stringify(lesson);
        lesson = await change(id, lesson, action);
        if (JSON.stringify(lesson) !== before) quietAt = c.t.clock.now.getTime() + 30_000;
        if (looked) await look();
        const until = c.t.clock.now.getTime() + (n === steps.length - 1 ? 60 : pause) * 1000;
        const expected: Mail[] = [];
        if (quietAt > 0 && quietAt <= until) {
          for (const who of everyone) {
            const mail = between(who, told.get(who) ?? null, seenBy(who, lesson));
            if (mail) expected.push(mail);
            else undone += 1;
            told.set(who, seenBy(who, lesson));
          }
          c.t.clock.now = new Date(quietAt);
          await look();
          quietAt = 0;
        }
        c.t.clock.now = new Date(until);
        await look();
        const mails = await received(seen);
        sent += mails.length;
        const sorted = (list: Mail[]) =>
          list
            .map(({ who, sorte, says, avant }) => JSON.stringify({ who, sorte, says, avant }))
            .toSorted();
        expect(sorted(mails)).toEqual(sorted(expected));
        for (const { who, version } of mails) {
          expect(version).toBeGreaterThan(versions.get(who) ?? 0);
          versions.set(who, version);
        }
      }
      const { rows } = await run("select id from courriels where statut <> 'envoye'");
      expect(rows).toEqual([]);
    }),
    {
      numRuns: rounds(40, 400),
      interruptAfterTimeLimit: rounds(45_000, 200_000),
      includeErrorInReport: true,
    },
  );
  expect(sent).toBeGreaterThan(5);
  expect(undone).toBeGreaterThan(5);
  expect(takenBack).toBeGreaterThan(0);
});
