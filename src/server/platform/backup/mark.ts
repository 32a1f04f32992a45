/**
 * The mark of an installation. Its backups carry it, so that of several in one folder each removes
 * its own only (OPS-27).
 */
import { basename, join } from 'node:path';
import type pg from 'pg';
import { describeFile } from './header.ts';

/** null where the database still waits for the migration that gives it one. */
export async function readMark(client: pg.ClientBase): Promise<string | null> {
  const {
    rows: [row],
  } = await client.query<{ there: boolean }>(
    "select to_regclass('public.installation') is not null as there",
  );
  if (row?.there !== true) return null;
  return (
    (await client.query<{ marque: string }>('select marque from public.installation')).rows[0]
      ?.marque ?? null
  );
}

/** Gives a database that was just restored the mark that it had before. */
export async function keepMark(client: pg.ClientBase, mark: string): Promise<void> {
  await client.query('update public.installation set marque = $1', [mark]);
}

/**
 * The mark that a file carries; null for one of an earlier version, undefined where it is no backup
 * or cannot be read.
 */
export const markOf = (path: string): Promise<string | null | undefined> =>
  describeFile(path).then(
    ({ header }) => header.installation,
    () => undefined,
  );

/**
 * Tells the files of this installation from others. One of an earlier version carries no mark: it
 * is ours where this database remembers that it made it. Until the database has a mark, every such
 * file is.
 */
export async function ownFiles(
  client: pg.ClientBase,
  dir: string,
): Promise<(nom: string) => Promise<boolean>> {
  const mark = await readMark(client);
  const { rows } =
    mark === null
      ? { rows: [] }
      : await client.query<{ fichier: string }>(
          'select fichier from public.sauvegardes where fichier is not null',
        );
  const made = new Set(rows.map(({ fichier }) => basename(fichier)));
  return async (nom) => {
    const found = await markOf(join(dir, nom));
    return found === null ? mark === null || made.has(nom) : found === mark;
  };
}
