/**
 * Tokens of sessions, devices and emailed links: 256 random bits; the fingerprint (SHA-256) by
 * which the database finds them; and the encrypted form for waiting emails.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ContenuCourriel, holdsJeton } from '#domain/emails/courriels.ts';
import type { Coffre } from './coffre.ts';

export function empreinteOf(jeton: string): string {
  return createHash('sha256').update(jeton).digest('base64url');
}

/** The form of a token. */
export const JETON = /^[\w-]{43}$/;

export function drawJeton(): { jeton: string; empreinte: string } {
  const jeton = randomBytes(32).toString('base64url');
  return { jeton, empreinte: empreinteOf(jeton) };
}

/**
 * A stored email with the token of its link in clear; null if it cannot be decrypted because SECRET
 * has changed since.
 */
export function openContenu(
  coffre: Coffre,
  { contenu, cause }: { contenu: ContenuCourriel; cause: string },
): ContenuCourriel | null {
  if (!holdsJeton(contenu)) return contenu;
  const jeton = coffre.open(contenu.jeton, cause);
  return jeton === null ? null : { ...contenu, jeton };
}

/** Compares two texts in a time that does not depend on where they differ. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
