/** The end of an instance while others go on: nothing that a proxy still sends it is lost. */
import type { FastifyInstance } from 'fastify';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { api } from '#contract/api.ts';
import { REFUS } from '#domain/errors.ts';
import { writeRefus } from './refus.ts';

/** How long one that is still asked goes on listening: a proxy needs that long to see that it should not ask. */
const DRAIN_MS = 5_000;

/** One that was not asked for so long is not waited for by anybody. */
const QUIET_MS = 300;

/** How long an end then waits for what is being sent or answered. */
const ADIEU_MS = 3_000;

const [HEALTH, LIVE] = [api.health, api.live].map((call) => `/api${call['~orpc'].route.path}`);

/**
 * While it ends (from `app.close()` on), everything is answered, with `Connection: close`, and health with 503, so that
 * balancers send the next request elsewhere; once nothing comes any more it stops listening, and ends what is left over:
 * a request that is never sent to its end must not hold it up.
 */
export function drainAtEnd(app: FastifyInstance): void {
  let ending = false;
  let asked = -Infinity;
  let cut: NodeJS.Timeout | undefined;
  app.addHook('onRequest', async ({ url }, reply) => {
    const [path] = url.split('?');
    // Neither counts: a balancer goes on looking, and a stream that has ended is opened again.
    if (path !== HEALTH && path !== LIVE) asked = performance.now();
    if (ending && path === HEALTH) return reply.status(REFUS.service_occupe.status).header('cache-control', 'no-store').send(writeRefus(url, 'service_occupe'));
  });
  app.addHook('preClose', async () => {
    ending = true;
    if (!app.server.listening) return;
    const limit = performance.now() + DRAIN_MS;
    while (performance.now() < Math.min(limit, asked + QUIET_MS)) await setTimeout(QUIET_MS / 10);
    cut = globalThis.setTimeout(() => app.server.closeAllConnections(), ADIEU_MS);
    await setImmediate(); // right after what was waiting has been accepted: what still waits when the door closes is lost
  });
  app.addHook('onClose', async () => clearTimeout(cut));
}
