/** The calls of this page that have no answer yet, by the id of their attempt. */
const underWay = new Map<string, Promise<unknown>>();

/** Whether this page waits for the answer of an attempt. */
export const isUnderWay = (id: string): boolean => underWay.has(id);

/** Makes the call of an attempt. */
export function runAttempt<T>(id: string, call: () => Promise<T>): Promise<T> {
  const running = call().finally(() => underWay.delete(id));
  underWay.set(
    id,
    running.catch(() => undefined),
  );
  return running;
}

/** Ends once this page has the answer of an attempt, or does not wait for one. */
export const answered = (id: string): Promise<unknown> => Promise.resolve(underWay.get(id));
