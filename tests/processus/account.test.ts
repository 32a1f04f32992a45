/**
 * `npm run account`, on a given database, and on the embedded one while Manège runs and while it
 * does not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../src/server/actions/backups/demo.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { quick, type Server, startServer } from '../support/server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function account(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; said: string }> {
  const child = spawn('node', ['scripts/command.mjs', 'account', ...args], {
    cwd: ROOT,
    env: { ...quick(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

const email = DEMO_PEOPLE[1]!.email;

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const block = (url: string) =>
  query(
    url,
    `insert into essais (cle, survenu_at) select 'compte ${email}', now() from generate_series(1, 50)`,
  );
/** The remaining count, and who unlocked the account, from where. */
const left = async (url: string) => ({
  counted: await query(url, `select 1 from essais where cle = 'compte ${email}'`),
  journal: await query(url, "select acteur_id, ip from journal where action = 'compte.debloque'"),
});
const UNLOCKED = {
  code: 0,
  said: `Le compte ${email} est débloqué : la connexion est de nouveau possible depuis un nouvel appareil.\n`,
};
const BY_SERVER = [{ acteur_id: null, ip: 'serveur' }];

let database: TestDatabase;
let server: Server;
beforeAll(async () => {
  database = await createDatabase();
  server = await startServer({
    DATABASE_URL: database.url,
    SECRET: 'un-secret-de-test-assez-long-pour-servir',
    DEMO: '1',
  });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

test("reset-password affiche un lien d'une heure, sans serveur d'emails : il sert une fois, remplace le précédent, et le journal le dit", async () => {
  // ACC-59
  const admin = DEMO_PEOPLE[0]!.email;
  const env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://reservation.centre.be/' };
  const draw = async (): Promise<string> => {
    const { code, said } = await account(['reset-password', ` ${admin.toUpperCase()} `], env);
    expect([code, said.split('\n')[0]]).toEqual([
      0,
      `Nouveau mot de passe du compte ${admin} : ouvrez ce lien dans l'heure, il ne sert qu'une fois.`,
    ]);
    return (
      /^ {2}https:\/\/reservation\.centre\.be\/reset-password#token=([\w-]{43})$/m.exec(
        said,
      )?.[1] ?? said
    );
  };
  const post = (path: string, body: object) =>
    fetch(`${server.url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify(body),
    });
  const choose = async (token: string) =>
    (await post('reset-password', { token, newPassword: 'une bombe et des guêtres' })).status;
  const before = await draw();
  const token = await draw();
  const rows = await query<{ ends: number }>(
    database.url,
    "select extract(epoch from expires_at - now())::int as ends from verifications where identifier like 'mot_de_passe:%'",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.ends).toBeGreaterThan(3_500);
  expect(rows[0]!.ends).toBeLessThanOrEqual(3_600);
  expect([await choose(before), await choose(token), await choose(token)]).toEqual([400, 200, 400]);
  expect(
    (await post('sign-in/email', { email: admin, password: 'une bombe et des guêtres' })).status,
  ).toBe(200);
  expect(
    await query(
      database.url,
      "select acteur_id, ip, objet, details from journal where action = 'motdepasse.lien'",
    ),
  ).toEqual(Array.from({ length: 2 }, () => ({ ...BY_SERVER[0], objet: 'compte', details: {} })));
  const { code, said } = await account(['reset-password', admin], { DATABASE_URL: database.url });
  expect([code, said]).toEqual([
    0,
    expect.stringContaining('  http://localhost:3000/reset-password#token='),
  ]);
  expect(said).toContain("PUBLIC_URL n'est pas donnée ici");
  await query(
    database.url,
    `update mots_de_passe set hachage = (select hachage from mots_de_passe join users on users.id = user_id where email = '${email}') where user_id = (select id from users where email = '${admin}')`,
  );
  await query(database.url, 'delete from sessions');
  await query(database.url, 'delete from appareils');
});

test('avec DATABASE_URL : unlock débloque, sign-out termine les sessions, le journal le dit ; une adresse sans compte et un mauvais usage se disent', async () => {
  // ACC-59
  const env = { DATABASE_URL: database.url };
  await block(database.url);
  expect(await account(['unlock', email.toUpperCase()], env)).toEqual(UNLOCKED);
  expect(await left(database.url)).toEqual({ counted: [], journal: BY_SERVER });

  // ACC-59: every session and pending sign-in of the account, its devices, and nobody else's.
  const other = DEMO_PEOPLE[0]!.email;
  for (const one of [email, email, other]) {
    const { status } = await fetch(`${server.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email: one, password: DEMO_PASSWORD }),
    });
    expect(status).toBe(200);
  }
  const open = async (table: string) =>
    (
      await query<{ email: string }>(
        database.url,
        `select email from ${table} join users on users.id = user_id order by email`,
      )
    ).map((row) => row.email);
  expect([await open('sessions'), await open('appareils')]).toEqual([
    [email, email, other].toSorted(),
    [email, email, other].toSorted(),
  ]);
  expect(await account(['sign-out', email], env)).toEqual({
    code: 0,
    said: `Les sessions du compte ${email} sont terminées, ses appareils oubliés et ses adresses de calendrier supprimées.\n`,
  });
  expect([await open('sessions'), await open('appareils')]).toEqual([[other], [other]]);
  expect(
    await query(
      database.url,
      "select acteur_id, ip from journal where action = 'compte.deconnecte'",
    ),
  ).toEqual(BY_SERVER);

  expect(await account(['unlock', 'personne@nulle-part.example'], env)).toEqual({
    code: 1,
    said: "Aucun compte n'a l'adresse personne@nulle-part.example.\n",
  });
  for (const wrong of [[], ['unlock'], ['toString', email], ['unlock', email, email]]) {
    const { code, said } = await account(wrong, env);
    expect([code, said.split('\n')[0]]).toEqual([2, 'Usage : npm run account COMMANDE EMAIL']);
  }
  const { code, said } = await account(['unlock', email], {
    DATABASE_URL: 'postgres://personne:secret@127.0.0.1:1/rien',
  });
  expect([code, said]).toEqual([
    1,
    'La commande a échoué (ECONNREFUSED). La base de données répond-elle ?\n',
  ]);
});

