/**
 * The paths for supervisors, balancers and `npm run doctor`, outside the contract: no session is
 * looked up, nothing is written (OPS-60, OPS-65).
 */
import type { FastifyInstance } from 'fastify';
import type { Echo } from '#domain/health/controles_site.ts';
import { REFUS } from '#domain/errors/errors.ts';
import { ECHO, FORGED } from '../platform/controles/visite.ts';
import { compareMigrations } from '../platform/migrations.ts';
import { reuse } from '../platform/reuse.ts';
import type { Services } from '../platform/services.ts';
import { writeRefus } from './refus.ts';

/**
 * The process answers. The database is not queried, because a process that waits for it must not be
 * restarted.
 */
export const ALIVE = '/api/health/live';
/**
 * Requests may be sent here: the database answers and has every migration of this version. While
 * the instance stops, `drain.ts` answers 503.
 */
export const READY = '/api/health/ready';
/**
 * How long an answer of the database is reused, because anyone may call, and how long it may take;
 * in milliseconds.
 */
const VALID_MS = 1_000;
const PATIENCE_MS = 2_000;

export function serveProbes(app: FastifyInstance, services: Services): void {
  const isReady = readinessOf(services);
  app.get(ALIVE, (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get(READY, async ({ url }, reply) => {
    reply.header('cache-control', 'no-store');
    return (await isReady())
      ? { status: 'ok' }
      : reply.status(REFUS.service_occupe.status).send(writeRefus(url, 'service_occupe'));
  });
  app.get(ECHO, (request, reply): Echo => {
    reply.header('cache-control', 'no-store');
    return {
      instance: services.instance,
      forwarded: 'x-forwarded-for' in request.headers,
      believed: (request.ips?.length ?? 0) > 1,
      forged: request.ip === FORGED,
      https: request.protocol === 'https',
    };
  });
}

/**
 * Whether the database answers within `PATIENCE_MS` and lacks no migration. It is asked on a
 * separate connection: while calls wait for the pool, the instance is busy but not unavailable.
 */
const readinessOf = ({ probe }: Services): (() => Promise<boolean>) =>
  reuse(async () => (await compareMigrations(probe)).missing === 0, {
    validMs: VALID_MS,
    patienceMs: PATIENCE_MS,
    otherwise: false,
  });
