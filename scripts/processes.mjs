/** Shared by all scripts: messages, Node 24, child processes and their end. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The folder in which Node keeps compiled code: the server starts with a quarter less work. */
const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node');

/** An error whose message is a sentence for the person at the terminal. It ends the script. */
export class UserError extends Error {}

export const say = (sentence) => console.log(sentence);

export const seconds = (since) => `${Math.max(1, Math.round((Date.now() - since) / 1000))} s`;

/**
 * Node 24 from the dependencies. If they have none for this system, the system's own Node if it is
 * recent enough.
 */
export function node24() {
  for (const candidate of [join(ROOT, 'node_modules/.bin/node'), process.execPath, 'node']) {
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' });
    if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= 24) return candidate;
  }
  throw new UserError(
    `Manège demande Node 24 ou plus récent ; celui-ci est ${process.version}, et aucun n'est fourni pour ce système (${process.platform}-${process.arch}). Installez-le, puis relancez.`,
  );
}

/** Running children. */
const children = new Set();
let ending = 0;

/**
 * Starts a child that ends with this process. `apart`: in a separate session, so that it receives
 * Ctrl-C once, from this process. Arguments are never passed through a shell.
 */
function start(command, args, { apart = false, ...options } = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    detached: apart,
    ...options,
    env: { NODE_COMPILE_CACHE, ...(options.env ?? process.env) },
  });
  const entry = { child };
  children.add(entry);
  child.done = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      children.delete(entry);
      reject(new UserError(`${command} n'a pas pu être lancé : ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      children.delete(entry);
      const end = () => resolve(code ?? 128 + (constants.signals[signal] ?? 0));
      // Its last output is printed first, unless a grandchild keeps the pipe open.
      child.once('close', end);
      setTimeout(end, 1000).unref();
    });
  });
  child.done.catch(() => undefined);
  return child;
}

/**
 * Starts a long-lived half of the application. Its output passes through this process: when the
 * terminal closes, its own writes would fail, and a logger may retry them forever. The IPC channel
 * closes when this process ends, also by kill -9.
 */
export function serve(args, options) {
  const child = start(node24(), args, {
    apart: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...options,
  });
  child.stdout.on('data', (chunk) => process.stdout.write(chunk));
  child.stderr.on('data', (chunk) => process.stderr.write(chunk));
  return child;
}

/** Runs a child with its output until it ends. Resolves to its exit code. */
export const run = (command, args, options) => start(command, args, options).done;

/**
 * Runs a long command whose output is printed only if it fails. Prints the elapsed time every few
 * seconds.
 */
export async function runQuietly(
  label,
  command,
  args,
  { started = () => undefined, ...options } = {},
) {
  const since = Date.now();
  const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  started(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  say(`${label}…`);
  const ticking = setInterval(
    () => say(`${label}… ${seconds(since)}`),
    process.stdout.isTTY ? 2000 : 5000,
  );
  const code = await child.done.finally(() => clearInterval(ticking));
  if (ending > 0) throw new UserError('Interrompu.');
  if (code !== 0) {
    process.stderr.write(output);
    throw new UserError(`${label} : échec (code ${code}).`);
  }
  say(`${label} : fait en ${seconds(since)}.`);
}

export const isEnding = () => ending > 0;

/**
 * Sends SIGTERM to the children; from the third call on, or after 30 s, SIGKILL. This process ends
 * when they have ended.
 */
export function endChildren() {
  ending += 1;
  if (children.size === 0) process.exit(130);
  for (const { child } of children) child.kill(ending > 2 ? 'SIGKILL' : 'SIGTERM');
  if (ending === 1)
    setTimeout(() => children.forEach(({ child }) => child.kill('SIGKILL')), 30_000).unref();
}

/**
 * Runs a script. Signals end its children, and so does the death of the process that started it.
 */
export async function main(work) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endChildren);
  // The terminal may close first.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  watchParents();
  try {
    process.exitCode = await work();
  } catch (error) {
    if (isEnding()) process.exit(130);
    console.error(error instanceof UserError ? error.message : error);
    process.exitCode = 1;
  }
  // Timers would keep the process alive.
  process.exit();
}

/** A `kill -9` of npm sends no signal. It is noticed by the change of the parent's pid. */
function watchParents() {
  const parents = parentsToWatch();
  setInterval(() => {
    const gone =
      process.ppid !== parents[0] ||
      parents.some((pid, at) => at > 0 && statOf(parents[at - 1])?.ppid !== pid);
    if (gone && !isEnding()) endChildren();
  }, 500).unref();
}

/** The parent process and, if npm started a shell in between, npm too. */
function parentsToWatch() {
  const parents = [process.ppid];
  const shell = process.env.npm_lifecycle_event === undefined ? null : statOf(process.ppid);
  if (shell !== null && /^(?:da|ba|a)?sh$/.test(shell.name)) parents.push(shell.ppid);
  return parents;
}

function statOf(pid) {
  try {
    const [, name, ppid] =
      /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, ppid: Number(ppid) };
  } catch {
    return null;
  }
}

/**
 * npm as it was called, with the Node that ran it, because the install would remove the one in
 * node_modules.
 */
export function npm() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const usable =
    cli !== undefined &&
    node !== undefined &&
    /npm-cli\.[cm]?js$/.test(cli) &&
    existsSync(cli) &&
    existsSync(node) &&
    !node.startsWith(join(ROOT, 'node_modules'));
  return usable ? [node, cli] : ['npm'];
}
