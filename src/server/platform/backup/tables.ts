/** The content of a backup, table by table (OPS-02). */
import type pg from 'pg';
import type { Migration } from '../migrations.ts';

/**
 * Every table of every schema so far, in the order of a file: a table comes after those that it
 * refers to. Earlier versions read no other order, so no table changes its place, and a new one is
 * added at the end (OPS-84). `left out`: tables that give access (sessions, links, devices), that
 * count attempts, or that only apply to this installation.
 */
export const TABLES: Record<string, 'kept' | 'left out'> = {
  clients: 'kept',
  users: 'kept',
  cavaliers: 'kept',
  mots_de_passe: 'kept',
  accounts: 'kept', // up to migration 0005: the hashes of passwords
  seconds_facteurs: 'kept', // encrypted with a key derived from SECRET
  codes_secours: 'kept', // fingerprints
  cles_acces: 'kept', // public keys
  photos: 'kept',
  types_lecons: 'kept',
  prix: 'kept',
  prix_valables: 'kept',
  parametres: 'kept',
  ressources: 'kept',
  reservations: 'kept',
  fermetures: 'kept',
  fermetures_lecons: 'kept',
  occupations: 'kept',
  participants: 'kept',
  reservations_supprimees: 'kept',
  participants_supprimes: 'kept',
  participants_retires: 'kept',
  lignes: 'kept',
  payeurs: 'kept',
  releves: 'kept',
  releves_lignes: 'kept',
  mouvements: 'kept',
  relances: 'kept',
  lignes_libres: 'kept',
  releves_numeros: 'kept', // a restore raises them
  orthographes: 'kept',
  imports: 'kept',
  importes: 'kept',
  alertes: 'kept',
  courriels: 'kept', // without the tokens of links, see below
  journal: 'kept',
  horloge: 'kept',
  comptes_effaces: 'kept',
  regles: 'left out', // triggers renew its only row while the rules are loaded
  sessions: 'left out',
  appareils: 'left out',
  flux_calendrier: 'left out', // a restore must not reactivate an address that was replaced since
  verifications: 'left out',
  demandes_de_lien: 'left out',
  essais: 'left out',
  sauvegardes: 'left out',
  installation: 'left out', // a restored database is another installation
  ecritures: 'kept', // a restore must not store a write again that is sent again
};

/**
 * The one table that has changed its place: up to and including the migration `until`, it stood
 * after the table `after`.
 */
const MOVED = { table: 'cavaliers', until: '0032_clients', after: 'participants_retires' };

/** Every table, in the order of a file of a migration. */
function tablesAt({ tag }: Pick<Migration, 'tag'>): string[] {
  const now = Object.keys(TABLES);
  if (tag > MOVED.until) return now;
  return now
    .filter((table) => table !== MOVED.table)
    .flatMap((table) => (table === MOVED.after ? [table, MOVED.table] : [table]));
}

/** Columns that contain a secret among other things, and the expression that is read instead. */
const READ_AS: Record<string, Record<string, string>> = {
  courriels: {
    contenu: `case when contenu ? 'jeton' then contenu || '{"jeton": null}' else contenu end`,
  },
};

/** `lues`: the expressions with which the columns are read. */
export type Table = { table: string; colonnes: string[]; lues: string[] };

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * The kept tables of a database at this migration, with their writable columns, in the order of a
 * file; `everything`: all tables, with all their content.
 */
export async function readTables(
  client: pg.ClientBase,
  migration: Pick<Migration, 'tag'>,
  { everything = false } = {},
): Promise<Table[]> {
  const { rows } = await client.query<Pick<Table, 'table' | 'colonnes'>>(
    `
    select c.table_name::text as table, array_agg(c.column_name::text order by c.ordinal_position) as colonnes
    from information_schema.columns c where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.table_name = any($1)
    group by c.table_name`,
    [Object.keys(TABLES).filter((table) => everything || TABLES[table] === 'kept')],
  );
  const order = tablesAt(migration);
  const read = (table: string, column: string): string =>
    (everything ? undefined : READ_AS[table]?.[column]) ?? quote(column);
  return rows
    .toSorted((a, b) => order.indexOf(a.table) - order.indexOf(b.table))
    .map((one) => ({ ...one, lues: one.colonnes.map((column) => read(one.table, column)) }));
}

/** The statement that reads a table as text, one line per row. */
export const copyOutOf = ({ table, lues }: Table): string =>
  `copy (select ${lues.join(', ')} from public.${quote(table)}) to stdout`;

/** The statement that loads such lines. */
export const copyInto = ({ table, colonnes }: Table): string =>
  `copy public.${quote(table)} (${colonnes.map(quote).join(', ')}) from stdin`;

/** The names of tables, as a list for one statement. */
export const listed = (tables: readonly string[]): string =>
  tables.map((table) => `public.${quote(table)}`).join(', ');

/**
 * Sets the text formats, so that both sides write values alike with any settings of server, role
 * and database. Also switches off time-outs, because a backup may take long.
 */
export async function settle(client: pg.ClientBase): Promise<void> {
  await client.query(`
    set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
    set local extra_float_digits = 1; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '10s'`);
}

/**
 * The constraints of the kept tables, by name and kind. Their definitions are left out, because
 * versions of PostgreSQL write them differently.
 */
export async function readConstraints(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ said: string }>(
    `
    select format('%s %s %s', t.relname, c.conname, c.contype) as said from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relnamespace = 'public'::regnamespace and t.relname = any($1) and c.contype <> 'n' and c.convalidated order by 1`,
    [Object.keys(TABLES)],
  );
  return rows.map(({ said }) => said);
}
