/**
 * Guessing: how many passwords of an account are evaluated in a day, and who can still sign in
 * (ACC-55 to ACC-59).
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { type Answer, cookiesOf, MORNING, useTestApp } from '../../support/app.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { type Server, startServer } from '../../support/server.ts';

const t = useTestApp({ trustProxy: 1 });
const mailing = useTestApp({ trustProxy: 1, smtpUrl: 'smtp://127.0.0.1:1' });
const HOUR = 3_600_000;

beforeEach(async () => {
  for (const one of [t, mailing]) {
    one.clock.now = MORNING;
    await one.services.db.execute(sql`delete from essais`);
  }
});

const signIn = (email: string, password: string, ip: string, cookie?: string, app = t) =>
  app.anonymous(
    'POST',
    '/api/auth/sign-in/email',
    { email, password },
    { 'x-forwarded-for': ip, ...(cookie !== undefined && { cookie }) },
  );

/** The device cookie of an answer. */
const appareilIn = (answer: Answer): string =>
  cookiesOf(answer).find((cookie) => cookie.startsWith('manege.appareil=')) ?? '';

/** A person with a device that has signed in. */
async function known(app = t): Promise<{ id: string; email: string; device: string }> {
  const person = await createPerson(app.services.db);
  return {
    ...person,
    device: appareilIn(await signIn(person.email, PASSWORD, '203.0.113.1', undefined, app)),
  };
}

/** As many wrong passwords as unknown devices may try in a day. Some of them were tried already. */
async function reachCeiling(email: string, app = t, tried = 0): Promise<void> {
  await app.services.db.execute(sql`
    insert into essais (cle, survenu_at) select ${`compte ${email}`}, ${app.clock.now.toISOString()}::timestamptz - interval '1 hour' from generate_series(1, ${49 - tried}::int)`);
  expect((await signIn(email, 'pas le bon', '198.51.100.99', undefined, app)).status).toBe(401);
}

const BLOCKED =
  'Trop de tentatives de connexion avec cette adresse : la connexion depuis un nouvel appareil est bloquée pour le moment.';
const WITHOUT_EMAIL = `${BLOCKED} Connectez-vous depuis un appareil déjà utilisé, ou demandez à un administrateur de débloquer votre compte.`;
const WITH_EMAIL = `${BLOCKED} Connectez-vous depuis un appareil déjà utilisé, ou ouvrez sur celui-ci le lien que nous avons envoyé à cette adresse. « Mot de passe oublié ? » le permet aussi.`;

