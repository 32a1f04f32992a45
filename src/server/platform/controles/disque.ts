/** How much room a folder has, on which disk it lies, and whether a program is there. */
import { constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { explainBackupDir, freeBytes, may, nearest, obstacleTo } from '../files.ts';

/** Bytes that are free in the folder, or in the one in which it will be created. */
export const freeIn = (dossier: string): number => freeBytes(nearest(dossier));

/** Why no backup can be stored in the folder, as a backup would say it; null where one can. */
export function obstacleToBackups(dossier: string): string | null {
  const error = obstacleTo(dossier);
  return (
    error &&
    (explainBackupDir(error, dossier) ?? `${dossier} ne peut pas être écrit (${error.message}).`)
  );
}

/** True for two folders, existing or to be created, on one disk. */
export const areOnOneDisk = (one: string, other: string): boolean =>
  statSync(nearest(one)).dev === statSync(nearest(other)).dev;

/** True for a program that may be run: a path, or a name that PATH leads to. */
export function isProgram(command: string): boolean {
  const paths = command.includes('/')
    ? [command]
    : (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, command));
  return paths.some((path) => may(path, constants.X_OK) && statSync(path).isFile());
}
