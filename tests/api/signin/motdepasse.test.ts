/**
 * A password that is chosen: in the profile (PEOPLE-23), with a link, at sign-up; and common
 * passwords (ACC-90).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { cookiesOf, MORNING, useTestApp } from '../../support/app.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { rounds } from '../../support/rounds.ts';

const t = useTestApp();
const NEW_PASSWORD = 'une bombe et des guêtres';

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from essais`);
});

type Someone = Awaited<ReturnType<typeof t.as>>;

const change = (caller: Someone, newPassword = NEW_PASSWORD, password = PASSWORD) =>
  caller('PUT', '/api/profil/mot-de-passe', { password, newPassword });
/** Signs in from another browser. Returns the cookies that it would keep. */
async function signIn(
  email: string,
  password: string,
): Promise<{ status: number; cookie: string }> {
  const answer = await t.anonymous('POST', '/api/auth/sign-in/email', { email, password });
  return { status: answer.status, cookie: cookiesOf(answer).join('; ') };
}
const reads = async (cookie: string) =>
  (await t.anonymous('GET', '/api/profil', undefined, { cookie })).status;
const count = async (table: 'appareils' | 'sessions' | 'verifications', id: string) =>
  (
    await t.services.db.execute<{ n: number }>(
      sql.raw(
        `select count(*)::int as n from ${table} where ${table === 'verifications' ? `value = '${id}' and identifier like 'mot_de_passe:%'` : `user_id = '${id}'`}`,
      ),
    )
  ).rows[0]!.n;

async function askLink({ email }: { email: string }): Promise<string> {
  await t.anonymous('POST', '/api/auth/request-password-reset', { email });
  await answerDemandes(t.services);
  return (await jetonsOf(t.services, email))[0]!;
}
const reset = (token: string, newPassword = 'un licol et une longe') =>
  t.anonymous('POST', '/api/auth/reset-password', { token, newPassword });

describe('changer son mot de passe dans son profil', () => {
  // PEOPLE-23
  test('finit les autres sessions et oublie les autres appareils, pas ceux-ci ; un lien envoyé avant ne sert plus', async () => {
    const rider = await t.as();
    const here = await signIn(rider.email, PASSWORD);
    const there = await signIn(rider.email, PASSWORD);
    const lien = await askLink(rider);
    expect([
      await count('sessions', rider.id),
      await count('appareils', rider.id),
      await count('verifications', rider.id),
    ]).toEqual([3, 3, 1]);
    const answer = await t.anonymous(
      'PUT',
      '/api/profil/mot-de-passe',
      { password: PASSWORD, newPassword: NEW_PASSWORD },
      { cookie: here.cookie },
    );
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect([
      await reads(here.cookie),
      await reads(there.cookie),
      (await rider('GET', '/api/profil')).status,
    ]).toEqual([200, 401, 401]);
    expect([
      await count('sessions', rider.id),
      await count('appareils', rider.id),
      await count('verifications', rider.id),
    ]).toEqual([1, 1, 0]);
    expect(await jetonsOf(t.services, rider.email)).toEqual([]);
    expect((await reset(lien)).body.code).toBe('lien_reinitialisation_invalide');
    expect([
      (await signIn(rider.email, PASSWORD)).status,
      (await signIn(rider.email, NEW_PASSWORD)).status,
    ]).toEqual([401, 200]);
    const { rows } = await t.services.db.execute(
      sql`select acteur_id, objet, objet_id, details from journal where action = 'motdepasse.change' and objet_id = ${rider.id}`,
    );
    expect(rows).toEqual([
      { acteur_id: rider.id, objet: 'compte', objet_id: rider.id, details: {} },
    ]);
  });

  test("n'en confirme pas l'adresse : aucun email n'y est allé", async () => {
    const rider = await t.as();
    await t.services.db.execute(
      sql`update users set email_confirme = false where id = ${rider.id}`,
    );
    expect((await change(rider)).status).toBe(200);
    expect(
      (await t.services.db.execute(sql`select email_confirme from users where id = ${rider.id}`))
        .rows,
    ).toEqual([{ email_confirme: false }]);
  });

  test.each([
    ["l'actuel est faux", NEW_PASSWORD, 'un autre', 'Le mot de passe actuel est incorrect.'],
    [
      'le nouveau est trop court',
      'sept789',
      PASSWORD,
      'Le mot de passe doit contenir au moins 8 caractères',
    ],
    [
      'le nouveau est trop long',
      'a'.repeat(129),
      PASSWORD,
      'Le mot de passe doit contenir au plus 128 caractères',
    ],
    [
      'le nouveau est courant',
      'Password1',
      PASSWORD,
      'Ce mot de passe est trop courant. Choisissez-en un autre.',
    ],
  ])('est refusé si %s, et rien ne change', async (_, newPassword, password, message) => {
    // ACC-20
    const rider = await t.as();
    const other = await signIn(rider.email, PASSWORD);
    const { status, body } = await change(rider, newPassword, password);
    expect([status, body.message]).toEqual([400, message]);
    expect([
      (await rider('GET', '/api/profil')).status,
      await reads(other.cookie),
      (await signIn(rider.email, PASSWORD)).status,
    ]).toEqual([200, 200, 200]);
  });

  test("dix mots de passe faux par jour, pas un de plus, même ensemble ; la page de connexion n'en souffre pas", async () => {
    // ACC-80, LIM-70
    const rider = await t.as();
    expect((await change(rider)).status).toBe(200); // a right one removes its attempt
    const wrong = await Promise.all(
      Array.from({ length: 15 }, (_, n) => change(rider, PASSWORD, `faux ${n}`)),
    );
    expect(
      wrong.filter(({ body }) => body.code === 'mot_de_passe_actuel_incorrect').length,
    ).toBeLessThanOrEqual(10);
    while ((await change(rider, PASSWORD, 'faux')).body.code !== 'trop_de_mots_de_passe');
    const refused = await change(rider, PASSWORD, NEW_PASSWORD);
    expect([refused.status, refused.body.code]).toEqual([429, 'trop_de_mots_de_passe']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600);
    expect((await signIn(rider.email, NEW_PASSWORD)).status).toBe(200);
    t.clock.now = new Date(MORNING.getTime() + 24 * 3600_000 + 1000);
    expect((await change(rider, PASSWORD, NEW_PASSWORD)).status).toBe(200);
  });
});

