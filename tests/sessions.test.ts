/**
 * `docs/sessions.md` lists what of each call outlives a stolen session (ACC-108). A new call must be
 * placed there before this passes.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { accessTo, CONFIRMED } from './support/access.ts';
import { CALLS } from './support/contract.ts';

const LEAVES = ['nothing', 'data', 'access', 'money', 'destruction'];

const ROWS = readFileSync('docs/sessions.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [, calls = '', leaves = '', guard = ''] = line.split('|').map((cell) => cell.trim());
    return calls.split(', ').map((call) => ({ call: call.replaceAll('`', ''), leaves, guard }));
  });

test("chaque appel d'un administrateur qui enregistre quelque chose y a sa ligne, une seule, qui dit ce qui reste et ce qui le garde", () => {
  // ACC-108
  const made = CALLS.filter(
    ({ name, method }) => method !== 'GET' && accessTo(name).administrateur === null,
  ).map(({ name }) => name);
  expect(ROWS.map(({ call }) => call).toSorted()).toEqual(made.toSorted());
  for (const { call, leaves, guard } of ROWS) {
    expect(LEAVES, call).toContain(leaves);
    expect(guard.length, call).toBeGreaterThan(4);
  }
});

test('« password » y est dit des appels qui le demandent, et de nul autre', () => {
  // ACC-100: `CONFIRMED` is compared with what the calls ask for in fact (guards.test.ts).
  const asks = ROWS.filter(({ guard }) => /(^|; )password\b/.test(guard)).map(({ call }) => call);
  const ofAdmins = CONFIRMED.filter((name) => accessTo(name).administrateur === null);
  expect(asks.toSorted()).toEqual(ofAdmins.toSorted());
});
