/**
 * The columns of a lesson and of a seat: who writes each, and who reads it. Every list of columns
 * in this folder is made from these two records, so a new column does not compile until it is added
 * here.
 */
import { getTableColumns } from 'drizzle-orm';
import type { LeconJournal } from '#domain/journal/journal.ts';
import type { SANS_TEXTES } from '#domain/lessons/reservations.ts';
import {
  heureOf,
  type participants,
  reservations,
  reservationsSupprimees,
} from '#server/platform/schema/schema.ts';
import { keyOfText } from '../people/noms.ts';
import { priceOn } from '../prices/prix.ts';

/** Without the column that only keys of the database compare. */
type Lecon = Omit<typeof reservations.$inferSelect, 'tient'>;

type Use = {
  /**
   * When the column is written: by the booking and every change; only by the booking; by a
   * cancellation; or as a counter (`version`). An edit also writes `user_id` and `nom_client`,
   * which its statement lists itself, because a lesson may pass to another account.
   */
  by: 'change' | 'booking' | 'repetition' | 'cancellation' | 'count';
  /** Read by administrators. */
  desk: boolean;
  /**
   * Read by an account that has a seat; of names, number and remarks it reads only its own part
   * (`ownView`).
   */
  own: boolean;
  /** Read by every rider, who may only know that an arena is taken. */
  others: boolean;
  /** Kept in a line of the journal (`LeconJournal`). */
  journal: boolean;
  /** Read for the download of a person's data. */
  download: boolean;
  /**
   * Whether it contains data about persons, which are removed when an account is erased (PEOPLE-31)
   * and after the retention (SET-42). Names are replaced; the others are set to their default.
   */
  personal: 'name' | 'account' | 'text' | null;
};

/** Read by administrators and by the account itself. */
const PERSONS = { desk: true, own: true, others: false, journal: false, download: true } as const;
const ALL = { ...PERSONS, others: true, journal: true, personal: null } as const;

const COLUMNS = {
  id: { by: 'booking', ...PERSONS, personal: null },
  user_id: { by: 'booking', ...PERSONS, personal: 'account' },
  noms_participants: { by: 'change', ...PERSONS, personal: 'name' },
  nom_client: { by: 'booking', ...PERSONS, personal: 'name' },
  date_reservation: { by: 'change', ...ALL },
  heure_debut: { by: 'change', ...ALL },
  heure_fin: { by: 'change', ...ALL },
  type_piste: { by: 'change', ...ALL },
  type_lecon: { by: 'change', ...ALL },
  nombre_personnes: { by: 'change', ...ALL },
  statut: { by: 'change', ...ALL },
  remarques: { by: 'change', ...PERSONS, personal: 'text' },
  version: { by: 'count', ...PERSONS, personal: null },
  created_at: { by: 'booking', ...PERSONS, personal: null },
  annulee_at: { by: 'cancellation', ...PERSONS, personal: null },
  annulee_par: { by: 'cancellation', ...PERSONS, own: false, download: false, personal: 'account' },
  raison: { by: 'cancellation', ...PERSONS, own: false, personal: 'text' },
  serie_id: { by: 'repetition', ...PERSONS, download: false, personal: null },
  serie_jours: { by: 'repetition', ...PERSONS, download: false, personal: null },
} as const satisfies Record<keyof Lecon, Use>;

type Columns = typeof COLUMNS;
/** The readers of columns: the flags of `Use`. */
type Audience = Exclude<keyof Use, 'by' | 'personal'>;
type Having<F extends keyof Use, V> = {
  [K in keyof Columns]: Columns[K][F] extends V ? K : never;
}[keyof Columns];
/** The columns that an audience reads. */
export type ReadBy<A extends Audience> = Having<A, true>;

const named = (is: (one: Use) => boolean): (keyof Columns)[] =>
  (Object.keys(COLUMNS) as (keyof Columns)[]).filter((name) => is(COLUMNS[name]));

function pick<T extends object, K extends keyof T>(all: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T, K>;
}

/** The columns of stored lessons for one audience, to select. */
export const shownTo = <A extends Audience>(audience: A) =>
  pick(getTableColumns(reservations), named((one) => one[audience]) as ReadBy<A>[]);

/** The columns of deleted lessons for one audience, to select. */
export const deletedShownTo = <A extends Audience>(audience: A) =>
  pick(getTableColumns(reservationsSupprimees), named((one) => one[audience]) as ReadBy<A>[]);

/** The columns of stored lessons that an account reads only in its download, to select. */
export const ONLY_DOWNLOADED = pick(
  getTableColumns(reservations),
  named(({ own, download }) => download && !own) as Exclude<ReadBy<'download'>, ReadBy<'own'>>[],
);

type Cancellation = 'annulee_at' | 'annulee_par' | 'raison';
/** A lesson without the columns about its cancellation. */
export type Reservation = Omit<Lecon, Cancellation>;
const COMMON = named(({ by }) => by !== 'cancellation') as (keyof Reservation)[];

