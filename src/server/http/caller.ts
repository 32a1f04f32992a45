/**
 * Session and person of a request, and whether the contract admits them (ACC-10, ACC-27, API-09).
 */
import { isIP, type Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Who } from '#contract/call.ts';
import { Refus } from '#domain/errors/errors.ts';
import { isAdmin, refuseStatut } from '#domain/people/users.ts';
import { SESSION_SECONDS, type SessionCookie } from '../platform/secrets/cookies.ts';
import { passingRefus, transact } from '../platform/db.ts';
import type { Caller, Services } from '../platform/services.ts';
import { keepAppareil } from '../stores/signin/appareils.ts';
import { extendSession, type Fin, finOf, getSessions } from '../stores/signin/sessions.ts';

/**
 * A session is renewed at most once a day (LIM-11), so that there is one write per day and person,
 * not one per request.
 */
const SLIDE_AFTER_MS = 24 * 3600 * 1000;

/**
 * How many characters of a browser's name are kept: a header may have 16 KB, and the journal keeps
 * it for months (LIM-69).
 */
const USER_AGENT_MAX = 300;

/**
 * Reads the session of a request, together with those of simultaneous requests, and renews it if
 * the last renewal is a day old.
 */
export async function readCaller(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const now = services.now();
  const { cookie, empreinte } = sessionOf(services, request);
  const found =
    empreinte === null
      ? undefined
      : (
          await services.lookups.join('sessions', empreinte, (all) => getSessions(services.db, all))
        ).get(empreinte);
  const appareils = services.auth.readAppareils(request.headers.cookie);
  const caller = {
    personne: null,
    session: null,
    attente: null,
    appareils,
    ip: addressOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  };
  if (!found || found.expires_at <= now) return caller;
  const { session: id, etape, expires_at, empreinte: known, ...personne } = found;
  if (etape !== 'ouverte')
    return { ...caller, attente: { session: id, user_id: personne.id, etape } };
  const end = now.getTime() + SESSION_SECONDS * 1000;
  const due = end - expires_at.getTime() > SLIDE_AFTER_MS;
  try {
    const renewed = due
      ? await renew(
          services,
          { id, user_id: personne.id, expires_at: new Date(end) },
          cookie && appareils,
        )
      : [];
    if (cookie && (due || cookie.renamed))
      reply.header('set-cookie', [...services.auth.sessionCookies(cookie.token), ...renewed]);
  } catch (error) {
    if (passingRefus(error) === null) throw error; // a read-only database still serves reads
  }
  return { ...caller, personne, session: { id, empreinte: cookie && known } };
}

/**
 * Extends a session, and keeps its browser as a known device (ACC-53). Only one of simultaneous
 * requests does both. `appareils`: null for a call without a cookie. Returns the values of
 * `set-cookie` for the device.
 */
async function renew(
  { db, auth, now }: Services,
  { id, user_id, expires_at }: { id: string; user_id: string; expires_at: Date },
  appareils: readonly string[] | null,
): Promise<string[]> {
  return transact(db, [], async (tx) => {
    if (!(await extendSession(tx, id, expires_at, SLIDE_AFTER_MS)) || !appareils) return [];
    return keepAppareil(tx, user_id, { appareils, auth, now });
  });
}

/** Why the session that the request names has ended, if that is recorded (ACC-29, ACC-92). */
export async function finOfSession(
  services: Services,
  request: FastifyRequest,
): Promise<Fin | null> {
  const { empreinte } = sessionOf(services, request);
  return empreinte === null ? null : finOf(services.db, empreinte);
}

/**
 * The caller's address; the proxy's own address if it forwards no valid one. Empty if the
 * connection closed before the address was read.
 */
export function addressOf({ ip, socket }: { ip: string | undefined; socket: Socket }): string {
  const [address = ''] = ip?.split('%') ?? []; // the name of an interface may follow, of any length
  return isIP(address) ? address : (socket.remoteAddress ?? '');
}

/**
 * Node keeps the remote address of a closed socket only if it was read before. This read ensures
 * that a caller who closes the connection early is still counted under its address, and that a
 * proxy that gave up is still recognised.
 */
export function keepAddresses({ server }: FastifyInstance): void {
  server.on('connection', (socket) => void socket.remoteAddress);
}

/** Throws a refusal unless `who` of the call admits this caller (API-01). */
export function refuseUnless(
  who: Who,
  { personne, attente }: Pick<Caller, 'personne' | 'attente'>,
): void {
  if (who === 'all') return;
  if (who === 'second_facteur' || who === 'enrolement') {
    if (attente?.etape !== who) throw new Refus('etape_expiree');
    return;
  }
  if (!personne) throw new Refus('session_absente');
  if (who === 'session') return;
  const refus = refuseStatut(personne.statut);
  if (refus) throw new Refus(refus);
  if (who === 'admin' && !isAdmin(personne.role)) throw new Refus('role_insuffisant');
}

/**
 * Refuses a write unless `Origin` is the request's own address or `PUBLIC_URL`, by scheme, host and
 * port (behind `TRUST_PROXY` the forwarded ones) (API-09). The scheme counts, so that a page loaded
 * over http cannot write to the https site. A bearer call without a cookie needs no `Origin`,
 * because no browser sends a bearer token by itself.
 */
export function refuseForeignOrigin({ publicUrl }: Services, request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (bearerOf(request) && request.headers.cookie === undefined) return;
  const origin = URL.parse(request.headers.origin ?? '');
  const site = new URL(publicUrl);
  // A site with https is always reached by https, even if the proxy does not forward the scheme.
  const own = URL.parse(
    `${site.protocol === 'https:' ? 'https' : request.protocol}://${request.host}`,
  );
  if (origin && (origin.origin === site.origin || origin.origin === own?.origin)) return;
  throw new Refus('origine_refusee');
}

/** The token of a bearer call; null for any other call. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** The session that a request names: by an access token, or else by its cookie. */
function sessionOf(
  { auth, now }: Services,
  request: FastifyRequest,
): { cookie: SessionCookie | null; empreinte: string | null } {
  const bearer = bearerOf(request);
  if (bearer !== null) return { cookie: null, empreinte: auth.readAccessToken(bearer, now()) };
  const cookie = auth.readSessionCookie(request.headers.cookie);
  return { cookie, empreinte: cookie?.empreinte ?? null };
}
