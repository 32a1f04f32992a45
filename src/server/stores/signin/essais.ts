/** Attempts that count against a limit (ACC-34), by key, shared by all instances (ADR-007). */
import { and, inArray, lt, or, sql } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import { type Count, LONGEST_WINDOWS, waitOf, windowStart } from '#domain/core/limits.ts';
import { type Db, type Reader, transact, type Tx } from '#server/platform/db.ts';
import { tryKeys } from '#server/platform/locks.ts';
import { essais } from '#server/platform/schema/schema.ts';
import { createQueue } from '#server/platform/queue.ts';

/**
 * How often keys that another instance holds are tried again; an instance holds them for a few
 * milliseconds.
 */
const MAX_TRIES = 60;

/** Work of this process on the same key waits here, without using a connection. */
const perKey = createQueue();
/** Connections of the pool that counting may use at once. */
const connections = createQueue(4);

/**
 * Runs `work` in a transaction that holds the keys. If another instance holds one of them, the
 * connection is returned and the keys are tried again a few milliseconds later. null if all tries
 * failed. `first`: before other work that waits for a connection.
 */
export function holdKeys<T>(
  db: Db,
  cles: readonly string[],
  work: (tx: Tx) => Promise<T>,
  first = false,
): Promise<T | null> {
  return perKey.run(async () => {
    for (let n = 0; n < MAX_TRIES; n += 1) {
      const done = await connections.run(
        () =>
          transact(db, [], async (tx) =>
            (await tryKeys(tx, cles)) ? { result: await work(tx) } : null,
          ),
        [],
        first,
      );
      if (done) return done.result;
      await wait(5 + Math.random() * 20);
    }
    return null;
  }, cles);
}

/**
 * For each count the seconds until one more attempt is allowed; null if it is allowed now. The
 * index gives the newest attempts of a key up to its limit, so the cost does not depend on how many
 * are stored.
 */
export async function listWaits(
  reader: Reader,
  counts: readonly Count[],
  now: Date,
): Promise<(number | null)[]> {
  const { rows } = await reader.execute<{ plein: string | null }>(sql`
    select (
      select survenu_at from essais where essais.cle = compte.cle and survenu_at > compte.depuis
      order by survenu_at desc offset compte.max - 1 limit 1
    ) as plein
    from unnest(
      ${sql.param(counts.map(({ cle }) => cle))}::text[],
      ${sql.param(counts.map(({ limit }) => windowStart(limit, now).toISOString()))}::timestamptz[],
      ${sql.param(counts.map(({ limit }) => limit.max))}::int[]
    ) with ordinality as compte(cle, depuis, max, rang) order by rang`);
  return counts.map(({ limit }, i) =>
    waitOf(limit, rows[i]?.plein ? new Date(rows[i].plein) : null, now),
  );
}

/** Stores one attempt for each key; returns their ids in the same order. */
export async function insertEssais(
  reader: Reader,
  cles: readonly string[],
  survenu_at: Date,
): Promise<number[]> {
  const rows = await reader
    .insert(essais)
    .values(cles.map((cle) => ({ cle, survenu_at })))
    .returning({ id: essais.id });
  return rows.map(({ id }) => id);
}

export async function deleteEssais(reader: Reader, ids: readonly number[]): Promise<void> {
  await reader.delete(essais).where(inArray(essais.id, [...ids]));
}

/** Deletes the attempts of some keys. */
export async function deleteEssaisOf(reader: Reader, ...cles: readonly string[]): Promise<void> {
  await reader.delete(essais).where(inArray(essais.cle, [...cles]));
}

/**
 * Deletes attempts that no limit counts any more. The attempts of networks, which are many, have a
 * shorter window.
 */
export async function sweepEssais(reader: Reader, now: Date): Promise<void> {
  const before = (seconds: number) =>
    lt(essais.survenu_at, new Date(now.getTime() - seconds * 1000));
  await reader
    .delete(essais)
    .where(
      or(
        before(LONGEST_WINDOWS.others),
        and(before(LONGEST_WINDOWS.networks), sql`${essais.cle} ~ '(^| )reseau '`),
      ),
    );
}
