/** What the server sends to whoever opens an address: pages, files and answers, packed as the caller can read them. */
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, momentAt } from '#domain/calendrier.ts';
import { openPool } from '#server/platform/db.ts';
import { slotsFrom } from '../support/bookings.ts';
import { ask } from '../support/http.ts';
import { createPerson, PASSWORD } from '../support/people.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { callWith, type Server, startServer, tokenFor } from '../support/server.ts';

const FOLDER = fileURLToPath(new URL('../../dist/web/assets/', import.meta.url));
const ASSETS = readdirSync(FOLDER).filter((name) => /\.(?:js|css)$/.test(name));

let database: TestDatabase;
let server: Server;
beforeAll(async () => {
  database = await createDatabase();
  server = await startServer({ DATABASE_URL: database.url, DATA_DIR: '/nonexistent', SECRET: 'un-secret-pour-les-pages-du-centre', CENTRE_NAME: `L'Écurie <b>"d'Été"</b> & Fils $&`, CENTRE_TOWN: 'Liège' });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

/** What a caller says it can read, and how it is then answered. */
const ENCODINGS: [said: string | null, expected: string | undefined][] = [
  [null, undefined], ['identity', undefined], ['zstd', undefined], ['gzip;q=0', undefined], ['gzip', 'gzip'], ['br', 'br'], ['gzip, deflate, br', 'br'],
];
const saying = (encoding: string | null): Record<string, string> => (encoding === null ? {} : { 'accept-encoding': encoding });

describe('une page', () => {
  test.each(['/', '/login', '/app/reservation', '/nulle-part', '//', '/a//b', '/?page=1'])('%s se lit quoi que l\'appelant sache lire', async (path) => { // API-10
    for (const [said, expected] of ENCODINGS) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, bytes, text } = await ask(`${server.url}${path}`, { method, headers: saying(said) });
        const what = `${method} ${path}, ${said}`;
        expect([status, headers['content-type']], what).toEqual([200, 'text/html; charset=utf-8']);
        if (method === 'HEAD') expect(bytes.length, what).toBe(0);
        else {
          expect(headers['content-encoding'], what).toBe(expected);
          expect(text, what).toContain('<div id="root">');
        }
        expect(headers['vary'], what).toMatch(/accept-encoding/i);
      }
    }
  });

  test('dit le nom et le lieu du centre, sans qu\'un signe y devienne du HTML', async () => { // UI-01, UI-15
    for (const path of ['/', '/login', '/app']) {
      const { text } = await ask(`${server.url}${path}`);
      const nom = 'L&#39;Écurie &lt;b&gt;&quot;d&#39;Été&quot;&lt;/b&gt; &amp; Fils $&amp;';
      expect(text).toContain(`<meta name="application-name" content="${nom}" />`);
      expect(text).toContain('Liège');
      expect(text).not.toMatch(/Manège|Gembloux/);
    }
  });

  test('qu\'un navigateur a déjà n\'est pas envoyée deux fois', async () => {
    const { headers } = await ask(`${server.url}/`, { headers: { 'accept-encoding': 'br' } });
    expect(headers['cache-control']).toBe('no-cache');
    const again = await ask(`${server.url}/`, { headers: { 'accept-encoding': 'br', 'if-none-match': String(headers['etag']) } });
    expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, headers['etag']]);
    expect((await ask(`${server.url}/login`, { headers: { 'if-none-match': String(headers['etag']) } })).status).toBe(200);
  });
});

describe('un fichier', () => {
  test('du programme va en brotli, en gzip ou tel quel', async () => {
    expect(ASSETS.length).toBeGreaterThan(10);
    for (const name of ASSETS) {
      const plain = await ask(`${server.url}/assets/${name}`);
      for (const [said, expected] of ENCODINGS) {
        const { status, headers, text } = await ask(`${server.url}/assets/${name}`, { headers: saying(said) });
        expect([status, headers['content-encoding'], headers['cache-control']], `${name}, ${said}`).toEqual([200, expected, 'public, max-age=31536000, immutable']);
        expect(text === plain.text, `${name}, ${said}`).toBe(true);
      }
    }
  });

  test('du programme n\'est pas plus petit que 2 kB, sauf s\'il est chargé seul', () => { // UI-69
    const small = ASSETS.filter((name) => statSync(`${FOLDER}${name}.br`).size < 2000).map((name) => name.replace(/-[^-.]{8}(?=\.)/, ''));
    // After a password, where a second step is demanded; before the first paint; after an error; in a browser without JavaScript.
    expect(small.toSorted()).toEqual(['Step.js', 'first-paint.js', 'incidents.js', 'sombre.css']);
  });

  test('/favicon.ico est une image, comme la demandent les programmes qui ne lisent pas la page', async () => {
    const { status, headers, bytes } = await ask(`${server.url}/favicon.ico`);
    expect([status, headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
    expect([...bytes.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  });

  test('inconnu n\'est pas une page', async () => {
    expect((await ask(`${server.url}/assets/absent.js`)).status).toBe(404);
    expect((await ask(`${server.url}/storage/absent`)).status).toBe(404);
  });
});

describe('une réponse', () => {
  let token: string;
  beforeAll(async () => {
    const { pool, db } = openPool(database.url, () => {});
    token = await tokenFor(server.url, (await createPerson(db)).email, PASSWORD);
    await pool.end();
    const slots = slotsFrom(addDays(momentAt(new Date()).jour, 9));
    for (let n = 0; n < 8; n += 1) await callWith(token, `${server.url}/api/reservations`, slots.next().value as object);
  });

  test.each(['/api/openapi.json', '/api/reservations'])('%s, de plus d\'un kilooctet, est réduite pour qui sait la lire', async (path) => { // API-10, LIM-46
    const plain = await ask(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(plain.bytes.length).toBeGreaterThan(1024);
    for (const [said, expected] of ENCODINGS) {
      const { status, headers, bytes, text } = await ask(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...saying(said) } });
      expect([status, headers['content-encoding'], headers['content-type']], `${said}`).toEqual([200, expected, plain.headers['content-type']]);
      expect(JSON.parse(text)).toEqual(JSON.parse(plain.text));
      if (expected === undefined) continue;
      expect(headers['vary']).toMatch(/accept-encoding/i);
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    }
  });

  test('courte, ou qui ne finit pas, reste telle quelle', async () => {
    const short = await ask(`${server.url}/api/centre`, { headers: { 'accept-encoding': 'br' } });
    expect([short.status, short.headers['content-encoding']]).toEqual([200, undefined]);
    const abort = new AbortController();
    const stream = await fetch(`${server.url}/api/live`, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' }, signal: abort.signal });
    expect([stream.headers.get('content-type'), stream.headers.get('content-encoding')]).toEqual(['text/event-stream', null]);
    abort.abort();
  });
});
