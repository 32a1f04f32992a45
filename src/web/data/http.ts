/** The one door to the server for the web part: same-site cookies, and the server's clock noted on the way. */
import { noteServerDate } from './horloge.ts';

/** What the page itself asks for (vite.config.ts) is answered before this code runs: the clock on that answer has gone on since. */
const annonces = new Set(Array.from(document.querySelectorAll('link[rel=preload][as=fetch]'), (link) => link.getAttribute('href')));

/** Like `fetch`, for the addresses below `/api`. */
export async function fetchApi(request: Request | string, init: RequestInit = {}): Promise<Response> {
  const sentAt = Date.now();
  const response = await fetch(request, { credentials: 'same-origin', cache: 'no-store', ...init });
  const annonce = annonces.delete(new URL(response.url).pathname);
  if (!annonce) noteServerDate(response.headers.get('date'), sentAt, Date.now());
  return response;
}

/** One POST of JSON; `body` is null when what came back is no JSON. */
export async function postApi(path: string, demande: object): Promise<{ ok: boolean; status: number; body: unknown }> {
  const response = await fetchApi(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demande),
  });
  return { ok: response.ok, status: response.status, body: await response.json().catch(() => null) };
}

/** Our refusals as they travel: `{ code, status, message }` with the French sentence. */
export type CorpsRefus = { code: string; status: number; message: string };

/** The refusal in a body, or null when something else answered (a proxy, a page). */
export function readRefus(body: unknown): CorpsRefus | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, status, message } = body as Partial<CorpsRefus>;
  return typeof code === 'string' && typeof status === 'number' && typeof message === 'string'
    ? { code, status, message }
    : null;
}
