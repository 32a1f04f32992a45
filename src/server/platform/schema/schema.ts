/**
 * Every table; drizzle-kit writes the migrations from this file, which exports those of the other
 * files of this folder too.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type ContenuCourriel,
  SORTES_COURRIEL,
  STATUTS_COURRIEL,
} from '#domain/emails/courriels.ts';
import { ORIGINES, RETENTION } from '#domain/operations/sauvegardes.ts';
import { SANS_HORAIRES } from '#domain/slots/horaires.ts';
import { dated, heure, horaires, oneOf } from './columns.ts';
import { users } from './comptes.ts';

export { heureOf } from './columns.ts';
export * from './cavaliers.ts';
export * from './comptes.ts';
export * from './reservations.ts';

/** One row of settings (SET-02), with their names of the API as column names. */
export const parametres = pgTable(
  'parametres',
  {
    id: integer('id').primaryKey().default(1),
    emailNotifications: boolean('emailNotifications').notNull().default(true),
    adminEmail: text('adminEmail').notNull().default(''),
    sendConfirmation: boolean('sendConfirmation').notNull().default(true),
    sendReminders: boolean('sendReminders').notNull().default(true),
    sendCancellation: boolean('sendCancellation').notNull().default(true),
    sendModification: boolean('sendModification').notNull().default(true),
    openingTime: heure('openingTime').notNull().default('08:00'),
    closingTime: heure('closingTime').notNull().default('20:00'),
    /** The hours of weekdays and seasons, beside these usual ones (SET-46, ADR-037). */
    horaires: horaires('horaires')
      .notNull()
      .default(sql.raw(`'${JSON.stringify(SANS_HORAIRES)}'::jsonb`)),
    lessonDuration: integer('lessonDuration').notNull().default(60),
    /** Whether an administrator has ever saved the settings with this duration in them (SET-06). */
    lessonDurationSaved: boolean('lessonDurationSaved').notNull().default(false),
    breakBetweenLessons: integer('breakBetweenLessons').notNull().default(15),
    breakBetweenLessonsApplied: boolean('breakBetweenLessonsApplied').notNull().default(false),
    maxBookingsPerDay: integer('maxBookingsPerDay').notNull().default(10),
    maxBookingsPerDayApplied: boolean('maxBookingsPerDayApplied').notNull().default(false),
    advanceBookingDays: integer('advanceBookingDays').notNull().default(30),
    advanceBookingDaysApplied: boolean('advanceBookingDaysApplied').notNull().default(false),
    /** How many lessons to come an account may have (SET-40). */
    maxOpenBookings: integer('maxOpenBookings').notNull().default(40),
    maxOpenBookingsApplied: boolean('maxOpenBookingsApplied').notNull().default(false),
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
    /**
     * Until how many hours before a lesson its rider may cancel it, or change it; each has its
     * switch (SET-31).
     */
    cancellationHours: integer('cancellationHours').notNull().default(24),
    riderCancellation: boolean('riderCancellation').notNull().default(false),
    riderChanges: boolean('riderChanges').notNull().default(false),
    /** For how many minutes a rider may undo a booking, whatever the deadline (SET-41). */
    graceMinutes: integer('graceMinutes').notNull().default(15),
    riderGrace: boolean('riderGrace').notNull().default(false),
    /** Riders may ask to be told when a slot becomes free (RIDE-30). */
    slotAlerts: boolean('slotAlerts').notNull().default(false),
    /** Accounts may have a calendar feed (RIDE-40). */
    calendarFeeds: boolean('calendarFeeds').notNull().default(false),
    /** Riders see what their past lessons cost (RIDE-50). */
    showPrices: boolean('showPrices').notNull().default(false),
    /**
     * Whether lessons lose their names and remarks, after how many months, and after how many days
     * where they are cancelled (SET-42).
     */
    lessonRetention: boolean('lessonRetention').notNull().default(false),
    lessonMonths: integer('lessonMonths').notNull().default(36),
    cancelledDays: integer('cancelledDays').notNull().default(30),
    /** Whether an administrator has accepted or declined it (SET-43). */
    lessonRetentionAnswered: boolean('lessonRetentionAnswered').notNull().default(false),
    /**
     * Counts the changes: a save over settings that someone else changed meanwhile is refused
     * (SET-03).
     */
    version: integer('version').notNull().default(0),
  },
  () => [
    check('parametres_une_ligne', sql`"id" = 1`),
    check('parametres_journal', sql`"journalMois" between 1 and 60`),
    check('parametres_annulation', sql`"cancellationHours" between 0 and 336`),
    check(
      'parametres_lecons',
      sql`"lessonMonths" between 1 and 240 and "cancelledDays" between 1 and 730`,
    ),
    check(
      'parametres_sauvegardes',
      sql`"sauvegardesJours" between 1 and 31 and "sauvegardesSemaines" between 0 and 53 and "sauvegardesMois" between 0 and 120`,
    ),
  ],
);

