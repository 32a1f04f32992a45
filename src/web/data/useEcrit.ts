import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { PREFIX } from './ecrits.ts';

/** Milliseconds after which a draft is ignored. */
const MAX_AGE = 12 * 60 * 60_000;

/** The stored form. Open tabs have stored these names, so they must not change. */
type Stored = { ecrit: number; valeur: unknown };

const keyOf = (person: string, name: string): string => `${PREFIX}${person}:${name}`;

/**
 * Like `useState`, but stores each value that is set. The initial value is not stored. `name`
 * contains a number that changes with the type of the value. `start` receives the stored value, or
 * null. The third result deletes the stored value once it was sent; the state keeps it.
 */
export function useEcrit<T>(
  person: string,
  name: string,
  start: (stored: T | null) => T,
): [T, Dispatch<SetStateAction<T>>, () => void] {
  const [value, setValue] = useState(() => start(readEcrit(person, name) as T | null));
  const latest = useRef(value);
  // At once, not in an effect: the same event may unmount the form.
  const set = (next: SetStateAction<T>) => {
    latest.current = typeof next === 'function' ? (next as (before: T) => T)(latest.current) : next;
    writeEcrit(person, name, latest.current);
    setValue(latest.current);
  };
  return [value, set, () => writeEcrit(person, name, null)];
}

/** Stores a value that the component holds in its own state, for `readEcrit`. */
export function useKeepEcrit(person: string, name: string, value: unknown): void {
  useEffect(() => writeEcrit(person, name, value), [person, name, value]);
}

export function writeEcrit(person: string, name: string, value: unknown): void {
  try {
    sessionStorage.setItem(
      keyOf(person, name),
      JSON.stringify({ ecrit: Date.now(), valeur: value } satisfies Stored),
    );
  } catch {
    // Without storage, a draft lasts as long as its screen.
  }
}

/** The stored value. Null if there is none, or if it is too old. */
export function readEcrit(person: string, name: string): unknown {
  try {
    const stored = JSON.parse(
      sessionStorage.getItem(keyOf(person, name)) ?? 'null',
    ) as Stored | null;
    return stored && Date.now() - stored.ecrit < MAX_AGE ? stored.valeur : null;
  } catch {
    return null;
  }
}
