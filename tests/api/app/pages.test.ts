/**
 * The answers to requests for any address: pages, files and calls, compressed as the caller
 * accepts.
 */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, momentAt, mondayOf } from '../../../src/domain/core/calendrier.ts';
import { createApp } from '../../../src/server/app.ts';
import { openPool } from '../../../src/server/platform/db.ts';
import { createLog } from '../../../src/server/platform/log.ts';
import { createTestApp } from '../../support/app.ts';
import { slotsFrom } from '../../support/bookings.ts';
import { ask } from '../../support/http.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { callWith, type Server, startServer, tokenFor } from '../../support/server.ts';

const WEB = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../../dist/web/assets/', import.meta.url));
const ASSETS = readdirSync(FOLDER).filter((name) => /\.(?:js|css)$/.test(name));

let database: TestDatabase;
let server: Server;
beforeAll(async () => {
  database = await createDatabase();
  server = await startServer({
    DATABASE_URL: database.url,
    SECRET: 'un-secret-pour-les-pages-du-centre',
    CENTRE_NAME: `L'Écurie <b>"d'Été"</b> & Fils $&`,
    CENTRE_TOWN: 'Liège',
  });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

/** The encodings that a caller accepts, and the encoding of the answer. */
const ENCODINGS: [said: string | null, expected: string | undefined][] = [
  [null, undefined],
  ['identity', undefined],
  ['zstd', undefined],
  ['gzip;q=0', undefined],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
];
const saying = (encoding: string | null): Record<string, string> =>
  encoding === null ? {} : { 'accept-encoding': encoding };

describe('une page', () => {
  test.each(['/', '/login', '/app/reservation', '/nulle-part', '//', '/a//b', '/?page=1'])(
    "%s se lit quoi que l'appelant sache lire",
    async (path) => {
      // API-10
      for (const [said, expected] of ENCODINGS) {
        for (const method of ['GET', 'HEAD']) {
          const { status, headers, bytes, text } = await ask(`${server.url}${path}`, {
            method,
            headers: saying(said),
          });
          const what = `${method} ${path}, ${said}`;
          expect([status, headers['content-type']], what).toEqual([
            200,
            'text/html; charset=utf-8',
          ]);
          if (method === 'HEAD') expect(bytes.length, what).toBe(0);
          else {
            expect(headers['content-encoding'], what).toBe(expected);
            expect(text, what).toContain('<div id="root">');
          }
          expect(headers['vary'], what).toMatch(/accept-encoding/i);
        }
      }
    },
  );

  test("dit le nom et le lieu du centre, sans qu'un signe y devienne du HTML", async () => {
    // UI-01, UI-15
    for (const path of ['/', '/login', '/app']) {
      const { text } = await ask(`${server.url}${path}`);
      const nom = 'L&#39;Écurie &lt;b&gt;&quot;d&#39;Été&quot;&lt;/b&gt; &amp; Fils $&amp;';
      expect(text).toContain(`<meta name="application-name" content="${nom}" />`);
      expect(text).toContain('Liège');
      expect(text).not.toMatch(/Manège|Gembloux/);
    }
  });

  test("demande d'avance les lectures de son écran, de la semaine du centre, avec ou sans session", async () => {
    // UI-80
    const lundi = mondayOf(momentAt(new Date()).jour);
    const named = async (path: string, headers: Record<string, string> = {}) =>
      [
        ...(await ask(`${server.url}${path}`, { headers })).text.matchAll(
          /<(?:link rel="preload" as="fetch" crossorigin href|meta name="lecture" content)="([^"]*)"/g,
        ),
      ].map(([, href]) => href);
    const reservation = [
      '/api/auth/get-session',
      '/api/centre',
      '/api/types-lecons',
      `/api/disponibilites?du=${lundi}&amp;au=${addDays(lundi, 6)}`,
      `/api/reservations?miennes=1&amp;du=${addDays(lundi, -28)}&amp;sort=date_reservation`,
      '/api/types-lecons/miens',
      '/api/profil',
    ];
    expect(await named('/app/reservation')).toEqual(reservation);
    expect(await named('/app/reservation/', { cookie: 'manege.session_token=x' })).toEqual(
      reservation,
    );
    // an address that says what to show: without the usual view
    expect(await named('/app/reservation?jour=2030-01-01')).toEqual(
      reservation.filter((href) => !href.includes('?')),
    );
    for (const path of ['/app', '/login'])
      expect(await named(path), path).toEqual(['/api/auth/get-session', '/api/centre']);
    // of a rider: the first script asks for them only if one is remembered (UI-102)
    expect(await named('/')).toEqual([
      '/api/auth/get-session',
      '/api/centre',
      `/api/reservations?miennes=1&amp;du=${addDays(lundi, -28)}&amp;sort=date_reservation`,
      '/api/types-lecons/miens',
      '/api/types-lecons',
      '/api/reservations/reprises',
    ]);
    expect(await named('/app/webmaster')).toContain(
      `/api/planning?du=${lundi}&amp;au=${addDays(lundi, 6)}`,
    );
    // the planning's day, unless the address names one
    const year = new RegExp(String.raw`<h2[^>]*>\p{L}+ \d.* ${lundi.slice(0, 3)}\d</h2>`, 'u');
    expect((await ask(`${server.url}/app/webmaster`)).text).toMatch(year);
    expect((await ask(`${server.url}/app/webmaster?jour=2030-01-01`)).text).not.toMatch(
      /<h2[^>]*>(?!Planning de la semaine<)/,
    );
  });

  test.each(['/', '/login', '/app/webmaster', '/app/prix?onglet=x', '/nulle-part'])(
    "%s permet le script qu'elle contient, et aucun autre qui n'est pas un fichier",
    async (path) => {
      // API-19
      const { text, headers } = await ask(`${server.url}${path}`);
      const inside = [...text.matchAll(/<script(?![^>]* src=)[^>]*>([^]*?)<\/script>/g)];
      expect(inside).toHaveLength(1);
      expect(text).not.toMatch(/<[^>]+\son[a-z]+=/);
      const hash = createHash('sha256').update(String(inside[0]?.[1])).digest('base64');
      const scriptsOf = (policy: unknown) =>
        String(policy)
          .split(';')
          .filter((one) => one.startsWith('script-src'));
      const wanted = [`script-src 'self' 'sha256-${hash}'`];
      expect(scriptsOf(headers['content-security-policy'])).toEqual(wanted);
      // A browser keeps the page, and takes the policy of the answer that says so.
      const again = await ask(`${server.url}${path}`, {
        headers: { 'if-none-match': String(headers['etag']) },
      });
      expect(again.status).toBe(304);
      expect(scriptsOf(again.headers['content-security-policy'])).toEqual(wanted);
    },
  );

  test("qu'un navigateur a déjà n'est pas envoyée deux fois", async () => {
    const { headers } = await ask(`${server.url}/`, { headers: { 'accept-encoding': 'br' } });
    expect(headers['cache-control']).toBe('no-cache');
    const again = await ask(`${server.url}/`, {
      headers: { 'accept-encoding': 'br', 'if-none-match': String(headers['etag']) },
    });
    expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([
      304,
      0,
      headers['etag'],
    ]);
    expect(
      (await ask(`${server.url}/login`, { headers: { 'if-none-match': String(headers['etag']) } }))
        .status,
    ).toBe(200);
  });
});

