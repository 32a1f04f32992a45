/** The tables of lessons: their types and prices, reservations and their participants. */
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { MOTIFS_LIGNE } from '#domain/billing/lignes.ts';
import { DESSINS, type TypePiste } from '#domain/slots/pistes.ts';
import { ABSENCES } from '#domain/lessons/presences.ts';
import type { Rythme } from '#domain/lessons/changement.ts';
import { STATUTS_RESERVATION } from '#domain/lessons/reservations.ts';
import { COLORS } from '#domain/types/types_lecons.ts';
import { dated, heure, instant, oneOf } from './columns.ts';
import { cavaliers, clients, users } from './comptes.ts';

/** Kinds of resources. */
const GENRES = ['piste'] as const;

export const typesLecons = pgTable(
  'types_lecons',
  {
    value: text('value').primaryKey(),
    label: text('label').notNull(),
    icon: text('icon').notNull(),
    color: text('color', { enum: COLORS }).notNull().default('from-gray-500 to-gray-600'),
    max_personnes: integer('max_personnes').notNull().default(1),
    duree_minutes: integer('duree_minutes').notNull().default(30),
    ordre: integer('ordre').notNull(),
    actif: boolean('actif').notNull().default(true),
    /** Riders may join a lesson of this type that has places left (RIDE-10). */
    ouverte: boolean('ouverte').notNull().default(false),
  },
  () => [
    check('types_lecons_max', sql`"max_personnes" between 1 and 10`),
    check('types_lecons_duree', sql`"duree_minutes" in (30, 60, 90, 120)`),
  ],
);

export const prix = pgTable('prix', {
  id: uuid('id').primaryKey().defaultRandom(),
  created_at: instant('created_at')
    .notNull()
    .default(sql`now()`),
  type_lecon: text('type_lecon')
    .notNull()
    .unique()
    .references(() => typesLecons.value, { onDelete: 'cascade' }),
  /**
   * Counts the changes: a save over a price that another administrator changed meanwhile is
   * refused (PRICE-04).
   */
  version: integer('version').notNull().default(0),
});

/** The lowest and the highest price of a seat, in cents. */
const isPrice = sql`"centimes" between 0 and 9999999`;

/**
 * The prices of each lesson type with the first day for which each holds (PRICE-03, ADR-040). A
 * lesson has the latest whose day has come, or 0 if there is none. `type_lecon` is not a foreign
 * key: the prices of a deleted type are kept.
 */
