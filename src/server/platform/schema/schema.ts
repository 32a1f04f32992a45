/**
 * Every table. drizzle-kit writes the migrations from this file, which also exports the tables of
 * the other files of this folder.
 */
import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  type ContenuCourriel,
  type SorteCourriel,
  SORTES_COURRIEL,
  STATUTS_COURRIEL,
} from '#domain/emails/courriels.ts';
import { RANGS, sortesOf } from '#domain/emails/urgence.ts';
import { ORIGINES, RETENTION } from '#domain/backups.ts';
import { RETARDS } from '#domain/settings/parametres.ts';
import type { Durees } from '#domain/settings/durees.ts';
import { SANS_HORAIRES } from '#domain/slots/horaires.ts';
import { dated, heure, horaires, oneOf } from './columns.ts';
import { users } from './comptes.ts';

export { heureOf } from './columns.ts';
export * from './cavaliers.ts';
export * from './comptes.ts';
export * from './facturation.ts';
export * from './imports.ts';
export * from './reservations.ts';

/** One row of settings (SET-02); the column names are those of the API. */
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
    /** The hours of weekdays and seasons, in addition to the usual hours (SET-46, ADR-037). */
    horaires: horaires('horaires')
      .notNull()
      .default(sql.raw(`'${JSON.stringify(SANS_HORAIRES)}'::jsonb`)),
    lessonDuration: integer('lessonDuration').notNull().default(60),
    /** Whether an administrator has ever saved the settings with this duration (SET-06). */
    lessonDurationSaved: boolean('lessonDurationSaved').notNull().default(false),
    breakBetweenLessons: integer('breakBetweenLessons').notNull().default(15),
    breakBetweenLessonsApplied: boolean('breakBetweenLessonsApplied').notNull().default(false),
    maxBookingsPerDay: integer('maxBookingsPerDay').notNull().default(10),
    maxBookingsPerDayApplied: boolean('maxBookingsPerDayApplied').notNull().default(false),
    advanceBookingDays: integer('advanceBookingDays').notNull().default(30),
    advanceBookingDaysApplied: boolean('advanceBookingDaysApplied').notNull().default(false),
    /** How many coming lessons an account may have (SET-40). */
    maxOpenBookings: integer('maxOpenBookings').notNull().default(40),
    maxOpenBookingsApplied: boolean('maxOpenBookingsApplied').notNull().default(false),
    /** How riders reach the centre; empty if not given. */
    contactTelephone: text('contactTelephone').notNull().default(''),
    contactEmail: text('contactEmail').notNull().default(''),
    /** Administrators must use a second factor from their next sign-in on (ACC-62). */
    secondFacteurAdmins: boolean('secondFacteurAdmins').notNull().default(false),
    /** How many months the journal is kept (ACC-71). */
    journalMois: integer('journalMois').notNull().default(13),
    /** For how many days, weeks and months the newest backup is kept (OPS-08). */
    sauvegardesJours: integer('sauvegardesJours').notNull().default(RETENTION.jours),
    sauvegardesSemaines: integer('sauvegardesSemaines').notNull().default(RETENTION.semaines),
    sauvegardesMois: integer('sauvegardesMois').notNull().default(RETENTION.mois),
    /**
     * Until how many hours before a lesson its rider may cancel it, or change it; each action has
     * its own switch (SET-31).
     */
    cancellationHours: integer('cancellationHours').notNull().default(24),
    riderCancellation: boolean('riderCancellation').notNull().default(false),
    riderChanges: boolean('riderChanges').notNull().default(false),
    /** For how many minutes a rider may undo a booking, even after the deadline (SET-41). */
    graceMinutes: integer('graceMinutes').notNull().default(15),
    riderGrace: boolean('riderGrace').notNull().default(false),
    /** Riders may request an alert for when a slot becomes free (RIDE-30). */
    slotAlerts: boolean('slotAlerts').notNull().default(false),
    /** Accounts may have a calendar feed (RIDE-40). */
    calendarFeeds: boolean('calendarFeeds').notNull().default(false),
    /** Riders see the prices of their lessons (RIDE-50, RIDE-57). */
    showPrices: boolean('showPrices').notNull().default(false),
    /** Whether the seat of a rider who is noted as absent is billed (PRES-03). */
    absencesBilled: boolean('absencesBilled').notNull().default(true),
    /** How much is billed of a seat that leaves after the deadline (LIG-01). */
    lateCharge: text('lateCharge', { enum: RETARDS }).notNull().default('rien'),
    /**
     * Statements and payments (REL-01); the first day whose seats they bill; the account that is paid;
     * and the legal mentions of the centre. Texts are empty if not given.
     */
    billing: boolean('billing').notNull().default(false),
    billingSince: text('billingSince').notNull().default(''),
    billingHolder: text('billingHolder').notNull().default(''),
    billingIban: text('billingIban').notNull().default(''),
    centreName: text('centreName').notNull().default(''),
    centreForm: text('centreForm').notNull().default(''),
    centreAddress: text('centreAddress').notNull().default(''),
    centreNumber: text('centreNumber').notNull().default(''),
    /**
     * The day on which the migration 0030 gave all stored seats the price of that day (PRICE-19);
     * null in a database that had none.
     */
    seatsPricedOn: date('seatsPricedOn', { mode: 'string' }),
    /**
     * Whether lessons lose their names and remarks; after how many months, and cancelled ones after
     * how many days (SET-42).
     */
    lessonRetention: boolean('lessonRetention').notNull().default(false),
    lessonMonths: integer('lessonMonths').notNull().default(36),
    cancelledDays: integer('cancelledDays').notNull().default(30),
    /** Whether an administrator has accepted or declined the proposal (SET-43). */
    lessonRetentionAnswered: boolean('lessonRetentionAnswered').notNull().default(false),
    /**
     * After a period was shortened: the longer ones, which are in force until this instant.
     */
    dureesAvant: jsonb('dureesAvant').$type<Durees>(),
    dureesJusque: dated('dureesJusque'),
    /**
     * Counts the changes: a save over settings that another administrator changed meanwhile is
     * refused (SET-03).
     */
    version: integer('version').notNull().default(0),
  },
  () => [
    check('parametres_une_ligne', sql`"id" = 1`),
    check('parametres_journal', sql`"journalMois" between 1 and 60`),
    check('parametres_durees', sql`("dureesAvant" is null) = ("dureesJusque" is null)`),
    check('parametres_retard', oneOf('lateCharge', RETARDS)),
    check(
      'parametres_facturation',
      sql`case when "billing" then "billingSince" <> '' else true end and "billingSince" ~ '^(\\d{4}-\\d{2}-\\d{2})?$'`,
    ),
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
 * One row: which state the rules of the centre have. Triggers renew the version after each change of
 * `parametres`, `types_lecons`, `prix`, `prix_valables` and `ressources`, also by SQL. It never returns to an earlier
 * value, not even after a restore, so a booking that was decided with the rules in memory is stored
 * only if these are the present ones (ADR-003).
 */
export const regles = pgTable(
  'regles',
  {
    id: integer('id').primaryKey().default(1),
    version: uuid('version').notNull().defaultRandom(),
  },
  () => [check('regles_une_ligne', sql`"id" = 1`)],
);

/**
 * One row: the last heartbeat of any instance. While the clock is far ahead of it, nothing is
 * deleted by age until an administrator confirms the clock (SET-16).
 */
export const horloge = pgTable(
  'horloge',
  {
    id: integer('id').primaryKey().default(1),
    /** null until the first instance has written it. */
    battement_at: dated('battement_at'),
    /** When backups became expected: the first start, or the last restore. */
    sauvegardes_depuis: dated('sauvegardes_depuis').notNull().defaultNow(),
  },
  () => [check('horloge_une_ligne', sql`"id" = 1`)],
);

/**
 * One row: distinguishes this installation from every other, including one that was restored from
 * its backups (OPS-27).
 */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    marque: uuid('marque').notNull().defaultRandom(),
  },
  () => [check('installation_une_ligne', sql`"id" = 1`)],
);

