import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Horloge from './horloge.ts';

let clock: typeof Horloge;

/** An answer of the server that arrives immediately. `Date` headers count whole seconds. */
const answer = (date: string) =>
  clock.noteServerDate(new Date(date).toUTCString(), Date.now(), Date.now());

async function startAt(now: string): Promise<void> {
  vi.useFakeTimers({ now: new Date(now) });
  vi.resetModules();
  clock = await import('./horloge.ts');
}

beforeEach(() => vi.stubGlobal('document', new EventTarget()));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("le jour et l'heure sont ceux de Bruxelles", async () => {
  await startAt('2026-11-21T22:59:00Z');
  expect(clock.readMoment()).toEqual({ jour: '2026-11-21', heure: '23:59' });
  await startAt('2026-07-21T22:30:00Z');
  expect(clock.readMoment()).toEqual({ jour: '2026-07-22', heure: '00:30' });
});

test('à minuit chacun qui regarde apprend le nouveau jour', async () => {
  await startAt('2026-11-21T22:59:30Z');
  const days: string[] = [];
  const stop = clock.subscribe(() => days.push(clock.readMoment().jour));
  days.length = 0;
  vi.advanceTimersByTime(29_000);
  expect(days).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(days).toEqual(['2026-11-22']);
  stop();
  vi.advanceTimersByTime(120_000);
  expect(days).toHaveLength(1);
});

test('un téléphone qui se trompe de jour suit le serveur', async () => {
  await startAt('2026-11-18T10:00:00Z');
  answer('2026-11-21T10:00:00Z');
  expect(clock.readMoment()).toEqual({ jour: '2026-11-21', heure: '11:00' });
  vi.advanceTimersByTime(60_000);
  expect(clock.readMoment().heure).toBe('11:01');
});

test("une seconde d'écart ne déplace rien, et une réponse sans date non plus", async () => {
  await startAt('2026-11-21T10:00:59.200Z');
  answer('2026-11-21T10:01:00Z');
  clock.noteServerDate(null, Date.now(), Date.now());
  clock.noteServerDate('hier', Date.now(), Date.now());
  expect(clock.readMoment().heure).toBe('11:00');
});

test('le moment reste le même objet tant que la minute est la même', async () => {
  await startAt('2026-11-21T10:00:00Z');
  const first = clock.readMoment();
  vi.advanceTimersByTime(30_000);
  expect(clock.readMoment()).toBe(first);
  vi.advanceTimersByTime(30_000);
  expect(clock.readMoment()).not.toBe(first);
});

test("un onglet qui se réveille rattrape l'heure", async () => {
  await startAt('2026-11-21T10:00:00Z');
  const listener = vi.fn<() => void>();
  const stop = clock.subscribe(listener);
  listener.mockClear();
  // The device sleeps: the clock advances, the timers do not.
  vi.setSystemTime(new Date('2026-11-21T15:00:00Z'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(listener).toHaveBeenCalledOnce();
  expect(clock.readMoment().heure).toBe('16:00');
  stop();
});
