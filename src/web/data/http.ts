/**
 * Calls go through `fetchApi`: it sends the cookie, notes the server's clock, and has a deadline
 * (UI-32). A sign-out that waits for the server is sent first (UI-57). Only these bypass it: that
 * sign-out (`leaving.ts`), the connection probe (below), the live stream (`live.ts`), a restore
 * (`restauration.ts`) and the check for a new version (`ui/basics/version.ts`).
 */
import { dropEarly, takeEarly } from './early.ts';
import { noteServerDate } from './horloge.ts';
import { endSession, isLeaving } from './leaving.ts';

/**
 * Milliseconds that a call may take, including its answer. A call that sends a file may take longer
 * (LIM-90). There is no deadline for receiving a file.
 */
const DEADLINE = 15_000;
const FILE_DEADLINE = 120_000;
/** Characters of a body from which on it counts as a file. */
const LONG_BODY = 100_000;

/**
 * Addresses that were not answered in time. The browser may still wait for a preloaded call, and
 * its cache makes every later call to the same address wait for that one. Calls that bypass the
 * cache do not wait.
 */
const unanswered = new Set<string>();

/** True after a call without an answer, until another call is answered. */
let doubt = false;
export const isDoubtful = (): boolean => doubt;

let awaiting: (() => void)[] = [];
/** Resolves at the next answer to any call. */
export const nextAnswer = (): Promise<void> =>
  new Promise((resolve) => {
    awaiting.push(resolve);
  });

/**
 * Throws if the answer does not come from this application, whatever its status: a captive portal
 * or a proxy answered (UI-74). This application answers in JSON, except when it sends a file.
 */
function refuseForeign(response: Response): void {
  if (isForeign(response))
    throw Object.assign(new Error('foreign answer'), { status: response.status });
}

const isForeign = ({ headers }: Response): boolean =>
  !headers.get('content-type')?.startsWith('application/json') &&
  !headers.has('content-disposition');

/**
 * Milliseconds that a connection has to answer a probe, and how many connections browsers keep to
 * one server.
 */
const PROBE = 5_000;
const CONNECTIONS = 6;
let proving: Promise<boolean> | null = null;

/**
 * If one connection no longer answers, the other connections that the browser keeps open may be
 * dead too, and each call would wait on one of them (UI-61). This sends a probe on all of them.
 * True if one has answered: the next call then uses it. False if none has answered: the browser has
 * then closed them.
 */
export function proveConnection(): Promise<boolean> {
  const ask = async () =>
    refuseForeign(
      await fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(PROBE) }),
    );
  proving ??= Promise.any(Array.from({ length: CONNECTIONS }, ask))
    .then(
      () => {
        doubt = false;
        return true;
      },
      () => false,
    )
    .finally(() => {
      proving = null;
    });
  return proving;
}

/** How many calls are sending a file. */
let files = 0;

/**
 * Gives up everything that the page still waits for, after several probes without an answer: code
 * has no deadline, and six late files hold all connections for minutes (UI-61). A file that is
 * being sent is not interrupted: it may be what delays the probes.
 */
export function freeConnections(): void {
  if (files === 0) window.stop();
}

const noAnswer = () => new DOMException('no answer in time', 'TimeoutError');

/**
 * The caller's signal with a deadline added, because a network may lose a request without an error.
 * `lift` removes the deadline.
 */
function endInTime({ signal: given, headers, body }: RequestInit): {
  signal: AbortSignal;
  isFile: boolean;
  lift: () => void;
} {
  const end = new AbortController();
  const type = new Headers(headers).get('content-type');
  const isJson = type === null || type.startsWith('application/json');
  // A file may also be within JSON (IMP-02).
  const isFile = !isJson || (typeof body === 'string' && body.length > LONG_BODY);
  const timer = setTimeout(() => end.abort(noAnswer()), isFile ? FILE_DEADLINE : DEADLINE);
  given?.addEventListener('abort', () => end.abort(given.reason));
  if (given?.aborted) end.abort(given.reason);
  return { signal: end.signal, isFile, lift: () => clearTimeout(timer) };
}

/** True when a call had no answer in time: it may have been carried out. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

/**
 * Like `fetch`, for the addresses below `/api`. Throws if the answer does not come from this
 * application. A cached answer (API-22) is used only after the server has confirmed that it is
 * still valid.
 */
export async function fetchApi(address: string, init: RequestInit = {}): Promise<Response> {
  if (isLeaving()) await endSession();
  // Twice, because the network may have returned during the first probe.
  if (doubt && !(await proveConnection()) && !(await proveConnection())) throw noAnswer();
  const { signal, isFile, lift } = endInTime(init);
  if (init.method !== undefined && init.method !== 'GET') dropEarly(); // it may change them
  const awaited = takeEarly(address, signal);
  const early = awaited && (await awaited);
  const sentAt = Date.now();
  const cache = unanswered.has(address) ? 'no-store' : 'no-cache';
  if (isFile) files += 1;
  const response =
    early && !isForeign(early)
      ? early
      : await fetch(address, {
          credentials: 'same-origin',
          cache,
          ...init,
          signal,
        })
          .catch((error: unknown) => {
            if (isTimeout(error)) {
              unanswered.add(address);
              doubt = true;
            }
            throw error;
          })
          .finally(() => {
            if (isFile) files -= 1;
          });
  doubt = true; // until an answer of this application arrives
  refuseForeign(response);
  doubt = false;
  for (const resolve of awaiting) resolve();
  awaiting = [];
  if (response.headers.has('content-disposition')) lift();
  // An early answer has an early `Date`: too old for the clock.
  if (response !== early) noteServerDate(response.headers.get('date'), sentAt, Date.now());
  return response;
}

/** Sends one POST of JSON. Throws unless a complete answer of this application arrives. */
export async function postApi(
  path: string,
  payload: object,
): Promise<{ ok: boolean; status: number; body: unknown }> {
  const response = await fetchApi(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  return { ok: response.ok, status: response.status, body: await response.json() };
}

/**
 * Posts what a visitor stores once (API-29). If the answer is lost, the same is posted once more: the
 * server answers it as the first one, which is its look-up (UI-32).
 */
export const postOnce: typeof postApi = (path, payload) =>
  postApi(path, payload).catch(() => postApi(path, payload));

/** Shown by the forms of visitors if it is unknown whether a write is stored (UI-75). */
export const UNANSWERED =
  "Pas de réponse\u202f: nous ne savons pas si c'est fait. Vérifiez votre connexion, puis recommencez.";

/** A refusal as it is sent (API-02), with its French sentence. */
export type RefusBody = { code: string; status: number; message: string };

/** The refusal in a body. Null for any other body. */
export function readRefus(body: unknown): RefusBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, status, message } = body as Partial<RefusBody>;
  return typeof code === 'string' && typeof status === 'number' && typeof message === 'string'
    ? { code, status, message }
    : null;
}
