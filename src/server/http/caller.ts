/** Who is asking: session and person out of a request, and whether the contract lets them in (decisions 6, 17, 18). */
import { isIP, type Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Who } from '#contract/call.ts';
import { Refus } from '#domain/errors.ts';
import { isAdmin, type Personne, refuseStatut } from '#domain/users.ts';
import { SESSION_SECONDS } from '../platform/auth.ts';
import { passingRefus } from '../platform/db.ts';
import type { Ctx, Services } from '../platform/services.ts';
import { extendSession, getSession, isFinDeCompte } from '../stores/sessions.ts';

type Caller = Pick<Ctx, 'personne' | 'token' | 'ip' | 'userAgent'>;

/** A session is moved on once a day at most: one write a day and person, not one a request. */
const SLIDE_AFTER_MS = 24 * 3600 * 1000;

/** Reads the session of a request, and moves its end when it has aged a day. */
export async function readCaller(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const token = tokenOf(services, request);
  const now = services.now();
  const session = token === null ? null : await getSession(services.db, token, now);
  const caller = { ip: addressOf(request), userAgent: request.headers['user-agent'] ?? '' };
  if (token === null || session === null) return { ...caller, personne: null, token: null };
  const { expires_at, ...personne } = session;
  const end = now.getTime() + SESSION_SECONDS * 1000;
  if (end - expires_at.getTime() > SLIDE_AFTER_MS) {
    try {
      await extendSession(services.db, token, new Date(end));
      if (!bearerOf(request)) reply.header('set-cookie', services.auth.sessionCookie(token));
    } catch (error) {
      if (passingRefus(error) === null) throw error; // where nothing can be written, one may still read
    }
  }
  return { ...caller, personne, token };
}

/** Whether who has no session any more held one of an account that was deleted. */
export async function isDeleted(services: Services, request: FastifyRequest): Promise<boolean> {
  const token = tokenOf(services, request);
  return token !== null && isFinDeCompte(services.db, token);
}

/** The caller's address; what a proxy says that is none, or too much, leaves the proxy's own. Empty for who left too soon to have one. */
function addressOf({ ip, socket }: { ip: string | undefined; socket: Socket }): string {
  const [address = ''] = ip?.split('%') ?? []; // an interface's name may follow, of any length
  return isIP(address) ? address : socket.remoteAddress ?? '';
}

/**
 * Node forgets the address of a socket that closed, unless it was asked for before. Who leaves without waiting for the answer is
 * still counted under it, and a proxy that gave up is still known as one.
 */
export function keepAddresses({ server }: FastifyInstance): void {
  server.on('connection', (socket) => void socket.remoteAddress);
}

/** Denied unless the call's `who` lets this person in. */
export function refuseUnless(who: Who, personne: Personne | null): void {
  if (who === 'all') return;
  if (!personne) throw new Refus('session_absente');
  if (who === 'session') return;
  const refus = refuseStatut(personne.statut);
  if (refus) throw new Refus(refus);
  if (who === 'admin' && !isAdmin(personne.role)) throw new Refus('role_insuffisant');
}

/**
 * Decision 18: a write is accepted when `Origin` is the request's own address or `PUBLIC_URL`, by scheme, host and port (behind
 * `TRUST_PROXY` the forwarded ones). So whoever can change a page that came without https writes nothing to the site that has it.
 * A bearer call without cookie needs none: no browser sends one by itself.
 */
export function refuseForeignOrigin({ publicUrl }: Services, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (bearerOf(request) && request.headers.cookie === undefined) return;
  const origin = URL.parse(request.headers.origin ?? '');
  const site = new URL(publicUrl);
  // An https site is reached by https under each of its names, whatever a proxy says or keeps to itself.
  const own = URL.parse(`${site.protocol === 'https:' ? 'https' : request.protocol}://${request.host}`);
  if (origin && (origin.origin === site.origin || origin.origin === own?.origin)) return;
  throw new Refus('origine_refusee');
}

function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

function tokenOf(services: Services, request: FastifyRequest): string | null {
  return bearerOf(request) ?? services.auth.tokenFromCookie(request.headers.cookie);
}
