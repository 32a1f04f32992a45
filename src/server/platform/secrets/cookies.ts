/** The cookies of a browser: its session, signed (ACC-27), and its device tokens (ACC-53). */
import { createHmac } from 'node:crypto';
import { conservationSeconds } from '#domain/core/conservation.ts';
import { empreinteOf, isSame, JETON } from './jetons.ts';

/** How long a session lasts after its last renewal, in seconds: 30 days (ACC-27). */
export const SESSION_SECONDS = conservationSeconds('session');

/** How long a sign-in may wait for its second step, in seconds: 10 minutes (ACC-50). */
export const ETAPE_SECONDS = 10 * 60;

/**
 * For how many seconds after password and code were given again a session may do what would outlive
 * it: 10 minutes (ACC-100).
 */
export const CONFIRMATION_SECONDS = 10 * 60;

/**
 * How long a browser stays a known device of an account after its last use there, in seconds: 400
 * days, the longest time for which browsers keep a cookie (ACC-53).
 */
export const APPAREIL_SECONDS = conservationSeconds('appareil');

/** How many device tokens one browser keeps, one per account, newest first (ACC-53). */
const APPAREILS_MAX = 10;

/**
 * The session that a cookie names. `renamed`: the cookie has its name of the previous version and
 * must be replaced.
 */
export type SessionCookie = { token: string; empreinte: string; renamed: boolean };

export type Cookies = {
  /** Name of the session cookie; with https it has the prefix `__Host-`, which browsers enforce. */
  cookieName: string;
  /** The session in a request's cookies; null if there is none or its signature is wrong. */
  readSessionCookie(header: string | undefined): SessionCookie | null;
  /**
   * The values of `set-cookie` that store a session, or that delete the cookie if the token is
   * null.
   */
  sessionCookies(token: string | null): string[];
  /** The device tokens in a request's cookies, newest first (ACC-53). */
  readAppareils(header: string | undefined): string[];
  /** The value of `set-cookie` that stores device tokens, newest first. */
  appareilCookie(jetons: readonly string[]): string;
};

const NAME = 'manege.session_token';
const NAME_APPAREIL = 'manege.appareil';

export function createCookies({
  secret,
  publicUrl,
}: {
  secret: string;
  publicUrl: string;
}): Cookies {
  const https = publicUrl.startsWith('https:');
  // The browser accepts `__Host-` only from this very host, over https, for the whole site: no
  // other site of the domain can set such a cookie.
  const cookieName = https ? `__Host-${NAME}` : NAME;
  const appareilName = https ? `__Host-${NAME_APPAREIL}` : NAME_APPAREIL;
  const oldName = https ? `__Secure-${NAME}` : null;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  const signature = (token: string): string =>
    createHmac('sha256', secret).update(token).digest('base64');

  /** The token of a signed value; null if the signature is wrong. */
  function verified(value: string | null): string | null {
    const dot = value?.lastIndexOf('.') ?? -1;
    if (!value || dot < 1) return null;
    const token = value.slice(0, dot);
    return isSame(value.slice(dot + 1), signature(token)) ? token : null;
  }

  return {
    cookieName,
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
  };
}

/** The decoded value of one cookie; null if it is absent or cannot be decoded. */
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
