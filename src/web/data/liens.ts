/** What links sent by email do: a new password, an address confirmed (§2, §8; decisions 11, 14). Light, like the session. */
import { REFUS } from '#domain/errors.ts';
import { fetchApi, postApi, readRefus } from './http.ts';
import { readSession } from './session.ts';

/** §8, decision 13: whatever becomes of it, the one who asks is told the same. */
export async function requestPasswordReset(email: string): Promise<void> {
  await postApi('/api/auth/request-password-reset', { email }).catch(() => {});
}

/** Whose password an emailed link changes; null when it does not open. Throws when the server does not say. */
export async function readReset(token: string): Promise<string | null> {
  const response = await fetchApi(`/api/auth/reset-password?token=${encodeURIComponent(token)}`);
  if (response.status === 400) return null;
  if (!response.ok) throw new Error(`reset-password: ${response.status}`);
  const { email } = await response.json() as { email: string | null };
  return email;
}

/** Why the password is still the old one. */
export type RefusReinitialisation = { code: string; message: string };

const EN_ERREUR: RefusReinitialisation = { code: 'reinitialisation_en_erreur', message: REFUS.reinitialisation_en_erreur.message };

/** §7: the new password; null when it is in force. */
export async function resetPassword(token: string, newPassword: string): Promise<RefusReinitialisation | null> {
  try {
    const { ok, status, body } = await postApi('/api/auth/reset-password', { token, newPassword });
    if (ok) {
      // Every session of the account is over (decision 14), maybe this browser's own.
      await readSession();
      return null;
    }
    return (status < 500 ? readRefus(body) : null) ?? EN_ERREUR;
  } catch {
    return EN_ERREUR;
  }
}

/** What an emailed link came to; `injoignable`: the server did not say. */
export type IssueConfirmation = 'confirmee' | 'deja' | 'refusee' | 'injoignable';

const asked = new Map<string, Promise<IssueConfirmation>>();

/** Confirms an address. A link confirms once, so the same one is asked about once, however often the screen is drawn. */
export function verifyEmail(token: string): Promise<IssueConfirmation> {
  const known = asked.get(token);
  if (known) return known;
  const answer = ask(token);
  asked.set(token, answer);
  return answer;
}

async function ask(token: string): Promise<IssueConfirmation> {
  try {
    const { ok, status, body } = await postApi('/api/auth/verify-email', { token });
    if (ok) return (body as { deja_confirmee: boolean }).deja_confirmee ? 'deja' : 'confirmee';
    if (status === 400) return 'refusee';
  } catch {
    // No answer: the link may still be good.
  }
  asked.delete(token);
  return 'injoignable';
}