describe('le plafond du jour', () => {
  test("au-delà, plus rien n'est calculé : la même réponse pour un bon mot de passe, un mauvais, une adresse inconnue", async () => {
    // ACC-55
    const { email } = await known();
    const nobody = 'personne@nulle-part.example';
    await reachCeiling(email);
    await reachCeiling(nobody);
    const hash = vi.spyOn(t.services.auth, 'checkPassword');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const work: string[][] = [];
    for (const [who, password] of [
      [email, PASSWORD],
      [email, 'pas le bon'],
      [nobody, 'pas le bon'],
    ] as const) {
      query.mockClear();
      const { status, body, headers } = await signIn(who, password, '203.0.113.7');
      const texts = query.mock.calls.map(([said]) =>
        typeof said === 'string' ? said : (said as unknown as { text: string }).text,
      );
      // Which instances listen is asked at any time.
      work.push(texts.filter((text) => !text.includes('pg_stat_activity')));
      expect({ status, body }).toEqual({
        status: 429,
        body: { code: 'connexion_plafonnee', status: 429, message: WITHOUT_EMAIL },
      });
      expect(Number(headers['retry-after'])).toBe(23 * 3600);
    }
    expect(hash).not.toHaveBeenCalled();
    expect([work[0]!.length, work[1], work[2]]).toEqual([1, work[0], work[0]]);
  });

  test('passe après un jour, tentative par tentative', async () => {
    const { email } = await known();
    await reachCeiling(email);
    t.clock.now = new Date(MORNING.getTime() + 22.9 * HOUR);
    expect((await signIn(email, PASSWORD, '203.0.113.7')).body.code).toBe('connexion_plafonnee');
    t.clock.now = new Date(MORNING.getTime() + 23.1 * HOUR);
    expect((await signIn(email, PASSWORD, '203.0.113.7')).status).toBe(200);
  });

  test("un bon mot de passe rend sa tentative, et les échecs d'un jour restent comptés par le ménage", async () => {
    // ACC-43
    const { email } = await known();
    for (let n = 0; n < 3; n += 1)
      expect((await signIn(email, PASSWORD, '203.0.113.8')).status).toBe(200);
    await reachCeiling(email);
    const { sweep } = await import('../../../src/server/actions/signin/session.ts');
    const count = async () =>
      (
        await t.services.db.execute<{ cle: string; n: number }>(
          sql`select case when cle like '%reseau%' then 'reseau' else 'compte' end as cle, count(*)::int as n from essais group by 1 order by 1`,
        )
      ).rows;
    expect(await count()).toEqual([
      { cle: 'compte', n: 50 },
      { cle: 'reseau', n: 3 },
    ]);
    await sweep({ db: t.services.db, now: () => new Date(MORNING.getTime() + 2 * HOUR) });
    expect(await count()).toEqual([{ cle: 'compte', n: 50 }]);
    await sweep({ db: t.services.db, now: () => new Date(MORNING.getTime() + 25 * HOUR) });
    expect(await count()).toEqual([]);
  });

  test("une adresse qui contient le nom d'un réseau ne compte pas pour un autre compte", async () => {
    const { email } = await known();
    for (let n = 0; n < 3; n += 1)
      expect(
        (await signIn(`${email} reseau 203.0.113.7`, 'pas le bon', `198.51.100.${n}`)).body.code,
      ).toBe('identifiants_incorrects');
    expect((await t.services.db.execute(sql`select 1 from essais`)).rows).toEqual([]);
  });

  test("deux instances, 400 réseaux IPv4 et autant d'un /48 : cinquante mots de passe, pas un de plus ; la personne et les autres entrent", async () => {
    // ACC-55, ACC-56
    const { email, device } = await known();
    const other = await known();
    const servers: Server[] = [];
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    for (let n = 0; n < 2; n += 1)
      servers.push(
        await startServer({
          DATABASE_URL: t.url,
          SECRET: 'un-secret-de-test-assez-long-pour-servir',
          TRUST_PROXY: '1',
          LOG_LEVEL: 'error',
        }),
      );
    let turn = 0;
    const post = async (
      ip: string,
      who: string,
      password: string,
      cookie = '',
    ): Promise<number> => {
      const { url } = servers[turn++ % 2]!;
      const response = await fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url, 'x-forwarded-for': ip, cookie },
        body: JSON.stringify({ email: who, password }),
      });
      await response.arrayBuffer();
      return response.status;
    };
    const sources = Array.from({ length: 400 }, (_, n) => [
      `198.18.${n >> 8}.${n & 255}`,
      `2001:db8:9:${n.toString(16)}::1`,
    ]).flat();
    const answers: number[] = [];
    const attack = async () => {
      for (let ip = sources.pop(); ip !== undefined; ip = sources.pop())
        answers.push(await post(ip, email, 'pas le bon'));
    };
    const attackers = Promise.all(Array.from({ length: 48 }, attack));
    const entered: number[] = [];
    while (answers.length < 780) {
      entered.push(
        await post('203.0.113.1', email, PASSWORD, device),
        await post('203.0.113.2', other.email, PASSWORD),
      );
    }
    await attackers;
    expect(new Set(entered)).toEqual(new Set([200]));
    expect(
      answers.toSorted((a, b) => a - b).findIndex((status) => status !== 401),
    ).toBeLessThanOrEqual(10);
    // Few passwords are hashed at the same time, so some attackers were refused, perhaps before the
    // ceiling. Others follow.
    for (let n = 0; n < 60; n += 1) await post(`198.19.0.${n}`, email, 'pas le bon');
    // The number of evaluated passwords equals the counted one: each attempt is stored before its
    // hash, and only a sign-in removes it.
    const { rows } = await t.services.db.execute(
      sql`select count(*)::int as n from essais where cle = ${`compte ${email}`}`,
    );
    expect(rows).toEqual([{ n: 50 }]);
    expect(await post('203.0.113.3', email, PASSWORD)).toBe(429);
  });
});

