/**
 * Decision 42: the stream is open while the tab is visible. A change names nouns, and every query that shows one is
 * read again through the guarded calls. On opening, the stream repeats what was announced lately: that is read again, or
 * everything after an absence that is longer than the server's memory.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#contract/api.ts';
import type { Change } from '#contract/live.ts';
import { invalidateNouns, readAgain } from './nouns.ts';
import { readSession, sessionReadAt } from './session.ts';

/** How long the server may be silent before it is said. */
const PATIENCE = 3_000;
const RETRY = 1_000;

const SESSION_SHOWS = api.session.get['~orpc'].meta.shows ?? [];
const ADDRESS = `/api${api.live['~orpc'].route.path}`;

type LiveHandlers = {
  onOpen: () => void;
  onChange: (change: Change) => void;
  /** The server has said all there was to say, and the next stream begins at once. */
  onDone: () => void;
  /** Told once per silence; `onOpen` ends it. */
  onLost: () => void;
};

/** Keeps the stream open while the page is visible; answers how to stop. */
function followLive({ onOpen, onChange, onDone, onLost }: LiveHandlers): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(retry);
    clearTimeout(patience);
    patience = undefined;
    source?.close();
    source = null;
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
    stream.addEventListener('open', () => {
      clearTimeout(patience);
      patience = undefined;
      onOpen();
    });
    stream.addEventListener('message', ({ data }: MessageEvent<string>) => onChange(JSON.parse(data) as Change));
    // The server ends a stream that has had its time; the next one begins at once.
    stream.addEventListener('done', () => {
      onDone();
      open();
    });
    stream.addEventListener('error', () => {
      // Closed already: it was answered by something that is no stream (401, 503). Otherwise the browser would try
      // again by itself, but only after its own three seconds.
      if (stream.readyState === EventSource.CLOSED) void readSession();
      stream.close();
      wait();
      clearTimeout(retry);
      retry = setTimeout(open, RETRY);
    });
  };

  const follow = () => {
    if (document.visibilityState === 'hidden') close();
    else if (!source) open();
  };
  // A cable pulled says nothing to an open stream: the machine says it.
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
    close();
  };
}

/** Follows the changes for as long as the caller is on screen, above all that reads; true while the server is gone. */
export function useLive(): boolean {
  const queries = useQueryClient();
  const [lost, setLost] = useState(false);
  // Before the first read of these queries: what was announced earlier, they show.
  const [begun] = useState(() => Date.now());
  useEffect(() => {
    // The last moment at which the stream is known to have been heard: a line that is cut is noticed late.
    let heard = begun;
    return followLive({
      onOpen: () => setLost(false),
      onChange: ({ changed, opening }) => {
        const missed = opening ? missedSince(heard, changed, opening) : changed;
        if (missed === 'all') void readAgain(queries);
        else if (missed.length > 0) void invalidateNouns(queries, missed);
        const missedBySession = opening ? missedSince(sessionReadAt(), changed, opening) : changed;
        if (missedBySession === 'all' || missedBySession.some((noun) => SESSION_SHOWS.includes(noun))) void readSession();
        heard = Date.now();
      },
      onDone: () => { heard = Date.now(); },
      onLost: () => setLost(true),
    });
  }, [queries, begun]);
  return lost;
}

/**
 * What was announced after a moment, by the first message of a stream. Its durations end when it was sent, which was
 * before now: what is in doubt is read again. A clock that was set back leaves all in doubt.
 */
function missedSince(moment: number, changed: Change['changed'], { memory, ages }: NonNullable<Change['opening']>): Change['changed'] | 'all' {
  const absence = Date.now() - moment;
  if (absence < 0 || absence > memory) return 'all';
  return changed.filter((_, i) => (ages[i] ?? 0) <= absence);
}
