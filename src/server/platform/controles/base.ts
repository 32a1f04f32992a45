/**
 * Reads facts about the database for the checks, on a connection of its own, because the pool of
 * the service may be the fault.
 */
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Base } from '#domain/health/controles.ts';
import type { Db } from '../db.ts';
import { newClient } from '../connection.ts';
import { listenerOf } from '../channel.ts';
import * as schema from '../schema/schema.ts';

/**
 * The time limit for connecting, and again for all queries, so that the check also ends if the
 * database stops answering in between.
 */
const PATIENCE_MS = 5_000;

/** Properties that pg's types do not declare. */
type WithStream = { connection: { stream: { encrypted?: boolean; destroy(): void } } };
const streamOf = (client: pg.Client): WithStream['connection']['stream'] =>
  (client as unknown as WithStream).connection.stream;

/**
 * Connects, runs `work` and closes the connection. Throws the error of the database, within
 * seconds, or the error that is given instead of its address.
 */
export async function withConnection<T>(
  url: string | Error,
  work: (client: pg.Client, db: Db) => Promise<T>,
): Promise<T> {
  if (url instanceof Error) throw url;
  const client = newClient(url, { application_name: 'manege controle' });
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

/** True for this machine. For a socket of this machine, the host is a path. */
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
      current_setting('transaction_read_only')::boolean as "readOnly", current_setting('server_encoding') as encodage, rolsuper as superuser,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as creates
    from pg_roles where rolname = current_user`);
  if (!row) throw new Error('the role of this connection is unknown');
  // pg_stat_ssl is not used: behind a proxy, it describes the proxy's connection.
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
 * How many seconds this machine is ahead of the database; `now`: the clock, read before and after
 * the query.
 */
export async function readSkew(client: pg.Client, now: () => Date): Promise<number> {
  const before = now().getTime();
  const {
    rows: [row],
  } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  return ((before + now().getTime()) / 2 - (row?.at.getTime() ?? NaN)) / 1_000;
}

/**
 * The version of an instance that listens on this database, empty if it names none; null if the
 * instance does not listen here.
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
