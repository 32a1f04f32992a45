/**
 * UI-41: the open modal panels, the topmost last. Everything outside the topmost one is inert:
 * invisible to screen readers and unreachable by keyboard. Each panel has a container for messages
 * of the whole page (toasts, a lost connection).
 */
import { type RefObject, useEffect, useSyncExternalStore } from 'react';

let places: readonly Element[] = [];
const listeners = new Set<() => void>();

function put(next: readonly Element[]): void {
  places = next;
  for (const listener of listeners) listener();
}

/**
 * Registers the container of a panel while it is open. Call it after the effect that opens the
 * panel.
 */
export function useModalPlace(ref: RefObject<Element | null>, open: boolean): void {
  useEffect(() => {
    const place = ref.current;
    if (!open || !place) return;
    put([...places, place]);
    return () => put(places.filter((one) => one !== place));
  }, [ref, open]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The container in the topmost modal panel. Null while none is open. */
export const useTopModal = (): Element | null =>
  useSyncExternalStore(subscribe, () => places.at(-1) ?? null);
