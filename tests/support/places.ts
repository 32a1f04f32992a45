/** Seats for many reservations at once. */
import type pg from 'pg';

/**
 * Runs an insert of many reservations without the triggers of their seats, and then gives a seat to
 * each name, as the triggers would: almost twice as fast (ADR-031).
 */
export async function withSeatsAfter(
  sql: pg.Client,
  insert: () => Promise<unknown>,
): Promise<void> {
  const trigger = (state: 'disable' | 'enable') =>
    sql.query(
      `alter table reservations ${state} trigger user; alter table participants ${state} trigger user`,
    );
  await trigger('disable');
  await insert();
  await sql.query(`insert into participants (reservation_id, position, user_id, nom)
    select r.id, n.position, r.user_id, n.nom from reservations r, unnest(r.noms_participants) with ordinality as n (nom, position)
    where not exists (select from participants p where p.reservation_id = r.id)`);
  await trigger('enable');
}
