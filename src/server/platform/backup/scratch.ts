/** Proves a backup by restoring it into a database that exists only for that (OPS-03). */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { freeBytes } from '../files.ts';
import { runMigrations } from '../migrations.ts';
import { dropScratch, prefixOf } from './alone.ts';
import type { Progress } from './backup.ts';
import { type BackupFile } from './file.ts';
import { load } from './load.ts';

/** A proof needs the data a second time, and what PostgreSQL writes on the way. */
const ROOM = 3;

/**
 * Why no proof is possible here; null where one is. `folder`: where the database lies on this
 * machine, null where that is elsewhere.
 */
export async function obstacleTo(
  client: pg.ClientBase,
  folder: string | null,
): Promise<string | null> {
  const {
    rows: [row],
  } = await client.query<{ may: boolean; bytes: string }>(
    'select rolcreatedb or rolsuper as may, pg_database_size(current_database()) as bytes from pg_roles where rolname = current_user',
  );
  if (row?.may !== true)
    return "l'utilisateur de la base n'a pas le droit de créer une base d'essai (CREATEDB)";
  if (folder === null) return null;
  return freeBytes(folder) < ROOM * Number(row.bytes)
    ? "le disque de la base n'a pas trois fois la place qu'elle occupe"
    : null;
}

/**
 * Whose a scratch database is: the owner of the database that is proved, where this role may act as
 * that one. The command runs as another role than the service (embedded/running.ts), which must be
 * able to remove what a killed command left.
 */
async function ownerOf(client: pg.ClientBase): Promise<string> {
  const {
    rows: [row],
  } = await client.query<{ owner: string }>(
    "select case when pg_has_role(datdba, 'MEMBER') then pg_get_userbyid(datdba) else current_user end as owner from pg_database where datname = current_database()",
  );
  return row?.owner ?? '';
}

/**
 * Restores a file into a scratch database beside the one of the connection, as a restore would, and
 * removes it again. Throws what does not match.
 */
export async function prove(
  client: pg.ClientBase,
  url: string,
  file: BackupFile,
  say: Progress,
): Promise<void> {
  const name = `${await prefixOf(client)}${randomBytes(4).toString('hex')}`;
  await client.query(`create database ${name} owner ${pg.escapeIdentifier(await ownerOf(client))}`);
  try {
    const scratch = new pg.Client({
      connectionString: Object.assign(new URL(url), { pathname: `/${name}` }).href,
      application_name: 'manege verification',
    });
    scratch.on('error', () => undefined); // what waits for it fails
    await scratch.connect();
    try {
      await scratch.query('begin');
      await load(scratch, file, say);
      await runMigrations(scratch);
      await scratch.query('commit');
    } finally {
      await scratch.end();
    }
  } finally {
    await dropScratch(client, name);
  }
}
