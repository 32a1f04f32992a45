/**
 * The loop that sends alerts about free slots to the riders who requested them (RIDE-32). Changes
 * on any instance wake it; housekeeping checks too.
 */
import type { Noun } from '#contract/call.ts';
import { tellFreed } from './actions/alerts.ts';
import type { Services } from './platform/services.ts';

/** Changes that may free a slot, or that may allow an alert that was held back. */
const WAKING: ReadonlySet<Noun> = new Set([
  'reservations',
  'alertes',
  'types_lecons',
  'parametres',
  'users',
  'horloge',
  'fermetures',
]);
/** Pause after a check, so that changes that come together cause one check. */
const BURST_MS = 100;

/**
 * Starts the loop; returns the function that stops it. After a change of reservations only, it
 * checks only their days.
 */
export function startFreedSlotAlerts(services: Services): () => Promise<void> {
  const { live, log } = services;
  const stopped = new AbortController();
  const warn = (err: unknown): void => log.warn({ err }, 'who asked for a free slot was not told');

  async function listen(): Promise<void> {
    // slots that became free while no instance ran; a change meanwhile is repeated to new
    // subscribers
    await tellFreed(services).catch(warn);
    for await (const { changed, jours } of live.subscribe(stopped.signal)) {
      const waking = changed.filter((noun) => WAKING.has(noun));
      if (waking.length === 0) continue;
      await tellFreed(
        services,
        waking.every((noun) => noun === 'reservations' || noun === 'fermetures')
          ? jours
          : undefined,
      ).catch(warn);
      await new Promise((resolve) => {
        setTimeout(resolve, BURST_MS);
      });
    }
  }

  const listening = listen().catch(warn);
  return () => {
    stopped.abort();
    return listening;
  };
}
