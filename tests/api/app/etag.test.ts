/**
 * Answers that the browser caches: sent again only if they have changed, and only to people who may
 * read them (API-22).
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../src/server/platform/schema/schema.ts';
import { type Answer, book, type Caller, useTestApp } from '../../support/app.ts';
import { CALLS } from '../../support/contract.ts';

const t = useTestApp();

const WEEK = 'du=2026-11-23&au=2026-11-29';
/** The calls that open screens repeat again and again. */
const KEPT = [
  `/api/planning?${WEEK}`,
  `/api/disponibilites?${WEEK}`,
  `/api/reservations?${WEEK}`,
  '/api/types-lecons',
  '/api/centre',
];

const etagOf = ({ headers }: Answer): string => headers['etag'] as string;
const read = (
  caller: Caller,
  path: string,
  etag?: string,
  encoding = 'identity',
): Promise<Answer> =>
  caller('GET', path, undefined, {
    'accept-encoding': encoding,
    ...(etag !== undefined && { 'if-none-match': etag }),
  });

test.each(KEPT)("%s porte une empreinte ; inchangée, elle n'est pas renvoyée", async (path) => {
  const admin = await t.as({ role: 'admin' });
  const first = await read(admin, path);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, cookie',
    etag: expect.stringMatching(/^W\/"[\w-]{20,}"$/),
  });
  const again = await read(admin, path, etagOf(first));
  expect([again.status, again.body]).toEqual([304, '']);
  expect(again.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, cookie',
    etag: first.headers['etag'],
  });
  expect([again.headers['content-length'], again.headers['content-type']]).toEqual([
    undefined,
    undefined,
  ]);
  expect((await read(admin, path, `"autre", ${etagOf(first)}`)).status).toBe(304);
  expect((await read(admin, path, '"autre"')).status).toBe(200);
});

test('après un changement, la réponse est renvoyée entière', async () => {
  const admin = await t.as({ role: 'admin' });
  for (const [n, path] of KEPT.slice(0, 3).entries()) {
    const before = etagOf(await read(admin, path));
    await book(admin, {
      date_reservation: '2026-11-26',
      heure_debut: `${10 + n}:00`,
      type_lecon: 'longe',
      noms_participants: ['Zoé'],
      nombre_personnes: 1,
    });
    const changed = await read(admin, path, before);
    expect([changed.status, etagOf(changed) === before]).toEqual([200, false]);
  }
});

test("qui est bloqué, n'a plus le droit ou s'est déconnecté n'apprend pas que rien n'a changé", async () => {
  // ACC-10, ACC-11
  const [path] = KEPT as [string];
  const admin = await t.as({ role: 'admin' });
  const etag = etagOf(await read(admin, path));
  const set = (values: Partial<typeof users.$inferInsert>) =>
    t.services.db.update(users).set(values).where(eq(users.id, admin.id));
  const refusal = async () => {
    const { status, headers } = await read(admin, path, etag);
    return [status, headers['cache-control'], headers['etag']];
  };
  await set({ statut: 'inactif' });
  expect(await refusal()).toEqual([403, 'no-store', undefined]);
  await set({ statut: 'actif', role: 'utilisateur' });
  expect(await refusal()).toEqual([403, 'no-store', undefined]);
  await set({ role: 'admin' });
  expect((await read(admin, path, etag)).status).toBe(304);
  expect((await admin('POST', '/api/auth/sign-out', {})).status).toBe(200);
  expect(await refusal()).toEqual([401, 'no-store', undefined]);
  expect((await read(t.anonymous, path, etag)).status).toBe(401);
  expect((await read(await t.as(), path, etag)).status).toBe(403);
});

test("une demande refusée après la garde n'est pas gardée", async () => {
  const { status, headers } = await read(
    await t.as({ role: 'admin' }),
    '/api/planning?du=2026-11-29&au=2026-11-23',
  );
  expect([status, headers['cache-control'], headers['etag']]).toEqual([400, 'no-store', undefined]);
});

test('comprimée ou non, la même empreinte vaut', async () => {
  // API-10
  const admin = await t.as({ role: 'admin' });
  for (let n = 0; n < 8; n += 1)
    await book(admin, {
      date_reservation: '2026-11-27',
      heure_debut: `${String(8 + n).padStart(2, '0')}:00`,
    });
  const [path] = KEPT as [string];
  const plain = await read(admin, path);
  for (const encoding of ['br', 'gzip']) {
    const small = await read(admin, path, undefined, encoding);
    expect([
      small.status,
      small.headers['content-encoding'],
      small.headers['etag'],
      small.headers['vary'],
    ]).toEqual([200, encoding, plain.headers['etag'], 'accept-encoding, cookie']);
    const again = await read(admin, path, etagOf(plain), encoding);
    expect([again.status, again.body, again.headers['content-encoding']]).toEqual([
      304,
      '',
      undefined,
    ]);
  }
});

test("rien d'autre n'est gardé : ni session, ni lien, ni compte, ni ce qui écrit", () => {
  const kept = CALLS.filter(({ meta }) => meta.etag);
  expect(kept.map(({ name }) => name).toSorted()).toEqual([
    'disponibilites.list',
    'fermetures.list',
    'parametres.centre',
    'pistes.list',
    'planning.list',
    'reservations.list',
    'typesLecons.list',
  ]);
  expect(kept.every(({ method }) => method === 'GET')).toBe(true);
});
