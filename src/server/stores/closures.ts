/** Closures of arenas, and the lessons that they affect (FERM-01 to FERM-07, ADR-038). */
import {
  and,
  arrayContains,
  asc,
  eq,
  gte,
  inArray,
  lte,
  type SQL,
  sql,
  type SQLWrapper,
} from 'drizzle-orm';
import type { Fermeture } from '#domain/closures.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { fermetures, fermeturesLecons, reservations } from '#server/platform/schema/schema.ts';

type Row = Fermeture & { motif: string };

const FERMETURE = {
  id: fermetures.id,
  pistes: fermetures.pistes,
  du: fermetures.du,
  au: fermetures.au,
  heure_debut: fermetures.heure_debut,
  heure_fin: fermetures.heure_fin,
  motif: fermetures.motif,
  publique: fermetures.publique,
};

/** The closures on some days, by their first day and hour. */
export const listFermetures = (
  reader: Reader,
  { du, au }: { du: string; au: string },
): Promise<Row[]> =>
  reader
    .select(FERMETURE)
    .from(fermetures)
    .where(and(lte(fermetures.du, au), gte(fermetures.au, du)))
    .orderBy(asc(fermetures.du), asc(fermetures.heure_debut), asc(fermetures.id));

/** The closures of one arena, with the instant at which each was stored. */
export const listFermeturesOf = (
  reader: Reader,
  { piste, du, au }: { piste: string; du: string; au: string },
): Promise<(Row & { created_at: string })[]> =>
  reader
    .select({ ...FERMETURE, created_at: fermetures.created_at })
    .from(fermetures)
    .where(
      and(
        lte(fermetures.du, au),
        gte(fermetures.au, du),
        arrayContains(fermetures.pistes, [piste]),
      ),
    )
    .orderBy(asc(fermetures.du), asc(fermetures.heure_debut), asc(fermetures.id));

export async function getFermeture(reader: Reader, id: string): Promise<Row | null> {
  const [row] = await reader.select(FERMETURE).from(fermetures).where(eq(fermetures.id, id));
  return row ?? null;
}

/**
 * Stores a closure and holds its hours, except those of lessons. If another transaction is just
 * storing a lesson in these hours, the statement waits for it: its lesson is then visible.
 */
export async function insertFermeture(
  tx: Tx,
  fermeture: typeof fermetures.$inferInsert,
): Promise<Row> {
  const [row] = await tx.insert(fermetures).values(fermeture).returning(FERMETURE);
  if (!row) throw new Error('the closure was not stored');
  const { pistes, du, au } = row;
  await tx.execute(
    sql`select tenir_fermetures(piste, ${du}, ${au}) from (select unnest(${sql.param(pistes)}::text[]) as piste order by 1) as pistes`,
  );
  return row;
}

export async function updateFermeture(
  tx: Tx,
  id: string,
  change: { motif?: string | undefined; publique?: boolean | undefined },
): Promise<Row | null> {
  const [row] = await tx
    .update(fermetures)
    .set(change)
    .where(eq(fermetures.id, id))
    .returning(FERMETURE);
  return row ?? null;
}

/** Removes a closure. Its hours become free, or are held by other closures of the same hours. */
export async function deleteFermeture(tx: Tx, id: string): Promise<void> {
  await tx.delete(fermetures).where(eq(fermetures.id, id));
}

/** Where lessons are now. */
export const listPlaces = (
  reader: Reader,
  lecons: readonly { id: string }[],
): Promise<Pick<typeof reservations.$inferSelect, 'id' | 'type_piste' | 'date_reservation'>[]> =>
  reader
    .select({
      id: reservations.id,
      type_piste: reservations.type_piste,
      date_reservation: reservations.date_reservation,
    })
    .from(reservations)
    .where(
      inArray(
        reservations.id,
        lecons.map(({ id }) => id),
      ),
    );

/**
 * Stores the lessons that a closure has cancelled, with the versions that it left. One that no
 * longer exists is left out.
 */
export async function insertCancelled(
  tx: Tx,
  fermeture_id: string,
  lecons: readonly { id: string; version: number }[],
): Promise<void> {
  const versions = new Map(lecons.map(({ id, version }) => [id, version]));
  const there = await listPlaces(tx, lecons);
  if (there.length === 0) return;
  await tx.insert(fermeturesLecons).values(
    there.map(({ id }) => ({
      fermeture_id,
      reservation_id: id,
      version: versions.get(id) ?? 0,
    })),
  );
}

/**
 * The closed hours of an arena on a day, as rows like those of lessons: hours, no name, not recent,
 * and the reason if riders, or `desk` (an administrator asks), may read it (FERM-03).
 */
export const closedOn = (jour: SQLWrapper, type_piste: SQLWrapper, desk: SQLWrapper): SQL => sql`
  select to_char(f.heure_debut, 'HH24:MI'), to_char(f.heure_fin, 'HH24:MI'), '', false, case when f.publique or ${desk} then f.motif else '' end
  from fermetures f where ${jour}::date between f.du and f.au and ${type_piste} = any(f.pistes)`;
