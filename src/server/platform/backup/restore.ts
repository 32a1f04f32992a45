/** Replaces what a database holds by a backup, in one transaction (OPS-10). */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Tx } from '../db.ts';
import { lockMigrations } from '../locks.ts';
import { checkServer, runMigrations } from '../migrations.ts';
import * as schema from '../schema.ts';
import type { Progress } from './backup.ts';
import { BackupError } from './errors.ts';
import type { BackupFile } from './file.ts';
import { load } from './load.ts';

/**
 * Restores a file. `before` runs once nothing stands in the way, where there is something to replace; `after` in the transaction,
 * on the current schema. Rows per table, as the file has them. Throws a BackupError, or whatever they throw, and leaves everything as it was.
 */
export async function restoreFile({ url, file, before, after, say }: {
  url: string; file: BackupFile; before: () => Promise<void>; after: (tx: Tx) => Promise<void>; say: Progress;
}): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: url, application_name: 'manege restauration', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // what waits for it fails
  await client.connect();
  try {
    await checkServer(client);
    await refuseOthers(client);
    if (await isFilled(client)) await before();
    await lockMigrations(client);
    await refuseOthers(client);
    say(`Restauration de ${file.path}`);
    const rows = await drizzle(client, { schema }).transaction(async (tx) => {
      const loaded = await load(client, file, say);
      await runMigrations(client);
      await after(tx);
      return loaded;
    });
    await client.query('analyze');
    return rows;
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end();
  }
}

/** The ids of erased accounts in a database of any migration. */
export async function readErasedOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows: [row] } = await client.query<{ there: boolean }>("select to_regclass('public.comptes_effaces') is not null as there");
    return row?.there === true ? (await client.query<{ id: string }>('select id from comptes_effaces')).rows.map(({ id }) => id) : [];
  } finally {
    await client.end();
  }
}

/** Another instance would go on with what it knows, and its writes would be lost or wait. */
async function refuseOthers(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'manege%'");
  if (rowCount !== 0) throw new BackupError('Un Manège est connecté à cette base de données : arrêtez toutes ses instances, puis recommencez. Rien n\'a été changé.');
}

async function isFilled(client: pg.Client): Promise<boolean> {
  const { rows: [row] } = await client.query<{ filled: boolean }>("select to_regclass('public.users') is not null as filled");
  return row?.filled === true;
}

/** What PostgreSQL refuses, as sentences. */
const REFUSALS: Record<string, string> = {
  '2BP01': 'des vues ou des tables étrangères à Manège dépendent des siennes ; supprimez-les d\'abord.',
  '42501': 'l\'utilisateur de la base n\'est pas le propriétaire de ses tables, ou n\'a pas le droit d\'en créer.',
  '55P03': 'une autre connexion utilise ses tables.',
  '53100': 'le disque est plein.',
};

function explain(error: unknown): unknown {
  const cause = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error;
  const why = cause instanceof pg.DatabaseError ? REFUSALS[cause.code ?? ''] : undefined;
  return why === undefined ? error : new BackupError(`La base de données n'a pas été restaurée, et rien n'a changé : ${why}`);
}
