/** The data that decide a booking, an edit and a removal, each read by one statement. */
import { and, eq, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Moment } from '#domain/core/calendrier.ts';
import type { Hold } from '#domain/slots/creneaux.ts';
import type { Piste, TypePiste } from '#domain/slots/pistes.ts';
import type { StoredParametres } from '#domain/settings/parametres.ts';
import type { Participant, Retire } from '#domain/lessons/participants.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { displayName, type Personne } from '#domain/people/users.ts';
import { type Db, prepareOnce, type Reader } from '#server/platform/db.ts';
import { parametres, reservations, typesLecons } from '#server/platform/schema/schema.ts';
import { type Nomme, nommesAmong } from '../customers/clients.ts';
import { RULES, type Rules, rulesVersion } from '../prices/regles.ts';
import { pistesColumn } from '../slots.ts';
import { RESERVATION, type Reservation } from './columns.ts';
import { closedOn } from '../closures.ts';
import {
  activeAmong,
  comptesOf,
  lessonsOfDay,
  lessonsToCome,
  nommesOf,
  retiresAmong,
  seatsOf,
} from './participants.ts';
import { regleesOf } from './reglees.ts';
import { bookedJustNow, occupies } from './reservations.ts';

const p = sql.placeholder;

/**
 * The lessons and closures that hold an arena on a day. They are JSON, because they are returned in
 * one row with the settings. `desk`: whether an administrator asks, who reads the reason of each
 * closure.
 */
export const holds = (
  only?: SQL,
  jour: SQLWrapper = p('jour'),
  type_piste: SQLWrapper = p('type_piste'),
  desk: SQLWrapper = p('desk'),
): SQL<(Hold & { nom_client: string })[]> => sql`(
  select coalesce(json_agg(h), '[]') from (
    select to_char(${reservations.heure_debut}, 'HH24:MI') as heure_debut, to_char(${reservations.heure_fin}, 'HH24:MI') as heure_fin,
      ${reservations.nom_client} as nom_client, ${bookedJustNow} as recente, null as ferme
    from ${reservations}
    where ${and(eq(reservations.date_reservation, jour), eq(reservations.type_piste, type_piste), occupies, only)}
    union all ${closedOn(jour, type_piste, sql`${desk}::boolean`)}
  ) as h)`;

export type BookingFacts = Rules & {
  /** The active accounts, and the customers without an account, that get a seat. */
  comptes: Personne[];
  nommes: Nomme[];
  occupations: Hold[];
  /** How many lessons the rider has that day; 0 if the settings do not limit them. */
  reservationsThatDay: number;
  /** How many coming lessons the rider has; 0 if the settings do not limit them. */
  reservationsToCome: number;
};

const bookingFacts = prepareOnce((reader: Reader) =>
  reader
    .select({
      ...RULES,
      comptes: activeAmong(p('clients')),
      nommes: nommesAmong(sql`${p('clients')}::uuid[]`),
      occupations: holds(),
      reservationsThatDay: lessonsOfDay(p('rider_id'), p('jour')),
      reservationsToCome: lessonsToCome(p('rider_id'), p('aujourdhui'), p('maintenant')),
    })
    .from(parametres)
    .prepare('booking_facts'),
);

/** The rules that a booking read last, by the pool that read them. */
const lastRules = new WeakMap<Reader, Rules>();

/** All data that decide a booking of `rider_id`, with seats for the customers `clients`. */
export async function readBookingFacts(
  reader: Reader,
  {
    now: { jour: aujourdhui, heure: maintenant },
    ...wanted
  }: {
    jour: string;
    type_piste: TypePiste;
    rider_id: string;
    clients: readonly string[];
    desk: boolean;
    now: Moment;
  },
): Promise<BookingFacts> {
  const [facts] = await bookingFacts(reader).execute({ ...wanted, aujourdhui, maintenant });
  if (!facts) throw new Error('the table parametres is empty');
  lastRules.set(reader, facts);
  return facts;
}

/**
 * The same data from memory, with an arena that nothing holds and a rider without lessons; null if
 * this process has read no rules yet. They decide nothing alone: a booking is stored only if the
 * rules have not changed and the arena is free, and every refusal is decided by `readBookingFacts`
 * (ADR-003).
 */
