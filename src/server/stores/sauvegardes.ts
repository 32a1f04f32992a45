/** Backups that the service began (OPS-15), and the ids of erased accounts (OPS-14). */
import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Reader, Tx } from '../platform/db.ts';
import { comptesEffaces, sauvegardes } from '../platform/schema.ts';

export type SauvegardeFaite = Pick<typeof sauvegardes.$inferSelect, 'fin_at' | 'fichier' | 'octets' | 'non_verifiee' | 'erreur'>;

/** When the last backup was begun; null where there was none. */
export async function getLastBegun(reader: Reader): Promise<Date | null> {
  const [row] = await reader.select({ debut_at: sauvegardes.debut_at }).from(sauvegardes).orderBy(desc(sauvegardes.debut_at)).limit(1);
  return row?.debut_at ?? null;
}

/** Records that a backup begins; its number. */
export async function insertBegun(tx: Tx, debut_at: Date): Promise<number> {
  const [row] = await tx.insert(sauvegardes).values({ debut_at }).returning({ id: sauvegardes.id });
  return row?.id ?? 0;
}

/** Records a backup that was made before this row could be stored. */
export async function insertMade(reader: Reader, made: typeof sauvegardes.$inferInsert): Promise<void> {
  await reader.insert(sauvegardes).values(made);
}

export async function settleSauvegarde(reader: Reader, id: number, made: Partial<SauvegardeFaite>): Promise<void> {
  await reader.update(sauvegardes).set(made).where(eq(sauvegardes.id, id));
}

export async function deleteSauvegardesBefore(reader: Reader, instant: Date): Promise<void> {
  await reader.delete(sauvegardes).where(lt(sauvegardes.debut_at, instant));
}

export async function insertErased(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.insert(comptesEffaces).values(ids.map((id) => ({ id }))).onConflictDoNothing();
}

export async function listErased(reader: Reader): Promise<string[]> {
  const rows = await reader.select({ id: comptesEffaces.id }).from(comptesEffaces).orderBy(sql`1`);
  return rows.map(({ id }) => id);
}
