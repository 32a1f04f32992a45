/**
 * Any sequence of actions of riders and the centre on shared lessons, compared with a model
 * (RIDE-01 to RIDE-13).
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { remind } from '#server/actions/emails/courriels.ts';
import { listRappelsPrevus } from '#server/stores/emails/rappels.ts';
import { type Answer, MORNING, type TestApp } from './app.ts';
import {
  CENTRE,
  type Edit,
  type Lesson,
  type Mail,
  Model,
  type Plan,
  QUOTA,
  type Start,
  type Type,
  type Wish,
} from './places_modele.ts';

/** Two days before the lessons; after the deadline of those of Monday morning; after their end. */
const CLOCK = [MORNING.toISOString(), '2026-11-22T11:00:00.000Z', '2026-11-23T11:00:00.000Z'];

const often = <T>(value: T, ...rare: T[]) =>
  fc.oneof(
    { arbitrary: fc.constant(value), weight: 4 },
    ...rare.map((one) => ({ arbitrary: fc.constant(one), weight: 1 })),
  );
/** Omitted, except one time in `of`. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>, of = 3) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: of - 1 }, { arbitrary, weight: 1 });
const WHO = fc.nat(3);
const LESSON = fc.nat(3);
const START: fc.Arbitrary<Start> = fc.record({
  date_reservation: often('2026-11-23', '2026-11-24'),
  type_piste: often('interieure', 'exterieure'),
  heure_debut: fc.constantFrom('10:00', '10:30', '14:00'),
});
const NOMS = fc.array(fc.constantFrom('Zoé', 'Léa', 'Tom', 'Max', 'Ida'), {
  minLength: 1,
  maxLength: 4,
});
const REMARQUES = fc.constantFrom(null, 'Poney calme', 'Débute');
const RAISON = fc.constantFrom(null, null, 'Sol gelé');
const WISH = { start: START, noms: NOMS, remarques: REMARQUES };

const BOOK = fc.record({
  do: fc.constant('book' as const),
  who: WHO,
  type: often<Type>('collective', 'saut'),
  ...WISH,
});
const JOIN = fc.record({
  do: fc.constant('join' as const),
  who: WHO,
  lesson: LESSON,
  ...WISH,
  start: maybe(START, 8),
});
const STEP = fc.oneof(
  { weight: 4, arbitrary: BOOK },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('bookName' as const), ...WISH }) },
  { weight: 8, arbitrary: JOIN },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('leave' as const),
      who: WHO,
      inIt: often(true, false),
      lesson: LESSON,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      who: WHO,
      inIt: often(true, false),
      lesson: LESSON,
      ...WISH,
      start: maybe(START, 2),
      isStale: often(false, true),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      lesson: LESSON,
      start: maybe(START, 5),
      type: maybe(fc.constantFrom<Type>('collective', 'saut'), 6),
      noms: maybe(NOMS),
      seats: maybe(fc.array(fc.option(fc.nat(5)), { minLength: 4, maxLength: 4 })),
      statut: maybe(
        fc.constantFrom('confirmee' as const, 'en_attente' as const, 'annulee' as const),
      ),
      remarques: maybe(REMARQUES, 4),
      raison: RAISON,
      isStale: often(false, true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('remove' as const), lesson: LESSON, raison: RAISON }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), lesson: LESSON }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), who: WHO }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
);
type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;

const bodyOf = ({ start, noms, remarques }: Wish) => ({
  ...start,
  noms_participants: noms,
  nombre_personnes: noms.length,
  remarques,
});
const startOf = ({ date_reservation, type_piste, heure_debut }: Start): Start => ({
  date_reservation,
  type_piste,
  heure_debut,
});

/**
 * All stored data, in the form of the model. Rows of lessons and seats are read completely; of the
 * emails, only those about lessons.
 */
