/**
 * The log of a real process at its most verbose level, while people with known names, addresses and
 * secrets use it (SET-28, RIDE-44).
 */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { type Db, openPool } from '../../../src/server/platform/db.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { callWith, type Server, startServer, tokenFor } from '../../support/server.ts';

const SECRET = 'un-secret-de-serveur-que-rien-ne-doit-ecrire';
const ZOE = {
  prenom: 'Zéphyrine',
  nom: 'Quillacq',
  email: 'zephyrine.q@flot.example',
  password: 'fraise-des-bois-8831',
  telephone: '0499 77 66 55',
  adresse: 'Rue Introuvable 9',
};
const REMARQUES = 'allergie aux fraises';
const PARTICIPANT = 'Ondine Xhrouet';
const IP = '203.0.113.77';

let database: TestDatabase;
let pool: pg.Pool;
let db: Db;
let smtp: SMTPServer;
let server: Server;
/** The texts found in emails that look like the token of a link. */
const jetons = new Set<string>();

beforeAll(async () => {
  database = await createDatabase();
  ({ pool, db } = openPool(database.url, () => {}));
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onRcptTo: ({ address }, _, callback) =>
      callback(
        address.startsWith('refuse')
          ? Object.assign(new Error(`5.1.1 <${address}> unknown`), { responseCode: 550 })
          : null,
      ),
    onData(stream, _, callback) {
      simpleParser(stream, (_error, mail) => {
        // none if the sender was stopped meanwhile
        const { text = '' } = (mail as { text?: string } | undefined) ?? {};
        for (const [found] of text.matchAll(/(?<=token=)[\w.-]{20,}/g)) jetons.add(found);
        callback();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  server = await startServer({
    DATABASE_URL: database.url,
    SECRET,
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${port}?logger=true&debug=true`,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { throw new Error('${ZOE.email}', { cause: new Error('${IP}') }); })`)}`,
  });
});

afterAll(async () => {
  await server.kill();
  await new Promise<void>((resolve) => {
    smtp.close(() => resolve());
  });
  await pool.end();
  await database.drop();
});

const post = async (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<number> =>
  (
    await fetch(`${server.url}${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        origin: server.url,
        'x-forwarded-for': IP,
        'x-forwarded-host': new URL(server.url).host,
        'user-agent': 'Navigateur Introuvable',
        ...headers,
      },
    })
  ).status;
const lesson = (n: number) => ({
  type_lecon: 'longe',
  nombre_personnes: 1,
  noms_participants: [PARTICIPANT],
  date_reservation: addDays(momentAt(new Date()).jour, 9 + n),
  type_piste: 'exterieure',
  heure_debut: '14:00',
  remarques: REMARQUES,
});
/** Makes a trigger refuse writes with an error that contains everything about the row. */
const refuse = (table: string): Promise<unknown> =>
  pool.query(`
  create or replace function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'refusé : %', new using detail = new::text, hint = new::text; end $$;
  create trigger refuse before insert or update on ${table} for each row execute function refuse()`);
const allow = (table: string): Promise<unknown> => pool.query(`drop trigger refuse on ${table}`);
const lines = (): Record<string, any>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test('le journal au plus bavard ne contient ni nom, ni adresse, ni téléphone, ni jeton, ni adresse IP', async () => {
  expect(await post('/api/auth/sign-up/email', ZOE)).toBe(201);
  expect(await post('/api/auth/sign-up/email', { ...ZOE, email: `refuse.${ZOE.email}` })).toBe(201);
  await expect.poll(() => jetons.size, { timeout: 15_000 }).toBeGreaterThan(0);
  const [admin, rider] = await Promise.all([
    createPerson(db, { prenom: ZOE.prenom, nom: ZOE.nom, role: 'admin' }),
    createPerson(db, { prenom: ZOE.prenom, nom: ZOE.nom }),
  ]);
  expect(await post('/api/auth/sign-in/email', { email: ZOE.email, password: ZOE.password })).toBe(
    403,
  );
  expect(
    await post('/api/auth/sign-in/email', { email: rider.email, password: ZOE.password }),
  ).toBe(401);
  for (let n = 0; n < 3; n += 1)
    expect(await post('/api/auth/request-password-reset', { email: rider.email })).toBe(200);
  await post('/api/auth/reset-password', { token: [...jetons][0], newPassword: ZOE.password });
  expect(
    await post(
      '/api/auth/sign-in/email',
      { email: rider.email, password: PASSWORD },
      { origin: 'https://zephyrine.example' },
    ),
  ).toBe(403);
  expect(await post('/api/auth/sign-in/email', `${ZOE.email} n'est pas du JSON`)).toBe(400);
  const [token, adminToken] = [
    await tokenFor(server.url, rider.email, PASSWORD),
    await tokenFor(server.url, admin.email, PASSWORD),
  ];
  const booked = await callWith(token, `${server.url}/api/reservations`, lesson(0));
  expect(booked.status).toBe(201);
  expect(
    (await callWith(token, `${server.url}/api/reservations?tri=${encodeURIComponent(ZOE.email)}`))
      .status,
  ).toBe(400);
  expect((await callWith(token, `${server.url}/api/users`)).status).toBe(403);
  expect((await callWith(adminToken, `${server.url}/api/users?q=${ZOE.nom}`)).status).toBe(200);
  expect(
    (await callWith(adminToken, `${server.url}/api/${encodeURIComponent(ZOE.email)}`)).status,
  ).toBe(404);
  const incident = {
    type: 'TypeError',
    code: null,
    screen: '/app/journal',
    version: 'index-D0KuWySV.js',
    frames: ['app-journal-Bq3x_1.js:1:2'],
  };
  expect(await post('/api/incidents', incident)).toBe(200);
  expect(await post('/api/incidents', { ...incident, screen: `/app/journal?q=${ZOE.nom}` })).toBe(
    400,
  );
  expect(await post('/api/incidents', { ...incident, type: `Error: ${ZOE.email}` })).toBe(400);
  await pool.query('update parametres set "calendarFeeds" = true');
  const { adresse } = (
    await callWith(token, `${server.url}/api/profil/calendriers`, { type_piste: null })
  ).body;
  const feed = `${server.url}${new URL(adresse).pathname}`;
  const [unknown, dead] = ['unknown'.padEnd(43, 'X'), 'dead'.padEnd(43, 'X')] as const;
  expect((await fetch(feed)).status).toBe(200);
  for (const jeton of [unknown, `${dead}.ics/`, `${unknown}%zz`])
    expect((await fetch(`${server.url}/calendrier/${jeton}.ics`)).status).toBe(404);
  await refuse('reservations');
  expect((await callWith(token, `${server.url}/api/reservations`, lesson(1))).status).toBe(500);
  await allow('reservations');
  await pool.query('alter table participants rename column nom to autre');
  expect((await fetch(feed)).status).toBe(500);
  await pool.query('alter table participants rename column autre to nom');
  await refuse('courriels');
  await post('/api/auth/request-password-reset', { email: admin.email });
  await expect.poll(() => server.output(), { timeout: 15_000 }).toContain('a link was not queued');
  await allow('courriels');
  const raw = connect(Number(new URL(server.url).port), '127.0.0.1')
    .on('error', () => {})
    .resume();
  raw.write(`ceci ${ZOE.email} n'est pas du HTTP\r\n\r\n`);
  await once(raw, 'close');
  await expect
    .poll(
      async () => (await pool.query("select 1 from courriels where statut = 'echoue'")).rowCount,
      { timeout: 15_000 },
    )
    .toBe(1);
  await sleep(200); // the test asserts that nothing more is written
  server.child.kill('SIGUSR2'); // an error that nothing catches
  await once(server.child, 'exit');

  const output = server.output();
  const secrets = [
    ZOE.prenom,
    ZOE.nom,
    'flot.example',
    'essai.example',
    ZOE.password,
    PASSWORD,
    ZOE.telephone,
    'Introuvable',
    'Ondine',
    'Xhrouet',
    REMARQUES,
    IP,
    '127.0.0.1',
    token,
    adminToken,
    SECRET,
    new URL(database.url).password,
    ...jetons,
    feed.slice(-47, -4),
    unknown,
    dead,
  ];
  expect(secrets.filter((secret) => output.toLowerCase().includes(secret.toLowerCase()))).toEqual(
    [],
  );

  // The log is not empty either: the events can be read in it.
  const events = new Set(
    lines()
      .filter(({ msg }) => msg === 'security')
      .map(({ event }) => event),
  );
  expect(events).toEqual(
    new Set([
      'connexion.refusee',
      'connexion.compte_ferme',
      'origine.refusee',
      'role.insuffisant',
      'lien.refuse',
    ]),
  );
  expect(lines().find(({ event }) => event === 'role.insuffisant')).toMatchObject({
    account: rider.id,
    code: 'role_insuffisant',
  });
  expect(lines().filter(({ msg }) => msg === 'a screen failed')).toMatchObject([
    { screen: '/app/journal', browser: 'other' },
  ]);
  expect(lines().find(({ msg }) => msg === 'call failed')).toMatchObject({
    code: 'panne',
    err: { code: 'P0001', routine: 'exec_stmt_raise' },
  });
  expect(
    lines()
      .filter(({ msg, route }) => msg === 'answered' && route === '/api/reservations')
      .map(({ status }) => status),
  ).toEqual([201, 400, 500]);
  expect(lines().at(-1)).toMatchObject({
    msg: 'uncaught error',
    err: { type: 'Error', cause: { type: 'Error' } },
  });
  expect(lines().every(({ msg }) => typeof msg === 'string')).toBe(true);
});

test("cinquante refus d'un service occupé sont quelques lignes, qui les comptent", async () => {
  const busy = await startServer({ DATABASE_URL: database.url, SECRET, LOG_LEVEL: 'info' });
  onTestFinished(async () => {
    await busy.stop();
  });
  const { email } = await createPerson(db);
  const token = await tokenFor(busy.url, email, PASSWORD);
  const client = await pool.connect();
  await client.query('begin; lock table reservations in access exclusive mode');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => callWith(token, `${busy.url}/api/reservations?miennes=1`)),
  );
  await client.query('rollback');
  client.release();
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(503));
  const said = () =>
    busy
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .filter(({ code }) => code === 'service_occupe');
  const told = () =>
    said().reduce((sum, { msg, count }) => sum + (msg === 'call failed' ? 1 : count), 0);
  await expect.poll(told).toBe(50);
  expect(said().length).toBeLessThan(25);
  expect(said()[0]).toMatchObject({ level: 40, msg: 'call failed', err: { code: '55P03' } });
});

