import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Session from './session.ts';

let session: typeof Session;
let stores: { local: Map<string, string>; tab: Record<string, string> };
/** What the server answers next, by path; a path without an answer fails as a lost network does. */
let answers: Record<string, { status?: number; body: unknown }>;
let asked: string[];

const CAMILLE = { id: 'u1', email: 'camille@demo.example', prenom: 'Camille', nom: 'Lambert', full_name: 'Camille Lambert', role: 'utilisateur', statut: 'actif' };
const HUGO = { ...CAMILLE, id: 'u2', email: 'hugo@demo.example', prenom: 'Hugo', full_name: 'Hugo Lambert' };
const SESSION = '/api/auth/get-session';

async function open(): Promise<void> {
  vi.resetModules();
  session = await import('./session.ts');
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') });
  stores = { local: new Map(), tab: {} };
  answers = {};
  asked = [];
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelectorAll: () => [], visibilityState: 'visible' }));
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stores.local.get(key) ?? null,
    setItem: (key: string, value: string) => stores.local.set(key, value),
    removeItem: (key: string) => stores.local.delete(key),
  });
  vi.stubGlobal('sessionStorage', Object.assign(Object.create({
    removeItem: (key: string) => Reflect.deleteProperty(sessionStorage, key),
  }) as object, stores.tab));
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const answer = answers[path];
    if (!answer) throw new TypeError('network');
    const response = Response.json(answer.body, { status: answer.status ?? 200 });
    Object.defineProperty(response, 'url', { value: `http://localhost${path}` });
    return response;
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
  answers[SESSION] = { body: { user: { ...CAMILLE, telephone: '081 61 23 45', adresse: 'Rue du Manège 1' } } };
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

test('se déconnecter oublie la personne et ses écrits ; un échec garde tout', async () => {
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
  expect(session.getSession()).toMatchObject({ user: null, fin: 'compte_supprime', signedOut: false });
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
  vi.stubGlobal('fetch', (path: string) => (path === SESSION ? new Promise<Response>((resolve) => { late = resolve; }) : serve(path)));
  const reading = session.readSession();
  answers['/api/auth/sign-in/email'] = { body: { user: CAMILLE } };
  expect(await session.signIn('camille@demo.example', 'manege-demo')).toBeNull();
  const old = Response.json({ user: null });
  Object.defineProperty(old, 'url', { value: `http://localhost${SESSION}` });
  late(old);
  await vi.advanceTimersByTimeAsync(1_100);
  await reading;
  expect(session.getSession().user?.id).toBe('u1');
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
