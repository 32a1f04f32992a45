/** Who may make which call, made from the contract so that no call can be forgotten; and where a write must come from. */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Who } from '#contract/call.ts';
import { DEMANDE, ORIGIN, useTestApp } from '../support/app.ts';
import { CALLS } from '../support/contract.ts';

const t = useTestApp();

const PERSONS = {
  'personne': null,
  'en attente': { statut: 'en_attente' },
  'refusé': { statut: 'refuse' },
  'inactif': { statut: 'inactif' },
  'cavalier': {},
  'webmaster': { role: 'webmaster' },
  'administrateur': { role: 'admin' },
} as const;
type Person = keyof typeof PERSONS;

/** The status a person is refused with; null where the door is open. */
function refusal(who: Who, person: Person): number | null {
  if (who === 'all') return null;
  if (person === 'personne') return 401;
  if (who === 'session') return null;
  if (['en attente', 'refusé', 'inactif'].includes(person)) return 403;
  return who === 'admin' && person !== 'administrateur' ? 403 : null;
}

const rows = CALLS.filter(({ name }) => name !== 'live').flatMap((call) => Object.keys(PERSONS).map((person) => ({ call, person: person as Person, titre: `${call.method} ${call.path}` })));

describe('qui peut quoi', () => {
  test.each(rows)('$titre par $person', async ({ call, person }) => {
    const options = PERSONS[person];
    const caller = options === null ? t.anonymous : await t.as(options);
    const path = call.path.replace('{id}', '6f0a1d1e-3f53-4c0c-9d2c-0d5a1f3f0a11');
    const { rows: before } = await t.services.db.execute(sql`select count(*)::int as n from reservations`);
    const { status } = await caller(call.method as 'GET', path, call.method === 'GET' ? undefined : DEMANDE);
    const refused = refusal(call.meta.who, person);
    if (refused === null) expect([401, 403].includes(status) && call.name !== 'session.signIn').toBe(false);
    else {
      expect(status).toBe(refused);
      expect((await t.services.db.execute(sql`select count(*)::int as n from reservations`)).rows).toEqual(before);
    }
    await t.services.db.execute(sql`delete from reservations`);
  });
});

test('une personne bloquée pendant sa session l\'est à l\'appel suivant, et lit encore son état', async () => {
  const rider = await t.as();
  expect((await rider('GET', '/api/types-lecons')).status).toBe(200);
  await t.services.db.execute(sql`update users set statut = 'inactif' where id = ${rider.id}`);
  expect((await rider('GET', '/api/types-lecons')).body).toEqual({ code: 'compte_inactif', status: 403, message: "Votre compte n'est pas actif. Contactez un administrateur." });
  expect((await rider('GET', '/api/auth/get-session')).body.user.statut).toBe('inactif');
  expect((await rider('POST', '/api/auth/sign-out')).status).toBe(200);
});

describe('d\'où vient une écriture', () => {
  test.each([
    ['du site', ORIGIN, 'localhost:3000', 201],
    ['du même hôte sous un autre nom', 'https://manege.example', 'manege.example', 201],
    ['d\'un autre site', 'https://ailleurs.example', 'localhost:3000', 403],
    ['d\'un site sans nom', 'null', 'localhost:3000', 403],
    ['d\'un autre port', 'http://localhost:4000', 'localhost:3000', 403],
  ])('%s : %s', async (_, origin, host, status) => {
    const rider = await t.as();
    expect((await rider('POST', '/api/reservations', DEMANDE, { origin, host })).status).toBe(status);
    await t.services.db.execute(sql`delete from reservations`);
  });

  test('sans Origin, un cookie ne suffit pas ; un jeton suffit', async () => {
    const rider = await t.as();
    const { body } = await t.anonymous('POST', '/api/auth/sign-in/email', { email: rider.email, password: 'selle-et-filet' });
    const bare = (headers: Record<string, string>) => t.app.inject({ method: 'POST', url: '/api/reservations', headers: { 'content-type': 'application/json', ...headers }, payload: JSON.stringify(DEMANDE) });
    expect((await bare({ cookie: rider.cookie })).statusCode).toBe(403);
    expect((await bare({ cookie: rider.cookie, authorization: `Bearer ${body.token}` })).statusCode).toBe(403);
    expect((await bare({ authorization: `Bearer ${body.token}` })).statusCode).toBe(201);
  });

  test('X-Forwarded-Host n\'est cru que derrière un mandataire déclaré', async () => {
    const rider = await t.as();
    const { status } = await rider('POST', '/api/reservations', DEMANDE, { origin: 'https://ailleurs.example', 'x-forwarded-host': 'ailleurs.example' });
    expect(status).toBe(403);
  });
});

describe('chaque réponse', () => {
  test('porte les en-têtes qui protègent', async () => {
    const { headers } = await t.anonymous('GET', '/api/health');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin', 'cache-control': 'no-store' });
  });

  test('la description du service décrit chaque appel du contrat', async () => {
    const { body } = await t.anonymous('GET', '/api/openapi.json');
    for (const { method, path } of CALLS) expect(body.paths[path.replace(/^\/api/, '')]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined();
  });
});
