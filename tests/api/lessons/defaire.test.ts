/**
 * Whatever an administrator does on the dashboard, the inverse that the screen computes leaves the
 * database as it was, except versions, instants and the journal; or the screen says why there is
 * none (DESK-50 to DESK-54). What was before is read from the tables themselves.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  changeInput,
  closingInput,
  editInput,
  rebased,
  reopeningInput,
  type Undo,
  undoOfBooking,
  undoOfChange,
  undoOfClosing,
  undoOfEdit,
  undoOfRemoval,
  undoOfReopening,
  undoOfSeat,
} from '../../../src/domain/lessons/undo.ts';
import { rounds } from '../../support/rounds.ts';
import { type Answer, book, DEMANDE, MORNING, type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp();
const db = () => t.services.db;
type Person = Awaited<ReturnType<typeof t.as>>;
let admin: Person;
let riders: Person[];
let clients: (string | null)[];

beforeAll(async () => {
  t.clock.now = MORNING;
  admin = await t.as({ role: 'admin' });
  riders = await Promise.all([t.as(), t.as(), t.as()]);
  await db().execute(
    sql`update parametres set "riderCancellation" = true, "riderChanges" = true, "lateCharge" = 'tout', "cancellationHours" = 24`,
  );
  await db().execute(sql`update types_lecons set ouverte = true where value = 'collective'`);
  await db().execute(
    sql`insert into prix_valables (type_lecon, du, centimes) values ('collective', '2026-01-01', 2200), ('saut', '2026-01-01', 3500)
      on conflict (type_lecon, du) do update set centimes = excluded.centimes`,
  );
  const { rows } = await db().execute<{ id: string }>(
    sql`insert into clients (nom, cle) values ('Jeanne Dupont', 'jeanne dupont') returning id`,
  );
  clients = [...riders.map(({ id }) => id), rows[0]!.id, null];
});

beforeEach(async () => {
  for (const table of [
    'fermetures',
    'reservations',
    'reservations_supprimees',
    'participants_retires',
    'lignes',
  ])
    await db().execute(sql.raw(`delete from ${table}`));
});

/** Lessons whose entry was undone: they are among the deleted ones, as any deleted lesson. */
const entered: string[] = [];

/** Every row of the lessons and closures, without versions, instants and who caused them. */
async function snapshot(): Promise<Record<string, unknown>> {
  const rowsOf = async (query: string) => (await db().execute(sql.raw(query))).rows;
  return {
    reservations: await rowsOf(
      `select to_jsonb(r) - 'version' - 'annulee_at' - 'annulee_par' as row from reservations r order by id`,
    ),
    participants: await rowsOf(
      `select to_jsonb(p) - 'pris_at' as row from participants p order by reservation_id, position`,
    ),
    fermetures: await rowsOf(
      `select to_jsonb(f) - 'created_at' - 'cree_par' as row from fermetures f order by id`,
    ),
    // The half hours that are held: of two closures of the same hours, either one may hold them.
    occupations: await rowsOf(
      `select o.ressource_id, o.reservation_id, h::text from occupations o, generate_series(o.jour + o.heure_debut, o.jour + o.heure_fin - interval '1 minute', '30 minutes') as h
        order by o.ressource_id, h`,
    ),
    lignes: await rowsOf(
      `select to_jsonb(l) - 'id' - 'created_at' as row from lignes l order by place`,
    ),
    supprimees: await rowsOf(
      `select to_jsonb(r) - 'version' - 'supprimee_at' as row from reservations_supprimees r where id::text <> all('{${entered.join()}}') order by id`,
    ),
  };
}

/** The lessons that reopening offers; an edit of one of them ends that (FERM-06). */
const offered = async (): Promise<{ id: string; fermeture: string }[]> =>
  (
    await db().execute<{ id: string; fermeture: string }>(
      sql`select r.id, f.fermeture_id as fermeture from fermetures_lecons f join reservations r on r.id = f.reservation_id and r.version = f.version
        where r.statut = 'annulee' order by 1, 2`,
    )
  ).rows;

