/** An answer of the database that any caller may request at any time. */

/**
 * Calls `ask` at most once in `validMs`; calls in between get the same answer. If it fails, or
 * takes longer than `patienceMs`, the answer is `otherwise`. That answer is reused for only a
 * quarter of the time, so that monitoring does not count one failure twice.
 */
export function reuse<T, U>(
  ask: () => Promise<T>,
  { validMs, patienceMs, otherwise }: { validMs: number; patienceMs: number; otherwise: U },
): () => Promise<T | U> {
  let last: { until: number; answer: Promise<T | U> } | undefined;
  return async () => {
    if (!last || performance.now() > last.until) {
      const late = new Promise<U>((resolve) => {
        setTimeout(resolve, patienceMs, otherwise).unref();
      });
      last = {
        until: performance.now() + validMs,
        answer: Promise.race([ask().catch(() => otherwise), late]),
      };
    }
    const asked = last;
    const said = await asked.answer;
    if (said === otherwise) asked.until = Math.min(asked.until, performance.now() + validMs / 4);
    return said;
  };
}
