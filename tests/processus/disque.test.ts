/** A disk that becomes full: a real, small one, made for this test. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  type TestContext,
  vi,
} from 'vitest';
import { addDays } from '#domain/core/calendrier.ts';
import { slotsFrom } from '../support/bookings.ts';
import { callWith, type Server, startServer, tokenFor } from '../support/server.ts';
import { end, endHolders, type Holder, query, ready, startHolder } from '../support/holders.ts';
import { asOwner } from '../support/postgres.ts';

let dir: string;
let mounted = false;

const mount = (...args: string[]): boolean =>
  spawnSync('mount', [...args, dir], { stdio: 'ignore' }).status === 0;
const resize = (megabytes: number): void => {
  expect(mount('-o', `remount,size=${megabytes}m`)).toBe(true);
};
/** Fills the disk to the last byte. */
const fill = (): void => {
  const page = Buffer.alloc(65_536);
  expect(() => {
    for (;;) appendFileSync(join(dir, 'reste'), page);
  }).toThrow('ENOSPC');
};
const free = (): Promise<void> => rm(join(dir, 'reste'), { force: true });

beforeAll(async () => {
  dir = await mkdtemp(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'disque-'));
  mounted = mount('-t', 'tmpfs', '-o', 'size=30m,mode=755', 'none');
});

beforeEach(({ skip }: TestContext) =>
  skip(!mounted, 'a file system of our own cannot be mounted here (only root may)'),
);

afterEach(endHolders);

afterAll(async () => {
  if (mounted) spawnSync('umount', [dir]);
  if (existsSync(dir) && (await readdir(dir)).length === 0) await rm(dir, { recursive: true });
});

async function refusal(): Promise<unknown> {
  const holder = startHolder({ dataDir: join(dir, 'data') });
  const { detail } = await holder.until('refused', 'ready');
  await end(holder);
  return detail;
}

const logged = (holder: Holder, what: RegExp) =>
  vi.waitUntil(() => holder.said.some(({ detail }) => what.test(String(detail))), {
    timeout: 30_000,
  });

const FULL = /^Le disque de \S+\/data\S* est plein : libérez de la place, puis relancez Manège\.$/;

test('un démarrage sur un disque trop petit ou plein le dit en une phrase', async () => {
  expect(await refusal()).toMatch(FULL); // no room for the binaries
  resize(75);
  expect(await refusal()).toMatch(FULL); // nor for a cluster
  resize(180);
  const holder = startHolder({ dataDir: join(dir, 'data') });
  await ready(holder);
  await end(holder);
  fill();
  expect(await refusal()).toMatch(FULL); // nor for anything
  await free();
});

test("un PostgreSQL tombé faute de place attend qu'il y en ait, aussi longtemps qu'il faut, et repart de lui-même", async () => {
  resize(180);
  const holder = startHolder(
    { dataDir: join(dir, 'data') },
    { env: { ...process.env, PATIENCE_MS: '200' } },
  );
  const url = await ready(holder);
  await query(url, "create table selle (mot text); insert into selle values ('cheval')");
  fill();
  // Each switch of the write-ahead log needs another 16 MB. Without them the server panics.
  const client = new pg.Client({ connectionString: asOwner(join(dir, 'data'), url) });
  onTestFinished(() => client.end().catch(() => undefined));
  client.on('error', () => undefined);
  await client.connect();
  const switches = async () => {
    for (;;)
      await client.query("select pg_logical_emit_message(false, 'essai', 'x'), pg_switch_wal()");
  };
  await expect(switches()).rejects.toThrow(/terminat|PANIC|crash|No space/i);
  await logged(holder, /disque de .* est plein/);
  await sleep(2_000); // three times as long as it waits for a server that is down for another reason
  expect(holder.said.filter(({ event }) => event === 'exit')).toEqual([]);
  await free();
  await logged(holder, /PostgreSQL est reparti/);
  expect(await query(url, 'select mot from selle')).toEqual([{ mot: 'cheval' }]);
});

describe("l'application", () => {
  const ENV = { DEMO: '0', ADMIN_EMAIL: 'admin@essai.example', ADMIN_PASSWORD: 'selle-et-filet' };
  const SENTENCE =
    'Rien ne peut être enregistré pour le moment : le disque du serveur est plein. Veuillez prévenir le centre et réessayer plus tard.';
  let server: Server | undefined;

  afterEach(async () => {
    await server?.stop();
    await free();
  });

  test("un disque plein est dit à qui réserve et aux sondes, tant qu'il l'est", async () => {
    // API-12, UI-19
    resize(220);
    const env = { ...ENV, DATA_DIR: join(dir, 'application') };
    await rm(join(dir, 'data'), { recursive: true });
    server = await startServer(env);
    const token = await tokenFor(server.url, ENV.ADMIN_EMAIL, ENV.ADMIN_PASSWORD);
    const slots = slotsFrom(addDays(new Date().toLocaleDateString('sv-SE'), 1));
    const book = async () =>
      callWith(token, `${server?.url}/api/reservations`, {
        ...slots.next().value,
        remarques: 'x'.repeat(2000),
      });
    const health = () => callWith(token, `${server?.url}/api/health`);
    // health is not requested yet: its answer would be reused for five seconds (ADR-002)
    expect((await book()).status).toBe(201);
    fill();
    // The existing pages have room for some more bookings.
    let refused = await book();
    while (refused.status === 201) refused = await book();
    const full = { code: 'disque_plein', status: 503, message: SENTENCE };
    expect(refused.body).toEqual(full);
    await expect.poll(async () => (await health()).body, { timeout: 30_000 }).toEqual(full);
    await expect(startServer({ ...env, DATA_DIR: join(dir, 'autre') })).rejects.toThrow(
      /Manège ne peut pas démarrer\.\nLe disque .*est plein : libérez de la place, puis relancez Manège\./,
    );

    await free();
    await expect
      .poll(async () => (await health()).status, { timeout: 30_000, interval: 200 })
      .toBe(200);
    expect((await book()).status).toBe(201);
  });
});
