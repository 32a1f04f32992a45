/**
 * The threads of Node's pool, which hash passwords and encode photos, leave the cores to the one
 * that answers (ACC-37).
 */
import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

const PRIORITY = 10;

/**
 * Lowers their priority. On Linux each thread has one of its own; elsewhere, and where it is
 * refused, nothing changes. The pool runs all its threads since its first work, which a start has
 * long done.
 */
export async function yieldPool(): Promise<void> {
  const threads = await readdir('/proc/self/task').catch(() => []);
  await Promise.all(
    threads.map(async (thread) => {
      const name = await readFile(`/proc/self/task/${thread}/comm`, 'utf8');
      if (name.trim() === 'libuv-worker') setPriority(Number(thread), PRIORITY);
    }),
  ).catch(() => undefined);
}
