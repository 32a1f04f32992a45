/**
 * One backup of a database at a time, and what killed ones left. Loaded at each start, so it needs
 * little.
 */
import { existsSync } from 'node:fs';
import pg from 'pg';
import { KEEP_ALIVE, lockMigrationsShared, tryLockBackups, unlockBackups } from '../locks.ts';
import { BusyError } from './errors.ts';
import { sweepFolder } from './folder.ts';
import { readMark } from './mark.ts';

/**
 * Removes what killed backups left, unless one is being made; `also`: what else is done while none
 * can be.
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
 * Runs `work` on a connection of its own while no other backup of the database runs and none of its
 * migrations, or until it calls `giveBack`. Throws a BusyError while one runs.
 */
export async function alone<T>(
  url: string,
  work: (client: pg.Client, giveBack: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'manege sauvegarde',
    connectionTimeoutMillis: 10_000,
    ...KEEP_ALIVE,
  });
  client.on('error', () => undefined); // what waits for it fails
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
 * Scratch databases of one database: its oid tells them from those of another Manège on the same
 * server.
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
 * Removes the scratch databases that killed proofs left. The caller holds the lock of backups, so
 * none is in use.
 */
async function dropLeftovers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [await prefixOf(client)],
  );
  for (const { name } of rows) await dropScratch(client, name);
}

/**
 * Removes a scratch database, whoever of us is still connected to it. A drop ends the autovacuum
 * that works there by itself; one `with (force)` is refused because of it to whoever is no
 * superuser. What PostgreSQL refuses to remove, such as the database of another role, stays: it
 * must not stand in the way of backups.
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
