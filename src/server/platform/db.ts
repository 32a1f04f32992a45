/** The connection to PostgreSQL: the pool, and transactions that announce their changes. */
import { drizzle, type NodePgDatabase, type NodePgTransaction } from 'drizzle-orm/node-postgres';
import { type ExtractTablesWithRelations, fillPlaceholders, type Query } from 'drizzle-orm';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Noun } from '#contract/call.ts';
import { type News, unite } from '#contract/changes.ts';
import type { CodeRefus } from '#domain/errors/errors.ts';
import { newPool } from './connection.ts';
import { outage } from './disk.ts';
import * as schema from './schema/schema.ts';

export type { News };

export type Db = NodePgDatabase<typeof schema>;
export type Tx = NodePgTransaction<typeof schema, ExtractTablesWithRelations<typeof schema>>;
/** What a store reads with: the pool, or the caller's transaction. */
export type Reader = Db | Tx;

// A day stays text (BOOK-01): pg would turn it into an instant in the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (jour) => jour);

/** The NOTIFY channel on which every instance announces what changed. */
export const CHANNEL = 'manege_changes';

/** A change as it is announced; if they are known, with the changed reservations, before and after. */
export const newsOf = (changed: readonly Noun[], lecons: readonly Concerned[] = []): News =>
  lecons.length === 0
    ? { changed }
    : {
        changed,
        jours: lecons.map(({ date_reservation }) => date_reservation),
        personnes: lecons.flatMap(({ user_id }) => user_id ?? []),
      };

/**
 * The data of a reservation in an announcement: its day and, only for the instances, the account
 * that booked it.
 */
export type Concerned = { date_reservation: string; user_id: string | null };

/**
 * Longer than PostgreSQL lets a statement run or a transaction stay idle. A connection that is
 * silent for so long is dead (its host is gone, or a firewall dropped it). It is closed, and
 * everything that waits for it fails.
 */
const SILENCE_MS = 20_000;

/** SQLSTATE of a write that a standby or a read-only database refuses. */
const READ_ONLY = '25006';

/** Properties that pg's types do not declare: the connection and its socket. */
type WithConnection = { connection: EventEmitter & { stream: Socket } };

/**
 * A pool whose connections have time-outs. `onError` is called for each connection that is lost.
 */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  { silenceMs = SILENCE_MS, max = 16, idleMs = 10_000 } = {},
): { pool: pg.Pool; db: Db } {
  const pool = newPool(url, {
    max,
    idleTimeoutMillis: idleMs,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'manege',
    statement_timeout: 15_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
    // PostgreSQL expects far more riders, types and prices together than there are, and would sort
    // every seat on the disk to count them.
    options: '-c hash_mem_multiplier=16',
  });
  // Without a listener, a PostgreSQL that stops would end the process. The pool listens only to
  // idle connections, so each connection gets its own listener for a loss between two statements of
  // a transaction.
  pool.on('error', () => {});
  const discardAll = discarder(pool);
  pool.on('connect', (client) => {
    client.on('error', onError);
    // pg's query_timeout is not used: after it, the rollback on the same connection would wait for
    // the same time again.
    const { connection } = client as unknown as WithConnection;
    const { stream } = connection;
    stream.setTimeout(silenceMs, () =>
      stream.destroy(new Error('Connection terminated: PostgreSQL is silent')),
    );
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) discardAll();
    });
  });
  return { pool, db: drizzle(pool, { schema }) };
}

/**
 * Returns a function that closes every connection of a pool; connections in use are closed when
 * they are returned. After a failover the old connections lead to a server that accepts no writes,
 * and the pool would keep them as long as reads succeed.
 */
