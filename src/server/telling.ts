/**
 * The loop that tells who asked for a slot that it is free (RIDE-32): woken by changes on any
 * instance; housekeeping looks too.
 */
import type { Noun } from '#contract/call.ts';
import { tellFreed } from './actions/reservations/alertes.ts';
import type { Services } from './platform/services.ts';

/** What may free a slot, or let a request be told that was held back. */
const WAKING: ReadonlySet<Noun> = new Set([
  'reservations',
  'alertes',
  'types_lecons',
  'parametres',
  'users',
  'horloge',
  'fermetures',
]);
/** Pause after a look, so that changes that come together cause one. */
const BURST_MS = 100;

/**
 * Starts the loop; returns the function that stops it. Of a change of reservations only, their days
 * are looked at.
 */
export function startTelling(services: Services): () => Promise<void> {
  const { live, log } = services;
  const stopped = new AbortController();
  const warn = (err: unknown): void => log.warn({ err }, 'who asked for a free slot was not told');

  async function listen(): Promise<void> {
    await tellFreed(services).catch(warn); // what became free while no instance ran; a change meanwhile is repeated to who subscribes
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