async function readStored(t: TestApp) {
  const seated = (lessons: string, seats: string) =>
    sql.raw(`(select coalesce(json_agg(to_jsonb(r) || jsonb_build_object('participants', (
    select json_agg(json_build_object('id', p.id, 'user_id', p.user_id, 'nom', p.nom, 'remarques', p.remarques) order by p.position) from ${seats} p where p.reservation_id = r.id))), '[]') from ${lessons} r)`);
  const {
    rows: [row],
  } = await t.services.db.execute<{
    lessons: Row[];
    deleted: Row[];
    mails: {
      user_id: string | null;
      reservation_id: string;
      contenu: any;
      envoyer_apres: string;
    }[];
  }>(sql`
    select ${seated('reservations', 'participants')} as lessons, ${seated('reservations_supprimees', 'participants_supprimes')} as deleted,
      (select coalesce(json_agg(c), '[]') from courriels c where contenu ? 'lecon') as mails`);
  const planned = await listRappelsPrevus(t.services.db, t.clock.now, { nombre: 1000, offset: 0 });
  return {
    ...row!,
    planned: planned.map(({ user_id, reservation_id, contenu, envoyer_apres }) => ({
      user_id,
      reservation_id: reservation_id ?? '',
      contenu,
      envoyer_apres: envoyer_apres.toISOString(),
    })),
  };
}
type Row = Omit<Lesson, 'said'> & {
  noms_participants: string[];
  nombre_personnes: number;
  participants: { id: string; user_id: string | null; nom: string; remarques: string | null }[];
};

const iso = (at: string | null): string | null => at && new Date(at).toISOString();
const keyOf = (one: Mail | { id: string }): string =>
  'sorte' in one ? `${one.id} ${one.account} ${one.sorte} ${one.version}` : one.id;
const sorted = <T extends Mail | { id: string }>(list: T[]): T[] =>
  list.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/**
 * A stored lesson without the columns that the model does not have: when it was created and
 * deleted.
 */
const lessonOf = ({
  id,
  date_reservation,
  heure_debut,
  heure_fin,
  type_piste,
  type_lecon,
  statut,
  user_id,
  nom_client,
  remarques,
  version,
  annulee_at,
  annulee_par,
  noms_participants,
  nombre_personnes,
  participants,
}: Row) => ({
  id,
  date_reservation,
  heure_debut: heure_debut.slice(0, 5),
  heure_fin: heure_fin.slice(0, 5),
  type_piste,
  type_lecon,
  statut,
  user_id,
  nom_client,
  remarques,
  version,
  annulee_at: iso(annulee_at),
  annulee_par,
  noms_participants,
  nombre_personnes,
  participants,
});

/** The same for the model. The remarks of an account that joined are on the first of its seats. */
function rowOf({ said, participants, ...lesson }: Lesson): ReturnType<typeof lessonOf> {
  const seats = participants.map(({ id, user_id, nom }, n) => ({
    id: id ?? '',
    user_id,
    nom,
    remarques:
      user_id &&
      user_id !== lesson.user_id &&
      participants.findIndex((one) => one.user_id === user_id) === n
        ? (said[user_id] ?? null)
        : null,
  }));
  return lessonOf({
    ...lesson,
    noms_participants: seats.map(({ nom }) => nom),
    nombre_personnes: seats.length,
    participants: seats,
  });
}

const factsOf = ({
  date_reservation,
  type_piste,
  heure_debut,
  heure_fin,
  type,
  noms_participants,
  remarques,
  en_attente = false,
}: Omit<Mail['lecon'], 'en_attente'> & { en_attente?: boolean }): Mail['lecon'] => ({
  date_reservation,
  type_piste,
  heure_debut,
  heure_fin,
  type,
  noms_participants,
  remarques,
  en_attente,
});

/** The ids that the database has given to new seats. */
function adopt(model: Model, stored: Awaited<ReturnType<typeof readStored>>): void {
  const known = new Set(
    [...model.lessons, ...model.deleted].flatMap(({ participants }) =>
      participants.map(({ id }) => id),
    ),
  );
  for (const lesson of [...model.lessons, ...model.deleted]) {
    const row = [...stored.lessons, ...stored.deleted].find(({ id }) => id === lesson.id);
    lesson.participants = lesson.participants.map((seat, n) =>
      seat.id === null && !known.has(row?.participants[n]?.id ?? null)
        ? { ...seat, id: row?.participants[n]?.id ?? null }
        : seat,
    );
  }
}

/**
 * Runs `runs` sequences of at most `length` steps. Returns how many steps were stored and how many
 * refused, by code.
 */
