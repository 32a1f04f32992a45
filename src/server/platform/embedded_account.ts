/** PostgreSQL refuses to run as root, so root lends it another account, which must be able to enter its folder. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname } from 'node:path';

/** A sentence for the person at the terminal; nothing else need be printed. */
export class EmbeddedError extends Error {}

/** The account PostgreSQL runs under; empty for one's own. */
export type Account = { uid?: number; gid?: number };

/** The superuser of the cluster, the name of its database, and of the account where one has to be made. */
export const OWNER = 'manege';

const isRoot = (): boolean => process.getuid?.() === 0;

/** The account for data that exist, whatever has changed around them; without data, the one that is lent. */
export function accountFor(existing: string | null): Account {
  if (!isRoot()) return {};
  if (existing === null) return lendAccount();
  const { uid, gid } = fs.statSync(existing);
  return uid === 0 ? lendAccount() : { uid, gid };
}

function lendAccount(): Account {
  const found = lookUp('postgres') ?? lookUp(OWNER);
  if (found !== null) return found;
  for (const [command, ...args] of [['useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', OWNER], ['adduser', '-S', '-D', '-H', OWNER]] as const) {
    spawnSync(command, args, { stdio: 'ignore' });
    const made = lookUp(OWNER);
    if (made !== null) return made;
  }
  throw new EmbeddedError('PostgreSQL refuse de tourner sous root, et aucun compte système n\'a pu être créé pour lui : créez-en un (« useradd --system postgres »), ou lancez Manège sous un compte ordinaire.');
}

function lookUp(name: string): Account | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim());
  return uid && gid && uid !== '0' ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** Whether the account can enter a folder, or could once it is made. */
export function canEnter(dir: string, account: Account): boolean {
  if (!fs.existsSync(dir)) return canEnter(dirname(dir), account);
  return !isRoot() || spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

/** The folders on the way that let nobody else pass. */
export function closedOnTheWay(dir: string): string[] {
  const above = dirname(dir) === dir ? [] : closedOnTheWay(dirname(dir));
  const mode = fs.statSync(dir, { throwIfNoEntry: false })?.mode ?? 0o1;
  return (mode & 0o1) === 0 ? [...above, dir] : above;
}

/** Makes the folder. As root, what is made on the way, and the folder itself, lets the account pass whatever our umask. */
export function openDir(dir: string): void {
  const first = fs.mkdirSync(dir, { recursive: true });
  if (!isRoot()) return;
  for (let path = dir; ; path = dirname(path)) {
    fs.chmodSync(path, 0o755);
    if (first === undefined || path === first) return;
  }
}
