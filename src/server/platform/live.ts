/** What changed on any instance, out of LISTEN/NOTIFY, to whoever is subscribed on this one. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { NOUNS, type Noun } from '#contract/call.ts';
import type { Change } from '#contract/live.ts';
import { CHANNEL } from './db.ts';

export type LiveHub = {
  /**
   * Yields the nouns that changed lately, then those that change, those of one burst together, until the signal aborts,
   * the hub stops, or the same person has opened too many others since.
   */
  subscribe(signal: AbortSignal, personne?: string): AsyncGenerator<Change, void>;
  stop(): Promise<void>;
};

type Subscriber = { pending: Set<Noun>; wake: () => void; personne: string | undefined; end: () => void };

/** Streams of one person on this instance: more than anyone's open windows, few enough that nobody fills the memory. */
const MAX_PAR_PERSONNE = 20;

/** Milliseconds for which a change is repeated to who subscribes: what a page read before its stream opened may miss it. */
const MEMORY_MS = 15_000;

/** Milliseconds between attempts to listen again after the database was lost. */
const RETRY_MS = 1_000;

/** Milliseconds that PostgreSQL has to answer, and between two questions whether it is still there: who listens says nothing. */
const PATIENCE_MS = 5_000;
const BEAT_MS = 30_000;

/** Opens the listening connection and keeps it open; resolves once it listens. */
export async function openLive(url: string, onError: (error: Error) => void, { patienceMs = PATIENCE_MS, beatMs = BEAT_MS, memoryMs = MEMORY_MS } = {}): Promise<LiveHub> {
  const subscribers = new Set<Subscriber>();
  const stopped = new AbortController();
  let client: pg.Client | null = null;
  let beat: NodeJS.Timeout | undefined;
  const announcedAt = new Map<Noun, number>();
  let listensSince = 0;

  function announce(nouns: readonly Noun[]): void {
    for (const noun of nouns) announcedAt.set(noun, performance.now());
    for (const subscriber of subscribers) {
      for (const noun of nouns) subscriber.pending.add(noun);
      subscriber.wake();
    }
  }

  /** What a subscriber may have missed. An instance that has just begun to listen remembers no further back than that. */
  function recall(): Change {
    const now = performance.now();
    const memory = Math.floor(Math.min(memoryMs, now - listensSince));
    const recent = [...announcedAt].map(([noun, at]) => ({ noun, age: Math.ceil(now - at) })).filter(({ age }) => age <= memoryMs);
    return { changed: recent.map(({ noun }) => noun), opening: { memory, ages: recent.map(({ age }) => age) } };
  }

  /** Of too many streams of one person the oldest ends: who opens one is in front of it. */
  function endOldest(personne: string): void {
    const own = [...subscribers].filter((one) => one.personne === personne);
    for (const one of own.slice(0, -MAX_PAR_PERSONNE)) {
      subscribers.delete(one);
      one.end();
    }
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({
      connectionString: url, application_name: 'manege live', keepAlive: true, keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: patienceMs, query_timeout: patienceMs,
    });
    next.on('notification', ({ payload }) => announce(nounsOf(payload)));
    next.on('error', onError);
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      void next.end().catch(() => {});
      throw error;
    }
    client = next;
    listensSince = performance.now();
    // Only once it listens: a connection that never came must not begin a search of its own beside the one going on.
    next.once('end', () => void relisten());
    beat = setInterval(() => {
      next.query('select 1').catch((error: Error) => {
        onError(error);
        void next.end().catch(() => {}); // cuts what does not answer
      });
    }, beatMs);
  }

  async function relisten(): Promise<void> {
    client = null;
    clearInterval(beat);
    while (!stopped.signal.aborted && client === null) {
      await sleep(RETRY_MS);
      try {
        await listen();
        announce(NOUNS); // whatever was said meanwhile was missed
      } catch (error) {
        onError(error as Error);
      }
    }
  }

  await listen();

  return {
    async *subscribe(signal, personne) {
      const displaced = new AbortController();
      const end = AbortSignal.any([signal, stopped.signal, displaced.signal]);
      let resolve = (): void => {};
      const subscriber: Subscriber = { pending: new Set(), wake: () => resolve(), personne, end: () => displaced.abort() };
      subscribers.add(subscriber);
      if (personne !== undefined) endOldest(personne);
      end.addEventListener('abort', () => resolve(), { once: true });
      try {
        yield recall();
        while (!end.aborted) {
          if (subscriber.pending.size === 0) {
            await new Promise<void>((done) => { resolve = done; });
            continue;
          }
          const nouns = [...subscriber.pending];
          subscriber.pending.clear();
          yield { changed: nouns };
        }
      } finally {
        subscribers.delete(subscriber);
      }
    },
    async stop() {
      stopped.abort();
      clearInterval(beat);
      const last = client;
      last?.removeAllListeners('end');
      // A PostgreSQL that is gone without a word does not say goodbye either; and nobody is asked any more.
      await Promise.race([last?.end(), sleep(patienceMs, undefined, { ref: false })]);
    },
  };
}

/** A message of ours; anything else on the channel says nothing. */
function nounsOf(payload: string | undefined): Noun[] {
  try {
    const { changed } = JSON.parse(payload ?? '') as { changed: string[] };
    return NOUNS.filter((noun) => changed.includes(noun));
  } catch {
    return [];
  }
}
