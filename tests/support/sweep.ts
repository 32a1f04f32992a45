/** Two calls at once, whose meeting point moves from round to round. */
import { setTimeout as wait } from 'node:timers/promises';
import { rounds } from './rounds.ts';

/**
 * How many rounds the races of sign-ins run; `npm run test:endurance` gives more. ADR-009 says what
 * was found with a lock taken away.
 */
export const ROUNDS = Number(process.env['ROUNDS'] ?? rounds(20, 40));

type Together = <A, B>(one: () => Promise<A>, other: () => Promise<B>) => Promise<[A, B]>;

/** How long this takes, in milliseconds. */
export async function lasting(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/**
 * Runs `round` as often as `times` says, at least four times; each calls `together` once. In the
 * first round the second call has ended before the first begins, in the last one it begins after
 * the first has ended. In between both are under way: the second begins with the first, and later
 * from round to round. `alone` says how many milliseconds the first call takes without the second;
 * the median of three is swept over.
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
