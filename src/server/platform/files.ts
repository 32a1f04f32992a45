/** Atomic writes of small files, so that no other process reads one half-written; and the room that a folder has. */
import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';

/** Sets the mode independently of the umask. */
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

/** Bytes that this account may still write on the disk of a folder. */
export function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

/** The system's error code, such as `ENOENT`. */
export const codeOf = (error: unknown): string | undefined => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined);

/** The sentence for a data folder that belongs to another account; null for any other error. */
export const explainForbidden = (error: unknown, dataDir: string): string | null => ['EACCES', 'EPERM'].includes(codeOf(error) ?? '')
  ? `Le dossier de données ${dataDir} appartient à un autre compte : lancez Manège sous ce compte, ou indiquez un autre dossier par DATA_DIR.`
  : null;
