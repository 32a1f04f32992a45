/**
 * Every table; drizzle-kit writes the migrations from this file.
 * The four tables of accounts have the property names that Better Auth asks for, over our column names.
 */
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import {
  bigint, bigserial, boolean, check, customType, date, index, integer, jsonb, numeric, pgTable, primaryKey, text, timestamp, uuid,
} from 'drizzle-orm/pg-core';
import { TYPES_PISTE } from '#domain/creneaux.ts';
import { type ContenuCourriel, SORTES_COURRIEL, STATUTS_COURRIEL, USAGES_DE_LIEN } from '#domain/courriels.ts';
import { STATUTS_RESERVATION } from '#domain/reservations.ts';
import { COLORS } from '#domain/types_lecons.ts';
import { ROLES, STATUTS_USER } from '#domain/users.ts';

/** A `time` travels as `HH:mm`: PostgreSQL says `HH:mm:ss`. */
export const heureOf = (time: string): string => time.slice(0, 5);

const heure = customType<{ data: string; driverData: string }>({
  dataType: () => 'time(0)',
  fromDriver: heureOf,
});

/** A `timestamptz` that travels as an ISO 8601 instant. */
const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

const dated = (column: string) => timestamp(column, { withTimezone: true });

const octets = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A CHECK on a closed list of words. */
const oneOf = (column: string, words: readonly string[]) =>
  sql.raw(`"${column}" in (${words.map((word) => `'${word}'`).join(', ')})`);

export const users = pgTable('users', {
  id: uuid('id').primaryKey().defaultRandom(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_confirme').notNull().default(false),
  name: text('full_name').notNull(),
  prenom: text('prenom'),
  nom: text('nom'),
  telephone: text('telephone'),
  adresse: text('adresse'),
  role: text('role', { enum: ROLES }).notNull().default('utilisateur'),
  statut: text('statut', { enum: STATUTS_USER }).notNull().default('en_attente'),
  /** Derived, so that it cannot contradict the status (ACC-09). */
  is_approved: boolean('is_approved').generatedAlwaysAs(sql`statut in ('actif', 'inactif')`),
  image: text('profile_image_url'),
  createdAt: dated('created_at').notNull().defaultNow(),
  updatedAt: dated('updated_at').notNull().defaultNow(),
}, (t) => [
  check('users_role_connu', oneOf('role', ROLES)),
  check('users_statut_connu', oneOf('statut', STATUTS_USER)),
  check('users_email_minuscule', sql`${t.email} = lower(${t.email})`),
]);

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  token: text('token').notNull().unique(),
  userId: uuid('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: dated('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: dated('created_at').notNull().defaultNow(),
  updatedAt: dated('updated_at').notNull().defaultNow(),
}, (t) => [index('sessions_user').on(t.userId)]);

export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey().defaultRandom(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  userId: uuid('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
  password: text('password'),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: dated('access_token_expires_at'),
  refreshTokenExpiresAt: dated('refresh_token_expires_at'),
  scope: text('scope'),
  createdAt: dated('created_at').notNull().defaultNow(),
  updatedAt: dated('updated_at').notNull().defaultNow(),
}, (t) => [index('accounts_user').on(t.userId)]);

export const verifications = pgTable('verifications', {
  id: uuid('id').primaryKey().defaultRandom(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: dated('expires_at').notNull(),
  createdAt: dated('created_at').notNull().defaultNow(),
  updatedAt: dated('updated_at').notNull().defaultNow(),
}, (t) => [index('verifications_identifier').on(t.identifier), index('verifications_value').on(t.value)]);

/** Profile photos (PEOPLE-16): the URL ends in the `horodatage`, so that a new photo has a new URL. */
export const photos = pgTable('photos', {
  user_id: uuid('user_id').notNull().references(() => users.id, { onDelete: 'cascade' }),
  horodatage: bigint('horodatage', { mode: 'number' }).notNull(),
  webp: octets('webp').notNull(),
}, (t) => [primaryKey({ columns: [t.user_id, t.horodatage] })]);

/** Attempts that count against a limit, by account and by network, shared by all instances (ACC-34). */
export const essais = pgTable('essais', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  cle: text('cle').notNull(),
  survenu_at: dated('survenu_at').notNull(),
}, (t) => [index('essais_cle').on(t.cle, t.survenu_at)]);

