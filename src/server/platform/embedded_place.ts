/**
 * Which folder holds the database. Normally `postgresql` in the data folder. Where root's PostgreSQL may not enter that
 * (a checkout below a closed folder) and nobody named the data folder, a folder below /var/lib, which the file
 * `postgresql.path` in the data folder names: it moves along with the checkout. What is ambiguous is refused, with the
 * commands that decide: an empty database in place of a full one looks like lost data.
 */
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, accountFor, canEnter, closedOnTheWay, EmbeddedError, openDir } from './embedded_account.ts';
import { codeOf, replaceFile, writeFirst } from './files.ts';

export type Wish = {
  /** Absolute. */
  dataDir: string;
  /** The data folder was named by somebody: the data lie there, or nowhere. */
  given: boolean;
  /** Below which a database goes whose data folder PostgreSQL cannot enter. */
  elsewhere: string;
};

/** `path` is the file that names `dir`, where that is not in the data folder. */
export type Place = { dataDir: string; dir: string; account: Account; path: string | null };

/** The second line of a `postgresql.path` whose database has never been complete yet. */
const PENDING = 'en création';
/** In a folder below /var/lib: the data folder that opens it. A version that named those folders by a hash of its path wrote none. */
const INSTALLATION = 'installation.path';

const pathFile = (dataDir: string): string => join(dataDir, 'postgresql.path');
const hashed = ({ elsewhere, dataDir }: Wish): string => join(elsewhere, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));

function linesOf(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n').map((line) => line.trim());
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
    throw error;
  }
}

const installationOf = (dir: string): string | null => linesOf(join(dir, INSTALLATION))[0] ?? null;

/** The folder of a cluster, of whatever version; null where there is none. */
function baseIn(dir: string): string | null {
  if (!fs.existsSync(dir)) return null;
  const name = fs.readdirSync(dir).find((entry) => /^base-\d+$/.test(entry));
  return name === undefined ? null : join(dir, name);
}

/** Decides, changes nothing but to make the folder (and to announce it, where it is new and lies elsewhere). */
export function choosePlace(wish: Wish): Place {
  const { dataDir } = wish;
  const here = join(dataDir, 'postgresql');
  const path = pathFile(dataDir);
  const [named, state] = linesOf(path);
  const place = named === undefined ? unnamed(wish, here) : { dir: named, path };
  const base = baseIn(place.dir);
  if (named !== undefined) {
    if (baseIn(here) !== null) refuse(`Il y a deux bases : ${here}, et ${named} que nomme ${path}.`, ['Pour garder celle de ce dossier', `rm ${quote(path)}`], ['Pour garder l\'autre', `mv ${quote(here)} ${quote(`${here}-ancienne`)}`]);
    if (base === null && state !== PENDING) refuse(`La base de ce dossier est dans ${named}, comme le dit ${path}, et elle n'y est plus : remettez-la en place.`, ['Ou, pour repartir d\'une base vide', `rm ${quote(path)}`]);
    refuseShared({ dataDir, dir: named, path });
  }
  const account = accountFor(base);
  openDir(place.dir);
  if (!canEnter(place.dir, account)) refuseClosed(place.dir);
  return { ...place, dataDir, account };
}

