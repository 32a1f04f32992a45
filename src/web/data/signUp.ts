/**
 * Account creation by visitors. Like the session, this file imports neither the contract nor React
 * Query.
 */
import { PEOPLE_REFUS } from '#domain/errors/people.ts';
import type { Inscription } from '#domain/people/users.ts';
import { postApi, postOnce, readRefus, UNANSWERED } from './http.ts';

/** Why no account was created. */
export type RefusInscription = { code: string; message: string };

/** A form with the id of its attempt (API-29). */
type Envoi = Inscription & { ecriture: string };

/** The code of a failure after which the account may be stored all the same. */
export const UNSETTLED = 'inscription_en_erreur';

const FAILED: RefusInscription = {
  code: UNSETTLED,
  message: PEOPLE_REFUS.inscription_en_erreur.message,
};

type Answer<T> = { refus: RefusInscription } | { refus: null; body: T };

/**
 * Posts a form. Returns the sentence of the refusal, or a default one if the server failed, or if it
 * is unknown whether the account is stored.
 */
async function ask<T>(path: string, payload: object): Promise<Answer<T>> {
  try {
    const { ok, body } = await postOnce(path, payload);
    if (ok) return { refus: null, body: body as T };
    const refus = readRefus(body);
    return { refus: refus && refus.code !== 'panne' ? refus : FAILED };
  } catch {
    return { refus: { ...FAILED, message: UNANSWERED } };
  }
}

/**
 * ACC-17: creates an account that an administrator must approve. `confirmation_envoyee`: its
 * address must be confirmed. `delai_jours`: how long an approval usually takes (RIDE-61).
 */
export const signUp = (
  inscription: Envoi,
): Promise<Answer<{ confirmation_envoyee: boolean; delai_jours: number | null }>> =>
  ask('/api/auth/sign-up/email', inscription);

/** ACC-38: creates the first administrator. Null on success. */
export const install = async (
  jeton: string,
  inscription: Envoi,
): Promise<RefusInscription | null> =>
  (await ask('/api/installation', { jeton, ...inscription })).refus;

/**
 * A backup in the server's folder: when it was made, how large it is, whether it needs a
 * passphrase.
 */
export type Restaurable = { nom: string; creee_at: string; octets: number; chiffree: boolean };

/**
 * ACC-38: whether the one-time link is valid, and what can be restored with it (OPS-30). Null:
 * nothing. Throws without an answer.
 */
export async function canInstall(
  jeton: string,
): Promise<{ ouverte: boolean; sauvegardes: Restaurable[] | null }> {
  const { ok, status, body } = await postApi('/api/installation/verification', { jeton });
  if (!ok) throw new Error(`installation: ${status}`);
  return body as { ouverte: boolean; sauvegardes: Restaurable[] | null };
}
