/**
 * The fixture of a measurement: a separate database on the benchmark's PostgreSQL, and the
 * product's server on it.
 */
import pg from 'pg';
import type { Role } from '#domain/people/users.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../src/server/actions/backups/demo.ts';
import { openPool } from '#server/platform/db.ts';
import { createPerson, PASSWORD } from '../tests/support/people.ts';
import { createDatabase, ownerQuery } from '../tests/support/postgres.ts';
import { type Server, startServer } from '../tests/support/server.ts';
import { seedReservations } from './seed.ts';

export type Rider = { id: string; cookie: string };

export type Fixture = {
  databaseUrl: string;
  port: number;
  /** The pid of the server. */
  pid: number;
  server: Server;
  riders: Rider[];
  sql: pg.Client;
  close(): Promise<void>;
};

/**
 * A migrated database, filled by `seed`, the server as `npm start` runs it, and signed-in people:
 * riders by default.
 */
export async function openFixture(
  riders: number,
  seed: (sql: pg.Client) => Promise<void>,
  role: Role = 'utilisateur',
  env: Record<string, string> = {},
): Promise<Fixture> {
  const database = await createDatabase();
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  await seed(sql);
  const server = await startServer({
    DATABASE_URL: database.url,
    SECRET: 'un-secret-qui-ne-sert-qu-a-la-mesure',
    LOG_LEVEL: 'info',
    ...env,
  });
  return {
    databaseUrl: database.url,
    port: Number(new URL(server.url).port),
    pid: server.child.pid ?? 0,
    server,
    riders: await createRiders(database.url, server, riders, role),
    sql,
    async close() {
      await server.stop();
      await sql.end();
      await database.drop();
    },
  };
}

/** Reservations of past years, away from the days that are booked or shown. */
export const PAST = { du: '2000-01-01', au: '2019-12-31' };

/** Cookies of the demonstration's first rider and first administrator. */
export type DemoCookies = { rider: string; admin: string };

/**
 * The demonstration, whose weeks resemble those of a real centre, with 50,000 stored reservations
 * and 300 more riders.
 */
export async function openDemo(): Promise<Fixture & DemoCookies> {
  const fixture = await openFixture(
    0,
    (sql) => seedReservations(sql, 50_000, PAST),
    'utilisateur',
    {
      DEMO: '1',
    },
  );
  await fixture.sql.query(`
    insert into users (email, full_name, prenom, nom, telephone, statut, created_at)
    select 'cavalier' || n || '@essai.example', 'Camille Lambert ' || n, 'Camille', 'Lambert ' || n, '0470 12 34 ' || 10 + n % 90, 'actif', now() - n * interval '1 day'
    from generate_series(1, 300) as n`);
  await settle(fixture.sql);
  return { ...fixture, ...(await signInToDemo(`http://127.0.0.1:${fixture.port}`)) };
}

export async function signInToDemo(url: string): Promise<DemoCookies> {
  const [rider, admin] = DEMO_PEOPLE.map(({ email }) => email);
  return {
    rider: await signIn(url, rider ?? '', DEMO_PASSWORD),
    admin: await signIn(url, admin ?? '', DEMO_PASSWORD),
  };
}

async function createRiders(
  databaseUrl: string,
  server: Server,
  n: number,
  role: Role,
): Promise<Rider[]> {
  const { pool, db } = openPool(databaseUrl, () => undefined);
  const riders: Rider[] = [];
  for (let i = 0; i < n; i += 1) {
    const { id, email } = await createPerson(db, { prenom: 'Camille', nom: `Lambert ${i}`, role });
    riders.push({ id, cookie: await signIn(server.url, email) });
  }
  await pool.end();
  return riders;
}

async function signIn(url: string, email: string, password = PASSWORD): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (!response.ok || cookie === undefined)
    throw new Error(`${email} could not sign in: ${await response.text()}`);
  return cookie;
}

/** Leaves the tables as autovacuum does when they are idle, with no pending writes. */
export async function settle(sql: pg.Client): Promise<void> {
  await sql.query('vacuum (analyze) reservations, participants');
  await ownerQuery('checkpoint');
}
