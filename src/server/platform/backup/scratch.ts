/** Verifies a backup by restoring it into a temporary database (OPS-03). */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { newClient, utf8Database } from '../connection.ts';
import { freeBytes } from '../files.ts';
import { runMigrations } from '../migrations.ts';
import { dropScratch, prefixOf } from './alone.ts';
import type { Progress } from './backup.ts';
import { type BackupFile } from './file.ts';
import { load } from './load.ts';

/**
 * The required space as a multiple of the data: a verification stores them a second time, and
 * PostgreSQL writes its log.
 */
const ROOM = 3;

/**
 * Why no verification is possible here; null if it is. `folder`: the folder of the database on this
 * machine, null if the database is elsewhere.
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
 * The owner of a scratch database: the owner of the verified database, if this role may act as that
 * owner. The command runs as another role than the service (embedded/running.ts), and the service
 * must be able to remove what a killed command left.
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
 * Restores a file into a scratch database beside the database of the connection, like a real
 * restore, and removes it again. Throws if anything differs.
 */
export async function prove(
  client: pg.ClientBase,
  url: string,
  file: BackupFile,
  say: Progress,
): Promise<void> {
  const name = `${await prefixOf(client)}${randomBytes(4).toString('hex')}`;
  await client.query(utf8Database(name, await ownerOf(client)));
  try {
    const scratch = newClient(Object.assign(new URL(url), { pathname: `/${name}` }).href, {
      application_name: 'manege verification',
    });
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
