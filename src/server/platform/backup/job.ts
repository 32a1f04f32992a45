/**
 * A complete backup: it is written and verified, old ones are removed, and it is copied elsewhere
 * (OPS-01 to OPS-08).
 */
import { statSync } from 'node:fs';
import type pg from 'pg';
import { type Before, type Retention, retentionOf } from '#domain/backups.ts';
import { type Durees, dureesEnVigueur, type ReglagesDeDurees } from '#domain/settings/durees.ts';
import { DISK_FULL } from '../disk.ts';
import { codeOf, explainBackupDir } from '../files.ts';
import { alone, sweep } from './alone.ts';
import { type Progress, writeBackup } from './backup.ts';
import { BackupError } from './errors.ts';
import { openFile } from './file.ts';
import type { BackupConfig } from '../services.ts';
import { hand, openFolder, prune, setAside } from './folder.ts';
import { ownFiles } from './mark.ts';
import { obstacleTo, prove } from './scratch.ts';

export type Made = {
  path: string;
  octets: number;
  /** Why it could not be verified here; null for a backup that was restored and compared. */
  nonVerifiee: string | null;
};

type Job = { url: string; version: string; config: BackupConfig; now: Date; say: Progress };

/**
 * Makes a backup of a database, and removes the old ones once it is verified. Throws a BackupError.
 */
export const backUp = (job: Job): Promise<Made> =>
  alone(job.url, (client, giveBack) => backUpAlone(client, job, giveBack));

/**
 * The same on a connection that holds the locks of a backup. They are released before
 * BACKUP_COMMAND runs, which may take an hour.
 */
export async function backUpAlone(
  client: pg.Client,
  job: Job,
  giveBack: () => Promise<void>,
): Promise<Made> {
  const { command } = job.config;
  const path = await write(client, job, null);
  const nonVerifiee = await verify(client, job, path).catch(async (error: unknown) => {
    await setAside(path);
    throw error;
  });
  await tidy(client, job);
  const made = { path, octets: statSync(path).size, nonVerifiee };
  await giveBack();
  if (command !== null) await hand(command, path);
  return made;
}

/**
 * Writes a restore point: a backup of the data that a restore is about to replace. It is neither
 * verified nor copied elsewhere. Returns its path.
 */
export const writeRestorePoint = (job: Job): Promise<string> =>
  alone(job.url, (client) => write(client, job, 'restauration'));

/**
 * Writes a file on a connection whose locks prevent other backups and migrations; returns its path.
 */
export async function write(client: pg.Client, job: Job, before: Before): Promise<string> {
  const {
    config: { dir, passphrase },
    say,
  } = job;
  try {
    await openFolder(dir);
    await sweep(client, dir);
    say(`Sauvegarde dans ${dir}`);
    return await writeBackup(client, { ...job, dir, passphrase, before });
  } catch (error) {
    if (isFull(error))
      throw new BackupError(
        `Le disque de ${dir} est plein : la sauvegarde n'a pas pu être écrite. Libérez de la place, puis recommencez ; celles d'avant restent.`,
      );
    const why = explainBackupDir(error, dir);
    throw why === null ? error : new BackupError(why);
  }
}

/**
 * Restores a file into a scratch database and runs the missing migrations there. Returns why that
 * was impossible; null if it was done.
 */
export async function verify(
  client: pg.Client,
  { url, config: { passphrase, base }, say }: Job,
  path: string,
): Promise<string | null> {
  say("Vérification, en la restaurant dans une base d'essai…");
  const file = await openFile(path, passphrase);
  const nonVerifiee = await obstacleTo(client, base);
  if (nonVerifiee === null) {
    await prove(client, url, file, say).catch((error: unknown) => {
      throw isFull(error)
        ? new BackupError(
            "Le disque de la base de données est plein : la sauvegarde est écrite, mais n'a pas pu être vérifiée. Libérez de la place, puis recommencez.",
          )
        : error;
    });
  }
  return nonVerifiee;
}

/** Deletes the backups of this installation that the retention does not keep. */
export const tidy = async (client: pg.ClientBase, { config: { dir }, now }: Job): Promise<void> =>
  prune(dir, now, await readRetention(client, now), await ownFiles(client, dir));

type Stored = ReglagesDeDurees & { dureesAvant?: Durees | null; dureesJusque?: string | null };

/**
 * The retention in force in the settings of the database (SET-51). A database that waits for its
 * migrations may not have these settings yet.
 */
async function readRetention(client: pg.ClientBase, now: Date): Promise<Retention> {
  const {
    rows: [row],
  } = await client.query<{ stored: Stored }>(
    'select to_jsonb(parametres) as stored from parametres',
  );
  if (!row) return retentionOf({});
  const { dureesAvant: durees, dureesJusque } = row.stored;
  const avant = durees && dureesJusque ? { durees, jusque: new Date(dureesJusque) } : null;
  return retentionOf(dureesEnVigueur(row.stored, avant, now));
}

/** EFBIG: a limit on the size of files. */
const FULL = new RegExp(`${DISK_FULL.source}|EFBIG`);

const isFull = (error: unknown): boolean =>
  error instanceof Error && FULL.test(`${error.message} ${codeOf(error)}`);
