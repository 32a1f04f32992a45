/**
 * How everything here is measured: in turns, five times, and the median counts. `TOURS` sets a
 * lower number, for a first look.
 */

export const ROUNDS = Number(process.env['TOURS'] ?? 5);

/** The middle value; of an even number of values, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1];
  if (middle === undefined) throw new Error('no values');
  return middle;
}

/**
 * Measures each subject in turn, round after round, so that a temporary slowdown of the machine
 * affects all of them equally. An uncounted round comes first: it warms up caches, connections and
 * compilers.
 */
export async function alternate<K extends string>(
  subjects: Record<K, () => Promise<number>>,
  say: (step: string) => void,
): Promise<Record<K, number[]>> {
  const names = Object.keys(subjects) as K[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    K,
    number[]
  >;
  for (let round = 0; round <= ROUNDS; round += 1) {
    say(round === 0 ? 'mise en train' : `tour ${round} sur ${ROUNDS}`);
    for (const name of names) {
      const value = await subjects[name]();
      if (round > 0) measured[name].push(value);
    }
  }
  return measured;
}

/** The ratios of one to the other, round by round. */
export function ratios(ours: readonly number[], other: readonly number[]): number[] {
  return ours.map((value, i) => value / (other[i] ?? Number.NaN));
}
