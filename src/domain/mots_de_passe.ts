/** Passwords that are guessed first (ACC-90). */
import type { CodeRefus } from './errors.ts';
import { refusePassword, RESET_PASSWORD_MIN } from './users.ts';

/** True for one of the 3,000 commonest passwords of at least 8 characters, in any case. Their list is loaded when it is first needed. */
export async function isCourant(password: string): Promise<boolean> {
  if (password.length < RESET_PASSWORD_MIN) return false;
  const { COURANTS } = await import('./mots_de_passe_courants.ts');
  return COURANTS.has(password.toLowerCase());
}

/** Checks a password that is chosen by a link or in the profile (ACC-20). */
export async function refuseNewPassword(password: string): Promise<CodeRefus | null> {
  return refusePassword(password) ?? (await isCourant(password) ? 'mot_de_passe_courant' : null);
}
