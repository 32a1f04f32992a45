/**
 * Writes a backup: every row of one instant, read on one connection while the service runs (OPS-01,
 * ADR-022).
 */
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Before, nameOf } from '#domain/operations/sauvegardes.ts';
import { lastMigration } from '../migrations.ts';
import { BackupError } from './errors.ts';
import { writeFile } from './file.ts';
import { unfinishedOf } from './folder.ts';
import { markOf, readMark } from './mark.ts';
import { END, RowSum, type Sum, summing } from './rows.ts';
import { copyOutOf, readConstraints, readTables, settle, type Table } from './tables.ts';

/** What is told while something takes long: French, for a terminal. */
export type Progress = (sentence: string) => void;

const asLine = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

const rowsOf = (client: pg.ClientBase, table: Table): AsyncIterable<Buffer> =>
  client.query(copyTo(copyOutOf(table)));

/** Counts and sums a table as it stands. */
export async function sumOf(client: pg.ClientBase, table: Table): Promise<Sum> {
  const sum = new RowSum();
  for await (const piece of rowsOf(client, table)) sum.add(piece);
  return sum.sum;
}

/** What a backup holds, table by table, as its file does. */
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
 * The file that is written before it has its name; what a killed backup of an installation leaves
 * is found by it.
 */
const unfinished = (path: string, mark: string | null): string =>
  join(dirname(path), `.${basename(path)}${unfinishedOf(mark)}`);

/** A path for a file of this second, or of the next at which no other installation has one. */
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
 * Writes a backup of the database of a connection into a folder; the path of the file, which is
 * complete and flushed when it has its name. Throws a BackupError where the database is not one of
 * ours, or is newer than this version. The caller ends the connection after a failure: a COPY that
 * nobody reads to its end may stand in front of every later statement.
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
  const tables = await readTables(client);
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
      await rm(made, { force: true }).catch(() => undefined); // what the folder refuses is told by the first error
      throw error;
    },
  );
  await client.query('rollback');
  await rename(made, path);
  await flush(dir);
  return path;
}

/** Makes a rename last through a power cut. */
async function flush(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
