/** The contract as functions: `client.reservations.create(demande)`. */
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { api } from '#contract/api.ts';
import { CALL_REFUS } from '#domain/errors/call.ts';
import { fetchApi, readRefus } from './http.ts';
import { askForProof } from './proof.ts';
import { doubtSession, expireSession } from './session.ts';

const link = new OpenAPILink(api, {
  url: () => new URL('/api', location.origin),
  fetch: async (request, init) => {
    const response = await fetchApi(request, init);
    if (response.status === 401 && request.method !== 'GET') expireSession();
    else if (response.status === 401 || response.status === 403) doubtSession(response.status);
    return response;
  },
  // If a call needs the person's password again, it waits for the password and is then repeated
  // (ACC-100).
  interceptors: [
    async (call) => {
      try {
        return await call.next();
      } catch (error) {
        if (codeOf(error) !== 'confirmation_requise' || !(await askForProof())) throw error;
        return call.next();
      }
    },
  ],
  customErrorResponseBodyDecoder: (body, { status }) => {
    const refus = readRefus(body);
    if (!refus) return new ORPCError('inconnu', { status, message: CALL_REFUS.panne.message });
    return new ORPCError(refus.code, {
      defined: true,
      status: refus.status,
      message: refus.message,
    });
  },
});

export const client: JsonifiedClient<ContractRouterClient<typeof api>> = createORPCClient(link);

/** The HTTP status of an error; null without an answer. */
export function statusOf(error: unknown): number | null {
  return error instanceof ORPCError ? error.status : null;
}

/** ACC-07: a reading was answered 401 or 5xx. */
export function isUnreadable(errors: readonly unknown[]): boolean {
  return errors
    .map(statusOf)
    .some((status) => status !== null && (status === 401 || status >= 500));
}

/** The code of a refusal (API-02); null for anything else (no network, an answer of a proxy). */
export function codeOf(error: unknown): string | null {
  return error instanceof ORPCError && error.defined ? error.code : null;
}

/**
 * The look-up of a write without an answer found that it is not stored, so the write has failed.
 */
export class NotStored extends Error {}

/** Shown for a write whose answer is lost, while it is unknown whether it is stored (UI-75). */
const NO_ANSWER =
  "Pas de réponse\u202f: nous ne savons pas si c'est fait. Vérifiez votre connexion, puis regardez avant de recommencer.";

/** True if it is unknown whether a write is stored. */
export const isUnknown = (error: unknown): boolean =>
  statusOf(error) === null && !(error instanceof NotStored);

/**
 * Codes of failures whose own sentence is shown on every screen: the database cannot store
 * anything.
 */
const READ_ONLY_CODES = new Set<string>(['lecture_seule', 'disque_plein']);

/**
 * The sentence that a screen shows for a failed write: the sentence of the refusal, or else the
 * screen's default. The default claims that nothing is stored, so it is not used if that is
 * unknown. After the end of a session, its sentence shows until the guard redirects to /login
 * (ACC-07).
 */
export function sentenceOf(error: unknown, fallback: string): string {
  return isUnknown(error) ? NO_ANSWER : readingSentenceOf(error, fallback);
}

/** The same for a reading. Without an answer, the sentence only says that nothing was read. */
export function readingSentenceOf(error: unknown, fallback: string): string {
  if (statusOf(error) === 401) return 'Votre session a expiré. Veuillez vous reconnecter.';
  const code = codeOf(error);
  return error instanceof ORPCError &&
    code !== null &&
    (error.status < 500 || READ_ONLY_CODES.has(code))
    ? error.message
    : fallback;
}

/** The sentence of a call's refusal, for the form that shows it. Null if the call succeeded. */
export const refusalOf = (
  call: Promise<unknown>,
  fallback: string,
  say = sentenceOf,
): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => say(error, fallback),
  );

/** The reason of any failure, as one sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof ORPCError
    ? error.message
    : 'le serveur ne répond pas. Vérifiez votre connexion.';
}
