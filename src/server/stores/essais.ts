/** Attempts that count against a limit, by key, shared by all instances (decision 13). */
import { inArray, lt, sql } from 'drizzle-orm';
import { setTimeout as wait } from 'node:timers/promises';
import { attenteOf, type Comptage, debutOf } from '#domain/limites.ts';
import { type Db, type Reader, transact, type Tx } from '../platform/db.ts';
import { essais } from '../platform/schema.ts';
import { createLines, createTurns } from '../platform/turns.ts';

/** How often keys that another instance holds are tried: it holds them for some milliseconds. */
const TENTATIVES = 60;
/** Milliseconds for which one is tried at start, where nobody waits for an answer and what is held takes longer than a call may. */
const PATIENCE_AU_DEMARRAGE_MS = 60_000;

/** Those of this process who want the same key wait for each other here, without a connection. */
const alone = createLines();
/** Connections that counting takes of the pool at most, however many are counted at once. */
const inTurn = createTurns(4);

/** Holds a key until the transaction ends, so that simultaneous attempts are counted one after the other. */
export const lockCle = (tx: Tx, cle: string): Promise<void> => lockCles(tx, [cle]);

/** The same for several, always in one order. */
export async function lockCles(tx: Tx, cles: readonly string[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(cle, 7241)) from (select unnest(${sql.param(cles)}::text[]) as cle order by 1) as cles`);
}

/** True when all the keys are held from here on; nothing is waited for. */
async function tryCles(tx: Tx, cles: readonly string[]): Promise<boolean> {
  const { rows: [row] } = await tx.execute<{ tenues: boolean }>(
    sql`select bool_and(pg_try_advisory_xact_lock(hashtextextended(cle, 7241))) as tenues from unnest(${sql.param(cles)}::text[]) as cle`);
  return row?.tenues ?? false;
}

/**
 * Runs `work` in a transaction that holds the keys. Where another instance holds one, no connection waits: it is given
 * back and the keys are tried again in a moment. null where they were not had in so many tries.
 */
export function holdCles<T>(db: Db, cles: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T | null> {
  return alone(cles, async () => {
    for (let n = 0; n < TENTATIVES; n += 1) {
      const done = await inTurn(() => transact(db, [], async (tx) => (await tryCles(tx, cles) ? { result: await work(tx) } : null)));
      if (done) return done.result;
      await wait(5 + Math.random() * 20);
    }
    return null;
  });
}

/**
 * Holds a key at start. It is tried again and again rather than waited for: a connection on which nothing is said for
 * twenty seconds is taken for lost.
 */
export async function lockCleAuDemarrage(tx: Tx, cle: string): Promise<void> {
  for (const end = performance.now() + PATIENCE_AU_DEMARRAGE_MS; !await tryCles(tx, [cle]); await wait(100)) {
    if (performance.now() > end) throw new Error(`another instance has held '${cle}' for a minute`);
  }
}

/**
 * For each count the seconds until one more attempt is borne; null where it is borne now. Of a key's attempts only the
 * newest that fill its limit are read, by the index: how many there are does not matter.
 */
export async function listAttentes(reader: Reader, comptages: readonly Comptage[], now: Date): Promise<(number | null)[]> {
  const { rows } = await reader.execute<{ plein: string | null }>(sql`
    select (
      select survenu_at from essais where essais.cle = compte.cle and survenu_at > compte.depuis
      order by survenu_at desc offset compte.max - 1 limit 1
    ) as plein
    from unnest(
      ${sql.param(comptages.map(({ cle }) => cle))}::text[],
      ${sql.param(comptages.map(({ limite }) => debutOf(limite, now).toISOString()))}::timestamptz[],
      ${sql.param(comptages.map(({ limite }) => limite.max))}::int[]
    ) with ordinality as compte(cle, depuis, max, rang) order by rang`);
  return comptages.map(({ limite }, i) => attenteOf(limite, rows[i]?.plein ? new Date(rows[i].plein) : null, now));
}

/** Stores one attempt for each key; their ids, in the same order. */
export async function insertEssais(reader: Reader, cles: readonly string[], survenu_at: Date): Promise<number[]> {
  const rows = await reader.insert(essais).values(cles.map((cle) => ({ cle, survenu_at }))).returning({ id: essais.id });
  return rows.map(({ id }) => id);
}

export async function deleteEssais(reader: Reader, ids: readonly number[]): Promise<void> {
  await reader.delete(essais).where(inArray(essais.id, [...ids]));
}

export async function deleteEssaisBefore(reader: Reader, instant: Date): Promise<void> {
  await reader.delete(essais).where(lt(essais.survenu_at, instant));
}
