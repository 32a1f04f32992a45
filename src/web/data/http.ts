/** The one door to the server for the web part: same-site cookies, and the server's clock noted on the way. */
import { noteServerDate } from './horloge.ts';

/** Like `fetch`, for the addresses below `/api`. */
export async function fetchApi(request: Request | string, init: RequestInit = {}): Promise<Response> {
  const sentAt = Date.now();
  const response = await fetch(request, { credentials: 'same-origin', cache: 'no-store', ...init });
  noteServerDate(response.headers.get('date'), sentAt, Date.now());
  return response;
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
