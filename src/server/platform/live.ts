/**
 * Passes changes that any instance announced (LISTEN/NOTIFY) to the subscribers of this instance
 * (UI-11, UI-12).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { NOUNS, type Noun } from '#contract/call.ts';
import { changeFor, type News, unite, type United } from '#contract/changes.ts';
import type { Change } from '#contract/live.ts';
import { isJour } from '#domain/core/calendrier.ts';
import { CHANNEL } from './db.ts';

export type LiveHub = {
  /**
   * Yields first the nouns that changed recently, then each change; several changes in quick
   * succession are combined. Regularly yields a message without nouns. Ends if the signal aborts,
   * if the hub stops, or if the same person has opened `MAX_PER_PERSON` newer streams.
   */
  subscribe(signal: AbortSignal, personne?: string): AsyncGenerator<Change, void>;
  /**
   * When a change of a noun was last announced to this instance, on the clock of `performance.now`;
   * -Infinity if never.
   */
  announcedAt(noun: Noun): number;
  /** The number of open streams. */
  size(): number;
  stop(): Promise<void>;
};

type Subscriber = {
  pending: United;
  wake: () => void;
  personne: string | undefined;
  end: () => void;
};

/**
 * The most streams of one person on this instance (LIM-26): more than the open windows of a person,
 * and few enough to limit the memory.
 */
const MAX_PER_PERSON = 20;

const NO_NEWS: United = { changed: [] };

/**
 * Milliseconds during which a change is repeated to new subscribers: a page may have read its data
 * before its stream opened.
 */
const MEMORY_MS = 15_000;

/**
 * Milliseconds after which a stream sends a message although nothing changed, because a screen
 * treats a silent stream as dead (LIM-91).
 */
const PING_MS = 15_000;

/** Milliseconds between attempts to listen again after the connection to the database was lost. */
const RETRY_MS = 1_000;

/**
 * `PATIENCE_MS`: milliseconds in which PostgreSQL must answer. `BEAT_MS`: milliseconds between two
 * checks of the listening connection, which is otherwise silent.
 */
const PATIENCE_MS = 5_000;
const BEAT_MS = 30_000;

/**
 * The name of the listening connection of an instance, followed by its version. Only the database
 * receives it (API-12).
 */
export const listenerOf = (instance: string, version = ''): string =>
  `manege live ${instance} ${version}`.trimEnd();

/** Opens the listening connection and keeps it open; resolves once it listens. */
export async function openLive(
  url: string,
  onError: (error: Error) => void,
  {
    instance = '',
    version = '',
    patienceMs = PATIENCE_MS,
    beatMs = BEAT_MS,
    memoryMs = MEMORY_MS,
    pingMs = PING_MS,
  } = {},
): Promise<LiveHub> {
  const subscribers = new Set<Subscriber>();
  const stopped = new AbortController();
  let client: pg.Client | null = null;
  let beat: NodeJS.Timeout | undefined;
  const announcedAt = new Map<Noun, number>();
  let listensSince = 0;

  function announce(news: United): void {
    for (const noun of news.changed) announcedAt.set(noun, performance.now());
    for (const subscriber of subscribers) {
      subscriber.pending = subscriber.pending === NO_NEWS ? news : unite(subscriber.pending, news);
      subscriber.wake();
    }
  }

  /**
   * The changes that a subscriber may have missed. An instance knows only what was announced since
   * it began to listen.
   */
  function recall(): Change {
    const now = performance.now();
    const memory = Math.floor(Math.min(memoryMs, now - listensSince));
    const recent = [...announcedAt]
      .map(([noun, at]) => ({ noun, age: Math.ceil(now - at) }))
      .filter(({ age }) => age <= memoryMs);
    return {
      changed: recent.map(({ noun }) => noun),
      opening: { memory, ages: recent.map(({ age }) => age) },
    };
  }

  /**
   * Ends the oldest streams of a person who has too many: the newest one belongs to the screen in
   * use.
   */
  function endOldest(personne: string): void {
    const own = [...subscribers].filter((one) => one.personne === personne);
    for (const one of own.slice(0, -MAX_PER_PERSON)) {
      subscribers.delete(one);
      one.end();
    }
  }

  async function listen(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: listenerOf(instance, version),
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    next.on('notification', ({ payload }) => announce(unite(newsOf(payload))));
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
    // Registered only once it listens: a connection that failed to open must not start a second
    // loop of retries.
    next.once('end', () => void relisten());
    beat = setInterval(() => {
      next.query('select 1').catch((error: Error) => {
        onError(error);
        void next.end().catch(() => {}); // closes a connection that does not answer
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
        announce({ changed: [...NOUNS] }); // anything may have been announced meanwhile
      } catch (error) {
        onError(error as Error);
      }
    }
  }

  await listen();
  const pings = setInterval(() => subscribers.forEach(({ wake }) => wake()), pingMs).unref();

  return {
    async *subscribe(signal, personne) {
      const displaced = new AbortController();
      const end = AbortSignal.any([signal, stopped.signal, displaced.signal]);
      let resolve = (): void => {};
      const subscriber: Subscriber = {
        pending: NO_NEWS,
        wake: () => resolve(),
        personne,
        end: () => displaced.abort(),
      };
      subscribers.add(subscriber);
      if (personne !== undefined) endOldest(personne);
      end.addEventListener('abort', () => resolve(), { once: true });
      try {
        yield recall();
        while (!end.aborted) {
          if (subscriber.pending.changed.length === 0)
            await new Promise<void>((done) => {
              resolve = done;
            });
          if (end.aborted) return;
          const news = subscriber.pending;
          subscriber.pending = NO_NEWS;
          yield changeFor(personne, news);
        }
      } finally {
        subscribers.delete(subscriber);
      }
    },
    announcedAt: (noun) => announcedAt.get(noun) ?? -Infinity,
    size: () => subscribers.size,
    async stop() {
      stopped.abort();
      clearInterval(beat);
      clearInterval(pings);
      const last = client;
      last?.removeAllListeners('end');
      // A PostgreSQL that disappeared does not answer to `end` either, so the wait is limited.
      await Promise.race([last?.end(), sleep(patienceMs, undefined, { ref: false })]);
    },
  };
}

/**
 * The content of a message of Manège, from any version; no noun for any other message on the
 * channel.
 */
function newsOf(payload: string | undefined): News {
  try {
    const { changed, jours, personnes } = JSON.parse(payload ?? '') as {
      changed: string[];
      jours?: unknown;
      personnes?: unknown;
    };
    return {
      changed: NOUNS.filter((noun) => changed.includes(noun)),
      jours: isListOf(jours, isJour) ? jours : undefined,
      personnes: isListOf(personnes, () => true) ? personnes : undefined,
    };
  } catch {
    return NO_NEWS;
  }
}

const isListOf = (value: unknown, fits: (item: string) => boolean): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && fits(item));
