import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { PREFIX } from './ecrits.ts';

/** Milliseconds after which a draft is ignored. */
const MAX_AGE = 12 * 60 * 60_000;

/** The stored form. Open tabs have stored these names, so they must not change. */
type Stored = { ecrit: number; valeur: unknown };

const keyOf = (person: string, name: string): string => `${PREFIX}${person}:${name}`;

/**
 * Like `useState`. `name` contains a number that changes with the type of the value. `start`
 * receives the stored value, or null.
 */
export function useEcrit<T>(
  person: string,
  name: string,
  start: (stored: T | null) => T,
): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(() => start(readEcrit(person, name) as T | null));
  useKeepEcrit(person, name, value);
  return [value, setValue];
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
