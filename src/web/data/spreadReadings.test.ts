import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSpread } from './spreadReadings.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('ce qui arrive pendant le délai est remis ensemble, un quart de seconde après au plus ; la suite attend de nouveau', () => {
  // ADR-010
  const handed: number[][] = [];
  const spread = createSpread<number>((all) => handed.push(all));
  for (const n of [1, 2, 3]) spread.add(n);
  expect(handed).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(handed).toEqual([[1, 2, 3]]);
  vi.advanceTimersByTime(1_000);
  spread.add(4);
  vi.advanceTimersByTime(250);
  expect(handed).toEqual([[1, 2, 3], [4]]);
});

test('cent écrans ne lisent pas au même instant', () => {
  const instants = new Set<number>();
  for (let n = 0; n < 100; n += 1) createSpread(() => instants.add(Date.now())).add(n);
  vi.advanceTimersByTime(250);
  expect(instants.size).toBeGreaterThan(20);
});

test("après l'arrêt, rien n'est remis", () => {
  const handed: number[][] = [];
  const spread = createSpread<number>((all) => handed.push(all));
  spread.add(1);
  spread.stop();
  vi.advanceTimersByTime(1_000);
  expect([handed, vi.getTimerCount()]).toEqual([[], 0]);
});
