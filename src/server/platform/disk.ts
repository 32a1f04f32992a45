/** A full disk: how it is recognised, before and after it stops PostgreSQL. */
import { freeBytes } from './files.ts';

/** What Node, initdb and postgres (which writes English here) say of a full disk or quota. */
export const DISK_FULL = /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/;

/** True for an error that a full disk caused, also inside Drizzle's wrapper. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (DISK_FULL.test(error.message) || isDiskFull(error.cause));

/**
 * PostgreSQL allocates its write-ahead log in pieces of 16 MB, and a server that found no space for
 * one may not even write why.
 */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

export const lacksSpace = (dir: string): boolean => freeBytes(dir) < MIN_FREE_BYTES;

/**
 * What PostgreSQL's end is due to, while it waits for room to start again: for the refusals of this
 * process.
 */
export const outage = { full: false };
