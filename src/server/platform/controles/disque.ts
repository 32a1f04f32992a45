/** The free space of a folder, the disk on which it is, and whether a program exists. */
import { constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { explainBackupDir, freeBytes, may, nearest, obstacleTo } from '../files.ts';

/**
 * Free bytes in the folder or, if it does not exist yet, in the folder in which it will be created.
 */
export const freeIn = (dossier: string): number => freeBytes(nearest(dossier));

/**
 * Why no backup can be stored in the folder, in the words that a backup would use; null if one can.
 */
export function obstacleToBackups(dossier: string): string | null {
  const error = obstacleTo(dossier);
  return (
    error &&
    (explainBackupDir(error, dossier) ?? `${dossier} ne peut pas être écrit (${error.message}).`)
  );
}

/** True if two folders, existing or to be created, are on the same disk. */
export const areOnOneDisk = (one: string, other: string): boolean =>
  statSync(nearest(one)).dev === statSync(nearest(other)).dev;

/** True for a program that may be run: a path, or a name that is found in PATH. */
export function isProgram(command: string): boolean {
  const paths = command.includes('/')
    ? [command]
    : (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, command));
  return paths.some((path) => may(path, constants.X_OK) && statSync(path).isFile());
}
