import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Session from './session.ts';

let session: typeof Session;
let stores: { local: Map<string, string>; tab: Record<string, string> };
/** The server's next answers, by path. A path without an answer fails like a lost network. */
let answers: Record<string, { status?: number; body: unknown }>;
let asked: string[];

const CAMILLE = {
  id: 'u1',
  email: 'camille@demo.example',
  prenom: 'Camille',
  nom: 'Lambert',
  full_name: 'Camille Lambert',
  role: 'utilisateur',
  statut: 'actif',
};
const HUGO = {
  ...CAMILLE,
  id: 'u2',
  email: 'hugo@demo.example',
  prenom: 'Hugo',
  full_name: 'Hugo Lambert',
};
const SESSION = '/api/auth/get-session';
const responseOf = (
  path: string,
  { status = 200, body }: { status?: number; body: unknown },
): Response =>
  Object.defineProperty(Response.json(body, { status }), 'url', {
    value: `http://localhost${path}`,
  });

async function open(): Promise<void> {
  vi.resetModules();
  session = await import('./session.ts');
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') });
  stores = { local: new Map(), tab: {} };
  answers = {};
  asked = [];
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { querySelectorAll: () => [], visibilityState: 'visible' }),
  );
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stores.local.get(key) ?? null,
    setItem: (key: string, value: string) => stores.local.set(key, value),
    removeItem: (key: string) => stores.local.delete(key),
  });
  vi.stubGlobal(
    'sessionStorage',
    Object.assign(
      Object.create({
        removeItem: (key: string) => Reflect.deleteProperty(sessionStorage, key),
      }) as object,
      stores.tab,
    ),
  );
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const answer = answers[path];
    if (answer) return responseOf(path, answer);
    throw new TypeError('network');
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('la dernière personne se montre avant la réponse, puis le serveur décide', async () => {
  stores.local.set('currentUser', JSON.stringify(CAMILLE));
  await open();
  expect(session.getSession()).toMatchObject({ status: 'reading', user: { id: 'u1' } });
  answers[SESSION] = { body: { user: null } };
  await session.readSession();
  expect(session.getSession()).toMatchObject({ status: 'read', user: null });
  expect([...stores.local.keys()]).toEqual([]);
});

test('ce que le navigateur garde : la personne et son rôle, sans rien de plus', async () => {
  await open();
  answers[SESSION] = {
    body: { user: { ...CAMILLE, telephone: '081 61 23 45', adresse: 'Rue du Manège 1' } },
  };
  await session.readSession();
  expect(JSON.parse(stores.local.get('currentUser') ?? '')).toEqual(CAMILLE);
  expect(stores.local.get('userRole')).toBe('utilisateur');
});

test('ce qui est gardé et illisible ne vaut rien', async () => {
  for (const kept of ['{', '"camille"', '{"id":7,"email":"x"}', '[]']) {
    stores.local.set('currentUser', kept);
    await open();
    expect(session.getSession().user).toBeNull();
  }
});

test('un autre compte remplace le premier, ici et dans ce qui est gardé', async () => {
  await open();
  answers[SESSION] = { body: { user: CAMILLE } };
  await session.readSession();
  answers[SESSION] = { body: { user: HUGO } };
  await session.readSession();
  expect(session.getSession().user?.id).toBe('u2');
  expect(JSON.parse(stores.local.get('currentUser') ?? '')).toEqual(HUGO);
});

