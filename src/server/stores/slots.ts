/** The arenas (SET-44): rows of `ressources`. */
import { and, asc, eq, getTableColumns, not, type SQL, sql } from 'drizzle-orm';
import type { Piste } from '#domain/slots/pistes.ts';
import type { EditablePiste } from '#domain/slots/regles_pistes.ts';
import { prepareOnce, type Reader, type Tx } from '#server/platform/db.ts';
import { ressources } from '#server/platform/schema/schema.ts';

const { genre: _, ...PISTE } = getTableColumns(ressources);
const isPiste = eq(ressources.genre, 'piste');

const statement = prepareOnce((reader: Reader) =>
  reader
    .select(PISTE)
    .from(ressources)
    .where(isPiste)
    .orderBy(asc(ressources.ordre), asc(ressources.id))
    .prepare('pistes'),
);

/** Every arena, active or not, by `ordre`. */
export const listPistes = (reader: Reader): Promise<Piste[]> => statement(reader).execute();

/** All arenas as one column, because the data for a booking are read by one statement. */
export const pistesColumn = (): SQL<Piste[]> => sql`(
  select coalesce(json_agg(json_build_object('id', a.id, 'nom', a.nom, 'note', a.note, 'dessin', a.dessin, 'ordre', a.ordre, 'actif', a.actif)
    order by a.ordre, a.id), '[]')
  from ${ressources} a where a.genre = 'piste')`;

/** One arena by its id; null if there is none. The caller holds `lockPistes`. */
export async function lockPiste(tx: Tx, id: string): Promise<Piste | null> {
  const [row] = await tx
    .select(PISTE)
    .from(ressources)
    .where(and(eq(ressources.id, id), isPiste))
    .for('update');
  return row ?? null;
}

export async function insertPiste(tx: Tx, piste: Omit<Piste, 'actif'>): Promise<Piste> {
  const [row] = await tx
    .insert(ressources)
    .values({ ...piste, genre: 'piste' })
    .returning(PISTE);
  if (!row) throw new Error('the arena was not stored');
  return row;
}

/** Changes an arena; null if it no longer exists. */
export async function updatePiste(
  tx: Tx,
  id: string,
  change: { [field in keyof EditablePiste]?: Piste[field] | undefined } & { ordre?: number },
): Promise<Piste | null> {
  const [row] = await tx
    .update(ressources)
    .set(change)
    .where(and(eq(ressources.id, id), isPiste))
    .returning(PISTE);
  return row ?? null;
}

/**
 * Whether anything refers to an arena: lessons, including cancelled and deleted ones, requests,
 * feeds, closures.
 */
const isNamed = sql`(
  exists (select from occupations n where n.ressource_id = ${ressources.id})
  or exists (select from reservations n where n.type_piste = ${ressources.id})
  or exists (select from reservations_supprimees n where n.type_piste = ${ressources.id})
  or exists (select from alertes n where n.type_piste = ${ressources.id})
  or exists (select from flux_calendrier n where n.type_piste = ${ressources.id})
  or exists (select from fermetures n where ${ressources.id} = any(n.pistes)))`;

/** Null if there is no such arena. */
export async function isPisteNamed(reader: Reader, id: string): Promise<boolean | null> {
  const [row] = await reader
    .select({ named: sql<boolean>`${isNamed}` })
    .from(ressources)
    .where(and(eq(ressources.id, id), isPiste));
  return row?.named ?? null;
}

/** Removes an arena to which nothing refers; false if something does. */
export async function deletePiste(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .delete(ressources)
    .where(and(eq(ressources.id, id), isPiste, not(isNamed)))
    .returning({ id: ressources.id });
  return rows.length > 0;
}
