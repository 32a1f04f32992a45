/** Passes changes that any instance announced to the subscribers of this instance (UI-11, UI-12). */
import type { Noun } from '#contract/call.ts';
import { changeFor, type News, unite, type United } from '#contract/changes.ts';
import type { Change } from '#contract/live.ts';
import { openChannel } from './channel.ts';

export type LiveHub = {
  /**
   * Yields first the nouns that changed recently, then each change; several changes in quick
   * succession are combined. Regularly yields a message without nouns. Ends if the signal aborts,
   * if the hub stops, or if the same person has opened `MAX_PER_PERSON` newer streams.
   */
  subscribe(signal: AbortSignal, personne?: string): AsyncGenerator<Change, void>;
  /**
   * Announces a change that has been committed: at once to the subscribers of this instance, and to
   * the other instances. Never call it for a change that may be rolled back.
   */
  announce(news: News): void;
  /**
   * When a change of a noun was last announced to this instance, on the clock of `performance.now`;
   * -Infinity if never.
   */
  announcedAt(noun: Noun): number;
  /** The number of open streams, without the subscriptions of the instance itself. */
  size(): number;
  /** Ends every stream; changes are still announced to the other instances. */
  endStreams(): void;
  /** Ends every stream and the connection to the other instances, after what was announced. */
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

/** Opens the hub; resolves once it hears the other instances. */
export async function openLive(
  url: string,
  onError: (error: Error) => void,
  {
    memoryMs = MEMORY_MS,
    pingMs = PING_MS,
    ...connection
  }: {
    memoryMs?: number;
    pingMs?: number;
    instance?: string;
    version?: string;
    patienceMs?: number;
    beatMs?: number;
  } = {},
): Promise<LiveHub> {
  const subscribers = new Set<Subscriber>();
  let internal = 0; // subscriptions of the instance itself
  const stopped = new AbortController();
  const announcedAt = new Map<Noun, number>();

  function tell(change: News): void {
    const news = unite(change);
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
    const memory = Math.floor(Math.min(memoryMs, now - channel.since()));
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

  const channel = await openChannel(url, tell, onError, connection);
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
      if (personne === undefined) internal += 1;
      else endOldest(personne);
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
        if (personne === undefined) internal -= 1;
      }
    },
    announce(news) {
      tell(news);
      channel.send(news);
    },
    announcedAt: (noun) => announcedAt.get(noun) ?? -Infinity,
    size: () => subscribers.size - internal,
    endStreams: () => stopped.abort(),
    async stop() {
      stopped.abort();
      clearInterval(pings);
      await channel.close();
    },
  };
}
