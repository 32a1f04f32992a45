/** An answer of the database that anyone may ask for at any time. */

/**
 * `ask`, at most once in `validMs`: whoever asks in between gets the same answer. One that fails,
 * or takes longer than `patienceMs`, is `otherwise`, which is reused for a quarter of that time
 * only: whoever watches must not count one failure twice.
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
