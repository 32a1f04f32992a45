/**
 * An installed and built copy of the product, started by `npm start`. It has its own files, because
 * memory is counted in shares of pages (PSS): pages also mapped by the benchmark would count half.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startServer } from '../tests/support/server.ts';
import { PAST, settle } from './fixture.ts';
import { seedReservations } from './seed.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const APART = new Set(['.git', 'data', 'test-results']);
/** The files that an installation and a build write last. */
const STAMPS = ['node_modules/.package-lock.json', 'dist/web.sha256'];

export type Started = {
  url: string;
  port: number;
  /** The pid of npm. */
  pid: number;
  /** From the command to the first answer. */
  ms: number;
  /** Ctrl-C. */
  stop(): Promise<void>;
};

export type Installation = {
  start(): Promise<Started>;
  /** The times of the last installation and build. */
  stamps(): number[];
  remove(): Promise<void>;
};

/** Without the tools of the tests, with the demonstration and 50,000 stored reservations. */
export async function install(): Promise<Installation> {
  // The folder of the run is always removed in the end, and its PostgreSQL stopped.
  const folder = join(process.env['TEST_FOLDER'] ?? '', 'installation');
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  await cp(ROOT, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) =>
      !APART.has(relative(ROOT, from)) && packages[relative(ROOT, from)]?.dev !== true,
  });
  const first = await startServer({ DATA_DIR: join(folder, 'data') });
  const sql = new pg.Client({ connectionString: first.databaseUrl });
  await sql.connect();
  await seedReservations(sql, 50_000, PAST);
  await settle(sql);
  await sql.end();
  await first.stop();
  return {
    start: () => start(folder),
    stamps: () => STAMPS.map((path) => statSync(join(folder, path)).mtimeMs),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function start(folder: string): Promise<Started> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { PATH = '', HOME = '' } = process.env;
  // As in a terminal: `npm run bench` has put the tools of this folder first.
  const path = PATH.split(':')
    .filter((place) => !place.includes('node_modules'))
    .join(':');
  const begun = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH: path, HOME, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4_000);
    });
  const closed = once(child, 'close');
  const interrupt = (): void => {
    process.kill(-child.pid!, 'SIGINT');
  };
  process.once('exit', interrupt); // also if the measurement fails
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`npm start ended by itself:\n${printed}`);
    await sleep(10);
  }
  return {
    url,
    port,
    pid: child.pid!,
    ms: performance.now() - begun,
    async stop() {
      process.off('exit', interrupt);
      interrupt();
      await closed;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
