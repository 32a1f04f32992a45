/** A disk that is full: how it is recognised, and what is said of it. */
import { statfsSync } from 'node:fs';
import { EmbeddedError } from './embedded_account.ts';

export class NoRoomError extends EmbeddedError {
  constructor(dir: string) {
    super(`Le disque de ${dir} est plein : libérez de la place, puis relancez Manège.`);
  }
}

/** What Node, initdb and postgres, whose words are English here, say of a disk or a quota that is used up. */
export const NO_ROOM = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/;

/** True for an error that a full disk caused; Drizzle's wrapping is seen through. */
export const isNoRoom = (error: unknown): boolean => error instanceof Error && (NO_ROOM.test(error.message) || isNoRoom(error.cause));

/** PostgreSQL asks for its write-ahead log in pieces of 16 MB, and a server that found no room for one may not even write why. */
const ROOM_BYTES = 32 * 1024 * 1024;

export function lacksRoom(dir: string): boolean {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize < ROOM_BYTES;
}
