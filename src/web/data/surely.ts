/**
 * UI-32, UI-75: a write whose answer was lost is looked up, so that the screen says what is stored
 * and nothing else. UI-32 lists these writes; all others are a plain `useMutation`, of which
 * `sentenceOf` asserts nothing without an answer.
 */
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { codeOf, NotStored } from './client.ts';
import { nextAnswer } from './http.ts';
import type { Procedure } from './nouns.ts';
import { LOOK_UP, useReadAgainAfter, withinMs } from './queries.ts';

/** Said while nobody knows whether a write was stored. */
export const UNSURE = "Pas de réponse\u202f: nous vérifions si c'est fait…";

/**
 * Between two look-ups without an answer: at the next answer to any call, but not at once, and not
 * later than this (LIM-90).
 */
const AGAIN = { soonest: 1_000, latest: 15_000 };
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

type Look<I, T> = {
  write: (input: I) => Promise<T>;
  /**
   * What the write would have answered where it is stored; null where it is not. Throws without an
   * answer.
   */
  find: (input: I) => Promise<T | null>;
  /**
   * Codes of refusals that may come from an earlier attempt of this very write, whose answer was
   * lost. After one of them `find` decides whether the write is stored.
   */
  own?: readonly string[];
  /**
   * The same if `find` cannot tell who did it: somebody else may have removed what is gone. Then
   * `find` decides only if an attempt had no answer.
   */
  ended?: readonly string[];
};

/** A write with what looks it up. */
export type Sure<I, T> = Look<I, T> & {
  /** What was written without an answer: only then may a refusal be one's own doing. */
  lost: Set<string>;
};
export const sure = <I, T>(look: Look<I, T>): Sure<I, T> => ({ ...look, lost: new Set() });

/** What a person removes from a list of their own: what is gone was removed. */
export const removal = <T>(
  remove: (input: { id: string }) => Promise<T>,
  list: () => Promise<readonly { id: string }[]>,
) =>
  sure<{ id: string }, T | { success: boolean }>({
    write: remove,
    find: async ({ id }) =>
      (await list()).some((one) => one.id === id) ? null : { success: true },
  });

/** True where what is stored has every field as it was asked, its version aside. */
export const isStored = (stored: object, asked: object): boolean =>
  Object.entries(asked).every(
    ([field, value]) =>
      field === 'version' ||
      JSON.stringify((stored as Record<string, unknown>)[field]) === JSON.stringify(value),
  );

/** The same of texts as they are typed: stored without spaces around them, what is empty as null. */
export const isTyped = (stored: object, asked: object): boolean =>
  Object.entries(asked).every(
    ([field, value]: [string, unknown]) =>
      ((stored as Record<string, unknown>)[field] ?? '') ===
      (typeof value === 'string' ? value.trim() : (value ?? '')),
  );

const keyOf = (input: unknown): string =>
  (input as { id?: string } | undefined)?.id ?? JSON.stringify(input) ?? '';

/**
 * Writes. Where the answer was lost, it ends only once the look-up has one; `onUnsure` is called
 * when the look-up has no answer in time either. With `once` it ends then, as it failed.
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
    const look = () =>
      find(input).then(
        (found) => ({ found }),
        (failure: unknown) => {
          if (codeOf(failure) !== null) throw failure;
        },
      );
    let seen = await withinMs(LOOK_UP, look());
    if (!seen && once) throw error;
    if (!seen) onUnsure();
    while (!seen) {
      await pause(AGAIN.soonest);
      await Promise.race([nextAnswer(), pause(AGAIN.latest)]);
      seen = await look();
    }
    lost.delete(key);
    if (seen.found === null)
      throw code === null ? new NotStored(undefined, { cause: error }) : error;
    return seen.found;
  }
}

/**
 * `unsure`: the answer was lost, and nobody knows yet. The mutation stays pending meanwhile; its
 * screen may be left.
 */
export type SureMutation<I, T> = UseMutationResult<T, Error, I> & { unsure: boolean };

type Options<I, T> = {
  call: Procedure;
  /**
   * Looked up once only: where nobody knows then, the mutation ends with the lost answer, its form
   * keeps what was typed, and `sentenceOf` asserts nothing.
   */
  once?: boolean;
  /** As of `useReadAgainAfter`. */
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
    onSettled: useReadAgainAfter(call, { wait }),
  });
  return { ...mutation, unsure: unsure && mutation.isPending };
}