export const prixValables = pgTable(
  'prix_valables',
  {
    type_lecon: text('type_lecon').notNull(),
    du: date('du', { mode: 'string' }).notNull(),
    centimes: integer('centimes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.type_lecon, t.du] }),
    check('prix_valables_montant', isPrice),
    check('prix_valables_siecle', sql`"du" between '2000-01-01' and '2100-12-31'`),
  ],
);

/** The resources that a lesson holds while it takes place: the arenas (BOOK-03, ADR-035). */
export const ressources = pgTable('ressources', {
  id: text('id').primaryKey(),
  /** No CHECK lists the kinds and the drawings, so that a new one needs no migration. */
  genre: text('genre', { enum: GENRES }).notNull(),
  nom: text('nom').notNull(),
  note: text('note').notNull().default(''),
  dessin: text('dessin', { enum: DESSINS }).notNull(),
  ordre: integer('ordre').notNull(),
  actif: boolean('actif').notNull().default(true),
});

/** The number of a day's week, counted from the first Monday that the table may contain. */
export const weekNumber = (jour: SQLWrapper): SQL => sql`((${jour}::date - date '2000-01-03') / 7)`;

const reservationColumns = () => ({
  id: uuid('id').primaryKey().defaultRandom(),
  /** The customer that booked; an account has the id of its customer (ADR-041). */
  user_id: uuid('user_id').references(() => clients.id, { onDelete: 'set null' }),
  noms_participants: text('noms_participants').array().notNull(),
  nom_client: text('nom_client').notNull(),
  date_reservation: date('date_reservation', { mode: 'string' }).notNull(),
  heure_debut: heure('heure_debut').notNull(),
  heure_fin: heure('heure_fin').notNull(),
  type_piste: text('type_piste').$type<TypePiste>().notNull(),
  type_lecon: text('type_lecon').notNull(),
  nombre_personnes: integer('nombre_personnes').notNull(),
  statut: text('statut', { enum: STATUTS_RESERVATION }).notNull().default('confirmee'),
  remarques: text('remarques'),
  /**
   * Counts the changes: an edit of a reservation that has changed meanwhile is refused (DESK-19).
   * Also the SEQUENCE of the calendar file (MAIL-08).
   */
  version: integer('version').notNull().default(0),
  created_at: instant('created_at')
    .notNull()
    .default(sql`now()`),
  /**
   * When it was cancelled, and by whom; null if it is not cancelled, if the account no longer
   * exists, and for older cancellations.
   */
  annulee_at: instant('annulee_at'),
  annulee_par: uuid('annulee_par').references(() => users.id, { onDelete: 'set null' }),
  /** Why it was cancelled or deleted, if the centre gave a reason (DESK-40); otherwise null. */
  raison: text('raison'),
  /** The lessons that were repeated from one another, every 7 or 14 days (SERIE-01, ADR-039). */
  serie_id: uuid('serie_id'),
  serie_jours: integer('serie_jours').$type<Rythme>(),
});

/**
 * A lesson that is not cancelled has a row in `occupations` that holds its arena (ADR-035).
 * `type_lecon` is not a foreign key, because a reservation outlives its lesson type (SET-14,
 * DESK-09). Neither is `type_piste`: the row that holds an arena refers to it, and an arena with
 * lessons is not deleted (ADR-035).
 */
export const reservations = pgTable(
  'reservations',
  {
    ...reservationColumns(),
    /** The id while the lesson holds its arena; null once it is cancelled. */
    tient: uuid('tient').generatedAlwaysAs(sql`case when "statut" <> 'annulee' then "id" end`),
  },
  (t) => [
    unique('reservations_tient').on(t.tient, t.date_reservation, t.heure_debut, t.heure_fin),
    // For the lessons of a day on an arena.
    index('reservations_jour_piste').on(t.date_reservation, t.type_piste),
    // For whole rows of a week. A btree keeps equal keys in table order, so each page of the table
    // is read once.
    index('reservations_semaine').on(weekNumber(t.date_reservation)),
    index('reservations_user').on(t.user_id, t.date_reservation),
    // Only for series, so that a booking writes no entry.
    index('reservations_serie')
      .on(t.serie_id)
      .where(sql`"serie_id" is not null`),
    // To count the confirmed ones without reading them; a booking writes no entry.
    index('reservations_non_confirmees')
      .on(t.statut)
      .where(sql`"statut" <> 'confirmee'`),
    check(
      'reservations_rythme',
      sql`("serie_id" is null) = ("serie_jours" is null) and "serie_jours" in (7, 14)`,
    ),
    check('reservations_statut_connu', oneOf('statut', STATUTS_RESERVATION)),
    check(
      'reservations_personnes',
      sql`"nombre_personnes" between 1 and 10 and "nombre_personnes" = cardinality("noms_participants")`,
    ),
    check(
      'reservations_heures',
      sql`"heure_debut" >= '06:00' and "heure_fin" <= '23:00' and "heure_debut" < "heure_fin"`,
    ),
    check(
      'reservations_demi_heures',
      sql`extract(minute from "heure_debut")::int % 30 = 0 and extract(minute from "heure_fin")::int % 30 = 0`,
    ),
    // Limited (LIM-03), because days up to the year 20000 make the exclusion index many times
    // slower.
    check('reservations_siecle', sql`"date_reservation" between '2000-01-01' and '2100-12-31'`),
  ],
);

/**
 * The rows that hold a resource, and when: no two rows overlap on one resource and day (BOOK-06).
 * drizzle-kit cannot write these constraints; they are in the migration `0019_occupations`:
 * - `occupations_sans_chevauchement`: the exclusion;
 * - `occupations_lecon`: from here to the lesson that is not cancelled and has the same hours;
 * - `reservations_tenues`: from the lesson to its row here.
 *
 * Both keys are deferred to the commit. There is no primary key: the exclusion and the unique key
 * do its work, and each index costs a further entry for each booking.
 */
export const occupations = pgTable(
  'occupations',
  {
    ressource_id: text('ressource_id')
      .notNull()
      .references(() => ressources.id),
    jour: date('jour', { mode: 'string' }).notNull(),
    heure_debut: heure('heure_debut').notNull(),
    heure_fin: heure('heure_fin').notNull(),
    /** The lesson or the closure that holds the resource: exactly one of them. */
    reservation_id: uuid('reservation_id'),
    fermeture_id: uuid('fermeture_id').references(() => fermetures.id, { onDelete: 'cascade' }),
  },
  (t) => [
    unique('occupations_reservation').on(
      t.reservation_id,
      t.ressource_id,
      t.jour,
      t.heure_debut,
      t.heure_fin,
    ),
    // Only for closures, so that a booking writes no entry.
    index('occupations_fermeture')
      .on(t.fermeture_id)
      .where(sql`"fermeture_id" is not null`),
    check('occupations_une_raison', sql`num_nonnulls("reservation_id", "fermeture_id") = 1`),
  ],
);

/**
 * A closure as the administrator entered it: on each of its days, its arenas are closed between its
 * hours (FERM-01). Rows of `occupations` hold these hours, except those of kept lessons; triggers
 * of the migrations `0021_fermetures` and `0024_heures_liberees` keep both consistent (ADR-038).
 */
export const fermetures = pgTable(
  'fermetures',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Ids of `ressources`. A closed arena is not deleted (SET-44). */
    pistes: text('pistes').array().notNull(),
    du: date('du', { mode: 'string' }).notNull(),
    au: date('au', { mode: 'string' }).notNull(),
    heure_debut: heure('heure_debut').notNull(),
    heure_fin: heure('heure_fin').notNull(),
    motif: text('motif').notNull(),
    /** True if riders may read the reason; otherwise only administrators do (FERM-04). */
    publique: boolean('publique').notNull().default(true),
    created_at: instant('created_at')
      .notNull()
      .default(sql`now()`),
    cree_par: uuid('cree_par').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('fermetures_au').on(t.au),
    check('fermetures_pistes_nommees', sql`cardinality("pistes") between 1 and 8`),
    check(
      'fermetures_jours',
      sql`"du" between '2000-01-01' and "au" and "au" <= '2100-12-31' and "au" - "du" < 370`,
    ),
    check(
      'fermetures_heures',
      sql`"heure_debut" >= '06:00' and "heure_fin" <= '23:00' and "heure_debut" < "heure_fin"
        and extract(minute from "heure_debut")::int % 30 = 0 and extract(minute from "heure_fin")::int % 30 = 0`,
    ),
  ],
);

