/**
 * The mark of an installation. Its backups contain it, so that of several installations in one
 * folder each removes only its own backups (OPS-27).
 */
import { basename, join } from 'node:path';
import type pg from 'pg';
import { describeFile } from './header.ts';

/** null if the database still waits for the migration that adds the mark. */
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

/** Gives a restored database the mark that it had before the restore. */
export async function keepMark(client: pg.ClientBase, mark: string): Promise<void> {
  await client.query('update public.installation set marque = $1', [mark]);
}

/**
 * The mark in a file; null for a file of an earlier version, undefined if it is no backup or cannot
 * be read.
 */
export const markOf = (path: string): Promise<string | null | undefined> =>
  describeFile(path).then(
    ({ header }) => header.installation,
    () => undefined,
  );

/**
 * Decides which files belong to this installation. A file of an earlier version has no mark: it
 * belongs to this installation if the database records that it made the file. Until the database
 * has a mark, every such file does.
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
