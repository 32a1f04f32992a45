/**
 * Asks the person for password and code again if a call needs them (ACC-100). The call waits
 * meanwhile, so that no input is lost.
 */
import { useSyncExternalStore } from 'react';

let asked: { answered: Promise<boolean>; answer: (given: boolean) => void } | null = null;
const listeners = new Set<() => void>();

function put(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/**
 * True once the session is confirmed, false if the person cancels. Calls that need it at the same
 * time ask once.
 */
export function askForProof(): Promise<boolean> {
  if (asked) return asked.answered;
  let answer: (given: boolean) => void = () => {};
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  put({ answered, answer });
  return answered;
}

/** Does nothing if nothing was asked. */
export function answerProof(given: boolean): void {
  const open = asked;
  put(null);
  open?.answer(given);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useProofAsked = (): boolean => useSyncExternalStore(subscribe, () => asked !== null);