describe('un fichier', () => {
  test('du programme va en brotli, en gzip ou tel quel', async () => {
    expect(ASSETS.length).toBeGreaterThan(10);
    for (const name of ASSETS) {
      const plain = await ask(`${server.url}/assets/${name}`);
      for (const [said, expected] of ENCODINGS) {
        const { status, headers, text } = await ask(`${server.url}/assets/${name}`, {
          headers: saying(said),
        });
        expect(
          [status, headers['content-encoding'], headers['cache-control']],
          `${name}, ${said}`,
        ).toEqual([200, expected, 'public, max-age=31536000, immutable']);
        expect(text === plain.text, `${name}, ${said}`).toBe(true);
      }
    }
  });

  test("du programme se compile en entier pendant qu'il arrive", async () => {
    // ADR-030
    const scripts = ASSETS.filter((name) => name.endsWith('.js'));
    for (const name of scripts) {
      const { text } = await ask(`${server.url}/assets/${name}`);
      expect(text.split('\n', 1), name).toEqual(['//# allFunctionsCalledOnLoad']);
    }
  });

  test("du programme n'est pas plus petit que 2 kB, sauf s'il est chargé seul", () => {
    // ADR-008
    const small = ASSETS.filter((name) => statSync(`${FOLDER}${name}.br`).size < 2000).map((name) =>
      name.replace(/-[\w-]{8}(?=\.)/, ''),
    );
    // Loaded only in these cases: an administrator opens the landing page; the address is unknown;
    // the password is asked for again; an unconfirmed address was refused; a second step is required
    // after a password; after an error; a form comes back whose result is unknown; in a browser
    // without JavaScript.
    expect(small.toSorted()).toEqual([
      'AccueilAdmin.js',
      'PageNonTrouvee.js',
      'ProofDialog.js',
      'ResendConfirmation.js',
      'Step.js',
      'incidents.js',
      'look-up.js',
      'sombre.css',
    ]);
  });

  test('/favicon.ico est une image, comme la demandent les programmes qui ne lisent pas la page', async () => {
    const { status, headers, bytes } = await ask(`${server.url}/favicon.ico`);
    expect([status, headers['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
    expect([...bytes.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  });

  test("inconnu n'est pas une page", async () => {
    expect((await ask(`${server.url}/assets/absent.js`)).status).toBe(404);
    expect((await ask(`${server.url}/storage/absent`)).status).toBe(404);
  });
});

describe("une application qui s'installe", () => {
  const NOM = `L'Écurie <b>"d'Été"</b> & Fils $&`;
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

  test("a son manifeste, au nom du centre, et des icônes de la taille qu'il dit", async () => {
    // UI-58
    const { status, headers, text } = await ask(`${server.url}/manifest.webmanifest`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
      'no-cache',
    ]);
    const manifest = JSON.parse(text) as {
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({
      name: NOM,
      short_name: NOM,
      lang: 'fr',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#fbf8f3',
      theme_color: '#fbf8f3',
    });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '192x192 maskable',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of [
      ...manifest.icons,
      { src: '/apple-touch-icon.png', sizes: '180x180' },
    ]) {
      const icon = await ask(`${server.url}${src}`);
      expect(
        [icon.status, icon.headers['content-type'], sizeOf(icon.bytes).join('x')],
        src,
      ).toEqual([200, 'image/png', sizes]);
    }
    const page = await ask(`${server.url}/login`);
    expect(page.text).toMatch(/<link rel="manifest" href="\/manifest\.webmanifest"/);
    expect(page.text).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />');
    expect(page.text).toContain('<meta name="offline" content="1" />');
  });

  test('a un travailleur redemandé à chaque page, qui connaît chaque fichier et rien de /api', async () => {
    // UI-55, UI-59
    const { status, headers, text } = await ask(`${server.url}/sw.js`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ]);
    expect(headers['content-security-policy']).toContain("worker-src 'self';manifest-src 'self';");
    const files = [...(/const FILES = \[(.*)\];/.exec(text)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
      ([, file]) => file,
    );
    expect(files).toEqual(expect.arrayContaining(ASSETS.map((name) => `/assets/${name}`)));
    expect(files.filter((file) => !/^\/(assets\/|favicon\.svg$)/.test(file ?? ''))).toEqual([]);
    expect((await ask(`${server.url}/sw-off.js`)).headers['content-type']).toBe(
      'text/html; charset=utf-8',
    ); // not a file: a page, as for any address
  });

  test('avec OFFLINE=0, donne le travailleur qui se retire, et des pages qui ne gardent rien', async () => {
    // UI-59
    const t = await createTestApp();
    const app = await createApp(t.services, {
      webRoot: WEB,
      offline: false,
      trustProxy: false,
      logger: createLog('silent'),
    });
    const worker = await app.inject('/sw.js');
    expect([worker.statusCode, worker.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(worker.body).toContain('registration.unregister()');
    expect(worker.body).not.toContain('respondWith');
    expect((await app.inject('/app')).body).toContain('<meta name="offline" content="0" />');
    await app.close();
    await t.close();
  });
});

describe('une réponse', () => {
  let token: string;
  beforeAll(async () => {
    const { pool, db } = openPool(database.url, () => {});
    token = await tokenFor(server.url, (await createPerson(db)).email, PASSWORD);
    await pool.end();
    const slots = slotsFrom(addDays(momentAt(new Date()).jour, 9));
    for (let n = 0; n < 8; n += 1)
      await callWith(token, `${server.url}/api/reservations`, slots.next().value as object);
  });

  test.each(['/api/openapi.json', '/api/reservations'])(
    "%s, de plus d'un kilooctet, est réduite pour qui sait la lire",
    async (path) => {
      // API-10, ADR-005
      const plain = await ask(`${server.url}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(plain.bytes.length).toBeGreaterThan(1024);
      for (const [said, expected] of ENCODINGS) {
        const { status, headers, bytes, text } = await ask(`${server.url}${path}`, {
          headers: { authorization: `Bearer ${token}`, ...saying(said) },
        });
        expect([status, headers['content-encoding'], headers['content-type']], `${said}`).toEqual([
          200,
          expected,
          plain.headers['content-type'],
        ]);
        expect(JSON.parse(text)).toEqual(JSON.parse(plain.text));
        if (expected === undefined) continue;
        expect(headers['vary']).toMatch(/accept-encoding/i);
        expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
      }
    },
  );

  test('courte, ou qui ne finit pas, reste telle quelle', async () => {
    const short = await ask(`${server.url}/api/health`, { headers: { 'accept-encoding': 'br' } });
    expect([short.status, short.headers['content-encoding']]).toEqual([200, undefined]);
    const abort = new AbortController();
    const stream = await fetch(`${server.url}/api/live`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br, gzip' },
      signal: abort.signal,
    });
    expect([stream.headers.get('content-type'), stream.headers.get('content-encoding')]).toEqual([
      'text/event-stream',
      null,
    ]);
    abort.abort();
  });
});
