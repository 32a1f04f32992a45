/**
 * Installs the dependencies with `npm ci` when node_modules does not hold what package-lock.json
 * asks for.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone.mjs';
import { npm, ROOT, runQuietly, UserError } from './processes.mjs';

/**
 * `dev`: with the tools of check and test; otherwise what build and start need. A full install is
 * never reduced.
 */
export async function ensureInstalled({ dev = false } = {}) {
  const lock = readWanted();
  if (missingOf(lock, dev).length === 0) return;
  await alone(
    'install',
    'Une autre installation est en cours dans ce dossier ; attente de sa fin…',
    async (started) => {
      if (missingOf(lock, dev).length === 0) return;
      const full = dev || isUnpacked('node_modules/typescript');
      const [command, ...args] = npm();
      await runQuietly(
        'Installation des dépendances',
        command,
        [...args, 'ci', full ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund'],
        { started },
      );
    },
  );
  const missing = missingOf(lock, dev);
  if (missing.length > 0)
    throw new UserError(
      `npm n'a pas installé tout ce que demande package-lock.json (${missing.slice(0, 5).join(', ')}) : relancez, ou supprimez node_modules.`,
    );
}

/** True when what build and start need is there. */
export const isInstalled = () => missingOf(readWanted(), false).length === 0;

function readWanted() {
  const lock = readLock('package-lock.json');
  if (lock === null) throw new UserError('package-lock.json manque : le dépôt est incomplet.');
  return lock;
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  } catch {
    return null;
  }
}

const isUnpacked = (path) => existsSync(join(ROOT, path, 'package.json'));

/**
 * What differs from the lock file. npm writes its hidden lock file last: an install that was
 * interrupted has none, and lacks everything.
 */
function missingOf({ packages }, dev) {
  const installed = readLock('node_modules/.package-lock.json')?.packages ?? {};
  return Object.keys(packages).filter((path) => {
    const [wanted, found] = [packages[path], installed[path]];
    if (
      path === '' ||
      ((wanted.dev || wanted.devOptional) && !dev) ||
      (found === undefined && !isForHere(wanted))
    )
      return false;
    return (
      found?.version !== wanted.version || found.integrity !== wanted.integrity || !isUnpacked(path)
    );
  });
}

/**
 * False for a package of another platform, and for an optional one that names none: npm installs it
 * only with the package that asks for it. npm does not fail when an optional package could not be
 * fetched, so those of this platform are checked here.
 */
function isForHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  const allows = (list, value) => list === undefined || list.includes(value);
  return (
    (os ?? cpu) !== undefined &&
    allows(os, process.platform) &&
    allows(cpu, process.arch) &&
    (libc === undefined || libc.includes(libcFamily()))
  );
}

let family;
/** The network part of the report is left out, since it may look up names. */
function libcFamily() {
  process.report.excludeNetwork = true;
  return (family ??=
    process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc');
}
