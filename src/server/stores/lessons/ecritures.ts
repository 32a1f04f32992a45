/** Writes that are stored, under the id that their caller drew (API-27). */
import { eq, lt } from 'drizzle-orm';
import type { Reader, Tx } from '#server/platform/db.ts';
import { ecritures } from '#server/platform/schema/schema.ts';

/** What a statement stores of a write. `objet_id`: the lesson, the closure or the series. */
export type Ecriture = Pick<typeof ecritures.$inferInsert, 'id' | 'empreinte' | 'objet_id'>;

/** Null if no write is stored under this id. */
export async function getEcriture(
  reader: Reader,
  id: string,
): Promise<typeof ecritures.$inferSelect | null> {
  const [row] = await reader.select().from(ecritures).where(eq(ecritures.id, id));
  return row ?? null;
}

/**
 * Null: its caller drew no id, and nothing is stored. The error of a known id ends the transaction:
 * `isEcritureKnown`.
 */
export async function insertEcriture(tx: Tx, ecriture: Ecriture | null): Promise<void> {
  if (ecriture) await tx.insert(ecritures).values(ecriture);
}

export async function deleteEcrituresBefore(reader: Reader, at: Date): Promise<void> {
  await reader.delete(ecritures).where(lt(ecritures.created_at, at));
}
