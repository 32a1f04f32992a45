/**
 * Keepers of an embedded PostgreSQL, each in a separate process, because tests kill them, or in a
 * separate container.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { vi } from 'vitest';
import type { Release } from '#server/platform/embedded/home.ts';
import type { DataFolder } from '#server/platform/embedded/place.ts';

const HOLDER = fileURLToPath(new URL('embedded_holder.ts', import.meta.url));

/** Separate PID and IPC namespaces, like two containers on one volume. */
const UNSHARE = ['--pid', '--fork', '--mount-proc', '--ipc', '--kill-child'];
/**
 * The container's first process. A line kills the keeper and leaves PostgreSQL running; the end of
 * input ends everything.
 */
const INIT =
  '"$@" & keeper=$!; exec 2>/dev/null; read -r _; kill -9 $keeper; wait $keeper; echo \'{"event":"killed"}\'; read -r _';

export const canUnshare = (): boolean => spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

type Said = { event: 'log' | 'ready' | 'refused' | 'stopped' | 'exit' | 'killed'; detail: unknown };
export type Holder = {
  child: ChildProcess;
  said: Said[];
  until: (...events: Said['event'][]) => Promise<Said>;
};

const holders: Holder[] = [];

/** `postgres`: a PostgreSQL other than the installed one. */
export type Wish = Partial<DataFolder> & { dataDir: string; postgres?: Release };

/**
 * The replacement for the application. It ends with `endHolders`, or with the test run. `account`:
 * run it under another account than this process.
 */
export function startHolder(
  wish: Wish,
  {
    container = false,
    env = process.env,
    account = {},
  }: {
    container?: boolean;
    env?: NodeJS.ProcessEnv;
    account?: { uid?: number; gid?: number };
  } = {},
): Holder {
  const args = [HOLDER, JSON.stringify(wish)];
  const child = container
    ? spawn('unshare', [...UNSHARE, 'sh', '-c', INIT, 'sh', process.execPath, ...args], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env,
      })
    : spawn(process.execPath, args, {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
        env,
        ...account,
      });
  const said: Said[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) =>
    said.push(JSON.parse(line) as Said),
  );
  const holder: Holder = {
    child,
    said,
    until: (...events) =>
      vi.waitUntil(
        () => {
          const found = said.find(({ event }) => events.includes(event));
          if (!found && said.some(({ event }) => event === 'refused'))
            throw new Error(JSON.stringify(said));
          return found;
        },
        { timeout: 120_000, interval: 20 },
      ),
  };
  holders.push(holder);
  return holder;
}

/** `kill -9` of only the keeper in its container: its PostgreSQL continues. */
export async function killInContainer({ child, until }: Holder): Promise<void> {
  child.stdin?.write('\n');
  await until('killed');
}

/** Ends a keeper with a signal, or a container with the end of its input. */
export async function end({ child }: Holder, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.stdin === null) child.kill(signal);
  else child.stdin.end();
  await exited;
}

export async function endHolders(): Promise<void> {
  for (const holder of holders.splice(0)) await end(holder);
}

/** The address of the database, once there is one. */
export async function ready(holder: Holder): Promise<string> {
  const { detail } = await holder.until('ready');
  return (detail as { url: string }).url;
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
