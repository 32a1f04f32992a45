import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import {
  canUnshare,
  end,
  endHolders,
  type Holder,
  killInContainer,
  query,
  ready,
  startHolder,
} from '../support/holders.ts';

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'embarque-'));
  await chmod(dir, 0o755);
});

afterEach(endHolders);

afterAll(() => rm(dir, { recursive: true, force: true }));

const start = (): Holder => startHolder({ dataDir: dir });

/** Of two keepers of one folder, one serves and reports it; the other is refused. */
async function expectOneOf(both: [Holder, Holder]): Promise<Holder> {
  const ends = await Promise.all(both.map(({ until }) => until('ready', 'refused')));
  expect(ends.map(({ event }) => event).toSorted()).toEqual(['ready', 'refused']);
  const [one, other] = both;
  const winner = ends[0]?.event === 'ready' ? one : other;
  expect(await query(await ready(winner), 'select 1 as un')).toEqual([{ un: 1 }]);
  return winner;
}

const pidFile = () => join(dir, 'postgresql/base-18/data/postmaster.pid');
const postmasterPid = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);

test("deux premiers démarrages simultanés : un seul tient le dossier, rien n'est abîmé", async () => {
  await expectOneOf([start(), start()]);
});

test("PostgreSQL démarre, garde ce qu'on lui confie et s'arrête avec l'application", async () => {
  const first = start();
  const url = await ready(first);
  await query(url, "create table garde (mot text); insert into garde values ('cheval')");
  expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(url, 'select host(inet_server_addr()) as adresse')).toEqual([
    { adresse: '127.0.0.1' },
  ]);
  await end(first);
  expect(first.said.at(-1)?.event).toBe('stopped');
  await expect(readFile(pidFile())).rejects.toThrow('ENOENT');
  expect(await query(await ready(start()), 'select mot from garde')).toEqual([{ mot: 'cheval' }]);
});

test("après un kill -9 de l'application, le démarrage suivant ne demande aucun geste", async () => {
  const killed = start();
  await query(await ready(killed), "insert into garde values ('poney')");
  const orphan = await postmasterPid();
  await end(killed, 'SIGKILL');
  expect(() => process.kill(orphan, 0)).not.toThrow();
  expect(await query(await ready(start()), 'select mot from garde order by mot')).toEqual([
    { mot: 'cheval' },
    { mot: 'poney' },
  ]);
  expect(await postmasterPid()).not.toBe(orphan);
});

