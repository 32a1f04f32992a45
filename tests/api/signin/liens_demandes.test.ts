/**
 * Requests for a link by email: nobody learns whether an address has an account, and a confirmed
 * request is carried out (ACC-30).
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import type { UsageDeLien } from '../../../src/domain/emails/courriels.ts';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { MORNING, useTestApp } from '../../support/app.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { startServer } from '../../support/server.ts';

const t = useTestApp({ trustProxy: 1 });

beforeEach(async () => {
  t.clock.now = MORNING;
  for (const table of ['essais', 'courriels', 'demandes_de_lien'])
    await t.services.db.execute(sql`delete from ${sql.identifier(table)}`);
});

/** Makes the request, and waits for the work that the server does after its answer. */
const ask = async (email: string) => {
  const answer = await t.anonymous('POST', '/api/auth/request-password-reset', { email });
  await answerDemandes(t.services);
  return answer;
};

const jetons = (email: string, sorte?: UsageDeLien) => jetonsOf(t.services, email, sorte);

test('connue ou inconnue, une adresse reçoit la même réponse', async () => {
  const { email } = await createPerson(t.services.db);
  const [known, unknown, malformed] = [
    await ask(email),
    await ask('personne@nulle-part.example'),
    await ask('pas une adresse'),
  ];
  const bare = ({ status, body, headers }: typeof known) => ({
    status,
    body,
    headers: Object.keys(headers).toSorted(),
  });
  expect(bare(unknown)).toEqual(bare(known));
  expect(bare(malformed)).toEqual(bare(known));
  expect(
    (await t.services.db.execute(sql`select distinct destinataire from courriels`)).rows,
  ).toEqual([{ destinataire: email }]);
});

test('pour une adresse connue ou inconnue, la demande fait exactement le même travail avant de répondre', async () => {
  const known = (await createPerson(t.services.db)).email;
  const toConfirm = (await createPerson(t.services.db)).email;
  await t.services.db.execute(
    sql`update users set email_confirme = false where email = ${toConfirm}`,
  );
  const query = vi.spyOn(pg.Client.prototype, 'query');
  /** The statements sent to the database until the answer arrives, without the values. */
  const workOf = async (path: string, email: string): Promise<string[]> => {
    query.mockClear();
    expect((await t.anonymous('POST', path, { email })).status).toBe(200);
    const said = query.mock.calls.map(([one]) =>
      typeof one === 'string' ? one : (one as unknown as { text: string }).text,
    );
    // The channel, in its own time, announces what was committed before and counts its listeners
    // (ADR-010).
    return said.filter((one) => !/^select (pg_notify|pid, backend_start)/.test(one));
  };
  try {
    for (const path of [
      '/api/auth/request-password-reset',
      '/api/functions/reset-password-email',
      '/api/auth/send-verification-email',
    ]) {
      const unknown = await workOf(path, 'personne@nulle-part.example');
      expect(
        unknown.filter((said) => said.includes('insert into "demandes_de_lien"')),
      ).toHaveLength(1);
      expect(await workOf(path, known)).toEqual(unknown);
      expect(await workOf(path, toConfirm)).toEqual(unknown);
    }
  } finally {
    query.mockRestore();
  }
  expect((await t.services.db.execute(sql`select 1 from courriels`)).rows).toEqual([]);
  await answerDemandes(t.services);
  expect(
    [
      await jetons(known),
      await jetons(toConfirm),
      await jetons(toConfirm, 'confirmation_adresse'),
    ].map(({ length }) => length),
  ).toEqual([1, 1, 1]);
  expect((await t.services.db.execute(sql`select 1 from demandes_de_lien`)).rows).toEqual([]);
});

