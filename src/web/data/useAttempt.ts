/** UI-113: the kept draft of a form carries the id of its attempt. */
import { useRef, useState } from 'react';
import { lastCall, runAttempt, useLookUps } from './attempts.ts';
import { codeOf, isUnknown, isUnreadable, NotStored } from './client.ts';
import { isSameContent } from './ecritures.ts';
import { ABSENT, EDITED, SEARCHED, UNKNOWN } from './lookUp.ts';
import { newId } from './newId.ts';
import { useUser } from './session.ts';
import type { SureMutation } from './surely.ts';
import { useEcrit } from './useEcrit.ts';

/**
 * As it is kept. `envoi`: what was sent, while its result is unknown. `change`: the form was changed
 * since. Open tabs have stored these names.
 */
type Tentative<I> = { id: string; envoi: I | null; change?: true };
type Draft<V, I> = V & { tentative?: Tentative<I> | undefined };

/** An attempt of an earlier page or visit, which is looked up. */
type Looked<I> = { id: string; envoi: I };

type Options<V, I, T> = {
  /** The name of the kept draft, which is shared with earlier versions that kept only the values. */
  name: string;
  /** As in `useEcrit`. A draft that it does not return is given up with its attempt. */
  start: (kept: V | null) => V;
  mutation: SureMutation<I, T>;
  /** The code of the refusal of an id that is stored with another content. */
  other: string;
  /** Also called if a form that comes back finds its attempt stored. */
  onStored: (answer: T, sent: I) => void;
};

/** The kept draft of a form that creates one thing. */
export function useAttempt<V extends object, I extends { id: string }, T>({
  name,
  start,
  mutation,
  other,
  onStored,
}: Options<V, I, T>) {
  const [draft, setDraft, forget, current] = useEcrit<Draft<V, I>>(useUser().id, name, start);
  const { tentative, ...values } = draft;
  const kept = () => current().tentative;
  const [notice, setNotice] = useState<string | null>(tentative?.envoi ? SEARCHED : null);
  const sending = useRef(false);
  /** The draft may be about another attempt by now. */
  const settle = (id: string, next: Tentative<I> | undefined) =>
    setDraft((now) => (now.tentative?.id === id ? { ...now, tentative: next } : now));
  /** What was typed since stays. */
  const end = (id: string) => {
    const now = kept();
    if (now?.id !== id) return false;
    settle(id, undefined);
    if (!now.change) forget();
    return now.change === true;
  };

  /** A new press overtakes it. */
  const look = async ({ id, envoi }: Looked<I>, isLeft: () => boolean) => {
    const last = lastCall(id);
    const isOver = () => isLeft() || lastCall(id) !== last || kept()?.id !== id;
    // Of a form that was left before its answer.
    await last;
    if (isOver() || !kept()?.envoi) return setNotice(null);
    try {
      const seen = await mutation.lookUp(envoi, {
        onUnsure: () => setNotice((now) => now && UNKNOWN),
        isLeft: isOver,
      });
      if (!seen || isOver()) return setNotice(null);
      if (seen.found === null) {
        settle(id, { id, envoi: null });
        setNotice(ABSENT);
      } else if (end(id)) setNotice(EDITED);
      else onStored(seen.found, envoi);
    } catch (error) {
      if (isOver()) return setNotice(null);
      const isOther = codeOf(error) === other;
      if (isOther) settle(id, undefined);
      setNotice(isOther ? EDITED : UNKNOWN);
    }
  };
  useLookUps(() => (tentative?.envoi ? [{ id: tentative.id, envoi: tentative.envoi }] : []), look);

  return {
    values: values as unknown as V,
    setValues: (next: V) =>
      setDraft(({ tentative: now }) => ({
        ...next,
        tentative: now?.envoi && !sending.current ? { ...now, change: true } : now,
      })),
    notice,
    /**
     * Throws as the call. `again`: a press that changed nothing sends what was sent, because `input` is
     * also made of what is read, which the first one may have changed.
     */
    send: async (input: Omit<I, 'id'>, { again = false } = {}): Promise<void> => {
      const id = tentative?.id ?? newId();
      const before = tentative?.envoi ?? null;
      const asked = again && before && !tentative?.change ? before : ({ ...input, id } as I);
      setNotice(null);
      setDraft((now) => ({ ...now, tentative: { id, envoi: asked } }));
      sending.current = true;
      try {
        const answer = await runAttempt(id, () => mutation.mutateAsync(asked));
        end(id);
        onStored(answer, asked);
      } catch (error) {
        if (codeOf(error) === other) settle(id, undefined);
        else if (error instanceof NotStored) settle(id, { id, envoi: null });
        // The server may have stored it before it failed.
        else if (!isUnknown(error) && !isUnreadable([error]))
          settle(id, {
            id,
            envoi: again ? null : before,
            ...(!again && before && (tentative?.change || !isSameContent(before, asked))
              ? { change: true as const }
              : {}),
          });
        throw error;
      } finally {
        sending.current = false;
      }
    },
    /** Gives the draft up, unless it is unknown whether it is stored. */
    giveUp: () => {
      if (!tentative?.envoi) forget();
    },
  };
}
