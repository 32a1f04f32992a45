/** At most so many at a time, the others in the order in which they came. */
export function createTurns(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => { waiting.push(resolve); });
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next(); // one's place goes to whoever has waited longest
      else free += 1;
    }
  };
}

/** One at a time for each key, in the order in which they came; who has several waits for all of them. */
export function createLines(): <T>(cles: readonly string[], work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>();
  return async (cles, work) => {
    const before = cles.flatMap((cle) => last.get(cle) ?? []);
    const mine = Promise.withResolvers<void>();
    for (const cle of cles) last.set(cle, mine.promise); // all at once: nobody waits in a circle
    for (const one of before) await one;
    try {
      return await work();
    } finally {
      mine.resolve();
      for (const cle of cles) if (last.get(cle) === mine.promise) last.delete(cle);
    }
  };
}

/** A group that someone is one of, how many of it may be inside, and what one too many is told. */
export type Place = { groupe: string; max: number; refus: () => Error };

/** Counts who is inside by group, and refuses at once who would be one too many: nobody waits, nothing is asked of the database. */
export function createRoom(): <T>(places: readonly Place[], work: () => Promise<T>) => Promise<T> {
  const inside = new Map<string, number>();
  const count = (groupe: string): number => inside.get(groupe) ?? 0;
  return async (places, work) => {
    const full = places.find(({ groupe, max }) => count(groupe) >= max);
    if (full) throw full.refus();
    for (const { groupe } of places) inside.set(groupe, count(groupe) + 1);
    try {
      return await work();
    } finally {
      for (const { groupe } of places) {
        if (count(groupe) > 1) inside.set(groupe, count(groupe) - 1);
        else inside.delete(groupe);
      }
    }
  };
}

/** One room for the process. */
export const enter = createRoom();
