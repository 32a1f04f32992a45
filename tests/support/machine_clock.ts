/** Goals in seconds that a busy machine cannot miss by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const STEP_MS = 250;

export type MachineClock = {
  /** Seconds since its start, as this machine counts them. */
  read(): number;
  stop(): Promise<void>;
};

/**
 * Counts quarters of a second. Each is a timer and then a statement on a plain connection, without
 * any code of the product. On a machine that is too busy to run the product's timers, processes and
 * statements on time, each quarter is late too, and fewer are counted. On an idle one this is the
 * time, and it is never more than the time.
 */
export function startClock(sql: pg.Client): MachineClock {
  let counted = 0;
  const stopped = new AbortController();
  const ticking = (async () => {
    for (;;) {
      await sleep(STEP_MS, undefined, { signal: stopped.signal });
      await sql.query('select');
      counted += 1;
    }
  })().catch((error: unknown) => {
    if (!stopped.signal.aborted) throw error;
  });
  return {
    read: () => (counted * STEP_MS) / 1_000,
    async stop() {
      stopped.abort();
      await ticking;
    },
  };
}
