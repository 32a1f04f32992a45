/** Brings a database to the current schema, before the pool is opened. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { lockMigrations } from './locks.ts';
import { StartError } from './start_error.ts';

const FOLDER = fileURLToPath(new URL('../stores/migrations', import.meta.url));

/** A migration: its name, and when it was written, in milliseconds. */
export type Migration = { tag: string; when: number };

const readJournal = (): Migration[] => (JSON.parse(readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8')) as { entries: Migration[] }).entries;

/**
 * Runs the migrations that the database lacks, and returns the version of the server. Throws a StartError, before anything is
 * written, when the server is too old or accepts no writes.
 */
export async function migrate(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: 'manege' });
  await client.connect();
  try {
    const version = await checkServer(client);
    if ((await compareMigrations(client)).missing > 0) await run(client);
    return version;
  } finally {
    await client.end();
  }
}

/** The version of the server. Throws a StartError for one that is too old or accepts no writes. */
export async function checkServer(client: pg.ClientBase): Promise<string> {
  const { rows: [server] } = await client.query<{ version: string; number: number; read_only: boolean }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('transaction_read_only')::boolean as read_only`);
  if (!server || server.number < 150_000) throw new StartError(`PostgreSQL 15 ou plus récent est demandé, celui-ci est ${server?.version}.`);
  if (server.read_only) throw new StartError("DATABASE_URL : la base de données n'accepte que la lecture : c'est un serveur secondaire, ou default_transaction_read_only y est mis.");
  return server.version.split(' ')[0] ?? '';
}

/** How many migrations of this version the database lacks, and whether a newer version has migrated it. */
export async function compareMigrations(client: Asker): Promise<{ missing: number; newer: boolean }> {
  const last = await isMigrated(client) ? await lastOf(client) : 0;
  const all = readJournal();
  return { missing: all.filter(({ when }) => when > last).length, newer: all.every(({ when }) => when < last) };
}

/** A connection or the pool. */
type Asker = Pick<pg.Pool, 'query'> | pg.ClientBase;

async function isMigrated(client: Asker): Promise<boolean> {
  const { rows: [row] } = await client.query<{ migrated: boolean }>("select to_regclass('drizzle.__drizzle_migrations') is not null as migrated");
  return row?.migrated === true;
}

/** When the last migration that the database has run was written. */
async function lastOf(client: Asker): Promise<number> {
  const { rows: [row] } = await client.query<{ last: string | null }>('select max(created_at) as last from drizzle.__drizzle_migrations');
  return Number(row?.last ?? 0);
}

/** The last migration that the database has run; null where it has run none, or one that this version does not know. */
export async function lastMigration(client: pg.ClientBase): Promise<Migration | null> {
  if (!await isMigrated(client)) return null;
  const last = await lastOf(client);
  return readJournal().find(({ when }) => when === last) ?? null;
}

/** True for a migration of this version. */
export const hasMigration = (when: number): boolean => readJournal().some((one) => one.when === when);

async function run(client: pg.Client): Promise<void> {
  const { migrate: runAll } = await import('drizzle-orm/node-postgres/migrator');
  await lockMigrations(client);
  await runAll(drizzle(client), { migrationsFolder: FOLDER });
}

/**
 * Runs the migrations that come after the last one of the database, up to one of them, in the transaction that is open on the
 * connection. Drizzle's own migrator, which `migrate` uses, commits.
 */
export async function runMigrations(client: pg.ClientBase, { until = Infinity } = {}): Promise<void> {
  const { readMigrationFiles } = await import('drizzle-orm/migrator');
  await client.query('create schema if not exists drizzle');
  await client.query('create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)');
  const last = await lastOf(client);
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: FOLDER })) {
    if (folderMillis <= last || folderMillis > until) continue;
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);
  }
}
