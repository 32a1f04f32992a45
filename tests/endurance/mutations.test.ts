/**
 * Whether the tests detect a missing check: each check is removed in a copy of this repository, and
 * the tests that should detect that are run there. An unchanged copy passes all of them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `title`: the beginning or a part of the titles of the tests that should detect it. */
type Tests = { file: string; title: string };
type Mutation = { what: string; path: string; from: RegExp; to: string; tests: Tests };

const who = (call: string, path: string, route: string, from: string, to: string): Mutation => ({
  what: `${call} : « who » passe de ${from} à ${to}`,
  path,
  // The first `who` after the route.
  from: new RegExp(String.raw`(path: '${route}'[^]*?who: )'${from}'`),
  to: `$1'${to}'`,
  tests: { file: 'tests/api/app/guards.test.ts', title: `GET /api${route} par` },
});

const newest = (pattern: string): string =>
  globSync(pattern, { cwd: ROOT }).toSorted().at(-1) ?? '';

const places = { file: 'tests/api/lessons/places_suites.test.ts', title: "toute suite d'actions" };

const MUTATIONS: Mutation[] = [
  {
    what: 'on rejoint aussi une leçon en attente',
    path: 'src/domain/lessons/participants.ts',
    from: / \|\| current\.statut !== 'confirmee'/,
    to: '',
    tests: places,
  },
  {
    what: 'qui perd sa première place perd ses remarques',
    path: 'src/domain/lessons/participants.ts',
    from: /return withRemarques\((.*), participants\);/,
    to: 'return $1;',
    tests: places,
  },
  {
    what: 'une leçon partagée se déplace',
    path: 'src/domain/lessons/participants.ts',
    from: /if \(others > 0\) return .*/,
    to: '',
    tests: places,
  },
  {
    what: 'une leçon réservée la veille est rappelée',
    path: 'src/server/stores/emails/rappels.ts',
    from: /depuis < rappelAt\(lecon\)/,
    to: 'depuis.getTime() > 0',
    tests: { file: 'tests/api/emails/rappels.test.ts', title: 'pas de rappel de cette place-là' },
  },
  {
    what: 'une leçon annulée est rappelée',
    path: 'src/server/stores/emails/rappels.ts',
    from: /\n    occupies,/,
    to: '',
    tests: places,
  },
  who('prix.list', 'src/contract/prix.ts', '/prix', 'admin', 'signed-in'),
  who('profil.get', 'src/contract/profil.ts', '/profil', 'signed-in', 'session'),
  who(
    'disponibilites.list',
    'src/contract/reservations.ts',
    '/disponibilites',
    'signed-in',
    'admin',
  ),
  {
    // Done by a separate migration, because a published one is never edited (tests/layers.test.ts).
    what: "la contrainte d'exclusion n'est plus",
    path: newest('src/server/stores/migrations/*.sql'),
    from: /$/,
    to: '\n--> statement-breakpoint\nALTER TABLE "occupations" DROP CONSTRAINT "occupations_sans_chevauchement";\n',
    tests: {
      file: 'tests/api/lessons/reservations.test.ts',
      title: "la base refuse d'elle-même un chevauchement",
    },
  },
  {
    what: "l'origine d'une écriture n'est plus regardée",
    path: 'src/server/http/caller.ts',
    from: /throw new Refus\('origine_refusee'\);/,
    to: '',
    tests: { file: 'tests/api/app/origin.test.ts', title: "d'où vient une écriture" },
  },
  {
    what: "le statut du compte n'est plus regardé",
    path: 'src/server/http/caller.ts',
    from: /if \(refus\) throw new Refus\(refus\);/,
    to: '',
    tests: { file: 'tests/api/app/guards.test.ts', title: 'GET /api' },
  },
];

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'manege-mutations-'));
  for (const path of [
    'src',
    'tests',
    'package.json',
    'vitest.config.ts',
    ...globSync('tsconfig*.json', { cwd: ROOT }),
  ])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});

afterEach(() => cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true }));

afterAll(() => rmSync(copy, { recursive: true, force: true }));

type Report = { testResults: { assertionResults: { status: string; fullName: string }[] }[] };

/** Runs tests in the copy. Returns the titles of the passed and of the failed ones. */
async function run(tests: Tests[]): Promise<Record<'passed' | 'failed', string[]>> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'serveur',
      ...new Set(tests.map(({ file }) => file)),
      '-t',
      tests.map(({ title }) => title).join('|'),
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    {
      cwd: copy,
      env: { PATH, HOME },
      stdio: 'ignore',
    },
  );
  await once(child, 'exit');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const of = (status: string) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((one) => one.status === status)
      .map(({ fullName }) => fullName);
  return { passed: of('passed'), failed: of('failed') };
}

test("une copie à laquelle rien n'est changé passe ces tests", async () => {
  const { passed, failed } = await run(MUTATIONS.map(({ tests }) => tests));
  expect(failed).toEqual([]);
  for (const {
    tests: { title },
  } of MUTATIONS)
    expect(passed.filter((one) => one.includes(title)).length, title).toBeGreaterThan(0);
});

test.each(MUTATIONS)('$what : un test échoue', async ({ what, path, from, to, tests }) => {
  const text = readFileSync(join(copy, path), 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  writeFileSync(join(copy, path), changed);
  const { failed } = await run([tests]);
  process.stdout.write(`  ${what} -> ${failed.length} en échec, dont « ${failed[0]} »\n`);
  expect(failed.length).toBeGreaterThan(0);
});
