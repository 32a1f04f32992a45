/**
 * Riders who continue to book whatever happens to the service, and the proof that no confirmed
 * booking is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { addDays, momentAt } from '#domain/core/calendrier.ts';
import { slotsFrom } from './bookings.ts';
import { overlaps } from './instances.ts';

export const ADMIN = { ADMIN_EMAIL: 'admin@essai.example', ADMIN_PASSWORD: 'selle-et-filet' };

/** How long a rider waits after an answer. */
const PAUSE_MS = 20;
/** A request without an answer within this time counts as unanswered. */
const PATIENCE_MS = 20_000;

type Acknowledged = {
  id: string;
  /** When it was requested and when the answer arrived, in ms. */
  asked: number;
  at: number;
};

export type Load = {
  /** The bookings answered 201, in the order of the answers. */
  acknowledged: Acknowledged[];
  /** How often each answer occurred: a status with its code, or 'sans réponse'. */
  answers: Record<string, number>;
  /** The sentences of the refusals, by code. */
  sentences: Record<string, string>;
  /** Waits for so many further confirmations. */
  more(count: number, timeout?: number): Promise<void>;
  /**
   * The longest time without a confirmation, in seconds, that began within half a second of an
   * instant. Resolves once it is over.
   */
  recovered(since: number, timeout?: number): Promise<number>;
  stop(): Promise<void>;
};

/** Signs in. Returns the headers for the riders' calls. */
export async function signIn(
  url: string,
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = ADMIN,
): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`${email} could not sign in: ${await response.text()}`);
  return { cookie, origin: url };
}

/**
 * Starts riders. Each books another half hour as soon as it has an answer, and none requests the
 * same one twice.
 */
export function startLoad(
  url: string,
  headers: Record<string, string>,
  {
    clients = 4,
    slots = slotsFrom(addDays(momentAt(new Date()).jour, 3)),
  }: { clients?: number; slots?: Iterator<object> } = {},
): Load {
  const acknowledged: Acknowledged[] = [];
  const answers: Record<string, number> = {};
  const sentences: Record<string, string> = {};
  const calm = new AbortController();
  const note = (what: string): void => {
    answers[what] = (answers[what] ?? 0) + 1;
  };
  const rider = async (): Promise<void> => {
    while (!calm.signal.aborted) {
      const { value, done } = slots.next();
      if (done === true) throw new Error('no slot is left');
      const asked = Date.now();
      try {
        const response = await fetch(`${url}/api/reservations`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(value),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        const body = (await response.json()) as { id: string; code: string; message: string };
        note(response.ok ? `${response.status}` : `${response.status} ${body.code}`);
        if (response.status === 201) acknowledged.push({ id: body.id, asked, at: Date.now() });
        else sentences[body.code] = body.message;
      } catch {
        // the server is gone, perhaps in the middle of its answer: no booking was confirmed
        note('sans réponse');
      }
      await sleep(PAUSE_MS);
    }
  };
  const riders = Promise.all(Array.from({ length: clients }, rider));
  riders.catch(() => undefined);
  const until = async <T>(found: () => T | undefined, timeout: number): Promise<T> => {
    for (const end = Date.now() + timeout; Date.now() < end; await sleep(5)) {
      const it = found();
      if (it !== undefined) return it;
    }
    throw new Error(
      `no booking was confirmed within ${timeout / 1000} s; answers: ${JSON.stringify(answers)} ${JSON.stringify(sentences)}`,
    );
  };
  return {
    acknowledged,
    answers,
    sentences,
    async more(count, timeout = 60_000) {
      const wanted = acknowledged.length + count;
      await until(() => acknowledged[wanted - 1], timeout);
    },
    async recovered(since, timeout = 60_000) {
      await until(() => acknowledged.findLast(({ asked }) => asked > since + 500), timeout);
      const times = [since, ...acknowledged.map(({ at }) => at).filter((at) => at > since)];
      return Math.max(...times.slice(1).map((at, n) => at - times[n]!)) / 1000;
    },
    async stop() {
      calm.abort();
      await riders;
    },
  };
}

/** The answers that a service without its database may give, including none. */
export const PASSING = ['201', '503 service_occupe', 'sans réponse'];

/** How many confirmed bookings are not stored. */
export async function countLost(
  sql: pg.Client,
  { acknowledged }: Pick<Load, 'acknowledged'>,
): Promise<number> {
  const {
    rows: [row],
  } = await sql.query<{ kept: number }>(
    'select count(*)::int as kept from reservations where id = any($1)',
    [acknowledged.map(({ id }) => id)],
  );
  return acknowledged.length - row!.kept;
}

/** Runs `work` with a separate connection. */
export async function connected<T>(
  connectionString: string,
  work: (sql: pg.Client) => Promise<T>,
): Promise<T> {
  const sql = new pg.Client({ connectionString });
  sql.on('error', () => undefined); // the running statement is rejected in any case
  await sql.connect();
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/**
 * Compares the confirmed bookings with the stored ones: nothing lost, nothing doubled, each with
 * its email. `allowed`: the answers that may have occurred.
 */
export const prove = (
  databaseUrl: string,
  load: Load,
  allowed: readonly string[] = PASSING,
): Promise<string> =>
  connected(databaseUrl, async (sql) => {
    const { acknowledged, answers } = load;
    const ids = acknowledged.map(({ id }) => id);
    const {
      rows: [counts],
    } = await sql.query<Record<'stored' | 'written' | 'twice', number>>(
      `select
    (select count(*)::int from reservations) as stored,
    (select count(distinct reservation_id)::int from courriels where sorte = 'reservation_confirmee' and reservation_id = any($1)) as written,
    (select count(*)::int from (select from courriels where reservation_id is not null group by reservation_id, sorte, destinataire having count(*) > 1) as d) as twice`,
      [ids],
    );
    const { stored, written, twice } = counts!;
    const lost = await countLost(sql, load);
    expect({
      lost,
      overlaps: await overlaps({ sql }),
      withoutEmail: ids.length - written,
      emailsTwice: twice,
    }).toEqual({ lost: 0, overlaps: 0, withoutEmail: 0, emailsTwice: 0 });
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(answers).filter((answer) => !allowed.includes(answer))).toEqual([]);
    return `${ids.length} réservations confirmées, ${lost} perdue, 0 chevauchement, ${twice} email en double ; ${stored} en base ; réponses : ${Object.entries(
      answers,
    )
      .map(([answer, n]) => `${answer} × ${n}`)
      .join(', ')}`;
  });

export const inSeconds = (seconds: number): string => `${seconds.toFixed(2)} s`;

/** 'médiane 1.20 s, au plus 3.40 s' */
export function spread(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b);
  return `médiane ${inSeconds(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)}, au plus ${inSeconds(sorted.at(-1) ?? Number.NaN)}`;
}

export const say = (line: string): void => {
  process.stdout.write(`  ${line}\n`);
};

/** The number of rounds: `TOURS`, or the given number. */
export const rounds = (usual: number): number => Number(process.env['TOURS'] ?? usual);
