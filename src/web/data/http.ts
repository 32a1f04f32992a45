/** Every request of the web part goes through `fetchApi`: it sends the cookie, notes the server's clock, and ends in time (UI-32). */
import { noteServerDate } from './horloge.ts';

/** Preloaded calls (vite.config.ts) were answered before this code runs: their `Date` headers are too old for the clock. */
const preloaded = new Set(Array.from(document.querySelectorAll('link[rel=preload][as=fetch]'), (link) => link.getAttribute('href')));

/** Milliseconds that a call may take, its answer included; longer where it sends a file (LIM-90). A file that is received may take as long as it needs. */
const DEADLINE = 15_000;
const FILE_DEADLINE = 120_000;

/** The caller's signal with a deadline: a network may lose a request and say nothing. `lift` removes the deadline. */
function endInTime(request: Request | string, given: AbortSignal | null | undefined): { signal: AbortSignal; lift: () => void } {
  const end = new AbortController();
  const type = request instanceof Request ? request.headers.get('content-type') : null;
  const isFile = type !== null && !type.startsWith('application/json');
  const timer = setTimeout(() => end.abort(new DOMException('no answer in time', 'TimeoutError')), isFile ? FILE_DEADLINE : DEADLINE);
  given?.addEventListener('abort', () => end.abort(given.reason));
  if (given?.aborted) end.abort(given.reason);
  return { signal: end.signal, lift: () => clearTimeout(timer) };
}

/** Like `fetch`, for the addresses below `/api`. What the browser may keep (API-22) is used only after the server has said that it still holds. */
export async function fetchApi(request: Request | string, init: RequestInit = {}): Promise<Response> {
  const sentAt = Date.now();
  const { signal, lift } = endInTime(request, init.signal ?? (request instanceof Request ? request.signal : null));
  const response = await fetch(request, { credentials: 'same-origin', cache: 'no-cache', ...init, signal });
  if (response.headers.has('content-disposition')) lift();
  const wasPreloaded = preloaded.delete(new URL(response.url).pathname);
  if (!wasPreloaded) noteServerDate(response.headers.get('date'), sentAt, Date.now());
  return response;
}

/** One POST of JSON; `body` is null when the answer is not JSON. */
export async function postApi(path: string, payload: object): Promise<{ ok: boolean; status: number; body: unknown }> {
  const response = await fetchApi(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  return { ok: response.ok, status: response.status, body: await response.json().catch(() => null) };
}

/** A refusal as it is sent (API-02), with its French sentence. */
export type RefusBody = { code: string; status: number; message: string };

/** The refusal in a body; null for any other answer, such as a page of a proxy. */
export function readRefus(body: unknown): RefusBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, status, message } = body as Partial<RefusBody>;
  return typeof code === 'string' && typeof status === 'number' && typeof message === 'string'
    ? { code, status, message }
    : null;
}
