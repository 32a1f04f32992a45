// chunk: base
import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { PREFIX } from './ecrits.ts';

/** Milliseconds after which a draft is ignored. */
const MAX_AGE = 12 * 60 * 60_000;

/** The stored form. Open tabs have stored these names, so they must not change. */
type Stored = { ecrit: number; valeur: unknown };

/** A draft that is shown: its value, and who draws it again after a change. */
type Shown = { value: unknown; drawers: Set<() => void> };
const shown = new Map<string, Shown>();

const keyOf = (person: string, name: string): string => `${PREFIX}${person}:${name}`;

/**
 * Like `useState`, but all users of a name share one value, and each value that is set is stored.
 * A value that is set after the user was unmounted, by a late answer, changes what is kept then. The
 * initial value is not stored. `name` contains a number that changes with the type of the value.
 * `start` receives the stored value, or null. The third result deletes the stored value once it was
 * sent; the state keeps it. The fourth one is the state at the time of the call.
 */
export function useEcrit<T>(
  person: string,
  name: string,
  start: (stored: T | null) => T,
): [T, Dispatch<SetStateAction<T>>, () => void, () => T] {
  const key = keyOf(person, name);
  const open = (): Shown => {
    const known = shown.get(key);
    if (known) return known;
    const opened = {
      value: start(readEcrit(person, name) as T | null),
      drawers: new Set<() => void>(),
    };
    shown.set(key, opened);
    return opened;
  };
  // What a drawing has left that was never mounted may be outdated.
  useState(() => {
    if (shown.get(key)?.drawers.size === 0) shown.delete(key);
  });
  const subscribe = useCallback(
    (draw: () => void) => {
      open().drawers.add(draw);
      return () => {
        const drawers = shown.get(key)?.drawers;
        drawers?.delete(draw);
        if (drawers?.size === 0) shown.delete(key);
      };
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `start` is another function each time
    [key],
  );
  const current = () => open().value as T;
  const value = useSyncExternalStore(subscribe, current, current);
  // At once, not in an effect: the same event may unmount the form.
  const set = (next: SetStateAction<T>) => {
    const before = current();
    const after = typeof next === 'function' ? (next as (before: T) => T)(before) : next;
    if (after !== before) writeEcrit(person, name, after);
  };
  return [value, set, () => store(key, null), current];
}

/** Stores a value that the component holds in its own state, for `readEcrit`. */
export function useKeepEcrit(person: string, name: string, value: unknown): void {
  useEffect(() => writeEcrit(person, name, value), [person, name, value]);
}

/** Stores a value, and shows it wherever its name is shown. */
export function writeEcrit(person: string, name: string, value: unknown): void {
  const key = keyOf(person, name);
  store(key, value);
  const one = shown.get(key);
  if (!one) return;
  one.value = value;
  for (const draw of one.drawers) draw();
}

function store(key: string, value: unknown): void {
  try {
    // If there is no room, the value before must not come back: its attempt would be sent anew.
    sessionStorage.removeItem(key);
    sessionStorage.setItem(
      key,
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
