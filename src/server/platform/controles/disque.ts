/** How much room a folder has. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Disque } from '#domain/controles.ts';

/** Of the folder, or of the one in which it will be created. */
export function readDisque(dossier: string): Disque {
  let there = dossier;
  while (!existsSync(there) && there !== dirname(there)) there = dirname(there);
  const { bavail, bsize } = statfsSync(there);
  return { dossier, free: bavail * bsize, writable: isWritable(there) };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
