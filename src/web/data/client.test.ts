import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '#contract/api.ts';

const fetchApi = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const doubtSession = vi.fn<(status: number) => void>();
const expireSession = vi.fn<() => void>();
const askForProof = vi.fn<() => Promise<boolean>>();
vi.mock('./http.ts', async (original) => ({
  ...(await original<object>()),
  fetchApi,
}));
vi.mock('./session.ts', () => ({ doubtSession, expireSession }));
vi.mock('./proof.ts', () => ({ askForProof }));
vi.stubGlobal('document', { querySelectorAll: () => [] });

const { client, codeOf, isUnknown, statusOf } = await import('./client.ts');

type Call = {
  inputSchema?: { _zod: { def: { type: string; innerType?: Call['inputSchema'] } } };
  route: { inputStructure?: string };
};

/** The kind of value that a call takes. */
function kindOf(schema: Call['inputSchema']): string {
  const { type = 'rien', innerType } = schema?._zod.def ?? {};
  return innerType ? kindOf(innerType) : type;
}

const answer = (body: string, status = 200, headers: Record<string, string> = {}) =>
  fetchApi.mockResolvedValueOnce(new Response(body, { status, headers }));
const sent = () => fetchApi.mock.lastCall;

beforeEach(() => {
  vi.clearAllMocks();
});

test("une lecture porte dans son adresse ce qu'on demande, sans ce qui manque", async () => {
  // API-03
  answer('[]');
  expect(await client.disponibilites.list({ du: '2026-11-23', au: '2026-11-29' })).toEqual([]);
  expect(sent()).toEqual(['/api/disponibilites?du=2026-11-23&au=2026-11-29', { method: 'GET' }]);
  answer('[]');
  await client.users.list({ statut: undefined, q: 'Zoé & Lou', page: 2 });
  expect(sent()?.[0]).toBe('/api/users?q=Zo%C3%A9+%26+Lou&page=2');
  answer('[]');
  await client.typesLecons.list({});
  expect(sent()?.[0]).toBe('/api/types-lecons');
});

test("ce que le chemin nomme y va, le reste dans le corps ; sans reste, il n'y a pas de corps", async () => {
  // API-03
  answer('{"success":true}');
  await client.typesLecons.remove({ value: 'à/b' });
  expect(sent()).toEqual(['/api/types-lecons/%C3%A0%2Fb', { method: 'DELETE' }]);
  answer('{}');
  await client.typesLecons.update({ value: 'longe', actif: false });
  expect(sent()).toEqual([
    '/api/types-lecons/longe',
    {
      method: 'PATCH',
      body: '{"actif":false}',
      headers: { 'content-type': 'application/json' },
    },
  ]);
  answer('');
  expect(await client.session.signOut()).toBeUndefined();
  expect(sent()).toEqual(['/api/auth/sign-out', { method: 'POST' }]);
});

test("chaque appel demande un objet, une liste, un fichier ou rien : c'est tout ce que ce client sait envoyer", async () => {
  // API-03
  answer('[]');
  await client.prix.save([{ type_lecon: 'longe', prix: 31, version: 2 }]);
  expect(sent()?.[1]).toMatchObject({
    body: '[{"type_lecon":"longe","prix":31,"version":2}]',
    headers: { 'content-type': 'application/json' },
  });
  const kinds = new Map<string, string[]>();
  const visit = (node: unknown, name: string): void => {
    const { '~orpc': call } = node as { '~orpc'?: Call };
    if (!call)
      return Object.entries(node as object).forEach(([key, inner]) =>
        visit(inner, `${name} ${key}`),
      );
    const kind = kindOf(call.inputSchema);
    kinds.set(kind, [...(kinds.get(kind) ?? []), name.trim()]);
    expect([name, call.route.inputStructure]).toEqual([name, undefined]);
  };
  visit(api, '');
  expect([...kinds.keys()].toSorted()).toEqual(['array', 'file', 'object', 'rien']);
  expect(kinds.get('array')).toEqual(['prix save']);
});

test('un refus garde son code, sa phrase et son état ; une réponse sans refus reste une réponse', async () => {
  // API-02, ACC-07
  answer('{"code":"creneau_pris","status":409,"message":"Pris."}', 409);
  const refused: unknown = await client.prix.list().catch((error: unknown) => error);
  expect([codeOf(refused), statusOf(refused), String(refused)]).toEqual([
    'creneau_pris',
    409,
    'Error: Pris.',
  ]);
  answer('{"oups":1}', 502);
  const broken: unknown = await client.prix.list().catch((error: unknown) => error);
  expect([codeOf(broken), statusOf(broken), isUnknown(broken)]).toEqual([null, 502, false]);
  answer('<html>');
  expect(isUnknown(await client.prix.list().catch((error: unknown) => error))).toBe(true);

  answer('{}', 401);
  await client.prix.list().catch(() => {});
  expect(doubtSession).toHaveBeenCalledWith(401);
  expect(expireSession).not.toHaveBeenCalled();
  answer('{}', 401);
  await client.session.signOut().catch(() => {});
  expect(expireSession).toHaveBeenCalledOnce();
});

test('un appel qui veut le mot de passe attend, puis se répète une fois', async () => {
  // ACC-100
  const wanted = '{"code":"confirmation_requise","status":403,"message":"Encore."}';
  answer(wanted, 403);
  answer('[]');
  askForProof.mockResolvedValueOnce(true);
  expect(await client.prix.list()).toEqual([]);
  expect(fetchApi).toHaveBeenCalledTimes(2);
  answer(wanted, 403);
  askForProof.mockResolvedValueOnce(false);
  expect(codeOf(await client.prix.list().catch((error: unknown) => error))).toBe(
    'confirmation_requise',
  );
  expect(fetchApi).toHaveBeenCalledTimes(3);
});
