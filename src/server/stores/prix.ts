import { eq } from 'drizzle-orm';
import type { Tx } from '../platform/db.ts';
import { prix } from '../platform/schema.ts';

/** Sets the price of a lesson type, in euros with two decimals as text: money never passes through a float. */
export async function setPrix(tx: Tx, type_lecon: string, euros: string): Promise<void> {
  await tx.update(prix).set({ prix: euros }).where(eq(prix.type_lecon, type_lecon));
}
