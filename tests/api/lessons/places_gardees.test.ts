/**
 * Whatever changes a lesson, each of its seats that remains is the row that it was, so that rows
 * which refer to it remain (ADR-031). Which seats remain is compared in `places_suites.test.ts`.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Answer, book, DEMANDE, put, type Stored, useTestApp } from '../../support/app.ts';
import { rounds } from '../../support/rounds.ts';

const t = useTestApp();
const db = () => t.services.db;
type Person = Awaited<ReturnType<typeof t.as>>;
let admin: Person;
let riders: Person[];

beforeAll(async () => {
  admin = await t.as({ role: 'admin' });
  riders = await Promise.all([t.as(), t.as(), t.as()]);
  await db().execute(sql`update parametres set "riderCancellation" = true, "riderChanges" = true`);
  await db().execute(sql`update types_lecons set ouverte = true where value = 'collective'`);
  // A row that refers to a seat, as a price or a presence will.
  await db().execute(
    sql`create table temoins (place uuid primary key references participants on delete cascade)`,
  );
});

type Seat = {
  place: 'lecon' | 'supprimee' | 'retiree';
  id: string;
  lecon: string;
  position: number;
  user_id: string | null;
  nom: string;
  remarques: string | null;
  pris_at: string | null;
  /** The transaction that wrote the row. */
  ecrite: string;
  temoin: boolean;
};

/** All seats, by id, in whichever table they are. */
async function readSeats(): Promise<Map<string, Seat>> {
  const table = (name: string, place: Seat['place']) =>
    sql.raw(`select '${place}' as place, p.id, reservation_id as lecon, position, user_id, nom, remarques, pris_at::text,
      p.xmin::text as ecrite, exists (select from temoins where place = p.id) as temoin from ${name} p`);
  const { rows } = await db().execute<Seat>(
    sql`${table('participants', 'lecon')} union all ${table('participants_supprimes', 'supprimee')} union all ${table('participants_retires', 'retiree')}`,
  );
  const seats = new Map(rows.map((seat) => [seat.id, seat]));
  expect(seats.size, 'an id in two tables').toBe(rows.length);
  return seats;
}

/** The columns of a seat that an edit may change. */
const shown = ({ position, user_id, nom, remarques }: Seat) => ({
  position,
  user_id,
  nom,
  remarques,
});

const MERCREDIS = ['2026-12-02', '2026-12-09', '2026-12-16'];
const LECON = fc.nat(2);
const NOMS = fc.array(fc.constantFrom('Zoé', 'Léa', 'Tom', 'Max'), { minLength: 1, maxLength: 2 });
const HEURE = fc.constantFrom('10:00', '14:00', '16:00');
const PISTE = fc.constantFrom('interieure', 'exterieure');
/** The seats in their new order, by position before; null for a new one. */
const ORDRE = fc.oneof(
  fc.constantFrom<(number | null)[]>(
    [1, 0],
    [2, 0, 1],
    [0, 2, 1, 3],
    [1],
    [0, null, 1],
    [null, 0, 1, 2, 3],
  ),
  fc.uniqueArray(fc.option(fc.nat(5), { freq: 6 }), { minLength: 1, maxLength: 6 }),
);
const what = <D extends string, F extends object>(
  weight: number,
  name: D,
  fields: fc.Arbitrary<F>,
) => ({
  weight,
  arbitrary: fc.tuple(LECON, fields).map(([lecon, rest]) => ({ do: name, lecon, ...rest })),
});
const QUI = fc.nat(2);
const NOTHING = fc.constant({});
const STEP = fc.oneof(
  what(3, 'inscrire', fc.record({ qui: QUI, noms: NOMS })),
  what(2, 'quitter', fc.record({ qui: QUI })),
  what(3, 'changer', fc.record({ qui: QUI, noms: NOMS, heure: fc.option(HEURE) })),
  what(6, 'modifier', fc.record({ ordre: ORDRE, renomme: fc.boolean(), nommees: fc.boolean() })),
  what(3, 'déplacer', fc.record({ heure: HEURE, type_piste: PISTE })),
  what(2, 'annuler ou confirmer', NOTHING),
  what(3, 'série', fc.record({ ordre: fc.option(ORDRE), heure: HEURE })),
  what(4, 'remettre', fc.record({ n: fc.nat(5) })),
  what(2, 'supprimer', NOTHING),
  what(2, 'restaurer', NOTHING),
);
type Step = typeof STEP extends fc.Arbitrary<infer S> ? S : never;