export function rememberedFacts(db: Db): BookingFacts | null {
  const rules = lastRules.get(db);
  return rules
    ? {
        ...rules,
        comptes: [],
        nommes: [],
        occupations: [],
        reservationsThatDay: 0,
        reservationsToCome: 0,
      }
    : null;
}

/** A lesson with its seats. */
export type SeatedReservation = Reservation & { participants: Participant[] };

export type EditFacts = {
  current: SeatedReservation;
  /** The accounts that have a seat, and the active ones that the edit gives one. */
  comptes: Personne[];
  /** The customers without an account that have a seat, and those that the edit gives one. */
  nommes: Nomme[];
  /** The seats that the edit names and that were taken out of the lesson before (DESK-52). */
  retires: Retire[];
  /** The seats without a customer that are settled: they get no other one (REL-79). */
  reglees: string[];
  /** The version of the rules (`Rules`). */
  rules: string;
  parametres: StoredParametres;
  /** The present type of the lesson, and the wanted type, offered or not; null if deleted. */
  type: TypeLecon | null;
  wanted: TypeLecon | null;
  pistes: Piste[];
  /** The other lessons and closures that hold the new arena and day. */
  occupations: (Hold & { nom_client: string })[];
};

/**
 * The label of the present or the wanted type of a lesson; the identifier if the type no longer
 * exists.
 */
export const labelIn =
  ({
    current,
    type,
    wanted = null,
  }: Pick<EditFacts, 'current' | 'type'> & Partial<Pick<EditFacts, 'wanted'>>) =>
  (value: string): string =>
    (value === current.type_lecon ? type : wanted)?.label ?? value;

/** The display name of a customer that has a seat. */
export const nameIn =
  ({ comptes, nommes }: Pick<EditFacts, 'comptes' | 'nommes'>) =>
  (client: string): string => {
    const compte = comptes.find(({ id }) => id === client);
    return compte ? displayName(compte) : (nommes.find(({ id }) => id === client)?.nom ?? '');
  };

const wantedType = alias(typesLecons, 'wanted');

const editFacts = prepareOnce((reader: Reader) =>
  reader
    .select({
      current: { ...RESERVATION, participants: seatsOf() },
      comptes: comptesOf(),
      nommes: nommesOf(),
      rules: rulesVersion(),
      parametres,
      type: typesLecons,
      wanted: wantedType,
      pistes: pistesColumn(),
      occupations: holds(sql`${reservations.id} <> ${p('id')}`),
      choisis: activeAmong(p('choisis')),
      nommesChoisis: nommesAmong(sql`${p('choisis')}::uuid[]`),
      retires: retiresAmong(p('places')),
      reglees: regleesOf(p('places')),
    })
    .from(reservations)
    .innerJoin(parametres, sql`true`)
    .leftJoin(typesLecons, eq(typesLecons.value, reservations.type_lecon))
    .leftJoin(wantedType, eq(wantedType.value, p('type_lecon')))
    .where(eq(reservations.id, p('id')))
    .prepare('edit_facts'),
);

/**
 * All data that decide an edit, or a removal if no change is given; null if the reservation no
 * longer exists. `type_lecon`: null if it stays. `desk`: whether an administrator asks, who reads
 * the reason of each closure. `choisis`: the customers that the edit gives seats; `places`: the
 * seats that it names.
 */
export async function readEditFacts(
  reader: Reader,
  id: string,
  wanted: { type_lecon: string | null; date_reservation: string; type_piste: TypePiste } | null,
  {
    desk = false,
    choisis = [],
    places = [],
  }: {
    desk?: boolean;
    choisis?: readonly string[];
    places?: readonly (string | null)[] | undefined;
  } = {},
): Promise<EditFacts | null> {
  const { type_lecon = null, date_reservation: jour = null, type_piste = null } = wanted ?? {};
  const [row] = await editFacts(reader).execute({
    id,
    type_lecon,
    jour,
    type_piste,
    desk,
    choisis: [...choisis],
    places: places.filter((place) => place !== null),
  });
  if (!row) return null;
  const { choisis: found, comptes, nommes, nommesChoisis, ...facts } = row;
  const others = found.filter((one) => comptes.every(({ id: seated }) => seated !== one.id));
  return {
    ...facts,
    comptes: [...comptes, ...others],
    nommes: [...nommes, ...nommesChoisis],
  };
}
