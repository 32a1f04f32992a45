/** Counts the answers for Prometheus, and lets it read them (OPS-61, OPS-62). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import { type CodeRefus, Refus } from '#domain/errors/errors.ts';
import type { Metrics } from '../platform/metrics.ts';
import { traceOf } from './traces.ts';

/** Where Prometheus reads, on either port. */
export const METRICS_PATH = '/metrics';

/**
 * `token`: what it must show on the port of the application; null where it reads on a port of its
 * own.
 */
export type Watch = { metrics: Metrics; token: string | null };

const [BOOK, STREAM] = [api.reservations.create, api.live].map(
  (call) => `/api${call['~orpc'].route.path}`,
);

/** Refused because someone else has the arena at that time. */
const TAKEN = new Set<CodeRefus | undefined>(['creneau_pris', 'creneau_deja_reserve']);

/** True for the token, compared in the same time whatever differs. */
export function isAllowed(authorization: string | undefined, token: string): boolean {
  const [given, wanted] = [authorization ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return given !== undefined && wanted !== undefined && timingSafeEqual(given, wanted);
}

/**
 * The pattern of an address. A series is never named by what a caller has sent: files and pages are
 * one each.
 */
function routeOf(
  { is404, routeOptions: { url = '' } }: FastifyRequest,
  call: string | undefined,
): string {
  if (call !== undefined) return call;
  if (/^\/(api|storage|metrics|calendrier)/.test(url)) return url;
  return is404 || url === '' ? 'page' : 'file';
}

/** Counts every answer, and answers `/metrics`: 404 where it is not configured for this port. */
export function watchAnswers(app: FastifyInstance, watch: Watch | null): void {
  app.get(METRICS_PATH, async ({ headers }, reply) => {
    if (!watch?.token) throw new Refus('adresse_introuvable');
    reply.header('cache-control', 'no-store');
    if (!isAllowed(headers.authorization, watch.token))
      return reply.status(401).header('www-authenticate', 'Bearer').send();
    const { type, text } = await watch.metrics.read();
    return reply.type(type).send(text);
  });
  if (watch === null) return;
  app.addHook('onResponse', async (request, reply) => {
    const { route: call, refus } = traceOf(request);
    const { method } = request;
    const status = reply.statusCode;
    watch.metrics.answered({
      method,
      status,
      route: routeOf(request, call),
      seconds: call === STREAM ? null : reply.elapsedTime / 1_000,
      outcome: TAKEN.has(refus)
        ? 'taken'
        : call === BOOK && method === 'POST' && status === 201
          ? 'booked'
          : null,
    });
  });
}
