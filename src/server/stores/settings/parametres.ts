import { sql } from 'drizzle-orm';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import { prepareOnce, type Reader, type Tx } from '#server/platform/db.ts';
import { parametres } from '#server/platform/schema/schema.ts';

const statement = prepareOnce((reader: Reader) =>
  reader.select().from(parametres).prepare('parametres'),
);

/** The settings, from their only row, which a migration inserts. */
export async function getParametres(reader: Reader): Promise<StoredParametres> {
  return only(await statement(reader).execute());
}

/** Locks the settings until the transaction ends. */
export async function lockParametres(tx: Tx): Promise<StoredParametres> {
  return only(await tx.select().from(parametres).for('update'));
}

/** Whether an administrator has accepted or declined that lessons lose their names (SET-43). */
export async function isRetentionAnswered(reader: Reader): Promise<boolean> {
  return only(
    await reader.select({ answered: parametres.lessonRetentionAnswered }).from(parametres),
  ).answered;
}

/** The day on which all stored seats got the price of that day; null if there were none (PRICE-19). */
export async function getSeatsPricedOn(reader: Reader): Promise<string | null> {
  return only(await reader.select({ jour: parametres.seatsPricedOn }).from(parametres)).jour;
}

/** Stores the settings and counts the change. */
export async function updateParametres(
  tx: Tx,
  change: Partial<typeof parametres.$inferInsert>,
): Promise<StoredParametres> {
  return only(
    await tx
      .update(parametres)
      .set({ ...change, version: sql`${parametres.version} + 1` })
      .returning(),
  );
}

function only<T>([row]: T[]): T {
  if (!row) throw new Error('the table parametres is empty');
  return row;
}
