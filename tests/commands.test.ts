/** Every command that README.md and docs/exploitation.md give is run by a test, as it stands there (OPS-59). */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { blocks } from './support/commands.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('chaque bloc « sh » a un nom, à lui seul', () => {
  expect(blocks.length).toBeGreaterThan(10);
  expect(blocks.filter(({ name }) => !/^[a-z][a-z-]*$/.test(name))).toEqual([]);
  const names = blocks.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('chaque bloc est lancé par un test : commandOf(\'son-nom\')', () => { // OPS-59
  const tests = globSync('tests/**/*.ts', { cwd: ROOT }).map(read).join('\n');
  expect(blocks.filter(({ name }) => !tests.includes(`commandOf('${name}')`)).map(({ text, name }) => `${text}: ${name}`)).toEqual([]);
});

test('chaque « npm run » que ces textes nomment existe', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = ['README.md', 'docs/exploitation.md'].flatMap((text) => [...read(text).matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name = '']) => name));
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
