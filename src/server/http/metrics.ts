/** Counts the answers for Prometheus, and serves the metrics (OPS-61, OPS-62). */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { api } from '#contract/api.ts';
import { type CodeRefus, Refus } from '#domain/errors/errors.ts';
import type { Metrics } from '../platform/metrics.ts';
import { traceOf } from './traces.ts';

/** The path of the metrics, on either port. */
export const METRICS_PATH = '/metrics';

/** `token`: required on the port of the application; null if the metrics have their own port. */
export type Watch = { metrics: Metrics; token: string | null };

const [BOOK, STREAM] = [api.reservations.create, api.live].map(
  (call) => `/api${call['~orpc'].route.path}`,
);

/** Refusals because another person has the arena at that time. */
const TAKEN = new Set<CodeRefus | undefined>(['creneau_pris', 'creneau_deja_reserve']);

/** True for the right token; the comparison takes the same time for any difference. */
export function isAllowed(authorization: string | undefined, token: string): boolean {
  const [given, wanted] = [authorization ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return given !== undefined && wanted !== undefined && timingSafeEqual(given, wanted);
}

/**
 * The pattern of an address. A series is never named by input of a caller: all files share one
 * name, and so do all pages.
 */
function routeOf(
  { is404, routeOptions: { url = '' } }: FastifyRequest,
  call: string | undefined,
): string {
  if (call !== undefined) return call;
  if (/^\/(api|storage|metrics|calendrier)/.test(url)) return url;
  return is404 || url === '' ? 'page' : 'file';
}

/**
 * Counts every answer, and serves `/metrics`: 404 if it is not configured for this port (OPS-62).
 */
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
