/**
 * Ensures that only one backup of a database runs at a time, and removes the leftovers of killed
 * ones. Every start loads this file, so it imports little.
 */
import { existsSync } from 'node:fs';
import pg from 'pg';
import { newClient } from '../connection.ts';
import { KEEP_ALIVE, lockMigrationsShared, tryLockBackups, unlockBackups } from '../locks.ts';
import { BusyError } from './errors.ts';
import { sweepFolder } from './folder.ts';
import { readMark } from './mark.ts';

/**
 * Removes the leftovers of killed backups, unless a backup is being made. `also`: further work that
 * must run while no backup can be made.
 */
export async function sweepLeftovers(
  url: string,
  dir: string,
  also: () => Promise<void>,
): Promise<void> {
  await alone(url, async (client) => {
    try {
      await sweep(client, dir);
    } finally {
      await also();
    }
  }).catch((error: unknown) => {
    if (!(error instanceof BusyError)) throw error;
  });
}

export async function sweep(client: pg.Client, dir: string): Promise<void> {
  if (existsSync(dir)) await sweepFolder(dir, await readMark(client));
  await dropLeftovers(client);
}

/**
 * Runs `work` on its own connection while no other backup and no migration of the database runs.
 * The locks are held until `work` ends or calls `giveBack`. Throws a BusyError if another backup
 * runs.
 */
export async function alone<T>(
  url: string,
  work: (client: pg.Client, giveBack: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = newClient(url, {
    application_name: 'manege sauvegarde',
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
  });
  await client.connect();
  try {
    if (!(await tryLockBackups(client))) throw new BusyError();
    await lockMigrationsShared(client);
    return await work(client, () => unlockBackups(client));
  } finally {
    await client.end();
  }
}

/**
 * The name prefix of the scratch databases of one database. Its oid distinguishes them from those
 * of another Manège on the same server.
 */
export async function prefixOf(client: pg.ClientBase): Promise<string> {
  const {
    rows: [row],
  } = await client.query<{ oid: string }>(
    'select oid::text from pg_database where datname = current_database()',
  );
  return `manege_verification_${row?.oid}_`;
}

/**
 * Removes the scratch databases that killed verifications left. The caller holds the lock of
 * backups, so none is in use.
 */
async function dropLeftovers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [await prefixOf(client)],
  );
  for (const { name } of rows) await dropScratch(client, name);
}

/**
 * Removes a scratch database, even if another process of this account is still connected to it. A
 * plain drop ends an autovacuum that works there; `with (force)` is refused because of the
 * autovacuum, unless the role is a superuser. If PostgreSQL refuses the drop, for example because
 * another role owns the database, the database stays: that must not prevent backups.
 */
export async function dropScratch(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  );
  await client
    .query(`drop database if exists ${pg.escapeIdentifier(name)}`)
    .catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError)) throw error;
    });
}
