/** The contract as functions: `client.reservations.create(demande)`. */
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { api } from '#contract/api.ts';
import { isCodeRefus, REFUS } from '#domain/errors.ts';
import { fetchApi, readRefus } from './http.ts';
import { doubtSession, expireSession } from './session.ts';

/** A stranger's answer: its code is none of ours. */
const inconnu = (status: number) => new ORPCError('inconnu', { status, message: REFUS.panne.message });

const link = new OpenAPILink(api, {
  url: () => new URL('/api', location.origin),
  fetch: async (request, init) => {
    const response = await fetchApi(request, init);
    if (response.status === 401 && request.method !== 'GET') expireSession();
    else if (response.status === 401 || response.status === 403) doubtSession(response.status);
    // A page that is not ours to read: its status is all that counts.
    if (!response.ok && !response.headers.get('content-type')?.startsWith('application/json')) throw inconnu(response.status);
    return response;
  },
  customErrorResponseBodyDecoder: (body, { status }) => {
    const refus = readRefus(body);
    if (!refus) return inconnu(status);
    return new ORPCError(refus.code, { defined: isCodeRefus(refus.code), status: refus.status, message: refus.message });
  },
});

export const client: JsonifiedClient<ContractRouterClient<typeof api>> = createORPCClient(link);

/** The status a call was answered with; null when nobody answered. */
export function statusOf(error: unknown): number | null {
  return error instanceof ORPCError ? error.status : null;
}

/** Decision 3: the session is over, or the server broke down: an administrator's page that cannot be read leads to /. */
export function isFermee(errors: readonly unknown[]): boolean {
  return errors.map(statusOf).some((status) => status !== null && (status === 401 || status >= 500));
}

/** The code of a refusal of ours; null for anything else (no network, a stranger's page). */
export function codeOf(error: unknown): string | null {
  return error instanceof ORPCError && isCodeRefus(error.code) ? error.code : null;
}

/** Breakdowns whose sentence says more than any screen's own: nothing is stored, whatever one tries. */
const RIEN_NE_S_ECRIT = new Set<string>(['lecture_seule', 'disque_plein']);

/**
 * The server's sentence where it refused with one of ours, else the screen's own. A breakdown is no refusal. That the
 * session is over is said so in the moment before the guard leads out (decision 3).
 */
export function sentenceOf(error: unknown, parDefaut: string): string {
  if (statusOf(error) === 401) return 'Votre session a expiré. Veuillez vous reconnecter.';
  const code = codeOf(error);
  return error instanceof ORPCError && code !== null && (error.status < 500 || RIEN_NE_S_ECRIT.has(code)) ? error.message : parDefaut;
}

/** Why something failed, in one sentence, whatever it was (§8: 'with reason'). */
export function raisonOf(error: unknown): string {
  return error instanceof ORPCError ? error.message : 'le serveur ne répond pas. Vérifiez votre connexion.';
}
