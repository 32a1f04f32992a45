/**
 * The tables of what riders may do beyond booking: riders they book for, requests to be told,
 * calendar feeds.
 */
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { TypePiste } from '#domain/slots/pistes.ts';
import { dated, heure } from './columns.ts';
import { users } from './comptes.ts';
import { ressources } from './reservations.ts';

/** The riders whom an account books for: its children, its friends (RIDE-20). */
export const cavaliers = pgTable(
  'cavaliers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    nom: text('nom').notNull(),
    annee_naissance: integer('annee_naissance'),
    /** For the instructor. */
    note: text('note'),
    created_at: dated('created_at').notNull().defaultNow(),
  },
  (t) => [
    unique('cavaliers_nom').on(t.user_id, t.nom),
    check('cavaliers_annee', sql`"annee_naissance" between 1900 and 2100`),
  ],
);

/** Spellings of one rider that count as one in the statistics (RIDE-25). */
export const orthographes = pgTable(
  'orthographes',
  {
    /** The spelling as it is compared: trimmed, single-spaced, without case or accents. */
    cle: text('cle').primaryKey(),
    /** The spelling as it was written. */
    nom: text('nom').notNull(),
    /** The spelling it counts as, compared alike, and as it is shown. */
    vers_cle: text('vers_cle').notNull(),
    vers_nom: text('vers_nom').notNull(),
    fusionnee_par: uuid('fusionnee_par').references(() => users.id, { onDelete: 'set null' }),
    created_at: dated('created_at').notNull().defaultNow(),
  },
  () => [check('orthographes_differentes', sql`"cle" <> "vers_cle"`)],
);

/**
 * Who wants to be told when a slot becomes free (RIDE-30); the row ends with the email, or with the
 * slot.
 */
export const alertes = pgTable(
  'alertes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type_lecon: text('type_lecon').notNull(),
    type_piste: text('type_piste')
      .$type<TypePiste>()
      .notNull()
      .references(() => ressources.id),
    date_reservation: date('date_reservation', { mode: 'string' }).notNull(),
    heure_debut: heure('heure_debut').notNull(),
    heure_fin: heure('heure_fin').notNull(),
    created_at: dated('created_at').notNull().defaultNow(),
    /**
     * When the account was told that the slot is free; null while it waits. Told ones are shown
     * until the slot begins (RIDE-64).
     */
    libre_at: dated('libre_at'),
  },
  (t) => [
    unique('alertes_creneau').on(
      t.user_id,
      t.type_piste,
      t.date_reservation,
      t.heure_debut,
      t.heure_fin,
    ),
    index('alertes_jour').on(t.date_reservation, t.type_piste),
  ],
);

/**
 * Secret addresses of calendar feeds (RIDE-40): one's own lessons, or, for an administrator, those
 * of an arena.
 */
export const fluxCalendrier = pgTable(
  'flux_calendrier',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** null for one's own lessons. */
    type_piste: text('type_piste')
      .$type<TypePiste>()
      .references(() => ressources.id),
    /** Fingerprint of the token in the address: who reads the table cannot read the feed. */
    empreinte: text('empreinte').notNull().unique(),
    created_at: dated('created_at').notNull().defaultNow(),
    lu_at: dated('lu_at'),
  },
  (t) => [unique('flux_calendrier_un').on(t.user_id, t.type_piste).nullsNotDistinct()],
);
