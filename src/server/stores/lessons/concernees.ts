/** The lessons that closures affect (FERM-05, FERM-06, ADR-038). */
import { and, asc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { PlageFermee } from '#domain/closures.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { fermeturesLecons, reservations } from '#server/platform/schema/schema.ts';
import { RESERVATION, type Reservation } from './columns.ts';
import { occupies } from './reservations.ts';

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
