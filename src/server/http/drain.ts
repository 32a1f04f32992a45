/**
 * Stops an instance while others continue, without losing any request that a proxy still sends
 * (API-13).
 */
import type { FastifyInstance } from 'fastify';
import { Server } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { api } from '#contract/api.ts';
import { REFUS } from '#domain/errors/errors.ts';
import { ALIVE, READY } from './probes.ts';
import { writeRefus } from './refus.ts';

/**
 * How long a stopping instance that still receives requests keeps listening, in milliseconds: a
 * proxy needs that long to notice the failed health check.
 */
const DRAIN_MS = 5_000;

/** After this long without a request the instance stops listening. */
const QUIET_MS = 300;

/** How long it then waits for running requests. */
const LAST_REQUESTS_MS = 3_000;

const [HEALTH = '', STREAM = ''] = [api.health, api.live].map(
  (call) => `/api${call['~orpc'].route.path}`,
);

/** Paths that tell balancers whether to send requests here. */
const SAYS_NO = new Set([HEALTH, READY]);
/**
 * Paths that do not count as requests: balancers and supervisors keep calling them, and browsers
 * reopen a stream that ended.
 */
const UNCOUNTED = new Set([HEALTH, READY, ALIVE, STREAM]);

/**
 * Waits for a turn of the event loop without work: by then, every waiting connection has been
 * accepted. Waits at most a second.
 */
async function idle(): Promise<void> {
  const end = performance.now() + 1_000;
  for (;;) {
    const before = performance.now();
    await setImmediate();
    const now = performance.now();
    if (now - before < 0.2 || now > end) return;
  }
}

/**
 * From `leaving` on, health and readiness answer 503 (OPS-74). From `app.close()` on, every request
 * is still answered, with `Connection: close`, and health and readiness with 503, so that balancers
 * send the next request elsewhere. When no more requests arrive, it stops listening and closes the
 * remaining connections: a request whose body never ends must not block the stop.
 */
export function drainAtEnd(app: FastifyInstance, leaving?: AbortSignal): void {
  let ending = false;
  let asked = -Infinity;
  let cut: NodeJS.Timeout | undefined;
  /** Waits until no request has arrived for a while, at most `ms`. */
  const quiet = async (ms: number): Promise<void> => {
    const limit = performance.now() + ms;
    while (performance.now() < Math.min(limit, asked + QUIET_MS)) await setTimeout(QUIET_MS / 10);
  };
  app.addHook('onRequest', async ({ url }, reply) => {
    const [path = ''] = url.split('?');
    if (!UNCOUNTED.has(path)) asked = performance.now();
    if ((ending || leaving?.aborted) && SAYS_NO.has(path))
      return reply
        .status(REFUS.service_occupe.status)
        .header('cache-control', 'no-store')
        .send(writeRefus(url, 'service_occupe'));
  });
  app.addHook('preClose', async () => {
    ending = true;
    if (!app.server.listening) return;
    await quiet(DRAIN_MS);
    // otherwise a connection that still waits when listening stops is reset, and its request is
    // lost
    await idle();
    // Only the server's own close: Fastify would also close idle connections, which a proxy that
    // has not noticed the stop yet may be using.
    Server.prototype.close.call(app.server);
    cut = globalThis.setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS);
    await quiet(LAST_REQUESTS_MS);
  });
  app.addHook('onClose', async () => clearTimeout(cut));
}
