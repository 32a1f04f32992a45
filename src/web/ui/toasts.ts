/**
 * UI-06: messages about what happens elsewhere. The list holds 20 toasts at most and drops the oldest; each is shown
 * for 5 seconds and leaves the list 1,000,000 ms after it closed.
 */
export type ToastKind = 'success' | 'error' | 'info';
/** A link in a toast: an address of this site and its label. */
export type ToastLink = { to: string; label: string };
export type Toast = { id: number; kind: ToastKind; text: string; link: ToastLink | null; open: boolean };

const LIMIT = 20;
const SHOWN = 5_000;
const REMOVED = 1_000_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
let paused = false;

/** Remaining time of an open toast in milliseconds, and when the countdown started; without `since` it is paused. */
type Clock = { left: number; since?: number; timer?: ReturnType<typeof setTimeout> };
const clocks = new Map<number, Clock>();
const listeners = new Set<() => void>();

function put(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function run(id: number, clock: Clock): void {
  clock.since = Date.now();
  clock.timer = setTimeout(() => closeToast(id), clock.left);
}

function stop(id: number): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
}

/** Adds a toast, at the end of the list. */
export function toast(kind: ToastKind, text: string, link: ToastLink | null = null): void {
  lastId += 1;
  const next = [...toasts, { id: lastId, kind, text, link, open: true }];
  for (const { id } of next.slice(0, -LIMIT)) stop(id);
  const clock: Clock = { left: SHOWN };
  clocks.set(lastId, clock);
  if (!paused) run(lastId, clock);
  put(next.slice(-LIMIT));
}

export function closeToast(id: number): void {
  if (!clocks.has(id)) return;
  stop(id);
  setTimeout(() => put(toasts.filter((one) => one.id !== id)), REMOVED);
  put(toasts.map((one) => (one.id === id ? { ...one, open: false } : one)));
}

/** Stops every countdown: no toast disappears under the pointer or while it has the focus. */
export function pauseToasts(): void {
  if (paused) return;
  paused = true;
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer);
    clock.left -= Date.now() - (clock.since ?? Date.now());
  }
}

export function resumeToasts(): void {
  if (!paused) return;
  paused = false;
  for (const [id, clock] of clocks) run(id, clock);
}

/** For `useSyncExternalStore`: the whole list, including closed toasts. */
export const getToasts = (): readonly Toast[] => toasts;

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
