/** Installs the dependencies with `npm ci` if node_modules does not match package-lock.json. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone.mjs';
import { npm, ROOT, runQuietly, UserError } from './processes.mjs';

/**
 * `dev`: with the tools of check and test; otherwise the packages that build and start need. A full
 * install is never reduced.
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

/** True if the packages that build and start need are installed. */
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
 * The differences from the lock file. npm writes its hidden lock file last, so an interrupted
 * install has none: all packages are then missing.
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
 * False for a package of another platform. Also false for an optional package without a platform:
 * npm installs it only with the package that needs it. npm does not fail if an optional package
 * could not be downloaded, so those of this platform are checked here.
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
/** The network part of the report is omitted, because it may look up names. */
function libcFamily() {
  process.report.excludeNetwork = true;
  return (family ??=
    process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc');
}
