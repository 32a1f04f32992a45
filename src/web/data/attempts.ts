/**
 * UI-113: what was sent once is stored once. Its id, and what was sent while it is unknown whether
 * that is stored, are kept before the call leaves, so that a page that is discarded meanwhile still
 * has them. The id changes only after a success, or once it is stored with another content: a call that a
 * look-up does not find may still be under way. A form keeps both with its draft (`useAttempt`).
 */
import { useEffect, useEffectEvent } from 'react';
import { codeOf, isUnknown, statusOf } from './client.ts';
import { newId } from './newId.ts';
import { useUser } from './session.ts';
import type { Kept, PendingOptions, Settle } from './lookUp.ts';
import { useEcrit } from './useEcrit.ts';

/** The last call of this page for each attempt, by its id. It ends with the answer, and never fails. */
const calls = new Map<string, Promise<unknown>>();

/**
 * The last call of this page for an attempt, if it has made any. A look-up that began before it says
 * nothing of it.
 */
export const lastCall = (id: string): Promise<unknown> | undefined => calls.get(id);

/** Makes the call of an attempt. */
export function runAttempt<T>(id: string, call: () => Promise<T>): Promise<T> {
  const running = call();
  calls.set(
    id,
    running.catch(() => undefined),
  );
  return running;
}

/** Looks up once what is found when a screen is opened. `isLeft`: it is closed. */
export function useLookUps<L>(
  find: () => readonly L[],
  look: (one: L, isLeft: () => boolean) => Promise<void>,
): void {
  const lookAll = useEffectEvent((isLeft: () => boolean) => {
    for (const one of find()) look(one, isLeft).catch(() => undefined);
  });
  useEffect(() => {
    let isLeft = false;
    lookAll(() => isLeft);
    return () => {
      isLeft = true;
    };
  }, []);
}

/** What buttons without a form create: the attempts whose result is not known, kept in the tab. */
export function usePending<I extends { id: string }, T>(options: PendingOptions<I, T>) {
  const { name, other } = options;
  const [pending, setPending] = useEcrit<readonly Kept<I>[]>(
    useUser().id,
    name,
    (kept) => kept ?? [],
  );
  const settle: Settle<I> = (id, ...kept) =>
    setPending((now) => [...now.filter((one) => one.id !== id), ...kept]);
  useLookUps(
    () => pending.filter(({ absent }) => !absent),
    // Loaded only on a return.
    (sent, isLeft) =>
      import('./lookUp.ts').then((one) =>
        one.lookUpPending(options, { sent, isLeft, settle, lastCall }),
      ),
  );
  return {
    /** The attempt of an earlier press that is not known to be stored. */
    find: (is: (sent: I) => boolean): Kept<I> | undefined => pending.find(is),
    /** The answer, and what was sent. Throws as the call. */
    send: async (
      id: string | undefined,
      input: Omit<I, 'id'>,
      call: (asked: I) => Promise<T>,
    ): Promise<{ answer: T; sent: I }> => {
      const asked = { ...input, id: id ?? newId(), absent: undefined } as Kept<I>;
      settle(asked.id, asked);
      try {
        const answer = await runAttempt(asked.id, () => call(asked));
        settle(asked.id);
        return { answer, sent: asked };
      } catch (error) {
        const isNew = id === undefined && (statusOf(error) ?? 500) < 500;
        if (isNew || codeOf(error) === other) settle(asked.id);
        // It may be stored all the same: an earlier call, or one that failed as it was stored.
        else if (!isUnknown(error)) settle(asked.id, { ...asked, absent: true });
        throw error;
      }
    },
  };
}
