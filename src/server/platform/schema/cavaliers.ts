/**
 * The tables for features of riders beyond booking: spellings of their names, requests for alerts,
 * calendar feeds.
 */
import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { TypePiste } from '#domain/slots/pistes.ts';
import { dated, heure } from './columns.ts';
import { cavaliers, clients, users } from './comptes.ts';
import { ressources } from './reservations.ts';

/**
 * Riders that count as one in the statistics (RIDE-25, ADR-042). Without `vers_cle`: a name that is
 * split by customer.
 */
export const orthographes = pgTable(
  'orthographes',
  {
    /**
     * The key of the rider: of a name, trimmed, with single spaces, without case or accents; of a rider
     * whom a customer keeps; or of a customer's part of a name (stores/statistics/orthographes.ts).
     */
    cle: text('cle').primaryKey(),
    /** The spelling as it was written. */
    nom: text('nom').notNull(),
    /** The rider as whom it counts: key and displayed text. Itself: it is one rider (CLI-14). */
    vers_cle: text('vers_cle'),
    vers_nom: text('vers_nom'),
    fusionnee_par: uuid('fusionnee_par').references(() => users.id, { onDelete: 'set null' }),
    created_at: dated('created_at').notNull().defaultNow(),
    /** What the two keys are about: the row ends with them. */
    cavalier_id: uuid('cavalier_id').references(() => cavaliers.id, { onDelete: 'cascade' }),
    client_id: uuid('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    vers_cavalier_id: uuid('vers_cavalier_id').references(() => cavaliers.id, {
      onDelete: 'cascade',
    }),
    vers_client_id: uuid('vers_client_id').references(() => clients.id, { onDelete: 'cascade' }),
  },
  () => [check('orthographes_vers', sql`("vers_cle" is null) = ("vers_nom" is null)`)],
);

/** Requests for an alert when a slot becomes free (RIDE-30); the row ends with the slot. */
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
     * When the email about the free slot was sent; null while the request waits. Answered requests
     * are shown until the slot begins (RIDE-64).
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
 * Secret addresses of calendar feeds (RIDE-40): for the account's own lessons or, for an
 * administrator, those of an arena.
 */
export const fluxCalendrier = pgTable(
  'flux_calendrier',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** null for the account's own lessons. */
    type_piste: text('type_piste')
      .$type<TypePiste>()
      .references(() => ressources.id),
    /** Fingerprint of the token in the address: with the table alone, nobody can read the feed. */
    empreinte: text('empreinte').notNull().unique(),
    created_at: dated('created_at').notNull().defaultNow(),
    lu_at: dated('lu_at'),
  },
  (t) => [unique('flux_calendrier_un').on(t.user_id, t.type_piste).nullsNotDistinct()],
);
