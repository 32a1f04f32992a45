/** What a call needs to know who comes: passwords, cookies and tokens that the secret signs. */
import { type AccessTokens, createAccessTokens } from './access_tokens.ts';
import { type Cookies, createCookies } from './cookies.ts';
import { type Passwords, PASSWORDS } from './passwords.ts';

export type Auth = Passwords & Cookies & AccessTokens;

export function createAuth({ secret, publicUrl }: { secret: string; publicUrl: string }): Auth {
  return { ...PASSWORDS, ...createCookies({ secret, publicUrl }), ...createAccessTokens(secret) };
}
