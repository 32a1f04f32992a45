/** The product's own process, as `npm start` runs it, for tests that need the view from outside. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { count } from './counts.ts';

export const MAIN = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

export type Server = {
  url: string;
  databaseUrl: string;
  child: ChildProcess;
  /** Everything the process printed so far. */
  output(): string;
  /** A clean end; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>;
};

/** The part of the test's environment that a process of the product inherits. */
export function inherited(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, HOME, NODE_COMPILE_CACHE };
}

/**
 * The same, for processes whose start is not under test: they and every Node below them load
 * faster.
 */
export const quick = (): Record<string, string> => ({
  ...inherited(),
  NODE_OPTIONS: `--import=${new URL('quick_start.mjs', import.meta.url).href}`,
});

/** For servers that have their database elsewhere: it only holds the folder of backups. */
const DATA_DIR = join(process.env['TEST_FOLDER'] ?? tmpdir(), 'serveurs');

/**
 * Starts a server on a free port and waits until it answers. `main`: the file of another version.
 */
export async function startServer(env: Record<string, string>, main = MAIN): Promise<Server> {
  count('servers');
  const child = spawn(process.execPath, [main], {
    env: { ...quick(), PORT: '0', LOG_LEVEL: 'warn', DATA_DIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const exited = once(child, 'exit');
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as { port: number; databaseUrl: string }),
    exited.then(() => null),
  ]);
  if (ready === null) throw new Error(`the server did not start:\n${printed}`);
  return {
    url: `http://127.0.0.1:${ready.port}`,
    databaseUrl: ready.databaseUrl,
    child,
    output: () => printed,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code as number | null;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** One call over HTTP with a bearer token, as a program makes it. */
export async function callWith(
  token: string,
  url: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
): Promise<{ status: number; body: any }> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Signs in over HTTP. Returns an access token of the session, which works for five minutes. */
export async function tokenFor(url: string, email: string, password: string): Promise<string> {
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: JSON.stringify(body),
    });
  const response = await post('/api/auth/sign-in/email', { email, password });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`${email} could not sign in: ${await response.text()}`);
  const { token } = (await (await post('/api/auth/token', {}, { cookie })).json()) as {
    token: string;
  };
  return token;
}
