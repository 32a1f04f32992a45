/** Small files beside the data that no other process may read half-written. */
import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** The mode whatever our umask. */
function writeBeside(file: string, text: string, mode: number): string {
  const made = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(made, text, { mode, flag: 'wx', flush: true });
  chmodSync(made, mode);
  return made;
}

export function replaceFile(file: string, text: string, mode: number): void {
  renameSync(writeBeside(file, text, mode), file);
}

/** Of two that write at once, the first to be done is kept. */
export function writeFirst(file: string, text: string, mode: number): void {
  const made = writeBeside(file, text, mode);
  try {
    linkSync(made, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') renameSync(made, file); // a disk without links
  } finally {
    rmSync(made, { force: true });
  }
}

/** The system's own word for what went wrong. */
export const codeOf = (error: unknown): string | undefined => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined);

/** What to say where the system lets us neither read nor write in the data folder; null for anything else. */
export const explainForbidden = (error: unknown, dataDir: string): string | null => ['EACCES', 'EPERM'].includes(codeOf(error) ?? '')
  ? `Le dossier de données ${dataDir} appartient à un autre compte : lancez Manège sous ce compte, ou indiquez un autre dossier par DATA_DIR.`
  : null;