function discarder(pool: pg.Pool): () => void {
  const inUse = new Map<pg.PoolClient, boolean>();
  const condemned = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.set(client, true));
  pool.on('release', (_error, client) => {
    if (condemned.has(client))
      void client.end(); // the pool drops a client that is ending
    else inUse.set(client, false);
  });
  pool.on('remove', (client) => inUse.delete(client));
  return () => {
    for (const [client, used] of inUse) {
      if (used) condemned.add(client);
      // the pool drops an idle client that emits an error
      else client.emit('error', new Error('the database takes no writes: connecting anew'));
    }
  };
}

/** How what was committed through a pool is announced. */
type Announcer = (news: News) => void | Promise<void>;
const announcers = new WeakMap<pg.Pool, Announcer>();

/** Sets it for an instance; otherwise, for a command, the pool itself sends NOTIFY. */
export function announceThrough(db: Db, announcer: Announcer): void {
  announcers.set(poolOf(db), announcer);
}

/** What a transaction announces after its commit, by its connection. */
const gathered = new WeakMap<pg.PoolClient, News[]>();

/**
 * Announces a change that the reader has stored: at once if the statement has committed by itself,
 * after its commit in a transaction.
 */
export async function announce(reader: Reader, news: News): Promise<void> {
  const connection = connectionOf(reader);
  if (connection instanceof pg.Pool) await announceNow(connection, [news]);
  else gathered.get(connection)?.push(news);
}

async function announceNow(pool: pg.Pool, news: readonly News[]): Promise<void> {
  if (news.length === 0) return;
  const united = unite(...news);
  const announcer: Announcer =
    announcers.get(pool) ??
    (async () => {
      // If the database is gone, the instances have lost it too, and will announce everything.
      await pool
        .query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(united)])
        .catch(() => undefined);
    });
  await announcer(united);
}

/**
 * Runs `work` in one transaction and announces the changed nouns after its commit, never for a
 * transaction that was rolled back. If the connection is lost during the commit, they are announced
 * too: nobody knows whether it has taken place. The connection is acquired and released here,
 * because Drizzle does not release a connection that fails at `begin`.
 */
export async function transact<T>(
  db: Db,
  changes: readonly Noun[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const pool = poolOf(db);
  const client = await pool.connect();
  const news: News[] = changes.length > 0 ? [{ changed: changes }] : [];
  gathered.set(client, news);
  let committing = false;
  try {
    return await onConnection(client).transaction(async (tx) => {
      const result = await work(tx);
      committing = true;
      return result;
    });
  } catch (error) {
    if (committing && sqlStateOf(error) !== null) committing = false; // rolled back
    throw error;
  } finally {
    gathered.delete(client);
    client.release(); // the pool itself drops a lost connection
    if (committing) await announceNow(pool, news);
  }
}

/** Runs reads in one transaction, which all see the same state of the database. */
export async function inOneState<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await poolOf(db).connect();
  try {
    return await onConnection(client).transaction(work, {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
  } finally {
    client.release(); // the pool itself drops a lost connection
  }
}

/** How often a transaction that PostgreSQL ends because of a deadlock is run in total. */
const MAX_RUNS = 3;

/**
 * Runs a transaction again if PostgreSQL ended it because of a deadlock, which rolls it back
 * completely. `most`: how often in total.
 */
export async function againAfterDeadlock<T>(work: () => Promise<T>, most = MAX_RUNS): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work();
    } catch (error) {
      if (sqlStateOf(error) !== '40P01' || run === most) throw error;
    }
  }
}

/**
 * Runs one statement. On the pool it commits by itself and is run again after a deadlock. If it is
 * refused, the connection stays open, which `pool.query` would close.
 */
async function runStatement<Row extends object>(
  reader: Reader,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const connection = connectionOf(reader);
  if (!(connection instanceof pg.Pool)) return (await connection.query<Row>(statement)).rows;
  return againAfterDeadlock(async () => {
    const client = await connection.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      client.release(); // the pool itself drops a lost connection
    }
  });
}

/**
 * The same for a statement that returns rows if it has stored something; then its change is
 * announced. So it is if the connection is lost, because nobody knows then.
 */
