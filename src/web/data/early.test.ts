import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Early from './early.ts';
import type * as Http from './http.ts';

let early: typeof Early;
let http: typeof Http;
let leaving: boolean;
/** Each request, with its answer. */
let asked: { address: string; answer: PromiseWithResolvers<Response>; signal: AbortSignal }[];

const PRIX = '/api/prix';
const ok = (body: unknown, status = 200) => Response.json(body, { status });

/** A page that has named the first call by a link; its first script has begun the others. */
async function open(linked: string, ...begun: string[]) {
  vi.stubGlobal('document', { querySelectorAll: () => [{ getAttribute: () => linked }] });
  const lectures = begun.map(
    (address): [string, { answer: Promise<unknown>; end: AbortController }] => {
      const end = new AbortController();
      const answer = fetch(address, { signal: end.signal }).then(async (response) => ({
        response,
        body: await response.arrayBuffer(),
      }));
      answer.catch(() => {});
      return [address, { answer, end }];
    },
  );
  vi.stubGlobal('lectures', lectures);
  vi.resetModules();
  http = await import('./http.ts');
  early = await import('./early.ts');
  // The first script begins nothing more for a program that would ask again.
  expect((globalThis as { lectures?: unknown }).lectures).toBeUndefined();
  return lectures;
}

const requests = () => asked.map(({ address }) => address);
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

beforeEach(() => {
  asked = [];
  leaving = false;
  vi.stubGlobal('localStorage', { getItem: () => (leaving ? '1' : null) });
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    const answer = Promise.withResolvers<Response>();
    if (signal.aborted) answer.reject(signal.reason as Error);
    signal.addEventListener('abort', () => answer.reject(signal.reason as Error));
    asked.push({ address, answer, signal });
    return answer.promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

test("ce que la page a demandé va au premier qui le demande, une fois, dès qu'il arrive", async () => {
  // UI-80
  await open(PRIX, '/api/profil');
  expect(requests().toSorted()).toEqual([PRIX, '/api/profil']);
  for (const address of [PRIX, '/api/profil']) {
    const first = http.fetchApi(address);
    await settled();
    expect(requests()).toHaveLength(2);
    asked.find((one) => one.address === address)?.answer.resolve(ok(['tôt', address]));
    expect(await (await first).json()).toEqual(['tôt', address]);
  }
  void http.fetchApi(PRIX);
  await settled();
  expect(requests().slice(2)).toEqual([PRIX]);
  void http.fetchApi('/api/profil?page=2'); // another address
  await settled();
  expect(requests()).toHaveLength(4);
});

test.each([
  ['refusée', () => asked[0]?.answer.resolve(ok({}, 401))],
  ['en panne', () => asked[0]?.answer.resolve(ok({}, 500))],
  ['perdue', () => asked[0]?.answer.reject(new TypeError('network'))],
  ["d'un portail", () => asked[0]?.answer.resolve(new Response('<html>', { status: 200 }))],
])('une réponse %s est simplement redemandée', async (_, end) => {
  // UI-80, UI-74
  await open(PRIX);
  const first = http.fetchApi(PRIX);
  end();
  await settled();
  expect(requests()).toEqual([PRIX, PRIX]);
  asked[1]?.answer.resolve(ok(['encore']));
  expect(await (await first).json()).toEqual(['encore']);
});

test.each([
  ["l'annonce d'un changement ou un changement de personne", () => early.dropEarly()],
  [
    'une écriture',
    () => void http.fetchApi('/api/reservations', { method: 'POST' }).catch(() => {}),
  ],
])('rien de ce que la page a demandé ne sert après %s', async (_, change) => {
  // UI-80
  await open(PRIX);
  expect(early.askedSince()).toBe(performance.timeOrigin);
  asked[0]?.answer.resolve(ok(['ancien']));
  change();
  await settled();
  expect(asked[0]?.signal.aborted).toBe(true);
  const first = http.fetchApi(PRIX);
  await settled();
  expect(requests().filter((address) => address === PRIX)).toHaveLength(2);
  asked.at(-1)?.answer.resolve(ok(['nouveau']));
  expect(await (await first).json()).toEqual(['nouveau']);
  expect(early.askedSince()).toBeGreaterThan(performance.timeOrigin);
});

test("une déconnexion qui attend le serveur n'en garde rien", async () => {
  // UI-57, UI-80
  leaving = true;
  await open(PRIX);
  expect(await early.takeEarly(PRIX, new AbortController().signal)).toBeNull();
});

test("l'attente d'une telle réponse finit à l'échéance de l'appel", async () => {
  // UI-32
  vi.useFakeTimers();
  await open(PRIX);
  const first = http.fetchApi(PRIX).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(http.isTimeout(await first)).toBe(true);
  vi.useRealTimers();
});

test("une réponse arrivée reste, même si sa demande prend fin avant qu'on la veuille", async () => {
  // UI-80
  const lectures = await open(PRIX, '/api/profil');
  asked.find((one) => one.address === '/api/profil')?.answer.resolve(ok('tôt'));
  await settled();
  lectures[0]?.[1].end.abort();
  expect(await (await http.fetchApi('/api/profil')).json()).toBe('tôt');
  expect(requests()).toHaveLength(2);
});
