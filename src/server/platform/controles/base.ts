/**
 * What a check reads of the database, on a connection of its own: the pool of the service may be
 * what is wrong.
 */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Base } from '#domain/operations/controles.ts';
import type { Db } from '../db.ts';
import { listenerOf } from '../live.ts';
import * as schema from '../schema/schema.ts';

/**
 * For connecting, and then for all that is asked: the check ends also where the database stops
 * answering in between.
 */
const PATIENCE_MS = 5_000;

/** What pg's types do not declare. */
type WithStream = { connection: { stream: { encrypted?: boolean; destroy(): void } } };
const streamOf = (client: pg.Client): WithStream['connection']['stream'] =>
  (client as unknown as WithStream).connection.stream;

/**
 * Connects, hands the connection over and closes it. Throws what the database answers, within
 * seconds, or the error in place of its address.
 */
export async function withConnection<T>(
  url: string | Error,
  work: (client: pg.Client, db: Db) => Promise<T>,
): Promise<T> {
  if (url instanceof Error) throw url;
  const client = new pg.Client({ connectionString: url, application_name: 'manege controle' });
  client.on('error', () => undefined); // what waits for it fails
  let late = false;
  const cut = setTimeout(() => {
    late = true;
    streamOf(client).destroy();
  }, PATIENCE_MS);
  try {
    await client.connect();
    cut.refresh();
    return await work(client, drizzle(client, { schema }));
  } catch (error) {
    throw late ? Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }) : error;
  } finally {
    clearTimeout(cut);
    void client.end().catch(() => undefined);
  }
}

/** A socket of this machine has a path for a host. */
const isHere = (host: string): boolean =>
  host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);

export async function readBase(
  client: pg.Client,
  { embedded }: { embedded: boolean },
): Promise<Base> {
  const {
    rows: [row],
  } = await client.query<Omit<Base, 'embedded' | 'remote' | 'encrypted'>>(`
    select split_part(current_setting('server_version'), ' ', 1) as version, current_setting('server_version_num')::int as numero,
      current_setting('transaction_read_only')::boolean as "readOnly", rolsuper as superuser,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as creates
    from pg_roles where rolname = current_user`);
  if (!row) throw new Error('the role of this connection is unknown');
  // Not pg_stat_ssl: where a proxy stands in between, it describes the proxy's connection.
  return {
    ...row,
    embedded,
    remote: !isHere(client.host),
    encrypted: streamOf(client).encrypted === true,
  };
}

export async function readExtension(
  client: pg.Client,
): Promise<{ version: string | null; contrainte: boolean }> {
  const {
    rows: [row],
  } = await client.query<{ version: string | null; contrainte: boolean }>(`
    select (select extversion from pg_extension where extname = 'btree_gist') as version,
      (select count(*) = 3 from pg_constraint where conname in ('occupations_sans_chevauchement', 'occupations_lecon', 'reservations_tenues') and convalidated) as contrainte`);
  return row ?? { version: null, contrainte: false };
}

/**
 * How many seconds this machine is ahead of the database; `now`: its clock, read before and after.
 */
export async function readSkew(client: pg.Client, now: () => Date): Promise<number> {
  const before = now().getTime();
  const {
    rows: [row],
  } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  return ((before + now().getTime()) / 2 - (row?.at.getTime() ?? NaN)) / 1_000;
}

/**
 * The version of an instance that listens on this database, empty for one that names none; null
 * where it does not listen here.
 */
export async function readInstance(client: pg.Client, instance: string): Promise<string | null> {
  const {
    rows: [row],
  } = await client.query<{ version: string }>(
    "select split_part(application_name, ' ', 4) as version from pg_stat_activity where datname = current_database() and starts_with(application_name || ' ', $1 || ' ')",
    [listenerOf(instance)],
  );
  return row?.version ?? null;
}
