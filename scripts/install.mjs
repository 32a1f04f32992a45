/** Installs the dependencies when the lock asks for something that is not there, and only then. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone.mjs';
import { npm, UserError, ROOT, runQuietly } from './processes.mjs';

/** `dev`: with the tools of check and test; otherwise what build and start need. A full install is never cut down. */
export async function ensureInstalled({ dev = false } = {}) {
  const lock = readLock('package-lock.json');
  if (lock === null) throw new UserError('package-lock.json manque : le dépôt est incomplet.');
  if (isInstalled(neededPaths(lock, dev), lock)) return;
  await alone('install', 'Une autre installation est en cours dans ce dossier ; attente de sa fin…', async (started) => {
    if (isInstalled(neededPaths(lock, dev), lock)) return;
    const full = dev || existsSync(join(ROOT, 'node_modules/typescript'));
    const needed = neededPaths(lock, full);
    const [command, ...args] = npm();
    await runQuietly('Installation des dépendances', command, [...args, 'ci', full ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund'], {
      far: () => `${needed.filter(isUnpacked).length}/${needed.length}`,
      started,
    });
  });
  if (!isInstalled(neededPaths(lock, dev), lock)) {
    const missing = neededPaths(lock, dev).filter((path) => !isUnpacked(path));
    throw new UserError(`npm n'a pas installé tout ce que demande package-lock.json${missing.length > 0 ? ` (${missing.slice(0, 5).join(', ')})` : ''} : relancez, ou supprimez node_modules.`);
  }
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  } catch {
    return null;
  }
}

const isUnpacked = (path) => existsSync(join(ROOT, path, 'package.json'));

/** npm writes the hidden lock last: an install that was cut short has none. */
function isInstalled(needed, lock) {
  const installed = readLock('node_modules/.package-lock.json')?.packages;
  return installed !== undefined && needed.every((path) => {
    const [wanted, found] = [lock.packages[path], installed[path]];
    return found !== undefined && found.version === wanted.version && found.integrity === wanted.integrity && isUnpacked(path);
  });
}

/** The lock's entries that an install on this machine unpacks: walked from the root, leaving out other platforms' parts. */
function neededPaths(lock, dev) {
  const found = new Set();
  const visit = (path, names) => {
    for (const name of names) {
      const target = resolve(lock.packages, path, name);
      if (target === null || found.has(target) || !isForHere(lock.packages[target])) continue;
      found.add(target);
      visit(target, dependenciesOf(lock.packages[target]));
    }
  };
  const root = lock.packages[''];
  visit('', [...dependenciesOf(root), ...(dev ? Object.keys(root.devDependencies ?? {}) : [])]);
  return [...found];
}

function dependenciesOf({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
}

/** As Node looks for a package: in the nearest node_modules upwards. */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (at === '') return null;
  }
}

function isForHere({ os, cpu, libc }) {
  const allows = (given, value) => {
    const list = [given ?? []].flat();
    return !list.includes(`!${value}`) && (list.includes(value) || list.every((one) => one.startsWith('!')));
  };
  return allows(os, process.platform) && allows(cpu, process.arch) && (process.platform !== 'linux' || allows(libc, libcFamily()));
}

let family;
const libcFamily = () => (family ??= process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc');