const JOURS = ['2026-11-21', '2026-12-02', '2026-12-03'];
const HEURES = ['10:00', '14:00', '16:00'];
const PISTES = ['interieure', 'exterieure'];
const N = fc.nat(5);
const SEATS = fc.array(
  fc.record({
    n: fc.option(N, { freq: 5 }),
    nom: fc.option(fc.constantFrom('Ida', 'Zoé', 'Tom')),
    compte: fc.option(fc.nat(4)),
    prix: fc.option(fc.nat(3)),
  }),
  { minLength: 1, maxLength: 5 },
);
const STEP = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('modifier' as const),
      lecon: fc.nat(3),
      moved: fc.option(fc.record({ jour: fc.nat(2), heure: fc.nat(2), piste: fc.nat(1) })),
      seats: fc.option(SEATS),
      comptes: fc.boolean(),
      type: fc.option(fc.constantFrom('collective', 'saut')),
      statut: fc.option(fc.constantFrom('annulee', 'confirmee', 'en_attente')),
      remarques: fc.option(fc.constantFrom('', 'Débute', 'Poney calme')),
      facturer: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('supprimer' as const),
      lecon: fc.nat(3),
      facturer: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fermer' as const),
      jour: fc.nat(2),
      piste: fc.nat(1),
      sorts: fc.array(fc.constantFrom('garder', 'annuler', 'deplacer'), {
        minLength: 4,
        maxLength: 4,
      }),
      publique: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('saisir' as const),
      /** The lesson that gets a seat; null for a new lesson. */
      lecon: fc.option(fc.nat(3)),
      jour: fc.nat(2),
      heure: fc.nat(2),
      piste: fc.nat(1),
      client: fc.nat(4),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('changer' as const),
      motif: fc.option(fc.constantFrom('Gel', 'Verglas')),
      publique: fc.option(fc.boolean()),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rouvrir' as const),
      reste: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    }),
  },
);
type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;

const NOTHING = {
  moved: null,
  seats: null,
  comptes: false,
  type: null,
  statut: null,
  remarques: null,
  facturer: false,
};

const found = async (path: string): Promise<Stored | null> => {
  const { status, body } = await admin('GET', path);
  return status === 200 ? body : null;
};
const fermetures = async (): Promise<Stored[]> =>
  (await admin('GET', `/api/fermetures?du=${JOURS[0]}&au=${JOURS[2]}`)).body;

/** The seats of an edit, as the dialog sends them. */
function edited(lecon: Stored, { seats, comptes, type }: Extract<Step, { do: 'modifier' }>) {
  if (!seats) return {};
  const own: Stored[] = lecon['tarifs'];
  const taken = new Set<number>();
  const kept = seats.map((seat) => {
    const n = seat.n === null || seat.n >= own.length || taken.has(seat.n) ? null : seat.n;
    if (n !== null) taken.add(n);
    return { ...seat, n };
  });
  const accountOf = (n: number | null) =>
    n === null
      ? null
      : (lecon['participants']?.[n].user_id ?? (lecon['participants'] ? null : lecon['user_id']));
  const prix = kept.flatMap(({ n, prix: euros }) =>
    n === null || euros === null || type
      ? []
      : [{ place: own[n]!['place'], prix: euros * 5, motif: 'geste' }],
  );
  return {
    noms_participants: kept.map(
      ({ n, nom }) => nom ?? (n === null ? 'Ida' : lecon['noms_participants'][n]),
    ),
    nombre_personnes: kept.length,
    places: kept.map(({ n }) => (n === null ? null : own[n]!['place'])),
    ...(comptes && {
      comptes: kept.map(({ n, compte }) => (compte === null ? accountOf(n) : clients[compte])),
    }),
    ...(prix.length > 0 && { prix }),
  };
}

