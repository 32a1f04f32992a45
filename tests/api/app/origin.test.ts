/** From which origin a write must come (API-09), and the headers of every answer. */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DEMANDE, ORIGIN, useTestApp } from '../../support/app.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';

const SITE = 'https://manege.example';

const t = useTestApp();
const proxied = useTestApp({ trustProxy: 1 });
const https = useTestApp({ trustProxy: 1, publicUrl: SITE });

describe("d'où vient une écriture", () => {
  test.each([
    ['du site', ORIGIN, 'localhost:3000', 201],
    ['du même hôte sous un autre nom', 'http://manege.example', 'manege.example', 201],
    ['du même hôte et port, le port dit', 'http://manege.example', 'manege.example:80', 201],
    ['du même hôte, par un autre protocole', 'https://localhost:3000', 'localhost:3000', 403],
    ["d'un autre site", 'https://ailleurs.example', 'localhost:3000', 403],
    ["d'un site sans nom", 'null', 'localhost:3000', 403],
    ["d'un autre port", 'http://localhost:4000', 'localhost:3000', 403],
  ])('%s : %s', async (_, origin, host, status) => {
    const rider = await t.as();
    expect((await rider('POST', '/api/reservations', DEMANDE, { origin, host })).status).toBe(
      status,
    );
    await t.services.db.execute(sql`delete from reservations`);
  });

  describe.each([
    [
      'le site est en https et le mandataire le dit',
      https,
      { 'x-forwarded-proto': 'https' },
      403,
      201,
    ],
    ['le site est en https et le mandataire ne dit rien', https, {}, 403, 201],
    [
      'le mandataire dit http, le site est en https',
      https,
      { 'x-forwarded-proto': 'http' },
      403,
      201,
    ],
    ['seul le mandataire dit https', proxied, { 'x-forwarded-proto': 'https' }, 403, 201],
    ['le mandataire dit http', proxied, { 'x-forwarded-proto': 'http' }, 201, 403],
  ])('derrière un mandataire, quand %s', (_, app, forwarded, http, secure) => {
    test.each([
      ['http://autre.example', http],
      ['https://autre.example', secure],
      ['https://tiers.example', 403],
    ])('une page de %s reçoit %i', async (origin, status) => {
      const { cookie: session } = await app.as();
      const headers = {
        ...(await app.bearer(session)),
        cookie: 'autre=1',
        origin,
        host: 'interne:3000',
        'x-forwarded-host': 'autre.example',
        ...forwarded,
      };
      expect((await app.anonymous('POST', '/api/reservations', DEMANDE, headers)).status).toBe(
        status,
      );
      await app.services.db.execute(sql`delete from reservations`);
    });
  });

  test("une page http du nom même du site n'écrit pas sur le site en https", async () => {
    const { email } = await createPerson(https.services.db);
    const signIn = (origin: string, headers: Record<string, string> = {}) =>
      https.anonymous(
        'POST',
        '/api/auth/sign-in/email',
        { email, password: PASSWORD },
        { origin, host: 'manege.example', ...headers },
      );
    for (const proto of ['http', 'https']) {
      expect(
        (await signIn('http://manege.example', { 'x-forwarded-proto': proto })).body.code,
      ).toBe('origine_refusee');
      expect((await signIn(SITE, { 'x-forwarded-proto': proto })).status).toBe(200);
    }
  });

  test('sans Origin, un cookie ne suffit pas ; un jeton suffit', async () => {
    const rider = await t.as();
    const bearer = await t.bearer(rider.cookie);
    const bare = (headers: Record<string, string>) =>
      t.app.inject({
        method: 'POST',
        url: '/api/reservations',
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(DEMANDE),
      });
    expect((await bare({ cookie: rider.cookie })).statusCode).toBe(403);
    expect((await bare({ cookie: rider.cookie, ...bearer })).statusCode).toBe(403);
    expect((await bare(bearer)).statusCode).toBe(201);
  });

  test("X-Forwarded-Host n'est cru que derrière un mandataire déclaré", async () => {
    const rider = await t.as();
    const { status } = await rider('POST', '/api/reservations', DEMANDE, {
      origin: 'https://ailleurs.example',
      'x-forwarded-host': 'ailleurs.example',
    });
    expect(status).toBe(403);
  });
});

describe('chaque réponse', () => {
  test('porte les en-têtes qui protègent', async () => {
    // API-19
    const { headers } = await t.anonymous('GET', '/login');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const common = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' };
    expect(headers).toMatchObject({
      ...common,
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    });
    // Data shows nothing, so it allows nothing, and the headers of documents are left out.
    for (const path of ['/api/health', '/assets/inconnu.js', '/storage/inconnue.webp']) {
      const data = (await t.anonymous('GET', path)).headers;
      expect(data, path).toMatchObject({
        ...common,
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'cache-control': 'no-store',
      });
      expect(data['permissions-policy'], path).toBeUndefined();
    }
    // None of these features is used. Clipboard and passkeys are used, and keep the browser's
    // default.
    const policy = String(headers['permissions-policy']).split(', ');
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(policy).toContain(`${feature}=()`);
    expect(policy.filter((one) => /clipboard|credentials/.test(one))).toEqual([]);
    // A site that is served over http would lock itself out.
    expect(headers['strict-transport-security']).toBeUndefined();
    expect((await https.anonymous('GET', '/api/health')).headers['strict-transport-security']).toBe(
      'max-age=31536000',
    );
  });
});
