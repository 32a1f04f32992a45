/** Signing in, staying signed in, and every refusal of sign-in. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { MORNING, useTestApp } from '../../support/app.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';

const t = useTestApp();
const confirming = useTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });

beforeEach(() => {
  t.clock.now = MORNING;
});

const signIn = (email: string, password = PASSWORD, app = t, headers?: Record<string, string>) =>
  app.anonymous('POST', '/api/auth/sign-in/email', { email, password }, headers);

describe('se connecter', () => {
  test('un compte actif reçoit sa session, dans un cookie que le script de la page ne peut lire', async () => {
    // ACC-23, ACC-27, API-17
    const { id, email } = await createPerson(t.services.db, { prenom: 'Zoé', nom: 'Willems' });
    const { status, body, headers } = await signIn(email.toUpperCase());
    expect(status).toBe(200);
    expect(body.user).toEqual({
      id,
      email,
      prenom: 'Zoé',
      nom: 'Willems',
      full_name: 'Zoé Willems',
      role: 'utilisateur',
      statut: 'actif',
    });
    const [session, appareil] = headers['set-cookie'] as string[];
    expect(session).toMatch(
      /^manege\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(appareil).toMatch(
      /^manege\.appareil=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const cookie = session!.split(';')[0]!;
    expect((await t.anonymous('GET', '/api/auth/get-session', undefined, { cookie })).body).toEqual(
      { user: body.user },
    );
    expect(
      (await t.anonymous('GET', '/api/types-lecons', undefined, await t.bearer(cookie))).status,
    ).toBe(200);
    expect(JSON.stringify(body)).not.toContain(cookie.split('=')[1]!.split('.')[0]);
  });

  test("un jeton d'accès n'en tire pas d'autre : il ne dure pas plus de cinq minutes", async () => {
    // API-23
    const cookie = (await t.as()).cookie;
    const bearer = await t.bearer(cookie);
    expect((await t.anonymous('POST', '/api/auth/token', undefined, bearer)).status).toBe(401);
    t.clock.now = new Date(MORNING.getTime() + 300_000);
    expect((await t.anonymous('GET', '/api/types-lecons', undefined, bearer)).status).toBe(401);
  });

  test("du nom d'un navigateur, trois cents caractères sont gardés", async () => {
    // LIM-69
    const { id, email } = await createPerson(t.services.db);
    await signIn(email, PASSWORD, t, { 'user-agent': 'x'.repeat(8_000) });
    const { rows } = await t.services.db.execute(
      sql`select length(user_agent) as n from sessions where user_id = ${id} union all select length(user_agent) from journal where acteur_id = ${id}`,
    );
    expect(rows).toEqual([{ n: 300 }, { n: 300 }]);
  });

  test.each([
    // ACC-24
    ['refuse', 'Votre compte a été refusé. Contactez un administrateur.'],
    ['en_attente', 'Votre compte est en attente de validation par un administrateur.'],
    ['inactif', "Votre compte n'est pas actif. Contactez un administrateur."],
  ] as const)(
    "un compte %s apprend pourquoi, et aucune session n'est ouverte",
    async (statut, message) => {
      const { id, email } = await createPerson(t.services.db, { statut });
      const answer = await signIn(email);
      expect([answer.status, answer.body.message]).toEqual([403, message]);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(
        (await t.services.db.execute(sql`select 1 from sessions where user_id = ${id}`)).rows,
      ).toEqual([]);
    },
  );

  test('un mauvais mot de passe et une adresse inconnue reçoivent la même réponse', async () => {
    // ACC-24
    const { email } = await createPerson(t.services.db);
    const [wrong, unknown, notAnAddress] = [
      await signIn(email, 'pas le bon'),
      await signIn('personne@essai.example'),
      await signIn('pas une adresse'),
    ];
    expect(wrong.body).toEqual({
      code: 'identifiants_incorrects',
      status: 401,
      message: 'Email ou mot de passe incorrect.',
    });
    expect(unknown.body).toEqual(wrong.body);
    expect(notAnAddress.body).toEqual(wrong.body);
  });

  test('une adresse non confirmée est refusée là où le courrier peut partir', async () => {
    const { id, email } = await createPerson(confirming.services.db);
    await confirming.services.db.execute(
      sql`update users set email_confirme = false where id = ${id}`,
    );
    const { status, body } = await signIn(email, PASSWORD, confirming);
    expect([status, body.message]).toEqual([
      403,
      'Veuillez confirmer votre email avant de vous connecter.',
    ]);
  });

  test('un profil effacé pendant la connexion : « Profil utilisateur introuvable »', async () => {
    // ACC-25
    const { id, email } = await createPerson(t.services.db);
    const answer = t.services.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from users where id = ${id} for update`);
      const pending = signIn(email);
      await waiting();
      await tx.execute(sql`delete from users where id = ${id}`);
      return { pending };
    });
    const { body } = await (await answer).pending;
    expect(body.message).toBe('Profil utilisateur introuvable');
  });

  test('un profil qui ne peut être lu : « Impossible de récupérer les informations utilisateur »', async () => {
    const { id, email } = await createPerson(t.services.db);
    await t.services.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from users where id = ${id} for update`);
      const { status, body } = await signIn(email); // the reading gives up after its lock time-out
      expect([status, body.message]).toEqual([
        503,
        'Impossible de récupérer les informations utilisateur',
      ]);
    });
  });
});

/** Resolves once the sign-in waits for a lock that this test holds. */
async function waiting(statement = 'for share'): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await t.services.db.execute(sql`
    select 1 from pg_stat_activity where wait_event_type = 'Lock' and strpos(query, ${statement}) > 0 and datname = current_database()`)
        ).rows.length,
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
}

