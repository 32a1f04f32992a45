/** Failed sign-ins by key, shared by all instances (decision 13). */
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Reader, Tx } from '../platform/db.ts';
import { echecs } from '../platform/schema.ts';

/** Holds a key until the transaction ends, so that simultaneous attempts are counted one after the other. */
export async function lockCle(tx: Tx, cle: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${cle}, 7241))`);
}

/** When each failure of a key since an instant happened, oldest first. */
export async function listEchecs(tx: Tx, cle: string, depuis: Date): Promise<Date[]> {
  const rows = await tx
    .select({ survenu_at: echecs.survenu_at })
    .from(echecs)
    .where(and(eq(echecs.cle, cle), gt(echecs.survenu_at, depuis)))
    .orderBy(asc(echecs.survenu_at));
  return rows.map(({ survenu_at }) => survenu_at);
}

export async function insertEchecs(tx: Tx, cles: readonly string[], survenu_at: Date): Promise<number[]> {
  const rows = await tx.insert(echecs).values(cles.map((cle) => ({ cle, survenu_at }))).returning({ id: echecs.id });
  return rows.map(({ id }) => id);
}

export async function deleteEchecs(reader: Reader, ids: readonly number[]): Promise<void> {
  await reader.delete(echecs).where(inArray(echecs.id, [...ids]));
}

export async function deleteEchecsBefore(reader: Reader, instant: Date): Promise<void> {
  await reader.delete(echecs).where(lt(echecs.survenu_at, instant));
}