/** Emails with an address in their content or their error: few, most have it in `destinataire`. */
export const CITES_ADDRESS = sql`("contenu"::text like '%@%' or "derniere_erreur" like '%@%')`;

const isOneOf = (sorte: string, sortes: readonly SorteCourriel[]): string =>
  `${sorte} in (${sortes.map((one) => `'${one}'`).join(', ')})`;

/**
 * The place of an email in the queue (MAIL-46), as a text that sorts. `of`: the name of its row. The
 * first day of a lesson counts, also the one before a change.
 */
export const rangOf = (of: string): SQL =>
  sql.raw(`(case when ${isOneOf(`${of}."sorte"`, sortesOf('attendu'))} then '${RANGS.attendu}'
  when ${isOneOf(`${of}."sorte"`, sortesOf('invitation'))} then '${RANGS.invitation}'
  when ${isOneOf(`${of}."sorte"`, sortesOf('lecon'))} then least(${of}."contenu" #>> '{lecon,date_reservation}', ${of}."contenu" #>> '{avant,date_reservation}', ${of}."contenu" #>> '{creneau,date_reservation}')
  else '${RANGS.reste}' end collate "C")`);

/**
 * Outbox, queue and log in one: a row is written in the transaction that causes the email (MAIL-01),
 * a reminder when it is due (MAIL-06).
 */
