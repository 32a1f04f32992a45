/**
 * Real proxies in front of our instances, each with its own configuration in its own folder, on a
 * free port.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestContext } from 'vitest';

export type FrontProxy = {
  url: string;
  /** The plain http address that its recipe redirects to https. */
  redirection: string;
  pid: number;
  /** Its error output. */
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

const passesOn = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/api/centre`).catch(() => null))?.status === 200;

// Debian installs servers in a folder that only root has in its PATH.
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
const VERSION = { nginx: '-v', haproxy: '-v', caddy: 'version' };

/** Lists the test as not run if the program is not installed here. */
export function needs(context: Pick<TestContext, 'skip'>, program: keyof typeof VERSION): void {
  if (spawnSync(program, [VERSION[program]], { env }).status !== 0)
    context.skip(`${program} is not installed.`);
}

type Recipe = {
  command: string;
  args: (dir: string) => string[];
  /** `other`: a second free port, for plain http. */
  config: (port: number, dir: string, other: number) => string;
  isReady?: (url: string) => Promise<boolean>;
};

/** Starts one in the foreground, and waits until it passes a request on. */
async function start({ command, args, config, isReady = passesOn }: Recipe): Promise<FrontProxy> {
  const dir = mkdtempSync(join(tmpdir(), 'manege-proxy-'));
  chmodSync(dir, 0o755);
  const [port, other] = [await freePort(), await freePort()];
  writeFileSync(join(dir, 'proxy.conf'), `${config(port, dir, other)}\n`);
  const log = join(dir, 'log');
  writeFileSync(log, '');
  // In a folder that its account may enter, because psql does not start in another.
  const child = spawn(command, args(dir), {
    cwd: dir,
    env: { ...env, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
  const gone = once(child, 'exit').catch((error: Error) => {
    said += error.message;
  });
  const proxy: FrontProxy = {
    url: `http://127.0.0.1:${port}`,
    redirection: `http://127.0.0.1:${other}`,
    pid: child.pid ?? 0,
    log: () => readFileSync(log, 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
  for (
    let tries = 100;
    tries > 0 && child.exitCode === null && child.pid !== undefined;
    tries -= 1
  ) {
    if (await isReady(proxy.url)) return proxy;
    await setTimeout(100);
  }
  await proxy.stop();
  throw new Error(`${command} did not start: ${said}`);
}

/**
 * Each pattern is replaced by its value. A pattern that is not found is an error, so that a recipe
 * cannot change unnoticed.
 */
function adapt(path: string, changes: [RegExp, string][]): string {
  return changes.reduce(
    (text, [pattern, by]) => {
      if (!pattern.test(text)) throw new Error(`${path} does not have ${String(pattern)}`);
      return text.replace(pattern, by);
    },
    readFileSync(path, 'utf8'),
  );
}

/**
 * deploy/nginx.conf, without https. `buffered`: it reads a request completely before it passes it
 * on, which is its default.
 */
