/** Where a write must come from (decision 18), and what every answer carries. */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DEMANDE, ORIGIN, useTestApp } from '../support/app.ts';

const t = useTestApp();

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
});