const body = (noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });

/** The seats of a lesson in another order. A place that does not exist is left out. */
function reordered(participants: Seat[], ordre: (number | null)[], renomme = false) {
  const kept = ordre
    .filter((n) => n === null || n < participants.length)
    .map((n) => (n === null ? null : participants[n]!));
  const seats = kept.length > 0 ? kept : participants;
  return {
    places: seats.map((seat) => seat?.id ?? null),
    ...body(seats.map((seat, n) => (seat && !(renomme && n === 0) ? seat.nom : `Ida ${n}`))),
  };
}

/** Null if there is nothing to which the step could be applied. */
async function play(
  step: Step,
  lecons: string[],
  seats: Map<string, Seat>,
): Promise<Answer | null> {
  const id = lecons[step.lecon]!;
  const { status, body: lecon } = await admin('GET', `/api/reservations/${id}`);
  if (step.do === 'restaurer') {
    const deleted = lecons.find((one) =>
      [...seats.values()].some(({ place, lecon: of }) => place === 'supprimee' && of === one),
    );
    return deleted ? admin('POST', `/api/reservations/supprimees/${deleted}/restauration`) : null;
  }
  if (step.do === 'remettre') {
    const retires: Stored[] = (await admin('GET', '/api/reservations/retires')).body;
    const one = retires[step.n % Math.max(1, retires.length)];
    return one ? admin('POST', `/api/reservations/retires/${one['id']}/remise`) : null;
  }
  if (status !== 200) return null;
  const participants = [...seats.values()]
    .filter((seat) => seat.place === 'lecon' && seat.lecon === id)
    .toSorted((a, b) => a.position - b.position);
  const [inIt, others] = [true, false].map((isIn) =>
    riders.filter((one) => isIn === participants.some(({ user_id }) => user_id === one.id)),
  ) as [Person[], Person[]];
  const pick = (list: Person[], n: number) => list[n % Math.max(1, list.length)] ?? riders[n]!;
  switch (step.do) {
    case 'inscrire': {
      const { date_reservation, heure_debut, type_piste, type_lecon } = lecon;
      return pick(others, step.qui)('POST', '/api/reservations/places', {
        date_reservation,
        heure_debut,
        type_piste,
        type_lecon,
        remarques: step.noms[0] === 'Zoé' ? null : 'Débute',
        ...body(step.noms),
      });
    }
    case 'quitter':
      return pick(inIt, step.qui)('POST', `/api/reservations/${id}/annulation`, {});
    case 'changer':
      return pick(inIt, step.qui)('PUT', `/api/reservations/${id}/changement`, {
        version: lecon.version,
        date_reservation: lecon.date_reservation,
        type_piste: lecon.type_piste,
        heure_debut: step.heure ?? lecon.heure_debut,
        remarques: 'Poney calme',
        ...body(step.noms),
      });
    case 'modifier': {
      const { places, ...noms } = reordered(participants, step.ordre, step.renomme);
      return put(admin, lecon, step.nommees ? { ...noms, places } : noms);
    }
    case 'déplacer':
      return put(admin, lecon, { heure_debut: step.heure, type_piste: step.type_piste });
    case 'annuler ou confirmer':
      return put(admin, lecon, { statut: lecon.statut === 'annulee' ? 'confirmee' : 'annulee' });
    case 'série': {
      const serie = await admin('GET', `/api/series/${lecon.serie_id}`);
      return admin('PUT', `/api/series/${lecon.serie_id}`, {
        ...lecon,
        id: undefined,
        version: undefined,
        lecon: id,
        lecons: serie.body.lecons.map((one: Stored) => ({
          id: one['id'],
          version: one['version'],
        })),
        heure_debut: step.heure,
        ...(step.ordre && { ...reordered(participants, step.ordre), places: undefined }),
      });
    }
    case 'supprimer':
      return admin('DELETE', `/api/reservations/${id}`, {});
  }
}

