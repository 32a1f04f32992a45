/** The round of the post: woken by what is written, else every half minute, until the server stops (decision 38). */
import { deliver } from './actions/courriels.ts';
import type { Services } from './platform/services.ts';
import { nextDue } from './stores/courriels.ts';

/** Also where nothing was said: another instance may have died, or a message been missed. */
const RONDE_MS = 30_000;
/** After something was written, a moment for what follows it. */
const ELAN_MS = 50;
/** How long a stop waits for what is being handed over. */
const ADIEU_MS = 5_000;

/** Starts the round; answers how to end it. */
export function startCourrier(services: Services): () => Promise<void> {
  const stopped = new AbortController();
  const running = run(services, stopped.signal);
  return async () => {
    stopped.abort();
    // A hand-over that does not end is left: whoever comes next sends it again under the same Message-ID.
    await Promise.race([running, new Promise((resolve) => { setTimeout(resolve, ADIEU_MS).unref(); })]);
  };
}

async function run(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const woken = wake(services, signal);
    await deliver(services, signal).catch((error: unknown) => services.log.warn({ err: error }, 'emails were not delivered'));
    const wait = await pause(services).catch(() => RONDE_MS);
    await Promise.race([woken.heard, sleep(wait, signal)]);
    woken.forget();
    if (!signal.aborted) await sleep(ELAN_MS, signal);
  }
}

/** Until the next one is due, where that is sooner than the round. */
async function pause({ db, now, mailer }: Services): Promise<number> {
  const due = mailer ? await nextDue(db, now()) : null;
  return due ? Math.min(RONDE_MS, Math.max(1_000, due.getTime() - now().getTime())) : RONDE_MS;
}

/** Hears that an email was written, on whichever instance: listening begins before the round, so that nothing is missed during it. */
function wake({ live, mailer }: Services, signal: AbortSignal): { heard: Promise<void>; forget: () => void } {
  const over = new AbortController();
  const heard = (async () => {
    for await (const nouns of live.subscribe(AbortSignal.any([signal, over.signal]))) {
      if (mailer && nouns.includes('courriels')) return;
    }
    await new Promise<void>((resolve) => { over.signal.addEventListener('abort', () => resolve(), { once: true }); });
  })();
  return { heard, forget: () => over.abort() };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
