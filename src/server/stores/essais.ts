/** Attempts that count against a limit, by key, shared by all instances (decision 13). */
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Reader, Tx } from '../platform/db.ts';
import { essais } from '../platform/schema.ts';

/** Holds a key until the transaction ends, so that simultaneous attempts are counted one after the other. */
export async function lockCle(tx: Tx, cle: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${cle}, 7241))`);
}

/** The same at start, where nobody waits for an answer and what is held takes longer than a call may. */
export async function lockCleAuDemarrage(tx: Tx, cle: string): Promise<void> {
  await tx.execute(sql`select set_config('lock_timeout', '1min', true), set_config('statement_timeout', '1min', true)`);
  await lockCle(tx, cle);
}

/** When each attempt of a key since an instant happened, oldest first. */
export async function listEssais(tx: Tx, cle: string, depuis: Date): Promise<Date[]> {
  const rows = await tx
    .select({ survenu_at: essais.survenu_at })
    .from(essais)
    .where(and(eq(essais.cle, cle), gt(essais.survenu_at, depuis)))
    .orderBy(asc(essais.survenu_at));
  return rows.map(({ survenu_at }) => survenu_at);
}

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
