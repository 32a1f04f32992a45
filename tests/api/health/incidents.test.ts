/** Reports of browser errors reach the log, and nothing else does (UI-48, API-24, LIM-57). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { openPool } from '../../../src/server/platform/db.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { type Server, startServer, tokenFor } from '../../support/server.ts';

let database: TestDatabase;
let server: Server;
beforeAll(async () => {
  database = await createDatabase();
  server = await startServer({ DATABASE_URL: database.url, TRUST_PROXY: '127.0.0.1' });
});
afterAll(async () => {
  await server.kill();
  await database.drop();
});

const INCIDENT = {
  type: 'TypeError',
  code: 'react-185',
  screen: '/app/webmaster',
  version: 'index-D0KuWySV.js',
  frames: ['app-webmaster-Bq3x_1.js:1:2345', 'index-D0KuWySV.js:1:9'],
};
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';

async function report(
  body: unknown,
  { ip = '203.0.113.1', agent = FIREFOX, origin = server.url, token = '' } = {},
): Promise<{ status: number; noted: unknown }> {
  const response = await fetch(`${server.url}/api/incidents`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      origin,
      'x-forwarded-for': ip,
      'x-forwarded-host': new URL(server.url).host,
      'user-agent': agent,
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
  return { status: response.status, noted: ((await response.json()) as { noted?: boolean }).noted };
}
const lines = (): Record<string, unknown>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('a screen failed'))
    .map((line) => JSON.parse(line));

test("une erreur d'écran fait une ligne, et seulement des champs prévus", async () => {
  expect(await report(INCIDENT)).toEqual({ status: 200, noted: true });
  await expect.poll(lines).toHaveLength(1);
  expect(lines()[0]).toEqual({
    level: 40,
    time: expect.any(String),
    ...INCIDENT,
    browser: 'firefox-153',
    msg: 'a screen failed',
  });
  await report({ ...INCIDENT, code: null }, { agent: 'Zoé Quillacq' });
  await expect.poll(lines).toHaveLength(2);
  expect(lines()[1]).toMatchObject({ browser: 'other' });
  expect(lines()[1]).not.toHaveProperty('code');
});

test.each([
  ['un texte libre', { ...INCIDENT, type: 'Zoé Quillacq' }],
  ['un message', { ...INCIDENT, message: 'Zoé' }],
  ['une adresse avec ses valeurs', { ...INCIDENT, screen: '/app/journal?q=Quillacq' }],
  ["un lieu qui n'en est pas un", { ...INCIDENT, frames: ['zoe@example.be'] }],
  ['onze lieux', { ...INCIDENT, frames: Array.from({ length: 11 }, () => 'a.js:1:1') }],
])("%s est refusé et ne s'écrit pas", async (_, body) => {
  const before = lines().length;
  expect((await report(body, { ip: '203.0.113.2' })).status).toBe(400);
  expect((await report(INCIDENT, { origin: 'https://ailleurs.example' })).status).toBe(403);
  expect(lines()).toHaveLength(before);
});

test('dix par réseau et par session en une heure, cent par instance', async () => {
  const { pool, db } = openPool(database.url, () => {});
  const { email } = await createPerson(db);
  await pool.end();
  const noted: unknown[] = [];
  for (let n = 0; n < 11; n += 1) noted.push((await report(INCIDENT, { ip: '203.0.113.3' })).noted);
  expect(noted).toEqual([...Array.from({ length: 10 }, () => true), false]);

  // One session from a new network each time.
  const token = await tokenFor(server.url, email, PASSWORD);
  let ofSession = 0;
  for (let n = 0; n < 12; n += 1) {
    ofSession += Number((await report(INCIDENT, { ip: `198.51.100.${n}`, token })).noted);
  }
  expect(ofSession).toBe(10);

  for (let n = 0; n < 100; n += 1) await report(INCIDENT, { ip: `192.0.2.${n}` });
  await expect.poll(() => lines().length).toBe(100);
  expect((await report(INCIDENT, { ip: '192.0.2.200' })).noted).toBe(false);
});
