/**
 * The wall clock of the centre (decision 19), told by the server: a phone whose clock is wrong shows the right day.
 * Every answer carries a `Date` header; the distance to this machine's clock is kept.
 */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Moment, momentAt } from '#domain/calendrier.ts';

/** Milliseconds to add to this machine's clock. The header counts whole seconds, so less than that is noise. */
let decalage = 0;
const BRUIT = 1_500;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

export function noteServerDate(header: string | null, sentAt: number, receivedAt: number): void {
  const serveur = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(serveur)) return;
  const mesure = serveur + 500 - (sentAt + receivedAt) / 2;
  if (Math.abs(mesure - decalage) < BRUIT) return;
  decalage = mesure;
  tick();
}

let moment: Moment = momentAt(new Date());

/** The same object as long as the minute is the same, as `useSyncExternalStore` asks. */
function readMoment(): Moment {
  const next = momentAt(new Date(Date.now() + decalage));
  if (next.jour !== moment.jour || next.heure !== moment.heure) moment = next;
  return moment;
}

function tick(): void {
  clearTimeout(timer);
  for (const listener of listeners) listener();
  if (listeners.size > 0) timer = setTimeout(tick, 60_000 - ((Date.now() + decalage) % 60_000) + 20);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    tick();
    // A sleeping tab's timers are late: catch up when it wakes.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The day and the hour in Brussels, renewed each minute. */
export function useMaintenant(): Moment {
  return useSyncExternalStore(subscribe, readMoment);
}

/** The server's instant, renewed on each of its seconds. */
export function useInstant(): Date {
  const [instant, setInstant] = useState(() => new Date(Date.now() + decalage));
  useEffect(() => {
    let seconde: ReturnType<typeof setTimeout>;
    const renew = () => {
      const ms = Date.now() + decalage;
      setInstant(new Date(ms));
      seconde = setTimeout(renew, 1_000 - (ms % 1_000) + 5);
    };
    renew();
    return () => clearTimeout(seconde);
  }, []);
  return instant;
}
