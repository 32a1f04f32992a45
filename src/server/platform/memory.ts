/** Gives memory back to the system after a load (ADR-001). */
import { performance } from 'node:perf_hooks';

/** How often the load is looked at, in milliseconds. */
const LOOK_MS = 15_000;
/** The parts of that time in which the process works: more is a load, less is quiet. */
const LOAD = 0.2;
const QUIET = 0.05;

/** Without this flavor V8 keeps the freed pages. Without `--expose-gc` nothing is done. */
const collectAll = (): void => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
};

/**
 * Collects once when it becomes quiet after a load. V8 itself does so only 100 s after its last
 * collection.
 */
export function collectAfterLoad(collect = collectAll): () => void {
  let last = performance.eventLoopUtilization();
  let due = false;
  const looking = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > LOAD) due = true;
    if (!due || utilization > QUIET) return;
    due = false;
    collect();
  }, LOOK_MS).unref();
  return () => clearInterval(looking);
}
