/** Reproducible randomness: its seed is printed, and `SEED` sets it. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
process.stdout.write(`  hasard : SEED=${seed}\n`);

let state = seed;

/** Like `Math.random` (mulberry32). */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
