/** What a measure stands on: a database of its own on the bench's PostgreSQL, and the product's server on it. */
import pg from 'pg';
import type { Role } from '#domain/users.ts';
import { openPool } from '#server/platform/db.ts';
import { createPerson, PASSWORD } from '../tests/support/people.ts';
import { createDatabase } from '../tests/support/postgres.ts';
import { type Server, startServer } from '../tests/support/server.ts';

export type Rider = { id: string; cookie: string };

export type Ground = {
  databaseUrl: string;
  port: number;
  /** Of the server. */
  pid: number;
  riders: Rider[];
  sql: pg.Client;
  close(): Promise<void>;
};

/** A migrated database, filled by `seed`, the server as `npm start` runs it, and people who are signed in: riders, unless said otherwise. */
export async function openGround(riders: number, seed: (sql: pg.Client) => Promise<void>, role: Role = 'utilisateur', env: Record<string, string> = {}): Promise<Ground> {
  const database = await createDatabase();
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  await seed(sql);
  const server = await startServer({ DATABASE_URL: database.url, SECRET: 'un-secret-qui-ne-sert-qu-a-la-mesure', LOG_LEVEL: 'info', ...env });
  return {
    databaseUrl: database.url,
    port: Number(new URL(server.url).port),
    pid: server.child.pid ?? 0,
    riders: await createRiders(database.url, server, riders, role),
    sql,
    async close() {
      await server.stop();
      await sql.end();
      await database.drop();
    },
  };
}

async function createRiders(databaseUrl: string, server: Server, n: number, role: Role): Promise<Rider[]> {
  const { pool, db } = openPool(databaseUrl, () => undefined);
  const riders: Rider[] = [];
  for (let i = 0; i < n; i += 1) {
    const { id, email } = await createPerson(db, { prenom: 'Camille', nom: `Lambert ${i}`, role });
    riders.push({ id, cookie: await signIn(server.url, email) });
  }
  await pool.end();
  return riders;
}

async function signIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST', headers: { 'content-type': 'application/json', origin: url }, body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (!response.ok || cookie === undefined) throw new Error(`${email} could not sign in: ${await response.text()}`);
  return cookie;
}

/** As autovacuum leaves a table that has come to rest, and with nothing left to write from before. */
export async function settle(sql: pg.Client): Promise<void> {
  await sql.query('vacuum (analyze) reservations');
  await sql.query('checkpoint');
}
