/**
 * The log lines about a request: its call, its answer, and a refusal that matters for security.
 * Never its address, body or headers.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CodeRefus, REFUS, type Refus } from '#domain/errors/errors.ts';
import { FORGED } from '../platform/controles/visite.ts';
import type { Message } from '../platform/log.ts';
import { EVENT_OF, logSecurity } from '../platform/security_events.ts';

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

type Trace = { route?: string; account?: string; refus?: CodeRefus };

const traces = new WeakMap<FastifyRequest, Trace>();

/** Stores, for the log and the metrics, the call of a request, its account, and its refusal. */
export function trace(request: FastifyRequest, known: Trace): void {
  traces.set(request, { ...traces.get(request), ...known });
}

/** The stored data of a request. */
export const traceOf = (request: FastifyRequest): Trace => traces.get(request) ?? {};

/** Logs one line per answer of `/api`. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { route = request.routeOptions.url ?? '' } = traceOf(request);
    if (route.startsWith('/api'))
      request.log.info(
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'answered',
      );
  });
}

/**
 * Reports once that a proxy seems to be in front of the service that `TRUST_PROXY` does not name:
 * all callers then have its address, and share the limits of one network (ACC-35).
 */
export function warnOfProxy(app: FastifyInstance): void {
  let told = false;
  app.addHook('onRequest', async ({ headers, log }) => {
    if (told || !FORWARDED.some((name) => name in headers && headers[name] !== FORGED)) return;
    told = true;
    log.warn(
      {},
      'X-Forwarded-* headers arrive and are not believed: if a proxy is in front, TRUST_PROXY must name it' satisfies Message,
    );
  });
}

/** Milliseconds in which refusals of one code are combined into one line. */
const COUNTED_MS = 1_000;

/** How many calls each code has refused since its last line. */
const busy = new Map<CodeRefus, number>();

/**
 * Logs the first refusal of a code, and then one line per second with the number of further ones,
 * because a flood would hide everything else.
 */
function logBusy(log: FastifyRequest['log'], code: CodeRefus, err: unknown): void {
  const more = busy.get(code);
  busy.set(code, (more ?? -1) + 1);
  if (more !== undefined) return;
  log.warn({ err, code }, 'call failed');
  const tell = (): void => {
    const count = busy.get(code) ?? 0;
    busy.delete(code);
    if (count === 0) return;
    log.warn({ code, count }, 'more calls failed' satisfies Message);
    busy.set(code, 0);
    setTimeout(tell, COUNTED_MS).unref();
  };
  setTimeout(tell, COUNTED_MS).unref();
}

/**
 * Logs an answered refusal: a failure with its error, and a security event if the refusal has one.
 */
export function logRefusal(request: FastifyRequest, { code, cause }: Refus, error: unknown): void {
  const { account } = traceOf(request);
  trace(request, { refus: code });
  const event = EVENT_OF[code];
  if (REFUS[code].status === 503) logBusy(request.log, code, cause ?? error);
  else if (REFUS[code].status >= 500)
    request.log.error({ err: cause ?? error, code }, 'call failed');
  if (event) logSecurity(request.log, event, { code, ...(account !== undefined && { account }) });
}
