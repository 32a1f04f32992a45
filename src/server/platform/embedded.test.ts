import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const HOLDER = fileURLToPath(new URL('../../../tests/support/embedded_holder.ts', import.meta.url));
type Said = { event: 'log' | 'ready' | 'refused' | 'stopped' | 'exit'; detail: unknown };
type Holder = { child: ChildProcess; said: Said[]; until: (event: Said['event']) => Promise<Said> };

let dir: string;
const holders: Holder[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'embarque-'));
  await chmod(dir, 0o755);
});

afterEach(async () => {
  for (const { child } of holders.splice(0)) await end(child, 'SIGTERM');
});

afterAll(() => rm(dir, { recursive: true, force: true }));

/** The application's stand-in, as a process of its own, because it is there to be killed. */
function start(dataDir = dir): Holder {
  const child = spawn(process.execPath, [HOLDER, dataDir], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const said: Said[] = [];
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (line) => said.push(JSON.parse(line) as Said));
  const holder: Holder = {
    child,
    said,
    async until(event) {
      for (;;) {
        const found = said.find((one) => one.event === event);
        if (found) return found;
        if (said.some((one) => one.event === 'refused')) throw new Error(JSON.stringify(said));
        await sleep(20);
      }
    },
  };
  holders.push(holder);
  return holder;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function ready(holder: Holder): Promise<string> {
  const { detail } = await holder.until('ready');
  return (detail as { url: string }).url;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => join(dir, 'postgresql/base-18/data/postmaster.pid');
const postmasterPid = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);

test('deux premiers démarrages simultanés : un seul tient le dossier, rien n\'est abîmé', async () => {
  const both = [start(), start()];
  while (both.some(({ said }) => !said.some(({ event }) => event === 'ready' || event === 'refused'))) await sleep(50);
  expect(both.map(({ said }) => said.at(-1)?.event).toSorted()).toEqual(['ready', 'refused']);
  const winner = both.find(({ said }) => said.at(-1)?.event === 'ready');
  expect(await query(await ready(winner ?? start()), 'select 1 as un')).toEqual([{ un: 1 }]);
});

test('PostgreSQL démarre, garde ce qu\'on lui confie et s\'arrête avec l\'application', async () => {
  const first = start();
  const url = await ready(first);
  await query(url, 'create table garde (mot text); insert into garde values (\'cheval\')');
  expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(url, 'select host(inet_server_addr()) as adresse')).toEqual([{ adresse: '127.0.0.1' }]);
  await end(first.child, 'SIGTERM');
  expect(first.said.at(-1)?.event).toBe('stopped');
  await expect(readFile(pidFile())).rejects.toThrow('ENOENT');
  expect(await query(await ready(start()), 'select mot from garde')).toEqual([{ mot: 'cheval' }]);
});

test('après un kill -9 de l\'application, le démarrage suivant ne demande aucun geste', async () => {
  const killed = start();
  await query(await ready(killed), 'insert into garde values (\'poney\')');
  const orphan = await postmasterPid();
  await end(killed.child, 'SIGKILL');
  expect(() => process.kill(orphan, 0)).not.toThrow();
  expect(await query(await ready(start()), 'select mot from garde order by mot')).toEqual([{ mot: 'cheval' }, { mot: 'poney' }]);
  expect(await postmasterPid()).not.toBe(orphan);
});

test('après un kill -9 de l\'application et de PostgreSQL, un postmaster.pid périmé ou vide ne gêne pas', async () => {
  for (const left of ['as it is', `${process.pid}\n`, '']) {
    const killed = start();
    await ready(killed);
    const postmaster = await postmasterPid();
    await end(killed.child, 'SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await sleep(300);
    const text = await readFile(pidFile(), 'utf8');
    if (left !== 'as it is') await writeFile(pidFile(), left + text.split('\n').slice(1, left === '' ? 1 : undefined).join('\n'));
    const next = start();
    expect(await query(await ready(next), 'select count(*)::int as mots from garde')).toEqual([{ mots: 2 }]);
    await end(next.child, 'SIGTERM');
  }
});

test('un second démarrage sur un dossier vivant est refusé par une phrase, et le premier continue', async () => {
  const first = start();
  const url = await ready(first);
  const second = start();
  while (!second.said.some(({ event }) => event === 'refused')) await sleep(50);
  expect(second.said.at(-1)?.detail).toContain('Ce dossier de données est déjà utilisé par un autre Manège');
  expect(await query(url, 'select 1 as un')).toEqual([{ un: 1 }]);
});

test('un second démarrage attend le premier qui est en train de s\'arrêter', async () => {
  const first = start();
  await ready(first);
  const second = start();
  await second.until('log');
  await end(first.child, 'SIGTERM');
  expect(await query(await ready(second), 'select 1 as un')).toEqual([{ un: 1 }]);
});

test('un PostgreSQL qui meurt est relancé sur le même port, et le dossier reste tenu', async () => {
  const holder = start();
  const url = await ready(holder);
  process.kill(await postmasterPid(), 'SIGKILL');
  while (!holder.said.some(({ detail }) => detail === 'PostgreSQL est reparti.')) await sleep(50);
  expect(await query(url, 'select count(*)::int as mots from garde')).toEqual([{ mots: 2 }]);
  const second = start();
  while (!second.said.some(({ event }) => event === 'refused')) await sleep(50);
});
