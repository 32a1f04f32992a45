/** Tokens of sessions, devices and emailed links: 256 random bits, and the fingerprint (SHA-256) by which the database finds them. */
import { createHash, randomBytes } from 'node:crypto';

export function empreinteOf(jeton: string): string {
  return createHash('sha256').update(jeton).digest('base64url');
}

/** The form of a token. */
export const JETON = /^[\w-]{43}$/;

export function drawJeton(): { jeton: string; empreinte: string } {
  const jeton = randomBytes(32).toString('base64url');
  return { jeton, empreinte: empreinteOf(jeton) };
}
