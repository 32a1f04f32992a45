import { asc, desc, eq, inArray, ne, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Reader, Tx } from '#server/platform/db.ts';
import { parametres, prix, reservations } from '#server/platform/schema/schema.ts';

/**
 * `prix` is euros with two decimals, as text: money never passes through a float between code and
 * database (PRICE-02).
 */
type Prix = typeof prix.$inferSelect;

/**
 * Decimal text; null if the centre does not show its prices (SET-31). For use in a select from
 * `parametres`.
 */
export const shownPrix = (type: SQLWrapper): SQL<string | null> =>
  sql`case when ${parametres.showPrices} then coalesce((select p.prix from prix p where p.type_lecon = ${type}), 0)::numeric(10,2)::text end`;

/** Newest first (API-07). */
export async function listPrix(reader: Reader): Promise<Prix[]> {
  return reader.select().from(prix).orderBy(desc(prix.created_at), prix.type_lecon);
}

/** The days of the first and the last lesson of each type that is not cancelled. */
export async function listPortee(
  reader: Reader,
): Promise<{ type_lecon: string; premiere: string; derniere: string }[]> {
  const { type_lecon, date_reservation: jour, statut } = reservations;
  return reader
    .select({
      type_lecon,
      premiere: sql<string>`min(${jour})::text`,
      derniere: sql<string>`max(${jour})::text`,
    })
    .from(reservations)
    .where(ne(statut, 'annulee'))
    .groupBy(type_lecon)
    .orderBy(type_lecon);
}

/**
 * Locks the prices of lesson types until the transaction ends, always in the same order, so that
 * two simultaneous saves cannot deadlock.
 */
export async function lockPrix(tx: Tx, types: readonly string[]): Promise<Prix[]> {
  return tx
    .select()
    .from(prix)
    .where(inArray(prix.type_lecon, [...types]))
    .orderBy(asc(prix.type_lecon))
    .for('update');
}

/** Sets the price of a lesson type and counts the change. */
export async function setPrix(tx: Tx, type_lecon: string, euros: string): Promise<void> {
  await tx
    .update(prix)
    .set({ prix: euros, version: sql`${prix.version} + 1` })
    .where(eq(prix.type_lecon, type_lecon));
}

/** Stores the price of a new lesson type, 0 (PRICE-03). */
export async function insertPrix(tx: Tx, type_lecon: string): Promise<void> {
  await tx.insert(prix).values({ type_lecon });
}
