/**
 * The channel on which the instances tell each other what changed (LISTEN/NOTIFY), each over one
 * connection of its own (ADR-010).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { NOUNS } from '#contract/call.ts';
import { type News, unite } from '#contract/changes.ts';
import { isJour } from '#domain/core/calendrier.ts';
import { newClient } from './connection.ts';
import { CHANNEL } from './db.ts';
import { createQueue } from './queue.ts';

export type Channel = {
  /**
   * Announces a change to the other instances. Only after its commit: NOTIFY inside of a transaction
   * would make all commits of the database server wait for each other.
   */
  send(news: News): void;
  /** Since when the channel is heard without a gap, on the clock of `performance.now`. */
  since(): number;
  /** Sends what is gathered, says goodbye and ends the connection. */
  close(): Promise<void>;
};

/** What may have changed if an announcement may have been lost, or a restore replaced it all. */
export const EVERYTHING: News = { changed: NOUNS };

/** Milliseconds in which changes are gathered into one message. */
const GATHER_MS = 10;

/** Milliseconds between attempts to listen again after the connection to the database was lost. */
const RETRY_MS = 1_000;

/** Milliseconds in which PostgreSQL must answer. */
const PATIENCE_MS = 5_000;

/**
 * Milliseconds between two looks at which instances listen. An instance that was killed may not have
 * announced its last commits.
 */
const BEAT_MS = 2_000;

/**
 * A message does not wait for the disk, which would hold NOTIFY's lock meanwhile. PostgreSQL notices
 * within 11 s that the machine of an instance is gone.
 */
const SETTINGS =
  'set synchronous_commit = off; set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

/**
 * The name of the connection of an instance, followed by its version. Only the database receives it
 * (API-12).
 */
export const listenerOf = (instance: string, version = ''): string =>
  `manege live ${instance} ${version}`.trimEnd();

const LISTENERS = `select pid, backend_start::text as since, pid = pg_backend_pid() as own from pg_stat_activity
  where datname = current_database() and application_name like 'manege live%'`;

type Listener = { pid: number; since: string; own: boolean };

/**
 * Opens the channel and keeps it open; resolves once it is heard. `onNews` is called for each change
 * that another instance announced, and for everything if an announcement may have been lost.
 */
export async function openChannel(
  url: string,
  onNews: (news: News) => void,
  onError: (error: Error) => void,
  { instance = '', version = '', patienceMs = PATIENCE_MS, beatMs = BEAT_MS } = {},
): Promise<Channel> {
  let client: pg.Client | null = null;
  /** One statement at a time: pg does not queue them itself. */
  const line = createQueue(1);
  let closed = false;
  let heardSince = 0;
  let beat: NodeJS.Timeout | undefined;
  let gathered: News[] = [];
  let gathering: NodeJS.Timeout | undefined;

  async function listen(): Promise<void> {
    const next = newClient(url, {
      application_name: listenerOf(instance, version),
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    /** Who listens, since when, by process of the database; and who has said goodbye. */
    let listeners = new Map<number, string>();
    const left = new Set<number>();
    let own: number | undefined;
    const readListeners = async (): Promise<typeof listeners> => {
      const { rows } = await line.run(() => next.query<Listener>(LISTENERS));
      own = rows.find((one) => one.own)?.pid;
      return new Map(rows.map(({ pid, since }) => [pid, since]));
    };
    /** A listener that has gone without a goodbye was perhaps killed before it announced a commit. */
    const compare = async (): Promise<void> => {
      try {
        const now = await readListeners();
        const gone = [...listeners].some(
          ([pid, since]) => now.get(pid) !== since && !left.has(pid),
        );
        listeners = now;
        if (gone) onNews(EVERYTHING);
      } catch (error) {
        giveUp(next, error as Error);
      }
    };
    next.on('notification', ({ payload, processId }) => {
      if (processId === own) return;
      const { instance: said, ...news } = messageOf(payload);
      if (said === 'leaves') left.add(processId);
      if (said === 'arrives') {
        left.delete(processId);
        void compare();
      }
      if (news.changed.length > 0) onNews(news);
    });
    next.on('error', onError);
    try {
      await next.connect();
      await next.query(`${SETTINGS}; listen ${CHANNEL}`);
      listeners = await readListeners();
    } catch (error) {
      void next.end().catch(() => {});
      throw error;
    }
    client = next;
    heardSince = performance.now();
    // Registered only once it listens: a connection that failed to open must not start a second
    // loop of retries.
    next.once('end', () => void relisten());
    beat = setInterval(() => void compare(), beatMs);
    // What this instance committed last, before it lost its connection or ended, may not have been
    // announced.
    gathered.push(EVERYTHING);
    void flush({ instance: 'arrives' });
  }

  /** Closes a connection that does not answer; a new one is opened. */
  function giveUp(connection: pg.Client, error: Error): void {
    onError(error);
    void connection.end().catch(() => {});
  }

  async function relisten(): Promise<void> {
    client = null;
    clearInterval(beat);
    while (!closed && client === null) {
      await sleep(RETRY_MS);
      try {
        await listen();
        onNews(EVERYTHING);
      } catch (error) {
        onError(error as Error);
      }
    }
  }

  function send(news: News): void {
    gathered.push(news);
    gathering ??= setTimeout(() => void flush(), GATHER_MS);
  }

  /** Without a connection nothing is sent: the next one announces everything. */
  async function flush(more: { instance?: 'arrives' | 'leaves' } = {}): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    const said = { ...unite(...gathered), ...more };
    gathered = [];
    const connection = client;
    if (!connection) return;
    const values = [CHANNEL, JSON.stringify(said)];
    await line
      .run(() => connection.query({ name: 'notify', text: 'select pg_notify($1, $2)', values }))
      .catch((error: Error) => giveUp(connection, error));
  }

  await listen();
  return {
    send,
    since: () => heardSince,
    async close() {
      closed = true;
      clearInterval(beat);
      const last = client;
      last?.removeAllListeners('end');
      // A PostgreSQL that disappeared does not answer, so the wait is limited.
      await Promise.race([
        flush({ instance: 'leaves' }).then(() => last?.end()),
        sleep(patienceMs, undefined, { ref: false }),
      ]);
    },
  };
}

/**
 * The content of a message of Manège, from any version; no noun for any other message on the
 * channel.
 */
function messageOf(payload: string | undefined): News & { instance?: unknown } {
  try {
    const { changed, jours, personnes, instance } = JSON.parse(payload ?? '') as {
      changed: string[];
      jours?: unknown;
      personnes?: unknown;
      instance?: unknown;
    };
    return {
      changed: NOUNS.filter((noun) => changed.includes(noun)),
      jours: isListOf(jours, isJour) ? jours : undefined,
      personnes: isListOf(personnes, () => true) ? personnes : undefined,
      instance,
    };
  } catch {
    return { changed: [] };
  }
}

const isListOf = (value: unknown, fits: (item: string) => boolean): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && fits(item));