export async function playSuites(
  t: TestApp,
  { runs, length, limitMs }: { runs: number; length: number; limitMs: number },
): Promise<Record<string, number>> {
  t.clock.now = MORNING;
  await t.services.db.execute(
    sql`update parametres set "riderCancellation" = true, "riderChanges" = true, "adminEmail" = 'centre@essai.example', "breakBetweenLessonsApplied" = false, "maxBookingsPerDay" = ${QUOTA}`,
  );
  await t.services.db.execute(sql`update types_lecons set ouverte = (value = 'collective')`);
  const admin = await t.as({ role: 'admin' });
  const names = new Map<string, string>();
  const signUp = async () => {
    const prenom = ['Ana', 'Bea', 'Cleo', 'Dora', 'Elsa'][names.size % 5]!;
    const rider = await t.as({ prenom, nom: 'Test' });
    names.set(rider.id, `${prenom} Test`);
    return rider;
  };
  const riders = await Promise.all([signUp(), signUp(), signUp(), signUp()]);
  const ECOLE = 'École des Tilleuls';
  const {
    rows: [ecole],
  } = await t.services.db.execute<{ id: string }>(
    sql`insert into clients (nom, cle) values (${ECOLE}, 'ecole des tilleuls') on conflict (cle, coalesce(regexp_replace(telephone, '\\D', '', 'g'), '')) do update set cle = excluded.cle returning id`,
  );
  const outcomes: Record<string, number> = {};

  async function play(model: Model, step: Step): Promise<void> {
    const at = <T>(list: T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
    const lesson =
      'lesson' in step
        ? at(step.do === 'restore' ? model.deleted : model.lessons, step.lesson)
        : undefined;
    const inIt = riders.filter(({ id }) =>
      lesson?.participants.some(({ user_id }) => user_id === id),
    );
    const rider =
      ('inIt' in step && step.inIt ? at(inIt, step.who) : undefined) ??
      riders['who' in step ? step.who : 0]!;
    const path = `/api/reservations/${lesson?.id ?? crypto.randomUUID()}`;
    const version = (lesson?.version ?? 0) - Number('isStale' in step && step.isStale);
    const start: Start =
      ('start' in step ? step.start : undefined) ??
      (lesson
        ? startOf(lesson)
        : { date_reservation: '2026-11-24', type_piste: 'exterieure', heure_debut: '14:00' });
    let [plan, answer]: [Plan, Answer] = [] as never;
    if (step.do === 'wait') {
      t.clock.now = new Date(CLOCK[CLOCK.indexOf(t.clock.now.toISOString()) + 1] ?? CLOCK.at(-1)!);
      model.pass(t.clock.now.getTime());
      return;
    }
    if (step.do === 'erase') {
      expect((await admin('DELETE', `/api/users/${rider.id}`)).status).toBeLessThan(300);
      model.erase(rider.id);
      riders[step.who] = await signUp();
      return;
    }
    if (step.do === 'book') {
      plan = model.book(rider.id, step.type, step, model.given.nameOf(rider.id));
      answer = await rider('POST', '/api/reservations', { ...bodyOf(step), type_lecon: step.type });
    } else if (step.do === 'bookName') {
      plan = model.book(ecole!.id, 'collective', step, ECOLE, true);
      answer = await admin('POST', '/api/reservations', {
        ...bodyOf(step),
        type_lecon: 'collective',
        pour: { nom: ECOLE },
      });
    } else if (step.do === 'join') {
      plan = model.join(rider.id, 'collective', { ...step, start });
      answer = await rider('POST', '/api/reservations/places', {
        ...bodyOf({ ...step, start }),
        type_lecon: 'collective',
      });
    } else if (step.do === 'leave') {
      plan = model.leave(rider.id, lesson);
      answer = await rider('POST', `${path}/annulation`, {});
    } else if (step.do === 'change') {
      plan = model.change(rider.id, lesson, { ...step, start }, step.isStale);
      answer = await rider('PUT', `${path}/changement`, { ...bodyOf({ ...step, start }), version });
    } else if (step.do === 'edit') {
      const noms = step.noms ?? lesson?.participants.map(({ nom }) => nom) ?? ['Zoé'];
      const seats = step.seats && lesson ? uniqueSeats(noms, step.seats, lesson) : null;
      const edit: Edit = {
        start,
        noms,
        seats,
        type: step.type ?? lesson?.type_lecon ?? 'collective',
        statut: step.statut ?? lesson?.statut ?? 'confirmee',
        remarques: step.remarques === undefined ? (lesson?.remarques ?? null) : step.remarques,
        raison: step.raison,
      };
      plan = { ...model.edit(lesson, edit, step.isStale), raison: step.raison };
      answer = await admin('PUT', path, {
        ...bodyOf(edit),
        type_lecon: edit.type,
        statut: edit.statut,
        raison: edit.raison,
        version,
        ...(seats && { places: seats }),
      });
    } else if (step.do === 'remove') {
      plan = { ...model.remove(lesson), raison: step.raison };
      answer = await admin('DELETE', path, { raison: step.raison });
    } else {
      plan = model.restore(lesson);
      answer = await admin(
        'POST',
        `/api/reservations/supprimees/${lesson?.id ?? crypto.randomUUID()}/restauration`,
      );
    }
    const code =
      answer.status < 300
        ? 'stored'
        : answer.body.code === 'creneau_deja_reserve'
          ? 'creneau_pris'
          : answer.body.code;
    expect(
      plan.codes.length === 0 ? ['stored'] : plan.codes,
      JSON.stringify(answer.body),
    ).toContain(code);
    outcomes[code] = (outcomes[code] ?? 0) + 1;
    if (code === 'stored') model.store(plan, answer.body.id);
  }

  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      BOOK,
      JOIN,
      fc.array(STEP, { minLength: 2, maxLength: length - 2, size: 'max' }),
      async (isLimited, first, second, others) => {
        t.clock.now = MORNING;
        await t.services.db.execute(
          sql`truncate reservations, reservations_supprimees, courriels cascade`,
        );
        await t.services.db.execute(
          sql`update parametres set "maxBookingsPerDayApplied" = ${isLimited}`,
        );
        const model = new Model({
          isLimited,
          admin: admin.id,
          nameOf: (client) => (client === ecole!.id ? ECOLE : (names.get(client) ?? '')),
          hasAccount: (client) => names.has(client),
        });
        model.now = MORNING.getTime();
        for (const step of [first, second, ...others]) {
          await play(model, step);
          await remind(t.services); // whatever a step did, nothing more is due
          const stored = await readStored(t);
          adopt(model, stored);
          expect(sorted(stored.lessons.map(lessonOf))).toEqual(sorted(model.lessons.map(rowOf)));
          expect(sorted(stored.deleted.map(lessonOf))).toEqual(sorted(model.deleted.map(rowOf)));
          expect(sorted(stored.mails.map(mailOf))).toEqual(sorted(model.mails));
          expect(sorted(stored.planned.map(mailOf))).toEqual(sorted(model.reminders));
          expect((await t.services.db.execute(UNHELD)).rows).toEqual([]);
        }
      },
    ),
    { numRuns: runs, interruptAfterTimeLimit: limitMs, includeErrorInReport: true },
  );
  return outcomes;
}

