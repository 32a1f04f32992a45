/** The tables of imports of customers (IMP-09, IMP-10). */
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { dated } from './columns.ts';
import { cavaliers, clients, users } from './comptes.ts';

/** An import; the row ends with the time for which it can be undone. */
export const imports = pgTable(
  'imports',
  {
    /** Drawn with the preview, so that a repeated call finds what it has stored. */
    id: uuid('id').primaryKey(),
    /** The name of the file. */
    fichier: text('fichier').notNull(),
    /** How many customers were created, changed and left as they were, and lines refused. */
    crees: integer('crees').notNull(),
    modifies: integer('modifies').notNull(),
    inchanges: integer('inchanges').notNull(),
    refuses: integer('refuses').notNull(),
    /** How many rows of `importes` it had: fewer if something was erased since. */
    touches: integer('touches').notNull(),
    cree_par: uuid('cree_par').references(() => users.id, { onDelete: 'set null' }),
    created_at: dated('created_at').notNull(),
    defait_at: dated('defait_at'),
  },
  (t) => [index('imports_date').on(t.created_at)],
);

/**
 * What an import created or changed: a customer or, with `cavalier_id`, a rider of it. The row ends
 * with them, with the import, or when it is undone.
 */
export const importes = pgTable(
  'importes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    import_id: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    client_id: uuid('client_id')
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    cavalier_id: uuid('cavalier_id').references(() => cavaliers.id, { onDelete: 'cascade' }),
    /** The former values of the fields that changed; null if it was created. */
    avant: jsonb('avant').$type<Record<string, string | number | null>>(),
    /** How many seats the rider was given, because they had its name already (RIDE-24). */
    places: integer('places').notNull().default(0),
    /** Fingerprint of what the import left: another one means that it was changed since. */
    empreinte: text('empreinte').notNull(),
    cree: boolean('cree').notNull(),
  },
  (t) => [
    index('importes_import').on(t.import_id),
    index('importes_client').on(t.client_id),
    index('importes_cavalier').on(t.cavalier_id),
    check('importes_avant', sql`"cree" = ("avant" is null)`),
  ],
);
