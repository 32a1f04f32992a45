/**
 * docs/asvs.md: one line per requirement of ASVS 5.0, chapters 6 and 7, levels 1 and 2. Everything
 * that it cites exists.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const text = read('docs/asvs.md');

type Line = { id: string; level: string; state: string; shown: string };

/** `| **6.2.1** | 1 | requirement | state | evidence |` */
const lines: Line[] = [
  ...text.matchAll(
    /^\| \*\*(\d\.\d\.\d+)\*\* \| ([123]) \| [^|]+ \| (\w+(?: \w+)?) \| ([^|]+) \|$/gm,
  ),
].map(([, id = '', level = '', state = '', shown = '']) => ({ id, level, state, shown }));

/**
 * Chapter and section -> the numbers of its requirements of levels 1 and 2 in the release 5.0.0.
 * 6.7 has none.
 */
const REQUIREMENTS = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
};

test('chaque exigence de niveau 1 ou 2 a sa ligne, à elle seule', () => {
  const expected = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
  );
  expect(lines.map(({ id }) => id)).toEqual(expected);
  expect(lines.filter(({ level }) => level === '1')).toHaveLength(19);
  expect(lines.filter(({ level }) => level === '3')).toEqual([]);
  expect(new Set(lines.map(({ state }) => state))).toEqual(
    new Set(['met', 'deviation', 'not applicable']),
  );
});

test('les écarts sont nommés en tête, et eux seuls', () => {
  const named = /^Deviations: (.+)\.$/m.exec(text)?.[1]?.split(', ');
  expect(named).toEqual(lines.filter(({ state }) => state === 'deviation').map(({ id }) => id));
});

test('ce qui est dit tenu cite une règle, un fichier ou un essai', () => {
  expect(
    lines
      .filter(({ state, shown }) => state === 'met' && !/[A-Z]+-\d{2}|`[^`]+`|\]\(#/.test(shown))
      .map(({ id }) => id),
  ).toEqual([]);
});

test('chaque règle, fichier et essai cité existe', () => {
  const rules = new Set(
    globSync('docs/specification/*.md', { cwd: ROOT }).flatMap((path) =>
      [...read(path).matchAll(/^(?:- |\| )\*\*([A-Z]+-\d{2})\*\*/gm)].map(([, id]) => id),
    ),
  );
  const cited = [
    ...new Set(text.match(/\b(?:ACC|UI|BOOK|DESK|PEOPLE|PRICE|SET|MAIL|API|LIM)-\d{2}\b/g)),
  ];
  expect(cited.length).toBeGreaterThan(15);
  expect(cited.filter((id) => !rules.has(id))).toEqual([]);

  // `path` or `path: title of a test`
  const files = [...text.matchAll(/`((?:src|tests|docs)\/[^`:]+)(?:: ([^`]+))?`/g)].map(
    ([, path = '', title]) => ({ path, title }),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter(({ path }) => !existsSync(join(ROOT, path))).map(({ path }) => path)).toEqual(
    [],
  );
  const holds = ({ path, title }: { path: string; title: string | undefined }): boolean =>
    title === undefined ||
    [`'${title}',`, `"${title}",`].some((written) => read(path).includes(written));
  expect(files.filter((file) => !holds(file))).toEqual([]);

  const records = [...text.matchAll(/ADR-(\d{3})/g)].map(([, number = '']) => number);
  expect(
    records.filter(
      (number) => globSync(`docs/decisions/${number}-*.md`, { cwd: ROOT }).length !== 1,
    ),
  ).toEqual([]);
});

test('chaque renvoi dans le document mène à un titre', () => {
  const slugs = new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
  const targets = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, slug = '']) => slug);
  expect(targets.filter((slug) => !slugs.has(slug))).toEqual([]);
});
