/**
 * Codes of authenticator applications (RFC 6238): SHA-1, six digits, thirty seconds, which every
 * application supports.
 */
import { Secret, TOTP } from 'otpauth';
import { FENETRE, PAS_SECONDS } from '#domain/signin/second_facteur.ts';

/** 160 random bits in base32: the size of the hash, as RFC 4226 recommends. */
export const drawSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string): TOTP =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: PAS_SECONDS });

/** The `otpauth:` address that an application reads, as a QR code or as a link. */
export function uriOf(
  secret: string,
  { centre, email }: { centre: string; email: string },
): string {
  return new TOTP({
    secret,
    issuer: centre,
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: PAS_SECONDS,
  }).toString();
}

/**
 * The time step of a code that is valid now, or one step away; null for a wrong code. Compared in
 * constant time.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: FENETRE });
  return delta === null ? null : Math.floor(timestamp / 1000 / PAS_SECONDS) + delta;
}
