/** Tokens of emailed links: 256 random bits on their way out, their fingerprint in the database. */
import { createHash, randomBytes } from 'node:crypto';

export function empreinteOf(jeton: string): string {
  return createHash('sha256').update(jeton).digest('base64url');
}

export function drawJeton(): { jeton: string; empreinte: string } {
  const jeton = randomBytes(32).toString('base64url');
  return { jeton, empreinte: empreinteOf(jeton) };
}