export async function runAnnounced<Row extends object>(
  reader: Reader,
  news: News,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  let stored = true;
  try {
    const rows = await runStatement<Row>(reader, statement);
    stored = rows.length > 0;
    return rows;
  } catch (error) {
    stored = sqlStateOf(error) === null;
    throw error;
  } finally {
    if (stored) await announce(reader, news);
  }
}

const connections = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>();

/** Drizzle for one connection, created once per connection. */
function onConnection(client: pg.PoolClient): NodePgDatabase<typeof schema> {
  const db = connections.get(client) ?? drizzle(client, { schema });
  connections.set(client, db);
  return db;
}

/**
 * Builds a statement once per pool, or once per connection inside transactions, instead of once per
 * call. Drizzle takes longer to write the SQL of a short query than PostgreSQL takes to answer it.
 */
export function prepareOnce<R extends Reader, T>(build: (reader: R) => T): (reader: R) => T {
  const built = new WeakMap<object, T>();
  return (reader) => {
    const connection = connectionOf(reader);
    const statement = built.get(connection) ?? build(reader);
    built.set(connection, statement);
    return statement;
  };
}

/**
 * Reads rows by column name as pg decodes them, without Drizzle's mapping, for the large reads that
 * every open screen repeats. Computed columns need a name (`.as('max')`).
 */
export async function readRows<Row extends object>(
  reader: Reader,
  name: string,
  query: Query,
  values: Record<string, unknown>,
): Promise<Row[]> {
  const { rows } = await connectionOf(reader).query<Row>({
    name,
    text: query.sql,
    values: fillPlaceholders(query.params, values),
  });
  return rows;
}

/** The pool of a database. */
export const poolOf = (db: Db): pg.Pool => connectionOf(db) as pg.Pool;

/** The pool, or the connection of a transaction; Drizzle does not export it. */
function connectionOf(reader: Reader): pg.Pool | pg.PoolClient {
  return (reader._.session as unknown as { client: pg.Pool | pg.PoolClient }).client;
}

/** The original error inside Drizzle's wrapper. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? error.cause : error;

/** PostgreSQL's code of an error; null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError ? (cause.code ?? null) : null;
}

/** True if the exclusion constraint refused two overlapping lessons on one arena (BOOK-06). */
export const isOverlap = (error: unknown): boolean => sqlStateOf(error) === '23P01';

/** True if a row could not be stored because its account has been deleted meanwhile. */
export function isAccountGone(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    cause instanceof pg.DatabaseError &&
    cause.code === '23503' &&
    /_(users|clients)_id_fk$/.test(cause.constraint ?? '')
  );
}

/** True if a write was refused because one with its id is stored (API-27). */
export function isEcritureKnown(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError && cause.constraint === 'ecritures_pkey';
}

/**
 * SQLSTATEs of temporary conditions: nothing can be written (a read-only database, a full disk),
 * lock and statement time-outs, too many connections, a database that is stopping or starting.
 */
const PASSING: Record<string, CodeRefus> = {
  [READ_ONLY]: 'lecture_seule',
  53100: 'disque_plein',
  ...Object.fromEntries(
    ['55P03', '57014', '53300', '57P01', '57P02', '57P03', '40P01'].map((state) => [
      state,
      'service_occupe',
    ]),
  ),
};

/** Messages of node and pg for a connection that is lost, refused, or not obtained in time. */
const LOST =
  /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|not queryable|timeout exceeded when trying to connect/;

/** The refusal for a temporary error of the database; null for any other error. */
export function passingRefus(error: unknown): CodeRefus | null {
  const state = sqlStateOf(error);
  const cause = causeOf(error);
  const refus =
    state !== null
      ? (PASSING[state] ?? null)
      : cause instanceof Error && LOST.test(cause.message)
        ? 'service_occupe'
        : null;
  return refus === 'service_occupe' && outage.full ? 'disque_plein' : refus;
}
