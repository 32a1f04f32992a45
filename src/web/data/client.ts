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
  // A call that needs the person's password again waits for it, then is made again (ACC-100).
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

/** A write without an answer was looked up, and it is not stored: its failure is known. */
export class NotStored extends Error {}

/** Said of a write whose answer is lost, while nobody knows whether it is stored (UI-75). */
const NO_ANSWER =
  "Pas de réponse\u202f: nous ne savons pas si c'est fait. Vérifiez votre connexion, puis regardez avant de recommencer.";

/** True where nobody knows whether a write is stored. */
export const isUnknown = (error: unknown): boolean =>
  statusOf(error) === null && !(error instanceof NotStored);

/** Failures whose own sentence is shown on every screen: the database cannot store anything. */
const READ_ONLY_CODES = new Set<string>(['lecture_seule', 'disque_plein']);

/**
 * What a screen says of a write that has failed: the sentence of the refusal, else the default of
 * the screen, which asserts that nothing is stored: not where nobody knows. After the end of a session its
 * sentence shows until the guard leads to /login (ACC-07).
 */
export function sentenceOf(error: unknown, fallback: string): string {
  return isUnknown(error) ? NO_ANSWER : readingSentenceOf(error, fallback);
}

/** The same of a reading: without an answer nothing was read, and that is all there is to know. */
export function readingSentenceOf(error: unknown, fallback: string): string {
  if (statusOf(error) === 401) return 'Votre session a expiré. Veuillez vous reconnecter.';
  const code = codeOf(error);
  return error instanceof ORPCError &&
    code !== null &&
    (error.status < 500 || READ_ONLY_CODES.has(code))
    ? error.message
    : fallback;
}

/** The sentence of a call's refusal, for the form that shows it; null once the call is made. */
export const refusalOf = (
  call: Promise<unknown>,
  fallback: string,
  say = sentenceOf,
): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => say(error, fallback),
  );

/** The reason of any failure, in one sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof ORPCError
    ? error.message
    : 'le serveur ne répond pas. Vérifiez votre connexion.';
}