test("qui se connecte dans l'onglet d'un autre n'y laisse pas ses écrits ; la même personne retrouve les siens", async () => {
  // UI-70
  await open();
  answers[SESSION] = { body: { user: CAMILLE } };
  await session.readSession();
  Object.assign(sessionStorage, {
    'manege:ecrit:u1:reservation:1': '{}',
    'manege:ecrit:visiteur:inscription.1': '{}',
  });
  await session.readSession();
  expect(Object.keys(sessionStorage)).toEqual(['manege:ecrit:u1:reservation:1']);
  answers[SESSION] = { body: { user: HUGO } };
  await session.readSession();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test('se déconnecter oublie la personne et ses écrits ; un échec garde tout', async () => {
  // ACC-40
  vi.spyOn(console, 'error').mockReturnValue();
  await open();
  answers[SESSION] = { body: { user: CAMILLE } };
  await session.readSession();
  Object.assign(sessionStorage, { 'manege:ecrit:u1:reservation:1': '{}' });
  answers['/api/auth/sign-out'] = { status: 503, body: {} };
  await session.signOut();
  expect(session.getSession().user?.id).toBe('u1');
  expect(Object.keys(sessionStorage)).toHaveLength(1);
  answers['/api/auth/sign-out'] = { body: {} };
  await session.signOut();
  expect(session.getSession()).toMatchObject({ user: null, signedOut: true });
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(stores.local.size).toBe(0);
});

test('un appel refusé laisse deux secondes pour lire pourquoi, puis la session est finie', async () => {
  await open();
  answers[SESSION] = { body: { user: CAMILLE } };
  await session.readSession();
  answers[SESSION] = { body: { user: null, fin: 'compte_supprime' } };
  session.expireSession();
  await vi.advanceTimersByTimeAsync(1_900);
  expect(session.getSession().user?.id).toBe('u1');
  await vi.advanceTimersByTimeAsync(300);
  expect(session.getSession()).toMatchObject({
    user: null,
    fin: 'compte_supprime',
    signedOut: false,
  });
  expect(stores.local.size).toBe(0);
});

test('un serveur muet au début se dit et se redemande ; plus tard il ne change rien', async () => {
  await open();
  await session.readSession();
  expect(session.getSession().status).toBe('unreachable');
  answers[SESSION] = { body: { user: CAMILLE } };
  await vi.advanceTimersByTimeAsync(3_000);
  expect(session.getSession()).toMatchObject({ status: 'read', user: { id: 'u1' } });
  answers = {};
  await session.readSession();
  expect(session.getSession()).toMatchObject({ status: 'read', user: { id: 'u1' } });
});

test('deux demandes pendant une lecture en font une de plus, pas deux', async () => {
  await open();
  answers[SESSION] = { body: { user: CAMILLE } };
  await Promise.all([session.readSession(), session.readSession(), session.readSession()]);
  expect(asked).toEqual([SESSION, SESSION]);
});

test('une réponse demandée avant la connexion ne défait pas la connexion', async () => {
  await open();
  let late = (_: Response): void => {};
  const serve = fetch;
  vi.stubGlobal('fetch', (path: string) =>
    path === SESSION
      ? new Promise<Response>((resolve) => {
          late = resolve;
        })
      : serve(path),
  );
  const reading = session.readSession();
  answers['/api/auth/sign-in/email'] = { body: { user: CAMILLE } };
  expect(await session.signIn('camille@demo.example', 'manege-demo')).toBeNull();
  late(responseOf(SESSION, { body: { user: null } }));
  await vi.advanceTimersByTimeAsync(1_100);
  await reading;
  expect(session.getSession().user?.id).toBe('u1');
});

test('un navigateur sans cookies : la session ouverte et celle qui attend son code se disent oubliées, la gardée non', async () => {
  // UI-62
  const ENTER = '/api/auth/sign-in/email';
  const GONE = { user: null, etape: null, fin: 'sans_cookie' };
  await open();
  answers[SESSION] = { body: { user: null } };
  answers[ENTER] = { body: { user: CAMILLE, etape: 'ouverte' } };
  await session.signIn('camille@demo.example', 'selle et filet');
  const reading = session.readSession();
  await vi.advanceTimersByTimeAsync(2_000);
  await reading;
  expect(session.getSession()).toMatchObject(GONE);
  answers[ENTER] = { body: { user: null, etape: 'second_facteur' } };
  await session.signIn('camille@demo.example', 'selle et filet');
  await session.readSession();
  expect(session.getSession()).toMatchObject(GONE);
  session.settleStep(HUGO as never); // by a passkey
  const again = session.readSession();
  await vi.advanceTimersByTimeAsync(2_000);
  await again;
  expect(session.getSession()).toMatchObject(GONE);

  answers[SESSION] = { body: { user: null, etape: 'second_facteur' } };
  await session.signIn('camille@demo.example', 'selle et filet');
  await session.readSession();
  answers[SESSION] = { body: { user: null } };
  await session.readSession();
  expect(session.getSession()).toMatchObject({ user: null, etape: null, fin: null });
});

test('un autre onglet qui change de personne fait relire, le retour après deux secondes aussi', async () => {
  await open();
  answers[SESSION] = { body: { user: CAMILLE } };
  void session.watchSession();
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'autre' }));
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'currentUser' }));
  await vi.advanceTimersByTimeAsync(2_001);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2_001);
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(3);
});

const KEPT = 'horsConnexion.1';
const keep = (compte: string) =>
  stores.local.set(
    KEPT,
    JSON.stringify({
      compte,
      role: 'utilisateur',
      miennes: { at: Date.now(), lu: { jour: '2026-11-21', heure: '11:00' }, lecons: [] },
    }),
  );

