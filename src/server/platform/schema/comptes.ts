/**
 * The tables of people: customers and their riders, accounts, their ways to sign in, their sessions
 * and devices, links, attempts, and the journal.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { USAGES_DE_LIEN } from '#domain/emails/courriels.ts';
import { ETAPES, ROLES, STATUTS_USER } from '#domain/people/users.ts';
import { dated, octets, oneOf } from './columns.ts';

/**
 * Who pays: every account, and people without one (CLI-01, ADR-041). The customer of an account has
 * the id of the account; its name, telephone, email and address are those of the account, and are
 * null here. Triggers of the migration `0032_clients` create it with the account, empty it when an
 * account is made for it, and delete it with the account. drizzle-kit cannot write the key from
 * `users` to it, `users_client`, which is checked at the commit.
 */
export const clients = pgTable(
  'clients',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Null if and only if the customer has an account. */
    nom: text('nom'),
    /** The key under which the name is compared. */
    cle: text('cle'),
    telephone: text('telephone'),
    email: text('email'),
    adresse: text('adresse'),
    /** For the desk. */
    note: text('note'),
    /** Another customer who pays for this one (CLI-05). */
    paye_par: uuid('paye_par').references((): AnyPgColumn => clients.id, { onDelete: 'set null' }),
    created_at: dated('created_at').notNull().defaultNow(),
    /** Counts the changes of the row: a trigger of the migration `clients_version` (CLI-26). */
    version: integer('version').notNull().default(0),
  },
  (t) => [
    // One customer for a name and a telephone (CLI-02).
    uniqueIndex('clients_nom').on(
      t.cle,
      sql`coalesce(regexp_replace("telephone", '\\D', '', 'g'), '')`,
    ),
    index('clients_paye_par').on(t.paye_par),
    check('clients_nommes', sql`("nom" is null) = ("cle" is null) and "paye_par" <> "id"`),
    check(
      'clients_du_compte',
      sql`"nom" is not null or num_nonnulls("telephone", "email", "adresse") = 0`,
    ),
  ],
);

/** The riders for whom a customer books: its children, its friends (RIDE-20). */
export const cavaliers = pgTable(
  'cavaliers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The customer; an account has the id of its customer. */
    user_id: uuid('user_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    nom: text('nom').notNull(),
    annee_naissance: integer('annee_naissance'),
    /** For the instructor. */
    note: text('note'),
    created_at: dated('created_at').notNull().defaultNow(),
    /** Counts the changes of the row: a trigger of the migration `cavaliers_version` (RIDE-89). */
    version: integer('version').notNull().default(0),
  },
  (t) => [
    unique('cavaliers_nom').on(t.user_id, t.nom),
    check('cavaliers_annee', sql`"annee_naissance" between 1900 and 2100`),
  ],
);

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull().unique(),
    email_confirme: boolean('email_confirme').notNull().default(false),
    /**
     * A new address that waits for its confirmation; the present one stays until then (PEOPLE-40).
     */
    email_demande: text('email_demande'),
    /** Addresses that the account had before: its erasure searches for them too (PEOPLE-31). */
    emails_anciens: text('emails_anciens')
      .array()
      .notNull()
      .default(sql`'{}'`),
    full_name: text('full_name').notNull(),
    prenom: text('prenom'),
    nom: text('nom'),
    telephone: text('telephone'),
    adresse: text('adresse'),
    role: text('role', { enum: ROLES }).notNull().default('utilisateur'),
    statut: text('statut', { enum: STATUTS_USER }).notNull().default('en_attente'),
    /** Derived, so that it cannot contradict the status (ACC-09). */
    is_approved: boolean('is_approved').generatedAlwaysAs(sql`statut in ('actif', 'inactif')`),
    profile_image_url: text('profile_image_url'),
    /**
     * When the person signed up and accepted the privacy page; null for accounts that were created
     * in another way or before this was recorded.
     */
    consentement_at: dated('consentement_at'),
    /** When the administrators were reminded that the account waits for approval (RIDE-60). */
    attente_rappelee_at: dated('attente_rappelee_at'),
    /** Emails that the person may switch off: reminders, and free slots. */
    email_rappels: boolean('email_rappels').notNull().default(true),
    email_places: boolean('email_places').notNull().default(true),
    created_at: dated('created_at').notNull().defaultNow(),
    updated_at: dated('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('users_role_connu', oneOf('role', ROLES)),
    check('users_statut_connu', oneOf('statut', STATUTS_USER)),
    check('users_email_minuscule', sql`${t.email} = lower(${t.email})`),
  ],
);

/**
 * Separate from `users`, so that no read of a person contains the hash, and so that a change of it
 * is one lock (ADR-014).
 */
