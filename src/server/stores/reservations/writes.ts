/**
 * A booking, an edit and a removal take two statements each: one reads all that decides, the other
 * stores all or nothing (ADR-003). The second one stores its emails and announces itself only where
 * it stored the reservation.
 */
import { and, eq, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Moment } from '#domain/core/calendrier.ts';
import type { NewCourriel } from '#domain/emails/courriels.ts';
import type { Hold, TypePiste } from '#domain/slots/creneaux.ts';
import { Refus } from '#domain/errors/errors.ts';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import { accountsOf, type Participant, type Retire } from '#domain/reservations/participants.ts';
import type { TypeLecon } from '#domain/settings/types_lecons.ts';
import { displayName, type Personne } from '#domain/people/users.ts';
import {
  CHANNEL,
  type Concerned,
  isOverlap,
  prepareOnce,
  type Reader,
  runStatement,
} from '#server/platform/db.ts';
import { type DayLock, dayNames, lockedDays } from '#server/platform/locks.ts';
import {
  type journal,
  parametres,
  reservations,
  typesLecons,
  users,
} from '#server/platform/schema/schema.ts';
import {
  comptesOf,
  lessonsOfDay,
  lessonsToCome,
  seat,
  seatsOf,
  seatsValue,
} from './participants.ts';
import { shownPrix } from '../settings/prix.ts';
import {
  KEPT,
  LECON,
  RESERVATION,
  type Reservation,
  reservationOf,
  type Row,
  SEAT,
  SEAT_OF_S,
} from './columns.ts';
import { bookedJustNow, type NewReservation, occupies } from './reservations.ts';
import { PERSONNE } from '../people/users.ts';

const p = sql.placeholder;

/**
 * The lessons that hold an arena on a day, as JSON, because they stand beside the settings in one
 * row.
 */
export const holds = (
  only?: SQL,
  jour: SQLWrapper = p('jour'),
  type_piste: SQLWrapper = p('type_piste'),
): SQL<(Hold & { nom_client: string })[]> => sql`(
  select coalesce(json_agg(json_build_object(
    'heure_debut', to_char(${reservations.heure_debut}, 'HH24:MI'), 'heure_fin', to_char(${reservations.heure_fin}, 'HH24:MI'),
    'nom_client', ${reservations.nom_client}, 'recente', ${bookedJustNow})), '[]')
  from ${reservations}
  where ${and(eq(reservations.date_reservation, jour), eq(reservations.type_piste, type_piste), occupies, only)})`;

export type BookingFacts = {
  parametres: StoredParametres;
  /** The wished type; null when unknown or no longer offered. */
  type: TypeLecon | null;
  /** The account it is booked for; null where none was asked for, or it is not `actif`. */
  client: Personne | null;
  occupations: Hold[];
  /** How many lessons the rider has that day; 0 where the settings do not limit them. */
  reservationsThatDay: number;
  /** How many lessons the rider has to come; 0 where the settings do not limit them. */
  reservationsToCome: number;
  /** Of the type, decimal text; null where the centre does not show its prices. */
  prix: string | null;
};

const bookingFacts = prepareOnce((reader: Reader) =>
  reader
    .select({
      parametres,
      type: typesLecons,
      client: PERSONNE,
      occupations: holds(),
      reservationsThatDay: lessonsOfDay(p('rider_id'), p('jour')),
      prix: shownPrix(p('type_lecon')),
      reservationsToCome: lessonsToCome(p('rider_id'), p('aujourdhui'), p('maintenant')),
    })
    .from(parametres)
    .leftJoin(typesLecons, and(eq(typesLecons.value, p('type_lecon')), typesLecons.actif))
    .leftJoin(users, and(eq(users.id, p('client_id')), eq(users.statut, 'actif')))
    .prepare('booking_facts'),
);

