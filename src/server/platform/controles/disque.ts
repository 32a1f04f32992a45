/** How much room a folder has. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Disque } from '#domain/controles.ts';
import { freeBytes } from '../files.ts';

/** Of the folder, or of the one in which it will be created. */
export function readDisque(dossier: string): Disque {
  let there = dossier;
  while (!existsSync(there) && there !== dirname(there)) there = dirname(there);
  return { dossier, free: freeBytes(there), writable: isWritable(there) };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
