/** Many photos at once, through a real process: everyone is answered, and everyone else is served meanwhile. What memory they take: `bench/photos.ts`. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { REFUS } from '#domain/errors.ts';
import { openPool } from '#server/platform/db.ts';
import { heavyPictures, phonePhoto, twoColours } from '../support/images.ts';
import { createPerson, PASSWORD } from '../support/people.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { type Server, startServer, tokenFor } from '../support/server.ts';

const FOULE = 20;
const SLOTS = 4;

let database: TestDatabase;
let server: Server;
let tokens: string[];

beforeAll(async () => {
  database = await createDatabase();
  server = await startServer({ DATABASE_URL: database.url, DATA_DIR: '/nonexistent' });
  const { pool, db } = openPool(database.url, () => undefined);
  tokens = [];
  for (let n = 0; n < FOULE; n += 1) tokens.push(await tokenFor(server.url, (await createPerson(db)).email, PASSWORD));
  await pool.end();
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

async function put(token: string, body: Buffer<ArrayBuffer>): Promise<{ status: number; body: any }> {
  const response = await fetch(`${server.url}/api/profil/photo`, { method: 'PUT', headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }, body });
  return { status: response.status, body: await response.json() };
}

test.each(heavyPictures())('%s, dont la forme ferait tout tenir en mémoire, reçoit sa réponse', async (_, picture, status) => {
  expect((await put(tokens[0]!, await picture)).status).toBe(status);
});

test('vingt photos de téléphone au même moment : chacune a sa réponse, et les autres sont servis', async () => {
  const photo = await phonePhoto();
  expect([photo.length > 3 * 1024 * 1024, photo.length < 5 * 1024 * 1024]).toEqual([true, true]);
  let waiting = FOULE;
  const answers = Promise.all(tokens.map(async (token) => {
    const answer = await put(token, photo);
    waiting -= 1;
    return answer;
  }));
  let meanwhile = 0;
  while (waiting > 0) {
    const { status } = await fetch(`${server.url}/api/health`);
    expect(status).toBe(200);
    if (waiting > 0) meanwhile += 1;
  }
  for (const { status, body } of await answers) {
    if (status !== 200) expect({ status, body }).toEqual({ status: 503, body: { code: 'service_occupe', ...REFUS.service_occupe } });
  }
  expect((await answers).filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(SLOTS);
  expect(meanwhile).toBeGreaterThan(FOULE / 2);
});

type Upload = { socket: Socket; answer: Promise<string> };
const uploads: Upload[] = [];

afterEach(() => { for (const { socket } of uploads.splice(0)) socket.destroy(); });

/** Starts an upload of 4 MB: its headers, then so many bytes every quarter of a second. */
async function trickle(token: string, bytes: number): Promise<Upload> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`PUT /api/profil/photo HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: image/jpeg\r\ncontent-length: 4000000\r\n\r\n\xff\xd8`, 'latin1');
  const sending = setInterval(() => { if (bytes > 0) socket.write(Buffer.alloc(bytes)); }, 250);
  socket.once('close', () => clearInterval(sending));
  const upload = { socket, answer: once(socket, 'data').then(([words]) => String(words)) };
  uploads.push(upload);
  return upload;
}

const small = await twoColours(64, 64).jpeg().toBuffer();

test('quatre envois lents d\'une personne ne prennent qu\'une place : les autres passent', async () => {
  for (let n = 0; n < SLOTS; n += 1) await trickle(tokens[0]!, 16_384);
  // Again and again: the slow ones ask for their places in their own time.
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(tokens.slice(1, 1 + SLOTS).map((token) => put(token, small)));
    expect(answers.map(({ status }) => status)).toEqual(Array(SLOTS).fill(200));
  }
});

test('un envoi qui n\'avance presque pas est coupé, avec sa phrase, et rend sa place ; un envoi lent mais régulier continue', async () => { // LIM-19
  const dead = await Promise.all(tokens.slice(0, 2).map((token) => trickle(token, 0)));
  const slow = await trickle(tokens[2]!, 2_048);
  const steady = await trickle(tokens[3]!, 8_192);
  expect((await put(tokens[5]!, small)).status).toBe(200);
  for (const { answer } of [...dead, slow]) {
    const words = await answer;
    expect(words).toContain('HTTP/1.1 400 ');
    expect(words).toContain(JSON.stringify(REFUS.photo_trop_lente.message));
  }
  await setTimeout(1_000);
  expect(steady.socket.destroyed).toBe(false);
  expect(await Promise.race([steady.answer, setTimeout(10, 'nothing yet')])).toBe('nothing yet');
});

test('quand tout est pris par des envois lents, le suivant attend, puis l\'apprend en français ; les abandons rendent leur place', async () => {
  const slow = await Promise.all(tokens.slice(0, SLOTS).map((token) => trickle(token, 6_144)));
  // They take their places in their own time: until then a photo passes.
  let refused = await put(tokens[5]!, small);
  while (refused.status === 200) refused = await put(tokens[5]!, small);
  expect(refused).toEqual({ status: 503, body: { code: 'service_occupe', ...REFUS.service_occupe } });

  const abandoned = await trickle(tokens[6]!, 6_144);
  const patient = put(tokens[7]!, small);
  await setTimeout(200);
  for (const { socket } of [abandoned, ...slow]) socket.destroy();
  expect((await patient).status).toBe(200);
  expect((await Promise.all(tokens.slice(0, 2 * SLOTS).map((token) => put(token, small)))).map(({ status }) => status)).toEqual(Array(2 * SLOTS).fill(200));
});
