/** Two simultaneous calls whose relative timing changes from round to round. */
import { setTimeout as wait } from 'node:timers/promises';
import { rounds } from './rounds.ts';

/**
 * How many rounds the races of sign-ins run; `npm run test:endurance` sets more. ADR-009 records
 * what they found with a lock removed.
 */
export const ROUNDS = Number(process.env['ROUNDS'] ?? rounds(20, 40));

type Together = <A, B>(one: () => Promise<A>, other: () => Promise<B>) => Promise<[A, B]>;

/** The duration of `work`, in milliseconds. */
export async function lasting(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/**
 * Runs `round` as often as `times`, at least four times; each calls `together` once. In the first
 * round the second call has ended before the first begins, in the last one it begins after the
 * first has ended. In between both overlap: the second starts with the first, and later from round
 * to round. `alone` returns how many milliseconds the first call takes without the second; the
 * start times cover the median of three.
 */
export async function sweep(
  times: number,
  alone: () => Promise<number>,
  round: (number: number, together: Together) => Promise<void>,
): Promise<void> {
  const took = [await alone(), await alone(), await alone()].toSorted((a, b) => a - b);
  const span = took[1]! * 1.25;
  const last = times - 1;
  for (let n = 0; n <= last; n += 1) {
    await round(n, async (one, other) => {
      if (n === 0) {
        const second = await other();
        return [await one(), second];
      }
      if (n === last) return [await one(), await other()];
      return Promise.all([one(), wait((span * (n - 1)) / (last - 2)).then(other)]);
    });
  }
}
