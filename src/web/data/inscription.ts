/** Accounts that are asked for before anyone is signed in: light, like the session. */
import { REFUS } from '#domain/errors.ts';
import type { Inscription } from '#domain/users.ts';
import { fetchApi, postApi, readRefus } from './http.ts';

/** Why no account was made. */
export type RefusInscription = { code: string; message: string };

const EN_ERREUR: RefusInscription = { code: 'inscription_en_erreur', message: REFUS.inscription_en_erreur.message };

/** §8: the server's sentence where it refused; the screen's own where something broke. */
async function ask(path: string, demande: object): Promise<RefusInscription | null> {
  try {
    const { ok, status, body } = await postApi(path, demande);
    if (ok) return null;
    const refus = readRefus(body);
    if (refus && refus.code !== 'panne') return refus;
    return status === 429 ? { code: 'trop_d_inscriptions', message: REFUS.trop_d_inscriptions.message } : EN_ERREUR;
  } catch {
    return EN_ERREUR;
  }
}

/** §7: asks for an account; null when it waits for an administrator's approval. */
export const signUp = (inscription: Inscription): Promise<RefusInscription | null> => ask('/api/auth/sign-up/email', inscription);

/** Decision 9: creates the first administrator; null when that is done. */
export const install = (jeton: string, inscription: Inscription): Promise<RefusInscription | null> => ask('/api/installation', { jeton, ...inscription });

/** Decision 9: whether the one-time link still opens. Throws when the server does not say. */
export async function canInstall(jeton: string): Promise<boolean> {
  const response = await fetchApi(`/api/installation?jeton=${encodeURIComponent(jeton)}`);
  if (!response.ok) throw new Error(`installation: ${response.status}`);
  const { ouverte } = await response.json() as { ouverte: boolean };
  return ouverte;
}