/** All that decides a booking of `rider_id`, for the account `client_id` where there is one. */
export async function readBookingFacts(
  reader: Reader,
  {
    now: { jour: aujourdhui, heure: maintenant },
    ...wanted
  }: {
    type_lecon: string;
    jour: string;
    type_piste: TypePiste;
    rider_id: string;
    client_id: string | null;
    now: Moment;
  },
): Promise<BookingFacts> {
  const [facts] = await bookingFacts(reader).execute({ ...wanted, aujourdhui, maintenant });
  if (!facts) throw new Error('the table parametres is empty');
  return facts;
}

/** A lesson with its seats. */
export type SeatedReservation = Reservation & { participants: Participant[] };

export type EditFacts = {
  current: SeatedReservation;
  /** The accounts that have a seat. */
  comptes: Personne[];
  parametres: StoredParametres;
  /**
   * The type it has, and the one it shall have; null when deleted, or, for another type, no longer
   * offered.
   */
  type: TypeLecon | null;
  wanted: TypeLecon | null;
  /** The others that hold the new arena and day. */
  occupations: (Hold & { nom_client: string })[];
};

/** The label of a lesson's type, or of the one it shall have; the identifier where it is gone. */
export const labelIn =
  ({
    current,
    type,
    wanted = null,
  }: Pick<EditFacts, 'current' | 'type'> & Partial<Pick<EditFacts, 'wanted'>>) =>
  (value: string): string =>
    (value === current.type_lecon ? type : wanted)?.label ?? value;

/** The display name of an account that has a seat. */
export const nameIn =
  ({ comptes }: Pick<EditFacts, 'comptes'>) =>
  (account: string): string => {
    const compte = comptes.find(({ id }) => id === account);
    return compte ? displayName(compte) : '';
  };

/** Whom the announcement of a lesson concerns: its day, and every account that has a seat. */
export const concerned = ({ date_reservation, participants }: SeatedReservation): Concerned[] => [
  { date_reservation, user_id: null },
  ...accountsOf({ participants }).map((user_id) => ({ date_reservation, user_id })),
];

/** The arenas and days that a change leaves and enters. */
export const daysOf = (
  ...lecons: Pick<Reservation, 'type_piste' | 'date_reservation'>[]
): DayLock[] =>
  lecons.map(({ type_piste, date_reservation: jour }) => ({
    of: `piste ${type_piste}` as const,
    jour,
  }));

const wantedType = alias(typesLecons, 'wanted');

const editFacts = prepareOnce((reader: Reader) =>
  reader
    .select({
      current: { ...RESERVATION, participants: seatsOf() },
      comptes: comptesOf(),
      parametres,
      type: typesLecons,
      wanted: wantedType,
      occupations: holds(sql`${reservations.id} <> ${p('id')}`),
    })
    .from(reservations)
    .innerJoin(parametres, sql`true`)
    .leftJoin(typesLecons, eq(typesLecons.value, reservations.type_lecon))
    .leftJoin(
      wantedType,
      and(
        eq(wantedType.value, p('type_lecon')),
        or(wantedType.actif, eq(wantedType.value, reservations.type_lecon)),
      ),
    )
    .where(eq(reservations.id, p('id')))
    .prepare('edit_facts'),
);

/**
 * All that decides an edit, or a removal where nothing is wished; null when the reservation is
 * gone. `type_lecon`: null where it stays.
 */
export async function readEditFacts(
  reader: Reader,
  id: string,
  wanted: { type_lecon: string | null; date_reservation: string; type_piste: TypePiste } | null,
): Promise<EditFacts | null> {
  const { type_lecon = null, date_reservation: jour = null, type_piste = null } = wanted ?? {};
  const [facts] = await editFacts(reader).execute({ id, type_lecon, jour, type_piste });
  return facts ?? null;
}

/**
 * What a statement stores besides the reservation. `courriels`: null leaves those that wait as they
 * are. `ligne`: the line of the journal, null for a rider's own booking (ACC-70).
 */
