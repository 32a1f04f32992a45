/**
 * Writes a backup: every row as of one instant, read on one connection while the service runs
 * (OPS-01, ADR-022).
 */
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Before, nameOf } from '#domain/backups.ts';
import { lastMigration } from '../migrations.ts';
import { BackupError } from './errors.ts';
import { writeFile } from './file.ts';
import { unfinishedOf } from './folder.ts';
import { markOf, readMark } from './mark.ts';
import { END, RowSum, type Sum, summing } from './rows.ts';
import { copyOutOf, readConstraints, readTables, settle, type Table } from './tables.ts';

/** Receives progress messages of long operations, in French, for a terminal. */
export type Progress = (sentence: string) => void;

const asLine = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

const rowsOf = (client: pg.ClientBase, table: Table): AsyncIterable<Buffer> =>
  client.query(copyTo(copyOutOf(table)));

/** Counts and sums the present rows of a table. */
export async function sumOf(client: pg.ClientBase, table: Table): Promise<Sum> {
  const sum = new RowSum();
  for await (const piece of rowsOf(client, table)) sum.add(piece);
  return sum.sum;
}

/** The content of a backup, table by table, in the order of its file. */
export async function* contentOf(
  client: pg.ClientBase,
  tables: readonly Table[],
  say: Progress,
): AsyncGenerator<Buffer, void> {
  for (const table of tables) {
    yield asLine({ table: table.table, colonnes: table.colonnes });
    const sum = new RowSum();
    yield* summing(rowsOf(client, table), sum);
    yield END;
    yield asLine(sum.sum);
    say(`  ${table.table} : ${sum.sum.lignes}`);
  }
  yield asLine({ fin: tables.length, contraintes: await readConstraints(client) });
}

/**
 * The path of the file until it is complete. It contains the mark of the installation, by which the
 * leftovers of a killed backup are found.
 */
const unfinished = (path: string, mark: string | null): string =>
  join(dirname(path), `.${basename(path)}${unfinishedOf(mark)}`);

/**
 * A path for a file of this second, or of the next second at which no other installation has a
 * file.
 */
async function pathOf(
  dir: string,
  now: Date,
  before: Before,
  mark: string | null,
): Promise<string> {
  for (let at = now; ; at = new Date(at.getTime() + 1_000)) {
    const path = join(dir, nameOf(at, before));
    if (!existsSync(path) || (await markOf(path)) === mark) return path;
  }
}

/**
 * Writes a backup of the database of a connection into a folder. Returns the path of the file,
 * which gets its name once it is complete and flushed. Throws a BackupError if the database is not
 * one of Manège, or if it is newer than this version. The caller must end the connection after a
 * failure: an unfinished COPY may block every later statement.
 */
export async function writeBackup(
  client: pg.ClientBase,
  {
    dir,
    version,
    passphrase,
    now,
    before,
    say,
  }: {
    dir: string;
    version: string;
    passphrase: string | null;
    now: Date;
    before: Before;
    say: Progress;
  },
): Promise<string> {
  await client.query('begin isolation level repeatable read read only');
  await settle(client);
  const migration = await lastMigration(client);
  if (migration === null)
    throw new BackupError(
      "Cette base de données ne contient pas Manège, ou vient d'une version plus récente : elle n'est pas sauvegardée.",
    );
  const tables = await readTables(client, migration);
  const mark = await readMark(client);
  const path = await pathOf(dir, now, before, mark);
  const made = unfinished(path, mark);
  const header = {
    version,
    migration: migration.when,
    migration_nom: migration.tag,
    creee_at: now.toISOString(),
    installation: mark,
  };
  await writeFile(made, header, () => contentOf(client, tables, say), passphrase).catch(
    async (error: unknown) => {
      // if the folder refuses the removal too, the first error explains it
      await rm(made, { force: true }).catch(() => undefined);
      throw error;
    },
  );
  await client.query('rollback');
  await rename(made, path);
  await flush(dir);
  return path;
}

/** Flushes the folder, so that a rename survives a power cut. */
async function flush(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
