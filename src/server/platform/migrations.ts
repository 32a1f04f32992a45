/** Brings a database to the current schema, before the pool is opened. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { lockMigrations } from './locks.ts';
import { StartError } from './start_error.ts';

const FOLDER = fileURLToPath(new URL('../stores/migrations', import.meta.url));

/**
 * Runs the migrations that the database lacks, and returns the version of the server. Throws a StartError, before anything is
 * written, when the server is too old or accepts no writes.
 */
export async function migrate(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: [server] } = await client.query<{ version: string; number: number; read_only: boolean; migrated: boolean }>(`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
        current_setting('transaction_read_only')::boolean as read_only, to_regclass('drizzle.__drizzle_migrations') is not null as migrated`);
    if (!server || server.number < 150_000) throw new StartError(`PostgreSQL 15 ou plus récent est demandé, celui-ci est ${server?.version}.`);
    if (server.read_only) throw new StartError("DATABASE_URL : la base de données n'accepte que la lecture : c'est un serveur secondaire, ou default_transaction_read_only y est mis.");
    if (!server.migrated || await lastOf(client) < newest()) await run(client);
    return server.version.split(' ')[0] ?? '';
  } finally {
    await client.end();
  }
}

/** When the last migration that the database has run was written. */
async function lastOf(client: pg.Client): Promise<number> {
  const { rows: [row] } = await client.query<{ last: string | null }>('select max(created_at) as last from drizzle.__drizzle_migrations');
  return Number(row?.last ?? 0);
}

function newest(): number {
  const { entries } = JSON.parse(readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8')) as { entries: { when: number }[] };
  return Math.max(...entries.map(({ when }) => when));
}

async function run(client: pg.Client): Promise<void> {
  const { migrate: runMigrations } = await import('drizzle-orm/node-postgres/migrator');
  await lockMigrations(client);
  await runMigrations(drizzle(client), { migrationsFolder: FOLDER });
}
