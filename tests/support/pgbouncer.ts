/** A real pgbouncer between instances and their database, with the configuration that deploy/ holds. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './proxies.ts';

export type Pgbouncer = {
  /** The database through it. */
  url: string;
  stop(): Promise<void>;
};

// Debian keeps it where only root looks.
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };

/** False if it is not installed: what needs it is then counted as not run. */
export const HAS_PGBOUNCER = spawnSync('pgbouncer', ['--version'], { env }).status === 0;

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    return await once(socket, 'connect').then(() => true, () => false);
  } finally {
    socket.destroy();
  }
}

/** Starts one with `size` connections to the server of `target`, on a given port or a free one. */
export async function startPgbouncer(target: string, { size = 20, port: wanted }: { size?: number; port?: number } = {}): Promise<Pgbouncer> {
  const url = new URL(target);
  const port = wanted ?? await freePort();
  const dir = mkdtempSync(join(tmpdir(), 'manege-pgbouncer-'));
  chmodSync(dir, 0o755); // as root it runs under another account
  const users = join(dir, 'userlist.txt');
  writeFileSync(users, `"${url.username}" "${decodeURIComponent(url.password)}"\n`);
  const name = url.pathname.slice(1);
  writeFileSync(join(dir, 'pgbouncer.ini'), readFileSync('deploy/pgbouncer.ini', 'utf8')
    .replace(/^manege = .*$/m, `${name} = host=127.0.0.1 port=${url.port} dbname=${name}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${size}`));
  const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), join(dir, 'pgbouncer.ini')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => { said += bytes.toString(); });
  const gone = once(child, 'exit');
  for (let tries = 100; !await answers(port); tries -= 1) {
    if (tries === 0 || child.exitCode !== null) throw new Error(`pgbouncer did not start: ${said}`);
    await setTimeout(50);
  }
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href,
    async stop() {
      child.kill('SIGINT');
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
