/** How much room a folder has, on which disk it lies, and whether a program is there. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Disque } from '#domain/controles.ts';
import { freeBytes } from '../files.ts';

/** Of the folder, or of the one in which it will be created. */
export function readDisque(dossier: string): Disque {
  const there = existing(dossier);
  return { dossier, free: freeBytes(there), writable: may(there, constants.W_OK | constants.X_OK) && statSync(there).isDirectory() };
}

/** True for two folders, existing or to be created, on one disk. */
export const areOnOneDisk = (one: string, other: string): boolean => statSync(existing(one)).dev === statSync(existing(other)).dev;

/** True for a program that may be run: a path, or a name that PATH leads to. */
export function isProgram(command: string): boolean {
  const paths = command.includes('/') ? [command] : (process.env['PATH'] ?? '').split(delimiter).map((dir) => join(dir, command));
  return paths.some((path) => may(path, constants.X_OK) && statSync(path).isFile());
}

function existing(dossier: string): string {
  let there = dossier;
  while (!existsSync(there) && there !== dirname(there)) there = dirname(there);
  return there;
}

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
