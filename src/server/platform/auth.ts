/** Passwords, the session cookie, and access tokens. */
import { hash, verify } from '@node-rs/argon2';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { conservationSeconds } from '#domain/core/conservation.ts';
import { type CodeRefus, Refus } from '#domain/errors/errors.ts';
import {
  ESSAIS_AT_ONCE,
  HASHES_AT_ONCE,
  HASHES_OF_DEVICES,
  HASHES_PER_NETWORK,
  widestNetworkOf,
} from '#domain/core/limits.ts';
import { empreinteOf, JETON } from './jetons.ts';
import { createQueue, type Limit } from './queue.ts';

/** How long a session lasts after its last renewal, in seconds: 30 days (ACC-27). */
export const SESSION_SECONDS = conservationSeconds('session');

/** How long a sign-in may wait for its second step, in seconds: 10 minutes (ACC-50). */
export const ETAPE_SECONDS = 10 * 60;

/**
 * How long a session may do what would outlive it once password and code were given again, in
 * seconds: 10 minutes (ACC-100).
 */
export const CONFIRMATION_SECONDS = 10 * 60;

/**
 * How long a browser stays a known device of an account after its last use there, in seconds: 400
 * days, the longest that browsers keep a cookie (ACC-53).
 */
export const APPAREIL_SECONDS = conservationSeconds('appareil');

/** Device tokens that one browser keeps, for as many accounts: the newest (ACC-53). */
const APPAREILS_MAX = 10;

/** How long an access token works, in seconds: 5 minutes (API-23). */
export const ACCESS_SECONDS = 5 * 60;

/**
 * The session that a cookie names. `renamed`: the cookie has the name of the version before and is
 * to be replaced.
 */
export type SessionCookie = { token: string; empreinte: string; renamed: boolean };

export type Auth = {
  hashPassword(password: string): Promise<string>;
  /**
   * Whether the password is right; false for an account that does not exist (`null`), after the
   * same work. `first`: ahead of those who wait.
   */
  checkPassword(stored: string | null, password: string, first?: boolean): Promise<boolean>;
  /** Name of the session cookie; with https it has the prefix `__Host-`, which browsers enforce. */
  cookieName: string;
  /**
   * Whoever knows it may create the first administrator (ACC-38); the same on every instance with
   * the same secret.
   */
  installationToken: string;
  /** The session in a request's cookies; null when there is none or its signature is wrong. */
  readSessionCookie(header: string | undefined): SessionCookie | null;
  /**
   * The values of `set-cookie` that store a session, or that delete the cookie when the token is
   * null.
   */
  sessionCookies(token: string | null): string[];
  /** The device tokens in a request's cookies, the newest first (ACC-53). */
  readAppareils(header: string | undefined): string[];
  /** The value of `set-cookie` that stores device tokens, the newest first. */
  appareilCookie(jetons: readonly string[]): string;
  /**
   * A token that names an open session for five minutes (API-23), for programs that cannot keep a
   * cookie.
   */
  accessTokenOf(empreinte: string, now: Date): string;
  /**
   * The fingerprint of the session that an access token names; null when it is not one of ours or
   * over.
   */
  readAccessToken(token: string, now: Date): string | null;
};

/** OWASP's parameters for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The hash of a password that nobody has, with the parameters above: what an unknown address is
 * checked against (ACC-24).
 */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$9s+/sV3NGLdNXQe6MgopwA$Fibb5HGXVkI6Aelzfm7fCwEmrDYvT8SnVRTMxRrWEIY';

/**
 * Hashes computed at once (ACC-37): Node has four threads for such work, and one stays free for
 * files and DNS.
 */
const hashing = createQueue(3);
/**
 * Known devices go ahead of others, and so take two of these places at most: otherwise one that
 * signs in without end would keep everyone else waiting.
 */
const hashingOfDevices = createQueue(2);
const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(password, ARGON2));

async function checkPassword(
  stored: string | null,
  password: string,
  first = false,
): Promise<boolean> {
  const verified = (): Promise<boolean> =>
    hashing.run(() => verify(stored ?? NOBODY, password), [], first);
  const right = await (first ? hashingOfDevices.run(verified) : verified());
  return right && stored !== null;
}

/**
 * `Retry-After` in seconds for a caller who found no place: the waiting hashes are done by then.
 */
const RETRY_AFTER = 2;