/**
 * The lessons that a closure cancelled, with the version that it left. When the closure is ended,
 * an administrator chooses which of them are restored (FERM-06). A lesson that was changed since
 * has another version.
 */
export const fermeturesLecons = pgTable(
  'fermetures_lecons',
  {
    fermeture_id: uuid('fermeture_id')
      .notNull()
      .references(() => fermetures.id, { onDelete: 'cascade' }),
    reservation_id: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fermeture_id, t.reservation_id] }),
    index('fermetures_lecons_reservation').on(t.reservation_id),
  ],
);

/** Complete deleted reservations, kept for 30 days so that they can be restored (DESK-30). */
export const reservationsSupprimees = pgTable(
  'reservations_supprimees',
  {
    ...reservationColumns(),
    supprimee_at: dated('supprimee_at').notNull(),
    supprimee_par: uuid('supprimee_par').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('reservations_supprimees_at').on(t.supprimee_at),
    index('reservations_supprimees_user').on(t.user_id),
  ],
);

const participantColumns = () => ({
  id: uuid('id').primaryKey().defaultRandom(),
  /** From 1, in the order of `noms_participants`. */
  position: integer('position').notNull(),
  /** The customer that has this seat (CLI-03); null until one is chosen, or if it no longer exists. */
  user_id: uuid('user_id').references(() => clients.id, { onDelete: 'set null' }),
  nom: text('nom').notNull(),
  /** The customer's rider who has this name, found when the seat was stored (RIDE-24); null if none. */
  cavalier_id: uuid('cavalier_id').references(() => cavaliers.id, { onDelete: 'set null' }),
  /**
   * The remarks of an account that joined, on the first of its seats. The remarks of the account
   * that booked are in the reservation.
   */
  remarques: text('remarques'),
  /**
   * When an account joined; null for a seat that was booked with its lesson, and for joins before
   * this was recorded.
   */
  pris_at: instant('pris_at'),
  /**
   * The price of the seat in cents, taken when it was stored and kept (PRICE-03); null for a seat
   * that was stored without a price, by an import or by SQL.
   */
  centimes: integer('centimes'),
  /** What an administrator noted; null: present (PRES-01). */
  presence: text('presence', { enum: ABSENCES }),
  /** Whether an administrator noted that the rider was present (PRES-08). */
  notee: boolean('notee').notNull().default(false),
  /** Whether the seat is billed, decided when its presence was noted (PRES-03). */
  facturee: boolean('facturee').notNull().default(true),
});