/**
 * Lessons that are not cancelled without their occupation, and occupations without such a lesson.
 */
const UNHELD = sql`
  select id, reservation_id from (select * from reservations where statut <> 'annulee') as r
  full join occupations on (reservation_id, ressource_id, jour) = (id, type_piste, date_reservation)
    and (occupations.heure_debut, occupations.heure_fin) = (r.heure_debut, r.heure_fin)
  where id is null or reservation_id is null`;

/** The seats that an edit names, each once. */
function uniqueSeats(
  noms: string[],
  seats: (number | null)[],
  { participants }: Lesson,
): (string | null)[] {
  const ids = noms.map((_, n) => participants[seats[n] ?? -1]?.id ?? null);
  return ids.map((id, n) => (ids.indexOf(id) === n ? id : null));
}

const mailOf = ({
  user_id,
  reservation_id,
  contenu,
  envoyer_apres,
}: Awaited<ReturnType<typeof readStored>>['mails'][number]): Mail => ({
  account: user_id ?? CENTRE,
  id: reservation_id,
  version: contenu.lecon.version,
  nom: contenu.nom,
  lecon: factsOf(contenu.lecon),
  sorte: contenu.sorte,
  avant: contenu.avant ? factsOf(contenu.avant) : null,
  par: contenu.par ?? null,
  place: contenu.place === true,
  raison: contenu.raison ?? null,
  jusque: contenu.soi_meme ? contenu.soi_meme.jusque : null,
  at: iso(envoyer_apres)!,
  attend: contenu.attend === true,
});
