import { and, asc, desc, eq, gt, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { PrixValable } from '#domain/prices.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { parametres, prix, prixValables } from '#server/platform/schema/schema.ts';

/** A lesson type's prices, earliest first, as a column. */
export const valablesOf = (type: SQLWrapper): SQL<PrixValable[]> => sql`(
  select coalesce(json_agg(json_build_object('du', v.du, 'centimes', v.centimes) order by v.du), '[]')
  from ${prixValables} v where v.type_lecon = ${type})`;

/** `prix`: earliest first. */
type Prix = typeof prix.$inferSelect & { prix: PrixValable[] };

const columns = () => ({
  id: prix.id,
  created_at: prix.created_at,
  type_lecon: prix.type_lecon,
  version: prix.version,
  // With its table: in a select from one table drizzle leaves it out, and `v` has such a column too.
  prix: valablesOf(sql`"prix"."type_lecon"`),
});

/** A lesson type's prices, earliest first. */
export async function listValables(reader: Reader, type: string): Promise<PrixValable[]> {
  const { rows } = await reader.execute<{ prix: PrixValable[] }>(
    sql`select ${valablesOf(sql`${type}::text`)} as prix`,
  );
  return rows[0]?.prix ?? [];
}

/**
 * For statements: the price in force for a lesson type on a day, in cents; both are SQL expressions
 * (PRICE-03).
 */
export const priceOn = (type: string, jour: string): string =>
  `coalesce((select v.centimes from prix_valables v where v.type_lecon = ${type} and v.du <= ${jour} order by v.du desc limit 1), 0)`;

/**
 * The prices of a lesson type, earliest first; null if the centre does not show its prices
 * (SET-31). For use in a select from `parametres`.
 */
export const shownPrix = (type: SQLWrapper): SQL<PrixValable[] | null> =>
  sql`case when ${parametres.showPrices} then ${valablesOf(type)} end`;

/** Newest first (API-07). */
export async function listPrix(reader: Reader): Promise<Prix[]> {
  return reader.select(columns()).from(prix).orderBy(desc(prix.created_at), prix.type_lecon);
}

/**
 * Locks the prices of lesson types until the transaction ends, always in the same order, so that
 * two simultaneous saves cannot deadlock.
 */
export async function lockPrix(tx: Tx, types: readonly string[]): Promise<Prix[]> {
  const named = inArray(prix.type_lecon, [...types]);
  await tx.select().from(prix).where(named).orderBy(asc(prix.type_lecon)).for('update');
  return tx.select(columns()).from(prix).where(named).orderBy(asc(prix.type_lecon));
}

/**
 * Sets the price of a lesson type from a day on, replaces every later one by `suivant`, and counts
 * the change. `present`: null leaves the price in force unchanged.
 */
export async function setPrix(
  tx: Tx,
  type_lecon: string,
  {
    aujourdhui,
    present,
    suivant,
  }: { aujourdhui: string; present: PrixValable | null; suivant: PrixValable | null },
): Promise<void> {
  const rows = [present, suivant].flatMap((one) => (one ? [{ type_lecon, ...one }] : []));
  await deleteFuture(tx, type_lecon, aujourdhui);
  if (rows.length > 0)
    await tx
      .insert(prixValables)
      .values(rows)
      .onConflictDoUpdate({
        target: [prixValables.type_lecon, prixValables.du],
        set: { centimes: sql`excluded.centimes` },
      });
  await tx
    .update(prix)
    .set({ version: sql`${prix.version} + 1` })
    .where(eq(prix.type_lecon, type_lecon));
}

/**
 * Stores the price of a new lesson type, 0 (PRICE-03): also if an earlier type with this identifier
 * had another one.
 */
export async function insertPrix(tx: Tx, type_lecon: string, aujourdhui: string): Promise<void> {
  await tx.insert(prix).values({ type_lecon });
  await tx.execute(sql`
    insert into prix_valables (type_lecon, du, centimes) select ${type_lecon}, ${aujourdhui}::date, 0
    where exists (select from prix_valables where type_lecon = ${type_lecon})
    on conflict (type_lecon, du) do update set centimes = 0`);
}

/**
 * Gives each seat without a price the one in force on the day of its lesson, and increments the
 * version of the lesson (ADR-031). A type that never had a price leaves its seats as they are.
 * Returns how many seats got one.
 */
export async function priceSeats(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    with lecons as (
      select r.id, v.centimes from reservations r
      cross join lateral (select centimes from prix_valables where type_lecon = r.type_lecon and du <= r.date_reservation order by du desc limit 1) v
      where r.id in (select reservation_id from participants where centimes is null)
      order by r.id for update of r
    ),
    priced as (
      update participants s set centimes = lecons.centimes from lecons where s.reservation_id = lecons.id and s.centimes is null
      returning s.reservation_id
    ),
    changed as (update reservations set version = version + 1 where id in (select reservation_id from priced))
    select count(*)::int as n from priced`);
  return rows[0]?.n ?? 0;
}

/** Removes the prices of a lesson type that are not in force yet. */
export async function deleteFuture(tx: Tx, type_lecon: string, aujourdhui: string): Promise<void> {
  await tx
    .delete(prixValables)
    .where(and(eq(prixValables.type_lecon, type_lecon), gt(prixValables.du, aujourdhui)));
}
