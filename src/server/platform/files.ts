/**
 * Atomic writes of small files, so that no other process reads an incomplete one; the free space of
 * a folder; and why a folder cannot be used.
 */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';

/** Sets the mode independent of the umask. */
function writeBeside(file: string, text: string, mode: number): string {
  const made = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(made, text, { mode, flag: 'wx', flush: true });
  chmodSync(made, mode);
  return made;
}

export function replaceFile(file: string, text: string, mode: number): void {
  renameSync(writeBeside(file, text, mode), file);
}

/** Writes a file that does not exist yet; of two simultaneous writers the first to finish wins. */
export function writeFirst(file: string, text: string, mode: number): void {
  const made = writeBeside(file, text, mode);
  try {
    linkSync(made, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') renameSync(made, file); // a file system without hard links
  } finally {
    rmSync(made, { force: true });
  }
}

/** Bytes that this account can still write on the disk of a folder. */
export function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

/** The system's error code, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** True if this account may access a path in this mode. */
export function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** The folder, or its nearest parent that exists. */
export const nearest = (dir: string): string =>
  existsSync(dir) || dir === dirname(dir) ? dir : nearest(dirname(dir));

/** Why this account can store nothing in a folder, existing or to be created; null if it can. */
export function obstacleTo(dir: string): Error | null {
  const there = nearest(dir);
  try {
    if (!statSync(there).isDirectory())
      return Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    accessSync(there, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return error as Error;
  }
}

/**
 * Creates a folder and its missing parents; returns the first that it created. On a read-only disk
 * Node itself reports ENOENT.
 */
export function makeDir(dir: string): string | undefined {
  try {
    return mkdirSync(dir, { recursive: true });
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? (obstacleTo(dir) ?? error) : error;
  }
}

/** True if the folder belongs to this account, but the account may not use it. */
const isOwnAndClosed = (dir: string): boolean =>
  existsSync(dir) && statSync(dir).uid === process.getuid?.() && obstacleTo(dir) !== null;

/** Why the data folder cannot be used, and what to do; null for any other error. */
export function explainDataDir(error: unknown, dataDir: string): string | null {
  const code = codeOf(error) ?? '';
  const closed = ['EACCES', 'EPERM'].includes(code);
  if (closed && isOwnAndClosed(dataDir))
    return `Le dossier de données ${dataDir} est fermé au compte à qui il appartient, et qui lance Manège : ouvrez-le-lui (« chmod u+rwx '${dataDir}' »).`;
  if (closed)
    return `Le dossier de données ${dataDir} appartient à un autre compte : lancez Manège sous ce compte, ou indiquez un autre dossier par DATA_DIR.`;
  if (code === 'EROFS') {
    return `Le dossier de données ${dataDir} est sur un disque en lecture seule, ce que le système fait aussi d'un disque en défaut (« dmesg » le dit) : remontez-le en écriture, puis relancez Manège, ou indiquez un autre dossier par DATA_DIR.`;
  }
  if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code))
    return `DATA_DIR doit être un dossier : ${dataDir} n'en est pas un.`;
  return null;
}

/** Why the folder of the backups cannot be used, and what to do; null for any other error. */
export function explainBackupDir(error: unknown, dir: string): string | null {
  const code = codeOf(error) ?? '';
  const named = `Le dossier des sauvegardes, ${dir},`;
  if (['EACCES', 'EPERM'].includes(code))
    return `${named} est fermé au compte qui lance Manège : ${openingOf(dir)}indiquez-en un autre par BACKUP_DIR.`;
  if (code === 'EROFS') {
    return `${named} est en lecture seule pour ce service : remontez son disque en écriture. Sous systemd, le service n'écrit que dans /var/lib/manege et /srv/sauvegardes : indiquez l'un d'eux par BACKUP_DIR, ou ajoutez ce dossier à ReadWritePaths=.`;
  }
  if (['EEXIST', 'ENOTDIR', 'EISDIR'].includes(code))
    return `BACKUP_DIR doit être un dossier : ${dir} n'en est pas un.`;
  if (code === 'ENOENT')
    return `${named} ne peut pas être créé : créez-le, ou indiquez-en un autre par BACKUP_DIR.`;
  return null;
}

/** How to open a folder to this account; empty if a closed folder is above it. */
function openingOf(dir: string): string {
  const there = nearest(dir);
  if (isOwnAndClosed(dir)) return `ouvrez-le-lui (« chmod u+rwx '${dir}' »), ou `;
  if (there === dir)
    return `donnez-le-lui, en tant que root (« chown -R ${accountName()}: '${dir}' »), ou `;
  return may(there, constants.X_OK)
    ? `créez-le, en tant que root (« install -d -o ${accountName()} -m 700 '${dir}' »), ou `
    : '';
}

/** The name of the account of this process; its number if it has no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
