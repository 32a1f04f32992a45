/**
 * A session ends while it adds an access that would outlive it: a passkey, an authenticator
 * application, the address of a calendar feed (ACC-32, ACC-61, ACC-64, RIDE-42).
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Answer, ORIGIN, useTestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/people.ts';
import { codeAt } from '../../support/totp.ts';
import { Authenticator } from '../../support/webauthn.ts';

const t = useTestApp();
let other: pg.Client;

beforeAll(async () => {
  other = new pg.Client({ connectionString: t.url });
  await other.connect();
});
afterAll(() => other.end());

/**
 * Makes a call that waits for a transaction that ends the sessions of the account, as a new
 * password does.
 */
async function whileSessionsEnd(id: string, call: () => Promise<Answer>): Promise<Answer> {
  await other.query('begin');
  await other.query('select 1 from users where id = $1 for no key update', [id]);
  await other.query('delete from sessions where user_id = $1', [id]);
  const answer = call();
  await vi.waitUntil(
    async () =>
      (
        await t.services.db.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length > 0,
    { timeout: 20_000 },
  );
  await other.query('commit');
  return answer;
}

test("une clé d'accès n'est pas ajoutée par une session qui finit au même moment", async () => {
  // ACC-64
  const rider = await t.as();
  const { body: options } = await rider('POST', '/api/profil/cles-acces/debut', {
    password: PASSWORD,
  });
  const reponse = new Authenticator(ORIGIN).create(options);
  expect(
    (
      await whileSessionsEnd(rider.id, () =>
        rider('POST', '/api/profil/cles-acces', { nom: 'Clé', reponse }),
      )
    ).status,
  ).toBe(401);
  expect((await t.services.db.execute(sql`select 1 from cles_acces`)).rows).toEqual([]);
});

test("une application n'est pas activée par une session qui finit au même moment", async () => {
  // ACC-61
  const rider = await t.as();
  const {
    status,
    body: { cle },
  } = await rider('POST', '/api/profil/second-facteur/debut', { password: PASSWORD });
  expect(status).toBe(200);
  expect(
    (
      await whileSessionsEnd(rider.id, () =>
        rider('POST', '/api/profil/second-facteur', { code: codeAt(t.clock.now, cle) }),
      )
    ).status,
  ).toBe(401);
  expect(
    (await t.services.db.execute(sql`select 1 from seconds_facteurs where actif_at is not null`))
      .rows,
  ).toEqual([]);
});

test("une adresse de calendrier n'est pas créée par une session qui finit au même moment", async () => {
  // RIDE-42
  await t.services.db.execute(sql`update parametres set "calendarFeeds" = true`);
  const rider = await t.as();
  expect(
    (
      await whileSessionsEnd(rider.id, () =>
        rider('POST', '/api/profil/calendriers', { type_piste: null }),
      )
    ).status,
  ).toBe(401);
  expect((await t.services.db.execute(sql`select 1 from flux_calendrier`)).rows).toEqual([]);
});
