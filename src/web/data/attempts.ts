/**
 * UI-113: what was sent once is stored once. Its id, and what was sent while it is unknown whether
 * that is stored, are kept before the call leaves, so that a page that is discarded meanwhile still
 * has them. The id changes only after a success. A form keeps both with its draft (`useAttempt`).
 */
import { useEffect, useEffectEvent } from 'react';
import { isUnknown } from './client.ts';
import { newId } from './newId.ts';
import { useUser } from './session.ts';
import type { SureMutation } from './surely.ts';
import { useEcrit } from './useEcrit.ts';

/** Of a form that comes back with an attempt whose result is unknown. */
export const SEARCHED =
  "Votre envoi est resté sans réponse\u202f: nous vérifions s'il est enregistré…";
export const ABSENT = "Votre envoi n'est pas enregistré. Vous pouvez l'envoyer de nouveau.";
export const EDITED = "Votre envoi est enregistré. Ce que vous avez changé depuis ne l'est pas.";

/** The calls of this page that have no answer yet, by the id of their attempt. */
const underWay = new Map<string, Promise<unknown>>();

/** Whether this page waits for the answer of an attempt. */
export const isUnderWay = (id: string): boolean => underWay.has(id);

/** Makes the call of an attempt. */
export async function runAttempt<T>(id: string, call: () => Promise<T>): Promise<T> {
  const running = call();
  underWay.set(
    id,
    running.catch(() => undefined),
  );
  try {
    return await running;
  } finally {
    underWay.delete(id);
  }
}

/** Ends once this page has the answer of an attempt, or does not wait for one. */
export const answered = (id: string): Promise<unknown> => Promise.resolve(underWay.get(id));

/** Looks up once what is found when a screen is opened. `isLeft`: it is closed. */
export function useLookUps<L>(
  find: () => readonly L[],
  look: (one: L, isLeft: () => boolean) => Promise<void>,
): void {
  const lookAll = useEffectEvent((isLeft: () => boolean) => {
    for (const one of find()) void look(one, isLeft);
  });
  useEffect(() => {
    let isLeft = false;
    lookAll(() => isLeft);
    return () => {
      isLeft = true;
    };
  }, []);
}

type PendingOptions<I, T> = {
  /** The name under which they are kept. */
  name: string;
  lookUp: SureMutation<I, T>['lookUp'];
  /** Of an earlier page or visit: it is stored, or it is not. */
  onFound: (answer: T, sent: I) => void;
  onMissing: (sent: I) => void;
};

/** What buttons without a form create: the attempts whose result is not known, kept in the tab. */
export function usePending<I extends { id: string }, T>({
  name,
  lookUp,
  onFound,
  onMissing,
}: PendingOptions<I, T>) {
  const [pending, setPending] = useEcrit<readonly I[]>(useUser().id, name, (kept) => kept ?? []);
  const drop = (id: string) => setPending((now) => now.filter((one) => one.id !== id));
  const look = async (sent: I, isLeft: () => boolean) => {
    // Of a screen that was left before its answer.
    await answered(sent.id);
    if (isLeft()) return;
    const seen = await lookUp(sent, { onUnsure: () => {}, isLeft });
    if (!seen || isLeft() || isUnderWay(sent.id)) return;
    drop(sent.id);
    if (seen.found === null) onMissing(sent);
    else onFound(seen.found, sent);
  };
  useLookUps(
    () => pending,
    (sent, isLeft) => look(sent, isLeft).catch(() => undefined),
  );
  return {
    /** The attempt of an earlier press, if its result is not known. */
    find: (is: (sent: I) => boolean): I | undefined => pending.find(is),
    /** What was sent. Throws as the call. */
    send: async (
      id: string | undefined,
      input: Omit<I, 'id'>,
      call: (asked: I) => Promise<T>,
    ): Promise<I> => {
      const asked = { ...input, id: id ?? newId() } as I;
      setPending((now) => [...now.filter((one) => one.id !== asked.id), asked]);
      try {
        await runAttempt(asked.id, () => call(asked));
        drop(asked.id);
        return asked;
      } catch (error) {
        if (!isUnknown(error)) drop(asked.id);
        throw error;
      }
    },
  };
}
