/**
 * The rules of docs/specification: each has one id, every id cited by code and tests is a rule, and
 * each rule is cited by a test or gives the reason why none does.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { REFUS } from '#domain/errors/errors.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PREFIXES = [
  'ACC',
  'UI',
  'BOOK',
  'RIDE',
  'DESK',
  'PEOPLE',
  'PRICE',
  'SET',
  'MAIL',
  'API',
  'OPS',
  'LIM',
  'FERM',
  'SERIE',
  'PRES',
  'CLI',
  'LIG',
  'IMP',
  'REL',
];
const ID = new RegExp(String.raw`\b(?:${PREFIXES.join('|')})-\d{2,3}\b`, 'g');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const specification = globSync('docs/specification/*.md', { cwd: ROOT }).toSorted();
const sources = ['src', 'tests', 'bench', 'scripts']
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,mjs,css,sql}`, { cwd: ROOT }))
  .toSorted();

/**
 * Files whose tests may prove a rule: not shared test code, nor this file, which cites some itself.
 */
const tests = sources.filter(
  (path) =>
    (/\.(?:test|spec)\.tsx?$/.test(path) || /^tests\/(?:moteurs|reseau)\//.test(path)) &&
    path !== 'tests/specification.test.ts',
);

/** A rule begins a list item or a table row with its id in bold. */
const rules = specification.flatMap((path) =>
  [...read(path).matchAll(/^(?:- |\| )\*\*([A-Z]+-\d{2,3})\*\*/gm)].map(([, id = '']) => id),
);

test('chaque règle a un identifiant, à elle seule', () => {
  expect(rules.length).toBeGreaterThan(150);
  expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([]);
  expect(rules.filter((id) => !PREFIXES.includes(id.split('-')[0] ?? ''))).toEqual([]);
});

test('toute règle citée existe', () => {
  const cited = [...specification, ...sources].flatMap((path) =>
    [...read(path).matchAll(ID)].map(([id]) => ({ id, path })),
  );
  expect(
    cited.filter(({ id }) => !rules.includes(id)).map(({ id, path }) => `${path} cite ${id}`),
  ).toEqual([]);
});

test("code et tests citent des règles par leur identifiant, et rien d'autre", () => {
  const old = new RegExp(`${String.fromCodePoint(0xa7)}|\\bdecisions? \\d`, 'i');
  const lines = sources.flatMap((path) =>
    read(path)
      .split('\n')
      .map((line, index) => ({ line, place: `${path}:${index + 1}` })),
  );
  // A published migration keeps its comments too (tests/layers.test.ts): 22 is BOOK-06; 26 and 34
  // are SET-10 and SET-02.
  const FROZEN = 'src/server/stores/migrations/0001_sans_chevauchement.sql';
  expect(lines.filter(({ line }) => old.test(line)).map(({ place }) => place)).toEqual([
    `${FROZEN}:1`,
    `${FROZEN}:13`,
  ]);
});

test("un test cite chaque règle, sauf celles qui disent pourquoi aucun ne l'éprouve", () => {
  const cited = new Set(tests.flatMap((path) => read(path).match(ID) ?? []));
  const excepted = specification.flatMap((path) =>
    [
      ...read(path).matchAll(/^(?:- |\| )\*\*([A-Z]+-\d{2,3})\*\*.*\(not tested: [^)]{10,}\)/gm),
    ].map(([, id = '']) => id),
  );
  expect(rules.filter((id) => !cited.has(id) && !excepted.includes(id))).toEqual([]);
  expect(excepted.filter((id) => cited.has(id))).toEqual([]);
  expect(excepted.length).toBeLessThan(rules.length / 20);
});

test('les refus que la spécification cite sont ceux du produit, à la lettre', () => {
  // RIDE-14, RIDE-21, RIDE-26
  const quoted = specification.flatMap((path) =>
    [...read(path).matchAll(/^- \*\*.*Refus(?:als|ed): (".*)$/gm)].flatMap(([, list = '']) =>
      [...list.matchAll(/"([^"]+\.)"/g)].map(([, sentence]) => sentence),
    ),
  );
  expect(quoted.length).toBeGreaterThan(15);
  const messages = new Set<string | undefined>(Object.values(REFUS).map(({ message }) => message));
  expect(quoted.filter((sentence) => !messages.has(sentence))).toEqual([]);
});

test('les fichiers des constantes existent', () => {
  const rows = read('docs/specification/limits.md')
    .split('\n')
    .filter((line) => line.startsWith('| **LIM-'));
  const paths = rows
    .flatMap((row) =>
      [...(row.split('|')[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    )
    .filter((path) => path.includes('/'));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(ROOT, 'src', path)))).toEqual([]);
});
