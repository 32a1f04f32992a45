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
import type { Moment } from '#domain/core/calendrier.ts';
import type { Fermeture, PlageFermee } from '#domain/slots/fermetures.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { fermetures, fermeturesLecons, reservations } from '#server/platform/schema/schema.ts';
import { RESERVATION, type Reservation } from './columns.ts';
import { occupies } from './reservations.ts';

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
): Promise<Pick<Reservation, 'id' | 'type_piste' | 'date_reservation'>[]> =>
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

/** A lesson in closed hours. `comptes`: the accounts that have a seat. */
export type LeconConcernee = Reservation & { comptes: string[]; libres: string[] };

const comptes = sql<string[]>`array(
  select distinct u.id::text from participants s join users u on u.id = s.user_id where s.reservation_id = "reservations"."id")`;

const hours = sql`tsrange("reservations"."date_reservation" + "reservations"."heure_debut", "reservations"."date_reservation" + "reservations"."heure_fin")`;

/**
 * The arenas that nothing holds in the hours of the lesson; `except`: occupations that do not
 * count.
 */
const libresOf = (which: SQL, except?: SQL): SQL<string[]> => sql`array(
  select a.id from ressources a where a.genre = 'piste' and a.actif and ${which} and not exists (
    select from occupations o where o.ressource_id = a.id and tsrange(o.jour + o.heure_debut, o.jour + o.heure_fin) && ${hours}
      ${except ? sql`and ${except}` : sql``})
  order by a.ordre, a.id)`;

const begins = ({ jour, heure }: Moment): SQL =>
  sql`("reservations"."date_reservation", "reservations"."heure_debut") > (${jour}::date, ${heure}::time)`;

/**
 * The lessons in the hours of a closure that have not begun and are not cancelled, in their order;
 * `libres`: the arenas outside the closure that are free in their hours (FERM-05).
 */
export const listConcernees = async (
  reader: Reader,
  plage: PlageFermee,
  maintenant: Moment,
): Promise<LeconConcernee[]> => concernees(reader, plage, maintenant);

/**
 * The same; they stay as they are until the transaction ends. Whoever changes one at this moment is
 * waited for: its trigger has not seen the closure, and would leave the hours open.
 */
export const lockConcernees = async (
  tx: Tx,
  plage: PlageFermee,
  maintenant: Moment,
): Promise<LeconConcernee[]> =>
  concernees(tx, plage, maintenant).for('share', { of: reservations });

function concernees(
  reader: Reader,
  { pistes, du, au, heure_debut, heure_fin }: PlageFermee,
  maintenant: Moment,
) {
  const closed = sql.param(pistes);
  return reader
    .select({ ...RESERVATION, comptes, libres: libresOf(sql`a.id <> all(${closed}::text[])`) })
    .from(reservations)
    .where(
      and(
        gte(reservations.date_reservation, du),
        lte(reservations.date_reservation, au),
        sql`"reservations"."type_piste" = any(${closed}::text[]) and "reservations"."heure_debut" < ${heure_fin}::time and "reservations"."heure_fin" > ${heure_debut}::time`,
        begins(maintenant),
        occupies,
      ),
    )
    .orderBy(
      asc(reservations.date_reservation),
      asc(reservations.heure_debut),
      asc(reservations.type_piste),
      asc(reservations.id),
    );
}

/** That another closure wishes the hours of the lesson: it holds them once the first one ends. */
const wishedByOthers = (id: string): SQL => sql`exists (
  select from fermetures f where f.id <> ${id}::uuid and a.id = any(f.pistes) and "reservations"."date_reservation" between f.du and f.au
    and f.heure_debut < "reservations"."heure_fin" and "reservations"."heure_debut" < f.heure_fin)`;

/**
 * The lessons that the closure cancelled, that nobody has changed since, and that have not begun;
 * `libres` contains their arena if only this closure holds it (FERM-06).
 */
export async function listReopened(
  reader: Reader,
  id: string,
  maintenant: Moment,
): Promise<(LeconConcernee & { raison: string | null })[]> {
  return reader
    .select({
      ...RESERVATION,
      raison: reservations.raison,
      comptes,
      libres: libresOf(
        sql`a.id = "reservations"."type_piste" and not ${wishedByOthers(id)}`,
        sql`o.fermeture_id is distinct from ${id}::uuid`,
      ),
    })
    .from(fermeturesLecons)
    .innerJoin(
      reservations,
      and(
        eq(reservations.id, fermeturesLecons.reservation_id),
        eq(reservations.version, fermeturesLecons.version),
      ),
    )
    .where(
      and(
        eq(fermeturesLecons.fermeture_id, id),
        eq(reservations.statut, 'annulee'),
        begins(maintenant),
      ),
    )
    .orderBy(
      asc(reservations.date_reservation),
      asc(reservations.heure_debut),
      asc(reservations.id),
    );
}

/**
 * The closed hours of an arena on a day, as rows like those of lessons: hours, no name, not recent,
 * and the reason if riders, or `desk` (an administrator asks), may read it (FERM-03).
 */
export const closedOn = (jour: SQLWrapper, type_piste: SQLWrapper, desk: SQLWrapper): SQL => sql`
  select to_char(f.heure_debut, 'HH24:MI'), to_char(f.heure_fin, 'HH24:MI'), '', false, case when f.publique or ${desk} then f.motif else '' end
  from fermetures f where ${jour}::date between f.du and f.au and ${type_piste} = any(f.pistes)`;
