/**
 * What a call needs to identify its caller: passwords, cookies and tokens signed with the secret.
 */
import { type AccessTokens, createAccessTokens } from './secrets/access_tokens.ts';
import { type Cookies, createCookies } from './secrets/cookies.ts';
import { type Passwords, PASSWORDS } from './passwords.ts';

export type Auth = Passwords & Cookies & AccessTokens;

export function createAuth({ secret, publicUrl }: { secret: string; publicUrl: string }): Auth {
  return { ...PASSWORDS, ...createCookies({ secret, publicUrl }), ...createAccessTokens(secret) };
}