describe('un appareil connu', () => {
  test('entre malgré le plafond, et malgré les échecs de son réseau', async () => {
    // ACC-56
    const { email, device } = await known();
    await reachCeiling(email);
    await t.services.db.execute(
      sql`insert into essais (cle, survenu_at) select 'reseau 203.0.113.7', ${MORNING.toISOString()}::timestamptz from generate_series(1, 100)`,
    );
    expect((await signIn(email, PASSWORD, '203.0.113.7')).status).toBe(429);
    expect((await signIn(email, PASSWORD, '203.0.113.7', device)).status).toBe(200);
  });

  test("a dix échecs par jour à lui, aussi d'un seul coup, puis compte comme inconnu", async () => {
    // ACC-56
    const { email, device } = await known();
    const hash = vi.spyOn(t.services.auth, 'checkPassword');
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const statuses = await Promise.all(
      Array.from({ length: 12 }, () => signIn(email, 'pas le bon', '203.0.113.7', device)),
    );
    const counted = async (cles: string) =>
      (await t.services.db.execute(sql`select 1 from essais where cle like ${cles}`)).rows.length;
    expect(await counted('appareil %')).toBe(10);
    // One that begins after ten are counted is that of an unknown device.
    const unknown = await counted(`compte ${email}`);
    expect([
      hash.mock.calls.length,
      statuses.filter(({ status }) => status === 401).length,
    ]).toEqual([10 + unknown, 10 + unknown]);
    expect((await signIn(email, 'pas le bon', '203.0.113.7', device)).status).toBe(401);
    expect(await counted('appareil %')).toBe(10);
    expect(await counted(`compte ${email}`)).toBe(unknown + 1);
    await reachCeiling(email, t, unknown + 1);
    expect((await signIn(email, PASSWORD, '203.0.113.7', device)).body.code).toBe(
      'connexion_plafonnee',
    );
    t.clock.now = new Date(MORNING.getTime() + 24.1 * HOUR);
    expect((await signIn(email, PASSWORD, '203.0.113.7', device)).status).toBe(200);
  });

  test("ne l'est que de son compte", async () => {
    // ACC-53
    const [mine, theirs] = [await known(), await known()];
    await reachCeiling(theirs.email);
    expect((await signIn(theirs.email, PASSWORD, '203.0.113.7', mine.device)).body.code).toBe(
      'connexion_plafonnee',
    );
  });

  test('passe devant les inconnus qui attendent leur calcul', async () => {
    // ACC-56
    const { createQueue } = await import('../../../src/server/platform/queue.ts');
    const queue = createQueue(1);
    const order: string[] = [];
    const come = (name: string, first = false) =>
      queue.run(
        async () => {
          order.push(name);
        },
        [],
        first,
      );
    await Promise.all([come('a'), come('b'), come('c'), come('x', true), come('y', true)]);
    expect(order).toEqual(['a', 'x', 'y', 'b', 'c']);
  });
});

