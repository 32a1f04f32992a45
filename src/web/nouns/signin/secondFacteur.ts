// chunk: identity
/**
 * The second step of a sign-in, and passkeys. Loaded when one of them is needed, so that /login
 * loads without it.
 */
import { SIGN_IN_REFUS } from '#domain/errors/sign_in.ts';
import type { Personne } from '#domain/people/users.ts';
import { fetchApi, postApi, readRefus, UNANSWERED } from '#web/data/http.ts';
import { ENROLEMENT_KEY, keepEnrolment, readSession, settleStep } from '#web/data/session.ts';

/** The key for an authenticator application: a secret in base32, and the URI that contains it. */
export type Cle = { cle: string; uri: string };
/**
 * `expired`: the pending sign-in has ended, and the password is asked for again. `password`: the
 * password is asked for first (ACC-102).
 */
export type Refused = { message: string; expired: boolean; password?: boolean };

type Outcome<T> = { body: T } | { refused: Refused };

async function step<T>(path: string, payload: object): Promise<Outcome<T>> {
  try {
    const { ok, body } = await postApi(path, payload);
    if (ok) return { body: body as T };
    const refus = readRefus(body) ?? SIGN_IN_REFUS.connexion_en_erreur;
    const code = 'code' in refus ? refus.code : null;
    return {
      refused: {
        message: refus.message,
        expired: code === 'etape_expiree',
        password: code === 'confirmation_requise',
      },
    };
  } catch {
    await readSession(); // UI-32: if the step is complete, the page leaves this form
    return { refused: { message: UNANSWERED, expired: false } };
  }
}

/**
 * Which second factors the pending sign-in accepts. If that cannot be read, a code is asked for.
 */
export async function readEtape(): Promise<{ application: boolean; cles: boolean }> {
  const response = await fetchApi('/api/auth/second-facteur').catch(() => null);
  return response?.ok
    ? ((await response.json()) as { application: boolean; cles: boolean })
    : { application: true, cles: false };
}

/** Sends a code. Null once the session is open. */
export async function verifyCode(code: string): Promise<Refused | null> {
  const outcome = await step<{ user: Personne }>('/api/auth/second-facteur', { code });
  if ('refused' in outcome) return outcome.refused;
  settleStep(outcome.body.user);
  return null;
}

/**
 * The secret that is being set up. It is kept while the person uses the authenticator application,
 * because phones discard the page meanwhile; without a kept one, a new secret is requested.
 */
export async function startEnrolment(password?: string): Promise<Cle | Refused> {
  const kept = keptEnrolment();
  if (kept) return kept;
  const outcome = await step<Cle>(
    '/api/auth/enrolement/debut',
    password === undefined ? {} : { password },
  );
  if ('refused' in outcome) return outcome.refused;
  keepEnrolment(outcome.body);
  return outcome.body;
}

function keptEnrolment(): Cle | null {
  try {
    return JSON.parse(sessionStorage.getItem(ENROLEMENT_KEY) ?? 'null') as Cle | null;
  } catch {
    return null;
  }
}

export const forgetEnrolment = (): void => keepEnrolment(null);

/**
 * Sends the first code. The session is then open; it is settled once the recovery codes have been
 * seen.
 */
export async function enrol(code: string): Promise<{ user: Personne; codes: string[] } | Refused> {
  const outcome = await step<{ user: Personne; codes: string[] }>('/api/auth/enrolement', { code });
  if ('refused' in outcome) return outcome.refused;
  forgetEnrolment();
  return outcome.body;
}

/**
 * The sentence shown if no passkey was given: the person closed the browser's dialog, or has no
 * passkey here.
 */
export const NO_KEY =
  "Aucune clé d'accès n'a été utilisée. Réessayez, ou connectez-vous avec votre mot de passe.";

/** Signs in with any passkey of this site. Null once the session is open. */
export async function signInWithKey(): Promise<string | null> {
  const options = await step<PublicKeyCredentialRequestOptionsJSON>(
    '/api/auth/cle-acces/debut',
    {},
  );
  if ('refused' in options) return options.refused.message;
  const credential = await navigator.credentials
    .get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options.body) })
    .catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) return NO_KEY;
  const outcome = await step<{ user: Personne }>('/api/auth/cle-acces', {
    reponse: credential.toJSON(),
  });
  if ('refused' in outcome) return outcome.refused.message;
  settleStep(outcome.body.user);
  return null;
}
