/** Migrates a database to the current schema, before the pool is opened. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { newClient, utf8Database } from './connection.ts';
import { againAfterDeadlock } from './db.ts';
import { KEEP_ALIVE, lockMigrations } from './locks.ts';
import { StartError } from './start_error.ts';

const FOLDER = fileURLToPath(new URL('../stores/migrations', import.meta.url));

/** A migration: its name, and when it was written, in milliseconds. */
export type Migration = { tag: string; when: number };

const readJournal = (): Migration[] =>
  (JSON.parse(readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8')) as { entries: Migration[] })
    .entries;

/** The SQL of all migrations, in their order. */
export const readMigrations = (): string[] =>
  readJournal().map(({ tag }) => readFileSync(join(FOLDER, `${tag}.sql`), 'utf8'));

const sha256 = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

/**
 * The last migration that always runs only while no other instance is connected, independent of the
 * text of its file (ADR-023).
 */
const LAST_ALONE = '0007_sauvegardes';

/**
 * Hashes of earlier contents of some migrations; a database that has run such a content is in the
 * same state.
 */
const EARLIER: Record<string, readonly string[]> = {
  '0001_sans_chevauchement': ['63682e0145fffc7f22d27a66966f78874df40c628904f9f791a8bae210675ef8'],
  '0006_comptes': ['fadfcf2ef294d3b93d2acef0d8f541af18410b0be97267662c531c6515c6bc94'],
  '0009_cavaliers': [
    '3ce65b88670f9ed2ee1c1fdc9e66e4980319d135eb2bf9ed69df2950c47dfedd',
    '7be557be295263cd31d84ee03fbe5d0481214caebb3a42dd057777be75a343f7',
  ],
};

/** The name of a connection that migrates, or that waits for another one that does. */
const MIGRATING = 'manege migration';

/**
 * How often the migrations are run in total after deadlocks. They keep the lock of each table that
 * they change, in their own order, while requests of the earlier version lock the same tables in
 * another order. PostgreSQL then ends one of the two.
 */
const MAX_RUNS = 10;

/** How long stopped instances may take to disconnect. */
const PATIENCE_MS = 5_000;

/**
 * A migration that failed; `cause` contains the reason. The transaction in which it ran is rolled
 * back.
 */
export class MigrationError extends Error {
  readonly tag: string;
  constructor(tag: string, cause: unknown) {
    super(`migration ${tag} failed`, { cause });
    this.tag = tag;
  }
}

type AfterMigration = (() => Promise<void>) | null;

/**
 * Runs the migrations that the database lacks, all or none, and returns the version of the server.
 * Before anything is written, it throws a StartError if
 * - the server is too old or accepts no writes,
 * - the schema is newer than this version,
 * - a migration that the database has run differs from the file of this version (OPS-47), or
 * - other instances are connected that must not be.
 *
 * Throws a MigrationError if a migration fails. `before` runs first if the database contains data,
 * on the connection that prevents migrations and backups by others. The function that it returns
 * runs in the transaction, on the new schema.
 */
export async function migrate(
  url: string,
  before: (
    client: pg.Client,
    pending: readonly Migration[],
  ) => Promise<AfterMigration> = async () => null,
  say: (sentence: string) => void = () => undefined,
): Promise<string> {
  const client = newClient(url, { application_name: MIGRATING, ...KEEP_ALIVE });
  await client.connect();
  try {
    const version = await checkServer(client);
    await checkFiles(client);
    if ((await listPending(client)).length === 0) return version;
    await lockMigrations(client, () =>
      say(
        'La base de données doit être mise à jour, et une sauvegarde, une restauration ou une autre mise à jour y est en cours : le démarrage attend sa fin…',
      ),
    );
    const pending = await listPending(client); // another instance may have run them meanwhile
    if (pending.length === 0) return version;
    let after: AfterMigration = null;
    if (await isFilled(client)) {
      if (pending.some(runsAlone)) await waitForOthers(client);
      after = await before(client, pending);
    }
    await againAfterDeadlock(() => runAll(client, after), MAX_RUNS);
    return version;
  } finally {
    await client.end();
  }
}

async function runAll(client: pg.Client, after: AfterMigration): Promise<void> {
  await client.query("begin; set local statement_timeout = 0; set local lock_timeout = '20s'");
  try {
    await runMigrations(client);
    await after?.();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // the connection may be lost
    throw error;
  }
}

/**
 * The migrations that the database lacks. Throws a StartError if a newer version has migrated it.
 */
async function listPending(client: pg.ClientBase): Promise<Migration[]> {
  const { missing, newer } = await compare(client);
  if (newer)
    throw new StartError(
      "Cette base de données vient d'une version plus récente de Manège : démarrez cette version-là. Rien n'a été changé.\nPour rester à celle-ci, restaurez dans une base vide la sauvegarde faite avant la mise à jour : docs/exploitation.md dit comment.",
    );
  return missing;
}

/** True for a migration that runs only while no other instance is connected (OPS-43). */
const runsAlone = ({ tag }: Migration): boolean =>
  tag <= LAST_ALONE || readFileSync(join(FOLDER, `${tag}.sql`), 'utf8').startsWith('-- stop');

/**
 * True if another instance or one of its backups is connected to the database. Instances that wait
 * to migrate it do not count.
 */
export async function hasOthers(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'manege%' and application_name <> $1",
    [MIGRATING],
  );
  return rowCount !== 0;
}

async function waitForOthers(client: pg.ClientBase): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; await hasOthers(client); await sleep(250)) {
    if (Date.now() > end)
      throw new StartError(
        "Cette mise à jour change la base d'une façon que la version précédente ne supporte pas, et un Manège y est encore connecté : arrêtez toutes les instances, puis démarrez celle-ci. Rien n'a été changé.",
      );
  }
}

