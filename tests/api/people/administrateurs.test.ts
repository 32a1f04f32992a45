/**
 * Two instances on one database: the last administrator, and a person who is blocked on one
 * instance and refused by both (ACC-11, ACC-14).
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type pg from 'pg';
import { type Db, openPool } from '../../../src/server/platform/db.ts';
import { confirmSessions, createPerson, PASSWORD } from '../../support/people.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { type Server, startServer, tokenFor } from '../../support/server.ts';

let database: TestDatabase;
let servers: Server[];
let pool: pg.Pool;
let db: Db;

beforeAll(async () => {
  database = await createDatabase();
  ({ pool, db } = openPool(database.url, () => {}));
  const env = { DATABASE_URL: database.url, SECRET: 'un-secret-pour-deux-instances-et-plus' };
  servers = await Promise.all([startServer(env), startServer(env)]);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await pool.end();
  await database.drop();
});

beforeEach(() => pool.query('delete from users'));

const ask = async (n: number, token: string, method: string, path: string, body?: object) => {
  const response = await fetch(`${servers[n % 2]!.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { message?: string } };
};

test('vingt rétrogradations, désactivations et suppressions simultanées des deux derniers administrateurs : il en reste un, dix fois sur dix', async () => {
  // ACC-14, PEOPLE-09
  for (let round = 0; round < 10; round += 1) {
    await pool.query('delete from users');
    const admins = [
      await createPerson(db, { role: 'admin' }),
      await createPerson(db, { role: 'admin' }),
    ];
    const tokens = await Promise.all(
      admins.map(({ email }) => tokenFor(servers[0]!.url, email, PASSWORD)),
    );
    await confirmSessions(db);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const [target, token] = [admins[n % 2]!.id, tokens[(n >> 1) % 2]!];
        if (n % 3 === 0) return ask(n, token, 'DELETE', `/api/users/${target}`);
        return ask(
          n,
          token,
          'PATCH',
          `/api/users/${target}`,
          n % 3 === 1 ? { role: 'utilisateur' } : { statut: 'inactif' },
        );
      }),
    );
    const { rows } = await pool.query(
      "select id from users where role = 'admin' and statut = 'actif'",
    );
    expect(rows).toHaveLength(1);
    for (const { status, body } of answers) {
      expect([200, 401, 403, 404, 409], JSON.stringify(body)).toContain(status);
      if (status === 409) expect(body.message).toContain('le dernier administrateur actif !');
    }
  }
});

test("désactivée sur une instance, une personne est dehors sur l'autre à l'appel suivant, et de retour de même", async () => {
  // ACC-11
  const [admin, rider] = [await createPerson(db, { role: 'admin' }), await createPerson(db)];
  const [tokenAdmin, tokenRider] = [
    await tokenFor(servers[0]!.url, admin.email, PASSWORD),
    await tokenFor(servers[1]!.url, rider.email, PASSWORD),
  ];
  const read = async () => (await ask(1, tokenRider, 'GET', '/api/types-lecons')).status;
  expect(await read()).toBe(200);
  await ask(0, tokenAdmin, 'PATCH', `/api/users/${rider.id}`, { statut: 'inactif' });
  expect(await read()).toBe(403);
  await ask(0, tokenAdmin, 'PATCH', `/api/users/${rider.id}`, { statut: 'actif' });
  expect(await read()).toBe(200);
  await ask(0, tokenAdmin, 'DELETE', `/api/users/${rider.id}`);
  expect(await read()).toBe(401);
});