export type Told = {
  courriels: readonly NewCourriel[] | null;
  announcement: string;
  ligne: typeof journal.$inferInsert | null;
};

/** The parameters $1 to $3 of every statement that ends with `TELL`. */
export const told = ({
  courriels,
  announcement,
  ligne,
}: Told): [string | null, string, string | null] => [
  courriels &&
    JSON.stringify(courriels.map((courriel) => ({ ...courriel, sorte: courriel.contenu.sorte }))),
  announcement,
  ligne && JSON.stringify(ligne),
];

/** The columns of an email that a statement writes. */
export const COURRIEL =
  'cause, sorte, destinataire, destinataire_nom, user_id, reservation_id, contenu, envoyer_apres, perime_apres';

const LIGNE = 'survenu_at, action, acteur_id, objet, objet_id, details, ip, user_agent';

/**
 * The end of a statement whose CTE `stored` holds the lesson: the line of the journal, the emails
 * and the announcement, only if it was stored.
 */
export const TELL = `
  noted as (
    insert into journal (${LIGNE}) select ${LIGNE} from jsonb_populate_record(null::journal, $3) where $3::jsonb is not null and exists (select from stored)
  ),
  written as (
    insert into courriels (${COURRIEL}) select ${COURRIEL} from jsonb_populate_recordset(null::courriels, $1) where exists (select from stored)
    on conflict (cause) do nothing
  )
  select stored.*, pg_notify('${CHANNEL}', $2) from stored`;

/**
 * Deletes the waiting reminders of some accounts; the emails of the change contain new ones where
 * they are needed.
 */
const forget = (accounts: string): string => `
  forgotten as (
    delete from courriels where reservation_id = $4 and sorte = 'rappel' and statut = 'en_attente' and user_id = any(${accounts}::uuid[]) and exists (select from stored)
  ),`;

const BOOK = `with
  client as (select from users where id = $4 and statut = 'actif' for share),
  stored as (
    insert into reservations (id, user_id, nom_client, ${LECON})
    select id, user_id, nom_client, ${LECON} from jsonb_populate_record(null::reservations, $5) where $4::uuid is null or exists (select from client)
    on conflict do nothing
    returning *
  ),${TELL}`;

/**
 * Stores a reservation; null when its arena is taken, or when the account `client_id` is not
 * `actif` any more. The exclusion constraint decides, without raising an error (BOOK-06, BOOK-20).
 * The account is locked, so that it is still `actif` when the reservation is stored (BOOK-31).
 */
export async function storeBooking(
  reader: Reader,
  booking: NewReservation & { id: string },
  { client_id, ...rest }: Told & { client_id: string | null },
): Promise<Reservation | null> {
  const [row] = await runStatement<Row>(reader, {
    name: 'book',
    text: BOOK,
    values: [...told(rest), client_id, JSON.stringify(booking)],
  });
  return row ? reservationOf(row) : null;
}

/**
 * The reservation as it was decided on. Erasing an account changes `user_id` and not always the
 * version.
 */
export const AS_READ = 'id = $4 and version = $5 and user_id is not distinct from $6';

const EDIT = `with
  held as (${lockedDays('$7')}),
  stored as (
    update reservations set (${LECON}, user_id, nom_client, annulee_at, annulee_par, raison, version) = (
      select ${LECON}, user_id, nom_client,
        case when statut <> 'annulee' then null when reservations.statut = 'annulee' then reservations.annulee_at else annulee_at end,
        case when statut <> 'annulee' then null when reservations.statut = 'annulee' then reservations.annulee_par else annulee_par end,
        case when statut <> 'annulee' then null when reservations.statut = 'annulee' then coalesce(raison, reservations.raison) else raison end,
        reservations.version + 1 from jsonb_populate_record(null::reservations, $8)
    )
    from held where ${AS_READ}
    returning reservations.*
  ),
  retired as (
    insert into participants_retires (reservation_id, ${SEAT}, retire_at, retire_par)
    select stored.id, ${SEAT_OF_S}, s.retire_at, s.retire_par from stored, jsonb_populate_recordset(null::participants_retires, $11) as s
  ),
  put_back as (delete from participants_retires where id = $12 and exists (select from stored)),${seat('$9')}${forget('$10')}${TELL}`;

