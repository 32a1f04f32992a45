/**
 * A booking, an edit and a removal take two statements each: one reads all that decides, the other stores all or nothing
 * (ADR-003). The second one stores its emails and announces itself only where it stored the reservation.
 */
import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { NewCourriel } from '#domain/courriels.ts';
import type { Hold, TypePiste } from '#domain/creneaux.ts';
import type { StoredParametres } from '#domain/parametres.ts';
import type { TypeLecon } from '#domain/types_lecons.ts';
import type { Personne } from '#domain/users.ts';
import { CHANNEL, isOverlap, prepareOnce, type Reader, runStatement } from '../platform/db.ts';
import { type DayLock, dayNames, lockedDays } from '../platform/locks.ts';
import { heureOf, parametres, reservations, typesLecons, users } from '../platform/schema.ts';
import { bookedJustNow, type NewReservation, occupies, type Reservation } from './reservations.ts';
import { PERSONNE } from './sessions.ts';

const p = sql.placeholder;

/** The lessons that hold the arena on the day (parameters `jour` and `type_piste`), as JSON, because they stand beside the settings in one row. */
const holds = (only?: SQL): SQL<(Hold & { nom_client: string })[]> => sql`(
  select coalesce(json_agg(json_build_object(
    'heure_debut', to_char(${reservations.heure_debut}, 'HH24:MI'), 'heure_fin', to_char(${reservations.heure_fin}, 'HH24:MI'),
    'nom_client', ${reservations.nom_client}, 'recente', ${bookedJustNow})), '[]')
  from ${reservations}
  where ${and(eq(reservations.date_reservation, p('jour')), eq(reservations.type_piste, p('type_piste')), occupies, only)})`;

export type BookingFacts = {
  parametres: StoredParametres;
  /** The wished type; null when unknown or no longer offered. */
  type: TypeLecon | null;
  /** The account it is booked for; null where none was asked for, or it is not `actif`. */
  client: Personne | null;
  occupations: Hold[];
  /** How many lessons the rider has that day; 0 where the settings do not limit them. */
  reservationsThatDay: number;
};

const bookingFacts = prepareOnce((reader: Reader) => reader
  .select({
    parametres, type: typesLecons, client: PERSONNE, occupations: holds(),
    reservationsThatDay: sql<number>`case when ${parametres.maxBookingsPerDayApplied} then (
      select count(*)::int from ${reservations} where ${and(eq(reservations.user_id, p('rider_id')), eq(reservations.date_reservation, p('jour')), occupies)}) else 0 end`,
  })
  .from(parametres)
  .leftJoin(typesLecons, and(eq(typesLecons.value, p('type_lecon')), typesLecons.actif))
  .leftJoin(users, and(eq(users.id, p('client_id')), eq(users.statut, 'actif')))
  .prepare('booking_facts'));

/** All that decides a booking of `rider_id`, for the account `client_id` where there is one. */
export async function readBookingFacts(
  reader: Reader, wanted: { type_lecon: string; jour: string; type_piste: TypePiste; rider_id: string; client_id: string | null },
): Promise<BookingFacts> {
  const [facts] = await bookingFacts(reader).execute(wanted);
  if (!facts) throw new Error('the table parametres is empty');
  return facts;
}

export type EditFacts = {
  current: Reservation;
  /** Whose reservation it is; null when it has no account. */
  user: Personne | null;
  parametres: StoredParametres;
  /** The type it has, and the one it shall have; null when deleted, or, for another type, no longer offered. */
  type: TypeLecon | null;
  wanted: TypeLecon | null;
  /** The others that hold the new arena and day. */
  occupations: (Hold & { nom_client: string })[];
};

const wantedType = alias(typesLecons, 'wanted');

const editFacts = prepareOnce((reader: Reader) => reader
  .select({ current: getTableColumns(reservations), user: PERSONNE, parametres, type: typesLecons, wanted: wantedType, occupations: holds(sql`${reservations.id} <> ${p('id')}`) })
  .from(reservations)
  .innerJoin(parametres, sql`true`)
  .leftJoin(users, eq(users.id, reservations.user_id))
  .leftJoin(typesLecons, eq(typesLecons.value, reservations.type_lecon))
  .leftJoin(wantedType, and(eq(wantedType.value, p('type_lecon')), or(wantedType.actif, eq(wantedType.value, reservations.type_lecon))))
  .where(eq(reservations.id, p('id')))
  .prepare('edit_facts'));

/** All that decides an edit, or a removal where nothing is wished; null when the reservation is gone. */
export async function readEditFacts(
  reader: Reader, id: string, wanted: { type_lecon: string; date_reservation: string; type_piste: TypePiste } | null,
): Promise<EditFacts | null> {
  const { type_lecon = null, date_reservation: jour = null, type_piste = null } = wanted ?? {};
  const [facts] = await editFacts(reader).execute({ id, type_lecon, jour, type_piste });
  return facts ?? null;
}

