/** Real proxies in front of our instances, each with a configuration of its own in a folder of its own, on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
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

/** Starts one in the foreground, and waits until it passes a request on. */
async function start(command: string, args: (dir: string) => string[], config: (port: number, dir: string) => string): Promise<FrontProxy> {
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
    if ((await fetch(`${proxy.url}/api/centre`).catch(() => null))?.status === 200) return proxy;
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

/** As docs/proxies.md says it. */
export function startHaproxy(urls: readonly string[]): Promise<FrontProxy> {
  return start('haproxy', (dir) => ['-db', '-f', join(dir, 'proxy.conf')], (port) => `
    global
      maxconn 256
    defaults
      mode http
      timeout connect 2s
      timeout client 60s
      timeout server 60s
    frontend entree
      bind 127.0.0.1:${port}
      default_backend manege
    backend manege
      option httpchk GET /api/health/ready
      option redispatch 1
      retries 3
      default-server check inter 500ms fall 1 rise 1
      ${hostsOf(urls).map((host, n) => `server instance${n} ${host}`).join('\n      ')}
  `);
}
