/**
 * Contrast of each pair of tokens that the screens use, in both themes (UI-37, WCAG 2.2: 1.4.3,
 * 1.4.11).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../src/web/${file}`, import.meta.url), 'utf8');
const [, light = ''] = /@theme \{([\s\S]*?)\n\}/.exec(read('styles.css')) ?? [];
const dark = read('dark.css');

const declared = (block: string) =>
  new Map(
    [...block.matchAll(/--((?:text-|border-)?color-[\w-]+): ([^;]+);/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
const THEMES = { clair: declared(light), sombre: new Map([...declared(light), ...declared(dark)]) };

/** The value of a token for text or lines if it has one, otherwise its value for areas. */
function hexOf(theme: keyof typeof THEMES, name: string): string {
  const value = THEMES[theme].get(name) ?? '';
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  return other === undefined ? value : hexOf(theme, other);
}
const area = (theme: keyof typeof THEMES, name: string) => hexOf(theme, `color-${name}`);
const over = (kind: 'text' | 'border', theme: keyof typeof THEMES, name: string) =>
  hexOf(theme, `${kind}-color-${name}`) || area(theme, name);

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].toSorted((one, two) => one - two);
  return (lighter + 0.05) / (darker + 0.05);
}

const TEXT: readonly (readonly [string, ...string[]])[] = [
  ['ink', 'paper', 'card', 'sand', 'sand-soft', 'fir-soft', 'cognac-soft', 'danger-soft'],
  ['muted', 'paper', 'card', 'sand', 'sand-soft', 'fir-soft'],
  ['fir', 'paper', 'card', 'sand-soft', 'fir-soft'],
  ['fir-dark', 'paper', 'fir-soft'],
  ['cognac', 'paper', 'card', 'cognac-soft'],
  ['cognac-dark', 'paper', 'card', 'cognac-soft'],
  ['danger', 'paper', 'card', 'sand', 'danger-soft'],
  ['libre-ink', 'libre', 'card'],
  ['partiel-ink', 'partiel', 'partiel-soft', 'card'],
  ['complet-ink', 'complet'],
  ['complet-soft-ink', 'complet-soft', 'card'],
  ['on-gold', 'gold', 'gold-dark'],
  ['white', 'fir', 'fir-dark', 'cognac', 'danger', 'danger-dark'],
];

const LINES: readonly (readonly [string, ...string[]])[] = [
  ['line', 'paper', 'card', 'sand-soft'],
  ['fir', 'paper', 'card', 'fir-soft', 'sand-soft'],
  ['cognac', 'card', 'paper'],
  ['danger', 'card', 'danger-soft'],
  ['libre-line', 'card', 'paper'],
  ['partiel-line', 'card', 'paper'],
  ['complet-line', 'card', 'paper'],
  ['danger-line', 'card', 'paper'],
  ['gold', 'fir', 'fir-dark'],
  ['ring', 'paper', 'card', 'sand', 'sand-soft'],
];

const pairs = (table: typeof TEXT) =>
  table.flatMap(([name, ...grounds]) => grounds.map((ground) => [name, ground] as const));

describe.each(['clair', 'sombre'] as const)('le thème %s', (theme) => {
  test.each(pairs(TEXT))('écrit %s sur %s avec un contraste de 4,5', (name, ground) => {
    expect(
      contrast(name === 'white' ? '#ffffff' : over('text', theme, name), area(theme, ground)),
    ).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(LINES))('trace %s sur %s avec un contraste de 3', (name, ground) => {
    expect(contrast(over('border', theme, name), area(theme, ground))).toBeGreaterThanOrEqual(3);
  });
});

test.each(['clair', 'sombre'] as const)(
  "dans le thème %s, l'un des deux tons du foyer se détache de chaque état du planning",
  (theme) => {
    for (const ground of ['libre', 'partiel', 'partiel-soft', 'complet', 'sand', 'card']) {
      const tones = ['ring', 'card'].map((tone) =>
        contrast(area(theme, tone), area(theme, ground)),
      );
      expect(Math.max(...tones), ground).toBeGreaterThanOrEqual(3);
    }
  },
);

test('le thème sombre donne une valeur à chaque couleur, sauf à celles qui restent', () => {
  const same = [
    'complet',
    'complet-ink',
    'gold',
    'gold-dark',
    'on-gold',
    'on-sky',
    'cognac-dark',
  ].map((name) => `color-${name}`);
  expect(
    [...declared(light).keys()].filter((name) => !declared(dark).has(name)).toSorted(),
  ).toEqual(same.toSorted());
});