/** True if there is an account or a reservation. */
async function isFilled(client: pg.ClientBase): Promise<boolean> {
  if (!(await isMigrated(client))) return false;
  const {
    rows: [row],
  } = await client.query<{ filled: boolean }>(
    'select exists (select from users) or exists (select from reservations) as filled',
  );
  return row?.filled === true;
}

/** True if the database, with any schema, has an account. */
export async function hasAccounts(url: string): Promise<boolean> {
  const client = newClient(url, { application_name: MIGRATING, ...KEEP_ALIVE });
  await client.connect();
  try {
    if (!(await isMigrated(client))) return false;
    const {
      rows: [row],
    } = await client.query<{ some: boolean }>('select exists (select from users) as some');
    return row?.some === true;
  } finally {
    await client.end();
  }
}

/**
 * The version of the server. Throws a StartError if it is too old, accepts no writes, or stores
 * texts in another encoding than UTF8 (OPS-87).
 */
export async function checkServer(client: pg.ClientBase): Promise<string> {
  const {
    rows: [server],
  } = await client.query<{
    version: string;
    number: number;
    read_only: boolean;
    encoding: string;
    name: string;
    role: string;
  }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      current_setting('transaction_read_only')::boolean as read_only, current_setting('server_encoding') as encoding,
      current_database() as name, current_user as role`);
  if (!server || server.number < 150_000)
    throw new StartError(
      `PostgreSQL 15 ou plus récent est demandé, celui-ci est ${server?.version}.`,
    );
  if (server.read_only)
    throw new StartError(
      "DATABASE_URL : la base de données n'accepte que la lecture : c'est un serveur secondaire, ou default_transaction_read_only y est mis.",
    );
  if (server.encoding !== 'UTF8')
    throw new StartError(
      `DATABASE_URL : cette base de données est encodée en ${server.encoding}, et Manège demande UTF8 : la recherche et les statistiques y échouent. Rien n'a été changé.\n` +
        "Pour ne rien perdre de ce qu'elle contient, sauvegardez-la : npm run backup\n" +
        'Puis créez-en une autre, comme administrateur du serveur PostgreSQL :\n' +
        `  ${utf8Database(`${server.name}_utf8`, server.role)};\n` +
        'Enfin donnez-la dans DATABASE_URL et, si vous avez sauvegardé, restaurez-y la sauvegarde : npm run restore -- FICHIER.sauvegarde',
    );
  return server.version.split(' ')[0] ?? '';
}

/**
 * Throws a StartError if the file of a migration differs from the one that the database has run
 * (OPS-47).
 */
async function checkFiles(client: pg.ClientBase): Promise<void> {
  if (!(await isMigrated(client))) return;
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  );
  for (const { hash, created_at } of rows) {
    const tag = readJournal().find(({ when }) => when === Number(created_at))?.tag;
    if (
      tag === undefined ||
      hash === sha256(readFileSync(join(FOLDER, `${tag}.sql`))) ||
      EARLIER[tag]?.includes(hash)
    )
      continue;
    throw new StartError(
      `Le fichier de la migration ${tag} n'est plus celui que cette base a reçu : remettez celui de la version que vous avez installée (git checkout, ou une nouvelle copie). Rien n'a été changé.`,
    );
  }
}

/**
 * How many migrations of this version the database lacks, and whether a newer version has migrated
 * it.
 */
export async function compareMigrations(
  client: Asker,
): Promise<{ missing: number; newer: boolean }> {
  const { missing, newer } = await compare(client);
  return { missing: missing.length, newer };
}

async function compare(client: Asker): Promise<{ missing: Migration[]; newer: boolean }> {
  const last = (await isMigrated(client)) ? await lastOf(client) : 0;
  const all = readJournal();
  return {
    missing: all.filter(({ when }) => when > last),
    newer: all.every(({ when }) => when < last),
  };
}

/** A connection or the pool. */
type Asker = Pick<pg.Pool, 'query'> | pg.ClientBase;

async function isMigrated(client: Asker): Promise<boolean> {
  const {
    rows: [row],
  } = await client.query<{ migrated: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as migrated",
  );
  return row?.migrated === true;
}

/** The time of the last migration that the database has run. */
async function lastOf(client: Asker): Promise<number> {
  const {
    rows: [row],
  } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  return Number(row?.last ?? 0);
}

/**
 * The last migration that the database has run; null if it has run none, or one that this version
 * does not know.
 */
export async function lastMigration(client: pg.ClientBase): Promise<Migration | null> {
  if (!(await isMigrated(client))) return null;
  return migrationOf(await lastOf(client));
}

/** The migration of this version that was written at this time; null if it has none. */
export const migrationOf = (when: number): Migration | null =>
  readJournal().find((one) => one.when === when) ?? null;

/**
 * Runs the migrations after the last one of the database, up to a given one, in the open
 * transaction of the connection. Drizzle's own migrator is not used, because it commits. Throws a
 * MigrationError.
 */
export async function runMigrations(
  client: pg.ClientBase,
  { until = Infinity } = {},
): Promise<void> {
  const { readMigrationFiles } = await import('drizzle-orm/migrator');
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const last = await lastOf(client);
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: FOLDER })) {
    if (folderMillis <= last || folderMillis > until) continue;
    for (const statement of sql) {
      await client.query(statement).catch((error: unknown) => {
        throw new MigrationError(
          readJournal().find(({ when }) => when === folderMillis)?.tag ?? '',
          error,
        );
      });
    }
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
      [hash, folderMillis],
    );
  }
}
