/**
 * The riders for whom an account books (RIDE-20). Each query of riders names the account, so that
 * nobody can reach those of another account.
 */
import { and, asc, between, eq, isNotNull, min, or, type SQL, sql } from 'drizzle-orm';
import type { Cavalier, CavalierSaisi, NoteCavalier } from '#domain/riders/cavaliers.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { cavaliers, participants, reservations } from '#server/platform/schema/schema.ts';
import { keyOfName } from './people/noms.ts';

const COLUMNS = {
  id: cavaliers.id,
  nom: cavaliers.nom,
  annee_naissance: cavaliers.annee_naissance,
  note: cavaliers.note,
  version: cavaliers.version,
};
const key = keyOfName(sql`${cavaliers.nom}`);
const own = (user_id: string, id: string) =>
  and(eq(cavaliers.user_id, user_id), eq(cavaliers.id, id));

/** In alphabetical order; case and accents do not count. */
export async function listCavaliersOf(reader: Reader, user_id: string): Promise<Cavalier[]> {
  return reader
    .select(COLUMNS)
    .from(cavaliers)
    .where(eq(cavaliers.user_id, user_id))
    .orderBy(key, cavaliers.nom);
}

/**
 * How many riders the account has, which of them has a given name (case and accents do not count),
 * and the version of the rider `id`, null if the account has no such rider.
 */
export async function findCavalier(
  tx: Tx,
  user_id: string,
  { nom, id = null }: { nom: string; id?: string | null },
): Promise<{ nombre: number; homonyme: string | null; version: number | null }> {
  const [row] = await tx
    .select({
      nombre: sql<number>`count(*)::int`,
      homonyme: sql<
        string | null
      >`min(${cavaliers.id}::text) filter (where ${key} = ${keyOfName(sql`${nom}::text`)})`,
      version: sql<number | null>`min(${cavaliers.version}) filter (where ${cavaliers.id} = ${id})`,
    })
    .from(cavaliers)
    .where(eq(cavaliers.user_id, user_id));
  return row ?? { nombre: 0, homonyme: null, version: null };
}

/**
 * Stores a rider. The caller first checks with `findCavalier` whether the account already has this
 * name.
 */
export async function insertCavalier(
  tx: Tx,
  user_id: string,
  cavalier: CavalierSaisi,
  now: Date,
): Promise<Cavalier> {
  const [row] = await tx
    .insert(cavaliers)
    .values({ ...cavalier, user_id, created_at: now })
    .returning(COLUMNS);
  if (!row) throw new Error('the rider was not stored');
  await seatRider(tx, user_id, row);
  return row;
}

/** Changes a rider whose version is still `version`; null if there is none. */
export async function updateCavalier(
  tx: Tx,
  user_id: string,
  { id, version }: { id: string; version: number },
  cavalier: CavalierSaisi,
): Promise<Cavalier | null> {
  const [row] = await tx
    .update(cavaliers)
    .set(cavalier)
    .where(and(own(user_id, id), eq(cavaliers.version, version)))
    .returning(COLUMNS);
  if (!row) return null;
  await seatRider(tx, user_id, row);
  return row;
}

/** Gives a rider the customer's seats with this name that have none (RIDE-24). */
async function seatRider(tx: Tx, user_id: string, { id, nom }: Cavalier): Promise<void> {
  const seats = (table: string): SQL =>
    sql`update ${sql.raw(table)} set cavalier_id = ${id}
      where user_id = ${user_id} and cavalier_id is null and ${keyOfName(sql`nom`)} = ${keyOfName(sql`${nom}::text`)}`;
  await tx.execute(
    sql`with supprimes as (${seats('participants_supprimes')}), retires as (${seats('participants_retires')}) ${seats('participants')}`,
  );
}

/** Deletes a rider; false if the account has no such rider. */
export async function deleteCavalier(tx: Tx, user_id: string, id: string): Promise<boolean> {
  return (
    (await tx.delete(cavaliers).where(own(user_id, id)).returning({ id: cavaliers.id })).length > 0
  );
}

/**
 * Year of birth and note of the riders who have a seat in the lessons of a range of days, both ends
 * included (RIDE-24).
 */
export async function listNotes(
  reader: Reader,
  { du, au }: { du: string; au: string },
): Promise<NoteCavalier[]> {
  return reader
    .select({
      reservation_id: reservations.id,
      nom: cavaliers.nom,
      annee_naissance: cavaliers.annee_naissance,
      note: cavaliers.note,
    })
    .from(reservations)
    .innerJoin(participants, eq(participants.reservation_id, reservations.id))
    .innerJoin(cavaliers, eq(cavaliers.id, participants.cavalier_id))
    .where(
      and(
        between(reservations.date_reservation, du, au),
        or(isNotNull(cavaliers.annee_naissance), isNotNull(cavaliers.note)),
      ),
    )
    .groupBy(reservations.id, cavaliers.id)
    .orderBy(asc(reservations.id), asc(min(participants.position)));
}