/**
 * One row: the last heartbeat of any instance. While the clock is far ahead of it, nothing is swept
 * until an administrator confirms the clock (SET-16).
 */
export const horloge = pgTable(
  'horloge',
  {
    id: integer('id').primaryKey().default(1),
    /** null until the first instance has written it. */
    battement_at: dated('battement_at'),
    /** From when on backups are expected: the first start, or the last restore. */
    sauvegardes_depuis: dated('sauvegardes_depuis').notNull().defaultNow(),
  },
  () => [check('horloge_une_ligne', sql`"id" = 1`)],
);

/**
 * One row: what tells this installation from every other, also from one that was restored from its
 * backups (OPS-27).
 */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    marque: uuid('marque').notNull().defaultRandom(),
  },
  () => [check('installation_une_ligne', sql`"id" = 1`)],
);

/**
 * Outbox, queue, log and reminder schedule at once: written in the transaction that causes the
 * email (MAIL-01).
 */
export const courriels = pgTable(
  'courriels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    cause: text('cause').notNull().unique(),
    /**
     * No CHECK names the kinds: the compiler and the decoder hold them, so that a new kind needs no
     * migration.
     */
    sorte: text('sorte', { enum: SORTES_COURRIEL }).notNull(),
    destinataire: text('destinataire').notNull(),
    destinataire_nom: text('destinataire_nom').notNull(),
    user_id: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    reservation_id: uuid('reservation_id'),
    /**
     * Rows of one group to one recipient leave as one message, each about one lesson (MAIL-26). null:
     * alone.
     */
    groupe: uuid('groupe'),
    contenu: jsonb('contenu').$type<ContenuCourriel>().notNull(),
    statut: text('statut', { enum: STATUTS_COURRIEL }).notNull().default('en_attente'),
    envoyer_apres: dated('envoyer_apres').notNull(),
    perime_apres: dated('perime_apres').notNull(),
    /** The instance that sends it holds it until then; afterwards any instance may take it. */
    tenu_jusque: dated('tenu_jusque'),
    essais: integer('essais').notNull().default(0),
    /**
     * When it was due first, once an attempt has failed: `envoyer_apres` is the next attempt then.
     */
    du_depuis: dated('du_depuis'),
    derniere_erreur: text('derniere_erreur'),
    envoye_at: dated('envoye_at'),
    /** When an administrator took note of a failure; null for a failure that nobody has seen. */
    vu_at: dated('vu_at'),
    created_at: dated('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('courriels_a_envoyer')
      .on(t.envoyer_apres)
      .where(sql`"statut" = 'en_attente'`),
    index('courriels_recents').on(t.created_at, t.id),
    index('courriels_user')
      .on(t.user_id)
      .where(sql`"statut" = 'en_attente'`),
    index('courriels_reservation')
      .on(t.reservation_id)
      .where(sql`"statut" = 'en_attente'`),
    // Of the few that have one: an email of a booking writes no entry.
    index('courriels_groupe')
      .on(t.groupe)
      .where(sql`"groupe" is not null`),
    check('courriels_statut_connu', oneOf('statut', STATUTS_COURRIEL)),
  ],
);

/** Each backup that was begun (OPS-15). */
export const sauvegardes = pgTable(
  'sauvegardes',
  {
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
  },
  (t) => [index('sauvegardes_debut').on(t.debut_at)],
);

/** Ids of erased accounts, and nothing else about them: a restore erases them again (OPS-14). */
export const comptesEffaces = pgTable('comptes_effaces', { id: uuid('id').primaryKey() });
