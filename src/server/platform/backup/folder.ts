/**
 * The folder of the backups: their files, what a killed backup left, and the ids of erased accounts
 * (OPS-04, OPS-08, OPS-12).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openAsBlob, readFileSync, statSync } from 'node:fs';
import { chmod, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  outdatedOf,
  readName,
  type Retention,
  type Sauvegarde,
} from '#domain/operations/sauvegardes.ts';
import { codeOf, explainBackupDir, makeDir, replaceFile } from '../files.ts';
import { BackupError } from './errors.ts';
import { markOf } from './mark.ts';

/** Creates the folder, which nobody else may enter. */
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
 * The backups in the folder, the newest first; none where it cannot be read, which the next backup
 * says.
 */
export async function listBackups(dir: string): Promise<Sauvegarde[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .flatMap((nom) => readName(nom) ?? [])
    .toSorted((a, b) => b.creee_at.getTime() - a.creee_at.getTime());
}

/**
 * Deletes the backups of an installation that nothing keeps; `isOwn`: whether a file is one of its
 * own (OPS-27).
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
 * Of a backup whose proof failed. It is none of those that are kept: the last one that could be
 * restored must not go because of it.
 */
const ASIDE = '.refusee';

/**
 * Takes a backup out of those that are kept; of an installation only the newest such file stays.
 */
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
 * The file of a backup, which is read as it is sent; null where the name is not one of a backup in
 * the folder.
 */
export async function openBackup(dir: string, nom: string): Promise<File | null> {
  if (readName(nom) === null || !existsSync(join(dir, nom))) return null;
  return new File([await openAsBlob(join(dir, nom))], nom, { type: 'application/octet-stream' });
}

/**
 * How the name of a file ends that an installation has not finished; null: an earlier version, or
 * an upload.
 */
export const unfinishedOf = (mark: string | null): string =>
  mark === null ? '.en-cours' : `.${mark}.en-cours`;

/** After which a file that nothing is written to any more is one of a killed service. */
const SILENT_MS = 3_600_000;

/**
 * Removes the unfinished files of killed backups. The caller holds the lock of backups, so none of
 * this installation is being written; one without a mark may be, by another one or by an upload.
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

/** What a copy of the backup needs not know. */
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

/** An hour: what a copy to elsewhere may take. */
const COMMAND_MS = 3_600_000;

/**
 * Runs the command with the path as its only argument, without a shell; what it prints goes nowhere
 * (OPS-06).
 */
export async function hand(command: string, path: string): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !SECRETS.has(name)),
  );
  // Not spawn's own `timeout`: where nothing starts, its timer keeps the process for that hour.
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

/** The ids of accounts that were erased, which a restore must erase again. */
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
