/**
 * A PostgreSQL server and its synchronous standby, on separate ports, with the binaries of the
 * run's embedded server.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './proxies.ts';

export type Node = {
  port: number;
  /** The address of its database `postgres`, as the superuser. */
  url: string;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  /** `kill -9` of all its processes. */
  kill(): Promise<void>;
  query<Row extends object>(sql: string): Promise<Row[]>;
};

export type Pair = {
  primary: Node;
  standby: Node;
  /** The password of the roles manege and manege_haproxy. */
  password: string;
  stop(): Promise<void>;
};

/**
 * Both run, and the primary waits for the standby at each commit. The database `manege` of the role
 * `manege` is empty.
 */
export async function startPair(): Promise<Pair> {
  const folder = process.env['TEST_FOLDER'] ?? '';
  const owner = statSync(join(folder, 'postgresql/base-18/data'));
  const account = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {};
  const bin = join(
    folder,
    'postgresql',
    readdirSync(join(folder, 'postgresql')).find((name) => /^postgres-\d[^/]*$/.test(name)) ?? '',
    'bin',
  );
  const dir = mkdtempSync(join(tmpdir(), 'manege-paire-'));
  chmodSync(dir, 0o755);
  if (account.uid !== undefined) chownSync(dir, account.uid, account.gid);
  const password = randomBytes(12).toString('hex');
  const options = {
    ...account,
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
  };

  const nodeIn = (
    name: string,
    port: number,
  ): Node & { data: string; child(): ChildProcess | undefined } => {
    const data = join(dir, name);
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    let child: ChildProcess | undefined;
    const node = {
      port,
      url,
      data,
      child: () => child,
      async query<Row extends object>(sql: string): Promise<Row[]> {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        try {
          return (await client.query<Row>(sql)).rows;
        } finally {
          await client.end();
        }
      },
      async start() {
        child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port)], {
          ...options,
          stdio: 'ignore',
        });
        for (const end = Date.now() + 20_000; ; await sleep(50)) {
          try {
            return void (await node.query('select 1'));
          } catch (error) {
            if (Date.now() > end || child.exitCode !== null) throw error;
          }
        }
      },
      async kill() {
        const { pid } = child!;
        const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], {
          encoding: 'utf8',
        })
          .split('\n')
          .map(Number)
          .filter(Boolean);
        const gone = once(child!, 'exit');
        for (const one of [pid!, ...children]) process.kill(one, 'SIGKILL');
        await gone;
      },
    };
    return node;
  };

  const [primary, standby] = [nodeIn('a', await freePort()), nodeIn('b', await freePort())];
  writeFileSync(join(dir, 'password'), password, { mode: 0o644 });
  execFileSync(
    join(bin, 'initdb'),
    [
      '-D',
      primary.data,
      '-U',
      'postgres',
      `--pwfile=${join(dir, 'password')}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ],
    options,
  );
  appendFileSync(
    join(primary.data, 'postgresql.conf'),
    "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nshared_buffers = 32MB\n",
  );
  await primary.start();
  for (const sql of [
    `create role manege login createdb password '${password}'`,
    'create database manege owner manege',
    `create role manege_haproxy login password '${password}' in role pg_monitor`,
    `create role copie login replication password '${password}'`,
  ])
    await primary.query(sql);
  const stopped = once(primary.child()!, 'exit');
  primary.child()!.kill('SIGINT');
  await stopped;
  // A copy of a stopped server is a base backup.
  execFileSync('cp', ['-a', primary.data, standby.data], options);
  writeFileSync(join(standby.data, 'standby.signal'), '');
  if (account.uid !== undefined)
    chownSync(join(standby.data, 'standby.signal'), account.uid, account.gid);
  appendFileSync(
    join(standby.data, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=copie password=${password} application_name=b'\n`,
  );
  appendFileSync(join(primary.data, 'postgresql.conf'), "synchronous_standby_names = 'b'\n");
  await Promise.all([primary.start(), standby.start()]);
  for (const end = Date.now() + 20_000; ; await sleep(100)) {
    if (
      (await primary.query("select 1 from pg_stat_replication where sync_state = 'sync'")).length >
      0
    )
      break;
    if (Date.now() > end) throw new Error('the standby does not follow');
  }
  return {
    primary,
    standby,
    password,
    async stop() {
      for (const node of [primary, standby])
        if (node.child()?.exitCode === null && node.child()?.signalCode === null) await node.kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
