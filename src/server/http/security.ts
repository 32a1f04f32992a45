/** Security headers of every answer, and the conversion of errors outside the contract. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CodeRefus, REFUS, Refus } from '#domain/errors/errors.ts';
import { isPage } from './pages.ts';
import { toRefus, writeRefus } from './refus.ts';
import { logRefusal } from './traces.ts';

/**
 * Browser features that no page of this site uses. Passkeys and the clipboard are used, and keep
 * the browser's default: this site only.
 */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/** What counts for a document that a browser shows (API-19). */
export const DOCUMENT_HEADERS: Readonly<Record<string, string>> = {
  ...headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          // print documents and displayed emails have inline styles
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', 'blob:'],
          workerSrc: ["'self'"],
          manifestSrc: ["'self'"],
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
        },
      },
      referrerPolicy: { policy: 'same-origin' },
      frameguard: { action: 'deny' },
      hsts: false,
    }),
  ),
  'Permissions-Policy': UNUSED.map((feature) => `${feature}=()`).join(', '),
};

const SCRIPTS = "script-src 'self'";

/**
 * The content policy of a page that holds a script of its own: it allows that one by its hash
 * (`'sha256-…'`), and no other inline script.
 */
export function policyWith(hash: string): string {
  const policy = DOCUMENT_HEADERS['Content-Security-Policy'] ?? '';
  if (!policy.includes(SCRIPTS)) throw new Error(`the content policy has no ${SCRIPTS}`);
  return policy.replace(SCRIPTS, `${SCRIPTS} ${hash}`);
}

/**
 * What counts for everything else: the first screen makes up to thirty requests, and on a slow
 * network the other headers delay it by as much as 15 kB of scripts.
 */
const DATA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Sends the security headers on every answer; HSTS only if the site is served over https. HSTS
 * includes the subdomains only if the environment demands it, because other sites of the centre
 * below the same name may have no https.
 */
export function addSecurityHeaders(
  app: FastifyInstance,
  https: boolean,
  hstsSubdomains: boolean,
): void {
  const hsts = https && {
    'Strict-Transport-Security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  };
  const ofPages = { ...DOCUMENT_HEADERS, ...hsts };
  const ofData = { ...DATA_HEADERS, ...hsts };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isPage(request) ? ofPages : ofData);
    done();
  });
}

/**
 * The headers that a middleware sets. They are the same for every answer, but helmet would write
 * the policy again for each.
 */
function headersOf(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value;
    },
    removeHeader: () => {},
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error instanceof Error) throw error;
  });
  return headers;
}

/**
 * Refuses text that PostgreSQL cannot store, U+0000 and lone surrogates, in bodies and addresses of
 * calls (API-03).
 */
export function refuseBrokenText(app: FastifyInstance): void {
  app.addHook('preValidation', async (request: FastifyRequest) => {
    if (!isPage(request) && !(isStorable(request.body) && isStorable(decodeAddress(request.url))))
      throw new Refus('texte_invalide');
  });
}

/** Answers Fastify's own errors and all unexpected errors as `{ code, status, message }`. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const own = error.statusCode !== undefined && error.statusCode < 500;
    // The product's own code comes first: Fastify sets its own status on any error that stops a
    // body.
    const refus =
      error instanceof Refus
        ? error
        : error.statusCode === 413
          ? new Refus('requete_trop_grande')
          : own
            ? new Refus('donnees_invalides')
            : toRefus(error);
    logRefusal(request, refus, error);
    if (refus.retryAfter !== undefined) reply.header('retry-after', refus.retryAfter);
    return sendRefus(reply, refus.code);
  });
}

/**
 * An address that cannot be decoded reaches neither a route nor the error handler. A page address
 * is redirected to `/`.
 */
export function refuseBadAddress(
  _error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (isPage(request)) reply.redirect('/');
  else sendRefus(reply, 'adresse_introuvable');
}

function sendRefus(reply: FastifyReply, code: CodeRefus): FastifyReply {
  return reply
    .status(REFUS[code].status)
    .header('cache-control', 'no-store')
    .send(writeRefus(reply.request.url, code));
}

function decodeAddress(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    throw new Refus('texte_invalide');
  }
}

/**
 * True if every text inside can be stored. Not recursive, because a body may be nested thousands of
 * levels deep.
 */
function isStorable(value: unknown): boolean {
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const item = stack.pop();
    if (typeof item === 'string' && (item.includes('\0') || !item.isWellFormed())) return false;
    if (typeof item === 'object' && item !== null) {
      for (const [key, inner] of Object.entries(item)) stack.push(key, inner);
    }
  }
  return true;
}