test("une déconnexion sans réponse vide l'appareil et quitte, tient après un rechargement, et part avant tout autre appel", async () => {
  // UI-57
  await open();
  answers[SESSION] = { body: { user: CAMILLE } };
  await session.readSession();
  keep('u1');
  answers = {};
  await session.signOut();
  expect(session.getSession()).toMatchObject({ status: 'read', user: null, signedOut: true });
  expect([...stores.local.keys()]).toEqual(['deconnexion']);
  answers[SESSION] = { body: { user: CAMILLE } }; // the server still knows the session
  await open();
  asked.length = 0;
  // a draft that another tab left behind
  Object.assign(sessionStorage, { 'manege:ecrit:u1:reservation:1': '{}' });
  await session.readSession();
  expect({ ...session.getSession(), drafts: Object.keys(sessionStorage) }).toMatchObject({
    status: 'read',
    user: null,
    signedOut: true,
    drafts: [],
  });
  expect(asked).toEqual(['/api/auth/sign-out']);
  expect(await session.signIn('hugo@demo.example', 'manege-demo')).not.toBeNull();
  expect(asked).not.toContain('/api/auth/sign-in/email');
  answers['/api/auth/sign-out'] = { status: 502, body: {} };
  await vi.advanceTimersByTimeAsync(3_000);
  expect(stores.local.has('deconnexion')).toBe(true);
  answers['/api/auth/sign-out'] = { body: {} };
  Object.assign(answers, {
    '/api/auth/sign-in/email': { body: { user: HUGO, etape: 'ouverte' } },
    [SESSION]: { body: { user: HUGO } },
  });
  expect(await session.signIn('hugo@demo.example', 'manege-demo')).toBeNull();
  expect(asked.slice(-2)).toEqual(['/api/auth/sign-out', '/api/auth/sign-in/email']);
  expect(stores.local.has('deconnexion')).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(session.getSession().user?.id).toBe('u2');
});

test("une déconnexion que rien n'entend quitte au bout de trois secondes ; sans stockage elle échoue comme avant", async () => {
  // UI-57
  vi.spyOn(console, 'error').mockReturnValue();
  await open();
  answers[SESSION] = { body: { user: CAMILLE } };
  await session.readSession();
  const serve = fetch;
  vi.stubGlobal('fetch', (path: string) =>
    path === '/api/auth/sign-out' ? new Promise(() => {}) : serve(path),
  );
  void session.signOut();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(session.getSession().user?.id).toBe('u1');
  await vi.advanceTimersByTimeAsync(200);
  expect(session.getSession().user).toBeNull();
  vi.stubGlobal('fetch', serve);
  stores.local.clear();
  await open();
  await session.readSession();
  vi.stubGlobal('localStorage', undefined);
  await session.signOut();
  expect(session.getSession().user?.id).toBe('u1');
});

test("ce qui se lit hors connexion part avec un 401, un 403, un autre compte, un autre rôle, un compte qui n'est plus actif", async () => {
  // UI-56
  await open();
  answers[SESSION] = { body: { user: CAMILLE } };
  await session.readSession();
  for (const status of [401, 403]) {
    keep('u1');
    session.doubtSession(status);
    expect(stores.local.has(KEPT), String(status)).toBe(false);
  }
  for (const user of [HUGO, { ...CAMILLE, role: 'admin' }, { ...CAMILLE, statut: 'inactif' }]) {
    keep('u1');
    answers[SESSION] = { body: { user } };
    await session.readSession();
    expect(stores.local.has(KEPT), JSON.stringify(user)).toBe(false);
  }
});

test("un serveur qui ne dit rien : trois secondes, puis ce que l'appareil a gardé, jusqu'à la réponse", async () => {
  // UI-56, LIM-99
  stores.local.set('currentUser', JSON.stringify(CAMILLE));
  keep('u1');
  await open();
  let late = (_: Response): void => {};
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        late = resolve;
      }),
  );
  void session.watchSession();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(session.getSession().status).toBe('reading');
  await vi.advanceTimersByTimeAsync(200);
  expect(session.getSession()).toMatchObject({ status: 'unreachable', user: { id: 'u1' } });
  late(responseOf(SESSION, { body: { user: CAMILLE } }));
  await vi.advanceTimersByTimeAsync(0);
  expect(session.getSession()).toMatchObject({ status: 'read', user: { id: 'u1' } });
});
