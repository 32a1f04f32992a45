/**
 * UI-11, UI-12: the stream is open while the tab is visible. A change names nouns; every query that
 * shows one of them is read again through the guarded calls. When it opens, the stream repeats the
 * latest announcements, and those nouns are read again. After an absence longer than the server
 * remembers, everything is read again.
 */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '#contract/api.ts';
import type { Noun } from '#contract/call.ts';
import type { Change } from '#contract/live.ts';
import { dropEarly } from './early.ts';
import { freeConnections, isDoubtful, proveConnection } from './http.ts';
import { invalidateNouns, readAgain, uniteChanges } from './nouns.ts';
import { readSession, sessionReadAt } from './session.ts';
import { createSpread } from './spreadReadings.ts';

/**
 * True while the stream is lost and the browser reports no network: nothing can be booked. If only
 * the stream is lost, the server is still asked.
 */
export const Offline = createContext(false);

/** Milliseconds without a connection before "Connexion perdue" shows. */
const PATIENCE = 5_000;
/**
 * Between two attempts: doubled each time, and shortened at random so that many screens do not
 * reconnect at the same time.
 */
const RETRY = { first: 1_000, most: 15_000 };
/**
 * A stream that delivers nothing for this long is dead: the server sends something every 15 s
 * (LIM-91).
 */
const SILENCE = 35_000;
/** How long an attempt may stay without an answer. */
const OPENING = 10_000;
const WATCH = 2_000;
/**
 * How late the check must run to conclude that the machine slept: its stream may be dead (UI-35).
 */
const ASLEEP = 15_000;
/** Between two failed probes. */
const REST = 3_000;
/** Failed probes in a row after which everything that is late is given up. */
const HOPELESS = 2;

const SESSION_SHOWS = api.session.get['~orpc'].meta.shows ?? [];
const showsSession = (changed: readonly Noun[]): boolean =>
  changed.some((noun) => SESSION_SHOWS.includes(noun));
const ADDRESS = `/api${api.live['~orpc'].route.path}`;

type Opening = NonNullable<Change['opening']>;

type LiveHandlers = {
  onOpen: () => void;
  onChange: (change: Change) => void;
  /** The server ended the stream as planned. The next one opens immediately. */
  onDone: () => void;
  /** The connection is lost; called once until `onOpen`. */
  onLost: () => void;
  /**
   * The machine has slept since that time, and the stream is opened again. What it delivers until
   * then may be outdated.
   */
  onSlept: (since: number) => void;
};

