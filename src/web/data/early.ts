/**
 * The calls that were begun before this code ran (ADR-030): session and centre by `preload` links
 * (vite.config.ts), the readings of the screen by `public/first-paint.js`. Each is handed over once,
 * to the first call of its address; a refused or failed one is asked again. All are dropped as soon
 * as one of them could be older than what the screen knows: at an announced change, a write, or a
 * change of the person.
 *
 * Those of the links are requested here at once, which takes them out of the browser's cache of
 * preloaded files: later calls would get them from there, whoever is signed in then.
 */
import { isLeaving } from './leaving.ts';

/** An answer that is read to its end: one that is not keeps its connection. */
type Answer = { response: Response; body: ArrayBuffer };
type Begun = { answer: Promise<Answer>; end: AbortController };
type Early = { response: Promise<Response | null>; end: AbortController };

/** Null unless it is a success. */
async function successOf(begun: Promise<Answer>): Promise<Response | null> {
  try {
    const { response, body } = await begun;
    return response.ok ? new Response(body, response) : null;
  } catch {
    return null;
  }
}

function takeFromCache(address: string): Begun {
  const end = new AbortController();
  const init: RequestInit = { credentials: 'same-origin', cache: 'no-cache', signal: end.signal };
  const read = async (response: Response) => ({ response, body: await response.arrayBuffer() });
  return { answer: fetch(address, init).then(read), end };
}

const linked = Array.from(
  document.querySelectorAll('link[rel=preload][as=fetch]'),
  (link): [string, Begun] => {
    const address = link.getAttribute('href') ?? '';
    return [address, takeFromCache(address)];
  },
);
const page = globalThis as { lectures?: Iterable<[string, Begun]> | undefined };
const { lectures = [] } = page;
page.lectures = undefined; // what is not begun is asked for by its query

const early = new Map<string, Early>(
  [...linked, ...lectures].map(([address, { answer, end }]) => [
    address,
    { response: successOf(answer), end },
  ]),
);

let dropped = false;

export function dropEarly(): void {
  dropped = true;
  for (const { end } of early.values()) end.abort();
  early.clear();
}

// They belong to the session that a sign-out is about to end (UI-57).
if (isLeaving()) dropEarly();

/** When the oldest reading that can still be shown was asked for, in milliseconds since 1970. */
export const askedSince = (): number => (dropped ? Date.now() : performance.timeOrigin);

/**
 * The early answer of an address, if there is one; it resolves to null unless it is a success.
 * `signal` ends the wait.
 */
export function takeEarly(address: string, signal: AbortSignal): Promise<Response | null> | null {
  const one = early.get(address);
  if (!one) return null;
  early.delete(address);
  signal.addEventListener('abort', () => one.end.abort(signal.reason));
  return one.response;
}
