/** Every table; drizzle-kit writes the migrations from this file. The tables of accounts are in `schema_comptes.ts`. */
import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, date, index, integer, jsonb, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { TYPES_PISTE } from '#domain/creneaux.ts';
import { type ContenuCourriel, SORTES_COURRIEL, STATUTS_COURRIEL } from '#domain/courriels.ts';
import { STATUTS_RESERVATION } from '#domain/reservations.ts';
import { ORIGINES, RETENTION } from '#domain/sauvegardes.ts';
import { COLORS } from '#domain/types_lecons.ts';
import { dated, heure, instant, oneOf } from './schema_columns.ts';
import { users } from './schema_comptes.ts';

export { heureOf } from './schema_columns.ts';
export * from './schema_comptes.ts';

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

const reservationColumns = () => ({
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
});

/**
 * No two active lessons share an arena and a moment: the exclusion constraint `reservations_sans_chevauchement`
 * is in a migration of its own, because drizzle-kit cannot write one (BOOK-06, ADR-003).
 * `type_lecon` is not a foreign key: a reservation outlives its lesson type (SET-14, DESK-09).
 */
export const reservations = pgTable('reservations', reservationColumns(), (t) => [
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

/** Deleted reservations, whole, kept for 30 days so that one can be restored (DESK-30). */
export const reservationsSupprimees = pgTable('reservations_supprimees', {
  ...reservationColumns(),
  supprimee_at: dated('supprimee_at').notNull(),
  supprimee_par: uuid('supprimee_par').references(() => users.id, { onDelete: 'set null' }),
}, (t) => [index('reservations_supprimees_at').on(t.supprimee_at), index('reservations_supprimees_user').on(t.user_id)]);

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
  /** Administrators must give a second factor at their next sign-in (ACC-62). */
  secondFacteurAdmins: boolean('secondFacteurAdmins').notNull().default(false),
  /** How many months the journal is kept (ACC-71). */
  journalMois: integer('journalMois').notNull().default(13),
  /** Of how many days, weeks and months the newest backup is kept (OPS-08). */
  sauvegardesJours: integer('sauvegardesJours').notNull().default(RETENTION.jours),
  sauvegardesSemaines: integer('sauvegardesSemaines').notNull().default(RETENTION.semaines),
  sauvegardesMois: integer('sauvegardesMois').notNull().default(RETENTION.mois),
  /** Counts the changes: a save over settings that someone else changed meanwhile is refused (SET-03). */
  version: integer('version').notNull().default(0),
}, () => [
  check('parametres_une_ligne', sql`"id" = 1`), check('parametres_journal', sql`"journalMois" between 1 and 60`),
  check('parametres_sauvegardes', sql`"sauvegardesJours" between 1 and 31 and "sauvegardesSemaines" between 0 and 53 and "sauvegardesMois" between 0 and 120`),
]);

/** One row: the last heartbeat of any instance. While the clock is far ahead of it, nothing is swept until an administrator confirms the clock (SET-16). */
export const horloge = pgTable('horloge', {
  id: integer('id').primaryKey().default(1),
  /** null until the first instance has written it. */
  battement_at: dated('battement_at'),
  /** From when on backups are expected: the first start, or the last restore. */
  sauvegardes_depuis: dated('sauvegardes_depuis').notNull().defaultNow(),
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

/** Each backup that was begun (OPS-15). */
export const sauvegardes = pgTable('sauvegardes', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  origine: text('origine', { enum: ORIGINES }).notNull().default('nuit'),
  debut_at: dated('debut_at').notNull(),
  /** null while it runs, and for ever where it was killed. */
  fin_at: dated('fin_at'),
  fichier: text('fichier'),
  octets: bigint('octets', { mode: 'number' }),
  /** Why it could not be verified; null where it was, and where it failed. */
  non_verifiee: text('non_verifiee'),
  /** The sentence of a failure. */
  erreur: text('erreur'),
}, (t) => [index('sauvegardes_debut').on(t.debut_at), check('sauvegardes_origine_connue', oneOf('origine', ORIGINES))]);

/** Ids of erased accounts, and nothing else about them: a restore erases them again (OPS-14). */
export const comptesEffaces = pgTable('comptes_effaces', { id: uuid('id').primaryKey() });
