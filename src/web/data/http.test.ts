import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Http from './http.ts';

let http: typeof Http;
let signal: AbortSignal | undefined;
let headers: Record<string, string>;
let status: number;

const JSON_TYPE = { 'content-type': 'application/json' };

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') });
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('fetch', async (_: unknown, init: RequestInit) => {
    signal = init.signal ?? undefined;
    const response = new Response('{}', { status, headers });
    Object.defineProperty(response, 'url', { value: 'http://localhost/api/prix' });
    return response;
  });
  headers = JSON_TYPE;
  status = 200;
  vi.resetModules();
  http = await import('./http.ts');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Whether a call ends within so many seconds while its answer is still arriving. */
async function endsWithin(seconds: number, address: string, init?: RequestInit): Promise<boolean> {
  await http.fetchApi(address, init);
  vi.advanceTimersByTime(seconds * 1000);
  return signal?.aborted ?? false;
}

const sending = (type: string): [string, RequestInit] => [
  '/api/profil/photo',
  { method: 'POST', headers: { 'content-type': type }, body: 'x' },
];

test('un appel finit au bout de 15 s, un envoi de fichier au bout de 2 minutes, un fichier reçu prend son temps', async () => {
  // UI-32, LIM-90
  expect(await endsWithin(14, '/api/prix')).toBe(false);
  expect(await endsWithin(15, '/api/prix')).toBe(true);
  expect(await endsWithin(15, ...sending('application/json'))).toBe(true);
  for (const type of ['image/jpeg', 'multipart/form-data; boundary=x']) {
    expect(await endsWithin(119, ...sending(type)), type).toBe(false);
    expect(await endsWithin(120, ...sending(type)), type).toBe(true);
  }
  headers = { 'content-disposition': 'attachment; filename="manege.sauvegarde"' };
  expect(await endsWithin(3_600, '/api/sauvegardes')).toBe(false);
});

test('qui a demandé peut toujours y renoncer', async () => {
  const asking = new AbortController();
  await http.fetchApi('/api/prix', { signal: asking.signal });
  expect(signal?.aborted).toBe(false);
  asking.abort();
  expect(signal?.aborted).toBe(true);
});

test('après un appel resté sans réponse, le suivant attend une connexion qui répond et passe à côté du cache', async () => {
  // UI-61
  const asked: [unknown, RequestInit['cache']][] = [];
  let answers = false;
  vi.stubGlobal('fetch', (address: unknown, { signal: ends, cache }: RequestInit) => {
    asked.push([address, cache]);
    return new Promise((resolve, reject) => {
      if (answers)
        resolve(
          Object.defineProperty(new Response('{}', { headers: JSON_TYPE }), 'url', {
            value: 'http://localhost/api/prix',
          }),
        );
      ends?.addEventListener('abort', () => reject(ends.reason as Error));
    });
  });
  const first = http.fetchApi('/api/centre').catch((error: unknown) => error);
  vi.advanceTimersByTime(15_000);
  expect(http.isTimeout(await first)).toBe(true);
  answers = true;
  await http.fetchApi('/api/centre');
  await http.fetchApi('/api/prix');
  expect(asked).toEqual([
    ['/api/centre', 'no-cache'],
    ...Array.from({ length: 6 }, () => ['/api/health/live', 'no-store']),
    ['/api/centre', 'no-store'],
    ['/api/prix', 'no-cache'],
  ]);
});

test("ce qui n'est pas du JSON n'est pas une réponse de l'application, quel que soit son statut ; un fichier en est une", async () => {
  // UI-74
  for (status of [200, 302, 404, 511]) {
    for (const type of ['text/html', 'text/plain', '']) {
      headers = { 'content-type': type };
      await expect(http.fetchApi('/api/prix'), `${status} ${type}`).rejects.toThrow(
        'foreign answer',
      );
      // Nothing answers: the next call is not even sent.
      expect(http.isDoubtful()).toBe(true);
      expect(
        http.isTimeout(await http.fetchApi('/api/prix').catch((error: unknown) => error)),
      ).toBe(true);
      headers = JSON_TYPE;
      await http.proveConnection();
      expect(http.isDoubtful()).toBe(false);
      await expect(http.postApi('/api/prix', {})).resolves.toMatchObject({ status, body: {} });
    }
  }
  headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="manege.sauvegarde"',
  };
  expect((await http.fetchApi('/api/sauvegardes')).status).toBe(511);
});
