/**
 * A reader of every table after a day of use learns no token, no link and no password (ACC-41,
 * ACC-49, MAIL-03).
 */
import { sql } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { ORIGIN } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';

const c = useCourrier();

/** Every secret exchanged between a browser and the server, with its description. */
const secrets = new Map<string, string>();

/** Names of fields that contain a secret, in requests and in answers. */
const SECRET_FIELDS = /token|jeton|password|mot_?de_?passe|actuel|nouveau|^secret$|^codes?$|^cle$/i;

function collect(from: string, value: unknown, field = ''): void {
  if (typeof value === 'string' && value.length >= 6 && SECRET_FIELDS.test(field))
    secrets.set(value, `${from} ${field}`);
  else if (Array.isArray(value)) for (const one of value) collect(from, one, field);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) collect(from, one, name);
}

/** A browser: it keeps its cookies, and notes every secret it sees. */
function browser() {
  const jar = new Map<string, string>();
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const response = await c.t.app.inject({
      method,
      url: path,
      headers: {
        host: 'localhost:3000',
        origin: ORIGIN,
        cookie: [...jar].map((pair) => pair.join('=')).join('; '),
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    });
    for (const { name, value } of response.cookies) {
      jar.set(name, value);
      // A cookie contains tokens and signatures: each part is a secret.
      for (const part of decodeURIComponent(value).split(/[.~|]/))
        if (part.length >= 16) secrets.set(part, `cookie ${name}`);
    }
    const answer = response.headers['content-type']?.toString().includes('json')
      ? (JSON.parse(response.body) as Record<string, any>)
      : {};
    collect(`${method} ${path}, sent`, body ?? {});
    // The codes of refusals are words of the product, not secrets.
    if (response.statusCode < 400) collect(`${method} ${path}, answered`, answer);
    return { status: response.statusCode, body: answer };
  };
  return call;
}

/** The links of the emails that have arrived. */
function readMail(): string[] {
  const links = c.smtp.recus.flatMap(({ text }) =>
    [...(text ?? '').matchAll(/[#?]token=([\w-]+)/g)].map(([, token]) => token!),
  );
  for (const token of links) secrets.set(token, 'a link');
  return links;
}

/** Every row of every table as text, by table; bytes as hexadecimal. */
async function readTables(): Promise<Map<string, string>> {
  const { rows: tables } = await c.t.services.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(15);
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await c.t.services.db.execute<{ row: string }>(
      sql`select t::text as row from ${name === '__drizzle_migrations' ? sql`drizzle.__drizzle_migrations` : sql.identifier(name)} t`,
    );
    found.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return found;
}

/** The tables that contain a secret: as it is, in hexadecimal, or in base64. */
function placesOf(tables: Map<string, string>): string[] {
  const places: string[] = [];
  for (const [secret, what] of secrets) {
    const forms = [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ];
    for (const [table, text] of tables)
      if (forms.some((form) => text.includes(form))) places.push(`${table}: ${what}`);
  }
  return places;
}

test('après une journée, aucune table ne montre ni jeton, ni lien, ni mot de passe', async () => {
  const admin = browser();
  const { email: adminEmail } = await createPerson(c.t.services.db, { role: 'admin' });
  expect(
    (await admin('POST', '/api/auth/sign-in/email', { email: adminEmail, password: PASSWORD }))
      .status,
  ).toBe(200);

  // A sign-up, whose link waits while the mail server is down.
  const rider = browser();
  const [email, password] = ['zoe@journee.example', 'la première selle de Zoé'];
  c.smtp.toujours = { message: 451 };
  expect(
    (
      await rider('POST', '/api/auth/sign-up/email', {
        prenom: 'Zoé',
        nom: 'Willems',
        email,
        password,
        telephone: null,
        adresse: null,
      })
    ).status,
  ).toBe(201);
  await rider('POST', '/api/auth/request-password-reset', { email: adminEmail });
  await answerDemandes(c.t.services);
  await c.round();
  const waiting = await readTables();

  c.smtp.toujours = {};
  c.later(10);
  await c.round();
  const links = readMail();
  expect(links.length).toBeGreaterThan(1);
  expect(placesOf(waiting)).toEqual([]);

  // Each link is tried as both kinds, because this test need not distinguish them.
  for (const token of links) {
    await rider('POST', '/api/auth/verify-email', { token });
    await admin('POST', '/api/auth/reset-password', {
      token,
      newPassword: 'un mot de passe du matin',
    });
  }
  const {
    rows: [user],
  } = await c.t.services.db.execute<{ id: string }>(
    sql`select id from users where email = ${email}`,
  );
  expect(
    (
      await admin('POST', '/api/auth/sign-in/email', {
        email: adminEmail,
        password: 'un mot de passe du matin',
      })
    ).status,
  ).toBe(200);
  expect(
    (await admin('POST', `/api/users/${user!.id}/approbation`, { role: 'utilisateur' })).status,
  ).toBe(200);

  expect(
    (await rider('POST', '/api/auth/sign-in/email', { email, password: 'une faute de frappe' }))
      .status,
  ).toBe(401);
  expect((await rider('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200);
  const {
    body: { token },
  } = await rider('POST', '/api/auth/token');
  expect(
    (await browser()('GET', '/api/profil', undefined, { authorization: `Bearer ${token}` })).status,
  ).toBe(200);
  expect((await rider('POST', '/api/profil/mot-de-passe')).status).toBe(200);
  await c.round();
  expect(readMail().length).toBeGreaterThan(links.length);

  // A second factor: its secret, its codes and a sign-in with one of them.
  const {
    body: { cle, uri },
  } = await rider('POST', '/api/profil/second-facteur/debut', { password });
  secrets.set(uri, 'address of the application');
  const application = new TOTP({ secret: cle, digits: 6, period: 30 });
  secrets.set(application.secret.hex.toLowerCase(), 'bytes of the application');
  const {
    status,
    body: { codes },
  } = await rider('POST', '/api/profil/second-facteur', {
    code: application.generate({ timestamp: c.t.clock.now.getTime() }),
  });
  expect([status, codes.length]).toEqual([200, 10]);
  expect((await rider('POST', '/api/auth/sign-out')).status).toBe(200);
  expect((await rider('POST', '/api/auth/sign-in/email', { email, password })).body).toMatchObject({
    etape: 'second_facteur',
    user: null,
  });
  expect((await rider('POST', '/api/auth/second-facteur', { code: codes[0] })).status).toBe(200);

  expect([...secrets.values()].join('\n')).toMatch(/cookie manege\.session_token[^]*a link/);
  expect(placesOf(await readTables())).toEqual([]);
});
