/** How a full disk is recognised, before and after it stops PostgreSQL. */
import { freeBytes } from './files.ts';

/** Messages of Node, initdb and postgres (which writes English here) for a full disk or quota. */
export const DISK_FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/;

/** True for an error that a full disk caused, also inside Drizzle's wrapper. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (DISK_FULL.test(error.message) || isDiskFull(error.cause));

/**
 * PostgreSQL allocates its write-ahead log in pieces of 16 MB. A server that finds no space for one
 * may not even be able to log why.
 */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

export const lacksSpace = (dir: string): boolean => freeBytes(dir) < MIN_FREE_BYTES;

/**
 * `full`: PostgreSQL ended because of a full disk and waits for space to start again. The refusals
 * of this process read it.
 */
export const outage = { full: false };
