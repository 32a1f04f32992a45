/**
 * Seats of lessons: the lessons in which an account has a seat, and the seats of a lesson as JSON
 * in its row.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { Participant, Retire } from '#domain/lessons/participants.ts';
import type { Personne } from '#domain/people/users.ts';
import type { Tx } from '#server/platform/db.ts';
import { parametres, participants, reservations } from '#server/platform/schema/schema.ts';
import { type Nomme, nommesAmong } from '../customers/clients.ts';
import { SEAT, SEAT_EXCLUDED, SEAT_JSON, SEAT_PRICED } from './columns.ts';

/** The lessons in which an account has a seat. */
export const hasSeat = (account: SQLWrapper): SQL =>
  sql`${reservations.id} in (select ${participants.reservation_id} from ${participants} where ${participants.user_id} = ${account})`;

/**
 * How many lessons of an account on a day are not cancelled, not counting `except`; 0 if the
 * settings do not limit them (SET-05). For use in a select from `parametres`.
 */
export const lessonsOfDay = (
  account: SQLWrapper,
  jour: SQLWrapper,
  except?: SQLWrapper,
): SQL<number> => sql`case when ${parametres.maxBookingsPerDayApplied} then (
  select count(*)::int from reservations r where r.date_reservation = ${jour} and r.statut <> 'annulee'${except === undefined ? sql`` : sql` and r.id <> ${except}`}
    and r.id in (select s.reservation_id from participants s where s.user_id = ${account})) else 0 end`;

/**
 * How many lessons of an account begin after a time and are not cancelled; 0 if the settings do not
 * limit them (SET-40). For use in a select from `parametres`.
 */
export const lessonsToCome = (
  account: SQLWrapper,
  jour: SQLWrapper,
  heure: SQLWrapper,
): SQL<number> => sql`case when ${parametres.maxOpenBookingsApplied} then (
  select count(*)::int from reservations r where (r.date_reservation, r.heure_debut) > (${jour}::date, ${heure}::time) and r.statut <> 'annulee'
    and r.id in (select s.reservation_id from participants s where s.user_id = ${account})) else 0 end`;

/** The table of the seats: of lessons, or of deleted ones. */
export type Place = {
  table: 'participants' | 'participants_supprimes';
  of: 'reservations' | 'reservations_supprimees';
};
export const OF_LESSONS: Place = { table: 'participants', of: 'reservations' };
export const OF_DELETED: Place = {
  table: 'participants_supprimes',
  of: 'reservations_supprimees',
};

/** The seats of the row's lesson, in their order. */
export const seatsOf = ({ table, of }: Place = OF_LESSONS): SQL<Participant[]> => sql`(
  select coalesce(json_agg(json_build_object(${sql.raw(SEAT_JSON)}) order by s.position), '[]')
  from ${sql.raw(table)} s where s.reservation_id = ${sql.raw(of)}.id)`;

/** The account `u` as JSON. */
const PERSONNE_JSON = sql`json_build_object(
    'id', u.id, 'email', u.email, 'prenom', u.prenom, 'nom', u.nom, 'full_name', u.full_name, 'role', u.role, 'statut', u.statut)`;

/** The accounts that have a seat in the row's lesson. */
export const comptesOf = ({ table, of }: Place = OF_LESSONS): SQL<Personne[]> => sql`(
  select coalesce(json_agg(${PERSONNE_JSON}), '[]')
  from users u where u.id in (select s.user_id from ${sql.raw(table)} s where s.reservation_id = ${sql.raw(of)}.id))`;

/** The customers without an account that have a seat in the row's lesson. */
export const nommesOf = ({ table, of }: Place = OF_LESSONS): SQL<Nomme[]> =>
  nommesAmong(
    sql`array(select s.user_id from ${sql.raw(table)} s where s.reservation_id = ${sql.raw(of)}.id)`,
  );

/** The seats among `ids`, an array, that were taken out of the row's lesson (DESK-33). */
export const retiresAmong = (ids: SQLWrapper): SQL<Retire[]> => sql`(
  select coalesce(json_agg(json_build_object('position', s.position, ${sql.raw(SEAT_JSON)}) order by s.position), '[]')
  from participants_retires s where s.id = any(${ids}::uuid[]) and s.reservation_id = ${reservations.id})`;

/** Those of some accounts that are active. `ids`: an array. */
export const activeAmong = (ids: SQLWrapper): SQL<Personne[]> => sql`(
  select coalesce(json_agg(${PERSONNE_JSON}), '[]') from users u where u.id = any(${ids}::uuid[]) and u.statut = 'actif')`;

/**
 * Writes the seats of the lesson in the CTE `stored`, if the parameter `seats` is not null: only
 * those that differ, so that a seat stays the row to which other rows refer (ADR-031). Positions may
 * be exchanged, because `participants_position` is checked at the end of the statement.
 */
export const seat = (seats: string): string => `
  wanted_seats as (
    select stored.id as reservation_id, ${SEAT_PRICED}
    from stored, jsonb_array_elements(${seats}::jsonb) as j, jsonb_populate_record(null::participants, j) as s
      left join participants p on p.id = s.id
  ),
  unseated as (
    delete from participants where ${seats}::jsonb is not null and reservation_id in (select id from stored)
      and id not in (select id from wanted_seats)
  ),
  seated as (
    insert into participants (reservation_id, ${SEAT})
    select reservation_id, ${SEAT} from wanted_seats
    except select reservation_id, ${SEAT} from participants where reservation_id in (select id from stored)
    on conflict (id) do update set ${SEAT_EXCLUDED}
  ),`;

/** The parameter of `seat`; null if the seats do not change. */
export const seatsValue = (
  before: readonly Participant[],
  after: readonly Participant[],
): string | null =>
  isDeepStrictEqual(before, after)
    ? null
    : JSON.stringify(after.map((one, n) => ({ ...one, position: n + 1 })));

/**
 * Stores whether seats of a day were noted as present, and returns those that changed: in lessons
 * that have begun and are not cancelled, and about which nothing else is noted. The lessons count a
 * change.
 */
export async function storePresents(
  tx: Tx,
  maintenant: Moment,
  { jour, places, notee }: { jour: string; places: readonly string[]; notee: boolean },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with asked as (
      select p.id, p.reservation_id from participants p where p.id = any(${sql.param(places)}::uuid[]) and p.presence is null and p.notee <> ${notee}
    ), lecons as (
      select r.id from reservations r where r.id in (select reservation_id from asked) and r.date_reservation = ${jour} and r.statut <> 'annulee'
        and (r.date_reservation, r.heure_debut) <= (${maintenant.jour}::date, ${maintenant.heure}::time) order by r.id for update
    ), noted as (
      update participants p set notee = ${notee} from lecons where p.reservation_id = lecons.id and p.id in (select id from asked) and p.presence is null
      returning p.id, p.reservation_id
    ), counted as (
      update reservations set version = version + 1 where id in (select reservation_id from noted)
    )
    select id from noted`);
  return rows.map(({ id }) => id);
}
