/**
 * PostgreSQL refuses to run as root. If this process runs as root, PostgreSQL runs under another
 * account, which must be able to enter its folder.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { makeDir } from '../files.ts';
import { EmbeddedError } from './errors.ts';

/** The account under which PostgreSQL runs; empty for the account of this process. */
export type Account = { uid?: number; gid?: number };

/**
 * Name of the cluster's superuser, of the application's database, and of the account that is
 * created if there is none.
 */
export const OWNER = 'manege';

const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * The owner of existing data. Without data, `postgres`, or else `manege`, which is created if
 * needed.
 */
export function accountFor(existing: string | null): Account {
  if (!isRoot()) return {};
  if (existing === null) return otherAccount();
  const { uid, gid } = fs.statSync(existing);
  return uid === 0 ? otherAccount() : { uid, gid };
}

function otherAccount(): Account {
  const found = lookUp('postgres') ?? lookUp(OWNER);
  if (found !== null) return found;
  for (const [command, ...args] of [
    ['useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', OWNER],
    ['adduser', '-S', '-D', '-H', OWNER],
  ] as const) {
    spawnSync(command, args, { stdio: 'ignore' });
    const made = lookUp(OWNER);
    if (made !== null) return made;
  }
  throw new EmbeddedError(
    "PostgreSQL refuse de tourner sous root, et aucun compte système n'a pu être créé pour lui : créez-en un (« useradd --system postgres »), ou lancez Manège sous un compte ordinaire.",
  );
}

function lookUp(name: string): Account | null {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim(),
  );
  return uid && gid && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** True if the account can enter the folder, or could enter it once it exists. */
export function canEnter(dir: string, account: Account): boolean {
  if (!fs.existsSync(dir)) return canEnter(dirname(dir), account);
  return (
    !isRoot() ||
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...account, cwd: '/', stdio: 'ignore' })
      .status === 0
  );
}

/** The folders of a path that other accounts cannot enter. */
export function closedFolders(dir: string): string[] {
  const above = dirname(dir) === dir ? [] : closedFolders(dirname(dir));
  const mode = fs.statSync(dir, { throwIfNoEntry: false })?.mode ?? 0o1;
  return (mode & 0o1) === 0 ? [...above, dir] : above;
}

/**
 * Creates the folder. As root, the account can enter it and the parent folders created with it,
 * independent of the umask.
 */
export function openDir(dir: string): void {
  const first = makeDir(dir);
  if (!isRoot()) return;
  for (let path = dir; ; path = dirname(path)) {
    fs.chmodSync(path, 0o755);
    if (first === undefined || path === first) return;
  }
}
