/**
 * Fills a database from a backup, inside the caller's transaction, and compares the result with the
 * file (OPS-03, OPS-10).
 */
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import * as z from 'zod';
import { migrationOf, runMigrations } from '../migrations.ts';
import { type Progress, sumOf } from './backup.ts';
import { BackupError, DamagedError } from './errors.ts';
import type { BackupFile } from './file.ts';
import { type Header, newer } from './header.ts';
import { type Reading, RowSum, type Sum, summing } from './rows.ts';
import {
  copyInto,
  listed,
  readConstraints,
  readTables,
  settle,
  type Table,
  TABLES,
} from './tables.ts';

const TableLine = z.object({ table: z.string(), colonnes: z.array(z.string()) });
const SumLine = z.object({ lignes: z.int(), somme: z.string() });
const EndLine = z.object({ fin: z.int(), contraintes: z.array(z.string()) });
const NextLine = z.union([TableLine, EndLine]);

/**
 * A file, or a database that is read like one. `everything`: it contains every table unchanged, not
 * only what a backup keeps.
 */
type Source = Pick<BackupFile, 'read'> & {
  header: Pick<Header, 'migration' | 'version'>;
  everything?: boolean;
};

/**
 * Replaces every table of Manège with the content of the file: creates the schema of the file,
 * loads its rows, and compares both. Runs in the open transaction of the connection, so that either
 * everything is replaced or nothing is. Returns the number of rows per table.
 */
export async function load(
  client: pg.ClientBase,
  file: Source,
  say: Progress,
): Promise<Record<string, number>> {
  const migration = migrationOf(file.header.migration);
  if (migration === null) throw newer(file.header);
  await settle(client);
  await client.query(
    `drop table if exists ${listed(Object.keys(TABLES))}, drizzle.__drizzle_migrations`,
  );
  await runMigrations(client, { until: file.header.migration });
  const tables = await readTables(client, migration, file);
  // removes the rows that migrations insert
  await client.query(`truncate ${listed(tables.map(({ table }) => table))} cascade`);

  // Triggers would create rows that the file already contains, and would compare row by row what is
  // compared here at once.
  const named = tables
    .filter(({ table }) => table === 'reservations' || table === 'participants')
    .map(({ table }) => table);
  for (const table of named)
    await client.query(`alter table ${listed([table])} disable trigger user`);

  const { sums, constraints } = await file.read((content) =>
    loadTables(client, tables, content, say),
  );
  await setSequences(client, tables);
  // Checks the deferred keys now, because a table with pending checks cannot be altered.
  await client.query('set constraints all immediate; set constraints all deferred');
  for (const table of named)
    await client.query(`alter table ${listed([table])} enable trigger user`);
  if (named.length === 2 && !(await areSeatsNamed(client)))
    throw new BackupError('Les participants ne sont pas ceux de leurs réservations.');

  say('Comparaison avec le fichier…');
  for (const [table, sum] of sums) {
    if (!isSame(sum, await sumOf(client, table)))
      throw new BackupError(
        `La table ${table.table} n'arrive pas dans la base telle qu'elle est dans le fichier.`,
      );
  }
  const found = await readConstraints(client);
  const missing = constraints.filter((one) => !found.includes(one));
  if (missing.length > 0)
    throw new BackupError(
      `Il manque des contraintes dans la base restaurée : ${missing.join(', ')}.`,
    );
  return Object.fromEntries([...sums].map(([{ table }, { lignes }]) => [table, lignes]));
}

/**
 * Loads the content of a file, in the order of the file, which is not the same in all versions
 * (OPS-84). Throws a DamagedError unless it contains each of the tables once, with its columns.
 */
async function loadTables(
  client: pg.ClientBase,
  tables: readonly Table[],
  content: Reading,
  say: Progress,
): Promise<{ sums: Map<Table, Sum>; constraints: string[] }> {
  const sums = new Map<Table, Sum>();
  for (;;) {
    const line = await lineOf(content, NextLine);
    if ('fin' in line) {
      const isWhole = line.fin === tables.length && sums.size === tables.length;
      if (!isWhole || !(await content.isAtEnd())) throw new DamagedError();
      return { sums, constraints: line.contraintes };
    }
    const table = tables.find((one) => one.table === line.table);
    if (table === undefined || sums.has(table) || line.colonnes.join() !== table.colonnes.join())
      throw new DamagedError();
    sums.set(table, await loadRows(client, table, content));
    say(`  ${table.table} : ${sums.get(table)?.lignes}`);
  }
}

async function loadRows(client: pg.ClientBase, table: Table, content: Reading): Promise<Sum> {
  const read = new RowSum();
  await pipeline(summing(content.rows(), read), client.query(copyFrom(copyInto(table))));
  const sum = await lineOf(content, SumLine);
  if (!isSame(sum, read.sum)) throw new DamagedError();
  return sum;
}

/** The comparison of the triggers of `participants`, for all rows at once. */
async function areSeatsNamed(client: pg.ClientBase): Promise<boolean> {
  const {
    rows: [row],
  } = await client.query<{ named: boolean }>(`select not exists (
    select from reservations r left join (
      select reservation_id, array_agg(nom order by position) as noms, array_agg(user_id) as comptes from participants group by 1
    ) p on p.reservation_id = r.id
    where r.noms_participants is distinct from p.noms or (r.user_id is not null and not coalesce(r.user_id = any(p.comptes), false))) as named`);
  return row?.named === true;
}

const isSame = (one: Sum, other: Sum): boolean =>
  one.lignes === other.lignes && one.somme === other.somme;

async function lineOf<T>(content: Reading, shape: z.ZodType<T>): Promise<T> {
  const line = await content.line();
  try {
    return shape.parse(JSON.parse(line ?? ''));
  } catch {
    throw new DamagedError();
  }
}

/** Sets each sequence to the number after the highest one in its table. */
async function setSequences(client: pg.ClientBase, tables: readonly Table[]): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `
    select format('select setval(%L, coalesce((select max(%I) from public.%I), 0) + 1, false)', pg_get_serial_sequence(format('public.%I', table_name), column_name), column_name, table_name) as statement
    from information_schema.columns where table_schema = 'public' and table_name = any($1) and pg_get_serial_sequence(format('public.%I', table_name), column_name) is not null`,
    [tables.map(({ table }) => table)],
  );
  for (const { statement } of rows) await client.query(statement);
}
