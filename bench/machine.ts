/** The speed of the machine itself, so that times of two runs can be compared. */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { integer, ratio } from './report.ts';

const SECONDS = 0.5;

/** One sentence. `folder`: on the disk that will hold the database. */
export function describeMachine(folder: string): string {
  const megabyte = Buffer.alloc(1_000_000);
  const hashed = perSecond(() => createHash('sha256').update(megabyte).digest());
  const path = join(folder, 'fsync');
  const file = openSync(path, 'w');
  const synced = perSecond(() => {
    writeSync(file, 'x');
    fsyncSync(file);
  });
  closeSync(file);
  rmSync(path);
  return (
    `Node ${process.versions.node}, ${availableParallelism()} cœurs (${cpus()[0]?.model.trim()}), charge au départ ${ratio(loadavg()[0] ?? 0)}, ` +
    `${integer(hashed)} Mo de SHA-256 par seconde et par cœur, ${integer(synced)} fsync par seconde`
  );
}

function perSecond(work: () => void): number {
  const start = performance.now();
  let n = 0;
  for (; performance.now() - start < SECONDS * 1000; n += 1) work();
  return n / ((performance.now() - start) / 1000);
}
