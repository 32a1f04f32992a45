/**
 * UI-113: what a kept draft creates is stored once. The draft carries the id of its attempt, and
 * what was sent while it is unknown whether that is stored: both are kept before the call leaves, so
 * that a page that is discarded meanwhile still has them. The id changes only after a success.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { codeOf, isUnknown, NotStored } from './client.ts';
import { newId } from './newId.ts';
import { useUser } from './session.ts';
import type { SureMutation } from './surely.ts';
import { readEcrit, useEcrit } from './useEcrit.ts';

/** Of a form that comes back with an attempt whose result is unknown. */
export const NOTICES = {
  searched: "Votre envoi est resté sans réponse\u202f: nous vérifions s'il est enregistré…",
  unknown:
    "Nous ne savons pas encore si votre envoi est enregistré. Vous pouvez l'envoyer de nouveau\u202f: il ne s'enregistre qu'une fois.",
  absent: "Votre envoi n'est pas enregistré. Vous pouvez l'envoyer de nouveau.",
  edited: "Votre envoi est enregistré. Ce que vous avez changé depuis ne l'est pas.",
} as const;

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

/**
 * As it is kept. `envoi`: what was sent, while its result is unknown. `change`: the form was changed
 * since. Open tabs have stored these names.
 */
type Tentative<I> = { id: string; envoi: I | null; change?: true };
type Draft<V, I> = V & { tentative?: Tentative<I> | undefined };

/** An attempt of an earlier page or visit, which is looked up. */
type Looked<I> = { id: string; envoi: I };

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
  const person = useUser().id;
  const [draft, setDraft, forget] = useEcrit<Draft<V, I>>(person, name, start);
  const { tentative, ...values } = draft;
  const kept = () => (readEcrit(person, name) as Draft<V, I> | null)?.tentative;
  const [notice, setNotice] = useState<keyof typeof NOTICES | null>(
    tentative?.envoi ? 'searched' : null,
  );
  const sending = useRef(false);
  /** The draft may be about another attempt by now. */
  const settle = (id: string, next: Tentative<I> | undefined) =>
    setDraft((now) => (now.tentative?.id === id ? { ...now, tentative: next } : now));
  /** What was typed since stays. */
  const end = (id: string) => {
    const now = kept();
    if (now?.id !== id) return false;
    if (now.change) settle(id, undefined);
    else forget();
    return now.change === true;
  };

  const look = async ({ id, envoi }: Looked<I>, isLeft: () => boolean) => {
    // Of a form that was left before its answer.
    await underWay.get(id);
    if (isLeft()) return;
    if (kept()?.id !== id || !kept()?.envoi) return setNotice(null);
    const seen = await mutation.lookUp(envoi, {
      onUnsure: () => setNotice((now) => now && 'unknown'),
      isLeft,
    });
    if (!seen || isLeft() || isUnderWay(id) || kept()?.id !== id) return;
    if (seen.found === null) {
      settle(id, { id, envoi: null });
      setNotice('absent');
    } else if (end(id)) setNotice('edited');
    else onStored(seen.found, envoi);
  };
  useLookUps(
    () => (tentative?.envoi ? [{ id: tentative.id, envoi: tentative.envoi }] : []),
    (looked, isLeft) => look(looked, isLeft).catch(() => setNotice('unknown')),
  );

  return {
    values: values as unknown as V,
    setValues: (next: V) =>
      setDraft(({ tentative: now }) => ({
        ...next,
        tentative: now?.envoi && !sending.current ? { ...now, change: true } : now,
      })),
    notice: notice && NOTICES[notice],
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
        else if (!isUnknown(error)) settle(id, { id, envoi: again ? null : before });
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
    await underWay.get(sent.id);
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
