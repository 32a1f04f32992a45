/**
 * The second factor of an account (ACC-61 to ACC-68): codes of an authenticator application,
 * recovery codes, passkeys.
 */
import type { CodePeople } from '../errors/people.ts';
import { isOneLine } from '../core/one_line.ts';
import { isAdmin, type Role } from '../people/users.ts';

/**
 * How long a code of the application is shown, in seconds, and how many steps before and after the
 * present one are accepted (RFC 6238).
 */
export const PAS_SECONDS = 30;
export const FENETRE = 1;

/** Recovery codes that are drawn at a time. */
export const CODES_SECOURS = 10;
/**
 * Characters of one: 120 random bits, so that a plain fingerprint of it cannot be searched (ASVS
 * 6.5.2). Shown in groups of four.
 */
export const CODE_LENGTH = 24;
/** 32 letters and digits that are not mistaken for one another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Passkeys of one account. */
export const CLES_MAX = 10;
const NOM_CLE_MAX = 60;

/** How long the browser may take to answer a challenge, in milliseconds: 5 minutes. */
export const DEFI_MS = 5 * 60 * 1000;

/** What a person has to sign in with besides the password; instants are ISO 8601. */
export type SecondFacteur = {
  /** Since when the application's codes are demanded; null while they are not. */
  actif_at: string | null;
  codes_restants: number;
  /** An administrator, and the setting demands a second factor (ACC-62). */
  exige: boolean;
  cles: CleAcces[];
};
export type CleAcces = { id: string; nom: string; created_at: string; utilise_at: string | null };

/** The text of a recovery code out of random bytes, one per character. */
export function codeOf(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/.{4}(?=.)/gu, '$&-');
}

/**
 * A code as it was typed: one of the application (six digits, spaces allowed), or a recovery code,
 * where case, spaces and hyphens do not count and letters that look like digits are read as such;
 * null for anything else.
 */
export function readCode(typed: string): { sorte: 'application' | 'secours'; code: string } | null {
  const bare = typed.replace(/[\s-]/gu, '').toLowerCase();
  if (/^\d{6}$/u.test(bare)) return { sorte: 'application', code: bare };
  const code = bare.replace(/o/gu, '0').replace(/[il]/gu, '1');
  return code.length === CODE_LENGTH && [...code].every((letter) => ALPHABET.includes(letter))
    ? { sorte: 'secours', code }
    : null;
}

/**
 * What enters an account besides its password, and ends with a new one unless it is kept (ACC-69).
 */
export const ACCES = ['cles', 'calendriers'] as const;
export type Acces = (typeof ACCES)[number];

/**
 * Whether an administrator may take away a second factor of their own: not the last one while the
 * setting demands one (ACC-62).
 */
export function refuseRetrait({
  role,
  exige,
  reste,
}: {
  role: Role;
  exige: boolean;
  reste: boolean;
}): CodePeople | null {
  return isAdmin(role) && exige && !reste ? 'second_facteur_exige' : null;
}

export function refuseNomCle(nom: string): CodePeople | null {
  return nom.trim() !== '' && isOneLine(nom.trim(), NOM_CLE_MAX) ? null : 'nom_cle_invalide';
}
