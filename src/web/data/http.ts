/**
 * The calls go through `fetchApi`: it sends the cookie, notes the server's clock, and ends in time
 * (UI-32). A sign-out that waits for the server goes first (UI-57). Only these do without it: that
 * sign-out (`leaving.ts`), the proof of a connection (below), the live stream (`live.ts`), a restore
 * (`restauration.ts`) and the check for a new version (`ui/version.ts`).
 */
import { noteServerDate } from './horloge.ts';
import { endSession, isLeaving } from './leaving.ts';

/**
 * Preloaded calls (vite.config.ts) were answered before this code runs: their `Date` headers are
 * too old for the clock.
 */
const preloaded = new Set(
  Array.from(document.querySelectorAll('link[rel=preload][as=fetch]'), (link) =>
    link.getAttribute('href'),
  ),
);

/**
 * Milliseconds that a call may take, its answer included; longer where it sends a file (LIM-90). A
 * file that is received may take as long as it needs.
 */
const DEADLINE = 15_000;
const FILE_DEADLINE = 120_000;

/**
 * Addresses that were not answered in time. The browser may still wait for a preloaded call, and
 * its cache keeps every later call to the same address behind that one; without the cache they
 * pass.
 */
const unanswered = new Set<string>();

/** A call had no answer, and none has been answered since. */
let doubt = false;
export const isDoubtful = (): boolean => doubt;

let awaiting: (() => void)[] = [];
/** Resolves at the next answer to any call. */
export const nextAnswer = (): Promise<void> =>
  new Promise((resolve) => {
    awaiting.push(resolve);
  });

/**
 * Throws where another than this application has answered, with whatever status: a captive portal,
 * a proxy (UI-74). This application answers in JSON, but for a file that is downloaded.
 */
function refuseForeign({ headers, status }: Response): void {
  if (
    !headers.get('content-type')?.startsWith('application/json') &&
    !headers.has('content-disposition')
  )
    throw Object.assign(new Error('foreign answer'), { status });
}

/**
 * Milliseconds that a connection has to prove that it lives, and how many connections browsers keep
 * to one server.
 */
const PROBE = 5_000;
const CONNECTIONS = 6;
let proving: Promise<boolean> | null = null;

/**
 * Where one connection no longer answers, those that the browser keeps for later calls may not
 * either, and each call would wait on one of them (UI-61). Asks on all of them; true when one has
 * answered, which the next call then uses; false when none has, and the browser has closed them.
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

const noAnswer = () => new DOMException('no answer in time', 'TimeoutError');

/**
 * The caller's signal with a deadline: a network may lose a request and say nothing. `lift` removes
 * the deadline.
 */
function endInTime(
  request: Request | string,
  given: AbortSignal | null | undefined,
): { signal: AbortSignal; lift: () => void } {
  const end = new AbortController();
  const type = request instanceof Request ? request.headers.get('content-type') : null;
  const isFile = type !== null && !type.startsWith('application/json');
  const timer = setTimeout(() => end.abort(noAnswer()), isFile ? FILE_DEADLINE : DEADLINE);
  given?.addEventListener('abort', () => end.abort(given.reason));
  if (given?.aborted) end.abort(given.reason);
  return { signal: end.signal, lift: () => clearTimeout(timer) };
}

/** True when a call had no answer in time: it may have been carried out. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError';

/**
 * Like `fetch`, for the addresses below `/api`; throws where another than this application
 * answered. What the browser may keep (API-22) is used only after the server has said that it still
 * holds.
 */
export async function fetchApi(
  request: Request | string,
  init: RequestInit = {},
): Promise<Response> {
  if (isLeaving()) await endSession();
  const address = request instanceof Request ? request.url : request;
  // Twice, because the network may have come back while the first was under way.
  if (doubt && !(await proveConnection()) && !(await proveConnection())) throw noAnswer();
  const { signal, lift } = endInTime(
    request,
    init.signal ?? (request instanceof Request ? request.signal : null),
  );
  const sentAt = Date.now();
  const cache = unanswered.has(address) ? 'no-store' : 'no-cache';
  const response = await fetch(request, {
    credentials: 'same-origin',
    cache,
    ...init,
    signal,
  }).catch((error: unknown) => {
    if (isTimeout(error)) {
      unanswered.add(address);
      doubt = true;
    }
    throw error;
  });
  const wasPreloaded = preloaded.delete(new URL(response.url).pathname);
  doubt = true; // unless the answer is ours
  refuseForeign(response);
  doubt = false;
  for (const resolve of awaiting) resolve();
  awaiting = [];
  if (response.headers.has('content-disposition')) lift();
  if (!wasPreloaded) noteServerDate(response.headers.get('date'), sentAt, Date.now());
  return response;
}

/** One POST of JSON. Throws without a whole answer of this application. */
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

/** A refusal as it is sent (API-02), with its French sentence. */
export type RefusBody = { code: string; status: number; message: string };

/** The refusal in a body; null for any other. */
export function readRefus(body: unknown): RefusBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, status, message } = body as Partial<RefusBody>;
  return typeof code === 'string' && typeof status === 'number' && typeof message === 'string'
    ? { code, status, message }
    : null;
}