/** Keeps the stream open while the page is visible. Returns the function that stops it. */
function followLive({ onOpen, onChange, onDone, onLost, onSlept }: LiveHandlers): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** Until when the stream must deliver something. */
  let due = Infinity;
  /** When the check last ran. */
  let looked = Date.now();
  /**
   * No other probe is sent before this time. If something other than this application answers, each
   * probe fails immediately.
   */
  let rest = 0;
  /** Failed probes since the stream was last open. */
  let unproven = 0;

  const close = () => {
    clearTimeout(retry);
    clearTimeout(patience);
    patience = undefined;
    source?.close();
    source = null;
    due = Infinity;
  };

  const wait = () => {
    patience ??= setTimeout(onLost, PATIENCE);
  };

  const open = () => {
    clearTimeout(retry);
    source?.close();
    wait();
    const stream = new EventSource(ADDRESS);
    source = stream;
    // the timers of a hidden page are delayed even if the machine did not sleep
    looked = Date.now();
    due = Date.now() + OPENING;
    stream.addEventListener('open', () => {
      failures = 0;
      unproven = 0;
      due = Date.now() + SILENCE;
      clearTimeout(patience);
      patience = undefined;
      onOpen();
    });
    stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
      due = Date.now() + SILENCE;
      onChange(JSON.parse(data) as Change);
    });
    // The server ends each stream after a time (LIM-26).
    stream.addEventListener('done', () => {
      onDone();
      open();
    });
    stream.addEventListener('error', () => {
      // CLOSED: the answer was not a stream (401, 503). Otherwise the browser would retry by
      // itself, but only after three seconds.
      if (stream.readyState === EventSource.CLOSED) void readSession();
      stream.close();
      due = Infinity;
      wait();
      clearTimeout(retry);
      retry = setTimeout(
        open,
        Math.min(RETRY.first * 2 ** failures, RETRY.most) * (0.5 + Math.random() / 2),
      );
      failures += 1;
    });
  };

  /** Does nothing if the stream was reopened or closed in the meantime. */
  const openInPlaceOf = async (dead: EventSource) => {
    if (await proveConnection()) {
      if (source === dead) open();
      return;
    }
    rest = Date.now() + REST;
    unproven += 1;
    if (unproven % HOPELESS === 0) freeConnections();
  };

  // Neither a dead connection nor a machine that slept fires an event.
  const watch = setInterval(() => {
    const now = Date.now();
    const slept = now - looked > WATCH + ASLEEP;
    if (slept) onSlept(looked);
    looked = now;
    const dead = source;
    if (!dead || now < rest || (now <= due && !slept && !isDoubtful())) return;
    dead.close();
    due = 0;
    wait();
    void openInPlaceOf(dead);
  }, WATCH);

  const follow = () => {
    if (document.visibilityState === 'hidden') close();
    else if (source?.readyState !== EventSource.OPEN) open();
  };
  // An open stream does not notice a lost network; this event does.
  const onOffline = () => {
    close();
    onLost();
  };

  document.addEventListener('visibilitychange', follow);
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', follow);
    clearInterval(watch);
    close();
  };
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser reports a network; updated live. */
export const useOnLine = (): boolean =>
  useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);

/**
 * Follows the changes while mounted. Mount it above every query. True while the server cannot be
 * reached. `begun`: in milliseconds since 1970, not later than the first reading of these queries,
 * which include everything announced before.
 */
export function useLive(begun: number): boolean {
  const queries = useQueryClient();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    // When the stream last delivered something. A lost connection is noticed later.
    let heard = begun;
    // No random delay here: screens open their streams at different times anyway.
    const catchUp = ({ changed }: Change, opening: Opening) => {
      const missed = missedSince(heard, changed, opening);
      if (missed.length > 0) dropEarly();
      if (missed === 'all') void readAgain(queries);
      else if (missed.length > 0) void invalidateNouns(queries, { changed: missed });
      // Queries that failed may succeed now.
      void queries.invalidateQueries({
        predicate: ({ state }) => state.status === 'error' && state.fetchStatus === 'idle',
      });
      const missedBySession = missedSince(sessionReadAt(), changed, opening);
      if (missedBySession === 'all' || showsSession(missedBySession)) void readSession();
    };
    const spread = createSpread<Change>((changes) => {
      const news = uniteChanges(changes);
      void invalidateNouns(queries, news);
      if (showsSession(news.changed)) void readSession();
    });
    const unfollow = followLive({
      onOpen: () => setLost(false),
      onChange: (change) => {
        if (change.opening) catchUp(change, change.opening);
        else if (change.changed.length > 0) {
          dropEarly();
          spread.add(change);
        }
        heard = Date.now();
      },
      onDone: () => {
        heard = Date.now();
      },
      onLost: () => setLost(true),
      onSlept: (since) => {
        heard = Math.min(heard, since);
      },
    });
    return () => {
      unfollow();
      spread.stop();
    };
  }, [queries, begun]);
  return lost;
}

/**
 * The nouns announced after `moment`, from the first message of a stream; 'all' if that is unknown.
 * Ages are in milliseconds, counted until the message was sent, so some nouns are read again
 * needlessly. A clock that was set back gives 'all'.
 */
function missedSince(
  moment: number,
  changed: Change['changed'],
  { memory, ages }: Opening,
): Change['changed'] | 'all' {
  const absence = Date.now() - moment;
  if (absence < 0 || absence > memory) return 'all';
  return changed.filter((_, i) => (ages[i] ?? 0) <= absence);
}