test("ce qui a reçu sa réponse n'est pas perdu : une autre instance l'envoie, une fois, même si plusieurs s'y mettent", async () => {
  const emails = await Promise.all(
    Array.from({ length: 5 }, async () => (await createPerson(t.services.db)).email),
  );
  for (const email of emails)
    await t.anonymous('POST', '/api/auth/request-password-reset', { email });
  await Promise.all(Array.from({ length: 4 }, () => answerDemandes(t.services)));
  for (const email of emails) expect(await jetons(email)).toHaveLength(1);
  expect((await t.services.db.execute(sql`select 1 from demandes_de_lien`)).rows).toEqual([]);

  const { email } = await createPerson(t.services.db);
  await t.anonymous('POST', '/api/auth/request-password-reset', { email });
  const server = await startServer({
    DATABASE_URL: t.url,
    SECRET: 'un-secret-de-test-assez-long-pour-servir',
  });
  try {
    await expect.poll(() => jetons(email), { timeout: 20_000 }).toHaveLength(1); // when it starts
    const origin = server.url;
    await fetch(`${origin}/api/auth/request-password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email: emails[0] }),
    });
    const [before] = await jetons(emails[0]!);
    await expect
      .poll(async () => (await jetons(emails[0]!))[0] === before, { timeout: 10_000 })
      .toBe(false); // by itself
  } finally {
    await server.stop();
  }
});

test("cent demandes par heure et réseau comptent ; au-delà, même réponse, et rien n'est gardé", async () => {
  // ACC-34
  const { id, email } = await createPerson(t.services.db);
  const answers = await Promise.all(
    Array.from({ length: 110 }, (_, n) =>
      n % 2
        ? ask(`personne${n}@nulle-part.example`)
        : t.anonymous('POST', '/api/functions/reset-password-email', {
            email: `personne${n}@nulle-part.example`,
          }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(110).fill(200));
  const essais = async () =>
    (await t.services.db.execute(sql`select count(*)::int as n from essais`)).rows;
  expect(await essais()).toEqual([{ n: 200 }]);
  expect((await ask(email)).body).toEqual({ status: true });
  expect((await t.anonymous('POST', '/api/auth/send-verification-email', { email })).body).toEqual({
    status: true,
  });
  expect([await jetons(email), await essais()]).toEqual([[], [{ n: 200 }]]);
  // A signed-in person can only make requests for their own account: another person's flood from
  // the same network does not affect them.
  const { headers } = await t.anonymous('POST', '/api/auth/sign-in/email', {
    email,
    password: PASSWORD,
  });
  await t.anonymous('POST', '/api/profil/mot-de-passe', undefined, {
    cookie: String(headers['set-cookie']).split(';')[0]!,
  });
  await answerDemandes(t.services);
  expect(await jetons(email)).toHaveLength(1);
  await t.services.db.execute(sql`delete from verifications where value = ${id}`);
  t.clock.now = new Date(MORNING.getTime() + 61 * 60_000);
  await ask(email);
  expect(
    (
      await t.anonymous('POST', '/api/auth/reset-password/verification', {
        token: (await jetons(email))[0]!,
      })
    ).body.valable,
  ).toBe(true);
});

test("les écrans ouverts n'entendent parler d'un courriel que si un lien attend", async () => {
  const { email } = await createPerson(t.services.db);
  const heard: string[] = [];
  const stop = new AbortController();
  const listening = (async () => {
    for await (const { changed, opening } of t.services.live.subscribe(stop.signal))
      if (!opening) heard.push(...changed);
  })();
  await ask('personne@nulle-part.example');
  await t.anonymous('POST', '/api/auth/send-verification-email', { email });
  await answerDemandes(t.services);
  expect(heard).toEqual([]);
  await ask(email);
  await expect.poll(() => heard).toEqual(['courriels']);
  stop.abort();
  await listening;
});

test.each([
  ['/56', '2001:db8:5:aa00::/56', 200],
  ['/48', '2001:db8:5::/48', 400],
])("un %s demande plus de liens qu'un /64, mais pas sans fin", async (_, network, max) => {
  // ACC-36 All except the last two, as if they had been requested from as many /64.
  await t.services.db.execute(
    sql`insert into essais (cle, survenu_at) select ${`liens reseau ${network}`}, ${MORNING.toISOString()}::timestamptz from generate_series(1, ${max - 2}::int)`,
  );
  for (let n = 0; n < 4; n += 1) {
    const demande = { email: `personne${n}@nulle-part.example` };
    expect(
      (
        await t.anonymous('POST', '/api/auth/request-password-reset', demande, {
          'x-forwarded-for': `2001:db8:5:aa0${n}::1`,
        })
      ).body,
    ).toEqual({ status: true });
  }
  const { rows } = await t.services.db.execute(sql`select email from demandes_de_lien order by id`);
  expect(rows).toEqual([0, 1].map((n) => ({ email: `personne${n}@nulle-part.example` })));
});
