/** Work of this process that waits for a place, or is refused because too much of it is running. */

export type Queue = {
  /**
   * Waits for a place and for the keys, and takes them; the returned function gives them back,
   * once. Rejects with the reason of the signal if that aborts first.
   */
  take(keys?: readonly string[], signal?: AbortSignal): Promise<() => void>;
  /** Runs `work` in a place, with the keys. `first`: before waiting work without this flag. */
  run<T>(work: () => Promise<T>, keys?: readonly string[], first?: boolean): Promise<T>;
};

/**
 * A queue that runs at most `places` at once, and one for each key, in the order of arrival. Only
 * work with `first` overtakes an earlier arrival that waits for the same key.
 */
export function createQueue(places = Infinity): Queue {
  const held = new Set<string>();
  let free = places;
  let waiting: { keys: readonly string[]; first: boolean; enter: () => void }[] = [];

  function admit(): void {
    const blocked = new Set(held);
    waiting = waiting.filter(({ keys, enter }) => {
      const admitted = free > 0 && !keys.some((key) => blocked.has(key));
      for (const key of keys) blocked.add(key);
      if (!admitted) return true;
      for (const key of keys) held.add(key);
      free -= 1;
      enter();
      return false;
    });
  }

  async function take(
    keys: readonly string[] = [],
    signal?: AbortSignal,
    first = false,
  ): Promise<() => void> {
    await new Promise<void>((resolve, reject) => {
      const one = {
        keys,
        first,
        enter: (): void => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        waiting = waiting.filter((other) => other !== one);
        reject(signal?.reason as Error);
        admit();
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.splice(
        first ? waiting.findLastIndex((other) => other.first) + 1 : waiting.length,
        0,
        one,
      );
      admit();
    });
    return () => {
      for (const key of keys) held.delete(key);
      free += 1;
      admit();
    };
  }

  return {
    take,
    async run(work, keys, first) {
      const release = await take(keys, undefined, first);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

/** How much work of a group may run at once, and the error beyond that. */
export type Limit = { group: string; max: number; refusal: () => Error };

/**
 * Runs `work` if no group is full; otherwise throws its refusal at once, without waiting and
 * without a query.
 */
export function createLimiter(): <T>(
  limits: readonly Limit[],
  work: () => Promise<T>,
) => Promise<T> {
  const running = new Map<string, number>();
  const count = (group: string): number => running.get(group) ?? 0;
  return async (limits, work) => {
    const full = limits.find(({ group, max }) => count(group) >= max);
    if (full) throw full.refusal();
    for (const { group } of limits) running.set(group, count(group) + 1);
    try {
      return await work();
    } finally {
      for (const { group } of limits) {
        if (count(group) > 1) running.set(group, count(group) - 1);
        else running.delete(group);
      }
    }
  };
}

/** The limiter of this process. */
export const withinLimits = createLimiter();
