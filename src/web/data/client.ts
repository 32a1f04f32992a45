/** The contract as functions: `client.reservations.create(demande)`. */
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { api } from '#contract/api.ts';
import { isCodeRefus, REFUS } from '#domain/errors.ts';
import { fetchApi, readRefus } from './http.ts';
import { doubtSession } from './session.ts';

const link = new OpenAPILink(api, {
  url: () => new URL('/api', location.origin),
  fetch: async (request, init) => {
    const response = await fetchApi(request, init);
    if (response.status === 401 || response.status === 403) doubtSession(response.status);
    return response;
  },
  customErrorResponseBodyDecoder: (body, { status }) => {
    const refus = readRefus(body);
    if (!refus) return new ORPCError('panne', { status, message: REFUS.panne.message });
    return new ORPCError(refus.code, { defined: isCodeRefus(refus.code), status: refus.status, message: refus.message });
  },
});

export const client: JsonifiedClient<ContractRouterClient<typeof api>> = createORPCClient(link);

/** The code of a refusal of ours; null for anything else (no network, a stranger's page). */
export function codeOf(error: unknown): string | null {
  return error instanceof ORPCError && isCodeRefus(error.code) ? error.code : null;
}

/** The server's sentence where it refused with one of ours, else the screen's own. A breakdown is never a refusal. */
export function sentenceOf(error: unknown, parDefaut: string): string {
  return error instanceof ORPCError && codeOf(error) !== null && error.status < 500 ? error.message : parDefaut;
}
