/**
 * Removes names and remarks from lessons that are older than the retention in the settings
 * (SET-42).
 */
import { type SQL, sql } from 'drizzle-orm';
import { ANCIEN_CAVALIER, ANCIEN_CLIENT, type bornesOf } from '#domain/core/conservation_lecons.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { keyOfName } from '../people/noms.ts';
import { keyOfRider, wholeOf } from '../statistics/orthographes.ts';
import { EMPTIED } from '../lessons/columns.ts';

type Bornes = ReturnType<typeof bornesOf>;

/** The tables that store lessons, with those of their seats. */
export type Place = 'reservations' | 'reservations_supprimees';
export const PLACES: readonly Place[] = ['reservations', 'reservations_supprimees'];
const SEATS: Record<Place, SQL> = {
  reservations: sql`participants`,
  reservations_supprimees: sql`participants_supprimes`,
};

/**
 * Lessons `r` past their retention. A cancelled lesson counts from its day or from its
 * cancellation, whichever is later.
 */
const isDue = ({ lecons, annulees }: Bornes): SQL => sql`(r.date_reservation < ${lecons}
  or (r.statut = 'annulee' and greatest(r.date_reservation, (r.annulee_at at time zone 'Europe/Brussels')::date) < ${annulees}))`;

const idsOfDue = (bornes: Bornes): SQL =>
  sql.join(
    PLACES.map((place) => sql`select r.id from ${sql.raw(place)} r where ${isDue(bornes)}`),
    sql` union all `,
  );

/**
 * A lesson that contains no name any more. This is determined from its content, so that a name that
 * an edit or a restore brings back is removed within an hour.
 */
const isNameless = sql`(r.nom_client = ${ANCIEN_CLIENT} and concat(${sql.raw(EMPTIED.map((name) => `r.${name}`).join(', '))}) = ''
  and r.noms_participants <@ ${sql.param(Array.from({ length: 10 }, (_, n) => `${ANCIEN_CAVALIER} ${n + 1}`))}::text[])`;

/**
 * Removes the names of at most `most` lessons; returns how many. A name is replaced by a number,
 * which is the same for every spelling of a rider within one lesson, so that the rider is billed
 * once as before (PRICE-07). The version increases, so that an edit that was begun with the names
 * is refused (DESK-19). Lessons that are being changed at the same time are left for the next run.
 */
export async function removeNames(
  tx: Tx,
  place: Place,
  bornes: Bornes,
  most: number,
): Promise<number> {
  const lessons = sql.raw(place);
  const { rowCount } = await tx.execute(sql`
    with due as (select r.id from ${lessons} r where ${isDue(bornes)} and not ${isNameless} order by r.id limit ${most} for update skip locked),
    named as (
      select r.id, u.position, min(u.position) over (partition by r.id, ${keyOfName(sql`u.nom`)}) as first
      from due join ${lessons} r using (id), unnest(r.noms_participants) with ordinality as u (nom, position)
    ),
    numbered as materialized (select id, position, ${`${ANCIEN_CAVALIER} `}::text || dense_rank() over (partition by id order by first) as nom from named),
    seats as (
      update ${SEATS[place]} s set nom = numbered.nom, user_id = null, cavalier_id = null, remarques = null, pris_at = null
      from numbered where numbered.id = s.reservation_id and numbered.position = s.position
    )
    update ${lessons} r set
      noms_participants = array(select numbered.nom from numbered where numbered.id = r.id order by position),
      nom_client = ${ANCIEN_CLIENT}, ${sql.raw(EMPTIED.map((name) => `${name} = default`).join(', '))}, version = r.version + 1
    from due where due.id = r.id`);
  return rowCount ?? 0;
}

/**
 * Deletes the emails about such lessons, and the centre's copies; returns how many. A waiting email
 * is kept until it is sent or given up.
 */
export async function deleteCourrielsOfDue(tx: Tx, bornes: Bornes): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from courriels where statut <> 'en_attente' and reservation_id in (${idsOfDue(bornes)})`);
  return rowCount ?? 0;
}

/**
 * Deletes the participants who were taken out of such lessons (DESK-33), including deleted lessons;
 * returns how many. If one was put back into a lesson without names, it would contain a name again.
 */
export async function deleteRetiresOfDue(tx: Tx, bornes: Bornes): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from participants_retires where reservation_id in (${idsOfDue(bornes)})`);
  return rowCount ?? 0;
}

/**
 * Deletes the merges and splits of names and riders that no lesson has any more and through which no
 * other merge leads (RIDE-25); returns how many. The caller holds their lock.
 */
export async function deleteUnusedOrthographes(tx: Tx): Promise<number> {
  const carried = (place: Place): SQL =>
    sql`select ${keyOfName(sql`n`)} from ${sql.raw(place)}, unnest(noms_participants) n
      union select ${keyOfRider(sql`cavalier_id`)} from ${SEATS[place]} where cavalier_id is not null`;
  const { rowCount } = await tx.execute(sql`
    with recursive needed (cle) as (
      select cle from orthographes where cle in (${carried('reservations')} union ${carried('reservations_supprimees')})
      union select case when o.cle = n.cle then o.vers_cle else o.cle end from needed n join orthographes o on n.cle in (o.cle, ${wholeOf(sql`o.cle`)})
    )
    delete from orthographes where cle not in (select cle from needed where cle is not null)`);
  return rowCount ?? 0;
}

/**
 * Deletes the customers without an account whom nothing needs any more, with their riders, if all of
 * them are older than the names in lessons (CLI-08); returns how many. They are locked before they are compared again:
 * whoever stores a seat for one of them goes first.
 */
export async function deleteUnusedClients(tx: Tx, { lecons }: Bornes): Promise<number> {
  const since = sql`${lecons}::timestamp at time zone 'Europe/Brussels'`;
  const unused = sql`c.nom is not null and c.created_at < ${since}
    and not exists (select from participants s where s.user_id = c.id) and not exists (select from participants_supprimes s where s.user_id = c.id)
    and not exists (select from participants_retires s where s.user_id = c.id) and not exists (select from lignes l where l.user_id = c.id) and not exists (select from cavaliers k where k.user_id = c.id and k.created_at >= ${since})
    and not exists (select from clients o where o.paye_par = c.id) and not exists (select from payeurs y where y.id = c.id) and not exists (select from lignes_libres f where f.client_id = c.id)`;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select c.id from clients c where ${unused} order by c.id for update skip locked`,
  );
  const { rowCount } = await tx.execute(
    sql`delete from clients c where c.id = any(${sql.param(rows.map(({ id }) => id))}::uuid[]) and ${unused}`,
  );
  return rowCount ?? 0;
}

export const hasOrthographes = async (reader: Reader): Promise<boolean> =>
  (await reader.execute(sql`select from orthographes limit 1`)).rows.length > 0;

/** How many lessons would lose their names now; `annulees`: how many of them are cancelled. */
export async function countDue(
  reader: Reader,
  bornes: Bornes,
): Promise<{ lecons: number; annulees: number }> {
  const {
    rows: [row],
  } = await reader.execute<{ lecons: number; annulees: number }>(sql`
    select count(*)::int as lecons, (count(*) filter (where r.statut = 'annulee'))::int as annulees from reservations r where ${isDue(bornes)} and not ${isNameless}`);
  return row ?? { lecons: 0, annulees: 0 };
}
