/** The rounds of the post: woken by what is written on any instance and asked of this one, else every half minute (decision 38). */
import { deliver, outdate } from './actions/courriels.ts';
import { answerDemandes } from './actions/liens.ts';
import type { Services } from './platform/services.ts';

/** Also where nothing was said: a reminder is due, another instance has died, a message was missed. */
const RONDE_MS = 30_000;
/** After something was written, a moment for what follows it. */
const ELAN_MS = 50;
/** After a link was asked for: the answer leaves first, and is not slowed by the work it causes. */
const RETARD_MS = 200;
/** How many emails are handed over at once: a mail server that is slow with one holds up no other. */
const ENSEMBLE = 4;
/** How long a stop waits for what is being handed over, before it cuts it off and gives it back. */
const ADIEU_MS = 5_000;

/** Starts the rounds; answers how to end them. */
export function startCourrier(services: Services): () => Promise<void> {
  const { bell, live, log, mailer } = services;
  const [stopped, coupure] = [new AbortController(), new AbortController()];
  const warn = (error: unknown): void => log.warn({ err: error }, 'emails were not delivered');
  const facteurs = new Set<Promise<void>>();
  let appels = 0;

  /** Delivers until nothing is due; what was written while it looked for the last time is looked for again. */
  async function work(): Promise<void> {
    let entendus: number;
    do {
      entendus = appels;
      await deliver(services, stopped.signal, coupure.signal);
    } while (entendus !== appels && !stopped.signal.aborted);
  }

  function wake(): void {
    appels += 1;
    while (mailer && facteurs.size < ENSEMBLE && !stopped.signal.aborted) {
      const facteur = work().catch(warn).finally(() => facteurs.delete(facteur));
      facteurs.add(facteur);
    }
  }

  async function listen(): Promise<void> {
    for await (const { changed } of live.subscribe(stopped.signal)) {
      if (!changed.includes('courriels')) continue;
      wake();
      await new Promise((resolve) => { setTimeout(resolve, ELAN_MS); });
    }
  }

  /** One after the other: what is asked meanwhile rings again. */
  let answering = Promise.resolve();
  let rung: NodeJS.Timeout | undefined;
  function answer(): void {
    rung = undefined;
    answering = answering.then(() => answerDemandes(services)).catch(warn);
  }
  const ring = (): void => { rung ??= setTimeout(answer, RETARD_MS); };
  bell.on('demande', ring);

  const round = (): void => {
    wake();
    answer();
    void outdate(services).catch(warn);
  };
  const rounds = setInterval(round, RONDE_MS);
  if (mailer) void listen().catch(warn);
  round();

  return async () => {
    stopped.abort();
    clearInterval(rounds);
    bell.off('demande', ring);
    clearTimeout(rung);
    const cut = setTimeout(() => coupure.abort(), ADIEU_MS);
    await Promise.all([...facteurs, answering]);
    clearTimeout(cut);
  };
}
