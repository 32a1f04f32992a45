/**
 * The folder of the backups: their files, the leftovers of killed backups, and the ids of erased
 * accounts (OPS-04, OPS-08, OPS-12).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openAsBlob, readFileSync, statSync } from 'node:fs';
import { chmod, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { outdatedOf, readName, type Retention, type Sauvegarde } from '#domain/backups.ts';
import { codeOf, explainBackupDir, makeDir, replaceFile } from '../files.ts';
import { BackupError } from './errors.ts';
import { markOf } from './mark.ts';

/** Creates the folder so that no other account can enter it. */
export async function openFolder(dir: string): Promise<void> {
  try {
    if (!existsSync(dir)) {
      makeDir(dir);
      await chmod(dir, 0o700);
    }
    if (!statSync(dir).isDirectory())
      throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  } catch (error) {
    throw new BackupError(
      explainBackupDir(error, dir) ??
        `Le dossier des sauvegardes, ${dir}, ne peut pas être créé (${codeOf(error)}) : indiquez-en un autre par BACKUP_DIR.`,
    );
  }
}

/**
 * The backups in the folder, newest first. None if the folder cannot be read; the next backup then
 * reports it.
 */
export async function listBackups(dir: string): Promise<Sauvegarde[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .flatMap((nom) => readName(nom) ?? [])
    .toSorted((a, b) => b.creee_at.getTime() - a.creee_at.getTime());
}

/**
 * Deletes the backups of an installation that the retention does not keep; `isOwn`: whether a file
 * belongs to the installation (OPS-27).
 */
export async function prune(
  dir: string,
  now: Date,
  retention: Retention,
  isOwn: (nom: string) => Promise<boolean>,
): Promise<void> {
  const own: Sauvegarde[] = [];
  for (const one of await listBackups(dir)) if (await isOwn(one.nom)) own.push(one);
  for (const { nom } of outdatedOf(own, now, retention)) await rm(join(dir, nom), { force: true });
}

/**
 * The suffix of a backup whose verification failed. Such a file does not count for the retention,
 * so that the last backup that can be restored is not deleted because of it.
 */
const ASIDE = '.refusee';

/** Excludes a backup from the retention; only the newest such file of an installation stays. */
export async function setAside(path: string): Promise<void> {
  const [dir, mark] = [dirname(path), await markOf(path)];
  for (const name of await readdir(dir)) {
    const isAside = name.endsWith(ASIDE) && readName(name.slice(0, -ASIDE.length)) !== null;
    if (isAside && (await markOf(join(dir, name))) === mark)
      await rm(join(dir, name), { force: true });
  }
  await rename(path, `${path}${ASIDE}`);
}

/**
 * The file of a backup, read while it is sent; null if the name is not that of a backup in the
 * folder.
 */
export async function openBackup(dir: string, nom: string): Promise<File | null> {
  if (readName(nom) === null || !existsSync(join(dir, nom))) return null;
  return new File([await openAsBlob(join(dir, nom))], nom, { type: 'application/octet-stream' });
}

/**
 * The suffix of a file that an installation has not finished; null: of an earlier version, or of an
 * upload.
 */
export const unfinishedOf = (mark: string | null): string =>
  mark === null ? '.en-cours' : `.${mark}.en-cours`;

/**
 * If nothing was written to an unfinished file for this long, it is a leftover of a killed service.
 */
const SILENT_MS = 3_600_000;

/**
 * Removes the unfinished files of killed backups. The caller holds the lock of backups, so no file
 * of this installation is being written. A file without a mark may be in use by another
 * installation or by an upload.
 */
export async function sweepFolder(dir: string, mark: string | null): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!/^\.manege-.*\.sauvegarde\./.test(name)) continue;
    const isOwn = mark !== null && name.endsWith(unfinishedOf(mark));
    const isOld =
      name.endsWith('.sauvegarde.en-cours') &&
      Date.now() - ((await stat(join(dir, name)).catch(() => null))?.mtimeMs ?? Infinity) >
        SILENT_MS;
    if (isOwn || isOld) await rm(join(dir, name), { force: true });
  }
}

/** Environment variables that the command for copying a backup does not need. */
const SECRETS = new Set([
  'SECRET',
  'METRICS_TOKEN',
  'PGPASSWORD',
  'POSTGRES_PASSWORD',
  'DATABASE_URL',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'BACKUP_PASSPHRASE',
  'BACKUP_PASSPHRASE_FILE',
]);

/** An hour: the longest time for copying a backup elsewhere. */
const COMMAND_MS = 3_600_000;

/**
 * Runs the command with the path as its only argument, without a shell; its output is discarded
 * (OPS-06).
 */
export async function hand(command: string, path: string): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !SECRETS.has(name)),
  );
  // spawn's own `timeout` is not used: if the program does not start, its timer keeps this process
  // alive for that hour.
  const child = spawn(command, [path], {
    env,
    stdio: 'ignore',
    signal: AbortSignal.timeout(COMMAND_MS),
    killSignal: 'SIGKILL',
  });
  const failure = await once(child, 'exit').then(
    ([code, signal]) => (code === 0 ? null : code === null ? String(signal) : `code ${code}`),
    (error: unknown) => (child.killed ? "plus d'une heure" : `code ${codeOf(error)}`),
  );
  if (failure !== null)
    throw new BackupError(
      `La sauvegarde ${path} est faite, mais BACKUP_COMMAND a échoué (${failure}).`,
    );
}

const erasedFile = (dir: string): string => join(dir, 'comptes-effaces.txt');

/** The ids of erased accounts, which a restore must erase again. */
export function readErased(dir: string): string[] {
  return existsSync(erasedFile(dir))
    ? readFileSync(erasedFile(dir), 'utf8')
        .split('\n')
        .filter((id) => /^[0-9a-f-]{36}$/.test(id))
    : [];
}

/** Adds ids to the file; none is ever removed. */
export async function keepErased(dir: string, ids: readonly string[]): Promise<void> {
  const known = readErased(dir);
  const added = ids.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  await openFolder(dir);
  replaceFile(erasedFile(dir), [...known, ...added, ''].join('\n'), 0o600);
}