test("après un kill -9 de l'application et de PostgreSQL, un postmaster.pid périmé ou vide ne gêne pas", async () => {
  for (const left of ['as it is', `${process.pid}\n`, '']) {
    const killed = start();
    await ready(killed);
    const postmaster = await postmasterPid();
    await end(killed, 'SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await sleep(300); // PostgreSQL's other processes end
    const text = await readFile(pidFile(), 'utf8');
    if (left !== 'as it is')
      await writeFile(
        pidFile(),
        left +
          text
            .split('\n')
            .slice(1, left === '' ? 1 : undefined)
            .join('\n'),
      );
    const next = start();
    expect(await query(await ready(next), 'select count(*)::int as mots from garde')).toEqual([
      { mots: 2 },
    ]);
    await end(next);
  }
});

test("une base que d'autres comptes peuvent lire, ou à qui un fichier manque : une phrase, et la commande imprimée la rend", async () => {
  // OPS-28
  const data = join(dir, 'postgresql/base-18/data');
  const first = start();
  await ready(first);
  await end(first);
  await chmod(data, 0o777);
  const refusal = async (): Promise<string> =>
    String((await start().until('refused', 'ready')).detail);
  const said = await refusal();
  expect(said).toContain(`PostgreSQL refuse le dossier ${data}`);
  expect(spawnSync('sh', ['-c', said.split('\n').at(-1) ?? '']).status).toBe(0);
  await rename(join(data, 'PG_VERSION'), join(dir, 'PG_VERSION'));
  expect(await refusal()).toContain(`Le dossier ${data} n'est plus une base de PostgreSQL`);
  await rename(join(dir, 'PG_VERSION'), join(data, 'PG_VERSION'));
  expect(await query(await ready(start()), 'select 1 as un')).toEqual([{ un: 1 }]);
});

test('un second démarrage sur un dossier vivant est refusé par une phrase, et le premier continue', async () => {
  // SET-19
  const first = start();
  const url = await ready(first);
  const second = start();
  await second.until('refused');
  expect(second.said.at(-1)?.detail).toContain(
    'Ce dossier de données est déjà utilisé par un autre Manège',
  );
  expect(await query(url, 'select 1 as un')).toEqual([{ un: 1 }]);
});

test("un second démarrage attend le premier qui est en train de s'arrêter", async () => {
  const first = start();
  await ready(first);
  const second = start();
  await second.until('log');
  await end(first);
  expect(await query(await ready(second), 'select 1 as un')).toEqual([{ un: 1 }]);
});

test('un PostgreSQL qui meurt est relancé sur le même port, et le dossier reste tenu', async () => {
  const holder = start();
  const url = await ready(holder);
  process.kill(await postmasterPid(), 'SIGKILL');
  await expect
    .poll(() => holder.said.map(({ detail }) => detail), { timeout: 30_000 })
    .toContain('PostgreSQL est reparti.');
  expect(await query(url, 'select count(*)::int as mots from garde')).toEqual([{ mots: 2 }]);
  const second = start();
  await second.until('refused');
});

test.skipIf(process.platform === 'darwin')(
  'sans la commande flock, rien ne démarre et une phrase la nomme',
  async () => {
    const holder = startHolder({ dataDir: dir }, { env: { ...process.env, PATH: '/nulle-part' } });
    expect((await holder.until('ready', 'refused')).detail).toMatch(
      /^La commande « flock » manque.*util-linux/,
    );
  },
);

/** Two containers on one volume: neither sees the other's processes nor its shared memory. */
describe('depuis un autre conteneur', () => {
  // SET-19
  const container = () => startHolder({ dataDir: dir }, { container: true });
  const needsNamespaces = (context: TestContext) => {
    if (!canUnshare())
      context.skip(
        "unshare demande root et n'est pas permis ici : rien n'est vérifié entre conteneurs.",
      );
  };

  test('un second démarrage est refusé tant que le premier gardien vit', async (context) => {
    needsNamespaces(context);
    const first = container();
    const url = await ready(first);
    expect((await container().until('ready', 'refused')).detail).toContain(
      'Ce dossier de données est déjà utilisé par un autre Manège',
    );
    expect((await start().until('ready', 'refused')).event).toBe('refused');
    expect(await query(url, 'select count(*)::int as mots from garde')).toEqual([{ mots: 2 }]);
  });

  test("il est refusé aussi quand le gardien est mort d'un kill -9 et que son PostgreSQL vit, jusqu'à la fin du conteneur", async (context) => {
    needsNamespaces(context);
    const first = container();
    const url = await ready(first);
    await killInContainer(first);
    // One after the other: each would mention the other one first.
    for (const begin of [container, start])
      expect((await begin().until('ready', 'refused')).detail).toContain('arrêtez ce conteneur');
    expect(await query(url, "insert into garde values ('âne') returning mot")).toEqual([
      { mot: 'âne' },
    ]);
    await end(first);
    expect(
      await query(await ready(container()), 'select count(*)::int as mots from garde'),
    ).toEqual([{ mots: 3 }]);
  });

  test('de deux premiers démarrages sur un dossier vide, un seul crée la base et la sert', async (context) => {
    needsNamespaces(context);
    const empty = join(dir, 'vide');
    await mkdir(empty);
    await expectOneOf([
      startHolder({ dataDir: empty }, { container: true }),
      startHolder({ dataDir: empty }, { container: true }),
    ]);
    expect(
      (await readdir(join(empty, 'postgresql'))).filter((name) => name.includes('tmp')),
    ).toEqual([]);
  });
});
