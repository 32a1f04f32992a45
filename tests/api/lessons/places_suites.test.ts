/**
 * Any sequence of actions of riders and the centre on shared lessons follows riders.md, and each
 * account is notified (RIDE-01 to RIDE-13).
 */
import { expect, test } from 'vitest';
import { useTestApp } from '../../support/app.ts';
import { playSuites } from '../../support/places_suites.ts';

const t = useTestApp();

test("toute suite d'actions fait ce que dit la règle, et chacun apprend ce qui lui arrive, et cela seul", async () => {
  // RIDE-01, RIDE-03, RIDE-04, RIDE-10 to RIDE-13
  const { stored = 0 } = await playSuites(t, { runs: 30, length: 14, limitMs: 45_000 });
  expect(stored).toBeGreaterThan(50);
});
