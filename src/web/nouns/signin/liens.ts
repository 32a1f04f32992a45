// chunk: access
/**
 * Emailed links: new password, confirmation of an address, unlocking of a browser. Like the
 * session, this file imports neither the contract nor React Query.
 */
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import { postApi, postOnce, readRefus, UNANSWERED } from '#web/data/http.ts';
import { readSession } from '#web/data/session.ts';

/**
 * True if the server has accepted the request. ACC-30: the screen shows the same message for every
 * answer.
 */
export async function requestPasswordReset(email: string): Promise<boolean> {
  return postApi('/api/auth/request-password-reset', { email }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * The account whose password a link changes: its email, how many passkeys and calendar addresses it
 * has, and whether the passkeys stay (ACC-69).
 */
export type Reset = { email: string; cles: number; calendriers: number; cles_exigees: boolean };

/** Null when the link is not valid. Throws without an answer. */
export async function readReset(token: string): Promise<Reset | null> {
  const { ok, status, body } = await postApi('/api/auth/reset-password/verification', { token });
  if (status === 400) return null;
  if (!ok) throw new Error(`reset-password: ${status}`);
  const { email, ...acces } = body as Omit<Reset, 'email'> & { email: string | null };
  return email === null ? null : { email, ...acces };
}

/** Why the password was not changed. */
export type RefusReinitialisation = { code: string; message: string };

const FAILED: RefusReinitialisation = {
  code: 'reinitialisation_en_erreur',
  message: PEOPLE_REFUS.reinitialisation_en_erreur.message,
};

/**
 * ACC-32: sets the new password and keeps the named accesses (passkeys, calendar addresses). Null
 * on success. `ecriture`: the id of the attempt (API-29).
 */
export async function resetPassword(envoi: {
  token: string;
  newPassword: string;
  garder: readonly string[];
  ecriture: string;
}): Promise<RefusReinitialisation | null> {
  try {
    const { ok, status, body } = await postOnce('/api/auth/reset-password', envoi);
    if (ok) {
      // Every session of the account has ended, perhaps also that of this browser.
      await readSession();
      return null;
    }
    return (status < 500 ? readRefus(body) : null) ?? FAILED;
  } catch {
    return { ...FAILED, message: UNANSWERED };
  }
}

/**
 * The result of a confirmation link. `changee`: a new address replaces the old one. `prise`:
 * another account now has the address. `injoignable`: no answer.
 */
export type IssueConfirmation =
  'confirmee' | 'deja' | 'changee' | 'prise' | 'refusee' | 'injoignable';

const asked = new Map<string, Promise<IssueConfirmation>>();

/**
 * Confirms an address. A link is valid once, so its request is sent once, however often the screen
 * is mounted.
 */
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
    if (ok) {
      const { deja_confirmee, changee } = body as { deja_confirmee: boolean; changee: boolean };
      if (!changee) return deja_confirmee ? 'deja' : 'confirmee';
      await readSession(); // the confirmation may have changed the email of the signed-in person
      return 'changee';
    }
    if (status === 409) return 'prise';
    if (status === 400) return 'refusee';
  } catch {
    // No answer: the link may still be valid, so the next call tries again.
  }
  asked.delete(token);
  return 'injoignable';
}

/** The state of a link that unlocks a browser (ACC-57). */
export type StateOfLink = 'valable' | 'servi' | 'invalide';

/** Asks whether such a link works, without using it up. `injoignable`: no answer. */
export async function readUnlock(token: string): Promise<StateOfLink | 'injoignable'> {
  try {
    const { ok, body } = await postApi('/api/auth/deblocage/verification', { token });
    return ok ? (body as { etat: StateOfLink }).etat : 'injoignable';
  } catch {
    return 'injoignable';
  }
}

/** Uses the link in this browser. Returns the address of its account, or why it failed. */
export async function unlockBrowser(
  token: string,
): Promise<{ email: string } | { etat: 'servi' | 'invalide' | 'injoignable' }> {
  try {
    const { ok, status, body } = await postApi('/api/auth/deblocage', { token });
    if (ok) return body as { email: string };
    if (status === 400)
      return { etat: readRefus(body)?.code === 'lien_deblocage_servi' ? 'servi' : 'invalide' };
  } catch {
    // No answer: the link may still be valid.
  }
  return { etat: 'injoignable' };
}
