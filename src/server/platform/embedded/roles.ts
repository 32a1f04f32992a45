/**
 * The database and its two roles. `OWNER`, the cluster's superuser, prepares the database at each
 * start and is used by `npm run account`. The application connects as `APP`, which is no superuser:
 * injected SQL cannot read files or start programs.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { OWNER } from './account.ts';
import type { Home } from './home.ts';
import { connect } from './server.ts';

const APP = 'manege_app';

/**
 * Everything that the previous version created as the superuser, in the order in which owners
 * change. Left out: objects of PostgreSQL or of an extension, and objects that follow their table
 * (indexes, sequences of columns, row types).
 */
const OWNED = `
  with mine as (select oid from pg_roles where rolname = $1),
    spaces as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    dependent as (select objid from pg_depend where deptype in ('e', 'a', 'i') and refobjsubid >= 0 and (deptype = 'e' or classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass))
  select format('alter schema %I', nspname) as statement from pg_namespace where oid in (table spaces) and nspowner in (table mine)
  union all select format('alter table %s', oid::regclass) from pg_class
    where relnamespace in (table spaces) and relowner in (table mine) and relkind in ('r', 'p', 'v', 'm', 'S') and oid not in (table dependent)
  union all select format('alter routine %s', oid::regprocedure) from pg_proc
    where pronamespace in (table spaces) and proowner in (table mine) and oid not in (table dependent)
  union all select format('alter type %s', oid::regtype) from pg_type
    where typnamespace in (table spaces) and typowner in (table mine) and typtype in ('e', 'd') and oid not in (table dependent)`;

/**
 * Creates the missing parts, and returns the address of the database for the application. Its
 * password is drawn again at each start and stored nowhere.
 */
export async function openDatabase(home: Home, port: number): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const client = await connect(home, port);
  try {
    const {
      rows: [role],
    } = await client.query('select 1 from pg_roles where rolname = $1', [APP]);
    // A verified backup is restored into a database of its own, which requires CREATEDB.
    await client.query(
      `${role ? 'alter' : 'create'} role ${APP} login nosuperuser createdb nocreaterole noreplication nobypassrls password ${pg.escapeLiteral(password)}`,
    );
    const {
      rows: [database],
    } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [OWNER],
    );
    if (!database) await client.query(`create database ${OWNER} owner ${APP}`);
    else if (database.owner !== APP) await handOver(home, port);
  } finally {
    await client.end();
  }
  return `postgres://${APP}:${password}@127.0.0.1:${port}/${OWNER}`;
}

/**
 * Gives a database of the previous version to the application: there, the application was the
 * superuser. Changes all owners or none.
 */
async function handOver(home: Home, port: number): Promise<void> {
  const client = await connect(home, port, OWNER);
  try {
    await client.query('begin');
    const { rows } = await client.query<{ statement: string }>(OWNED, [OWNER]);
    for (const { statement } of rows) await client.query(`${statement} owner to ${APP}`);
    await client.query(`alter database ${OWNER} owner to ${APP}`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
