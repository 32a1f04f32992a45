import { desc, eq } from 'drizzle-orm';
import type { Reader, Tx } from '../platform/db.ts';
import { prix } from '../platform/schema.ts';

/** `prix` is euros with two decimals as text: money never passes through a float on its way in or out of the database. */
type Prix = typeof prix.$inferSelect;

/** §7: the newest first. */
export async function listPrix(reader: Reader): Promise<Prix[]> {
  return reader.select().from(prix).orderBy(desc(prix.created_at), prix.type_lecon);
}

/** Sets the price of a lesson type; false when it has none. */
export async function setPrix(tx: Tx, type_lecon: string, euros: string): Promise<boolean> {
  const rows = await tx.update(prix).set({ prix: euros }).where(eq(prix.type_lecon, type_lecon)).returning({ id: prix.id });
  return rows.length > 0;
}

/** §3: a price is born at 0 with its lesson type. */
export async function insertPrix(tx: Tx, type_lecon: string): Promise<void> {
  await tx.insert(prix).values({ type_lecon });
}