/**
 * The limits of requests that need a hash, checked before anything is stored for one, so that the
 * queue stays short and no single network fills it (ACC-37). `beyond`: the refusal when the network
 * has reached its limit.
 */
export function hashLimitsOf(ip: string, beyond: CodeRefus = 'service_occupe'): Limit[] {
  return [
    {
      group: `hachages ${widestNetworkOf(ip)}`,
      max: HASHES_PER_NETWORK,
      refusal: () => new Refus(beyond, { retryAfter: RETRY_AFTER }),
    },
    {
      group: 'hachages',
      max: HASHES_AT_ONCE,
      refusal: () => new Refus('service_occupe', { retryAfter: RETRY_AFTER }),
    },
  ];
}

/**
 * The limits of sign-ins on known devices: strangers do not take these places, known devices wait
 * for none of theirs (ACC-56), and no account takes them all.
 */
export function deviceLimitsOf(email: string): Limit[] {
  const refusal = (): Refus => new Refus('service_occupe', { retryAfter: RETRY_AFTER });
  return [
    { group: `hachages appareils ${email}`, max: ESSAIS_AT_ONCE, refusal },
    { group: 'hachages appareils', max: HASHES_OF_DEVICES, refusal },
  ];
}

const NAME = 'manege.session_token';
const NAME_APPAREIL = 'manege.appareil';

export function createAuth({ secret, publicUrl }: { secret: string; publicUrl: string }): Auth {
  const https = publicUrl.startsWith('https:');
  // The browser accepts `__Host-` only from this very host, over https, for the whole site: no
  // other site of the domain can set it.
  const cookieName = https ? `__Host-${NAME}` : NAME;
  const appareilName = https ? `__Host-${NAME_APPAREIL}` : NAME_APPAREIL;
  const oldName = https ? `__Secure-${NAME}` : null;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  const signWith =
    (key: string | Buffer) =>
    (text: string): string =>
      createHmac('sha256', key).update(text).digest('base64url');
  const signature = (token: string): string =>
    createHmac('sha256', secret).update(token).digest('base64');
  const signAccess = signWith(Buffer.from(hkdfSync('sha256', secret, '', 'access tokens', 32)));

  /** The token of a signed value; null when the signature is wrong. */
  function verified(value: string | null): string | null {
    const dot = value?.lastIndexOf('.') ?? -1;
    if (!value || dot < 1) return null;
    const token = value.slice(0, dot);
    return isSame(value.slice(dot + 1), signature(token)) ? token : null;
  }

  return {
    hashPassword,
    checkPassword,
    cookieName,
    installationToken: signWith(secret)('first administrator'),
    readSessionCookie(header) {
      const token = verified(readCookie(header, cookieName));
      if (token !== null) return { token, empreinte: empreinteOf(token), renamed: false };
      const old = oldName && verified(readCookie(header, oldName));
      return old ? { token: old, empreinte: empreinteOf(old), renamed: true } : null;
    },
    sessionCookies(token) {
      const stored =
        token === null
          ? `${cookieName}=; Max-Age=0; ${attributes}`
          : `${cookieName}=${encodeURIComponent(`${token}.${signature(token)}`)}; Max-Age=${SESSION_SECONDS}; ${attributes}`;
      return oldName ? [stored, `${oldName}=; Max-Age=0; ${attributes}`] : [stored];
    },
    readAppareils: (header) =>
      (readCookie(header, appareilName) ?? '')
        .split('.')
        .filter((jeton) => JETON.test(jeton))
        .slice(0, APPAREILS_MAX),
    appareilCookie: (jetons) =>
      `${appareilName}=${jetons.slice(0, APPAREILS_MAX).join('.')}; Max-Age=${APPAREIL_SECONDS}; ${attributes}`,
    accessTokenOf(empreinte, now) {
      const claim = `${Math.floor(now.getTime() / 1000) + ACCESS_SECONDS}.${empreinte}`;
      return `${claim}.${signAccess(claim)}`;
    },
    readAccessToken(token, now) {
      const [until = '', empreinte = '', given = ''] = token.split('.');
      return isSame(given, signAccess(`${until}.${empreinte}`)) &&
        Number(until) * 1000 > now.getTime()
        ? empreinte
        : null;
    },
  };
}

/** Compares in a time that does not depend on where two texts differ. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
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
