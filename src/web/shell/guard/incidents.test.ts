import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Incidents from './incidents.ts';

let incidents: typeof Incidents;
let sent: { path: string; body: Record<string, unknown> }[];
let onLine: boolean;

beforeEach(async () => {
  sent = [];
  onLine = true;
  vi.stubGlobal('document', {
    querySelectorAll: () => [],
    querySelector: () => ({ getAttribute: () => '/assets/index-D0KuWySV.js' }),
  });
  vi.stubGlobal('location', { pathname: '/app/prix', search: '?q=Quillacq' });
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine;
    },
  });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) });
    throw new TypeError('Failed to fetch');
  });
  vi.resetModules();
  incidents = await import('./incidents.ts');
});

afterEach(() => vi.unstubAllGlobals());

/** As in `main.tsx`: a failed report is not reported. */
async function report(error: Error): Promise<void> {
  try {
    await incidents.reportIncident(error);
  } catch {
    // the answer of `fetch` above
  }
}

/** An error as a browser throws it, at a line of the application's own files. */
const failure = (
  line: number,
  error: Error = new TypeError('Quillacq is not a function'),
  file = 'https://manege.example/assets/app-prix-Bq3x_1.js',
) =>
  Object.assign(error, {
    stack: `${error.name}: ${error.message}\n    at f (${file}:${line}:7)\n    at g (https://manege.example/assets/index-D0KuWySV.js:1:99)`,
  });

test("une erreur se signale une fois, sans son message ni ce que porte l'adresse", () => {
  // UI-48
  void report(failure(1));
  void report(failure(1));
  expect(sent).toEqual([
    {
      path: '/api/incidents',
      body: {
        type: 'TypeError',
        code: null,
        screen: '/app/prix',
        version: 'index-D0KuWySV.js',
        frames: ['app-prix-Bq3x_1.js:1:7', 'index-D0KuWySV.js:1:99'],
      },
    },
  ]);
  vi.stubGlobal('location', { pathname: '/jean-dupont' });
  void report(
    failure(
      2,
      Object.assign(new Error('Minified React error #185; visit https://react.dev'), {
        name: 'erreur de Zoé',
      }),
    ),
  );
  expect(sent[1]?.body).toMatchObject({ type: 'Error', code: 'react-185', screen: '/*' });
});

test('une page en signale cinq au plus, et aucune de plus quand le serveur ne répond pas', () => {
  // LIM-57
  for (let line = 1; line <= 20; line += 1) void report(failure(line));
  expect(sent).toHaveLength(5);
});

test.each([
  ['le réseau', () => failure(1, new TypeError('Failed to fetch'))],
  ['le réseau (Safari)', () => failure(1, new TypeError('Load failed'))],
  ["une partie qui n'arrive pas", () => failure(1, new Error('a part could not be loaded'))],
  ['une partie en retard', () => failure(1, new Error('a part is late'))],
  [
    "un module qui n'arrive pas",
    () => failure(1, new TypeError('Failed to fetch dynamically imported module: /assets/a.js')),
  ],
  ['un délai passé', () => failure(1, new DOMException('no answer in time', 'TimeoutError'))],
  ['un refus', () => failure(1, Object.assign(new Error('non'), { status: 409 }))],
  [
    'une extension du navigateur',
    () =>
      Object.assign(new Error('x'), {
        stack: 'Error: x\n    at f (chrome-extension://abc/inject.js:1:2)',
      }),
  ],
])('ce que fait %s ne se signale pas', (_, error) => {
  // UI-48
  void report(error());
  expect(sent).toEqual([]);
});

test('rien ne se signale hors connexion', () => {
  // UI-48
  onLine = false;
  void report(failure(1));
  expect(sent).toEqual([]);
});