/**
 * Requests for a link (ACC-30): stored for every address before the answer, whether it has an account or not; turned into a
 * link and its email, or dropped, afterwards. The row is deleted then.
 */
export const demandesDeLien = pgTable('demandes_de_lien', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  usage: text('usage', { enum: USAGES_DE_LIEN }).notNull(),
  email: text('email').notNull(),
  created_at: dated('created_at').notNull(),
}, () => [check('demandes_de_lien_usage_connu', oneOf('usage', USAGES_DE_LIEN))]);

export const typesLecons = pgTable('types_lecons', {
  value: text('value').primaryKey(),
  label: text('label').notNull(),
  icon: text('icon').notNull(),
  color: text('color', { enum: COLORS }).notNull().default('from-gray-500 to-gray-600'),
  max_personnes: integer('max_personnes').notNull().default(1),
  duree_minutes: integer('duree_minutes').notNull().default(30),
  ordre: integer('ordre').notNull(),
  actif: boolean('actif').notNull().default(true),
}, () => [
  check('types_lecons_max', sql`"max_personnes" between 1 and 10`),
  check('types_lecons_duree', sql`"duree_minutes" in (30, 60, 90, 120)`),
]);

export const prix = pgTable('prix', {
  id: uuid('id').primaryKey().defaultRandom(),
  created_at: instant('created_at').notNull().default(sql`now()`),
  type_lecon: text('type_lecon').notNull().unique().references(() => typesLecons.value, { onDelete: 'cascade' }),
  prix: numeric('prix', { precision: 10, scale: 2 }).notNull().default('0'),
  /** Counts the changes: a save over a price that someone else changed meanwhile is refused (PRICE-04). */
  version: integer('version').notNull().default(0),
}, () => [check('prix_positif', sql`"prix" >= 0`)]);

/** A day's week, counted from the first Monday that the table may hold. */
export const weekNumber = (jour: SQLWrapper): SQL => sql`((${jour}::date - date '2000-01-03') / 7)`;

/**
 * No two active lessons share an arena and a moment: the exclusion constraint `reservations_sans_chevauchement`
 * is in a migration of its own, because drizzle-kit cannot write one (BOOK-06, ADR-003).
 * `type_lecon` is not a foreign key: a reservation outlives its lesson type (SET-14, DESK-09).
 */
export const reservations = pgTable('reservations', {
  id: uuid('id').primaryKey().defaultRandom(),
  user_id: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
  noms_participants: text('noms_participants').array().notNull(),
  nom_client: text('nom_client').notNull(),
  date_reservation: date('date_reservation', { mode: 'string' }).notNull(),
  heure_debut: heure('heure_debut').notNull(),
  heure_fin: heure('heure_fin').notNull(),
  type_piste: text('type_piste', { enum: TYPES_PISTE }).notNull(),
  type_lecon: text('type_lecon').notNull(),
  nombre_personnes: integer('nombre_personnes').notNull(),
  statut: text('statut', { enum: STATUTS_RESERVATION }).notNull().default('confirmee'),
  remarques: text('remarques'),
  /** Counts the changes: an edit of what has changed meanwhile is refused (DESK-19); also the SEQUENCE of the calendar file (MAIL-08). */
  version: integer('version').notNull().default(0),
  created_at: instant('created_at').notNull().default(sql`now()`),
}, (t) => [
  // For the lessons of an arena's day. Its further columns are from when availability read no others.
  index('reservations_jour').on(
    t.date_reservation, t.type_piste, t.heure_debut, t.heure_fin, t.type_lecon, t.nombre_personnes, t.statut,
  ),
  // For whole rows of a week. A btree keeps equal keys in table order, so each page of the table is read once.
  index('reservations_semaine').on(weekNumber(t.date_reservation)),
  index('reservations_user').on(t.user_id, t.date_reservation),
  check('reservations_piste_connue', oneOf('type_piste', TYPES_PISTE)),
  check('reservations_statut_connu', oneOf('statut', STATUTS_RESERVATION)),
  check('reservations_personnes', sql`"nombre_personnes" between 1 and 10 and "nombre_personnes" = cardinality("noms_participants")`),
  check('reservations_heures', sql`"heure_debut" >= '08:00' and "heure_fin" <= '20:00' and "heure_debut" < "heure_fin"`),
  check('reservations_demi_heures', sql`extract(minute from "heure_debut")::int % 30 = 0 and extract(minute from "heure_fin")::int % 30 = 0`),
  // Bounded (LIM-03), because days up to the year 20000 slow the exclusion index many times over.
  check('reservations_siecle', sql`"date_reservation" between '2000-01-01' and '2100-12-31'`),
]);

