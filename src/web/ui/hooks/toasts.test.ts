import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Toasts from './toasts.ts';

let store: typeof Toasts;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  store = await import('./toasts.ts');
});
afterEach(() => {
  vi.useRealTimers();
});

const opened = () =>
  store
    .getToasts()
    .filter(({ open }) => open)
    .map(({ text }) => text);

test('un toast se montre cinq secondes et quitte la liste 1 000 000 ms après', () => {
  // UI-06, LIM-20
  store.toast('info', 'Bonjour');
  vi.advanceTimersByTime(4_999);
  expect(opened()).toEqual(['Bonjour']);
  vi.advanceTimersByTime(1);
  expect(opened()).toEqual([]);
  expect(store.getToasts()).toHaveLength(1);
  vi.advanceTimersByTime(999_999);
  expect(store.getToasts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.getToasts()).toEqual([]);
});

test('vingt au plus : le plus ancien cède la place, fermé ou non', () => {
  // UI-06, LIM-20
  for (let n = 1; n <= 20; n += 1) store.toast('info', `toast ${n}`);
  expect(opened()).toHaveLength(20);
  store.toast('error', 'toast 21');
  expect(opened()).toHaveLength(20);
  expect(opened().slice(0, 1)).toEqual(['toast 2']);
  expect(opened().slice(-1)).toEqual(['toast 21']);
  vi.advanceTimersByTime(5_000);
  store.toast('info', 'toast 22');
  expect(opened()).toEqual(['toast 22']);
  expect(store.getToasts()).toHaveLength(20);
});

test('la pause arrête le temps de chacun, la reprise lui laisse ce qui restait', () => {
  store.toast('info', 'premier');
  vi.advanceTimersByTime(3_000);
  store.pauseToasts();
  store.toast('info', 'né pendant la pause');
  vi.advanceTimersByTime(60_000);
  expect(opened()).toEqual(['premier', 'né pendant la pause']);
  store.resumeToasts();
  vi.advanceTimersByTime(1_999);
  expect(opened()).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(opened()).toEqual(['né pendant la pause']);
  vi.advanceTimersByTime(3_000);
  expect(opened()).toEqual([]);
});

test("fermer d'avance vaut une fois, et chaque changement se dit", () => {
  const listener = vi.fn<() => void>();
  const forget = store.subscribeToasts(listener);
  store.toast('success', 'Fait');
  const [{ id } = { id: 0 }] = store.getToasts();
  store.closeToast(id);
  store.closeToast(id);
  expect(listener).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000_000);
  expect(listener).toHaveBeenCalledTimes(3);
  expect(store.getToasts()).toEqual([]);
  forget();
  store.toast('success', 'Encore');
  expect(listener).toHaveBeenCalledTimes(3);
});