test('un démarrage qui échoue ne montre pas ce que la base refuse', async () => {
  await refuse('users');
  await pool.query('delete from users');
  const failure = await startServer({
    DATABASE_URL: database.url,
    SECRET,
    LOG_LEVEL: 'trace',
    ADMIN_EMAIL: ZOE.email,
    ADMIN_PASSWORD: ZOE.password,
  }).then(() => '', String);
  await allow('users');
  expect(failure).toContain('P0001');
  expect(failure).toContain('Une erreur inattendue est survenue.');
  expect(failure).not.toMatch(/flot\.example|fraise/);
});

test('des en-têtes X-Forwarded-* sans TRUST_PROXY sont signalés une fois', async () => {
  // SET-29
  const warned = async (env: Record<string, string>) => {
    const other = await startServer({ DATABASE_URL: database.url, SECRET, ...env });
    await fetch(`${other.url}/api/health`);
    // a visit of the checks (OPS-66)
    await fetch(`${other.url}/api/health/echo`, { headers: { 'x-forwarded-for': '192.0.2.66' } });
    const before = other.output().includes('X-Forwarded');
    for (let n = 0; n < 3; n += 1)
      await fetch(`${other.url}/api/health`, { headers: { 'x-forwarded-for': IP } });
    expect(await other.stop()).toBe(0);
    return [
      before,
      other.output().match(/X-Forwarded-\* headers arrive.*TRUST_PROXY/g)?.length ?? 0,
    ];
  };
  expect(await warned({})).toEqual([false, 1]);
  expect(await warned({ TRUST_PROXY: '127.0.0.1' })).toEqual([false, 0]);
});
