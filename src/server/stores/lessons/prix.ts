/** The prices of seats in coming lessons (PRICE-21). */
import { and, asc, inArray, sql } from 'drizzle-orm';
import type { Moment } from '#domain/core/calendrier.ts';
import type { Participant } from '#domain/lessons/participants.ts';
import type { Personne } from '#domain/people/users.ts';
import type { Reader, Tx } from '#server/platform/db.ts';
import { reservations } from '#server/platform/schema/schema.ts';
import { RESERVATION, type Reservation } from './columns.ts';
import { comptesOf, seatsOf } from './participants.ts';
import { toCome } from './reservations.ts';

/** A coming lesson with its seats and the accounts that have them. */
type Reservee = Reservation & { participants: Participant[]; comptes: Personne[] };

/** The lessons that have not begun and are not cancelled, by day and hour. */
export const listReservees = async (reader: Reader, maintenant: Moment): Promise<Reservee[]> =>
  reservees(reader, maintenant);

/**
 * The same of some types. Nobody stores or changes a seat until the transaction ends: who was just
 * storing one at the former price is waited for.
 */
export async function lockReservees(
  tx: Tx,
  maintenant: Moment,
  types: readonly string[],
): Promise<Reservee[]> {
  await tx.execute(sql`lock table participants in share row exclusive mode`);
  return reservees(tx, maintenant, types).for('update', { of: reservations });
}

function reservees(reader: Reader, maintenant: Moment, types?: readonly string[]) {
  return reader
    .select({ ...RESERVATION, participants: seatsOf(), comptes: comptesOf() })
    .from(reservations)
    .where(and(toCome(maintenant), types && inArray(reservations.type_lecon, [...types])))
    .orderBy(
      asc(reservations.date_reservation),
      asc(reservations.heure_debut),
      asc(reservations.id),
    );
}

/**
 * Gives the seats of these lessons that have the price `avant` the price `apres`, and increments the
 * version of each lesson (ADR-031).
 */
export async function setSeatPrices(
  tx: Tx,
  lecons: readonly { id: string; avant: number; apres: number }[],
): Promise<void> {
  const changed = JSON.stringify(lecons.map(({ id, avant, apres }) => ({ id, avant, apres })));
  await tx.execute(sql`
    with changed as (select * from jsonb_to_recordset(${changed}::jsonb) as c(id uuid, avant int, apres int)),
    priced as (
      update participants s set centimes = c.apres from changed c where s.reservation_id = c.id and s.centimes = c.avant
    )
    update reservations set version = version + 1 where id in (select id from changed)`);
}
