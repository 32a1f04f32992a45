/** Earlier versions of the product, exported from the history of git. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'src/server/stores/migrations';
const JOURNAL = `${FOLDER}/meta/_journal.json`;

export type Version = {
  commit: string;
  /** The migrations that this version runs on a database of that one. */
  pending: readonly string[];
  /** Whether one of them runs only while no other instance is connected (OPS-43). */
  alone: boolean;
  /** Whether it was made for other versions of packages than the installed ones. */
  otherPackages: boolean;
};

const git = (...args: string[]): Buffer =>
  execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 30 });
const say = (...args: string[]): string =>
  git(...args)
    .toString()
    .trim();

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const tagsOf = (journal: string): string[] =>
  (JSON.parse(journal) as { entries: { tag: string }[] }).entries.map(({ tag }) => tag);
const runsAlone = (tag: string): boolean => read(`${FOLDER}/${tag}.sql`).startsWith('-- stop');

const NO_HISTORY = "l'historique de git n'est pas là";

/** The version before a migration was added, or why it cannot be had here. */
function versionBefore(tag: string): Version | string {
  try {
    // A copy without history may lie inside another repository.
    if (say('rev-parse', '--show-prefix') !== '') return NO_HISTORY;
    const added = say('log', '-1', '--diff-filter=A', '--format=%H', '--', `${FOLDER}/${tag}.sql`);
    // A migration that nobody has committed yet came after the last commit. The first commit of a
    // shallow clone seems to add every file, and has no parent.
    const commit = say('rev-parse', '--verify', added === '' ? 'HEAD' : `${added}^`);
    const known = tagsOf(say('show', `${commit}:${JOURNAL}`));
    const pending = tagsOf(read(JOURNAL)).filter((one) => !known.includes(one));
    const { dependencies } = JSON.parse(say('show', `${commit}:package.json`)) as {
      dependencies: Record<string, string>;
    };
    const missing = Object.keys(dependencies).filter(
      (name) => !existsSync(join(ROOT, 'node_modules', name)),
    );
    if (missing.length > 0) return `elle demande ${missing.join(', ')}, qui n'est plus installé`;
    return {
      commit,
      pending,
      alone: pending.some(runsAlone),
      otherPackages: say('diff', '--name-only', commit, '--', 'package-lock.json') !== '',
    };
  } catch {
    return NO_HISTORY;
  }
}

/**
 * The versions that this one may meet, each or why it cannot be had: the one before the last
 * migration; the earliest that may serve beside this one; the last that may not. They may coincide.
 */
export function versionsBefore(): Map<string, Version | string> {
  const tags = tagsOf(read(JOURNAL));
  const stop = tags.findLastIndex(runsAlone);
  return new Map(
    [tags.at(-1), tags[stop + 1], tags[stop]].flatMap((tag) =>
      tag === undefined ? [] : [[tag, versionBefore(tag)]],
    ),
  );
}

/**
 * Writes the tree of a version into a folder. It gets the installed packages, and the built screens
 * of this version, because the tests call it over HTTP only. Returns the file that starts it.
 */
export function exportVersion({ commit }: Version, dir: string): string {
  execFileSync('tar', ['-x', '-C', dir], { input: git('archive', commit) });
  for (const name of ['node_modules', 'dist'])
    if (existsSync(join(ROOT, name))) symlinkSync(join(ROOT, name), join(dir, name));
  return join(dir, 'src/server/main.ts');
}