/** Without a `postgresql.path`: a new installation, one whose data lie here, or one that has lost its way to them. */
function unnamed(wish: Wish, here: string): Pick<Place, 'dir' | 'path'> {
  const { dataDir, given, elsewhere } = wish;
  const path = pathFile(dataDir);
  if (baseIn(here) !== null) return { dir: here, path: null };
  const former = hashed(wish);
  if (baseIn(former) !== null && installationOf(former) === null) return { dir: former, path };

  const known = (fs.existsSync(elsewhere) ? fs.readdirSync(elsewhere) : []).map((name) => join(elsewhere, name)).filter((dir) => baseIn(dir) !== null);
  const open = (dir: string): Choice => ['Pour l\'ouvrir', `echo ${quote(dir)} > ${quote(path)}`];
  const lost = known.find((dir) => installationOf(dir) === dataDir);
  if (lost !== undefined) {
    refuse(`Un Manège de ce dossier (${dataDir}) a sa base dans ${lost}, et ${path}, qui le disait, n'est pas là.`, open(lost),
      ['Pour partir d\'une base vide et la laisser de côté', `echo libre > ${quote(join(lost, INSTALLATION))}`]);
  }
  const enterable = canEnter(here, accountFor(null));
  const free = known.filter((dir) => !isOpenedFrom(dir, installationOf(dir)));
  // The version that put data elsewhere left an empty folder here. Since a new one could be a volume just mounted, it takes more.
  const emptied = fs.existsSync(here) && fs.readdirSync(here).length === 0 && (free.length > 0 || !enterable);
  if (emptied) {
    refuse(`Ce dossier (${dataDir}) a déjà eu une base, rangée ailleurs sous son ancien chemin ; ${free.length === 0 ? 'elle est introuvable' : `celles qui n'appartiennent à personne : ${free.join(', ')}`}.`,
      ...free.map(open), ['Pour partir d\'une base vide', `rmdir ${quote(here)}`]);
  }
  if (enterable) return { dir: here, path: null };
  if (given) refuseClosed(dataDir);
  return { dir: announce(path, join(elsewhere, randomBytes(8).toString('hex'))), path };
}

/** Of two first starts the first to name a folder decides for both. */
function announce(path: string, dir: string): string {
  fs.mkdirSync(dirname(path), { recursive: true });
  writeFirst(path, `${dir}\n${PENDING}\n`, 0o644);
  return linesOf(path)[0] ?? dir;
}

/** Once the folder is locked: it is ours from now on, unless a copy of the data folder was faster. */
export function claimPlace(place: Place): void {
  const { dataDir, dir, path } = place;
  if (path === null) return;
  refuseShared({ dataDir, dir, path });
  if (baseIn(dir) !== null) settlePlace(place);
  if (installationOf(dir) !== dataDir) replaceFile(join(dir, INSTALLATION), `${dataDir}\n`, 0o644);
}

/** Once its database is complete: from now on, a folder without it is refused. */
export function settlePlace({ dataDir, dir, path }: Place): void {
  if (path === null) return;
  const [named, state] = linesOf(path);
  if (named === dir && state !== PENDING) return;
  replaceFile(path, `${dir}\n`, 0o644);
  // The empty folder that a former version left is no sign of one any more.
  try {
    fs.rmdirSync(join(dataDir, 'postgresql'));
  } catch {
    // Not there, or not empty.
  }
}

const isOpenedFrom = (dir: string, dataDir: string | null): boolean => dataDir !== null && linesOf(pathFile(dataDir))[0] === dir;

/** A copied data folder names the same database as the one it was copied from; a moved one is the only one to name it. */
function refuseShared({ dataDir, dir, path }: { dataDir: string; dir: string; path: string }): void {
  const other = installationOf(dir);
  if (other === null || isSame(other, dataDir) || !isOpenedFrom(dir, other)) return;
  refuse(`La base ${dir}, que nomme ${path}, est celle de ${other}, dont ce dossier est une copie. Deux Manège ne partagent pas une base.`,
    ['Pour donner à ce dossier la sienne, vide', `rm ${quote(path)}`],
    ['Pour qu\'elle passe à ce dossier, et que l\'autre ne l\'ouvre plus', `echo ${quote(dataDir)} > ${quote(join(dir, INSTALLATION))}`]);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((dir) => fs.statSync(dir, { throwIfNoEntry: false }));
  return one === other || (a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino);
}

/** What one may want, and the command that does it. */
type Choice = [wanted: string, command: string];

function refuse(what: string, ...choices: Choice[]): never {
  throw new EmbeddedError([what, ...choices.map(([wanted, command]) => `${wanted} :\n  ${command}`)].join('\n'));
}

function refuseClosed(dir: string): never {
  const closed = closedOnTheWay(dir);
  refuse(`Le compte de PostgreSQL, qui refuse de tourner sous root, ne peut pas entrer dans ${dir} : indiquez par DATA_DIR un dossier qui lui soit ouvert, par exemple DATA_DIR=/srv/manege.`,
    ['Ou, pour lui ouvrir ce chemin', `chmod o+x ${(closed.length > 0 ? closed : [dir]).map(quote).join(' ')}`]);
}

const quote = (path: string): string => /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll('\'', String.raw`'\''`)}'`;
