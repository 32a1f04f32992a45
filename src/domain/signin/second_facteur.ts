// chunk: identity
/**
 * The second factor of an account (ACC-61 to ACC-68): codes of an authenticator application,
 * recovery codes, passkeys.
 */
import type { CodePeople } from '../errors/people.ts';
import { isOneLine } from '../core/one_line.ts';
import { isAdmin, type Role } from '../people/users.ts';

/**
 * How long the application shows a code, in seconds, and how many steps before and after the
 * present one are accepted (RFC 6238).
 */
export const PAS_SECONDS = 30;
export const FENETRE = 1;

/** How many recovery codes are drawn at once. */
export const CODES_SECOURS = 10;
/**
 * Characters of a recovery code: 120 random bits, so that a search cannot find the code from its
 * plain hash (ASVS 6.5.2). Shown in groups of four.
 */
export const CODE_LENGTH = 24;
/** 32 letters and digits that people do not confuse. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The most passkeys of one account. */
export const CLES_MAX = 10;
const NOM_CLE_MAX = 60;

/** How long the browser may take to answer a challenge, in milliseconds: 5 minutes. */
export const DEFI_MS = 5 * 60 * 1000;

/** The second factors of a person; instants are ISO 8601. */
export type SecondFacteur = {
  /** Since when sign-ins require a code of the application; null while they do not. */
  actif_at: string | null;
  codes_restants: number;
  /** True if the person is an administrator and the setting demands a second factor (ACC-62). */
  exige: boolean;
  cles: CleAcces[];
};
export type CleAcces = { id: string; nom: string; created_at: string; utilise_at: string | null };

/** Makes the text of a recovery code from random bytes, one byte per character. */
export function codeOf(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/.{4}(?=.)/gu, '$&-');
}

/**
 * Reads a typed code. A code of the application has six digits; spaces are allowed. In a recovery
 * code, case, spaces and hyphens do not count, and letters that look like digits are read as
 * digits. Null for anything else.
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
 * The ways to use an account without its password. They end with a new password unless the person
 * keeps them (ACC-69).
 */
export const ACCES = ['cles', 'calendriers'] as const;
export type Acces = (typeof ACCES)[number];

/**
 * Refuses the removal of an administrator's last second factor while the setting demands one
 * (ACC-62). Otherwise null.
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