/** What a statement stores besides the reservation. `courriels`: null leaves those that wait as they are. */
type Told = { courriels: readonly NewCourriel[] | null; announcement: string };

/** The parameters $1 and $2 of every statement below. */
const told = ({ courriels, announcement }: Told): [string | null, string] =>
  [courriels && JSON.stringify(courriels.map((courriel) => ({ ...courriel, sorte: courriel.contenu.sorte }))), announcement];

const COURRIEL = 'cause, sorte, destinataire, destinataire_nom, user_id, reservation_id, contenu, envoyer_apres, perime_apres';

const TELL = `
  written as (
    insert into courriels (${COURRIEL}) select ${COURRIEL} from jsonb_populate_recordset(null::courriels, $1) where exists (select from stored)
    on conflict (cause) do nothing
  )
  select stored.*, pg_notify('${CHANNEL}', $2) from stored`;

/** Deletes the waiting reminder; the emails of the change contain a new one where it is needed. */
const FORGET = `
  forgotten as (
    delete from courriels where reservation_id = $3 and sorte = 'rappel' and statut = 'en_attente' and $1::jsonb is not null and exists (select from stored)
  ),`;

/** A row as pg reads it. */
type Row = Omit<Reservation, 'created_at'> & { created_at: Date; pg_notify: unknown };

const toReservation = ({ heure_debut, heure_fin, created_at, pg_notify: _, ...row }: Row): Reservation =>
  ({ ...row, heure_debut: heureOf(heure_debut), heure_fin: heureOf(heure_fin), created_at: created_at.toISOString() });

/** What an edit may change. */
const LECON = 'type_lecon, nombre_personnes, noms_participants, date_reservation, type_piste, heure_debut, heure_fin, remarques, statut';

const BOOK = `with
  client as (select from users where id = $3 and statut = 'actif' for share),
  stored as (
    insert into reservations (id, user_id, nom_client, ${LECON})
    select id, user_id, nom_client, ${LECON} from jsonb_populate_record(null::reservations, $4) where $3::uuid is null or exists (select from client)
    on conflict do nothing
    returning *
  ),${TELL}`;

/**
 * Stores a reservation; null when its arena is taken, or when the account `client_id` is not `actif` any more. The exclusion
 * constraint decides, without raising an error (BOOK-06, BOOK-20). The account is locked, so that it is still `actif` when
 * the reservation is stored (BOOK-31).
 */
export async function storeBooking(
  reader: Reader, booking: NewReservation & { id: string }, { client_id, ...rest }: Told & { client_id: string | null },
): Promise<Reservation | null> {
  const [row] = await runStatement<Row>(reader, { name: 'book', text: BOOK, values: [...told(rest), client_id, JSON.stringify(booking)] });
  return row ? toReservation(row) : null;
}

/** The reservation as it was decided on. Deleting an account changes `user_id` and not the version. */
const AS_READ = 'id = $3 and version = $4 and user_id is not distinct from $5';

const EDIT = `with
  held as (${lockedDays('$6')}),
  stored as (
    update reservations set (${LECON}, version) = (select ${LECON}, reservations.version + 1 from jsonb_populate_record(null::reservations, $7))
    from held where ${AS_READ}
    returning reservations.*
  ),${FORGET}${TELL}`;

export type LeconChange = Omit<NewReservation, 'user_id' | 'nom_client'>;

/**
 * Stores an edit and increments the version; null when the reservation has changed since it was read, or when its new arena
 * has been taken. The locks make edits towards one arena and day wait before they write, where they would end in a deadlock.
 */
export async function storeEdit(
  reader: Reader, { id, version, user_id }: Reservation, change: LeconChange, days: readonly DayLock[], rest: Told,
): Promise<Reservation | null> {
  try {
    const [row] = await runStatement<Row>(reader, {
      name: 'edit', text: EDIT, values: [...told(rest), id, version, user_id, dayNames(days), JSON.stringify(change)],
    });
    return row ? toReservation(row) : null;
  } catch (error) {
    if (isOverlap(error)) return null;
    throw error;
  }
}

const REMOVE = `with
  stored as (delete from reservations where ${AS_READ} returning id),${FORGET}${TELL}`;

/** Removes a reservation; false when it has changed since it was read. */
export async function storeRemoval(reader: Reader, { id, version, user_id }: Reservation, rest: Told): Promise<boolean> {
  const rows = await runStatement(reader, { name: 'remove', text: REMOVE, values: [...told(rest), id, version, user_id] });
  return rows.length > 0;
}
