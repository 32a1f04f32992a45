/**
 * The wall clock of the centre (BOOK-01), from the server: a device with a wrong clock still shows
 * the right day. Every answer has a `Date` header; its difference to the clock of this device is
 * kept.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Moment, momentAt } from '#domain/core/calendrier.ts';

/**
 * Milliseconds to add to the clock of this device. The header counts whole seconds, so smaller
 * differences are ignored.
 */
let offset = 0;
const NOISE = 1_500;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

export function noteServerDate(header: string | null, sentAt: number, receivedAt: number): void {
  const server = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(server)) return;
  const measured = server + 500 - (sentAt + receivedAt) / 2;
  if (Math.abs(measured - offset) < NOISE) return;
  offset = measured;
  tick();
}

/**
 * The time of the centre's clock at an instant of this device's clock, in milliseconds since 1970.
 */
export const momentOf = (at: number): Moment => momentAt(new Date(at + offset));

let moment: Moment = momentAt(new Date());

/**
 * Returns the same object as long as the minute is the same, as `useSyncExternalStore` requires.
 */
export function readMoment(): Moment {
  const next = momentOf(Date.now());
  if (next.jour !== moment.jour || next.heure !== moment.heure) moment = next;
  return moment;
}

function tick(): void {
  clearTimeout(timer);
  for (const listener of listeners) listener();
  if (listeners.size > 0) timer = setTimeout(tick, 60_000 - ((Date.now() + offset) % 60_000) + 20);
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    tick();
    // The timers of a hidden tab are delayed: update when it becomes visible.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The current day and hour in Brussels, updated each minute. */
export function useNow(): Moment {
  return useSyncExternalStore(subscribe, readMoment);
}

/** The server's current time, updated each second. */
export function useInstant(): Date {
  const [instant, setInstant] = useState(() => new Date(Date.now() + offset));
  useEffect(() => {
    let timeout: ReturnType<typeof setTimeout>;
    const renew = () => {
      const ms = Date.now() + offset;
      setInstant(new Date(ms));
      timeout = setTimeout(renew, 1_000 - (ms % 1_000) + 5);
    };
    renew();
    return () => clearTimeout(timeout);
  }, []);
  return instant;
}
