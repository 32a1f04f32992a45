import { and, asc, eq, sql } from 'drizzle-orm';
import type { TypeLecon } from '#domain/types_lecons.ts';
import { prepareOnce, type Reader, type Tx } from '../platform/db.ts';
import { typesLecons } from '../platform/schema.ts';

/** §7: the offered types, by `ordre`. */
export async function listTypesActifs(reader: Reader): Promise<TypeLecon[]> {
  return reader.select().from(typesLecons).where(eq(typesLecons.actif, true)).orderBy(asc(typesLecons.ordre), asc(typesLecons.value));
}

/** A type, offered or not; null when unknown. */
export async function getType(reader: Reader, value: string): Promise<TypeLecon | null> {
  const [row] = await reader.select().from(typesLecons).where(eq(typesLecons.value, value));
  return row ?? null;
}

const typeActif = prepareOnce((tx: Tx) => tx
  .select()
  .from(typesLecons)
  .where(and(eq(typesLecons.value, sql.placeholder('value')), eq(typesLecons.actif, true)))
  .prepare('type_actif'));

/** A type that may be booked; null when unknown or inactive. */
export async function getTypeActif(tx: Tx, value: string): Promise<TypeLecon | null> {
  const [row] = await typeActif(tx).execute({ value });
  return row ?? null;
}
