/**
 * The tables of statements and payments (ADR-047). A trigger of the migration `0037_facturation`
 * refuses a change of what a statement says.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { MOYENS, SOURCES_LIGNE } from '#domain/billing/facturation.ts';
import type { Mentions } from '#domain/settings/parametres.ts';
import { dated, oneOf } from './columns.ts';
import { clients, users } from './comptes.ts';

/**
 * The accounts that have statements or movements, under the id of their customer. There is no foreign
 * key: an account outlives an erased customer, with the name and the address that were printed
 * (REL-37).
 */
export const payeurs = pgTable(
  'payeurs',
  {
    id: uuid('id').primaryKey(),
    /** Null as long as the customer exists, which has the present ones. */
    nom: text('nom'),
    adresse: text('adresse'),
    efface_at: dated('efface_at'),
  },
  () => [check('payeurs_effaces', sql`("nom" is null) = ("efface_at" is null)`)],
);

/** Statements (REL-07). What is printed is stored, and never changes. */
export const releves = pgTable(
  'releves',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    payeur_id: uuid('payeur_id')
      .notNull()
      .references(() => payeurs.id),
    mois: text('mois').notNull(),
    numero: integer('numero').notNull(),
    /** The day on which it was made, and the last day that it covers, which is before that day. */
    jour: date('jour', { mode: 'string' }).notNull(),
    au: date('au', { mode: 'string' }).notNull(),
    nom: text('nom').notNull(),
    adresse: text('adresse'),
    solde_precedent: integer('solde_precedent').notNull(),
    ce_mois: integer('ce_mois').notNull(),
    paye: integer('paye').notNull(),
    /** The mentions of the centre as printed (REL-15); null in those of versions before. */
    mentions: jsonb('mentions').$type<Mentions>(),
    created_at: dated('created_at').notNull(),
    cree_par: uuid('cree_par').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    unique('releves_numero').on(t.mois, t.numero),
    index('releves_payeur').on(t.payeur_id),
    check('releves_connus', sql`"mois" ~ '^\\d{4}-\\d{2}$' and "numero" between 1 and 9999`),
  ],
);

/** The lines of statements, as they were sent (REL-07). */
export const relevesLignes = pgTable(
  'releves_lignes',
  {
    releve_id: uuid('releve_id')
      .notNull()
      .references(() => releves.id, { onDelete: 'cascade' }),
    /** From 1, in the order of the statement. */
    position: integer('position').notNull(),
    /** Whose line it is: itself or one for whom the payer pays; null once it is erased. */
    client_id: uuid('client_id').references(() => clients.id, { onDelete: 'set null' }),
    /** What the line is about, and the id of that seat or stored line. */
    source: text('source', { enum: SOURCES_LIGNE }).notNull(),
    source_id: uuid('source_id').notNull(),
    jour: date('jour', { mode: 'string' }).notNull(),
    libelle: text('libelle').notNull(),
    /** Null for a free line. */
    cavalier: text('cavalier'),
    centimes: integer('centimes').notNull(),
    ecart: boolean('ecart').notNull(),
    raison: text('raison'),
    /**
     * The seat or line is compared no longer with what was sent: its customer was erased, or its lesson
     * lost the names (REL-36).
     */
    clos: boolean('clos').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.releve_id, t.position] }),
    index('releves_lignes_client').on(t.client_id, t.source, t.source_id),
    check('releves_lignes_connues', oneOf('source', SOURCES_LIGNE)),
  ],
);

/**
 * Payments, what the rounding of cash leaves, and counter-movements (REL-21 to REL-23). Rows are only
 * added.
 */
export const mouvements = pgTable(
  'mouvements',
  {
    /** Drawn by the caller, so that a repeated call finds what it has stored. */
    id: uuid('id').primaryKey(),
    payeur_id: uuid('payeur_id')
      .notNull()
      .references(() => payeurs.id),
    jour: date('jour', { mode: 'string' }).notNull(),
    moyen: text('moyen', { enum: MOYENS }).notNull(),
    /** What was received, negative if it undoes a payment; and what the rounding left. */
    centimes: integer('centimes').notNull(),
    arrondi: integer('arrondi').notNull().default(0),
    note: text('note'),
    /** The payment that it undoes. */
    annule_id: uuid('annule_id')
      .unique()
      .references((): AnyPgColumn => mouvements.id),
    created_at: dated('created_at').notNull(),
    cree_par: uuid('cree_par').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('mouvements_payeur').on(t.payeur_id),
    index('mouvements_jour').on(t.jour),
    check('mouvements_connus', sql`"arrondi" between -4 and 4 and ${oneOf('moyen', MOYENS)}`),
  ],
);

/** Reminders that were sent (REL-27). */
export const relances = pgTable(
  'relances',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    payeur_id: uuid('payeur_id')
      .notNull()
      .references(() => payeurs.id),
    jour: date('jour', { mode: 'string' }).notNull(),
    centimes: integer('centimes').notNull(),
    created_at: dated('created_at').notNull(),
    cree_par: uuid('cree_par').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [index('relances_payeur').on(t.payeur_id, t.jour)],
);

/** Free lines and corrections of customers (REL-04, REL-06). Rows are only added. */
export const lignesLibres = pgTable(
  'lignes_libres',
  {
    /** Drawn by the caller, so that a repeated call finds what it has stored. */
    id: uuid('id').primaryKey(),
    client_id: uuid('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    jour: date('jour', { mode: 'string' }).notNull(),
    libelle: text('libelle').notNull(),
    /** The rider of the line that is corrected. */
    cavalier: text('cavalier'),
    centimes: integer('centimes').notNull(),
    /** Of a correction: why, and the seat or stored line that it corrects, once. */
    raison: text('raison'),
    corrige: uuid('corrige'),
    /**
     * What a correction costs for good, instead of following what it corrects (REL-06): its seat is
     * compared no longer (REL-36), or cost less already when corrections began to follow (REL-78).
     */
    fige: integer('fige'),
    created_at: dated('created_at').notNull(),
    cree_par: uuid('cree_par').references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('lignes_libres_client').on(t.client_id),
    unique('lignes_libres_corrige').on(t.client_id, t.corrige),
    check(
      'lignes_libres_connues',
      sql`"centimes" <> 0 and ("raison" is null) = ("corrige" is null)`,
    ),
  ],
);

/**
 * The last number of each month (REL-08). The row of the month '' has the number after which new months
 * begin, which a restore raises (REL-41).
 */
export const relevesNumeros = pgTable('releves_numeros', {
  mois: text('mois').primaryKey(),
  dernier: integer('dernier').notNull(),
});
