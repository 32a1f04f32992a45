/**
 * The loop that sends emails (MAIL-01). It is woken by emails written on any instance, by links
 * requested on this one and when an email is due that waits, and otherwise every half minute.
 */
import { deliver, outdate, remind } from './actions/emails/courriels.ts';
import { answerDemandes } from './actions/signin/liens.ts';
import { createQueue } from './platform/queue.ts';
import type { Services } from './platform/services.ts';
import { getNextDue } from './stores/emails/attente.ts';
import type { Tour } from './stores/emails/courriels.ts';

/**
 * The loop also runs without being woken, because a reminder may be due, which the loop itself
 * writes, another instance may have died, or a notification may be lost.
 */
const ROUND_MS = 30_000;
/** Pause after being woken, so that emails written together cause one round. */
const BURST_MS = 50;
/**
 * Pause after a link was requested: the answer is sent first, and its time does not depend on the
 * work that it causes (ACC-30).
 */
const DELAY_MS = 200;
/**
 * Emails that are sent at once, so that a mail server that is slow with one does not delay the
 * others. Mass mail never has all senders (MAIL-46).
 */
const SENDERS: readonly Tour[] = ['presse', 'urgence', 'urgence', 'reste'];
/**
 * How long a stop waits for running deliveries, in milliseconds, before it aborts them and returns
 * the emails to the queue.
 */
const GRACE_MS = 5_000;

/** Starts the loop; returns the function that stops it. `graceMs`: a shorter wait, for tests. */
export function startDelivery(
  services: Services,
  { graceMs = GRACE_MS } = {},
): () => Promise<void> {
  const { bell, live, log, mailer } = services;
  const [stopped, cutting] = [new AbortController(), new AbortController()];
  const warn = (error: unknown): void => log.warn({ err: error }, 'emails were not delivered');
  /** The running ones, by their place in `SENDERS`. */
  const senders = new Map<number, Promise<void>>();
  let calls = 0;
  let next: { timer: NodeJS.Timeout; at: number } | undefined;

  /** Sends until nothing is due; checks again if it was woken during the last check. */
  async function work(tour: Tour): Promise<void> {
    let seen: number;
    do {
      seen = calls;
      const from = services.now();
      await deliver(services, stopped.signal, cutting.signal, tour);
      await wakeWhenDue(from);
    } while (seen !== calls && !stopped.signal.aborted);
  }

  /**
   * Wakes again when the next email after `from` is due, if that is before the next round
   * (MAIL-41): at once if it became due since. A sender that knows only of a later one changes
   * nothing.
   */
  async function wakeWhenDue(from: Date): Promise<void> {
    const due = await getNextDue(services.db, from);
    const ms = due === null ? Infinity : Math.max(0, due.getTime() - services.now().getTime());
    const at = performance.now() + ms;
    if (ms > ROUND_MS || stopped.signal.aborted || (next && next.at <= at)) return;
    clearTimeout(next?.timer);
    const timer = setTimeout(() => {
      next = undefined;
      wake();
    }, ms);
    next = { timer, at };
  }

  function wake(): void {
    calls += 1;
    if (!mailer || stopped.signal.aborted) return;
    for (const [place, tour] of SENDERS.entries())
      if (!senders.has(place))
        senders.set(
          place,
          work(tour)
            .catch(warn)
            .finally(() => senders.delete(place)),
        );
  }

  async function listen(): Promise<void> {
    for await (const { changed } of live.subscribe(stopped.signal)) {
      if (!changed.includes('courriels')) continue;
      wake();
      await new Promise((resolve) => {
        setTimeout(resolve, BURST_MS);
      });
    }
  }

  /**
   * Requests are answered one after the other; a link that is requested meanwhile causes another
   * round.
   */
  const answers = createQueue(1);
  let answering = Promise.resolve();
  let rung: NodeJS.Timeout | undefined;
  function answer(): void {
    rung = undefined;
    answering = answers.run(() => answerDemandes(services)).catch(warn);
  }
  const ring = (): void => {
    rung ??= setTimeout(answer, DELAY_MS);
  };
  bell.on('demande', ring);

  const round = (): void => {
    wake();
    answer();
    void remind(services).catch(warn);
    if (!mailer) void deliver(services, stopped.signal).catch(warn);
    void outdate(services).catch(warn);
  };
  const rounds = setInterval(round, ROUND_MS);
  if (mailer) void listen().catch(warn);
  round();

  return async () => {
    stopped.abort();
    clearInterval(rounds);
    bell.off('demande', ring);
    clearTimeout(rung);
    clearTimeout(next?.timer);
    const cut = setTimeout(() => cutting.abort(), graceMs);
    await Promise.all([...senders.values(), answering]);
    clearTimeout(cut);
  };
}
