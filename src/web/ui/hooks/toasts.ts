/**
 * UI-06: messages about events elsewhere. The list holds at most 20 toasts and drops the oldest.
 * Each is shown for 5 seconds and leaves the list 1,000,000 ms after it closed.
 */
import { type Countdown, createCountdown } from './countdown.ts';

export type ToastKind = 'success' | 'error' | 'info';
/** A link in a toast: an address of this site and its label. */
export type ToastLink = { to: string; label: string };
export type Toast = {
  id: number;
  kind: ToastKind;
  text: string;
  link: ToastLink | null;
  open: boolean;
};

const LIMIT = 20;
const SHOWN = 5_000;
const REMOVED = 1_000_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
let paused = false;

/** The countdowns of the open toasts. */
const countdowns = new Map<number, Countdown>();
const listeners = new Set<() => void>();

function put(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function stop(id: number): void {
  countdowns.get(id)?.stop();
  countdowns.delete(id);
}

/** Adds a toast, at the end of the list. */
export function toast(kind: ToastKind, text: string, link: ToastLink | null = null): void {
  lastId += 1;
  const id = lastId;
  const next = [...toasts, { id, kind, text, link, open: true }];
  for (const dropped of next.slice(0, -LIMIT)) stop(dropped.id);
  const countdown = createCountdown();
  countdown.start(SHOWN, () => closeToast(id));
  countdowns.set(id, countdown);
  if (paused) countdown.pause();
  put(next.slice(-LIMIT));
}

export function closeToast(id: number): void {
  if (!countdowns.has(id)) return;
  stop(id);
  setTimeout(() => put(toasts.filter((one) => one.id !== id)), REMOVED);
  put(toasts.map((one) => (one.id === id ? { ...one, open: false } : one)));
}

/** Stops every countdown: no toast disappears under the pointer or while it has the focus. */
export function pauseToasts(): void {
  paused = true;
  for (const countdown of countdowns.values()) countdown.pause();
}

export function resumeToasts(): void {
  paused = false;
  for (const countdown of countdowns.values()) countdown.resume();
}

/** For `useSyncExternalStore`: the whole list, including closed toasts. */
export const getToasts = (): readonly Toast[] => toasts;

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
