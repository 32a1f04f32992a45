/** The connection to PostgreSQL: pool, migrations, and transactions that announce what they changed. */
import { drizzle, type NodePgDatabase, type NodePgTransaction } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { type ExtractTablesWithRelations, fillPlaceholders, type Query } from 'drizzle-orm';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Noun } from '#contract/call.ts';
import type { CodeRefus } from '#domain/errors.ts';
import * as schema from './schema.ts';

export type Db = NodePgDatabase<typeof schema>;
export type Tx = NodePgTransaction<typeof schema, ExtractTablesWithRelations<typeof schema>>;
/** What a store reads through: the pool, or the transaction it is handed. */
export type Reader = Db | Tx;

// A day is text here, whoever reads it: pg would make it an instant of the machine's zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (jour) => jour);

/** The NOTIFY channel on which every instance says which nouns changed. */
export const CHANNEL = 'manege_changes';

/** One advisory lock for migrations: two instances that start together migrate one after the other. */
const MIGRATION_LOCK = 7_241_001;

const MIGRATIONS = fileURLToPath(new URL('../stores/migrations', import.meta.url));

/** Brings a database to the current schema. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(drizzle(client), { migrationsFolder: MIGRATIONS });
  } finally {
    await client.end();
  }
}

/**
 * Longer than PostgreSQL lets a statement run, or a transaction do nothing: a connection on which nothing was said for so
 * long leads nowhere any more (a host that is gone, a firewall that forgot), and is ended with all that waits for it.
 */
const SILENCE_MS = 20_000;

/** PostgreSQL's refusal to write: a standby, or a database that was set to be read only. */
const READ_ONLY = '25006';

/** What pg's types keep to themselves: the connection, and its socket. */
type WithConnection = { connection: EventEmitter & { stream: Socket } };

/** A pool whose connections give up rather than wait for ever. `onError` hears of connections that are lost. */
export function openPool(url: string, onError: (error: Error) => void, { silenceMs = SILENCE_MS } = {}): { pool: pg.Pool; db: Db } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'manege',
    statement_timeout: 15_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
  });
  // Without a listener, a PostgreSQL that stops would end the process. The pool listens to idle connections only:
  // one that is lost between two statements of a transaction must be heard too.
  pool.on('error', () => {});
  const discardAll = discarder(pool);
  pool.on('connect', (client) => {
    client.on('error', onError);
    // Not pg's own query_timeout: after that the connection, and the rollback on it, would wait as long once more.
    const { connection } = client as unknown as WithConnection;
    const { stream } = connection;
    stream.setTimeout(silenceMs, () => stream.destroy(new Error('Connection terminated: PostgreSQL says nothing any more')));
    connection.on('errorMessage', ({ code }: { code?: string }) => { if (code === READ_ONLY) discardAll(); });
  });
  return { pool, db: drizzle(pool, { schema }) };
}

/**
 * Ends every connection of a pool: those in use when they are given back. After a failover the old ones lead to a
 * server that takes no writes, and would be lent again for as long as they are asked to read.
 */
function discarder(pool: pg.Pool): () => void {
  const inUse = new Map<pg.PoolClient, boolean>();
  const condemned = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.set(client, true));
  pool.on('release', (_error, client) => {
    if (condemned.has(client)) void client.end(); // the pool keeps none that is ending
    else inUse.set(client, false);
  });
  pool.on('remove', (client) => inUse.delete(client));
  return () => {
    for (const [client, used] of inUse) {
      if (used) condemned.add(client);
      else client.emit('error', new Error('the database takes no writes: connecting anew')); // the pool drops an idle one that fails
    }
  };
}

/**
 * Runs `work` in one transaction and, when it succeeds, announces the changed nouns from within it:
 * PostgreSQL delivers the message at commit, and never for a transaction that was rolled back.
 * The connection is taken and given back here: Drizzle never gives back one that dies at its `begin`.
 */
export async function transact<T>(db: Db, changes: readonly Noun[], work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await (connectionOf(db) as pg.Pool).connect();
  try {
    return await onConnection(client).transaction(async (tx) => {
      const result = await work(tx);
      if (changes.length > 0) {
        await client.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [CHANNEL, JSON.stringify({ changed: changes })] });
      }
      return result;
    });
  } finally {
    client.release(); // one that is lost is not kept: the pool looks
  }
}

/** How often what waited for another transaction in a circle is begun. */
const ESSAIS = 3;

/** Begins a transaction again where PostgreSQL ended it because two waited for each other: nothing of it was kept. */
export async function againAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let essai = 1; ; essai += 1) {
    try {
      return await work();
    } catch (error) {
      if (sqlStateOf(error) !== '40P01' || essai === ESSAIS) throw error;
    }
  }
}

const connections = new WeakMap<pg.PoolClient, NodePgDatabase<typeof schema>>();

/** Drizzle on one connection, made once for its life. */
function onConnection(client: pg.PoolClient): NodePgDatabase<typeof schema> {
  const db = connections.get(client) ?? drizzle(client, { schema });
  connections.set(client, db);
  return db;
}

/**
 * Builds a statement once per pool, or once per connection inside transactions, rather than once per call:
 * writing a query's SQL takes Drizzle longer than PostgreSQL takes to answer a short one.
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

/** A read whose rows come as PostgreSQL says them, in the order of the selection: for the many that every open screen reads again. */
export async function readRows<Row extends unknown[]>(reader: Reader, name: string, query: Query, values: Record<string, unknown>): Promise<Row[]> {
  const { rows } = await connectionOf(reader).query<Row>({
    name, text: query.sql, values: fillPlaceholders(query.params, values), rowMode: 'array',
  });
  return rows;
}

/** The pool, or a transaction's own connection, which Drizzle keeps to itself. */
function connectionOf(reader: Reader): pg.Pool | pg.PoolClient {
  return (reader._.session as unknown as { client: pg.Pool | pg.PoolClient }).client;
}

/** An error, Drizzle's wrapping seen through. */
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause !== undefined ? error.cause : error);

/** PostgreSQL's code of an error; null for anything else. */
export function sqlStateOf(error: unknown): string | null {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError ? (cause.code ?? null) : null;
}

/** True when the exclusion constraint refused that two lessons share an arena and a moment (decision 22). */
export const isOverlap = (error: unknown): boolean => sqlStateOf(error) === '23P01';

/** True when something was to be stored for an account that has been deleted meanwhile. */
export function isAccountGone(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError && cause.code === '23503' && (cause.constraint ?? '').endsWith('_users_id_fk');
}

/**
 * SQLSTATEs that pass by themselves: nothing can be written (a read-only database, a full disk), lock and statement
 * time-outs, too many connections, a database on its way down or up.
 */
const PASSING: Record<string, CodeRefus> = {
  [READ_ONLY]: 'lecture_seule',
  53100: 'disque_plein',
  ...Object.fromEntries(['55P03', '57014', '53300', '57P01', '57P02', '57P03', '40P01'].map((state) => [state, 'service_occupe'])),
};

/** What node and pg say of a connection that is lost, refused, or not had in time. */
const LOST = /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|not queryable|timeout exceeded when trying to connect/;

/** The refusal for an error of the database that asking again later may well not meet; null for any other error. */
export function passingRefus(error: unknown): CodeRefus | null {
  const state = sqlStateOf(error);
  if (state !== null) return PASSING[state] ?? null;
  const cause = causeOf(error);
  return cause instanceof Error && LOST.test(cause.message) ? 'service_occupe' : null;
}
