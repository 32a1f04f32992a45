/** The connection to PostgreSQL: pool, migrations, and transactions that announce what they changed. */
import { drizzle, type NodePgDatabase, type NodePgTransaction } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import { sql, type ExtractTablesWithRelations } from 'drizzle-orm';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Noun } from '#contract/call.ts';
import * as schema from './schema.ts';

export type Db = NodePgDatabase<typeof schema>;
export type Tx = NodePgTransaction<typeof schema, ExtractTablesWithRelations<typeof schema>>;
/** What a store reads through: the pool, or the transaction it is handed. */
export type Reader = Db | Tx;

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

/** A pool whose connections give up rather than wait for ever. `onError` hears of connections lost while idle. */
export function openPool(url: string, onError: (error: Error) => void): { pool: pg.Pool; db: Db } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: 10_000,
    application_name: 'manege',
    statement_timeout: 15_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
  });
  // Without a listener, a stopping PostgreSQL would end the process.
  pool.on('error', onError);
  return { pool, db: drizzle(pool, { schema }) };
}

/**
 * Runs `work` in one transaction and, when it succeeds, announces the changed nouns from within it:
 * PostgreSQL delivers the message at commit, and never for a transaction that was rolled back.
 */
export function transact<T>(db: Db, changes: readonly Noun[], work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    const result = await work(tx);
    if (changes.length > 0) {
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ changed: changes })})`);
    }
    return result;
  });
}

/** Builds a prepared statement once per database rather than once per read. */
export function prepareOnce<T>(build: (db: Db) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>();
  return (db) => {
    const statement = built.get(db) ?? build(db);
    built.set(db, statement);
    return statement;
  };
}

/** The SQLSTATE of an error, through Drizzle's wrapping; null for anything else. */
export function sqlState(error: unknown): string | null {
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError ? (cause.code ?? null) : null;
}
