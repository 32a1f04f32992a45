/**
 * Milliseconds over which open screens spread their reading after a change (LIM-48), so that a
 * server with many of them is not asked by all at once.
 */
export const SPREAD_MS = 250;

export type Spread<T> = {
  add(item: T): void;
  /** Forgets what waits. */
  stop(): void;
};

/** Collects for a random time what is added, then hands it all over at once. */
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