/** Does a step as the screens do. Null if it was refused, or has no object. */
async function play(step: Step, lecons: string[]): Promise<Undo | null> {
  switch (step.do) {
    case 'modifier': {
      const before = await found(`/api/reservations/${lecons[step.lecon]}`);
      if (!before) return null;
      const { moved } = step;
      const asked = {
        type_lecon: step.type ?? before['type_lecon'],
        nombre_personnes: before['nombre_personnes'],
        noms_participants: before['noms_participants'],
        places: before['tarifs'].map(({ place }: Stored) => place),
        date_reservation: moved ? JOURS[moved.jour]! : before['date_reservation'],
        heure_debut: moved ? HEURES[moved.heure]! : before['heure_debut'],
        type_piste: moved ? PISTES[moved.piste]! : before['type_piste'],
        remarques: step.remarques ?? before['remarques'],
        statut: step.statut ?? before['statut'],
        ...edited(before, step),
      };
      const { status, body } = await admin('PUT', `/api/reservations/${before['id']}`, {
        version: before['version'],
        facturer: step.facturer,
        ...(asked.statut === 'annulee' &&
          before['statut'] !== 'annulee' && { raison: 'Cheval malade' }),
        ...asked,
      });
      if (status !== 200) return null;
      return undoOfEdit(before as never, {
        asked,
        after: body,
        duree: { collective: 60, saut: 30 }[before['type_lecon'] as string],
      });
    }
    case 'supprimer': {
      const before = await found(`/api/reservations/${lecons[step.lecon]}`);
      if (!before) return null;
      const { status } = await admin('DELETE', `/api/reservations/${before['id']}`, {
        // The screen asks for no reason if it has one.
        raison: before['statut'] === 'annulee' ? null : 'Fermé',
        facturer: step.facturer,
      });
      return status === 200 ? undoOfRemoval(before as never) : null;
    }
    case 'saisir': {
      const before =
        step.lecon === null ? null : await found(`/api/reservations/${lecons[step.lecon]}`);
      if (step.lecon !== null && !before) return null;
      const client = clients[step.client];
      const { status, body } = await admin('POST', `/api/reservations${before ? '/places' : ''}`, {
        type_lecon: before?.['type_lecon'] ?? 'saut',
        nombre_personnes: 1,
        noms_participants: ['Ève'],
        type_piste: before?.['type_piste'] ?? PISTES[step.piste],
        heure_debut: before?.['heure_debut'] ?? HEURES[step.heure],
        date_reservation: before?.['date_reservation'] ?? JOURS[step.jour],
        remarques: null,
        pour: client ? { user_id: client } : { nom: 'Ève Nouvelle' },
      });
      if (status !== 201) return null;
      return before ? undoOfSeat(before as never, body, 'Ève') : undoOfBooking(body);
    }
    case 'fermer': {
      const plage = {
        pistes: [PISTES[step.piste]!],
        du: JOURS[step.jour]!,
        au: JOURS[step.jour]!,
        heure_debut: '09:00',
        heure_fin: '17:00',
      };
      const { status, body: affected } = await admin('POST', '/api/fermetures/apercu', plage);
      if (status !== 200) return null;
      const decided = affected.map((lecon: Stored, n: number) => {
        const sort = step.sorts[n % 4];
        return {
          ...lecon,
          sort: sort === 'deplacer' && lecon['libres'].length === 0 ? 'annuler' : sort,
        };
      });
      const { status: stored, body } = await admin('POST', '/api/fermetures', {
        ...plage,
        motif: 'Gel',
        publique: step.publique,
        lecons: decided.map(({ id, version, sort, libres }: Stored) => ({
          id,
          version,
          sort,
          ...(sort === 'deplacer' && { piste: libres[0] }),
        })),
      });
      return stored === 201 ? undoOfClosing(body, decided) : null;
    }
    case 'changer': {
      const [fermeture] = await fermetures();
      if (!fermeture) return null;
      const change = {
        ...(step.motif !== null && { motif: step.motif }),
        ...(step.publique !== null && { publique: step.publique }),
      };
      const { status } = await admin('PATCH', `/api/fermetures/${fermeture['id']}`, change);
      return status === 200 ? undoOfChange(fermeture as never, change) : null;
    }
    case 'rouvrir': {
      const [fermeture] = await fermetures();
      if (!fermeture) return null;
      const annulees: Stored[] = (await admin('GET', `/api/fermetures/${fermeture['id']}/annulees`))
        .body;
      const comes = ({ libres }: Stored, n: number) => libres.length > 0 && !step.reste[n % 4];
      const back = annulees.filter(comes);
      const { status } = await admin('POST', `/api/fermetures/${fermeture['id']}/rouvrir`, {
        lecons: back.map(({ id, version }) => ({ id, version })),
      });
      return status === 200
        ? undoOfReopening(
            fermeture as never,
            back as never,
            annulees.filter((one) => !back.includes(one)) as never,
          )
        : null;
    }
  }
}