export function startNginx(
  urls: readonly string[],
  { buffered = true, maxBody = '0' } = {},
): Promise<FrontProxy> {
  return start({
    command: 'nginx',
    args: (dir) => ['-p', dir, '-c', join(dir, 'proxy.conf'), '-e', join(dir, 'log')],
    config: (port, dir, other) => `
      daemon off;
      pid ${dir}/pid;
      worker_processes 1;
      worker_rlimit_nofile 16384;
      error_log ${dir}/log warn;
      events { worker_connections 4096; }
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/${kind};`).join('\n')}
        client_body_buffer_size 8m;
        proxy_request_buffering ${buffered ? 'on' : 'off'};
        ${adapt('deploy/nginx.conf', [
          [
            /(?:^ {2}server 127.*\n)+/m,
            hostsOf(urls)
              .map((host) => `  server ${host} fail_timeout=2s;\n`)
              .join(''),
          ],
          [/listen 80;/, `listen 127.0.0.1:${other};`],
          [/listen 443 ssl;/, `listen 127.0.0.1:${port};`],
          [/^ {2}ssl_.*\n/m, ''],
          [/^ {2}ssl_.*\n/m, ''],
          [/client_max_body_size 6m/, `client_max_body_size ${maxBody}`],
          [/Host \$host/, 'Host $http_host'],
          [/(?<=X-Forwarded-Host )\$host/, '$http_host'],
        ])}
      }
    `,
  });
}

const isRoot = (): boolean => process.getuid?.() === 0;
const idOf = (flag: string): number =>
  Number(spawnSync('id', [flag, 'haproxy'], { encoding: 'utf8' }).stdout);
const haproxyAccount = (): [uid: number, gid: number] => [idOf('-u'), idOf('-g')];

const HAPROXY = (dir: string): string[] => ['-db', '-f', join(dir, 'proxy.conf')];

/**
 * deploy/haproxy.cfg, without https. It has its own account only if root starts it, because only
 * root can change accounts.
 */
export function startHaproxy(urls: readonly string[]): Promise<FrontProxy> {
  return start({
    command: 'haproxy',
    args: HAPROXY,
    config: (port, _, other) =>
      adapt('deploy/haproxy.cfg', [
        [/bind :80$/m, `bind 127.0.0.1:${other}`],
        [/bind :443 .*/, `bind 127.0.0.1:${port}`],
        [/X-Forwarded-Proto https/, 'X-Forwarded-Proto http'],
        [
          /(?:^ {2}server .*\n)+/m,
          hostsOf(urls)
            .map((host, n) => `  server instance${n} ${host}\n`)
            .join(''),
        ],
        ...(isRoot()
          ? []
          : [[/^ {2}(?:chroot|user|group) .*\n {2}.*\n {2}.*\n/m, ''] satisfies [RegExp, string]]),
      ]),
  });
}

/** deploy/Caddyfile, without https. */
export function startCaddy(url: string): Promise<FrontProxy> {
  return start({
    command: 'caddy',
    args: (dir) => ['run', '--adapter', 'caddyfile', '--config', join(dir, 'proxy.conf')],
    config: (port) =>
      adapt('deploy/Caddyfile', [
        [/^\{\n/m, '{\n\tadmin off\n'],
        [/\{\$SITE\}/, `http://127.0.0.1:${port}`],
        [/\{\$UPSTREAM:manege:3000\}/, new URL(url).host],
      ]),
  });
}

/**
 * deploy/haproxy-postgresql.cfg, in front of servers on these ports. `password`: the password of
 * the role that checks them. Ready once it has found a server to send to.
 */
export function startHaproxyForPostgres(
  ports: readonly number[],
  password: string,
): Promise<FrontProxy> {
  const config = (port: number, dir: string): string => {
    const pgpass = join(dir, 'pgpass');
    writeFileSync(pgpass, `*:*:postgres:manege_haproxy:${password}\n`, { mode: 0o600 });
    if (isRoot()) chownSync(pgpass, ...haproxyAccount());
    writeFileSync(
      join(dir, 'pg-primary.sh'),
      readFileSync('deploy/pg-primary.sh', 'utf8').replace('=/etc/haproxy/pgpass', `=${pgpass}`),
      { mode: 0o755 },
    );
    return adapt('deploy/haproxy-postgresql.cfg', [
      [/bind .*/, `bind 127.0.0.1:${port}`],
      [/\/etc\/haproxy\/pg-primary.sh/, `${dir}/pg-primary.sh`],
      [
        /(?:^ {2}server .*\n)+/m,
        ports.map((one, n) => `  server s${n} 127.0.0.1:${one}\n`).join(''),
      ],
      ...(isRoot() ? [] : [[/^ {2}user .*\n {2}group .*\n/m, ''] satisfies [RegExp, string]]),
    ]);
  };
  return start({ command: 'haproxy', args: HAPROXY, config, isReady: sendsOn });
}

/** Whether an idle connection is left open: HAProxy closes it if it has no server. */
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
