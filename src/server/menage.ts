/** Housekeeping: signs of life, and what is swept while the clock is believed. */
import * as courriels from './actions/courriels.ts';
import * as horloge from './actions/horloge.ts';
import * as session from './actions/session.ts';
import type { Services } from './platform/services.ts';

/** Far below the days after which a clock is doubted, often enough to see one that is set back right. */
const BATTEMENT_MS = 5 * 60_000;
const MENAGE_MS = 3_600_000;

/** Leaves a sign of life, then sweeps what is over; nothing of it in the name of a clock that is doubted. */
export async function tidy(services: Services): Promise<void> {
  if (!await horloge.beat(services)) return services.log.warn({}, 'the clock is far ahead of the last sign of life: nothing is swept');
  await Promise.all([session.sweep(services), courriels.sweep(services)]);
}

/** At once, then every hour; answers how to end it. */
export async function startMenage(services: Services): Promise<() => void> {
  const attempt = (work: (services: Services) => Promise<unknown>) => work(services).catch((err: unknown) => services.log.warn({ err }, 'housekeeping failed'));
  const timers = [setInterval(() => void attempt(horloge.beat), BATTEMENT_MS), setInterval(() => void attempt(tidy), MENAGE_MS)];
  await attempt(tidy);
  return () => timers.forEach(clearInterval);
}
