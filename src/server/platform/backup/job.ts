/** A backup from beginning to end: written, proved, handed on, and the old ones removed (OPS-01 to OPS-08). */
import { existsSync, statSync } from 'node:fs';
import pg from 'pg';
import { DISK_FULL } from '../embedded/errors.ts';
import { lockMigrationsShared, tryLockBackups } from '../locks.ts';
import { type Progress, writeBackup } from './backup.ts';
import { BackupError } from './errors.ts';
import { openFile } from './file.ts';
import { type BackupConfig, hand, openFolder, prune, sweepFolder } from './folder.ts';
import { dropLeftovers, obstacleTo, prove } from './scratch.ts';

export type Made = {
  path: string;
  octets: number;
  /** Why it could not be proved here; null for a backup that was restored and compared. */
  nonVerifiee: string | null;
};

type Job = { url: string; version: string; config: BackupConfig; now: Date; say: Progress };

/**
 * Makes a backup of a database; `restorePoint`: of what a restore is about to replace, not proved and not handed on. Throws a
 * BackupError; old backups are removed only when nothing has failed.
 */
export async function backUp(job: Job, { restorePoint = false } = {}): Promise<Made> {
  const { url, config: { dir, command, passphrase, base }, now, say } = job;
  await openFolder(dir);
  return alone(url, async (client) => {
    await sweep(client, dir);
    say(`Sauvegarde dans ${dir}`);
    const path = await writeBackup(client, { ...job, dir, passphrase, restorePoint }).catch(explain);
    const octets = statSync(path).size;
    if (restorePoint) return { path, octets, nonVerifiee: 'point de restauration' };
    say('Vérification, en la restaurant dans une base d\'essai…');
    const file = await openFile(path, passphrase);
    const nonVerifiee = await obstacleTo(client, base);
    if (nonVerifiee === null) await prove(client, url, file, say).catch(explain);
    if (command !== null) await hand(command, path);
    await prune(dir, now);
    return { path, octets, nonVerifiee };
  });
}

/** Removes what killed backups left, unless one is being made. */
export async function sweepLeftovers({ url, config: { dir } }: Pick<Job, 'url' | 'config'>): Promise<void> {
  await alone(url, (client) => sweep(client, dir)).catch((error: unknown) => {
    if (!(error instanceof BackupError)) throw error;
  });
}

async function sweep(client: pg.Client, dir: string): Promise<void> {
  if (existsSync(dir)) await sweepFolder(dir);
  await dropLeftovers(client);
}

/** Runs `work` on a connection of its own while no other backup of the database runs and none of its migrations. */
async function alone<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'manege sauvegarde', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // what waits for it fails
  await client.connect();
  try {
    if (!await tryLockBackups(client)) throw new BackupError('Une sauvegarde de cette base est déjà en cours.');
    await lockMigrationsShared(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** EFBIG: a limit on the size of files. */
const FULL = new RegExp(`${DISK_FULL.source}|EFBIG`);

function explain(error: unknown): never {
  if (error instanceof Error && FULL.test(`${error.message} ${(error as NodeJS.ErrnoException).code}`)) {
    throw new BackupError('Le disque est plein : la sauvegarde n\'a pas pu être écrite ou vérifiée. Celles d\'avant restent.');
  }
  throw error;
}
