/** What changed on one instance is heard on every other (UI-11, UI-12). */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, momentAt } from '#domain/calendrier.ts';
import { CHANNEL, openPool } from '#server/platform/db.ts';
import { openLive } from '#server/platform/live.ts';
import { createPerson, PASSWORD } from '../support/people.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { callWith, type Server, startServer, tokenFor } from '../support/server.ts';

let database: TestDatabase;
let servers: Server[];
let token: string;
let email: string;

beforeAll(async () => {
  database = await createDatabase();
  const env = { DATABASE_URL: database.url, SECRET: 'le-meme-secret-pour-les-deux-instances' };
  servers = await Promise.all([startServer(env), startServer(env)]);
  const { pool, db } = openPool(database.url, () => {});
  ({ email } = await createPerson(db));
  await pool.end();
  token = await tokenFor(servers[0]!.url, email, PASSWORD);
});

afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await database?.drop();
});

type Message = { changed: string[]; opening?: { memory: number; ages: number[] } };

/** Listens on the second instance: what it says on opening, and the first change after that which names the noun, or any. */
async function listen(noun = ''): Promise<{ opening: Promise<Message>; heard: Promise<Message>; close: () => void }> {
  const abort = new AbortController();
  const response = await fetch(`${servers[1]!.url}/api/live`, { headers: { authorization: `Bearer ${token}` }, signal: abort.signal });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const first = Promise.withResolvers<Message>();
  const heard = (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const [opening, ...changes] = [...text.matchAll(/^data: (.*)\n/gm)].map(([, data = '']) => JSON.parse(data) as Message);
      if (opening) first.resolve(opening);
      const found = changes.find(({ changed }) => noun === '' || changed.includes(noun));
      if (found) return found;
    }
    throw new Error('the stream ended');
  })();
  heard.catch(first.reject);
  return { opening: first.promise, heard, close: () => abort.abort() };
}

const DEMANDE = { type_lecon: 'longe', nombre_personnes: 1, noms_participants: ['Camille'], date_reservation: addDays(momentAt(new Date()).jour, 9), type_piste: 'exterieure', heure_debut: '14:00' };

test('une réservation faite sur une instance est annoncée par l\'autre, sans une donnée', async () => {
  const { heard, close } = await listen('reservations');
  const { status } = await callWith(token, `${servers[0]!.url}/api/reservations`, DEMANDE);
  expect(status).toBe(201);
  expect(await heard).toEqual({ changed: ['reservations', 'courriels'] });
  close();
});

test('à l\'ouverture, chaque instance répète ce qui vient d\'être annoncé, et dit jusqu\'où elle se souvient', async () => { // UI-12, LIM-26
  const { status } = await callWith(token, `${servers[0]!.url}/api/reservations`, { ...DEMANDE, heure_debut: '16:00' });
  expect(status).toBe(201);
  const { opening, heard, close } = await listen();
  const said = await opening;
  expect(said.changed).toEqual(expect.arrayContaining(['reservations', 'courriels']));
  expect(said.opening!.ages).toHaveLength(said.changed.length);
  for (const age of said.opening!.ages) expect(age).toBeGreaterThanOrEqual(0);
  expect(said.opening!.memory).toBeGreaterThan(0);
  expect(said.opening!.memory).toBeLessThanOrEqual(15_000);
  close();
  await heard.catch(() => null);
});

test('une instance oublie ce qui est plus ancien que sa mémoire, et ne se souvient de rien d\'avant son départ', async () => {
  const pool = new pg.Pool({ connectionString: database.url });
  const announce = (noun: string) => pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ changed: [noun] })]);
  await announce('prix');
  const hub = await openLive(database.url, () => {}, { memoryMs: 250 });
  const abort = new AbortController();
  const opening = async () => (await hub.subscribe(abort.signal).next()).value!;
  const begun = await opening();
  expect(begun.changed).toEqual([]);
  expect(begun.opening!.memory).toBeLessThanOrEqual(250);
  await announce('types_lecons');
  await expect.poll(async () => (await opening()).changed).toEqual(['types_lecons']);
  await expect.poll(async () => (await opening()).changed).toEqual([]);
  expect((await opening()).opening!.memory).toBe(250);
  abort.abort();
  await hub.stop();
  await pool.end();
});

test('une connexion faite ailleurs s\'annonce à qui regarde ses sessions', async () => {
  const { heard, close } = await listen('sessions');
  await tokenFor(servers[0]!.url, email, PASSWORD);
  expect(await heard).toEqual({ changed: ['sessions'] });
  close();
});

test('une réservation refusée n\'annonce rien', async () => {
  const { heard, close } = await listen();
  expect((await callWith(token, `${servers[0]!.url}/api/reservations`, DEMANDE)).status).toBe(409);
  const silence = new Promise((resolve) => setTimeout(resolve, 700, 'silence'));
  expect(await Promise.race([heard.catch(() => 'closed'), silence])).toBe('silence');
  close();
  await heard.catch(() => null);
});

test('quand la base revient après avoir disparu, tout est annoncé comme changé', async () => {
  const { heard, close } = await listen();
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'manege live'");
  await admin.end();
  expect(await heard).toMatchObject({ changed: expect.arrayContaining(['reservations', 'users', 'parametres']) });
  close();
});

test('sans session, le fil ne s\'ouvre pas', async () => {
  const response = await fetch(`${servers[0]!.url}/api/live`);
  expect([response.status, (await response.json() as { code: string }).code]).toEqual([401, 'session_absente']);
});

test('une personne qui ouvre un vingt et unième fil voit le plus ancien se fermer ; les fils des autres restent', async () => { // LIM-26
  const url = `${servers[1]!.url}/api/live`;
  const open = async (whose: string) => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${whose}` } });
    expect(response.status).toBe(200);
    const reader = response.body!.getReader();
    const ended = (async () => {
      while (!(await reader.read().catch(() => ({ done: true }))).done);
      return true;
    })();
    return { ended, close: () => reader.cancel() };
  };
  const { pool, db } = openPool(database.url, () => {});
  const other = await open(await tokenFor(servers[1]!.url, (await createPerson(db)).email, PASSWORD));
  await pool.end();
  const own = [];
  for (let n = 0; n < 21; n += 1) own.push(await open(token));
  expect(await own[0]!.ended).toBe(true);
  const silence = new Promise((resolve) => setTimeout(resolve, 300, 'ouverts'));
  expect(await Promise.race([silence, other.ended, ...own.slice(1).map(({ ended }) => ended)])).toBe('ouverts');
  await Promise.all([other, ...own].map(({ close }) => close()));
});
