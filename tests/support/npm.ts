/** npm as a person runs it in a terminal, and its child processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, vi } from 'vitest';
import { inherited } from './server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SECRET = 'trente-deux caractères au moins, pas un de moins';

type Process = { pid: number; command: string };

/** The processes below this one, without threads. Linux only. */
function descendants(of: number): Process[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const ppid = Number(
          /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1],
        );
        return [
          {
            pid: Number(name),
            ppid,
            command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
          },
        ];
      } catch {
        return []; // ended in the meantime
      }
    });
  const below = (pid: number): Process[] =>
    parents
      .filter(({ ppid }) => ppid === pid)
      .flatMap((one) => [{ pid: one.pid, command: one.command }, ...below(one.pid)]);
  return below(of);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** npm in a separate process group, as in a terminal. Resolves once the service has opened. */
export async function runNpm(
  args: string[],
  env: Record<string, string>,
): Promise<{ npm: ChildProcess; server: Process; others: Process[]; printed: () => string }> {
  const npm = spawn('npm', args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited(), PORT: '0', SECRET, LOG_LEVEL: 'warn', ...env },
  });
  let printed = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  onTestFinished(() => {
    if (isAlive(-npm.pid!)) process.kill(-npm.pid!, 'SIGKILL');
  });
  await vi.waitUntil(
    () => {
      if (npm.exitCode !== null) throw new Error(printed);
      return printed.includes('Ctrl-C pour arrêter.');
    },
    { timeout: 240_000, interval: 20 },
  );
  const [server, ...others] = descendants(npm.pid!);
  // no launcher, no shell
  expect(others.filter(({ command }) => !/postgres/.test(command))).toEqual([]);
  return { npm, server: server!, others, printed: () => printed };
}