test('un nouveau mot de passe par un lien a sa ligne du journal, sans le lien', async () => {
  // ACC-70
  const rider = await createPerson(t.services.db);
  await reset(await askLink(rider));
  const { rows } = await t.services.db.execute(
    sql`select acteur_id, objet_id, details from journal where action = 'motdepasse.reinitialise' and objet_id = ${rider.id}`,
  );
  expect(rows).toEqual([{ acteur_id: rider.id, objet_id: rider.id, details: {} }]);
});

describe('ensemble', () => {
  // ADR-014
  const ROUNDS = rounds(6, 20);

  test(`${ROUNDS} changements pendant une connexion avec l'ancien mot de passe : aucune session n'y survit`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const rider = await t.as();
      const both = [() => change(rider), () => signIn(rider.email, PASSWORD)] as const;
      const answers = await Promise.all(
        round % 2 === 0 ? [both[0](), both[1]()] : [both[1](), both[0]()].toReversed(),
      );
      const entry = answers[1] as Awaited<ReturnType<typeof signIn>>;
      expect(answers[0]!.status).toBe(200);
      // Only the caller's session is left. This caller sends no device.
      expect([
        await reads(entry.cookie),
        await count('sessions', rider.id),
        await count('appareils', rider.id),
      ]).toEqual([401, 1, 0]);
    }
  });

  test(`${ROUNDS} changements pendant un nouveau mot de passe par un lien : un des deux, et une seule personne entre`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const rider = await t.as();
      const lien = await askLink(rider);
      const [changed, byLink] = await Promise.all(
        round % 2 === 0 ? [change(rider), reset(lien)] : [reset(lien), change(rider)].toReversed(),
      );
      expect([changed!.status, byLink!.status].filter((status) => status === 200)).toHaveLength(1);
      expect([
        (await signIn(rider.email, NEW_PASSWORD)).status === 200,
        (await signIn(rider.email, 'un licol et une longe')).status === 200,
      ]).toEqual([changed!.status === 200, byLink!.status === 200]);
      expect((await rider('GET', '/api/profil')).status).toBe(changed!.status === 200 ? 200 : 401);
      await t.services.db.execute(sql`delete from essais`);
    }
  });

  test("de dix changements d'un même mot de passe, un seul réussit", async () => {
    const rider = await t.as();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => change(rider, `un nouveau mot de passe ${n}`)),
    );
    const kept = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await signIn(rider.email, `un nouveau mot de passe ${kept}`)).status).toBe(200);
  });
});

describe('un mot de passe courant', () => {
  // ACC-90, ACC-91
  test.each(['password', 'QWERTY123', '12345678', 'Manège2026!', 'Gembloux-2026'])(
    '« %s » est refusé par un lien, qui sert encore',
    async (password) => {
      const rider = await createPerson(t.services.db);
      const lien = await askLink(rider);
      const { status, body } = await reset(lien, password);
      expect([status, body.message]).toEqual([
        400,
        'Ce mot de passe est trop courant. Choisissez-en un autre.',
      ]);
      expect((await reset(lien)).status).toBe(200);
    },
  );

  test.each(['123456', 'password'])("« %s » sert encore à l'inscription", async (password) => {
    const demande = {
      prenom: 'Zoé',
      nom: 'Willems',
      email: `zoe.${password}@essai.example`,
      password,
    };
    expect((await t.anonymous('POST', '/api/auth/sign-up/email', demande)).status).toBe(201);
  });
});
