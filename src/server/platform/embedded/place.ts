/**
 * Chooses the folder of the database. Normally it is `postgresql` in the data folder. As root,
 * PostgreSQL's account may not be able to enter that (a checkout below a closed folder). If
 * DATA_DIR was not set, the database is then below /var/lib, and the file `postgresql.path` in the
 * data folder names it, so that the checkout can be moved. Ambiguous cases are refused with the
 * commands that resolve them, because an empty database instead of a full one would look like lost
 * data.
 */
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf, replaceFile, writeFirst } from '../files.ts';
import { type Account, accountFor, canEnter, closedFolders, openDir } from './account.ts';
import { EmbeddedError } from './errors.ts';

export type DataFolder = {
  /** An absolute path. */
  dataDir: string;
  /** DATA_DIR was set: the data are in that folder and nowhere else. */
  given: boolean;
  /**
   * The folder below which a database is created if PostgreSQL's account cannot enter the data
   * folder.
   */
  elsewhere: string;
};

/** `path` is the file that names `dir`; null if `dir` is in the data folder. */
export type Place = { dataDir: string; dir: string; account: Account; path: string | null };

/** The second line of a `postgresql.path` whose database is not complete yet. */
const PENDING = 'en création';
/**
 * A file in a folder below /var/lib that names the data folder it belongs to. The version that
 * named those folders by a hash of the path wrote no such file.
 */
const INSTALLATION = 'installation.path';

const pathFile = (dataDir: string): string => join(dataDir, 'postgresql.path');
const hashed = ({ elsewhere, dataDir }: DataFolder): string =>
  join(elsewhere, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));

function linesOf(file: string): string[] {
  try {
    return fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
    throw error;
  }
}

const installationOf = (dir: string): string | null => linesOf(join(dir, INSTALLATION))[0] ?? null;

const BASE = /^base-\d+$/;

/**
 * The folders in a folder; none if this account may not read it. `/var/lib/manege` may also be the
 * home of an account, with files in it.
 */
function foldersIn(dir: string): string[] {
  try {
    return fs
      .readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(dir, name));
  } catch {
    return [];
  }
}

/** The folder of a cluster of any version; null if there is none. */
function baseIn(dir: string): string | null {
  if (!fs.existsSync(dir)) return null;
  const name = fs.readdirSync(dir).find((entry) => BASE.test(entry));
  return name === undefined ? null : join(dir, name);
}

/**
 * Chooses the folder and creates it; a new folder below /var/lib is also recorded in
 * `postgresql.path`. Throws an EmbeddedError for ambiguous cases.
 */
export function choosePlace(folder: DataFolder): Place {
  const { dataDir } = folder;
  const here = join(dataDir, 'postgresql');
  const path = pathFile(dataDir);
  const [named, state] = linesOf(path);
  const place = named === undefined ? unnamed(folder, here) : { dir: named, path };
  const base = baseIn(place.dir);
  if (named !== undefined) {
    if (baseIn(here) !== null)
      refuse(
        `Il y a deux bases : ${here}, et ${named} que nomme ${path}.`,
        ['Pour garder celle de ce dossier', `rm ${quote(path)}`],
        ["Pour garder l'autre", `mv ${quote(here)} ${quote(`${here}-ancienne`)}`],
      );
    if (base === null && state !== PENDING)
      refuse(
        `La base de ce dossier est dans ${named}, comme le dit ${path}, et elle n'y est plus : remettez-la en place.`,
        ["Ou, pour repartir d'une base vide", `rm ${quote(path)}`],
      );
    refuseShared({ dataDir, dir: named, path });
  }
  const account = accountFor(base);
  openDir(place.dir);
  if (!canEnter(place.dir, account)) refuseClosed(place.dir);
  return { ...place, dataDir, account };
}

/**
 * Handles a missing `postgresql.path`: a new installation, one whose data are here, or one whose
 * `postgresql.path` was lost.
 */
