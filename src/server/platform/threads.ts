/**
 * Lowers the priority of the threads of Node's pool, which hash passwords and encode photos, so
 * that the thread that answers requests comes first (ADR-016).
 */
import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

const PRIORITY = 10;

/**
 * Lowers their priority. On Linux each thread has its own priority. On other systems, and if it is
 * refused, nothing changes. The pool starts all its threads with its first work, which a start has
 * done by now.
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
