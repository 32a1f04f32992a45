/**
 * Milliseconds over which open screens spread their readings after a change (ADR-010), so that they
 * do not all ask the server at the same time.
 */
export const SPREAD_MS = 250;

export type Spread<T> = {
  add(item: T): void;
  /** Drops what was collected. */
  stop(): void;
};

/** Collects added items for a random time, then passes them on all together. */
export function createSpread<T>(handOver: (all: T[]) => void): Spread<T> {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(item) {
      waiting.push(item);
      timer ??= setTimeout(() => {
        const all = waiting;
        waiting = [];
        timer = undefined;
        handOver(all);
      }, Math.random() * SPREAD_MS);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
