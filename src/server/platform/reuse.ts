/** An answer of the database that anyone may ask for at any time. */

/**
 * `ask`, at most once in `validMs`: whoever asks in between gets the same answer. One that fails, or takes longer than
 * `patienceMs`, is `otherwise`.
 */
export function reuse<T, U>(ask: () => Promise<T>, { validMs, patienceMs, otherwise }: { validMs: number; patienceMs: number; otherwise: U }): () => Promise<T | U> {
  let last: { at: number; answer: Promise<T | U> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at > validMs) {
      const late = new Promise<U>((resolve) => { setTimeout(resolve, patienceMs, otherwise).unref(); });
      last = { at, answer: Promise.race([ask().catch(() => otherwise), late]) };
    }
    return last.answer;
  };
}
