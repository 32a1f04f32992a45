/** What tests may not do with time (ADR-009): wait for nothing, and measure it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OWN = 'tests/waits.test.ts';
const BROWSER = /^tests\/(aide|composants|ecrans|etats|largeurs|parcours|reseau)\//;
/** Supports poll, and the long trials measure how long an interruption lasts (docs/endurance.md). */
const OTHERS = /^tests\/(endurance|support)\//;

type Line = { path: string; text: string; place: string };

const lines = globSync(['tests/**/*.ts', 'tests/**/*.tsx', 'src/**/*.test.{ts,tsx}'], { cwd: ROOT })
  .filter((path) => path !== OWN)
  .toSorted()
  .flatMap((path): Line[] =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .map((text, n) => ({ path, text, place: `${path}:${n + 1}: ${text.trim()}` })),
  );

const placesOf = (found: Line[]): string[] => found.map(({ place }) => place);

/** Waits for a quiet network or for a time, which both pass before or long after what is awaited. */
const waitsInBrowser = (line: string): boolean =>
  /waitForTimeout|networkidle|from 'node:timers/.test(line);

/** A fixed wait of a server test is right only for what must not happen, and its line says what. */
const waitsWithoutReason = (line: string): boolean =>
  /await (?:sleep|setTimeout)\(\d[\d_]{1,}\)/.test(line) && !/\S.*;.* \/\/ \S/.test(line);

/** A duration that an expectation compares fails on a busy machine, or finds nothing on a fast one. */
const measures = (line: string): boolean =>
  /expect\([^ ]*\b(?:Date|performance)\.now\(\) - |= (?:Date|performance)\.now\(\) - [a-z]\w*;/.test(
    line,
  );

describe('les tests et le temps', () => {
  test('ce qui est cherché est trouvé, et rien que cela', () => {
    expect(
      [
        "await page.waitForLoadState('networkidle');",
        'await page.waitForTimeout(500);',
        "import { setTimeout } from 'node:timers/promises';",
        'await answered(page);',
      ].map(waitsInBrowser),
    ).toEqual([true, true, true, false]);
    expect(
      [
        'await sleep(1_000);',
        'await sleep(1_000); // no second one is sent',
        'await setTimeout(50);',
        'await sleep(5);',
      ].map(waitsWithoutReason),
    ).toEqual([true, false, true, false]);
    expect(
      [
        'expect(Date.now() - since).toBeGreaterThan(2_000);',
        'const took = performance.now() - before;',
        'expect(Math.abs(Date.now() - Date.parse(created))).toBeLessThan(60_000);',
        'const faite = Date.now() - hours * 3_600_000;',
        'utimesSync(old, NOW, new Date(Date.now() - 3_601_000));',
      ].map(measures),
    ).toEqual([true, true, true, false, false]);
  });

  test("dans un navigateur, aucun test n'attend un réseau muet ni un temps fixe", () => {
    expect(
      placesOf(lines.filter(({ path, text }) => BROWSER.test(path) && waitsInBrowser(text))),
    ).toEqual([]);
  });

  test('ailleurs, une attente fixe dit ce qui ne doit pas arriver', () => {
    expect(
      placesOf(lines.filter(({ path, text }) => !OTHERS.test(path) && waitsWithoutReason(text))),
    ).toEqual([]);
  });

  test('aucun test ne mesure le temps', () => {
    expect(
      placesOf(lines.filter(({ path, text }) => !OTHERS.test(path) && measures(text))),
    ).toEqual([]);
  });
});