describe('la limite des échecs', () => {
  const from = (n: number) => ({ 'x-test': String(n) });

  test('quinze mauvais mots de passe en même temps : dix réponses 401, puis 429 avec le temps à attendre', async () => {
    // ACC-34, ACC-46
    const { email } = await createPerson(t.services.db);
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, n) => signIn(email, `essai ${n}`, t, from(n))),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]!.body.message).toBe(
      'Trop de tentatives de connexion. Veuillez réessayer dans quelques minutes.',
    );
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused[0]!.headers['retry-after'])).toBeLessThanOrEqual(900);
    t.clock.now = new Date(MORNING.getTime() + 15 * 60_000 + 1000);
    expect((await signIn(email)).status).toBe(200);
  });

  test('les connexions réussies ne comptent pas', async () => {
    const { email } = await createPerson(t.services.db);
    for (let n = 0; n < 12; n += 1) expect((await signIn(email)).status).toBe(200);
  });
});

describe('rester connecté, se déconnecter', () => {
  test("une session d'un jour au moins est prolongée à trente jours et le cookie avec elle", async () => {
    // ACC-27, LIM-11
    const rider = await t.as();
    expect((await rider('GET', '/api/types-lecons')).headers['set-cookie']).toBeUndefined();
    t.clock.now = new Date(MORNING.getTime() + 2 * 24 * 3600_000);
    expect(String((await rider('GET', '/api/types-lecons')).headers['set-cookie'])).toMatch(
      /Max-Age=2592000/,
    );
    t.clock.now = new Date(MORNING.getTime() + 31.5 * 24 * 3600_000);
    expect((await rider('GET', '/api/types-lecons')).status).toBe(200);
    t.clock.now = new Date(MORNING.getTime() + 65 * 24 * 3600_000);
    expect((await rider('GET', '/api/types-lecons')).status).toBe(401);
  });

  test('après la déconnexion, le cookie et le jeton ne valent plus rien', async () => {
    // ACC-28
    const rider = await t.as();
    const { status, headers } = await rider('POST', '/api/auth/sign-out');
    expect(status).toBe(200);
    expect(String(headers['set-cookie'])).toMatch(/Max-Age=0/);
    expect((await rider('GET', '/api/auth/get-session')).body).toEqual({ user: null });
    expect((await rider('GET', '/api/types-lecons')).body).toEqual({
      code: 'session_absente',
      status: 401,
      message: 'Veuillez vous connecter.',
    });
  });

  test('se connecter de nouveau finit la session que ce navigateur avait', async () => {
    // ACC-28
    const [before, elsewhere] = [await t.as(), await t.as()];
    const answer = await signIn(before.email, PASSWORD, t, { cookie: before.cookie });
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!;
    expect(
      (await t.anonymous('GET', '/api/auth/get-session', undefined, { cookie })).body.user.id,
    ).toBe(before.id);
    expect((await before('GET', '/api/auth/get-session')).body).toEqual({ user: null });
    // A wrong password ends nothing. Another browser's session of the account is not affected.
    await signIn(elsewhere.email, 'pas le bon', t, { cookie: elsewhere.cookie });
    await signIn(elsewhere.email);
    expect((await elsewhere('GET', '/api/auth/get-session')).body.user.id).toBe(elsewhere.id);
  });

  test("un cookie dont la signature n'est pas la nôtre ne vaut rien", async () => {
    const rider = await t.as();
    const forged = rider.cookie
      .replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
      .replace(/%3D$/, '');
    expect(
      (await t.anonymous('GET', '/api/types-lecons', undefined, { cookie: forged })).status,
    ).toBe(401);
  });
});

test("qui tient la session d'un compte supprimé apprend qu'il l'est ; une session finie, étrangère ou absente ne dit rien", async () => {
  // ACC-29
  const [rider, other, admin] = [await t.as(), await t.as(), await t.as({ role: 'admin' })];
  const session = (cookie: string) =>
    t.anonymous('GET', '/api/auth/get-session', undefined, { cookie });
  expect((await admin('DELETE', `/api/users/${rider.id}`)).status).toBe(200);
  expect((await session(rider.cookie)).body).toEqual({ user: null, fin: 'compte_supprime' });
  expect((await rider('GET', '/api/types-lecons')).status).toBe(401);
  await other('POST', '/api/auth/sign-out');
  expect((await session(other.cookie)).body).toEqual({ user: null });
  expect((await session(rider.cookie.replace(/.$/, 'x'))).body).toEqual({ user: null });
  // The stored value reveals nothing about the account, and expires when the session would have.
  const { rows } = await t.services.db.execute<{ value: string; fini: boolean }>(
    sql`select value, expires_at = ${new Date(MORNING.getTime() + 30 * 24 * 3600_000).toISOString()} as fini from verifications where identifier like 'compte_supprime:%'`,
  );
  expect(rows).toEqual([{ value: '', fini: true }]);
});
