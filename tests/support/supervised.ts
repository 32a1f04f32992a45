/**
 * The product under a supervisor that starts it again after each death, like a systemd unit or a
 * container.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './proxies.ts';
import { inherited, MAIN } from './server.ts';

/** The pause of the supervisor before it starts the service again. */
export const RESTART_MS = 1_000;

export type Supervised = {
  url: string;
  /** The address in the process that currently serves. */
  databaseUrl(): string;
  /** How often it was started. */
  starts(): number;
  /** Waits until it serves. */
  ready(): Promise<void>;
  /** The service and all processes below it, PostgreSQL's among them. */
  tree(): number[];
  /** Kills everything and starts nothing more until `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** A clean end. */
  stop(): Promise<void>;
};

/** Starts it on a separate port, with the arguments of scripts/start.sh. */
export async function supervise(env: Record<string, string>): Promise<Supervised> {
  const PORT = String(await freePort());
  let child: ChildProcess;
  let databaseUrl = '';
  let [starts, serving, wanted] = [0, false, true];
  let printed = '';
  const launch = (): void => {
    starts += 1;
    child = spawn(process.execPath, ['--max-semi-space-size=8', '--expose-gc', MAIN], {
      env: { ...inherited(), LOG_LEVEL: 'warn', ...env, PORT },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => {
        printed += piece.toString();
      });
    child.once('message', (message) => {
      ({ databaseUrl } = message as { databaseUrl: string });
      serving = true;
    });
    child.once('exit', () => {
      serving = false;
      if (wanted)
        setTimeout(() => {
          if (wanted) launch();
        }, RESTART_MS);
    });
  };
  const end = async (signal: NodeJS.Signals, pids: readonly number[]): Promise<void> => {
    wanted = false;
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
    for (const pid of pids) sendSignal(pid, signal);
    await gone;
  };
  const it: Supervised = {
    url: `http://127.0.0.1:${PORT}`,
    databaseUrl: () => databaseUrl,
    starts: () => starts,
    async ready() {
      for (const until = Date.now() + 30_000; !serving; await sleep(20))
        if (Date.now() > until) throw new Error(`the service does not start:\n${printed}`);
    },
    tree: () => [child.pid ?? 0, ...below(child.pid ?? 0)],
    kill: () => end('SIGKILL', it.tree()),
    async start() {
      wanted = true;
      launch();
      await it.ready();
    },
    stop: () => end('SIGTERM', [child.pid ?? 0]),
  };
  await it.start();
  return it;
}

/** All processes below one. */
export function below(pid: number): number[] {
  const pairs = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = pairs.filter(([, parent]) => parent === pid).map(([child = 0]) => child);
  return children.flatMap((child) => [child, ...below(child)]);
}

/** Sends a signal to a process that may have ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The pid on the first line of the embedded server's own file; null while there is none. */
export function postmaster(dataDir: string): number | null {
  const file = join(dataDir, 'postgresql/base-18/data/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) || null : null;
}
