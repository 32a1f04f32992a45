/** One run of the embedded postgres: launched, awaited, found again by its postmaster.pid, stopped. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedError, OWNER } from './embedded_account.ts';
import { childEnv, type Home } from './embedded_home.ts';
import { lacksRoom, NO_ROOM, NoRoomError } from './embedded_room.ts';
import { codeOf } from './files.ts';

export type Running = { child: ChildProcess; pid: number; port: number };

/** Past this size the log starts again; postgres writes it in append mode, so it may be cut while it runs. */
const LOG_BYTES = 10 * 1024 * 1024;

/**
 * What postmaster.pid tells. `here`: that pid is a postgres that runs on this very cluster and that we can see.
 * `owner`: the pid of the Manège that launched it.
 */
export type Postmaster = { pid: number; owner: number | null; here: boolean };

/** Where no server was left behind, nothing is here. A pid may have passed to another program since: the command line decides. */
export function readPostmaster(home: Home): Postmaster {
  const pid = readPid(home);
  const args = commandLine(pid);
  const owner = args.map((arg) => /^manege\.owner=(\d+)$/.exec(arg)?.[1]).find((found) => found !== undefined);
  // It works in its cluster, also where the folder was moved under it.
  const here = basename(args[0] ?? '') === 'postgres' && [args[args.indexOf('-D') + 1], `/proc/${pid}/cwd`].some((dir) => sameFolder(dir, home.cluster));
  return { pid, owner: owner === undefined ? null : Number(owner), here };
}

function readPid(home: Home): number {
  try {
    return Number(fs.readFileSync(join(home.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

function commandLine(pid: number): string[] {
  if (!(pid > 0) || !isRunning(pid)) return [];
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).trim().split(/\s+/);
  } catch {
    return [];
  }
}

function sameFolder(one: string | undefined, other: string): boolean {
  try {
    return one !== undefined && fs.realpathSync(one) === fs.realpathSync(other);
  } catch {
    return false;
  }
}

/** Connects as the cluster's owner; the caller ends the client. */
export async function connect(home: Home, port: number, database = 'postgres'): Promise<pg.Client> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: OWNER, password: readPassword(home), database, connectionTimeoutMillis: 2_000, keepAlive: true });
  // A server that stops ends its connections; without a listener that would end us too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
}

export const databaseUrl = (home: Home, port: number): string => `postgres://${OWNER}:${readPassword(home)}@127.0.0.1:${port}/${OWNER}`;

const readPassword = (home: Home): string => fs.readFileSync(home.passwordFile, 'utf8').trim();

/**
 * Launches postgres and waits until it accepts connections; null when another one holds the cluster or the port. It
 * inherits the descriptor of a lock, and so do its backends.
 */
export async function launch(home: Home, wantedPort: number | null, lock: number, log: (message: string) => void): Promise<Running | null> {
  const port = wantedPort ?? (await freePort());
  trimLog(home);
  const output = fs.openSync(home.logFile, 'a', 0o600);
  if (home.account.uid !== undefined && home.account.gid !== undefined) fs.fchownSync(output, home.account.uid, home.account.gid);
  const from = fs.fstatSync(output).size;
  const settings = {
    listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', log_timezone: 'UTC', 'manege.owner': process.pid,
    // A crash ends the whole server, and we launch another: one that begins again by itself and finds the disk still
    // full may miss the end of its own start (seen with 18.4), and then neither serves nor ends.
    restart_after_crash: 'off',
  };
  const child = spawn(join(home.bin, 'postgres'), [
    '-D', home.cluster, '-p', String(port), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ], {
    ...home.account,
    cwd: home.cluster,
    env: childEnv(),
    // A session of its own: Ctrl-C in the terminal is for Manège, which stops postgres after its last transaction.
    detached: true,
    stdio: ['ignore', output, output, lock],
  });
  fs.closeSync(output);
  // From the first moment on: a process that leaves without halting it (a failed start, a bug) at least asks postgres to end.
  const lastWord = () => child.kill('SIGINT');
  process.once('exit', lastWord);
  child.once('exit', () => process.off('exit', lastWord));
  let failure = null as Error | null;
  child.once('error', (error) => {
    failure = error;
  });

  for (let turn = 0; failure === null && child.exitCode === null && child.signalCode === null; turn += 1) {
    if (turn === 100) log('PostgreSQL se rétablit après un arrêt brutal…');
    if (await connect(home, port).then((client) => client.end(), () => null) !== null) {
      // Another server may answer on this port while ours is failing to take it.
      if (readPid(home) === child.pid) return { child, pid: child.pid ?? 0, port };
    }
    await sleep(50);
  }
  const said = fs.readFileSync(home.logFile).subarray(from).toString('utf8');
  if (NO_ROOM.test(said)) throw new NoRoomError(home.dir);
  if (failure === null && /lock file "postmaster\.pid"|pre-existing shared memory|could not bind|lock file .* is empty/.test(said)) return null;
  if (failure === null && said === '' && lacksRoom(home.cluster)) throw new NoRoomError(home.dir);
  throw new EmbeddedError(`PostgreSQL n'a pas démarré (son journal : ${home.logFile}).\n${(failure?.message ?? said).trim().split('\n').slice(-5).join('\n')}`);
}

export function trimLog(home: Home): void {
  try {
    if (fs.statSync(home.logFile).size > LOG_BYTES) fs.truncateSync(home.logFile);
  } catch {
    // Not there yet, or taken away in this moment: nothing to cut, and no reason to end.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Fast shutdown, then less and less polite; each step waits for the one before. */
export async function halt(pid: number): Promise<void> {
  for (const [signal, seconds] of [['SIGINT', 20], ['SIGQUIT', 10], ['SIGKILL', 5]] as const) {
    if (!isRunning(pid)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const until = Date.now() + seconds * 1_000; Date.now() < until && isRunning(pid);) await sleep(20);
  }
}

/** A dead process stays visible until it is reaped, and an orphan's new parent may never do it. */
export function isRunning(pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
