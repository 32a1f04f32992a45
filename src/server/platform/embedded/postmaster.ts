/**
 * The postgres process of the cluster: it is found by its postmaster.pid, examined and stopped,
 * even if another Manège started it.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../files.ts';
import type { Home } from './home.ts';

/**
 * The content of postmaster.pid. `here`: the pid is a postgres of this cluster and visible to this
 * process (not in another PID namespace). `owner`: the pid of the Manège that started it, from its
 * command line; null if the command line does not contain it.
 */
export type Postmaster = { pid: number; owner: number | null; here: boolean };

/**
 * Reads postmaster.pid. Another program may have the pid by now, so its command line is compared
 * with the cluster.
 */
export function readPostmaster(home: Home): Postmaster {
  const pid = readPid(home);
  const args = commandLine(pid);
  const owner = args
    .map((arg) => /^manege\.owner=(\d+)$/.exec(arg)?.[1])
    .find((found) => found !== undefined);
  // Its working directory is the cluster, even if the folder was moved while it ran.
  const here =
    basename(args[0] ?? '') === 'postgres' &&
    [args[args.indexOf('-D') + 1], `/proc/${pid}/cwd`].some((dir) => sameFolder(dir, home.cluster));
  return { pid, owner: owner === undefined ? null : Number(owner), here };
}

/** The port of a server that is ready: the fourth line of postmaster.pid. */
export const portOf = (home: Home): number => Number(readLines(home)[3]);

const readPid = (home: Home): number => Number(readLines(home)[0] ?? 0);

/**
 * True once postmaster.pid shows that the server with this pid accepts connections: the state is
 * the eighth line.
 */
export function isReady(home: Home, pid: number | undefined): boolean {
  const [owner, , , , , , , state] = readLines(home);
  return Number(owner) === pid && state?.trim() === 'ready';
}

function readLines(home: Home): string[] {
  try {
    return fs.readFileSync(join(home.cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

function commandLine(pid: number): string[] {
  if (!(pid > 0) || !isRunning(pid)) return [];
  try {
    if (process.platform === 'linux')
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
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

/**
 * Stops a server: fast shutdown, after 20 s immediate shutdown, after 10 s more SIGKILL. Returns
 * when it has ended.
 */
export async function halt(pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    if (!isRunning(pid)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const until = Date.now() + seconds * 1_000; Date.now() < until && isRunning(pid);)
      await sleep(20);
  }
}

/** Also false for a zombie: the new parent of an orphan may never reap it. */
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
