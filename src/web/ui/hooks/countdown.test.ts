import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCountdown } from './countdown.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("un message retenu reste le temps qu'il faut, puis ce qui lui restait", () => {
  // UI-43
  const over = vi.fn<() => void>();
  const countdown = createCountdown();
  countdown.start(5_000, over);
  vi.advanceTimersByTime(3_000);
  countdown.pause();
  countdown.pause();
  vi.advanceTimersByTime(60_000);
  countdown.resume();
  countdown.resume();
  vi.advanceTimersByTime(1_999);
  expect(over).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(over).toHaveBeenCalledTimes(1);
});

test('un message remplacé reçoit tout son temps, et un message fermé ne revient pas', () => {
  // UI-43
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const countdown = createCountdown();
  countdown.start(5_000, first);
  vi.advanceTimersByTime(4_000);
  countdown.start(5_000, second);
  vi.advanceTimersByTime(4_999);
  expect(second).not.toHaveBeenCalled();
  countdown.stop();
  countdown.resume();
  vi.advanceTimersByTime(60_000);
  expect(first).not.toHaveBeenCalled();
  expect(second).not.toHaveBeenCalled();
});
