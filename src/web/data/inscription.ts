/** Accounts that are asked for before anyone is signed in: light, like the session. */
import { REFUS } from '#domain/errors.ts';
import type { Inscription } from '#domain/users.ts';
import { fetchApi, postApi, readRefus } from './http.ts';

/** Why no account was made. */
export type RefusInscription = { code: string; message: string };

const EN_ERREUR: RefusInscription = { code: 'inscription_en_erreur', message: REFUS.inscription_en_erreur.message };

type Issue<T> = { refus: RefusInscription } | { refus: null; body: T };

/** §8: the server's sentence where it refused; the screen's own where something broke. */
async function ask<T>(path: string, demande: object): Promise<Issue<T>> {
  try {
    const { ok, status, body } = await postApi(path, demande);
    if (ok) return { refus: null, body: body as T };
    const refus = readRefus(body);
    if (refus && refus.code !== 'panne') return { refus };
    return { refus: status === 429 ? { code: 'trop_d_inscriptions', message: REFUS.trop_d_inscriptions.message } : EN_ERREUR };
  } catch {
    return { refus: EN_ERREUR };
  }
}

/** §7: asks for an account, which waits for an administrator's approval; its address may have to be confirmed first. */
export const signUp = (inscription: Inscription): Promise<Issue<{ confirmation_envoyee: boolean }>> => ask('/api/auth/sign-up/email', inscription);

/** Decision 9: creates the first administrator; null when that is done. */
export const install = async (jeton: string, inscription: Inscription): Promise<RefusInscription | null> =>
  (await ask('/api/installation', { jeton, ...inscription })).refus;

/** Decision 9: whether the one-time link still opens. Throws when the server does not say. */
export async function canInstall(jeton: string): Promise<boolean> {
  const response = await fetchApi(`/api/installation?jeton=${encodeURIComponent(jeton)}`);
  if (!response.ok) throw new Error(`installation: ${response.status}`);
  const { ouverte } = await response.json() as { ouverte: boolean };
  return ouverte;
}
