/**
 * UI-32, UI-75: a write whose answer was lost is looked up, so that the screen only states what is
 * stored. UI-32 lists these writes. All others are a plain `useMutation`; without an answer,
 * `sentenceOf` does not claim that nothing is stored.
 */
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf, isUnreadable, NotStored } from './client.ts';
import { nextAnswer } from './http.ts';
import type { Procedure } from './nouns.ts';
import { LOOK_UP, useReadAgainAfter, withinMs } from './queries.ts';

/** Shown while it is unknown whether a write was stored. */
export const UNSURE = "Pas de réponse\u202f: nous vérifions si c'est fait…";

/**
 * Between two look-ups without an answer: at the next answer to any call, but not sooner than
 * `soonest` and not later than `latest` (LIM-90).
 */
const AGAIN = { soonest: 1_000, latest: 15_000 };
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

type Look<I, T> = {
  write: (input: I) => Promise<T>;
  /**
   * What the write would have answered if it is stored; null if it is not. Throws without an
   * answer.
   */
  find: (input: I) => Promise<T | null>;
  /**
   * Codes of refusals that may come from an earlier attempt of this same write, whose answer was
   * lost. After one of them, `find` decides whether the write is stored.
   */
  own?: readonly string[];
  /**
   * The same, but `find` cannot tell who did it: somebody else may have removed the missing item.
   * Then `find` decides only if an attempt had no answer.
   */
  ended?: readonly string[];
};

/** A write with its look-up. */
export type Sure<I, T> = Look<I, T> & {
  /**
   * Inputs that were written without an answer: only for these may a refusal come from an earlier
   * attempt.
   */
  lost: Set<string>;
};
export const sure = <I, T>(look: Look<I, T>): Sure<I, T> => ({ ...look, lost: new Set() });

/** A removal from a person's own list: an item that is gone was removed. */
export const removal = <T>(
  remove: (input: { id: string }) => Promise<T>,
  list: () => Promise<readonly { id: string }[]>,
) =>
  sure<{ id: string }, T | { success: boolean }>({
    write: remove,
    find: async ({ id }) =>
      (await list()).some((one) => one.id === id) ? null : { success: true },
  });

/** True if every stored field equals the requested one, except the version. */
export const isStored = (stored: object, asked: object): boolean =>
  Object.entries(asked).every(
    ([field, value]) =>
      field === 'version' ||
      JSON.stringify((stored as Record<string, unknown>)[field]) === JSON.stringify(value),
  );

/** The same for typed texts: they are stored without surrounding spaces, and empty ones as null. */
export const isTyped = (stored: object, asked: object): boolean =>
  Object.entries(asked).every(
    ([field, value]: [string, unknown]) =>
      ((stored as Record<string, unknown>)[field] ?? '') ===
      (typeof value === 'string' ? value.trim() : (value ?? '')),
  );

const keyOf = (input: unknown): string =>
  (input as { id?: string } | undefined)?.id ?? JSON.stringify(input) ?? '';

type Seeking = {
  /** Called if there is no answer in time. */
  onUnsure: () => void;
  /** Asked after that: whether to end without an answer. */
  isLeft: () => boolean;
};
type Seen<T> = { found: T | null } | undefined;

/** Looks up until there is an answer: 401 and 5xx are none. Throws a refusal. */
async function seek<T>(
  find: () => Promise<T | null>,
  { onUnsure, isLeft }: Seeking,
): Promise<Seen<T>> {
  const look = (): Promise<Seen<T>> =>
    find().then(
      (found) => ({ found }),
      (failure: unknown) => {
        if (codeOf(failure) !== null && !isUnreadable([failure])) throw failure;
        return undefined;
      },
    );
  let seen = await withinMs(LOOK_UP, look());
  if (!seen) onUnsure();
  while (!seen && !isLeft()) {
    await pause(AGAIN.soonest);
    await Promise.race([nextAnswer(), pause(AGAIN.latest)]);
    if (!isLeft()) seen = await look();
  }
  return seen;
}

/**
 * Writes. If the answer was lost, it ends only once the look-up has an answer. `onUnsure` is called
 * if the look-up has no answer in time either. With `once` it then ends with the failure.
 */
async function writeSurely<I, T>(
  { write, find, own = [], ended = [], lost }: Sure<I, T>,
  input: I,
  { once, onUnsure }: { once: boolean; onUnsure: () => void },
): Promise<T> {
  const key = keyOf(input);
  try {
    return await write(input);
  } catch (error) {
    const code = codeOf(error);
    if (code !== null && !own.includes(code) && !(ended.includes(code) && lost.has(key)))
      throw error;
    if (code === null) lost.add(key);
    const seen = await seek(() => find(input), {
      onUnsure: () => once || onUnsure(),
      isLeft: () => once,
    });
    if (!seen) throw error;
    lost.delete(key);
    if (seen.found === null)
      throw code === null ? new NotStored(undefined, { cause: error }) : error;
    return seen.found;
  }
}

/**
 * `unsure`: the answer was lost, and the result is still unknown. The mutation stays pending
 * meanwhile; its screen may be left.
 */
export type SureMutation<I, T> = UseMutationResult<T, Error, I> & {
  unsure: boolean;
  /**
   * Looks up a write of an earlier page or form, until there is an answer: what it would have
   * answered, null if it is not stored. Undefined without an answer. Throws a refusal.
   */
  lookUp: (input: I, seeking: Seeking) => Promise<Seen<T>>;
};

type Options<I, T> = {
  call: Procedure;
  /**
   * Looks up only once. If the result is still unknown, the mutation ends with the lost answer, its
   * form keeps the input, and `sentenceOf` does not claim that nothing is stored.
   */
  once?: boolean;
  /** As in `useReadAgainAfter`. */
  wait?: boolean;
  mutationKey?: readonly unknown[];
  onUnsure?: (() => void) | undefined;
  onSuccess?: (answer: T, input: I) => unknown;
};

/** A write as a mutation. */
export function useSurely<I, T>(
  look: Sure<I, T>,
  { call, once = false, wait = false, mutationKey = [], onUnsure, onSuccess }: Options<I, T>,
): SureMutation<I, T> {
  const [unsure, setUnsure] = useState(false);
  const readAgain = useReadAgainAfter(call, { wait });
  const mutation = useMutation<T, Error, I>({
    mutationKey,
    mutationFn: (input: I) => {
      setUnsure(false);
      return writeSurely(look, input, {
        once,
        onUnsure: () => {
          setUnsure(true);
          onUnsure?.();
        },
      });
    },
    ...(onSuccess && { onSuccess }),
    onSettled: readAgain,
  });
  return {
    ...mutation,
    unsure: unsure && mutation.isPending,
    lookUp: async (input, seeking) => {
      const seen = await seek(() => look.find(input), seeking);
      if (seen && seen.found !== null) await readAgain(undefined, null);
      return seen;
    },
  };
}
