/**
 * A separate PostgreSQL server, as named by DATABASE_URL. Its port stays the same when it is
 * stopped and started.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { freePort } from './proxies.ts';
import { query } from './sauvegardes.ts';

export type External = {
  /** The address of an empty database, for its superuser. */
  url: string;
  process(): ChildProcess;
  start(): Promise<void>;
  /** A fast shutdown. */
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
};

/** Debian's PostgreSQL 15, if it is installed. */
export const POSTGRES_15 =
  ['/usr/lib/postgresql/15/bin'].find((bin) => existsSync(join(bin, 'initdb'))) ?? null;

/** PostgreSQL 18: the binaries that this run has copied. */
export const postgres18 = (): string =>
  globSync(join(process.env['TEST_FOLDER'] ?? '', 'postgresql/postgres-*/bin'))[0] ?? '';

/**
 * Starts one. `settings`: its settings, for instance `fsync=off` if the test is not about power
 * cuts.
 */
export async function startExternal(bin: string, ...settings: string[]): Promise<External> {
  const home = mkdtempSync(join(tmpdir(), 'manege-externe-'));
  const idOf = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (account.uid !== undefined) chownSync(home, account.uid, account.gid);
  const cluster = join(home, 'data');
  const options = {
    ...account,
    cwd: home,
    stdio: 'ignore' as const,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  };
  expect(
    spawnSync(
      join(bin, 'initdb'),
      [
        '-D',
        cluster,
        '-U',
        'manege',
        '--auth=trust',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
      options,
    ).status,
  ).toBe(0);
  const port = await freePort();
  const urlOf = (database: string) => `postgres://manege@127.0.0.1:${port}/${database}`;
  let server: ChildProcess;
  const it: External = {
    url: urlOf('manege'),
    process: () => server,
    async start() {
      server = spawn(
        join(bin, 'postgres'),
        [
          '-D',
          cluster,
          '-k',
          home,
          '-p',
          String(port),
          ...['listen_addresses=127.0.0.1', ...settings].flatMap((setting) => ['-c', setting]),
        ],
        options,
      );
      for (let turn = 0; ; turn += 1) {
        try {
          await query(urlOf('postgres'), 'select 1');
          return;
        } catch (error) {
          if (turn === 300) throw error;
          await sleep(50);
        }
      }
    },
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGINT');
      await once(server, 'exit');
    },
    async remove() {
      await it.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
  await it.start();
  await query(urlOf('postgres'), 'create database manege');
  return it;
}
