/**
 * The process as a whole: it starts by itself, reports in a sentence why it cannot, and ends
 * cleanly.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { callWith, quick, MAIN, type Server, startServer, tokenFor } from '../support/server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'manege-process-'));
// as root, PostgreSQL runs under another account, which must be able to enter
chmodSync(dataDir, 0o755);

const SECRET = 'trente-deux caractères au moins, pas un de moins';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
/** Starts that were expected to fail but may have succeeded. */
const failing: ChildProcess[] = [];
afterAll(async () => {
  for (const child of failing) child.kill('SIGKILL');
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A server, a separate database, a connection: removed with the test, however it ends. */
async function start(env: Record<string, string>): Promise<Server> {
  const server = await startServer({ DATA_DIR: dataDir, ...env });
  onTestFinished(async () => {
    await server.stop();
  });
  return server;
}

async function emptyDatabase(): Promise<TestDatabase> {
  const empty = await createDatabase();
  onTestFinished(() => empty.drop());
  return empty;
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Runs a start that is expected to fail, behind a command that limits it. Returns its output. */
async function failure(
  env: Record<string, string>,
  ...behind: string[]
): Promise<{ code: number; said: string }> {
  const [command, ...args] = [...behind, process.execPath, MAIN];
  const child = spawn(command, args, {
    env: { ...quick(), PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database.url, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  failing.push(child);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

test('sur une base embarquée vide : un centre de démonstration, des comptes imprimés, et une fin propre malgré un écran ouvert', async () => {
  // SET-17, SET-24, ACC-38
  const server = await start({});
  const [, email = '', password = ''] = [
    ...server.output().matchAll(/(\S+@demo\.example)|tous les comptes : (\S+)/g),
  ].reduce<string[]>((found, [, person, secret]) => {
    if (secret) found[2] = secret;
    else if (person) found[1] ??= person;
    return found;
  }, []);
  const token = await tokenFor(server.url, email, password);
  const { body } = await callWith(token, `${server.url}/api/reservations`);
  expect(body.length).toBeGreaterThan(5);
  const stream = await fetch(`${server.url}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(stream.status).toBe(200);

  expect(await server.stop()).toBe(0); // 1 if the end had to be forced
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  await expect(new pg.Client({ connectionString: server.databaseUrl }).connect()).rejects.toThrow(
    'ECONNREFUSED',
  );
  expect(
    readdirSync(dataDir, { recursive: true }).filter((name) =>
      String(name).endsWith('postmaster.pid'),
    ),
  ).toEqual([]);

  // With its public passwords inside, the same database is not served to the network.
  const { code, said } = await failure({ HOST: '0.0.0.0', DATABASE_URL: '' });
  expect(code).toBe(1);
  expect(said).toContain('comptes de démonstration');

  // If the demonstration is switched off but the database contains it, the start is refused, and no
  // requested action is done.
  const wanted = { ADMIN_EMAIL: 'patronne@centre.example', ADMIN_PASSWORD: 'la bride sur le cou' };
  for (const env of [
    { DEMO: '0' },
    { DEMO: '0', ...wanted },
    { NODE_ENV: 'production', SECRET, PUBLIC_URL: 'https://centre.example' },
  ]) {
    const refused = await failure({ ...env, DATABASE_URL: '' });
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('contient la démonstration');
    expect(refused.said).toContain('indiquez un autre dossier par DATA_DIR');
  }
  // A separate administrator in addition to the demonstration is a different case.
  const own = await start(wanted);
  expect(
    (
      await callWith(
        await tokenFor(own.url, wanted.ADMIN_EMAIL, wanted.ADMIN_PASSWORD),
        `${own.url}/api/users?q=patronne`,
      )
    ).body,
  ).toHaveLength(1);
});

test("une demande envoyée à moitié, ou pas du tout, ne retient pas l'arrêt", async () => {
  const server = await start({ DATABASE_URL: database.url });
  const half = [
    '',
    'GET /api/he',
    'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  ];
  const sockets = await Promise.all(
    half.map(async (words) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(words);
      return socket;
    }),
  );
  await fetch(`${server.url}/api/health`); // by then the halves have arrived
  expect(await server.stop()).toBe(0); // 1 if the end had to be forced
  for (const socket of sockets) socket.destroy();
});

test('deux instances qui démarrent ensemble avec DEMO=1 sur une base vide : une seule la remplit, les deux ouvrent', async () => {
  // SET-17
  const empty = await emptyDatabase();
  const env = { DATABASE_URL: empty.url, DATA_DIR: dataDir, DEMO: '1' };
  const servers = await Promise.all([start(env), start(env)]);
  for (const { url } of servers) await tokenFor(url, 'camille.lambert@demo.example', 'manege-demo');
  for (const server of servers) await server.stop();
  const client = await connectTo(empty.url);
  const { rows } =
    await client.query(`select count(*)::int as comptes, (select count(*) > 50 from reservations) as lecons,
    (select count(*)::int from reservations r join users u on u.id = r.user_id
     where u.created_at >= r.created_at or r.created_at >= (r.date_reservation + r.heure_debut) at time zone 'Europe/Brussels' or r.created_at > now()) as impossibles from users`);
  // Started again after a season, a demonstration does not doubt the clock.
  await client.query("update horloge set battement_at = '2020-01-01'");
  const later = await start(env);
  const {
    rows: [admin],
  } = await client.query<{ email: string }>("select email from users where role = 'admin' limit 1");
  const { body } = await callWith(
    await tokenFor(later.url, admin?.email ?? '', 'manege-demo'),
    `${later.url}/api/horloge`,
  );
  expect(rows).toEqual([{ comptes: 17, lecons: true, impossibles: 0 }]);
  expect(body).toMatchObject({ juste: true });
});

test('un HOST ouvert au réseau est refusé avant que la démonstration ne soit en base', async () => {
  // SET-25
  const empty = await emptyDatabase();
  const { code, said } = await failure({ DATABASE_URL: empty.url, DEMO: '1', HOST: '0.0.0.0' });
  const client = await connectTo(empty.url);
  const { rows } = await client.query('select count(*)::int as comptes from users');
  expect(code).toBe(1);
  expect(said).toContain('comptes de démonstration');
  expect(rows).toEqual([{ comptes: 0 }]);
});

test('ADMIN_EMAIL et ADMIN_PASSWORD créent le premier administrateur, une fois', async () => {
  // ACC-38, ACC-47
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: 'Patronne@Centre.example',
    ADMIN_PASSWORD: 'la bride sur le cou',
  };
  const first = await start(env);
  const token = await tokenFor(first.url, 'patronne@centre.example', env.ADMIN_PASSWORD);
  expect((await callWith(token, `${first.url}/api/auth/get-session`)).body.user).toMatchObject({
    role: 'admin',
    statut: 'actif',
  });
  await first.stop();
  const second = await start({ ...env, ADMIN_PASSWORD: 'un autre mot de passe' });
  await expect(tokenFor(second.url, env.ADMIN_EMAIL, 'un autre mot de passe')).rejects.toThrow(
    'Email ou mot de passe incorrect.',
  );
  await second.stop();
  // She was deleted by the next administrator, and does not return with the next start.
  const client = await connectTo(database.url);
  await client.query("update users set email = 'successeur@centre.example'");
  const third = await start(env);
  await expect(tokenFor(third.url, env.ADMIN_EMAIL, env.ADMIN_PASSWORD)).rejects.toThrow(
    'Email ou mot de passe incorrect.',
  );
});

describe('un démarrage impossible se dit en une phrase', () => {
  // SET-18, SET-27
  test.each([
    [
      'un port déjà pris',
      async () => {
        const server = await start({ DATABASE_URL: database.url });
        return failure({ PORT: new URL(server.url).port });
      },
      /Le port \d+ est déjà pris\./,
    ],
    [
      "un HOST d'une autre machine",
      () => failure({ HOST: '203.0.113.7' }),
      /HOST : 203\.0\.113\.7 n'est pas une adresse de cette machine\./,
    ],
    [
      "un HOST qui n'existe pas",
      () => failure({ HOST: 'nulle-part.invalid' }),
      /HOST : nulle-part\.invalid n'est pas une adresse de cette machine\./,
    ],
    [
      'un mot de passe que PostgreSQL refuse',
      () =>
        failure({
          DATABASE_URL: Object.assign(new URL(database.url), { password: 'un-autre' }).href,
        }),
      /DATABASE_URL : le mot de passe est refusé\./,
    ],
    [
      "une base qui n'accepte que la lecture",
      async () => {
        const empty = await emptyDatabase();
        const url = new URL(empty.url);
        url.searchParams.set('options', '-c default_transaction_read_only=on');
        const answer = await failure({ DATABASE_URL: url.href });
        return answer;
      },
      /DATABASE_URL : la base de données n'accepte que la lecture/,
    ],
    [
      "le dossier d'un autre compte",
      async () => {
        const closed = mkdtempSync(join(tmpdir(), 'manege-ferme-'));
        writeFileSync(join(closed, 'secret'), "d'un autre", { mode: 0o000 });
        // Root may read everything, unless that right is removed.
        const answer = await failure(
          { DATA_DIR: closed },
          ...(process.getuid?.() === 0
            ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search']
            : []),
        );
        rmSync(closed, { recursive: true });
        return answer;
      },
      /Le dossier de données \S+ appartient à un autre compte : lancez Manège sous ce compte, ou indiquez un autre dossier par DATA_DIR\./,
    ],
    [
      'la production sans PUBLIC_URL',
      () => failure({ NODE_ENV: 'production', SECRET }),
      /PUBLIC_URL est demandée en production/,
    ],
    [
      'la production sans SECRET',
      () => failure({ NODE_ENV: 'production' }),
      /SECRET est demandé en production/,
    ],
    [
      'une base inconnue',
      () => failure({ DATABASE_URL: `${database.url}_absente` }),
      /DATABASE_URL : cette base de données n'existe pas\./,
    ],
  ] as const)('%s', async (_, run, sentence) => {
    const { code, said } = await run();
    expect(code).toBe(1);
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/^\s+at /m);
  });
});