function unnamed(folder: DataFolder, here: string): Pick<Place, 'dir' | 'path'> {
  const { dataDir, given, elsewhere } = folder;
  const path = pathFile(dataDir);
  if (baseIn(here) !== null) return { dir: here, path: null };
  const former = hashed(folder);
  if (baseIn(former) !== null && installationOf(former) === null) return { dir: former, path };

  const known = foldersIn(elsewhere).filter((dir) =>
    foldersIn(dir).some((name) => BASE.test(basename(name))),
  );
  const open = (dir: string): Choice => ["Pour l'ouvrir", `echo ${quote(dir)} > ${quote(path)}`];
  const lost = known.find((dir) => installationOf(dir) === dataDir);
  if (lost !== undefined) {
    refuse(
      `Un Manège de ce dossier (${dataDir}) a sa base dans ${lost}, et ${path}, qui le disait, n'est pas là.`,
      open(lost),
      [
        "Pour partir d'une base vide et la laisser de côté",
        `echo libre > ${quote(join(lost, INSTALLATION))}`,
      ],
    );
  }
  const enterable = canEnter(here, accountFor(null));
  const free = known.filter((dir) => !isOpenedFrom(dir, installationOf(dir)));
  // The version that named folders by a hash left an empty folder here. But an empty folder alone
  // may also be a new volume.
  const emptied =
    fs.existsSync(here) && fs.readdirSync(here).length === 0 && (free.length > 0 || !enterable);
  if (emptied) {
    refuse(
      `Ce dossier (${dataDir}) a déjà eu une base, rangée ailleurs sous son ancien chemin ; ${free.length === 0 ? 'elle est introuvable' : `celles qui n'appartiennent à personne : ${free.join(', ')}`}.`,
      ...free.map(open),
      ["Pour partir d'une base vide", `rmdir ${quote(here)}`],
    );
  }
  if (enterable) return { dir: here, path: null };
  if (given) refuseClosed(dataDir);
  return { dir: record(path, join(elsewhere, randomBytes(8).toString('hex'))), path };
}

/**
 * Records the folder of a new database; of two simultaneous first starts, the first one determines
 * the folder for both.
 */
function record(path: string, dir: string): string {
  fs.mkdirSync(dirname(path), { recursive: true });
  writeFirst(path, `${dir}\n${PENDING}\n`, 0o644);
  return linesOf(path)[0] ?? dir;
}

/**
 * Called once the folder is locked: records this data folder as its owner, unless a copy of the
 * data folder was recorded before.
 */
export function claimPlace(place: Place): void {
  const { dataDir, dir, path } = place;
  if (path === null) return;
  refuseShared({ dataDir, dir, path });
  if (baseIn(dir) !== null) settlePlace(place);
  if (installationOf(dir) !== dataDir) replaceFile(join(dir, INSTALLATION), `${dataDir}\n`, 0o644);
}

/** Called once the database is complete: from now on a start without it is refused. */
export function settlePlace({ dataDir, dir, path }: Place): void {
  if (path === null) return;
  const [named, state] = linesOf(path);
  if (named === dir && state !== PENDING) return;
  replaceFile(path, `${dir}\n`, 0o644);
  // The empty folder that an earlier version left is no longer needed.
  try {
    fs.rmdirSync(join(dataDir, 'postgresql'));
  } catch {
    // It does not exist, or is not empty.
  }
}

/**
 * True if that data folder names the database. Also true if the folder belongs to another account
 * and cannot be read.
 */
function isOpenedFrom(dir: string, dataDir: string | null): boolean {
  try {
    return dataDir !== null && linesOf(pathFile(dataDir))[0] === dir;
  } catch (error) {
    if (codeOf(error) === 'EACCES') return true;
    throw error;
  }
}

/**
 * Refuses a copied data folder, which names the same database as its original. A moved data folder
 * is the only one to name it.
 */
function refuseShared({
  dataDir,
  dir,
  path,
}: {
  dataDir: string;
  dir: string;
  path: string;
}): void {
  const other = installationOf(dir);
  if (other === null || isSame(other, dataDir) || !isOpenedFrom(dir, other)) return;
  refuse(
    `La base ${dir}, que nomme ${path}, est celle de ${other}, dont ce dossier est une copie. Deux Manège ne partagent pas une base.`,
    ['Pour donner à ce dossier la sienne, vide', `rm ${quote(path)}`],
    [
      "Pour qu'elle passe à ce dossier, et que l'autre ne l'ouvre plus",
      `echo ${quote(dataDir)} > ${quote(join(dir, INSTALLATION))}`,
    ],
  );
}

function isSame(one: string, other: string): boolean {
  try {
    const [a, b] = [one, other].map((dir) => fs.statSync(dir, { throwIfNoEntry: false }));
    return (
      one === other || (a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino)
    );
  } catch (error) {
    if (codeOf(error) === 'EACCES') return false; // a closed folder of another account
    throw error;
  }
}

/** A possible intention, and the command that carries it out. */
type Choice = [wanted: string, command: string];

function refuse(what: string, ...choices: Choice[]): never {
  throw new EmbeddedError(
    [what, ...choices.map(([wanted, command]) => `${wanted} :\n  ${command}`)].join('\n'),
  );
}

function refuseClosed(dir: string): never {
  const closed = closedFolders(dir);
  refuse(
    `Le compte de PostgreSQL, qui refuse de tourner sous root, ne peut pas entrer dans ${dir} : indiquez par DATA_DIR un dossier qui lui soit ouvert, par exemple DATA_DIR=/srv/manege.`,
    [
      'Ou, pour lui ouvrir ce chemin',
      `chmod o+x ${(closed.length > 0 ? closed : [dir]).map(quote).join(' ')}`,
    ],
  );
}

const quote = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