/** One row of settings (SET-02), with their names of the API as column names. */
export const parametres = pgTable('parametres', {
  id: integer('id').primaryKey().default(1),
  emailNotifications: boolean('emailNotifications').notNull().default(true),
  adminEmail: text('adminEmail').notNull().default(''),
  sendConfirmation: boolean('sendConfirmation').notNull().default(true),
  sendReminders: boolean('sendReminders').notNull().default(true),
  sendCancellation: boolean('sendCancellation').notNull().default(true),
  sendModification: boolean('sendModification').notNull().default(true),
  openingTime: heure('openingTime').notNull().default('08:00'),
  closingTime: heure('closingTime').notNull().default('20:00'),
  lessonDuration: integer('lessonDuration').notNull().default(60),
  breakBetweenLessons: integer('breakBetweenLessons').notNull().default(15),
  breakBetweenLessonsApplied: boolean('breakBetweenLessonsApplied').notNull().default(false),
  maxBookingsPerDay: integer('maxBookingsPerDay').notNull().default(10),
  maxBookingsPerDayApplied: boolean('maxBookingsPerDayApplied').notNull().default(false),
  advanceBookingDays: integer('advanceBookingDays').notNull().default(30),
  advanceBookingDaysApplied: boolean('advanceBookingDaysApplied').notNull().default(false),
  /** Where riders reach the centre; empty where it is not given. */
  contactTelephone: text('contactTelephone').notNull().default(''),
  contactEmail: text('contactEmail').notNull().default(''),
  /** Counts the changes: a save over settings that someone else changed meanwhile is refused (SET-03). */
  version: integer('version').notNull().default(0),
}, () => [check('parametres_une_ligne', sql`"id" = 1`)]);

/** One row: the last heartbeat of any instance. While the clock is far ahead of it, nothing is swept until an administrator confirms the clock (SET-16). */
export const horloge = pgTable('horloge', {
  id: integer('id').primaryKey().default(1),
  /** null until the first instance has written it. */
  battement_at: dated('battement_at'),
}, () => [check('horloge_une_ligne', sql`"id" = 1`)]);

/** Outbox, queue, log and reminder schedule at once: written in the transaction that causes the email (MAIL-01). */
export const courriels = pgTable('courriels', {
  id: uuid('id').primaryKey().defaultRandom(),
  cause: text('cause').notNull().unique(),
  sorte: text('sorte', { enum: SORTES_COURRIEL }).notNull(),
  destinataire: text('destinataire').notNull(),
  destinataire_nom: text('destinataire_nom').notNull(),
  user_id: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
  reservation_id: uuid('reservation_id'),
  contenu: jsonb('contenu').$type<ContenuCourriel>().notNull(),
  statut: text('statut', { enum: STATUTS_COURRIEL }).notNull().default('en_attente'),
  envoyer_apres: dated('envoyer_apres').notNull(),
  perime_apres: dated('perime_apres').notNull(),
  /** The instance that sends it holds it until then; afterwards any instance may take it. */
  tenu_jusque: dated('tenu_jusque'),
  essais: integer('essais').notNull().default(0),
  derniere_erreur: text('derniere_erreur'),
  envoye_at: dated('envoye_at'),
  /** When an administrator took note of a failure; null for a failure that nobody has seen. */
  vu_at: dated('vu_at'),
  created_at: dated('created_at').notNull().defaultNow(),
}, (t) => [
  index('courriels_a_envoyer').on(t.envoyer_apres).where(sql`"statut" = 'en_attente'`),
  index('courriels_recents').on(t.created_at, t.id),
  index('courriels_user').on(t.user_id).where(sql`"statut" = 'en_attente'`),
  index('courriels_reservation').on(t.reservation_id).where(sql`"statut" = 'en_attente'`),
  check('courriels_sorte_connue', oneOf('sorte', SORTES_COURRIEL)),
  check('courriels_statut_connu', oneOf('statut', STATUTS_COURRIEL)),
]);