export const courriels = pgTable(
  'courriels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    cause: text('cause').notNull().unique(),
    /**
     * No CHECK lists the kinds: the compiler and the decoder check them, so that a new kind needs
     * no migration.
     */
    sorte: text('sorte', { enum: SORTES_COURRIEL }).notNull(),
    destinataire: text('destinataire').notNull(),
    destinataire_nom: text('destinataire_nom').notNull(),
    user_id: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    reservation_id: uuid('reservation_id'),
    /**
     * Rows of one group to one recipient are sent as one message, each about one lesson (MAIL-26).
     * null: sent alone.
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
     * When it was first due, once an attempt has failed; `envoyer_apres` is then the next attempt.
     */
    du_depuis: dated('du_depuis'),
    derniere_erreur: text('derniere_erreur'),
    envoye_at: dated('envoye_at'),
    /** When an administrator marked a failure as seen; null for a failure that nobody has seen. */
    vu_at: dated('vu_at'),
    created_at: dated('created_at').notNull().defaultNow(),
  },
  (t) => [
    // The only one of the emails that wait: also those who want them by time read it, whole.
    index('courriels_a_envoyer')
      .on(rangOf('"courriels"'), t.envoyer_apres)
      .where(sql`"statut" = 'en_attente'`),
    index('courriels_recents').on(t.created_at, t.id),
    index('courriels_user').on(t.user_id),
    index('courriels_reservation').on(t.reservation_id),
    // The next four are for an erasure (ADR-021). The emails of a booking write no entry in them
    // before they are sent.
    index('courriels_destinataire')
      .on(t.destinataire)
      .where(sql`"statut" <> 'en_attente'`),
    index('courriels_comptes')
      .using('gin', sql`("contenu" -> 'comptes')`)
      .where(sql`"contenu" ? 'comptes'`),
    index('courriels_adresses')
      .using('gin', sql`"adresses_citees"("contenu", "derniere_erreur")`)
      .where(CITES_ADDRESS),
    index('courriels_personnes')
      .on(t.sorte)
      .where(
        sql`"sorte" in ('inscription', 'inscriptions_groupees', 'inscriptions_en_attente', 'alerte_admins')`,
      ),
    // Only for the few emails with a group, so that the email of a booking writes no entry.
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
    /** null while it runs, and for ever if it was killed. */
    fin_at: dated('fin_at'),
    fichier: text('fichier'),
    octets: bigint('octets', { mode: 'number' }),
    /** Why it could not be verified; null if it was verified or if it failed. */
    non_verifiee: text('non_verifiee'),
    /** The sentence of a failure. */
    erreur: text('erreur'),
  },
  (t) => [index('sauvegardes_debut').on(t.debut_at)],
);

/** Ids of erased accounts, and nothing else about them: a restore erases them again (OPS-14). */
export const comptesEffaces = pgTable('comptes_effaces', { id: uuid('id').primaryKey() });

/**
 * Writes that are stored, under the id that their caller drew: the same write that is sent again
 * stores nothing more (API-27). They are kept for 30 days, like a deleted lesson.
 */
export const ecritures = pgTable('ecritures', {
  id: uuid('id').primaryKey(),
  /** The fingerprint of the account, the call and what was sent; of a visitor, see API-29. */
  empreinte: text('empreinte').notNull(),
  /** The lesson, the closure, the series or the account that was stored. It may be gone. */
  objet_id: uuid('objet_id').notNull(),
  created_at: dated('created_at').notNull().defaultNow(),
});