test('unlock, sur la base embarquée, que Manège soit démarré ou non', async () => {
  // ACC-59
  const dir = mkdtempSync(join(tmpdir(), 'manege-account-'));
  chmodSync(dir, 0o755); // PostgreSQL's account must be able to enter it
  onTestFinished(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const env = { DATA_DIR: join(dir, 'data') };
  expect((await account(['unlock', email], env)).said).toMatch(/^Le dossier .* n'existe pas/);
  const embedded = await startServer({ ...env, DEMO: '1' });
  try {
    await block(embedded.databaseUrl);
    expect(await account(['unlock', email], env)).toEqual(UNLOCKED);
    expect(await left(embedded.databaseUrl)).toEqual({ counted: [], journal: BY_SERVER });
    expect((await fetch(`${embedded.url}/api/health`)).status).toBe(200);
    await block(embedded.databaseUrl);
  } finally {
    await embedded.stop();
  }
  expect(await account(['unlock', email], env)).toEqual(UNLOCKED);
  const again = await startServer(env);
  try {
    expect(await left(again.databaseUrl)).toEqual({
      counted: [],
      journal: [...BY_SERVER, ...BY_SERVER],
    });
  } finally {
    await again.stop();
  }
});

test("reset-2fa retire la double authentification d'un compte, et termine ses sessions", async () => {
  // ACC-65
  await query(
    database.url,
    `insert into seconds_facteurs (user_id, secret, actif_at) select id, 'x', now() from users where email = '${email}'`,
  );
  await query(
    database.url,
    `insert into sessions (empreinte, user_id, expires_at) select 'x', id, now() + interval '1 day' from users where email = '${email}'`,
  );
  expect(await account(['reset-2fa', email], { DATABASE_URL: database.url })).toEqual({
    code: 0,
    said: `La double authentification du compte ${email} est réinitialisée.\n`,
  });
  const remaining = `select from (select user_id from seconds_facteurs union all select user_id from sessions) s join users on users.id = user_id where email = '${email}'`;
  expect(await query(database.url, remaining)).toEqual([]);
  expect(
    await query(
      database.url,
      "select acteur_id, ip from journal where action = 'facteur.reinitialise'",
    ),
  ).toEqual(BY_SERVER);
});
