/**
 * Housekeeping: heartbeats. While the clock is trusted (SET-16), also the deletion of data past
 * their time, including names in old lessons, and the reminder of waiting sign-ups.
 */
import * as alertes from './actions/alerts.ts';
import * as conservation from './actions/personal_data/conservation.ts';
import * as courriels from './actions/emails/courriels.ts';
import * as horloge from './actions/health/horloge.ts';
import * as imports from './actions/imports.ts';
import * as inscriptions from './actions/people/inscriptions.ts';
import * as journal from './actions/journal.ts';
import * as sauvegarder from './actions/backups/sauvegarder.ts';
import * as panne from './actions/backups/sauvegardes_panne.ts';
import * as session from './actions/signin/session.ts';
import * as supprimees from './actions/lessons/supprimees.ts';
import type { Services } from './platform/services.ts';
import { keepIds } from './stores/backups.ts';

/**
 * Far shorter than the days after which a clock is doubtful (LIM-28); often enough to notice a
 * corrected clock.
 */
const BEAT_MS = 5 * 60_000;
const SWEEP_MS = 3_600_000;

/**
 * Stores a heartbeat, then deletes data past their time and reminds of waiting sign-ups (RIDE-60);
 * does none of it while the clock is doubtful (SET-16).
 */
export async function tidy(services: Services): Promise<void> {
  if (!(await horloge.beat(services)))
    return services.log.warn(
      {},
      'the clock is far ahead of the last sign of life: nothing is swept',
    );
  await Promise.all([
    session.sweep(services),
    courriels.sweep(services),
    journal.sweep(services),
    supprimees.sweep(services),
    alertes.sweep(services),
    imports.sweep(services),
    conservation.sweepEffaces(services),
    inscriptions.remind(services),
  ]);
}

/** Makes the nightly backup if it is due, then notifies the administrators of a failure. */
async function night(services: Services): Promise<void> {
  try {
    await sauvegarder.round(services);
  } finally {
    await panne.tellAdmins(services);
  }
}

/**
 * Runs at once, then every hour; returns the function that stops it. It does not wait for a backup.
 */
export async function startHousekeeping(services: Services): Promise<() => void> {
  const leaving = new AbortController();
  /**
   * The start does not wait for it, because the first run may change tens of thousands of lessons.
   * It checks the clock itself.
   */
  const forgetNames = (): void => void attempt((all) => conservation.sweep(all, leaving.signal));
  const attempt = (work: (services: Services) => Promise<unknown>) =>
    work(services).catch((err: unknown) => services.log.warn({ err }, 'housekeeping failed'));
  const timers = [
    setInterval(() => void attempt(horloge.beat), BEAT_MS),
    setInterval(() => void attempt(tidy), SWEEP_MS),
    setInterval(forgetNames, SWEEP_MS),
    setInterval(() => void attempt(() => night(services)), BEAT_MS),
    setInterval(() => void attempt(keepIds), BEAT_MS),
    setInterval(() => void attempt(() => alertes.tellFreed(services)), BEAT_MS),
  ];
  await attempt(tidy);
  forgetNames();
  void attempt(keepIds); // an erasure whose process died before it wrote the file
  void attempt(() => sauvegarder.clean(services));
  return () => {
    timers.forEach(clearInterval);
    leaving.abort();
  };
}