describe('le lien de déblocage', () => {
  // ACC-57
  const m = () => mailing.services;
  const linksOf = async (email: string): Promise<string[]> => {
    await answerDemandes(m());
    return jetonsOf(m(), email, 'deblocage');
  };

  test('part une fois par jour, quand le plafond est atteint, pour toute adresse la même demande', async () => {
    const { email } = await known(mailing);
    await reachCeiling(email, mailing);
    await reachCeiling('personne@nulle-part.example', mailing);
    const { rows } = await m().db.execute<{ email: string }>(
      sql`select email from demandes_de_lien where usage = 'deblocage'`,
    );
    expect(rows.map((row) => row.email).toSorted()).toEqual(
      [email, 'personne@nulle-part.example'].toSorted(),
    );
    expect(await linksOf(email)).toHaveLength(1);
    expect((await signIn(email, PASSWORD, '203.0.113.7', undefined, mailing)).body.message).toBe(
      WITH_EMAIL,
    );
    mailing.clock.now = new Date(MORNING.getTime() + 23.5 * HOUR);
    await reachCeiling(email, mailing, 1); // a day later, except for the last attempt
    expect(await linksOf(email)).toHaveLength(1);
    expect((await m().db.execute(sql`select 1 from demandes_de_lien`)).rows).toEqual([]);
  });

  test("fait du navigateur un appareil connu, une fois ; le demander ne l'use pas, et n'ouvre aucune session", async () => {
    const { id, email } = await known(mailing);
    await reachCeiling(email, mailing);
    const [token] = await linksOf(email);
    const ask = (path: string, body: object = { token }) => mailing.anonymous('POST', path, body);
    for (let n = 0; n < 2; n += 1)
      expect((await ask('/api/auth/deblocage/verification')).body).toEqual({ etat: 'valable' });
    const both = await Promise.all([ask('/api/auth/deblocage'), ask('/api/auth/deblocage')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const used = both.find(({ status }) => status === 200)!;
    expect(used.body).toEqual({ email });
    expect([used.headers['set-cookie']].flat()).toHaveLength(1);
    expect(both.find(({ status }) => status === 400)!.body).toMatchObject({
      code: 'lien_deblocage_servi',
    });
    expect((await ask('/api/auth/deblocage/verification')).body).toEqual({ etat: 'servi' });
    expect((await ask('/api/auth/deblocage/verification', { token: 'un-autre' })).body).toEqual({
      etat: 'invalide',
    });
    expect((await ask('/api/auth/deblocage', { token: 'un-autre' })).body.code).toBe(
      'lien_deblocage_invalide',
    );
    // the browser that asked gains nothing
    expect((await signIn(email, PASSWORD, '203.0.113.7', undefined, mailing)).status).toBe(429);
    expect((await signIn(email, PASSWORD, '203.0.113.7', appareilIn(used), mailing)).status).toBe(
      200,
    );
    expect(
      (
        await m().db.execute(
          sql`select count(*)::int as n from journal where action = 'compte.appareil' and objet_id = ${id}`,
        )
      ).rows,
    ).toEqual([{ n: 1 }]);
  });

  test('ne vaut plus rien après une heure, ni pour un compte désactivé', async () => {
    const { id, email } = await known(mailing);
    await reachCeiling(email, mailing);
    const [token] = await linksOf(email);
    await m().db.execute(sql`update users set statut = 'inactif' where id = ${id}`);
    expect((await mailing.anonymous('POST', '/api/auth/deblocage', { token })).body.code).toBe(
      'lien_deblocage_invalide',
    );
    mailing.clock.now = new Date(MORNING.getTime() + 1.01 * HOUR);
    expect(
      (await mailing.anonymous('POST', '/api/auth/deblocage/verification', { token })).body,
    ).toEqual({ etat: 'invalide' });
  });
});

test('qui choisit un nouveau mot de passe par le lien reçu le fait sur un appareil connu, le seul', async () => {
  // ACC-54, ACC-57
  const { id, email, device } = await known(mailing);
  await reachCeiling(email, mailing);
  await mailing.anonymous('POST', '/api/auth/request-password-reset', { email });
  await answerDemandes(mailing.services);
  const [token] = await jetonsOf(mailing.services, email);
  const answer = await mailing.anonymous('POST', '/api/auth/reset-password', {
    token,
    newPassword: 'un nouveau mot de passe',
  });
  expect([answer.status, answer.body]).toEqual([200, { status: true }]);
  expect(
    (await signIn(email, 'un nouveau mot de passe', '203.0.113.7', device, mailing)).status,
  ).toBe(429);
  expect(
    (await signIn(email, 'un nouveau mot de passe', '203.0.113.7', appareilIn(answer), mailing))
      .status,
  ).toBe(200);
  expect(
    (await mailing.services.db.execute(sql`select 1 from appareils where user_id = ${id}`)).rows,
  ).toHaveLength(1);
});

describe('« Débloquer »', () => {
  // ACC-58
  test('la liste dit quel compte est bloqué ; un administrateur le débloque, et le journal le dit', async () => {
    const { id, email } = await known();
    const admin = await t.as({ role: 'admin' });
    const blocked = async () =>
      (await admin('GET', '/api/users?statut=actif')).body
        .filter(({ bloque }: { bloque: boolean }) => bloque)
        .map((user: { id: string }) => user.id);
    expect(await blocked()).toEqual([]);
    await reachCeiling(email);
    expect(await blocked()).toEqual([id]);
    await admin('POST', '/api/profil/confirmation', { password: PASSWORD });
    expect((await admin('POST', `/api/users/${id}/deblocage`)).status).toBe(200);
    expect(await blocked()).toEqual([]);
    expect((await signIn(email, PASSWORD, '203.0.113.7')).status).toBe(200);
    expect(
      (
        await t.services.db.execute(
          sql`select acteur_id from journal where action = 'compte.debloque' and objet_id = ${id}`,
        )
      ).rows,
    ).toEqual([{ acteur_id: admin.id }]);
    expect(
      (await admin('POST', '/api/users/00000000-0000-4000-8000-000000000000/deblocage')).body.code,
    ).toBe('utilisateur_introuvable');
  });
});
