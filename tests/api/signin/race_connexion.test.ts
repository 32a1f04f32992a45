/**
 * Two instances on one database: a sign-in at the same time as what ends it. No session works that
 * was opened with something that is no longer valid (ADR-014).
 */
import { expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { useInstances } from '../../support/instances.ts';
import { PASSWORD } from '../../support/people.ts';
import { lasting, ROUNDS, sweep } from '../../support/sweep.ts';

const NEW_PASSWORD = 'une bombe et des guêtres';

const i = useInstances({ role: 'admin' });

/** Signs in on one instance. Returns the cookies that the browser would keep. */
async function signIn(
  instance: number,
  email: string,
  password: string,
): Promise<{ status: number; cookie: string }> {
  const url = i.urlOf(instance);
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  await response.text();
  return {
    status: response.status,
    cookie: response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
  };
}

/** The status of a reading with these cookies, on both instances. */
async function reads(cookie: string): Promise<number[]> {
  const answers = await Promise.all(
    [0, 1].map((instance) =>
      fetch(`${i.urlOf(instance)}/api/types-lecons`, { headers: { cookie } }),
    ),
  );
  await Promise.all(answers.map((answer) => answer.text()));
  return answers.map(({ status }) => status);
}

const devicesOf = async (id: string): Promise<number> =>
  (await i.sql.query('select 1 from appareils where user_id = $1', [id])).rows.length;

async function alone(): Promise<number> {
  const { email } = await i.newPerson();
  return lasting(() => signIn(0, email, PASSWORD));
}

test(`${ROUNDS} connexions pendant une désactivation : aucune session n'y survit`, async () => {
  // ACC-10, ACC-23
  const opened: number[] = [];
  await sweep(ROUNDS, alone, async (round, together) => {
    const { id, email } = await i.newPerson();
    const [entry, change] = await together(
      () => signIn(round, email, PASSWORD),
      () => i.call(0, `/api/users/${id}`, { statut: 'inactif' }, 'PATCH'),
    );
    expect(change.status).toBe(200);
    expect([200, 403]).toContain(entry.status);
    expect(await devicesOf(id)).toBe(0); // ACC-54
    if (entry.status !== 200) return;
    opened.push(round);
    expect(await reads(entry.cookie)).toEqual([403, 403]);
  });
  // Some sign-ins were before the deactivation, some after it: both orders occurred.
  expect(opened.length).toBeGreaterThan(0);
});

test(`${ROUNDS} connexions pendant une suppression : aucune session n'y survit`, async () => {
  await sweep(ROUNDS, alone, async (round, together) => {
    const { id, email } = await i.newPerson();
    const [entry, change] = await together(
      () => signIn(round, email, PASSWORD),
      () => i.call(0, `/api/users/${id}`, undefined, 'DELETE'),
    );
    expect(change.status).toBe(200);
    expect([200, 401, 403]).toContain(entry.status);
    if (entry.status === 200) expect(await reads(entry.cookie)).toEqual([401, 401]);
    expect((await i.sql.query('select 1 from sessions where user_id = $1', [id])).rows).toEqual([]);
  });
});

/** A new account, and the use of a link that sets a new password. */
async function withLink() {
  const { id, email } = await i.newPerson();
  const token = `jeton ${id}`;
  await i.sql.query(
    "insert into verifications (identifier, value, expires_at) values ($1, $2, now() + interval '1 hour')",
    [`mot_de_passe:${createHash('sha256').update(token).digest('base64url')}`, id],
  );
  const reset = (instance: number) =>
    fetch(`${i.urlOf(instance)}/api/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: i.urlOf(instance) },
      body: JSON.stringify({ token, newPassword: NEW_PASSWORD }),
    });
  return { id, email, reset };
}

async function aloneReset(): Promise<number> {
  const { reset } = await withLink();
  return lasting(() => reset(0));
}

test(`${ROUNDS} connexions avec l'ancien mot de passe pendant qu'un lien en pose un nouveau : aucune session n'y survit`, async () => {
  // ACC-32 The new password is hashed before it is stored: only a sign-in that begins later
  // overlaps with the storing.
  await sweep(ROUNDS, aloneReset, async (round, together) => {
    const { id, email, reset } = await withLink();
    // All rounds come from one network, whose wrong passwords are limited.
    await i.sql.query("delete from essais where cle like 'reseau %'");
    const [change, entry] = await together(
      () => reset(round + 1),
      () => signIn(round, email, PASSWORD),
    );
    expect(change.status, await change.text()).toBe(200);
    expect([200, 401]).toContain(entry.status);
    if (entry.status === 200) expect(await reads(entry.cookie)).toEqual([401, 401]);
    expect((await i.sql.query('select 1 from sessions where user_id = $1', [id])).rows).toEqual([]);
    expect(await devicesOf(id)).toBe(1); // the browser of the link (ACC-57)
    const renewed = await signIn(round, email, NEW_PASSWORD);
    expect(await reads(renewed.cookie)).toEqual([200, 200]);
  });
});
