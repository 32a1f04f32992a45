/**
 * What a booking writes: rows, index entries, calls of plpgsql and WAL, counted. The round trips are in
 * `allers_retours.test.ts`.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { openPool, transact, type Tx } from '../../../src/server/platform/db.ts';
import { rememberedFacts } from '../../../src/server/stores/lessons/facts.ts';
import { storeBooking } from '../../../src/server/stores/lessons/writes.ts';
import { book, type Caller, DEMANDE, useTestApp } from '../../support/app.ts';
import { ownerUrl } from '../../support/postgres.ts';

const t = useTestApp();
let rider: Caller & { id: string };
let booked = 0;

/** Books a slot of its own: one person, one email. */
const bookNext = () => {
  booked += 1;
  return book(rider, {
    date_reservation: addDays(DEMANDE.date_reservation, booked),
    nombre_personnes: 1,
    noms_participants: ['Camille'],
  });
};

beforeAll(async () => {
  rider = await t.as();
  await bookNext();
});

const rowsOf = async <Row extends object>(query: string): Promise<Row[]> =>
  (await t.services.db.execute(sql.raw(query))).rows as Row[];

/** How many rows each table has. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await rowsOf<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const counted: Record<string, number> = {};
  for (const { name } of tables)
    counted[name] = (await rowsOf<{ n: number }>(`select count(*)::int as n from "${name}"`))[0]!.n;
  return counted;
}

test('quatre lignes : la leçon, ce qui la tient, une place, la confirmation ; et leurs entrées d’index', async () => {
  const before = await countRows();
  const { id } = await bookNext();
  const after = await countRows();
  const written = Object.keys(after).filter((table) => after[table] !== before[table]);
  expect(Object.fromEntries(written.map((name) => [name, after[name]! - before[name]!]))).toEqual({
    reservations: 1,
    occupations: 1,
    participants: 1,
    courriels: 1,
  });
  const entries: Record<string, number> = {};
  for (const table of written) {
    const key = table === 'reservations' ? 'id' : 'reservation_id';
    const indexes = await rowsOf<{ condition: string }>(
      `select coalesce(pg_get_expr(indpred, indrelid), 'true') as condition from pg_index where indrelid = '${table}'::regclass`,
    );
    entries[table] = 0;
    for (const { condition } of indexes)
      entries[table] += (
        await rowsOf<{ n: number }>(
          `select count(*)::int as n from ${table} where ${key} = '${id}' and (${condition})`,
        )
      )[0]!.n;
  }
  expect(entries).toEqual({ reservations: 5, occupations: 2, participants: 3, courriels: 6 });
});

/** A lesson of two riders on a day of its own, stored as a booking stores it. */
async function storeNext(tx: Tx): Promise<void> {
  booked += 1;
  const { type_lecon, type_piste, heure_debut } = DEMANDE;
  const stored = await storeBooking(
    tx,
    {
      type_lecon,
      type_piste,
      heure_debut,
      heure_fin: '11:00',
      remarques: null,
      id: randomUUID(),
      statut: 'confirmee',
      user_id: rider.id,
      nom_client: 'Camille',
      noms_participants: ['Camille', 'Léa'],
      nombre_personnes: 2,
      date_reservation: addDays(DEMANDE.date_reservation, 300 + booked),
    },
    {
      clients: [],
      seats: null,
      holder: 0,
      rules: rememberedFacts(t.services.db)!.version,
      courriels: [],
      announcement: { changed: [] },
      ligne: null,
    },
  );
  expect(stored).not.toBeNull();
  await tx.execute(sql`set constraints all immediate`);
}

test('plpgsql compare au plus une fois par leçon et une fois par place, et ne fait rien d’autre', async () => {
  const { pool, db } = openPool(ownerUrl(t.url), () => {});
  onTestFinished(() => pool.end());
  const calls = await transact(db, [], async (tx) => {
    await tx.execute(sql`set local track_functions = 'pl'`);
    await storeNext(tx);
    return (
      await tx.execute<{ funcname: string; calls: number }>(
        sql`select funcname, calls::int from pg_stat_xact_user_functions order by funcname`,
      )
    ).rows;
  });
  expect(calls).toEqual([{ funcname: 'participants_conformes', calls: 3 }]);
});

test('une connexion qui a déjà réservé ne planifie plus rien', async () => {
  const { pool, db } = openPool(ownerUrl(t.url), () => {}, { max: 1 });
  onTestFinished(() => pool.end());
  let planned = 0;
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      if (message === 'PLANNER STATISTICS') planned += 1;
    });
  });
  const plansOf = async (): Promise<number> => {
    planned = 0;
    await transact(db, [], async (tx) => {
      await tx.execute(sql`set local client_min_messages = 'log'`);
      await tx.execute(sql`set local log_planner_stats = on`);
      await storeNext(tx);
    });
    return planned;
  };
  expect(await plansOf()).toBeGreaterThan(0);
  // PostgreSQL plans a statement with its values five times before it keeps a plan.
  for (let n = 0; n < 10; n += 1) await plansOf();
  expect(await plansOf()).toBe(0);
});

test('au plus 3,3 ko de WAL', async () => {
  // Of the connections of this database: other tests write on the same server. Calls one after the
  // other use one connection, which reports when it is asked.
  const written = async (): Promise<number> => {
    await t.services.db.execute(sql`select pg_stat_force_next_flush()`);
    const [row] = await rowsOf<{ bytes: number }>(
      `select sum(w.wal_bytes)::float as bytes from pg_stat_activity a, pg_stat_get_backend_wal(a.pid) w where a.datname = current_database()`,
    );
    return row!.bytes;
  };
  // The lowest of several: after a checkpoint it is more.
  const bytes: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const start = await written();
    for (let n = 0; n < 10; n += 1) await bookNext();
    bytes.push(((await written()) - start) / 10);
  }
  process.stdout.write(`  WAL d'une réservation : ${bytes.map(Math.round).join(' · ')} octets\n`);
  expect(Math.min(...bytes)).toBeLessThanOrEqual(3_300);
});