/**
 * The seats of a reservation (ADR-031). `noms_participants` is their ordered copy. A deferred
 * trigger of the migration `0019_occupations` compares both at commit. drizzle-kit cannot write the
 * unique key `participants_position` of lesson and position, which is checked at the end of each
 * statement; it is in the migration `0029_places`.
 */
export const participants = pgTable(
  'participants',
  {
    ...participantColumns(),
    reservation_id: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('participants_user').on(t.user_id),
    // Only for riders, so that a booking for others writes no entry.
    index('participants_cavalier')
      .on(t.cavalier_id)
      .where(sql`"cavalier_id" is not null`),
    check(
      'participants_connus',
      sql`"position" between 1 and 10 and ${isPrice} and ${oneOf('presence', ABSENCES)}`,
    ),
  ],
);

/**
 * Participants whom the centre took out of a lesson, kept for 30 days so that they can be put back
 * (DESK-33). There is no foreign key, because the lesson may be deleted and restored meanwhile. It
 * is found by its id, among the reservations or the deleted ones.
 */
export const participantsRetires = pgTable(
  'participants_retires',
  {
    ...participantColumns(),
    reservation_id: uuid('reservation_id').notNull(),
    retire_at: dated('retire_at').notNull(),
    retire_par: uuid('retire_par').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('participants_retires_at').on(t.retire_at),
    index('participants_retires_user').on(t.user_id),
  ],
);

/** The seats of deleted reservations. */
export const participantsSupprimes = pgTable(
  'participants_supprimes',
  {
    ...participantColumns(),
    reservation_id: uuid('reservation_id')
      .notNull()
      .references(() => reservationsSupprimees.id, { onDelete: 'cascade' }),
  },
  (t) => [
    unique('participants_supprimes_position').on(t.reservation_id, t.position),
    index('participants_supprimes_user').on(t.user_id),
  ],
);

/**
 * What is billed of seats that left after the deadline: one line for each seat, which ends if the seat
 * is put back (LIG-03, LIG-04). There is no foreign key to the seat and its lesson, because both are
 * deleted.
 */
export const lignes = pgTable(
  'lignes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The customer of the seat; null if it had none, or if the customer no longer exists. */
    user_id: uuid('user_id').references(() => clients.id, { onDelete: 'set null' }),
    cavalier_id: uuid('cavalier_id').references(() => cavaliers.id, { onDelete: 'set null' }),
    nom: text('nom').notNull(),
    /** The day of the lesson, and what it was: its type, hours and arena. */
    jour: date('jour', { mode: 'string' }).notNull(),
    libelle: text('libelle').notNull(),
    centimes: integer('centimes').notNull(),
    motif: text('motif', { enum: MOTIFS_LIGNE }).notNull(),
    reservation_id: uuid('reservation_id').notNull(),
    /** The id of the seat. */
    place: uuid('place').notNull().unique(),
    created_at: dated('created_at').notNull().defaultNow(),
    cree_par: uuid('cree_par').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('lignes_jour').on(t.jour),
    index('lignes_user').on(t.user_id),
    index('lignes_cavalier').on(t.cavalier_id),
    check(
      'lignes_connues',
      sql`"centimes" between 1 and 9999999 and ${oneOf('motif', MOTIFS_LIGNE)}`,
    ),
  ],
);
