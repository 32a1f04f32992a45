/**
 * The contract as functions: `client.reservations.create(demande)`. This is what oRPC's own client
 * does with a contract of flat inputs; it would weigh 8 kB more on every screen (ADR-008).
 */
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { api } from '#contract/api.ts';
import { PANNE } from '#domain/errors/panne.ts';
import { fetchApi, readRefus } from './http.ts';
import { askForProof } from './proof.ts';
import { doubtSession, expireSession } from './session.ts';

/**
 * An answer that is not a success. `code` (API-02) is null if the answer holds no refusal of this
 * application.
 */
class CallError extends Error {
  readonly code: string | null;
  readonly status: number;
  constructor(code: string | null, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

type Route = { method?: string; path?: string };
type Input = Record<string, unknown> | readonly unknown[] | File | undefined;

/**
 * The address and the body of a call (API-03): fields that the path names stand in it; the others
 * are the query of a GET, otherwise the body. A file or a list is the body itself.
 */
function requestOf({ method = '', path = '' }: Route, input: Input): [string, RequestInit] {
  if (input instanceof File)
    return [
      `/api${path}`,
      {
        method,
        body: input,
        headers: { 'content-type': input.type, 'content-disposition': 'inline; filename="blob"' },
      },
    ];
  const json = (body: unknown): RequestInit => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  if (Array.isArray(input)) return [`/api${path}`, json(input)];
  const fields = new Map(Object.entries((input ?? {}) as Record<string, string | null>));
  const address = `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name);
    fields.delete(name);
    return encodeURIComponent(value ?? '');
  })}`;
  if (method === 'GET') {
    const given = [...fields].filter(
      (field): field is [string, string] => (field[1] ?? null) !== null,
    );
    const query = String(new URLSearchParams(given));
    return [address + (query && `?${query}`), { method }];
  }
  if (input === undefined || (fields.size === 0 && Object.keys(input).length > 0))
    return [address, { method }];
  return [address, json(Object.fromEntries(fields))];
}

/** One call. Throws `CallError` after a refusal, any other error without an answer. */
async function send(route: Route, input: Input, signal?: AbortSignal): Promise<unknown> {
  const [address, init] = requestOf(route, input);
  const response = await fetchApi(address, signal ? { ...init, signal } : init);
  if (response.status === 401 && route.method !== 'GET') expireSession();
  else if (response.status === 401 || response.status === 403) doubtSession(response.status);
  if (response.headers.has('content-disposition')) return response.blob();
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return body;
  const refus = readRefus(body);
  throw refus
    ? new CallError(refus.code, refus.status, refus.message)
    : new CallError(null, response.status, PANNE.message);
}

/**
 * If a call needs the person's password again, it waits for the password and is then repeated
 * (ACC-100).
 */
async function sendProven(...call: Parameters<typeof send>): Promise<unknown> {
  try {
    return await send(...call);
  } catch (error) {
    if (codeOf(error) !== 'confirmation_requise' || !(await askForProof())) throw error;
    return send(...call);
  }
}

type Branch = { readonly [name: string]: Branch | { '~orpc': { route: Route } } };

function functionsOf(node: Branch[string]): unknown {
  if ('~orpc' in node) {
    const { route } = (node as { '~orpc': { route: Route } })['~orpc'];
    return (input: Input, options?: { signal?: AbortSignal }) =>
      sendProven(route, input, options?.signal);
  }
  return Object.fromEntries(
    Object.entries(node).map(([name, inner]) => [name, functionsOf(inner)]),
  );
}

export const client = functionsOf(api) as JsonifiedClient<ContractRouterClient<typeof api>>;

/** The HTTP status of an error; null without an answer. */
export function statusOf(error: unknown): number | null {
  return error instanceof CallError ? error.status : null;
}

/** ACC-07: a reading was answered 401 or 5xx. */
export function isUnreadable(errors: readonly unknown[]): boolean {
  return errors
    .map(statusOf)
    .some((status) => status !== null && (status === 401 || status >= 500));
}

/** The code of a refusal (API-02); null for anything else (no network, an answer of a proxy). */
export function codeOf(error: unknown): string | null {
  return error instanceof CallError ? error.code : null;
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
  return error instanceof CallError &&
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
  return error instanceof CallError
    ? error.message
    : 'le serveur ne répond pas. Vérifiez votre connexion.';
}
