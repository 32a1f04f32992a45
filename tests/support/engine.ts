/** Docker or Podman, for the tests that install Manège as described in docs/exploitation.md. */
import { spawnSync } from 'node:child_process';
import { type TestContext, vi } from 'vitest';

const works = (...args: string[]): boolean =>
  spawnSync(args[0]!, args.slice(1), { stdio: 'ignore' }).status === 0;

/** The engine that is installed here, with its command for compose.yaml. Null without one. */
const engine = works('docker', 'info')
  ? { name: 'docker', compose: ['docker', 'compose'] }
  : works('podman', 'info')
    ? { name: 'podman', compose: ['podman-compose'] }
    : null;

export function needsEngine(context: TestContext): { name: string; compose: string[] } {
  if (engine === null)
    context.skip('neither Docker nor Podman runs here: nothing is checked in containers.');
  return engine;
}

/** Runs a command and waits for its end. Returns its output. Throws if it fails. */
export function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0)
    throw new Error(
      `${command} ${args.join(' ')} (${status}): ${error?.message ?? ''}${stdout}${stderr}`,
    );
  return stdout + stderr;
}

/** A container: runs commands in it, and measures the seconds until a condition holds. */
export function inside(name: string, container: string) {
  const exec = (command: string): string => run(name, 'exec', container, 'sh', '-euc', command);
  const until = async (command: string): Promise<number> => {
    const since = performance.now();
    await vi.waitUntil(() => works(name, 'exec', container, 'sh', '-euc', command), {
      timeout: 120_000,
      interval: 200,
    });
    return (performance.now() - since) / 1_000;
  };
  return { exec, until };
}
