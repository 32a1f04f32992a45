/**
 * Devices: when a browser is known, what a known one may do, and what revokes it (ACC-53, ACC-54).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, MORNING, useTestApp } from '../../support/app.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';

const t = useTestApp();
const DAY = 86_400_000;

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from essais`);
});

/** A browser that keeps the cookies it receives. */
function openBrowser() {
  const jar = new Map<string, string>();
  return {
    jar,
    async call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await t.anonymous(method, path, body, cookie === '' ? {} : { cookie });
      for (const one of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
        const [, name, value, age] = /^([^=]+)=([^;]*); Max-Age=(\d+)/.exec(one)!;
        if (age === '0') jar.delete(name!);
        else jar.set(name!, value!);
      }
      return answer;
    },
    signIn(email: string, password = PASSWORD): Promise<Answer> {
      return this.call('POST', '/api/auth/sign-in/email', { email, password });
    },
    tokens: () => (jar.get('manege.appareil') ?? '').split('.').filter(Boolean),
  };
}

const countOf = async (id: string): Promise<number> =>
  (
    await t.services.db.execute<{ n: number }>(
      sql`select count(*)::int as n from appareils where user_id = ${id}`,
    )
  ).rows[0]!.n;

describe("le témoin d'un appareil", () => {
  test('vient à la connexion, survit à la déconnexion, et reste le même à la suivante', async () => {
    // ACC-53
    const { id, email } = await createPerson(t.services.db);
    const browser = openBrowser();
    await browser.signIn(email);
    const [token] = browser.tokens();
    await browser.call('POST', '/api/auth/sign-out');
    expect([...browser.jar.keys()]).toEqual(['manege.appareil']);
    t.clock.now = new Date(MORNING.getTime() + 3 * DAY);
    await browser.signIn(email);
    expect(browser.tokens()).toEqual([token]);
    expect(await countOf(id)).toBe(1);
    const {
      rows: [row],
    } = await t.services.db.execute<{ empreinte: string; le: string }>(
      sql`select empreinte, (utilise_at at time zone 'UTC')::date::text as le from appareils where user_id = ${id}`,
    );
    expect(row).toEqual({ empreinte: expect.not.stringContaining(token!), le: '2026-11-24' });
  });

  test('une tablette garde les dix comptes les plus récents, un témoin chacun', async () => {
    // ACC-53, LIM-73
    const people = await Promise.all(Array.from({ length: 12 }, () => createPerson(t.services.db)));
    const tablet = openBrowser();
    const drawn: string[] = [];
    for (const { email } of people) {
      await tablet.signIn(email);
      drawn.unshift(tablet.tokens()[0]!);
    }
    expect(tablet.tokens()).toEqual(drawn.slice(0, 10));
    await tablet.signIn(people[5]!.email);
    expect(new Set(tablet.tokens())).toEqual(new Set(drawn.slice(0, 10)));
    expect(tablet.tokens()[0]).toBe(drawn[6]);
  });

  test("n'est pas donné à qui n'entre pas", async () => {
    const { id, email } = await createPerson(t.services.db, { statut: 'inactif' });
    const browser = openBrowser();
    expect((await browser.signIn(email)).status).toBe(403);
    expect((await browser.signIn(email, 'pas le bon')).status).toBe(401);
    expect([browser.tokens(), await countOf(id)]).toEqual([[], 0]);
  });

  test('porte le préfixe __Host- avec https', async () => {
    // ACC-53
    expect(t.services.auth.appareilCookie(['a'])).toBe(
      'manege.appareil=a; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax',
    );
    const { createAuth } = await import('../../../src/server/platform/auth.ts');
    const auth = createAuth({
      secret: 'un-secret-de-test-assez-long-pour-servir',
      publicUrl: 'https://manege.example',
    });
    expect(auth.appareilCookie(['a'])).toBe(
      '__Host-manege.appareil=a; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
  });

  test('vient aussi à un navigateur dont la session était ouverte avant, avec son prochain renouvellement, une fois', async () => {
    // ACC-53
    const rider = await t.as();
    await t.services.db.execute(sql`delete from appareils where user_id = ${rider.id}`);
    t.clock.now = new Date(MORNING.getTime() + 2 * DAY);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => rider('GET', '/api/auth/get-session')),
    );
    const given = answers
      .flatMap(({ headers }) => (headers['set-cookie'] ?? []) as string[])
      .filter((cookie) => cookie.startsWith('manege.appareil='));
    expect([given.length, await countOf(rider.id)]).toEqual([1, 1]);
    expect((await rider('GET', '/api/auth/get-session')).headers['set-cookie']).toBeUndefined();
  });
});

describe('ce qui retire un appareil', () => {
  // ACC-54
  const [known, admin] = [
    async () => {
      const person = await createPerson(t.services.db);
      const browser = openBrowser();
      await browser.signIn(person.email);
      return { ...person, browser };
    },
    () => t.as({ role: 'admin' }),
  ];

  test('la désactivation du compte', async () => {
    const { id } = await known();
    expect((await (await admin())('PATCH', `/api/users/${id}`, { statut: 'inactif' })).status).toBe(
      200,
    );
    expect(await countOf(id)).toBe(0);
  });

  test('la suppression du compte', async () => {
    const { id } = await known();
    expect((await (await admin())('DELETE', `/api/users/${id}`)).status).toBe(200);
    expect(await countOf(id)).toBe(0);
  });

  test('« Déconnecter les autres » : tous, sauf ce navigateur', async () => {
    const { id, email, browser } = await known();
    await openBrowser().signIn(email);
    expect(await countOf(id)).toBe(2);
    expect((await browser.call('DELETE' as 'POST', '/api/profil/sessions')).status).toBe(200);
    expect(await countOf(id)).toBe(1);
    await browser.call('POST', '/api/auth/sign-out');
    const [token] = browser.tokens();
    await browser.signIn(email);
    expect(browser.tokens()).toEqual([token]);
  });

  test('quatre cents jours sans servir', async () => {
    // LIM-71, LIM-73
    const { id } = await known();
    const { sweep } = await import('../../../src/server/actions/signin/session.ts');
    await sweep({ db: t.services.db, now: () => new Date(MORNING.getTime() + 399 * DAY) });
    expect(await countOf(id)).toBe(1);
    await sweep({ db: t.services.db, now: () => new Date(MORNING.getTime() + 401 * DAY) });
    expect(await countOf(id)).toBe(0);
  });
});

test("qui se connecte sans cesse d'un appareil connu ne fait pas attendre les autres sans fin", async () => {
  // ADR-007
  let [over, known] = [false, 0];
  const flood = Array.from({ length: 6 }, async () => {
    for (; !over && known < 60; known += 1)
      await t.services.auth.checkPassword(null, 'un mot de passe', true);
  });
  await t.services.auth.checkPassword(null, 'un mot de passe');
  over = true;
  expect(known).toBeLessThan(20);
  await Promise.all(flood);
});
