/** Real proxies in front of our instances, each with a configuration of its own in a folder of its own, on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export type FrontProxy = {
  url: string;
  /** What it complains of. */
  log(): string;
  stop(): Promise<void>;
};

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const hostsOf = (urls: readonly string[]): string[] => urls.map((url) => new URL(url).host);

const passesOn = async (url: string): Promise<boolean> => (await fetch(`${url}/api/centre`).catch(() => null))?.status === 200;

/** Starts one in the foreground, and waits until it passes a request on. */
async function start(command: string, args: (dir: string) => string[], config: (port: number, dir: string) => string, isReady = passesOn): Promise<FrontProxy> {
  const dir = mkdtempSync(join(tmpdir(), 'manege-proxy-'));
  chmodSync(dir, 0o755);
  const port = await freePort();
  writeFileSync(join(dir, 'proxy.conf'), `${config(port, dir)}\n`);
  const log = join(dir, 'log');
  writeFileSync(log, '');
  // Debian keeps both where only root looks.
  const child = spawn(command, args(dir), { env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => { said += bytes.toString(); });
  const gone = once(child, 'exit').catch((error: Error) => { said += error.message; });
  const proxy: FrontProxy = {
    url: `http://127.0.0.1:${port}`,
    log: () => readFileSync(log, 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
  for (let tries = 100; tries > 0 && child.exitCode === null && child.pid !== undefined; tries -= 1) {
    if (await isReady(proxy.url)) return proxy;
    await setTimeout(100);
  }
  await proxy.stop();
  throw new Error(`${command} did not start: ${said}`);
}

/** As docs/proxies.md says it; `buffered`: it reads a request whole before it passes it on, as it does by itself. */
export function startNginx(urls: readonly string[], { buffered = true } = {}): Promise<FrontProxy> {
  return start('nginx', (dir) => ['-p', dir, '-c', join(dir, 'proxy.conf'), '-e', join(dir, 'log')], (port, dir) => `
    daemon off;
    pid ${dir}/pid;
    worker_processes 1;
    error_log ${dir}/log warn;
    events { worker_connections 256; }
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/${kind};`).join('\n')}
      client_body_buffer_size 8m;
      client_max_body_size 0;
      upstream manege {
        ${hostsOf(urls).map((host) => `server ${host} fail_timeout=2s;`).join('\n')}
        keepalive 8;
      }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://manege;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          proxy_request_buffering ${buffered ? 'on' : 'off'};
          proxy_buffering off;
        }
      }
    }
  `);
}

const HAPROXY = (dir: string): string[] => ['-db', '-f', join(dir, 'proxy.conf')];

/** deploy/haproxy.cfg, without https. */
export function startHaproxy(urls: readonly string[]): Promise<FrontProxy> {
  return start('haproxy', HAPROXY, (port) => readFileSync('deploy/haproxy.cfg', 'utf8')
    .replace(/bind .*/, `bind 127.0.0.1:${port}`)
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace(/(?:^ {2}server .*\n)+/m, hostsOf(urls).map((host, n) => `  server instance${n} ${host}\n`).join('')));
}

/** deploy/haproxy-postgresql.cfg, in front of servers on these ports; `password`: that of the role which asks them. Ready once it has found one to send to. */
export function startHaproxyForPostgres(ports: readonly number[], password: string): Promise<FrontProxy> {
  return start('haproxy', HAPROXY, (port, dir) => {
    writeFileSync(join(dir, 'pgpass'), `*:*:postgres:manege_haproxy:${password}\n`, { mode: 0o600 });
    writeFileSync(join(dir, 'pg-primary.sh'), readFileSync('deploy/pg-primary.sh', 'utf8').replace('=/etc/haproxy/pgpass', `=${dir}/pgpass`), { mode: 0o755 });
    return readFileSync('deploy/haproxy-postgresql.cfg', 'utf8')
      .replace(/bind .*/, `bind 127.0.0.1:${port}`)
      .replace('/etc/haproxy/pg-primary.sh', `${dir}/pg-primary.sh`)
      .replace(/(?:^ {2}server .*\n)+/m, ports.map((one, n) => `  server s${n} 127.0.0.1:${one}\n`).join(''));
  }, sendsOn);
}

/** Whether a connection that says nothing is left open: HAProxy closes it where it knows no server. */
async function sendsOn(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return await Promise.race([once(socket, 'close').then(() => false), setTimeout(300, true)]);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
