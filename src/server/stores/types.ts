import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { pricesIn } from '#domain/prices.ts';
import type { EditableType } from '#domain/types/regles_types.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import {
  parametres,
  participants,
  reservations,
  typesLecons,
} from '#server/platform/schema/schema.ts';
import { shownPrix } from './prices/prix.ts';

/**
 * The active types, by `ordre` (API-07), with the price in force today and the next one if the
 * centre shows its prices (RIDE-57).
 */
export async function listActiveTypes(reader: Reader, aujourdhui: string): Promise<TypeLecon[]> {
  const rows = await reader
    .select({ ...getTableColumns(typesLecons), prix: shownPrix(typesLecons.value) })
    .from(typesLecons)
    .innerJoin(parametres, sql`true`)
    .where(eq(typesLecons.actif, true))
    .orderBy(asc(typesLecons.ordre), asc(typesLecons.value));
  return rows.map(({ prix, ...type }) =>
    prix === null ? type : { ...type, ...pricesIn(prix, aujourdhui) },
  );
}

/** Every type, active or not, by `ordre`. */
export async function listTypes(reader: Reader): Promise<TypeLecon[]> {
  return reader.select().from(typesLecons).orderBy(asc(typesLecons.ordre), asc(typesLecons.value));
}

/** Locks a type until the transaction ends. */
export async function lockType(tx: Tx, value: string): Promise<TypeLecon | null> {
  const [row] = await tx
    .select()
    .from(typesLecons)
    .where(eq(typesLecons.value, value))
    .for('update');
  return row ?? null;
}

/** The types of a person's reservations, by `ordre`. */
export async function listBookedTypes(reader: Reader, user_id: string): Promise<TypeLecon[]> {
  const booked = reader
    .selectDistinct({ value: reservations.type_lecon })
    .from(reservations)
    .innerJoin(participants, eq(participants.reservation_id, reservations.id))
    .where(eq(participants.user_id, user_id));
  return reader
    .select()
    .from(typesLecons)
    .where(inArray(typesLecons.value, booked))
    .orderBy(asc(typesLecons.ordre), asc(typesLecons.value));
}

/** Stores a new type; null if its identifier is taken. */
export async function insertType(
  tx: Tx,
  type: Omit<TypeLecon, 'actif'>,
): Promise<TypeLecon | null> {
  const [row] = await tx.insert(typesLecons).values(type).onConflictDoNothing().returning();
  return row ?? null;
}

/** Changes a type; null if it no longer exists. */
export async function updateType(
  tx: Tx,
  value: string,
  change: { [field in keyof EditableType]?: TypeLecon[field] | undefined } & { ordre?: number },
): Promise<TypeLecon | null> {
  const [row] = await tx
    .update(typesLecons)
    .set(change)
    .where(eq(typesLecons.value, value))
    .returning();
  return row ?? null;
}

/** Removes a type and its price; false if there is none. */
export async function deleteType(tx: Tx, value: string): Promise<boolean> {
  const rows = await tx
    .delete(typesLecons)
    .where(eq(typesLecons.value, value))
    .returning({ value: typesLecons.value });
  return rows.length > 0;
}