/** The columns of `Reservation`, to select. */
export const RESERVATION = pick(getTableColumns(reservations), COMMON);
export const DELETED_RESERVATION = pick(getTableColumns(reservationsSupprimees), COMMON);

/** A row as pg reads it. */
export type Row = Omit<Lecon, 'created_at' | 'annulee_at'> & {
  created_at: Date;
  annulee_at: Date | null;
};

/** The lesson of a row that has more columns. Written out, because a loop over names is slower. */
export const reservationOf = (row: Pick<Row, keyof Reservation>): Reservation => ({
  id: row.id,
  user_id: row.user_id,
  noms_participants: row.noms_participants,
  nom_client: row.nom_client,
  date_reservation: row.date_reservation,
  heure_debut: heureOf(row.heure_debut),
  heure_fin: heureOf(row.heure_fin),
  type_piste: row.type_piste,
  type_lecon: row.type_lecon,
  nombre_personnes: row.nombre_personnes,
  statut: row.statut,
  remarques: row.remarques,
  version: row.version,
  created_at: row.created_at.toISOString(),
  serie_id: row.serie_id,
  serie_jours: row.serie_jours,
});

/** For statements: the columns that a change writes. */
export const LECON = named(({ by }) => by === 'change').join(', ');
/**
 * For statements: the columns that a deleted lesson keeps unchanged; its reason and its version
 * change.
 */
export const KEPT = named(({ by }) => by !== 'count')
  .filter((name) => name !== 'raison')
  .join(', ');

/** The columns about persons. */
export const PERSONAL = named(({ personal }) => personal !== null);
/** Those of them that are not replaced but set to their default. */
export const EMPTIED = PERSONAL.filter((name) => COLUMNS[name].personal !== 'name');

/** Fails to compile if the domain and this list disagree. */
type Same<A, B> = [A, B] extends [B, A] ? true : never;
void (true satisfies Same<ReadBy<'journal'>, keyof LeconJournal>);
void (true satisfies Same<Having<'personal', 'text'>, keyof typeof SANS_TEXTES>);

/** The price of a seat of the lesson `stored`, in cents. */
export const PRICE = priceOn('stored.type_lecon', 'stored.date_reservation');

/** The rider of the customer of the seat `s` who has the name of the seat (RIDE-24). */
export const riderOf = (client: string): string => `(
    select k.id from cavaliers k where k.user_id = ${client} and ${keyOfText('k.nom')} = ${keyOfText('s.nom')} limit 1)`;
const RIDER = riderOf('s.user_id');

type Seat = Omit<typeof participants.$inferSelect, 'reservation_id'>;

/**
 * Whether the JSON of a lesson's seats contains a column; `position` determines their order, and the
 * storing statement finds the rider.
 */
const SEAT_COLUMNS = {
  id: true,
  position: false,
  user_id: true,
  nom: true,
  cavalier_id: false,
  remarques: true,
  pris_at: true,
  centimes: true,
  presence: true,
  notee: true,
  facturee: true,
} satisfies Record<keyof Seat, boolean>;

const seatColumns = Object.keys(SEAT_COLUMNS) as (keyof Seat)[];
/** For statements: the columns of a seat, except its lesson. */
export const SEAT = seatColumns.join(', ');
/** The same columns of the table `s`. */
export const SEAT_OF_S = seatColumns.map((name) => `s.${name}`).join(', ');
/**
 * The same columns of the seat `s` that was read from the JSON `j`, whose present row is `p`: without
 * `centimes`, it takes the price in force on the day of the lesson `stored` (PRICE-03), and without
 * `facturee` and `notee` it is billed and not noted. A seat keeps its rider as long as it keeps its name and its customer.
 */
const PRICED: Partial<Record<keyof Seat, string>> = {
  centimes: `case when j ? 'centimes' then s.centimes else ${PRICE} end as centimes`,
  facturee: 'coalesce(s.facturee, true) as facturee',
  notee: 'coalesce(s.notee, false) as notee',
  cavalier_id: `case when p.nom = s.nom and p.user_id is not distinct from s.user_id then p.cavalier_id
    else ${RIDER} end as cavalier_id`,
};
export const SEAT_PRICED = seatColumns.map((name) => PRICED[name] ?? `s.${name}`).join(', ');
/**
 * For `on conflict (id) do update set`. Without the id: an assigned key would lock the row against
 * new references to it.
 */
export const SEAT_EXCLUDED = seatColumns
  .filter((name) => name !== 'id')
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');
/** The pairs of `json_build_object` for a seat of the table `s`. */
export const SEAT_JSON = seatColumns
  .filter((name) => SEAT_COLUMNS[name])
  .map((name) => `'${name}', s.${name}`)
  .join(', ');