/** `met`: the ids of all seats that there have been. */
function compare(
  step: Step,
  before: Map<string, Seat>,
  after: Map<string, Seat>,
  met: Set<string>,
) {
  for (const [id, was] of before) {
    const is = after.get(id);
    if (is?.place === was.place) {
      expect({ ...is, ...shown(was), ecrite: '' }).toEqual({ ...was, ecrite: '' });
      const isSame = JSON.stringify(shown(is)) === JSON.stringify(shown(was));
      if (isSame) expect(is.ecrite, 'written though it is the same').toBe(was.ecrite);
      else expect(step.do).not.toMatch(/déplacer|annuler/);
      continue;
    }
    const [moved, remains] = [
      { ...is, place: '', ecrite: '', temoin: false },
      { ...was, place: '', ecrite: '', temoin: false },
    ];
    const way = `${step.do} : ${was.place} → ${is?.place ?? 'nulle part'}`;
    if (way === 'supprimer : lecon → supprimee' || way === 'restaurer : supprimee → lecon')
      expect(moved, way).toEqual(remains);
    else if (/^(modifier|série) : lecon → retiree$|^remettre : retiree → lecon$/.test(way))
      // At another position, and the remarks of its account may be on another seat.
      expect(moved, way).toEqual({
        ...remains,
        position: is!.position,
        remarques: is!.remarques,
      });
    else expect(way).toMatch(/^(quitter|changer) : lecon → nulle part$/);
  }
  for (const [id, { place }] of after) {
    if (before.has(id)) continue;
    expect([place, met.has(id)], `${step.do} : a new seat`).toEqual(['lecon', false]);
    expect(step.do).toMatch(/inscrire|changer|modifier|série/);
  }
}

test('chaque place qui reste est la ligne qu’elle était, après toute suite de changements, de suppressions et de restaurations', async () => {
  // RIDE-01, RIDE-03, RIDE-12, RIDE-13, DESK-30, DESK-33, SERIE-04
  const stored: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(
      fc.array(STEP, { minLength: 6, maxLength: 14, size: 'max' }),
      async (steps) => {
        await db().execute(
          sql`truncate reservations, reservations_supprimees, participants_retires, courriels, journal cascade`,
        );
        const first = await book(riders[0]!, { date_reservation: MERCREDIS[0] });
        const joined = await riders[1]!('POST', '/api/reservations/places', {
          ...DEMANDE,
          date_reservation: MERCREDIS[0],
          ...body(['Zoé', 'Tom']),
        });
        expect(joined.status).toBe(201);
        const series = await admin('POST', `/api/reservations/${first['id']}/repetition`, {
          version: 1,
          rythme: 7,
          dates: MERCREDIS.slice(1).map((date) => ({ date, type_piste: 'interieure' })),
        });
        expect(series.status, series.body.message).toBe(201);
        const { body: serie } = await admin('GET', `/api/series/${series.body.serie_id}`);
        const lecons: string[] = serie.lecons.map(({ id }: Stored) => id);
        const met = new Set<string>();
        const witnessed = async () => {
          await db().execute(
            sql`insert into temoins select id from participants on conflict do nothing`,
          );
          const seats = await readSeats();
          for (const id of seats.keys()) met.add(id);
          return seats;
        };
        let before = await witnessed();
        // Restoring is rare otherwise: most sequences delete nothing.
        const last = [
          { do: 'supprimer' as const, lecon: 0 },
          { do: 'restaurer' as const, lecon: 0 },
        ];
        for (const step of [...steps, ...last]) {
          const answer = await play(step, lecons, before);
          const after = await readSeats();
          if (answer && answer.status < 300) {
            stored[step.do] = (stored[step.do] ?? 0) + 1;
            compare(step, before, after, met);
          } else expect(after, step.do).toEqual(before);
          before = await witnessed();
        }
      },
    ),
    {
      numRuns: rounds(30, 1_000),
      // With all rounds none is left out, however long they take.
      ...rounds({ interruptAfterTimeLimit: 40_000 }, {}),
      includeErrorInReport: true,
    },
  );
  process.stdout.write(`  places gardées : ${JSON.stringify(stored)}\n`);
  expect(Object.keys(stored)).toHaveLength(10);
}, 1_800_000);
