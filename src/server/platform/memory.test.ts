import { performance } from 'node:perf_hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { collectAfterLoad } from './memory.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('quand le calme revient après une charge, la mémoire est rendue une fois', () => {
  vi.useFakeTimers();
  let utilization = 0;
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    idle: 0,
    active: 0,
    utilization,
  }));
  const collect = vi.fn<() => void>();
  const stop = collectAfterLoad(collect);
  const collections = [0.01, 0.1, 0.9, 0.5, 0.1, 0.01, 0.01, 0.1, 0.01, 0.3, 0.02].map((part) => {
    utilization = part;
    vi.advanceTimersByTime(15_000);
    return collect.mock.calls.length;
  });
  expect(collections).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2]);
  stop();
});
