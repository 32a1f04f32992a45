/**
 * Tokens signed with the secret: those of a session, valid for five minutes (API-23), and that of
 * the set-up page.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { isSame } from './jetons.ts';

/** How long an access token is valid, in seconds: 5 minutes (API-23). */
export const ACCESS_SECONDS = 5 * 60;

export type AccessTokens = {
  /**
   * A person with this token may create the first administrator (ACC-38). It is the same on every
   * instance with the same secret.
   */
  installationToken: string;
  /**
   * A token that names an open session, valid for five minutes (API-23), for programs that cannot
   * keep a cookie.
   */
  accessTokenOf(empreinte: string, now: Date): string;
  /**
   * The fingerprint of the session that an access token names; null if the token was not issued by
   * this service or has expired.
   */
  readAccessToken(token: string, now: Date): string | null;
};

export function createAccessTokens(secret: string): AccessTokens {
  const signWith =
    (key: string | Buffer) =>
    (text: string): string =>
      createHmac('sha256', key).update(text).digest('base64url');
  const signAccess = signWith(Buffer.from(hkdfSync('sha256', secret, '', 'access tokens', 32)));
  return {
    installationToken: signWith(secret)('first administrator'),
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
