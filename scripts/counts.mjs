/** What a part of the tests costs, and how large the project is (ADR-009). */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './processes.mjs';

const FOLDER = join(ROOT, 'test-results/counts');

/** The processes that are started from now on count for one part (tests/support/counts.ts). */
export function startCounting() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  process.env.TEST_COUNTS = FOLDER;
}

/** The counts of the part that has run, by name. `tests`: its number of tests. */
export function readCounts(tests) {
  delete process.env.TEST_COUNTS;
  const counts = readdirSync(FOLDER).map((name) => [name, statSync(join(FOLDER, name)).size]);
  return { tests, ...Object.fromEntries(counts) };
}

const BOUNDS = JSON.parse(readFileSync(join(ROOT, 'tests/bounds.json'), 'utf8'));

/** A sentence for each count of a part that is beyond its bound. */
export const beyond = (part, counts) =>
  Object.entries(BOUNDS[part] ?? {})
    .filter(([name, bound]) => (counts[name] ?? 0) > bound)
    .map(([name, bound]) => `${part}: ${counts[name]} ${name} (tests/bounds.json: ${bound})`);

/** Processor seconds of all ended children and their children; null where it cannot be read. */
export function childSeconds() {
  try {
    // After the name of the program in brackets: fields 16 and 17, in hundredths of a second.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return null;
  }
}

const isTest = (path) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
const files = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`);
const sum = (paths, pattern) =>
  paths.reduce(
    (total, path) => total + (readFileSync(join(ROOT, path), 'utf8').match(pattern)?.length ?? 0),
    0,
  );

/** Lines of source and of tests, words of documents. */
export function sizes() {
  const code = ['src', 'tests'].flatMap(files).filter((path) => /\.(tsx?|css|sql)$/.test(path));
  const words = [...files('docs'), 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];
  return {
    source: sum(
      code.filter((path) => !isTest(path)),
      /\n/g,
    ),
    tests: sum(code.filter(isTest), /\n/g),
    words: sum(
      words.filter((path) => path.endsWith('.md')),
      /\S+/g,
    ),
  };
}
