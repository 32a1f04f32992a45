/** A test runs every command of README.md and docs/exploitation.md, exactly as written (OPS-59). */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { blocks, commandOf } from './support/commands.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('chaque bloc « sh » a un nom, à lui seul', () => {
  expect(blocks.length).toBeGreaterThan(10);
  expect(blocks.filter(({ name }) => !/^[a-z][a-z-]*$/.test(name))).toEqual([]);
  const names = blocks.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("chaque bloc est lancé par un test : commandOf('son-nom')", () => {
  // OPS-59
  const tests = globSync('tests/**/*.ts', { cwd: ROOT }).map(read).join('\n');
  expect(
    blocks
      .filter(({ name }) => !tests.includes(`commandOf('${name}')`))
      .map(({ text, name }) => `${text}: ${name}`),
  ).toEqual([]);
});

test('chaque « npm run » que ces textes nomment existe', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = ['README.md', 'docs/exploitation.md'].flatMap((text) =>
    [...read(text).matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name = '']) => name),
  );
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('chaque image de base est nommée par son empreinte : la même construction donne demain la même image', () => {
  // OPS-56
  const images = [
    ...read('Dockerfile').matchAll(/^FROM (\S+)/gm),
    ...read('compose.yaml').matchAll(/^ +image: (\S+)/gm),
  ]
    .map(([, image = '']) => image)
    .filter((image) => image !== 'manege');
  expect(images.map((image) => image.split(':')[0])).toEqual([
    'node',
    'debian',
    'postgres',
    'caddy',
  ]);
  expect(images.filter((image) => !/^[a-z]+:[\w.-]+@sha256:[\da-f]{64}$/.test(image))).toEqual([]);
});

test('un mot de passe avec un $ arrive tel quel dans les réglages des conteneurs', () => {
  // OPS-59
  const dir = mkdtempSync(join(tmpdir(), 'manege-reglages-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const command = commandOf('compose-settings')
    .replace('smtps://…', 'smtps://centre:Pa$sw0rd@mail.example')
    .replace('…', 'Cheval$2026!');
  execFileSync('sh', ['-euc', command], { cwd: dir });
  const written = readFileSync(join(dir, '.env'), 'utf8');
  expect(written).toContain("\nSMTP_URL='smtps://centre:Pa$sw0rd@mail.example'\n");
  expect(written).toContain("\nADMIN_PASSWORD='Cheval$2026!'\n");
  expect(written).toMatch(/^SECRET=[0-9a-f]{64}\nPOSTGRES_PASSWORD=[0-9a-f]{64}\n/);
  expect(statSync(join(dir, '.env')).mode & 0o777).toBe(0o600);
  // A second run changes nothing: the secret stays.
  execFileSync('sh', ['-euc', command], { cwd: dir });
  expect(readFileSync(join(dir, '.env'), 'utf8')).toBe(written);
});

test('chaque fichier de test que ces textes nomment existe', () => {
  const texts = globSync(['*.md', 'deploy/**', 'docs/**/*.md', 'src/**/*.{ts,tsx,md}'], {
    cwd: ROOT,
  }).filter((path) => statSync(join(ROOT, path)).isFile());
  const named = texts.flatMap((text) =>
    [...read(text).matchAll(/\btests\/[\w./-]+\.tsx?\b/g)].map(([path]) => ({ text, path })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(
    named
      .filter(({ path }) => !existsSync(join(ROOT, path)))
      .map(({ text, path }) => `${text}: ${path}`),
  ).toEqual([]);
});
