/** Passwords, the session cookie, and sign-in, which Better Auth does (better_auth.ts). */
import { hash, verify } from '@node-rs/argon2';
import type { APIError } from 'better-auth/api';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CodeRefus, Refus } from '#domain/errors.ts';
import { HASHES_AT_ONCE, HASHES_PER_NETWORK, widestNetworkOf } from '#domain/limits.ts';
import type { BetterAuth } from './better_auth.ts';
import type { Db } from './db.ts';
import { createQueue, type Limit } from './queue.ts';

/** How long a session lasts after its last renewal, in seconds: 30 days (ACC-27). */
export const SESSION_SECONDS = 30 * 24 * 3600;

export type SignIn = { email: string; password: string; ip: string; userAgent: string };
export type SignInResult = { token: string; userId: string; cookie: string };

export type Auth = {
  hashPassword(password: string): Promise<string>;
  /** Name of the session cookie; with https it has the prefix `__Secure-`, which browsers enforce. */
  cookieName: string;
  /** Whoever knows it may create the first administrator (ACC-38); the same on every instance with the same secret. */
  installationToken: string;
  /** Checks the password and opens a session; throws an `APIError` or what `onSession` throws. */
  signIn(demande: SignIn): Promise<SignInResult>;
  /** The token in a request's cookies; null when there is none or its signature is wrong. */
  tokenFromCookie(header: string | undefined): string | null;
  /** The value of `set-cookie` that stores a session, or that deletes the cookie when the token is null. */
  sessionCookie(token: string | null): string;
};

export type AuthOptions = {
  db: Db;
  secret: string;
  publicUrl: string;
  confirmEmails: boolean;
  /** Called before a session is stored; throwing refuses it. */
  onSession: (userId: string) => Promise<void>;
};

/** OWASP's parameters for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes computed at once (ACC-37): Node has four threads for such work, and one stays free for files and DNS. */
const hashing = createQueue(3);
export const hashPassword = (password: string): Promise<string> => hashing.run(() => hash(password, ARGON2));
export const verifyPassword = (stored: string, password: string): Promise<boolean> => hashing.run(() => verify(stored, password));

/** `Retry-After` in seconds for a caller who found no place: the waiting hashes are done by then. */
const RETRY_AFTER = 2;

/**
 * The limits of requests that need a hash, checked before anything is stored for one, so that the queue stays short and no
 * single network fills it (ACC-37). `beyond`: the refusal when the network has reached its limit.
 */
export function hashLimitsOf(ip: string, beyond: CodeRefus = 'service_occupe'): Limit[] {
  return [
    { group: `hachages ${widestNetworkOf(ip)}`, max: HASHES_PER_NETWORK, refusal: () => new Refus(beyond, { retryAfter: RETRY_AFTER }) },
    { group: 'hachages', max: HASHES_AT_ONCE, refusal: () => new Refus('service_occupe', { retryAfter: RETRY_AFTER }) },
  ];
}

export function createAuth(options: AuthOptions): Auth {
  const { secret, publicUrl } = options;
  let accounts: BetterAuth | undefined;
  const cookieName = `${publicUrl.startsWith('https:') ? '__Secure-' : ''}manege.session_token`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;
  const sign = (token: string): string => createHmac('sha256', secret).update(token).digest('base64');

  const sessionCookie = (token: string | null): string =>
    token === null
      ? `${cookieName}=; Max-Age=0; ${attributes}`
      : `${cookieName}=${encodeURIComponent(`${token}.${sign(token)}`)}; Max-Age=${SESSION_SECONDS}; ${attributes}`;

  return {
    hashPassword,
    cookieName,
    installationToken: createHmac('sha256', secret).update('first administrator').digest('base64url'),
    async signIn(demande) {
      const { openBetterAuth } = await import('./better_auth.ts'); // loaded with the first sign-in: reading a session does not need it
      const { token, userId } = await (accounts ??= openBetterAuth(options)).signIn(demande);
      return { token, userId, cookie: sessionCookie(token) };
    },
    tokenFromCookie(header) {
      const value = readCookie(header, cookieName);
      const dot = value?.lastIndexOf('.') ?? -1;
      if (!value || dot < 1) return null;
      const token = value.slice(0, dot);
      const given = Buffer.from(value.slice(dot + 1));
      const expected = Buffer.from(sign(token));
      return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
    },
    sessionCookie,
  };
}

/** Better Auth's code for a refusal, or null when the error is not one. Its class is known by name: it may not be loaded. */
export function authErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'APIError') return null;
  const { body, status } = error as InstanceType<typeof APIError>;
  return String(body?.code ?? status);
}

/** One cookie's decoded value; null when absent or not decodable. */
function readCookie(header: string | undefined, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(part.slice(equals + 1).trim());
    } catch {
      return null;
    }
  }
  return null;
}
