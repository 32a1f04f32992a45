/** Links sent by email: a new password (ACC-31 to ACC-33). */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { MORNING, useTestApp } from '../../support/app.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';

const t = useTestApp();

const NEW_PASSWORD = 'un nouveau mot de passe';
const ECRITURE = '11111111-1111-4111-8111-111111111111';
const INVALID = 'Lien de réinitialisation invalide ou expiré. Veuillez demander un nouveau lien.';

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from essais`);
  await t.services.db.execute(sql`delete from courriels`);
  await t.services.db.execute(sql`delete from demandes_de_lien`);
});

const signIn = (email: string, password: string) =>
  t.anonymous('POST', '/api/auth/sign-in/email', { email, password });
/** Makes the request, and waits for the work that the server does after its answer. */
const ask = async (email: string) => {
  const answer = await t.anonymous('POST', '/api/auth/request-password-reset', { email });
  await answerDemandes(t.services);
  return answer;
};
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  t.anonymous('POST', '/api/auth/reset-password', { token, newPassword });
const canReset = async (token: string) =>
  (await t.anonymous('POST', '/api/auth/reset-password/verification', { token })).body.valable;

const jetons = (email: string) => jetonsOf(t.services, email);

async function later(minutes: number): Promise<void> {
  t.clock.now = new Date(MORNING.getTime() + minutes * 60_000);
}

describe('un nouveau mot de passe', () => {
  test('le lien ouvre une fois, change le mot de passe et finit toutes les sessions', async () => {
    // ACC-31, ACC-32, API-04
    const rider = await t.as();
    expect((await ask(` ${rider.email.toUpperCase()} `)).body).toEqual({ status: true });
    const [jeton] = await jetons(rider.email);
    expect(await canReset(jeton!)).toBe(true);
    expect((await reset(jeton!)).body).toEqual({ status: true });
    expect((await rider('GET', '/api/types-lecons')).status).toBe(401);
    expect((await signIn(rider.email, PASSWORD)).status).toBe(401);
    expect((await signIn(rider.email, NEW_PASSWORD)).status).toBe(200);
    expect([await canReset(jeton!), (await reset(jeton!)).body.message]).toEqual([false, INVALID]);
  });

  test("renvoyé après une réponse perdue, il est dit fait, sans finir ce qui s'est ouvert depuis ; un autre mot de passe trouve un lien servi", async () => {
    // ACC-32, API-29
    const rider = await t.as();
    await ask(rider.email);
    const [token] = await jetons(rider.email);
    const send = (change: object = {}) =>
      t.anonymous('POST', '/api/auth/reset-password', {
        token,
        newPassword: NEW_PASSWORD,
        ecriture: ECRITURE,
        ...change,
      });
    const first = await Promise.all([send(), send(), send()]);
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    const session = await signIn(rider.email, NEW_PASSWORD);
    expect((await send()).body).toEqual({ status: true });
    expect(
      (
        await t.services.db.execute(
          sql`select (select count(*)::int from sessions where user_id = ${rider.id}) as sessions,
            (select count(*)::int from courriels where sorte = 'compte_modifie' and user_id = ${rider.id}) as emails`,
        )
      ).rows,
    ).toEqual([{ sessions: 1, emails: 1 }]);
    expect(session.status).toBe(200);
    for (const change of [
      { newPassword: 'encore un autre mot de passe' },
      { garder: ['cles'] },
      { ecriture: undefined },
    ])
      expect((await send(change)).body.message).toBe(INVALID);
    expect((await signIn(rider.email, NEW_PASSWORD)).status).toBe(200);
  });

  test("un compte venu d'ailleurs sans mot de passe en reçoit un par le lien", async () => {
    const { id, email } = await createPerson(t.services.db);
    await t.services.db.execute(sql`delete from mots_de_passe where user_id = ${id}`);
    await ask(email);
    const [jeton] = await jetons(email);
    expect((await reset(jeton!)).status).toBe(200);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  test("qui se connecte avec l'ancien mot de passe pendant qu'il change n'entre pas : aucune session n'en survit", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, email } = await createPerson(t.services.db);
      // At the product's own cost, because the password changes while the hash is computed.
      await t.services.db.execute(
        sql`update mots_de_passe set hachage = ${await t.services.auth.hashPassword(PASSWORD)} where user_id = ${id}`,
      );
      await ask(email);
      const [jeton] = await jetons(email);
      let over = false;
      const signIns = Array.from({ length: 4 }, async () => {
        // Once refused, it stays refused, and ten failures would close the account.
        for (let last = false; !last;) {
          last = over;
          const { status } = await signIn(email, PASSWORD);
          if (status === 401) return;
        }
      });
      expect((await reset(jeton!)).status).toBe(200);
      over = true;
      await Promise.all(signIns);
      expect(
        (await t.services.db.execute(sql`select 1 from sessions where user_id = ${id}`)).rows,
      ).toEqual([]);
      expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
    }
  });

  test("dix usages simultanés d'un même lien : un seul réussit", async () => {
    // ACC-31
    const { email } = await createPerson(t.services.db);
    await ask(email);
    const [jeton] = await jetons(email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => reset(jeton!, `une selle et ${n} sangles`)),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array<number>(9).fill(400),
    ]);
    expect((await signIn(email, `une selle et ${winner} sangles`)).status).toBe(200);
  });

  test('le lien ferme après une heure', async () => {
    // ACC-31, LIM-12
    const { email } = await createPerson(t.services.db);
    await ask(email);
    const [jeton] = await jetons(email);
    await later(59);
    expect(await canReset(jeton!)).toBe(true);
    await later(61);
    expect([await canReset(jeton!), (await reset(jeton!)).body.message]).toEqual([false, INVALID]);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  test("un nouveau lien ferme l'ancien, et l'email qui l'attendait ne part plus", async () => {
    const { email } = await createPerson(t.services.db);
    await ask(email);
    const [former] = await jetons(email);
    await ask(email);
    const [newest, ...others] = await jetons(email);
    expect([newest === former, others]).toEqual([false, []]);
    expect([await canReset(former!), await canReset(newest!)]).toEqual([false, true]);
  });

  test('dix demandes simultanées laissent un seul lien ouvert, et trois par heure comptent', async () => {
    // ACC-34
    const { id, email } = await createPerson(t.services.db);
    await Promise.all(Array.from({ length: 10 }, () => ask(email)));
    const { rows } = await t.services.db.execute(
      sql`select id from verifications where value = ${id}`,
    );
    expect([rows.length, (await jetons(email)).length]).toEqual([1, 1]);
    const [before] = await jetons(email);
    expect((await ask(email)).body).toEqual({ status: true });
    expect(await jetons(email)).toEqual([before]);
    await later(61);
    await ask(email);
    expect((await jetons(email))[0]).not.toBe(before);
  });

  test.each([
    ['sept caractères', '1234567', 'Le mot de passe doit contenir au moins 8 caractères'],
    ['129 caractères', 'a'.repeat(129), 'Le mot de passe doit contenir au plus 128 caractères'],
  ])('%s : refusé, et le lien sert encore', async (_, password, message) => {
    // ACC-32, LIM-08
    const { email } = await createPerson(t.services.db);
    await ask(email);
    const [jeton] = await jetons(email);
    expect((await reset(jeton!, password)).body.message).toBe(message);
    expect((await reset(jeton!)).status).toBe(200);
  });

  test("la base n'a d'un lien que son empreinte, et dans l'email qui attend sa forme chiffrée", async () => {
    // ACC-41, MAIL-03
    const { email } = await createPerson(t.services.db);
    await ask(email);
    const [jeton] = await jetons(email);
    expect(await canReset(jeton!)).toBe(true);
    const { rows } = await t.services.db.execute<{ texte: string }>(sql`
      select v::text as texte from verifications v union all select c::text from courriels c union all select e::text from essais e union all select d::text from demandes_de_lien d`);
    expect(rows.some(({ texte: text }) => text.includes(jeton!))).toBe(false);
  });
});

describe('aucun lien étranger', () => {
  // ACC-33
  test.each([
    'https://mechant.example/reset-password',
    '//mechant.example',
    'javascript:alert(1)',
    'http://localhost:3000.mechant.example/',
    'http://localhost:3000@mechant.example/',
  ])('« %s » est refusé', async (url) => {
    const { email } = await createPerson(t.services.db);
    const answers = [
      await t.anonymous('POST', '/api/functions/reset-password-email', { email, redirectUrl: url }),
      await t.anonymous('POST', '/api/auth/request-password-reset', { email, redirectTo: url }),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      [1, 2].map(() => [400, 'Le lien demandé ne mène pas au site du centre.']),
    );
    expect(answers[0]!.body).toMatchObject({
      success: false,
      error: 'Le lien demandé ne mène pas au site du centre.',
    });
    expect(await jetons(email)).toEqual([]);
  });

  test('« reset-password-email » (API-08) envoie le même lien', async () => {
    const { email } = await createPerson(t.services.db);
    expect(
      (
        await t.anonymous('POST', '/api/functions/reset-password-email', {
          email,
          redirectUrl: 'http://localhost:3000/reset-password',
        })
      ).body,
    ).toEqual({ success: true });
    await answerDemandes(t.services);
    expect(await canReset((await jetons(email))[0]!)).toBe(true);
  });
});
