/**
 * `npm run where -- closures`, `-- RIDE-11` or `-- importer_lecons`: what is about a noun, a rule or a
 * name. Source files by layer, tests, and the rules that they cite; all of it is read from the files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { main, ROOT, say, UserError } from './processes.mjs';

const read = (folder, pattern) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    .filter((path) => pattern.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const isTest = ({ path }) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path);

/** The files that a file imports. */
const importsOf = ({ path, text }) =>
  [...text.matchAll(/(?:from|import\()\s*'([#.][^']+)'/g)].map(([, name]) =>
    name.startsWith('#') ? `src/${name.slice(1)}` : normalize(join(dirname(path), name)),
  );
const cites = (word) => {
  const pattern = new RegExp(`(?<![\\w-])${word.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`);
  return ({ text }) => pattern.test(text);
};

/** The files of a noun by their place, those of the contract that they use, screens and tests that use them. */
function ofNoun(files, noun) {
  const own = files.filter(({ path }) => path.split(/[/.]/).includes(noun));
  const used = own.filter((one) => !isTest(one)).flatMap(importsOf);
  const calls = used.filter((path) => /^src\/contract\/(?!(api|call|changes|fields)\.)/.test(path));
  const paths = new Set([...own.map(({ path }) => path), ...calls]);
  return files.filter(
    (one) =>
      paths.has(one.path) ||
      ((isTest(one) || one.path.startsWith('src/web/screens/')) &&
        importsOf(one).some((path) => paths.has(path))),
  );
}

await main(() => {
  const [word] = process.argv.slice(2);
  if (!word) throw new UserError('Dites ce que vous cherchez : npm run where -- closures');
  const files = ['src', 'tests', 'bench', 'scripts'].flatMap((folder) =>
    read(folder, /\.(tsx?|mjs|sql|css)$/),
  );
  const rules = read('docs/specification', /\.md$/).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, n) => {
      const id = /^[-|] \*\*([A-Z]+-\d+)\*\*/.exec(line)?.[1];
      return id ? [{ id, line, at: `${path}:${n + 1}` }] : [];
    }),
  );
  const own = rules.some(({ id }) => id === word) ? [] : ofNoun(files, word);
  const found = own.length > 0 ? own : files.filter(cites(word));
  const layers = {};
  for (const one of found)
    (layers[isTest(one) ? 'tests' : dirname(one.path).split('/').slice(0, 3).join('/')] ??=
      []).push(one.path);
  for (const [layer, paths] of Object.entries(layers)) say([layer, ...paths].join('\n  '));
  const cited = rules.filter(
    ({ id }) => id === word || own.some((one) => !/test|screens/.test(one.path) && cites(id)(one)),
  );
  if (cited.length > 0)
    say(
      ['rules', ...cited.map(({ id, line, at }) => `${at} ${id === word ? line : id}`)].join(
        '\n  ',
      ),
    );
  if (found.length + cited.length === 0) throw new UserError(`Rien sur « ${word} ».`);
});
