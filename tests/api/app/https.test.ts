/**
 * A start in production behind a proxy that terminates https: what the browser stores, and to which
 * host names the site answers (ACC-27, ACC-33, API-09).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type Reply } from '../../support/http.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { type Server, startServer } from '../../support/server.ts';

const PUBLIC_URL = 'https://reservation.centre.example';
const SESSION = '__Host-manege.session_token';
/** The name of the cookie in the previous version. */
const OLD = '__Secure-manege.session_token';
const admin = { email: 'patronne@centre.example', password: 'la bride sur le cou' };

let database: TestDatabase;
let server: Server;

beforeAll(async () => {
  database = await createDatabase();
  server = await startServer({
    NODE_ENV: 'production',
    SECRET: 'trente-deux caractères au moins, pas un de moins',
    PUBLIC_URL,
    TRUST_PROXY: '1',
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
});

afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

/** A request as a proxy passes it on from a browser at `site`. */
function browse(
  site: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<Reply> {
  const { protocol, host } = new URL(site);
  return ask(`${server.url}${path}`, {
    headers: {
      host: 'interne:3000',
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-host': host,
      'x-forwarded-for': '203.0.113.7',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
}

const signIn = (site: string, origin = site) =>
  browse(site, '/api/auth/sign-in/email', { origin }, admin);

test('le cookie est réservé à https, sous un nom que seul https peut poser, et ouvre la session', async () => {
  const { status, headers } = await signIn(PUBLIC_URL);
  expect(status).toBe(200);
  const [pair = '', ...attributes] = headers['set-cookie']![0]!.split('; ');
  expect(pair.split('=')[0]).toBe(SESSION);
  expect(attributes).toEqual(
    expect.arrayContaining(['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']),
  );
  const read = async (cookie: string) =>
    JSON.parse((await browse(PUBLIC_URL, '/api/auth/get-session', { cookie })).text).user?.email ??
    null;
  expect(await read(pair)).toBe(admin.email);
  // Without its prefix, it could have been set over http.
  expect(await read(pair.replace('__Host-', ''))).toBeNull();
});

test("le cookie de la version d'avant ouvre encore la session, et le nouveau prend sa place", async () => {
  // ACC-27
  const pair = (await signIn(PUBLIC_URL)).headers['set-cookie']![0]!.split(';')[0]!;
  const before = pair.replace(SESSION, OLD);
  const { text, headers } = await browse(PUBLIC_URL, '/api/auth/get-session', { cookie: before });
  expect(JSON.parse(text).user.email).toBe(admin.email);
  const [stored = '', removed = ''] = headers['set-cookie']!;
  expect(stored).toMatch(
    new RegExp(
      `^${pair.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure$`,
    ),
  );
  expect(removed).toBe(`${OLD}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure`);
  expect(
    (await browse(PUBLIC_URL, '/api/auth/get-session', { cookie: pair })).headers['set-cookie'],
  ).toBeUndefined();
});

test.each(['/', '/login', '/api/health', '/api/nulle-part'])(
  '%s dit au navigateur de ne plus venir que par https',
  async (path) => {
    expect((await browse(PUBLIC_URL, path)).headers['strict-transport-security']).toBe(
      'max-age=31536000',
    );
  },
);

test('une écriture vient du site, ou du nom par lequel le mandataire a été demandé, et toujours par https', async () => {
  const other = 'https://autre-nom.example';
  expect((await signIn(other)).status).toBe(200);
  expect((await signIn(other, PUBLIC_URL)).status).toBe(200);
  for (const origin of [
    'http://autre-nom.example',
    'http://reservation.centre.example',
    'https://tiers.example',
    'https://interne:3000',
  ]) {
    const { status, text } = await signIn(other, origin);
    expect([status, JSON.parse(text).code], origin).toEqual([403, 'origine_refusee']);
  }
});

test('les liens des emails mènent à PUBLIC_URL, quoi que dise le mandataire', async () => {
  const cookie = (await signIn(PUBLIC_URL)).headers['set-cookie']![0]!.split(';')[0]!;
  const other = 'https://autre-nom.example';
  expect(
    (
      await browse(
        other,
        '/api/functions/reset-password-email',
        { origin: other },
        { email: admin.email },
      )
    ).status,
  ).toBe(200);
  const read = async (path: string) =>
    JSON.parse((await browse(PUBLIC_URL, path, { cookie })).text);
  await expect.poll(async () => (await read('/api/courriels')).length, { timeout: 10_000 }).toBe(1);
  const path = `/api/courriels/${(await read('/api/courriels'))[0].id}`;
  await browse(
    PUBLIC_URL,
    '/api/profil/confirmation',
    { cookie, origin: PUBLIC_URL },
    { password: admin.password },
  ); // ACC-100
  const { lien } = JSON.parse(
    (await browse(PUBLIC_URL, `${path}/lien`, { cookie, origin: PUBLIC_URL }, {})).text,
  );
  expect(lien).toMatch(new RegExp(`^${PUBLIC_URL}/reset-password#`));
  expect(lien + JSON.stringify(await read(path))).not.toMatch(/autre-nom|interne|localhost/);
});
