/**
 * The riders for whom an account books (RIDE-20). Each query of riders names the account, so that
 * nobody can reach those of another account.
 */
import { and, asc, between, eq, isNotNull, min, or, sql } from 'drizzle-orm';
import type { Cavalier, CavalierSaisi, NoteCavalier } from '#domain/people/cavaliers.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { cavaliers, participants, reservations } from '#server/platform/schema/schema.ts';
import { keyOfName } from './noms.ts';

const COLUMNS = {
  id: cavaliers.id,
  nom: cavaliers.nom,
  annee_naissance: cavaliers.annee_naissance,
  note: cavaliers.note,
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
 * How many riders the account has, and which of them has a given name; case and accents do not
 * count.
 */
export async function findCavalier(
  tx: Tx,
  user_id: string,
  nom: string,
): Promise<{ nombre: number; homonyme: string | null }> {
  const [row] = await tx
    .select({
      nombre: sql<number>`count(*)::int`,
      homonyme: sql<
        string | null
      >`min(${cavaliers.id}::text) filter (where ${key} = ${keyOfName(sql`${nom}::text`)})`,
    })
    .from(cavaliers)
    .where(eq(cavaliers.user_id, user_id));
  return row ?? { nombre: 0, homonyme: null };
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
  return row;
}

/** Changes a rider; null if the account has no such rider. */
export async function updateCavalier(
  tx: Tx,
  user_id: string,
  id: string,
  cavalier: CavalierSaisi,
): Promise<Cavalier | null> {
  const [row] = await tx.update(cavaliers).set(cavalier).where(own(user_id, id)).returning(COLUMNS);
  return row ?? null;
}

/** Deletes a rider; false if the account has no such rider. */
export async function deleteCavalier(tx: Tx, user_id: string, id: string): Promise<boolean> {
  return (
    (await tx.delete(cavaliers).where(own(user_id, id)).returning({ id: cavaliers.id })).length > 0
  );
}

/**
 * Year of birth and note of the riders in the lessons of a range of days, both ends included: of
 * riders whom the account of the seat keeps under the seat's name.
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
    .innerJoin(
      cavaliers,
      and(
        eq(cavaliers.user_id, participants.user_id),
        eq(key, keyOfName(sql`${participants.nom}`)),
      ),
    )
    .where(
      and(
        between(reservations.date_reservation, du, au),
        or(isNotNull(cavaliers.annee_naissance), isNotNull(cavaliers.note)),
      ),
    )
    .groupBy(reservations.id, cavaliers.id)
    .orderBy(asc(reservations.id), asc(min(participants.position)));
}
