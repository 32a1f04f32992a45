/** Seats that are settled: what they cost stands on a statement for good (REL-79). */
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/**
 * Whether a seat without a customer is settled: the statements of a customer who was erased, or of a
 * lesson that lost its names, ask for it (REL-36). `id`: of the seat.
 */
export const isReglee = (id: SQLWrapper): SQL => sql`coalesce((
  select sum(l.centimes) from releves_lignes l where l.client_id is null and l.source = 'place' and l.source_id = ${id} and l.clos), 0) > 0`;

/** The ids of such seats of the row's lesson, and of those among `ids`, an array, that were taken out. */
export const regleesOf = (ids: SQLWrapper = sql`'{}'`): SQL<string[]> => sql`(
  select coalesce(json_agg(s.id), '[]') from (
    select p.id from participants p where p.reservation_id = reservations.id and p.user_id is null
    union all select t.id from participants_retires t where t.id = any(${ids}::uuid[]) and t.user_id is null
  ) s where ${isReglee(sql`s.id`)})`;
