/** Replaces the content of a database with a backup, in one transaction (OPS-10). */
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { Refus } from '#domain/errors/errors.ts';
import { newClient } from '../connection.ts';
import type { Tx } from '../db.ts';
import { KEEP_ALIVE, lockMigrations } from '../locks.ts';
import { checkServer, hasOthers, runMigrations } from '../migrations.ts';
import * as schema from '../schema/schema.ts';
import type { Progress } from './backup.ts';
import { BackupError, explainDatabase } from './errors.ts';
import type { BackupFile } from './file.ts';
import { load } from './load.ts';
import { keepMark, readMark } from './mark.ts';

/**
 * Restores a file. `before` runs after all checks, if there is data to replace. It is null for an
 * empty installation, which is restored while its instances run. `after` runs in the transaction,
 * on the current schema. Returns the rows per table, as the file has them. Throws a BackupError, or
 * the errors of `before` and `after`; then nothing is changed.
 */
export async function restoreFile({
  url,
  file,
  before,
  after,
  say,
}: {
  url: string;
  file: BackupFile;
  before: (() => Promise<void>) | null;
  after: (tx: Tx) => Promise<void>;
  say: Progress;
}): Promise<Record<string, number>> {
  const client = newClient(url, {
    application_name: 'manege restauration',
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
  });
  await client.connect();
  try {
    await checkServer(client);
    if (before !== null) await refuseOthers(client);
    if (before !== null && (await isFilled(client))) await before();
    // a person waits at the page and must get an answer
    if (before === null) await client.query("set lock_timeout = '10s'");
    await lockMigrations(client);
    if (before !== null) await refuseOthers(client);
    say(`Restauration de ${file.path}`);
    const rows = await drizzle(client, { schema }).transaction(async (tx) => {
      if (before === null) await refuseAccounts(client);
      const mark = await readMark(client);
      const loaded = await load(client, file, say);
      await runMigrations(client);
      if (mark !== null) await keepMark(client, mark);
      await after(tx);
      return loaded;
    });
    await client.query('analyze').catch(() => undefined); // everything is restored by now
    return rows;
  } catch (error) {
    throw explain(error);
  } finally {
    await client.end();
  }
}

/** The ids of erased accounts in a database of any migration. */
export async function readErasedOf(url: string): Promise<string[]> {
  const client = newClient(url, { connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const {
      rows: [row],
    } = await client.query<{ there: boolean }>(
      "select to_regclass('public.comptes_effaces') is not null as there",
    );
    return row?.there === true
      ? (await client.query<{ id: string }>('select id from comptes_effaces')).rows.map(
          ({ id }) => id,
        )
      : [];
  } finally {
    await client.end();
  }
}

/**
 * Refuses if another instance is connected: it would continue with outdated data, and its writes
 * would be lost or would wait.
 */
async function refuseOthers(client: pg.Client): Promise<void> {
  if (await hasOthers(client))
    throw new BackupError(
      "Un Manège est connecté à cette base de données : arrêtez toutes ses instances, puis recommencez. Rien n'a été changé.",
    );
}

/**
 * Refuses if there is an account. From here to the end of the transaction nobody can create one: of
 * two restores, or of a restore and a first administrator, only one succeeds (OPS-33).
 */
async function refuseAccounts(client: pg.Client): Promise<void> {
  await client.query('lock table public.users in access exclusive mode');
  const { rowCount } = await client.query('select 1 from public.users limit 1');
  if (rowCount !== 0) throw new Refus('installation_close');
}

async function isFilled(client: pg.Client): Promise<boolean> {
  const {
    rows: [row],
  } = await client.query<{ filled: boolean }>(
    "select to_regclass('public.users') is not null as filled",
  );
  return row?.filled === true;
}

function explain(error: unknown): unknown {
  const why = explainDatabase(error);
  return why === null
    ? error
    : new BackupError(`La base de données n'a pas été restaurée, et rien n'a changé : ${why}`, {
        cause: error,
      });
}
