/**
 * The help pages of docs/aide: each quotes the screens word for word, and has its picture (UI-93).
 * Bold is what a person presses, fills or finds by its name; in quotation marks is what they read.
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const files = globSync('docs/aide/*.md', { cwd: ROOT }).toSorted();
const pages = files.map((path) => ({ path, nom: basename(path, '.md'), text: read(path) }));
const images = globSync('docs/aide/images/*', { cwd: ROOT }).toSorted();

/** With plain spaces, and without the signs that join a text to the next one. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.:·,(]+$/, '')
    .trim();

/** Every text of the screens: strings, JSX texts, parts of templates. */
const shown = new Set(
  globSync('src/{web,domain}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) => {
      const found: string[] = [];
      new Visitor({
        Literal: ({ value }) => {
          if (typeof value === 'string') found.push(value);
        },
        TemplateElement: ({ value }) => {
          found.push(value.cooked ?? value.raw);
        },
        JSXText: ({ value }) => {
          found.push(value.replaceAll('&#x202f;', ' '));
        },
      }).visit(parseSync(path, read(path)).program);
      return found;
    })
    .map(plain),
);

test('il y a une page pour au moins douze tâches, chacune à sa place', () => {
  // UI-90
  expect(pages.length).toBeGreaterThanOrEqual(12);
  const orders = pages.map(({ text }) => /^ordre: (\d+)$/m.exec(text)?.[1]);
  expect(new Set(orders).size).toBe(pages.length);
  for (const pour of ['cavaliers', 'bureau'])
    expect(
      pages.filter(({ text }) => text.includes(`\npour: ${pour}\n`)).length,
    ).toBeGreaterThanOrEqual(6);
});

test("ce qu'une page cite se trouve à l'écran, à la lettre", () => {
  // UI-93
  const quoted = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\*\*([^*]+)\*\*|«([^»]+)»/g)].map(([, bold = '', read = '']) => ({
      path,
      said: plain(bold + read),
    })),
  );
  expect(quoted.length).toBeGreaterThan(80);
  expect(
    quoted.filter(({ said }) => !shown.has(said)).map(({ path, said }) => `${path} : ${said}`),
  ).toEqual([]);
  // The comparison can fail.
  expect(shown.has('Déplacer')).toBe(true);
  expect(shown.has('Bouger')).toBe(false);
});

test('chaque page a une image que des mots décrivent ; ensemble elles pèsent moins de 600 ko', () => {
  // UI-93
  const used = pages.flatMap(({ path, nom, text }) => {
    const [, pour] = /^pour: (\w+)$/m.exec(text) ?? [];
    const found = [...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)];
    expect(found.length, nom).toBeGreaterThan(0);
    for (const [, alt = '', name = ''] of found) {
      expect(alt.length, `${path} : ${name}`).toBeGreaterThan(20);
      // Riders keep only their own pictures (UI-94).
      expect(name).toMatch(new RegExp(`^images/${pour}-[a-z]+\\.webp$`));
    }
    return found.map(([, , name]) => `docs/aide/${name}`);
  });
  expect(used.toSorted()).toEqual(images);
  const bytes = images.map((path) => statSync(join(ROOT, path)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(600_000);
});
