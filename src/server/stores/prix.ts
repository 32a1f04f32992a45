import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Reader, Tx } from '../platform/db.ts';
import { prix } from '../platform/schema.ts';

/** `prix` is euros with two decimals as text: money never passes through a float on its way in or out of the database. */
type Prix = typeof prix.$inferSelect;

/** §7: the newest first. */
export async function listPrix(reader: Reader): Promise<Prix[]> {
  return reader.select().from(prix).orderBy(desc(prix.created_at), prix.type_lecon);
}

/** Holds the prices of lesson types until the transaction ends, in one order whoever asks: two who save together must not wait for each other. */
export async function lockPrix(tx: Tx, types: readonly string[]): Promise<Prix[]> {
  return tx.select().from(prix).where(inArray(prix.type_lecon, [...types])).orderBy(asc(prix.type_lecon)).for('update');
}

/** Sets the price of a lesson type and counts the change. */
export async function setPrix(tx: Tx, type_lecon: string, euros: string): Promise<void> {
  await tx.update(prix).set({ prix: euros, version: sql`${prix.version} + 1` }).where(eq(prix.type_lecon, type_lecon));
}

/** §3: a price is born at 0 with its lesson type. */
export async function insertPrix(tx: Tx, type_lecon: string): Promise<void> {
  await tx.insert(prix).values({ type_lecon });
}
