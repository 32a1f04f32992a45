/** Two calls at once, whose meeting point moves from round to round. */
import { setTimeout as wait } from 'node:timers/promises';

type Together = <A, B>(one: () => Promise<A>, other: () => Promise<B>) => Promise<[A, B]>;

/** How long this takes, in milliseconds. */
export async function lasting(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/**
 * Runs `round` as often as `rounds` says, at least twice; each calls `together` once. There the first call begins at once.
 * The second begins with it in the first round, and later from round to round, up to a quarter after the first has ended:
 * so it comes before, inside and after the first, on a quiet machine as on a busy one. `alone` says how many milliseconds
 * the first call takes without the second; the median of three is swept over.
 */
export async function sweep(rounds: number, alone: () => Promise<number>, round: (number: number, together: Together) => Promise<void>): Promise<void> {
  const took = [await alone(), await alone(), await alone()].toSorted((a, b) => a - b);
  const span = took[1]! * 1.25;
  for (let n = 0; n < rounds; n += 1) {
    await round(n, (one, other) => Promise.all([one(), wait(span * n / (rounds - 1)).then(other)]));
  }
}