/**
 * A change: the lesson as it shall be, when, by whom and, where it is cancelled, why it is changed,
 * and the accounts that are told of it. `retires`: the seats that the desk takes out and that are
 * kept, `remis`: the one that it puts back (DESK-33).
 */
export type Edit = Told & {
  apres: SeatedReservation;
  at: Date;
  par: string;
  raison: string | null;
  comptes: readonly string[];
  retires?: readonly Retire[];
  remis?: string;
};

/**
 * Stores a change of a lesson and its seats, and increments the version; null when the lesson has
 * changed since it was read, or when its new arena has been taken. The locks make changes towards
 * one arena and day wait before they write, where they would end in a deadlock.
 */
export async function storeEdit(
  reader: Reader,
  { id, version, user_id, participants }: SeatedReservation,
  days: readonly DayLock[],
  {
    apres: { participants: seats, ...lecon },
    at,
    par,
    raison,
    comptes,
    retires = [],
    remis,
    ...rest
  }: Edit,
): Promise<Reservation | null> {
  const record = JSON.stringify({
    ...lecon,
    annulee_at: at.toISOString(),
    annulee_par: par,
    raison,
  });
  try {
    const [row] = await runStatement<Row>(reader, {
      name: 'edit',
      text: EDIT,
      values: [
        ...told(rest),
        id,
        version,
        user_id,
        dayNames(days),
        record,
        seatsValue(participants, seats),
        comptes,
        retires.length === 0
          ? null
          : JSON.stringify(
              retires.map((one) => ({ ...one, retire_at: at.toISOString(), retire_par: par })),
            ),
        remis ?? null,
      ],
    });
    return row ? reservationOf(row) : null;
  } catch (error) {
    if (isOverlap(error)) return null;
    throw error;
  }
}

const REMOVE = `with
  stored as (delete from reservations where ${AS_READ} returning *),
  kept as (
    insert into reservations_supprimees (${KEPT}, raison, version, supprimee_at, supprimee_par)
    select ${KEPT}, coalesce($10, raison), version + 1, $7::timestamptz, $8::uuid from stored
  ),
  kept_seats as (
    insert into participants_supprimes (reservation_id, ${SEAT})
    select reservation_id, ${SEAT} from participants where reservation_id in (select id from stored)
  ),${forget('$9')}${TELL}`;

/**
 * Moves a reservation to the deleted ones (DESK-30), with its version increased; false when it has
 * changed since it was read.
 */
export async function storeRemoval(
  reader: Reader,
  { id, version, user_id, participants }: SeatedReservation,
  {
    supprimee_at,
    supprimee_par,
    raison,
    ...rest
  }: Told & { supprimee_at: Date; supprimee_par: string; raison: string | null },
): Promise<boolean> {
  const accounts = accountsOf({ participants });
  const rows = await runStatement(reader, {
    name: 'remove',
    text: REMOVE,
    values: [
      ...told(rest),
      id,
      version,
      user_id,
      supprimee_at.toISOString(),
      supprimee_par,
      accounts,
      raison,
    ],
  });
  return rows.length > 0;
}

/**
 * How often a change is decided again because others changed the same lesson or arena first. Each
 * time one of them has succeeded.
 */
const MAX_DECISIONS = 50;

/**
 * Decides and stores until what was decided on is still true when it is stored: `attempt` answers
 * null where it is not.
 */
export async function untilStored<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let n = 0; n < MAX_DECISIONS; n += 1) {
    const stored = await attempt();
    if (stored !== null) return stored;
  }
  throw new Refus('service_occupe');
}