export const motsDePasse = pgTable('mots_de_passe', {
  user_id: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** argon2id, with its parameters. */
  hachage: text('hachage').notNull(),
  updated_at: dated('updated_at').notNull().defaultNow(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /**
     * Fingerprint of the token in the cookie: with the table alone, nobody can use a session
     * (ACC-49).
     */
    empreinte: text('empreinte').notNull().unique(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * Only `ouverte` is signed in; the other values wait for a second step of the sign-in (ACC-50).
     */
    etape: text('etape', { enum: ETAPES }).notNull().default('ouverte'),
    /**
     * When the person last gave password and code again (ACC-100); for a sign-in that must set up a
     * second factor, when the person gave the password.
     */
    confirme_at: dated('confirme_at'),
    expires_at: dated('expires_at').notNull(),
    ip_address: text('ip_address'),
    user_agent: text('user_agent'),
    created_at: dated('created_at').notNull().defaultNow(),
    updated_at: dated('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('sessions_user').on(t.user_id),
    check('sessions_etape_connue', oneOf('etape', ETAPES)),
  ],
);

/**
 * Browsers in which an account completed a sign-in before (ACC-53). The cookie contains the token,
 * the table its fingerprint.
 */
export const appareils = pgTable(
  'appareils',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    empreinte: text('empreinte').notNull().unique(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: dated('created_at').notNull(),
    utilise_at: dated('utilise_at').notNull(),
  },
  (t) => [index('appareils_user').on(t.user_id)],
);

/** The authenticator application of an account (ACC-61). */
export const secondsFacteurs = pgTable('seconds_facteurs', {
  user_id: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The TOTP secret, encrypted with a key derived from `SECRET`. */
  secret: octets('secret').notNull(),
  /** null until the first code was given; sign-ins do not require a code before. */
  actif_at: dated('actif_at'),
  /** The time step of the last accepted code: no code is accepted twice. */
  dernier_pas: bigint('dernier_pas', { mode: 'number' }),
});

/**
 * Fingerprints of recovery codes. A used code stays, so that it can be distinguished from a wrong
 * one.
 */
export const codesSecours = pgTable(
  'codes_secours',
  {
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    empreinte: text('empreinte').notNull(),
    utilise_at: dated('utilise_at'),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.empreinte] })],
);

/** Passkeys (ACC-64): public keys only. */
export const clesAcces = pgTable(
  'cles_acces',
  {
    /** The credential id, in base64url. */
    id: text('id').primaryKey(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    nom: text('nom').notNull(),
    cle_publique: octets('cle_publique').notNull(),
    compteur: bigint('compteur', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    created_at: dated('created_at').notNull(),
    utilise_at: dated('utilise_at'),
  },
  (t) => [index('cles_acces_user').on(t.user_id)],
);

/** Links, challenges and ends of accounts: the fingerprint of a token, and its account. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    /**
     * True for a link that an administrator asked for, for another account that was no administrator:
     * it does not open once the account is one (ACC-105).
     */
    par_admin: boolean('par_admin').notNull().default(false),
    expires_at: dated('expires_at').notNull(),
    created_at: dated('created_at').notNull().defaultNow(),
    updated_at: dated('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('verifications_identifier').on(t.identifier),
    index('verifications_value').on(t.value),
  ],
);

/**
 * Profile photos (PEOPLE-16). The URL ends with the `horodatage`, so that a new photo has a new
 * URL.
 */
export const photos = pgTable(
  'photos',
  {
    user_id: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    horodatage: bigint('horodatage', { mode: 'number' }).notNull(),
    webp: octets('webp').notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.horodatage] })],
);

/**
 * Attempts that count against a limit, by account and by network, shared by all instances (ACC-34).
 */
export const essais = pgTable(
  'essais',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    cle: text('cle').notNull(),
    survenu_at: dated('survenu_at').notNull(),
  },
  (t) => [index('essais_cle').on(t.cle, t.survenu_at)],
);

/**
 * Requests for a link (ACC-30). They are stored for every address before the answer, even if it has
 * no account. Afterwards they are turned into a link and its email, or dropped, and the row is
 * deleted.
 */
export const demandesDeLien = pgTable('demandes_de_lien', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  usage: text('usage', { enum: USAGES_DE_LIEN }).notNull(),
  email: text('email').notNull(),
  created_at: dated('created_at').notNull(),
});

/**
 * Who did what, when, from where (ACC-70): ids and names of fields, never their values. If an
 * account is erased, its lines stay without it.
 */
export const journal = pgTable(
  'journal',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    survenu_at: dated('survenu_at').notNull(),
    action: text('action').notNull(),
    /**
     * The account that acted; null for nobody (a refused sign-in, the product itself) and for an
     * account that was erased.
     */
    acteur_id: uuid('acteur_id').references(() => users.id, { onDelete: 'set null' }),
    /** The affected object: a noun and its id. */
    objet: text('objet'),
    objet_id: text('objet_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    ip: text('ip'),
    user_agent: text('user_agent'),
    /** What lines of one act have in common, which are read as one (ACC-76); null in older lines. */
    acte: uuid('acte'),
  },
  (t) => [
    index('journal_acte')
      .on(t.acte, t.id)
      .where(sql`"acte" is not null`),
    index('journal_recents').on(t.survenu_at, t.id),
    index('journal_acteur').on(t.acteur_id, t.survenu_at),
    index('journal_objet').on(t.objet_id, t.survenu_at),
  ],
);
