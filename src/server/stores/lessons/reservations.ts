/**
 * Reads of reservations: for administrators, for the accounts that have a seat, and for all riders
 * as occupations of the arenas. Also the locks of an account's reservations, and the reservations
 * of the demonstration. Bookings, edits and removals are in `writes.ts`.
 */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { ComingLecons } from '#domain/settings/coming.ts';
import { addDays, daysBetween, type Moment } from '#domain/core/calendrier.ts';
import { type Disponibilite, etatOccupation, RECENT_SECONDS } from '#domain/slots/creneaux.ts';
import type { TypePiste } from '#domain/slots/pistes.ts';
import type { Participant } from '#domain/lessons/participants.ts';
import type { PresenceDePlace } from '#domain/lessons/presences.ts';
import type { StatutReservation, SortField } from '#domain/lessons/reservations.ts';
import { eurosOf } from '#domain/prices.ts';
import { MAX_PERSONNES_INCONNU } from '#domain/types/types_lecons.ts';
import { prepareOnce, type Reader, readRows, type Tx } from '#server/platform/db.ts';
import {
  heureOf,
  reservations,
  weekNumber,
  typesLecons,
  users,
} from '#server/platform/schema/schema.ts';
import { type ReadBy, type Reservation, reservationOf, type Row, shownTo } from './columns.ts';
import { nomDe, nomDuCompte } from '../people/noms.ts';
import { rulesVersion } from '../prices/regles.ts';
import { hasSeat } from './participants.ts';
import { regleesOf } from './reglees.ts';

/**
 * A reservation for administrators: with the telephone of the account that booked and, if it is
 * known, when it was cancelled, by whom and why; null if there is none.
 */
type ReservationWithPhone = Reservation & {
  telephone: string | null;
  annulee_at?: string;
  annulee_par?: string | null;
  raison?: string;
  participants?: NamedSeat[];
  tarifs?: { place: string; prix: number | null }[];
  lignes?: number;
  reglees?: string[];
  presences: PresenceDePlace[];
};
/** A seat, with the name and the telephone of its customer. */
type NamedSeat = Participant & { compte: string | null; telephone: string | null };
/** A reservation for one of its accounts, with the account's own seats. */
export type OwnReservation = Reservation & {
  annulee_at?: string;
  own: Pick<Participant, 'nom' | 'remarques' | 'pris_at' | 'presence' | 'facturee'>[];
};
export type NewReservation = Omit<
  typeof reservations.$inferInsert,
  'id' | 'created_at' | 'version'
>;

const p = sql.placeholder;

/**
 * The reservation holds its arena (BOOK-05). The value is a literal, not a parameter, so that the
 * planner can use the statistics and the partial index.
 */
export const occupies = sql`${reservations.statut} <> 'annulee'`;

/** Compared with the database's clock, which also wrote `created_at`. */
export const bookedJustNow = sql<boolean>`(${reservations.created_at} > now() - make_interval(secs => ${sql.raw(String(RECENT_SECONDS))}))`;

/** Stores reservations of the demonstration, in the way of an import. */
export async function importReservations(tx: Tx, lecons: readonly NewReservation[]): Promise<void> {
  await tx.execute(sql`select importer_lecons(${JSON.stringify(lecons)})`);
}

/**
 * Sets `created_at` of every lesson to some days before the lesson. Otherwise all lessons of the
 * demonstration would count as bookings of this minute.
 */
export async function predateReservations(tx: Tx, jours: number): Promise<void> {
  const bookedAt = sql`(${reservations.date_reservation} - ${jours}::int + ${reservations.heure_debut}) at time zone 'Europe/Brussels'`;
  await tx
    .update(reservations)
    .set({ created_at: sql`least(${bookedAt}, now() - interval '1 hour')` });
}

/**
 * Gives each seat to the active account or the customer with its name; a seat with any other name
 * stays with the customer who booked. For the demonstration.
 */
