/**
 * Reads that simultaneous requests share, so that many open screens cause few statements (ADR-010).
 * A request joins only a read that has not been sent yet, so no answer is older than its request.
 * Answers are not cached.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reader } from './db.ts';

/**
 * The read of an answer, and a stamp that differs whenever the read would give something else. Beside
 * the database the answer depends only on the `key`.
 */
export type Reading<T> = {
  key: string;
  stamp: (reader: Reader) => Promise<string>;
  read: (reader: Reader) => Promise<T>;
};

export type Shared = {
  /**
   * The answer of `read`. Requests with the same key share one read, so the key must contain
   * everything that the answer depends on; permissions are checked before. The answer is one object
   * for all requests: nobody may change it.
   */
  share: <T>(key: string, read: () => Promise<T>) => Promise<T>;
  /** The same for requests with different items: `read` gets all items at once. */
  join: <I, O>(key: string, item: I, read: (items: I[]) => Promise<O>) => Promise<O>;
};

/** The reads of one key. `waiting`: the next read; `free` resolves when it may be sent. */
type Line = { waiting: { items: unknown[]; answer: Promise<unknown> } | null; free: Promise<void> };

/** Milliseconds after which a read without an answer no longer delays the next one. */
const PATIENCE_MS = 1_000;

/**
 * `pauseMs`: the shortest pause between two reads with the same key; below 1 there is none, because
 * a timer waits for at least 1 ms. The first read is sent at once.
 */
export function createShared({ patienceMs = PATIENCE_MS, pauseMs = (): number => 0 } = {}): Shared {
  const lines = new Map<string, Line>();

  /**
   * Sends one read once the previous one allows it. Until then, at least until the end of this turn
   * of the event loop, requests may join it.
   */
  async function send<I, O>(
    key: string,
    line: Line,
    items: I[],
    read: (items: I[]) => Promise<O>,
  ): Promise<O> {
    await line.free;
    line.waiting = null;
    const answer = Promise.resolve(items).then(read);
    line.free = release(key, line, answer);
    return answer;
  }

  /**
   * The next read may be sent once this one is answered or late, and the pause is over. A key for
   * which no request waits is removed.
   */
  async function release(key: string, line: Line, answer: Promise<unknown>): Promise<void> {
    const ms = pauseMs();
    const pause = ms >= 1 ? sleep(ms) : null;
    let late: NodeJS.Timeout | undefined;
    await Promise.race([
      answer,
      new Promise((resolve) => {
        late = setTimeout(resolve, patienceMs);
      }),
    ]).catch(() => {});
    clearTimeout(late);
    await pause;
    if (!line.waiting) lines.delete(key);
  }

  function join<I, O>(key: string, item: I, read: (items: I[]) => Promise<O>): Promise<O> {
    const line: Line = lines.get(key) ?? {
      waiting: null,
      free: new Promise((resolve) => {
        setImmediate(resolve);
      }),
    };
    lines.set(key, line);
    if (!line.waiting) {
      const items: I[] = [];
      line.waiting = { items, answer: send(key, line, items, read) };
    }
    line.waiting.items.push(item);
    return line.waiting.answer as Promise<O>;
  }

  return { join, share: (key, read) => join(key, undefined, read) };
}