/** The call of an inverse, as `Undo.tsx` makes it. */
async function call({ inverse }: Undo): Promise<Answer> {
  switch (inverse.call) {
    case 'update': {
      const { id, ...body } = editInput(inverse);
      return admin('PUT', `/api/reservations/${id}`, body);
    }
    case 'restore':
      return admin('POST', `/api/reservations/supprimees/${inverse.lecons[0].id}/restauration`);
    case 'remove': {
      const [{ id, apres: version }] = inverse.lecons;
      entered.push(id);
      return admin('DELETE', `/api/reservations/${id}`, { version });
    }
    case 'reopen': {
      const { id, ...body } = reopeningInput(inverse);
      return admin('POST', `/api/fermetures/${id}/rouvrir`, body);
    }
    case 'close': {
      const { pistes, du, au, heure_debut, heure_fin } = inverse.fermeture;
      const now = await admin('POST', '/api/fermetures/apercu', {
        pistes,
        du,
        au,
        heure_debut,
        heure_fin,
      });
      return now.status === 200
        ? admin('POST', '/api/fermetures', closingInput(inverse, now.body))
        : now;
    }
    case 'change': {
      const { id, ...body } = changeInput(inverse);
      return admin('PATCH', `/api/fermetures/${id}`, body);
    }
    case 'presences': {
      const { jour, places } = inverse;
      return admin('PUT', `/api/presences/${jour}`, { places, notee: false });
    }
    case 'none':
      return { status: 409, body: { message: inverse.why }, headers: {} };
  }
}

const CLOSED =
  /^Cette piste est fermée à ce moment\.|^Une leçon à remettre a changé, ou sa piste n'est plus libre\./;

async function storeLecons(): Promise<string[]> {
  const at = (jour: number, heure: number, piste: number) => ({
    date_reservation: JOURS[jour],
    heure_debut: HEURES[heure],
    type_piste: PISTES[piste],
  });
  const [a, b, c] = riders as [Person, Person, Person];
  const lecons = [
    await book(a, at(1, 0, 0)),
    await book(b, { ...at(1, 1, 0), nombre_personnes: 1, noms_participants: ['Max'] }),
    await book(admin, {
      ...at(0, 2, 0),
      pour: { user_id: a.id },
      comptes: [null, { nom: 'Léon Petit' }],
    }),
    await book(admin, { ...at(2, 0, 1), pour: { user_id: c.id } }),
  ];
  for (const [rider, remarques] of [
    [b, 'ASTHME'],
    [c, null],
  ] as const)
    expect(
      (
        await rider('POST', '/api/reservations/places', {
          ...DEMANDE,
          ...at(1, 0, 0),
          nombre_personnes: 2,
          noms_participants: ['Tom', 'Zoé'],
          remarques,
        })
      ).status,
    ).toBe(201);
  await db().execute(
    sql`update reservations set statut = 'en_attente' where id = ${lecons[3]!['id']}`,
  );
  return lecons.map(({ id }) => id);
}

