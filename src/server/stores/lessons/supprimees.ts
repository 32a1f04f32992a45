/** Deleted reservations, kept for 30 days so that they can be restored (DESK-30). */
import { asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { leavesAt } from '#domain/emails/attente.ts';
import { type Reader, type Tx } from '#server/platform/db.ts';
import {
  parametres,
  participantsSupprimes,
  reservationsSupprimees,
  typesLecons,
  users,
} from '#server/platform/schema/schema.ts';
import { nomDuCompte } from '../people/noms.ts';
import { pistesColumn } from '../slots.ts';
import { comptesOf, nommesOf, OF_DELETED, seatsOf } from './participants.ts';
import {
  DELETED_RESERVATION,
  KEPT,
  type Reservation,
  reservationOf,
  type Row,
  SEAT,
} from './columns.ts';
import { type EditFacts, holds, type SeatedReservation } from './facts.ts';
import { putOff, storeTold, type Told } from './afterwards.ts';
import { AS_READ, HOLD } from './writes.ts';

const suppresseur = alias(users, 'suppresseur');

/**
 * `par`: who deleted it; null if that account no longer exists. `raison`: why it was deleted, or
 * cancelled before.
 */
export type Supprimee = Reservation & {
  supprimee_at: Date;
  par: string | null;
  raison: string | null;
};

/** Latest deletion first; at most `nombre` rows, after `offset`. */
export async function listSupprimees(
  reader: Reader,
  { nombre, offset }: { nombre: number; offset: number },
): Promise<Supprimee[]> {
  return reader
    .select({
      ...DELETED_RESERVATION,
      raison: reservationsSupprimees.raison,
      supprimee_at: reservationsSupprimees.supprimee_at,
      par: nomDuCompte('suppresseur'),
    })
    .from(reservationsSupprimees)
    .leftJoin(suppresseur, eq(suppresseur.id, reservationsSupprimees.supprimee_par))
    .orderBy(desc(reservationsSupprimees.supprimee_at), desc(reservationsSupprimees.id))
    .limit(nombre)
    .offset(offset);
}

export const countSupprimees = (reader: Reader): Promise<number> =>
  reader.$count(reservationsSupprimees);

/**
 * All data that decide whether a deleted reservation is restored; null if it is not among the
 * deleted ones.
 */
export async function readRestoreFacts(
  reader: Reader,
  id: string,
): Promise<Omit<EditFacts, 'wanted' | 'rules' | 'retires' | 'reglees'> | null> {
  const occupations = holds(
    undefined,
    reservationsSupprimees.date_reservation,
    reservationsSupprimees.type_piste,
    sql`true`,
  );
  const [facts] = await reader
    .select({
      current: { ...DELETED_RESERVATION, participants: seatsOf(OF_DELETED) },
      comptes: comptesOf(OF_DELETED),
      nommes: nommesOf(OF_DELETED),
      parametres,
      type: typesLecons,
      pistes: pistesColumn(),
      occupations,
    })
    .from(reservationsSupprimees)
    .innerJoin(parametres, sql`true`)
    .leftJoin(typesLecons, eq(typesLecons.value, reservationsSupprimees.type_lecon))
    .where(eq(reservationsSupprimees.id, id));
  return facts ?? null;
}

const RESTORE = `with
  wanted as (select * from reservations_supprimees where ${AS_READ} for update),
  held as (
    ${HOLD} from wanted where statut <> 'annulee'
    on conflict do nothing
    returning reservation_id
  ),
  stored as (
    insert into reservations (${KEPT}, raison, version)
    select ${KEPT}, case when statut = 'annulee' then raison end, version + 1 from wanted
    where statut = 'annulee' or id in (select reservation_id from held)
    returning *
  ),
  seated as (
    insert into participants (reservation_id, ${SEAT})
    select reservation_id, ${SEAT} from participants_supprimes where reservation_id in (select id from stored)
  ),
  uncharged as (
    delete from lignes where place in (select s.id from participants_supprimes s join stored on stored.id = s.reservation_id where stored.statut <> 'annulee')
  ),
  gone as (delete from reservations_supprimees where id in (select id from stored)),${putOff('$6')}`;

/**
 * Moves a deleted reservation back, with its id and an increased version; its seats have no line any
 * more, unless it is cancelled (LIG-04). Null if its arena is
 * taken, or if the row has changed since it was read. The occupation decides, as for a booking
 * (BOOK-06).
 */
export async function storeRestored(
  reader: Reader,
  { id, version, user_id }: SeatedReservation,
  { at, ...rest }: Told & { at: Date },
): Promise<Reservation | null> {
  const [row] = await storeTold<Row>(reader, rest, {
    name: 'restore',
    text: RESTORE,
    values: [id, version, user_id, leavesAt(at).toISOString()],
  });
  return row ? reservationOf(row) : null;
}

/** Locks the deleted reservations of an account, always in the same order. */
export async function lockSupprimeesOf(tx: Tx, user_id: string): Promise<void> {
  const { id } = reservationsSupprimees;
  const own = tx
    .select({ id: participantsSupprimes.reservation_id })
    .from(participantsSupprimes)
    .where(eq(participantsSupprimes.user_id, user_id));
  await tx
    .select({ id })
    .from(reservationsSupprimees)
    .where(inArray(id, own))
    .orderBy(asc(id))
    .for('update');
}

export async function deleteSupprimeesBefore(reader: Reader, instant: Date): Promise<void> {
  await reader
    .delete(reservationsSupprimees)
    .where(lt(reservationsSupprimees.supprimee_at, instant));
}
