import { expect, test } from 'vitest';
import { nextByRow } from './chooseByRow.ts';

/** Two parts of a day, four columns; `x` cannot be chosen. */
const DRAWN = ['abcd', 'xxef', 'xxxx', 'ghij', 'k'];
const places = DRAWN.flatMap((row, top) =>
  row.split('').map((name, left) => ({ name, left, top })),
).filter(({ name }) => name !== 'x');
const from = (name: string) => places.find((place) => place.name === name)!;

test.each([
  ['c', 'ArrowDown', 'e'],
  ['a', 'ArrowDown', 'e'],
  ['d', 'ArrowDown', 'f'],
  ['e', 'ArrowDown', 'i'],
  ['j', 'ArrowDown', 'k'],
  ['k', 'ArrowDown', undefined],
  ['i', 'ArrowUp', 'e'],
  ['g', 'ArrowUp', 'e'],
  ['e', 'ArrowUp', 'c'],
  ['b', 'ArrowUp', undefined],
  ['f', 'Home', 'e'],
  ['h', 'End', 'j'],
  ['h', 'Enter', undefined],
])('de %s, %s mène à %s', (name, key, to) => {
  // UI-52
  expect(nextByRow(from(name), places, key, false)?.name).toBe(to);
});

test.each([
  ['h', 'Home', 'a'],
  ['h', 'End', 'k'],
  ['h', 'ArrowUp', undefined],
])('de %s, Ctrl et %s mènent à %s', (name, key, to) => {
  // UI-52
  expect(nextByRow(from(name), places, key, true)?.name).toBe(to);
});