test("tout ce qui s'annule laisse les leçons, les places et les fermetures comme avant, ou dit pourquoi pas", async () => {
  const met = { undone: 0, closed: 0, none: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const table of [
        'fermetures',
        'reservations',
        'reservations_supprimees',
        'participants_retires',
        'lignes',
      ])
        await db().execute(sql.raw(`delete from ${table}`));
      const lecons = await storeLecons();
      let stack: { undo: Undo; before: unknown; links: unknown[]; step: Step }[] = [];
      for (const step of steps) {
        const [before, links] = [await snapshot(), await offered()];
        const undo = await play(step, lecons);
        const ofIt = ({ fermeture }: { fermeture: string }) =>
          undo?.inverse.call === 'close' && fermeture === undo.inverse.fermeture.id;
        if (undo) stack.push({ undo, before, links: links.filter(ofIt), step });
      }
      for (let last = stack.at(-1); last; last = stack.at(-1)) {
        const { undo, before, links, step } = last;
        const now = await snapshot();
        const { status, body } = await call(undo);
        if (undo.inverse.call === 'none') {
          met.none.add(undo.inverse.why);
          return;
        }
        if (status >= 300) expect(await snapshot()).toEqual(now);
        // A lesson that a closure kept has left its hours: the closure holds them now (FERM-05).
        if (CLOSED.test(body.message) && (await fermetures()).length > 0) {
          met.closed += 1;
          return;
        }
        expect(
          status,
          `${JSON.stringify(step)} ${JSON.stringify(undo)} ${body.message}`,
        ).toBeLessThan(300);
        expect(await snapshot(), `${JSON.stringify(step)} ${JSON.stringify(undo)}`).toEqual(before);
        expect(await offered()).toEqual(expect.arrayContaining(links));
        met.undone += 1;
        stack = stack.slice(0, -1);
        const earlier = rebased(
          stack.map((one) => one.undo),
          undo,
        );
        stack = stack.map((one, n) => ({ ...one, undo: earlier[n]! }));
      }
    }),
    { numRuns: rounds(20, 200) },
  );
  expect(met.undone).toBeGreaterThan(20);
});

test("une reprise s'annule, sauf si des places étaient facturées, aussi après un déplacement", async () => {
  // DESK-54 The lesson is late at its old hours only.
  const edited = async (id: string, change: Partial<Extract<Step, { do: 'modifier' }>>) =>
    play({ do: 'modifier', lecon: 0, ...NOTHING, ...change }, [id]);
  for (const facturer of [false, true]) {
    await db().execute(sql`delete from reservations`);
    const [, , late] = await storeLecons();
    await edited(late!, { statut: 'annulee', moved: { jour: 2, heure: 2, piste: 0 }, facturer });
    expect((await found(`/api/reservations/${late}`))!['lignes']).toBe(facturer ? 2 : undefined);
    const before = await snapshot();
    const undo = await edited(late!, { statut: 'confirmee' });
    if (facturer) {
      expect(undo?.inverse).toEqual({
        call: 'none',
        why: 'Ses places étaient facturées après le délai, et cela ne se redonne pas.',
      });
    } else {
      expect((await call(undo!)).status).toBe(200);
      expect(await snapshot()).toEqual(before);
    }
  }
});

test.each([0, 1])(
  "une place allée à la leçon venue à cet endroit entre-temps ne s'annule pas (version + %i)",
  async (more) => {
    // DESK-77
    const [shown, other] = await storeLecons();
    const before = await found(`/api/reservations/${shown}`);
    const stored = await found(`/api/reservations/${other}`);
    const after = { ...stored, version: before!['version'] + more };
    expect(undoOfSeat(before as never, after as never, 'Ève')?.inverse).toEqual({
      call: 'none',
      why: 'La leçon a changé depuis, peut-être sur un autre écran.',
    });
  },
);