export async function seatNamedCustomers(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update participants set user_id = named.id
    from (select id, ${nomDuCompte('users')} as nom from users where statut = 'actif' union all select id, nom from clients where nom is not null) as named
    where named.nom = participants.nom`);
}

/**
 * Some seats of the lessons before a day are absent or excused, the others noted as present. For the
 * demonstration.
 */
export async function markAbsences(tx: Tx, jour: string): Promise<void> {
  await tx.execute(sql`
    update participants p set presence = case when n % 3 = 0 then 'excusee' else 'absente' end, facturee = n % 3 <> 0
    from (select p.id, row_number() over (order by r.date_reservation, r.heure_debut, r.type_piste, p.position) as n
      from participants p join reservations r on r.id = p.reservation_id where r.date_reservation < ${jour} and r.statut = 'confirmee') as seat
    where seat.id = p.id and n % 13 = 5`);
  await tx.execute(sql`
    update participants p set notee = true from reservations r
    where r.id = p.reservation_id and r.date_reservation < ${jour} and r.statut = 'confirmee' and p.presence is null`);
}

type Resume = Record<'total' | 'aujourdhui' | 'confirmees' | 'en_attente', number> & {
  premiere: { id: string; date_reservation: string } | null;
};

/**
 * The three counts of DESK-02: all reservations, those of a day that are not cancelled, and the
 * confirmed ones; and the waiting ones from that day on, with the first of them (DESK-35).
 */
export async function resumeReservations(reader: Reader, jour: string): Promise<Resume> {
  const all = reader
    .select({ total: count().as('total') })
    .from(reservations)
    .as('toutes');
  const counted = (condition: SQL) =>
    sql<number>`(select count(*)::int from ${reservations} where ${condition})`;
  const waiting = and(
    eq(reservations.statut, 'en_attente'),
    gte(reservations.date_reservation, jour),
  ) as SQL;
  // Few lessons are not confirmed, and an index has only these.
  const [row] = await reader
    .select({
      total: all.total,
      aujourdhui: counted(sql`${eq(reservations.date_reservation, jour)} and ${occupies}`),
      confirmees: sql<number>`${all.total}::int - ${counted(sql`${reservations.statut} <> 'confirmee'`)}`,
      en_attente: counted(waiting),
      premiere: sql<
        Resume['premiere']
      >`(select jsonb_build_object('id', id, 'date_reservation', date_reservation)
        from ${reservations} where ${waiting} order by date_reservation, heure_debut limit 1)`,
    })
    .from(all);
  return row ?? { total: 0, aujourdhui: 0, confirmees: 0, en_attente: 0, premiere: null };
}

/**
 * The lessons that begin after a time and are not cancelled, counted by type, hours and number of
 * people.
 */
export async function listAVenir(reader: Reader, moment: Moment): Promise<ComingLecons[]> {
  const { type_lecon, heure_debut, heure_fin, nombre_personnes, date_reservation } = reservations;
  return reader
    .select({
      type_lecon,
      heure_debut,
      heure_fin,
      nombre_personnes,
      lecons: count(),
      premiere: sql<string>`min(${date_reservation})::text`,
    })
    .from(reservations)
    .where(toCome(moment))
    .groupBy(type_lecon, heure_debut, heure_fin, nombre_personnes);
}

export type LeconAVenir = Pick<
  Reservation,
  | 'id'
  | 'date_reservation'
  | 'heure_debut'
  | 'heure_fin'
  | 'type_piste'
  | 'type_lecon'
  | 'nom_client'
>;

export const LECON_A_VENIR = {
  id: reservations.id,
  date_reservation: reservations.date_reservation,
  heure_debut: reservations.heure_debut,
  heure_fin: reservations.heure_fin,
  type_piste: reservations.type_piste,
  type_lecon: reservations.type_lecon,
  nom_client: reservations.nom_client,
};

/** Lessons that begin after a time and are not cancelled. */
export const toCome = ({ jour, heure }: Moment): SQL | undefined =>
  and(
    or(
      gt(reservations.date_reservation, jour),
      and(eq(reservations.date_reservation, jour), gt(reservations.heure_debut, heure)),
    ),
    occupies,
  );

/**
 * The first lessons on an arena that begin after a time and are not cancelled; and how many there
 * are in total.
 */
export async function listAVenirOf(
  reader: Reader,
  type_piste: string,
  moment: Moment,
  nombre: number,
): Promise<{ total: number; lecons: LeconAVenir[] }> {
  const rows = await reader
    .select({ ...LECON_A_VENIR, total: sql<number>`(count(*) over ())::int` })
    .from(reservations)
    .where(and(eq(reservations.type_piste, type_piste), toCome(moment)))
    .orderBy(asc(reservations.date_reservation), asc(reservations.heure_debut))
    .limit(nombre);
  return { total: rows[0]?.total ?? 0, lecons: rows.map(({ total: _, ...lecon }) => lecon) };
}

/** Every lesson that begins after a time and is not cancelled, in their order. */
export const listEachAVenir = (reader: Reader, moment: Moment): Promise<LeconAVenir[]> =>
  reader
    .select(LECON_A_VENIR)
    .from(reservations)
    .where(toCome(moment))
    .orderBy(
      asc(reservations.date_reservation),
      asc(reservations.heure_debut),
      asc(reservations.type_piste),
    );

/** How many reservations have a lesson type, cancelled ones included. */
export async function countReservationsOfType(reader: Reader, type_lecon: string): Promise<number> {
  const [row] = await reader
    .select({ n: count() })
    .from(reservations)
    .where(eq(reservations.type_lecon, type_lecon));
  return row?.n ?? 0;
}

type Filter = {
  du?: string | undefined;
  au?: string | undefined;
  type_piste?: TypePiste | undefined;
  statut?: StatutReservation | undefined;
};
export type ReservationFilter = Filter & { sort: SortField | `-${SortField}` };

/** The reader of a list: an administrator, or an account that has seats. */
type Kind = 'admin' | 'own';

type Shape = {
  kind: Kind;
  parts: readonly (keyof typeof CONDITIONS)[];
  sort: ReservationFilter['sort'];
};

/**
 * The bounds of a period. Each bound is repeated for its week, so that the query can use the index
 * `reservations_semaine`.
 */
export const DAYS = {
  du: and(
    gte(reservations.date_reservation, p('du')),
    gte(weekNumber(reservations.date_reservation), weekNumber(p('du'))),
  ),
  au: and(
    lte(reservations.date_reservation, p('au')),
    lte(weekNumber(reservations.date_reservation), weekNumber(p('au'))),
  ),
};

const CONDITIONS = {
  ...DAYS,
  type_piste: eq(reservations.type_piste, p('type_piste')),
  statut: eq(reservations.statut, p('statut')),
};
const annuleePar = sql<
  string | null
>`(select ${nomDuCompte('a')} from users a where a.id = ${reservations.annulee_par})`;
/**
 * The seats with the names and telephones of their customers; null if one customer has all seats, or
 * if no seat has one.
 */
const sharedSeats = sql<NamedSeat[] | null>`(
  case when exists (select from participants s where s.reservation_id = ${reservations.id} and s.user_id is distinct from ${reservations.user_id}) then (
    select json_agg(json_build_object('id', s.id, 'user_id', s.user_id, 'nom', s.nom, 'remarques', s.remarques, 'compte', ${nomDe('u', 'k')}, 'telephone', coalesce(u.telephone, k.telephone)) order by s.position)
    from participants s left join users u on u.id = s.user_id left join clients k on k.id = s.user_id where s.reservation_id = ${reservations.id}) end)`;
/** The price of each seat, in their order. */
const tarifs = sql<{ place: string; centimes: number | null }[]>`(
  select coalesce(json_agg(json_build_object('place', s.id, 'centimes', s.centimes) order by s.position), '[]')
  from participants s where s.reservation_id = ${reservations.id})`;
/** How many lines its seats have (LIG-04). */
const linesOfSeats = sql<number>`(
  select count(*)::int from participants s join lignes l on l.place = s.id where s.reservation_id = ${reservations.id})`;
/** Who was present, in the order of the names. */
const presences = sql<PresenceDePlace[]>`(
  select coalesce(json_agg(json_strip_nulls(json_build_object('place', s.id, 'presence', coalesce(s.presence, 'presente'), 'facturee', s.facturee, 'notee', case when s.notee and s.presence is null then true end)) order by s.position), '[]')
  from participants s where s.reservation_id = ${reservations.id})`;
/** The telephone of the customer that booked; of its account, if `users` has it. */
export const telephoneOf = sql<
  string | null
>`(case when ${users.id} is not null then ${users.telephone}
  else (select k.telephone from clients k where k.id = ${reservations.user_id}) end)`;
const WITH_PHONE = {
  ...shownTo('desk'),
  annulee_par: annuleePar.as('annulee_par'),
  telephone: telephoneOf.as('telephone'),
  participants: sharedSeats.as('participants'),
  presences: presences.as('presences'),
};

const OWN = {
  ...shownTo('own'),
  own: sql<OwnReservation['own']>`(
  select json_agg(json_build_object('nom', s.nom, 'remarques', s.remarques, 'pris_at', s.pris_at, 'presence', s.presence, 'facturee', s.facturee) order by s.position)
  from participants s where s.reservation_id = reservations.id and s.user_id = ${p('user_id')})`.as(
    'own',
  ),
};
const PARTS = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];
const partsOf = (filter: Filter): (keyof typeof CONDITIONS)[] =>
  PARTS.filter((part) => filter[part] !== undefined);

/** One prepared statement for each combination of filters and order. */
const lists = new Map<string, ReturnType<typeof listOf>>();

function listOf({ kind, parts, sort }: Shape) {
  const descends = sort.startsWith('-');
  const direction = descends ? desc : asc;
  const column = reservations[(descends ? sort.slice(1) : sort) as SortField];
  return prepareOnce((reader: Reader) => {
    const selected =
      kind === 'admin'
        ? reader
            .select(WITH_PHONE)
            .from(reservations)
            .leftJoin(users, eq(users.id, reservations.user_id))
        : reader.select(OWN).from(reservations);
    return selected
      .where(
        and(
          kind === 'own' ? hasSeat(p('user_id')) : undefined,
          ...parts.map((part) => CONDITIONS[part]),
        ),
      )
      .orderBy(
        direction(column),
        direction(reservations.date_reservation),
        direction(reservations.heure_debut),
        asc(reservations.id),
      )
      .toSQL();
  });
}

/** The columns of each reservation, as pg reads them. */
type AdminRow = Pick<Row, ReadBy<'desk'>> & {
  telephone: string | null;
  participants: NamedSeat[] | null;
  presences: PresenceDePlace[];
};
type OwnRow = Pick<Row, ReadBy<'own'>> & Pick<OwnReservation, 'own'>;

function listRows<R extends AdminRow | OwnRow>(
  reader: Reader,
  kind: Kind,
  filter: ReservationFilter,
  more: object = {},
): Promise<R[]> {
  const parts = partsOf(filter);
  const nom = `reservations ${kind} ${parts.join(' ')} ${filter.sort}`;
  const statement = lists.get(nom) ?? listOf({ kind, parts, sort: filter.sort });
  lists.set(nom, statement);
  return readRows<R>(reader, nom, statement(reader), { ...filter, ...more });
}

/**
 * The matching reservations for an administrator, sorted by one field, then by day, hour and id, so
 * that the order is stable (API-05).
 */
export async function listReservations(
  reader: Reader,
  filter: ReservationFilter,
): Promise<ReservationWithPhone[]> {
  const rows = await listRows<AdminRow>(reader, 'admin', filter);
  return rows.map((row) => ({
    ...reservationOf(row),
    telephone: row.telephone,
    ...(row.annulee_at && {
      annulee_at: row.annulee_at.toISOString(),
      annulee_par: row.annulee_par,
    }),
    ...(row.raison !== null && { raison: row.raison }),
    ...(row.participants && { participants: row.participants }),
    presences: row.presences,
  }));
}

/** The matching reservations in which an account has seats, in the same order. */
export async function listOwn(
  reader: Reader,
  user_id: string,
  filter: ReservationFilter,
): Promise<OwnReservation[]> {
  const rows = await listRows<OwnRow>(reader, 'own', filter, { user_id });
  return rows.map((row) => ({
    ...reservationOf(row),
    own: row.own,
    ...(row.annulee_at && { annulee_at: row.annulee_at.toISOString() }),
  }));
}

/** One reservation in which the account has a seat. */
export async function getOwn(
  reader: Reader,
  user_id: string,
  id: string,
): Promise<OwnReservation | null> {
  const [row] = await ownById(reader).execute({ user_id, id });
  if (!row) return null;
  const { annulee_at: cancelledAt, ...reservation } = row;
  return { ...reservation, ...(cancelledAt !== null && { annulee_at: cancelledAt }) };
}

const ownById = prepareOnce((reader: Reader) =>
  reader
    .select(OWN)
    .from(reservations)
    .where(and(eq(reservations.id, p('id')), hasSeat(p('user_id'))))
    .prepare('own_reservation'),
);

/** One reservation for an administrator, with the prices of its seats. */
export async function getReservationWithPhone(
  reader: Reader,
  id: string,
): Promise<ReservationWithPhone | null> {
  const [row] = await reader
    .select({
      ...WITH_PHONE,
      tarifs: tarifs.as('tarifs'),
      lignes: linesOfSeats.as('lignes'),
      reglees: regleesOf().as('reglees'),
    })
    .from(reservations)
    .leftJoin(users, eq(users.id, reservations.user_id))
    .where(eq(reservations.id, id));
  if (!row) return null;
  const {
    annulee_at: cancelledAt,
    annulee_par: cancelledBy,
    raison: reason,
    participants: seats,
    tarifs: prices,
    lignes: lines,
    reglees: settled,
    ...reservation
  } = row;
  return {
    ...reservation,
    ...(cancelledAt !== null && { annulee_at: cancelledAt, annulee_par: cancelledBy }),
    ...(reason !== null && { raison: reason }),
    ...(seats && { participants: seats }),
    ...(lines > 0 && { lignes: lines }),
    ...(settled.length > 0 && { reglees: settled }),
    tarifs: prices.map(({ place, centimes }) => ({
      place,
      prix: centimes === null ? null : Number(eurosOf(centimes)),
    })),
  };
}

/**
 * Locks all reservations of an account, including those from which one of its seats was taken out,
 * always in the same order.
 */
export async function lockReservationsOf(tx: Tx, user_id: string): Promise<void> {
  await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(
      or(
        hasSeat(sql`${user_id}`),
        sql`${reservations.id} in (select reservation_id from participants_retires where user_id = ${user_id})`,
      ),
    )
    .orderBy(asc(reservations.id))
    .for('update');
}

/**
 * All maxima are read once. With a join PostgreSQL would read the types again for each lesson,
 * because it considers the two bounds of `DAYS` independent and expects one row.
 */
const maxOfType = sql<
  number | null
>`((select jsonb_object_agg(${typesLecons.value}, ${typesLecons.max_personnes}) from ${typesLecons}) ->> ${reservations.type_lecon})::int`;

/** What every rider may know: that an arena is taken, and by how many people (BOOK-08). */
const { statut, type_lecon, ...TAKEN } = shownTo('others');

/** The type of a lesson that riders may join (RIDE-10); the open types are read once. */
const joinable = sql<string | null>`case when ${statut} = 'confirmee' and ${type_lecon} = any(
  array(select ${typesLecons.value} from ${typesLecons} where ${typesLecons.ouverte} and ${typesLecons.actif})) then ${type_lecon} end`;

/** The columns of a lesson in the list of what holds the arenas. */
const HOLDING = {
  ...TAKEN,
  max: maxOfType.as('max'),
  recente: bookedJustNow.as('recente'),
  ouverte: joinable.as('ouverte'),
  ferme: sql<string | null>`null::text`.as('ferme'),
  au: sql<string>`${reservations.date_reservation}`.as('au'),
};

const disponibilites = prepareOnce((reader: Reader) =>
  reader
    .select(HOLDING)
    .from(reservations)
    .where(and(DAYS.du, DAYS.au, occupies))
    .unionAll(
      reader
        .select({
          date_reservation: sql<string>`greatest(f.du, ${p('du')}::date)`.as('date_reservation'),
          heure_debut: sql<string>`f.heure_debut`.as('heure_debut'),
          heure_fin: sql<string>`f.heure_fin`.as('heure_fin'),
          type_piste: sql<TypePiste>`piste`.as('type_piste'),
          nombre_personnes: sql<number>`0`.as('nombre_personnes'),
          max: sql<number | null>`0`.as('max'),
          recente: sql<boolean>`false`.as('recente'),
          ouverte: sql<string | null>`null::text`.as('ouverte'),
          ferme: sql<string | null>`case when f.publique then f.motif else '' end`.as('ferme'),
          au: sql<string>`least(f.au, ${p('au')}::date)`.as('au'),
        })
        .from(sql`fermetures f, unnest(f.pistes) as piste`)
        .where(sql`f.du <= ${p('au')}::date and f.au >= ${p('du')}::date`),
    )
    .orderBy(sql`date_reservation`, sql`type_piste`, sql`heure_debut`)
    .toSQL(),
);

/** Of these, only the lessons that riders may join and that have places left (RIDE-75). */
const ouvertes = prepareOnce((reader: Reader) =>
  reader
    .select(HOLDING)
    .from(reservations)
    .where(
      and(
        DAYS.du,
        DAYS.au,
        occupies,
        isNotNull(joinable),
        lt(reservations.nombre_personnes, maxOfType),
      ),
    )
    .orderBy(reservations.date_reservation, reservations.type_piste, reservations.heure_debut)
    .toSQL(),
);

/** `au`: the last day, of a lesson its only one. */
type TakenRow = Pick<Row, keyof typeof TAKEN> & {
  max: number | null;
  recente: boolean;
  ouverte: string | null;
  ferme: string | null;
  au: string;
};

/**
 * A row for each day. The statement does not do this: PostgreSQL would expect a thousand days of
 * each closure, and start parallel workers for them.
 */
const dailyRows = (rows: readonly TakenRow[]): TakenRow[] =>
  rows
    .flatMap((row) =>
      Array.from({ length: 1 + daysBetween(row.date_reservation, row.au) }, (_, n) => ({
        ...row,
        date_reservation: addDays(row.date_reservation, n),
      })),
    )
    .toSorted(
      (a, b) =>
        a.date_reservation.localeCompare(b.date_reservation) ||
        a.type_piste.localeCompare(b.type_piste) ||
        a.heure_debut.localeCompare(b.heure_debut),
    );

/**
 * The lessons and closures that hold the arenas over a range of days, both ends included, by day
 * and hour (BOOK-08). `ouvertesSeules`: only the lessons that can be joined.
 */
export async function listDisponibilites(
  reader: Reader,
  { ouvertesSeules = false, ...period }: { du: string; au: string; ouvertesSeules?: boolean },
): Promise<Disponibilite[]> {
  const rows = ouvertesSeules
    ? await readRows<TakenRow>(reader, 'ouvertes', ouvertes(reader), period)
    : await readRows<TakenRow>(reader, 'disponibilites', disponibilites(reader), period);
  const days = rows.some(({ ferme }) => ferme !== null) ? dailyRows(rows) : rows;
  return days.map((row) => {
    const max = row.max ?? MAX_PERSONNES_INCONNU;
    return {
      type_piste: row.type_piste,
      date_reservation: row.date_reservation,
      heure_debut: heureOf(row.heure_debut),
      heure_fin: heureOf(row.heure_fin),
      etat: etatOccupation(row.nombre_personnes, max),
      personnes: row.nombre_personnes,
      max,
      recente: row.recente,
      ...(row.ouverte !== null && { ouverte: row.ouverte }),
      ...(row.ferme !== null && { ferme: row.ferme }),
    };
  });
}

/**
 * The rows of a table as a sum of hashes of their ids and of the transactions that wrote them: every
 * change of a row, also by SQL from outside, has another transaction.
 */
const rowsWritten = (table: string): SQL =>
  sql.raw(
    `count(${table}.id), ' ', sum(uuid_hash_extended(${table}.id, ${table}.xmin::text::bigint))`,
  );

const stamps = new Map<string, ReturnType<typeof stampOf>>();

/** The accounts of the seats include the account that booked: the database compares them (ADR-031). */
function stampOf(kind: Kind, parts: Shape['parts']) {
  const account = kind === 'own' ? sql`s.user_id = ${p('user_id')}` : undefined;
  return prepareOnce((reader: Reader) =>
    reader
      .select({
        stamp:
          sql<string>`concat(${rowsWritten('reservations')}, ' ', ${rowsWritten('s')}, ' ', ${rowsWritten('u')}, ' ', ${rowsWritten('k')}, ' ', ${rowsWritten('c')}, ' ', ${rulesVersion()})`.as(
            'stamp',
          ),
      })
      .from(reservations)
      .leftJoin(sql`participants s`, sql`s.reservation_id = ${reservations.id}`)
      .leftJoin(sql`users u`, sql`u.id = s.user_id`)
      .leftJoin(sql`clients k`, sql`k.id = s.user_id and k.nom is not null`)
      .leftJoin(sql`users c`, sql`c.id = ${reservations.annulee_par}`)
      .where(and(account, ...parts.map((part) => CONDITIONS[part])))
      .toSQL(),
  );
}

/**
 * A stamp of the matching reservations with their seats and accounts, and of the rules of the centre.
 * `user_id`: only those in which the account has seats, and only these seats.
 */
export async function stampReservations(
  reader: Reader,
  filter: Filter & { user_id?: string },
): Promise<string> {
  const kind = filter.user_id === undefined ? 'admin' : 'own';
  const parts = partsOf(filter);
  const nom = `stamp ${kind} ${parts.join(' ')}`;
  const statement = stamps.get(nom) ?? stampOf(kind, parts);
  stamps.set(nom, statement);
  const [row] = await readRows<{ stamp: string }>(reader, nom, statement(reader), filter);
  return row?.stamp ?? '';
}

const stampOfDisponibilites = prepareOnce((reader: Reader) =>
  reader
    .select({
      stamp:
        sql<string>`concat(${rowsWritten('reservations')}, ' ', count(*) filter (where ${bookedJustNow}), ' ', (
        select concat(${rowsWritten('f')}) from fermetures f where f.du <= ${p('au')}::date and f.au >= ${p('du')}::date), ' ', ${rulesVersion()})`.as(
          'stamp',
        ),
    })
    .from(reservations)
    .where(and(DAYS.du, DAYS.au, occupies))
    .toSQL(),
);

/** A stamp of `listDisponibilites`. What was booked just now stays so until it is later. */
export async function stampDisponibilites(
  reader: Reader,
  period: { du: string; au: string },
): Promise<string> {
  const statement = stampOfDisponibilites(reader);
  const [row] = await readRows<{ stamp: string }>(
    reader,
    'stamp disponibilites',
    statement,
    period,
  );
  return row?.stamp ?? '';
}
