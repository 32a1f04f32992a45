/**
 * Two instances on one database: second steps at the same time as others, and as what ends them
 * (ACC-61, ACC-63, ACC-65).
 */
import { expect, test } from 'vitest';
import { createCoffres } from '../../../src/server/platform/secrets/coffre.ts';
import { empreinteOf } from '../../../src/server/platform/secrets/jetons.ts';
import { codesSecours, secondsFacteurs } from '../../../src/server/platform/schema/schema.ts';
import { useInstances } from '../../support/instances.ts';
import { confirmSessions, PASSWORD } from '../../support/people.ts';
import { lasting, ROUNDS, sweep } from '../../support/sweep.ts';
import { codeAt, SECRET } from '../../support/totp.ts';

const i = useInstances({ role: 'admin' });

type Sent = { status: number; body: any; cookie: string };

/** A call of a browser on one instance. Returns the session cookie that it receives. */
async function send(instance: number, path: string, body: object, cookie = ''): Promise<Sent> {
  const url = i.urlOf(instance);
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify(body),
  });
  const given = response.headers
    .getSetCookie()
    .find((one) => one.startsWith('manege.session_token='))
    ?.split(';')[0];
  return { status: response.status, body: await response.json(), cookie: given ?? '' };
}

const signIn = (instance: number, email: string): Promise<Sent> =>
  send(instance, '/auth/sign-in/email', { email, password: PASSWORD });
const giveCode = (instance: number, code: string, { cookie }: Sent): Promise<Sent> =>
  send(instance, '/auth/second-facteur', { code }, cookie);

const CODE_SECOURS = 'abcd-efgh-jkmn-pqrs-tvwx-yz23';

/**
 * An account with an authenticator application (`SECRET`), whose current code has not been used
 * yet, and a recovery code.
 */
async function withApplication(): Promise<{ id: string; email: string }> {
  const person = await i.newPerson();
  const secret = Buffer.from(createCoffres(i.env['SECRET']!).totp.seal(SECRET, person.id));
  await i.db.insert(secondsFacteurs).values({ user_id: person.id, secret, actif_at: new Date() });
  await i.db
    .insert(codesSecours)
    .values({ user_id: person.id, empreinte: empreinteOf(CODE_SECOURS.replaceAll('-', '')) });
  return person;
}

/** The status of a reading with this cookie, on both instances. */
const reads = ({ cookie }: Sent): Promise<number[]> =>
  Promise.all(
    [0, 1].map(
      async (instance) =>
        (await fetch(`${i.urlOf(instance)}/api/types-lecons`, { headers: { cookie } })).status,
    ),
  );

test.each(["le code de l'application", 'un code de secours'])(
  "%s, donné deux fois au même instant à deux instances, n'ouvre qu'une session",
  async (what) => {
    // ACC-61, ACC-66
    for (let round = 0; round < 20; round += 1) {
      const { email } = await withApplication();
      const [one, other] = await Promise.all([signIn(0, email), signIn(1, email)]);
      const code = what === 'un code de secours' ? CODE_SECOURS : codeAt(new Date());
      const answers = await Promise.all([giveCode(0, code, one), giveCode(1, code, other)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  },
);

test('vingt codes faux au même instant : dix sont jugés, et cinq par connexion', async () => {
  // ACC-67
  const { id, email } = await withApplication();
  const waiting = await Promise.all([0, 1, 2, 3].map((n) => signIn(n, email)));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => giveCode(n, '000000', waiting[n % 4]!)),
  );
  for (const { status } of answers) expect([400, 401, 429]).toContain(status);
  const {
    rows: [row],
  } = await i.sql.query('select count(*)::int as n from essais where cle = $1', [`codes ${id}`]);
  expect(row.n).toBeGreaterThan(0);
  expect(row.n).toBeLessThanOrEqual(10);
});

async function aloneStep(): Promise<number> {
  const { email } = await withApplication();
  const waiting = await signIn(0, email);
  return lasting(() => giveCode(0, codeAt(new Date()), waiting));
}

test(`${ROUNDS} secondes étapes pendant une désactivation : aucune session n'y survit`, async () => {
  // ACC-10, ACC-63
  const opened: number[] = [];
  await sweep(ROUNDS, aloneStep, async (round, together) => {
    const { id, email } = await withApplication();
    const waiting = await signIn(round, email);
    const [step, change] = await together(
      () => giveCode(round, codeAt(new Date()), waiting),
      () => i.call(0, `/api/users/${id}`, { statut: 'inactif' }, 'PATCH'),
    );
    expect(change.status).toBe(200);
    expect([200, 401, 403], JSON.stringify(step.body)).toContain(step.status);
    if (step.status !== 200) return;
    opened.push(round);
    expect(await reads(step)).toEqual([403, 403]);
  });
  expect(opened.length).toBeGreaterThan(0);
});

test(`${ROUNDS} secondes étapes pendant une réinitialisation : aucune session n'y survit`, async () => {
  // ACC-65
  await sweep(ROUNDS, aloneStep, async (round, together) => {
    const { id, email } = await withApplication();
    const waiting = await signIn(round, email);
    await confirmSessions(i.db);
    const [step, change] = await together(
      () => giveCode(round, codeAt(new Date()), waiting),
      () => i.call(0, `/api/users/${id}/reinitialisation-second-facteur`, {}),
    );
    expect(change.status, JSON.stringify(change.body)).toBe(200);
    expect([200, 401], JSON.stringify(step.body)).toContain(step.status);
    if (step.status === 200) expect(await reads(step)).toEqual([401, 401]);
    expect((await i.sql.query('select 1 from sessions where user_id = $1', [id])).rows).toEqual([]);
  });
});

async function aloneSignIn(): Promise<number> {
  const { email } = await i.newPerson();
  return lasting(() => signIn(1, email));
}

test(`${ROUNDS} connexions pendant une activation : aucune session ouverte par le seul mot de passe n'y survit`, async () => {
  // ACC-68
  const steps = new Set<string>();
  await sweep(ROUNDS, aloneSignIn, async (_, together) => {
    const { email } = await i.newPerson();
    const { cookie } = await signIn(0, email);
    const {
      body: { cle },
    } = await send(0, '/profil/second-facteur/debut', { password: PASSWORD }, cookie);
    const [entry, change] = await together(
      () => signIn(1, email),
      () => send(0, '/profil/second-facteur', { code: codeAt(new Date(), cle) }, cookie),
    );
    expect([entry.status, change.status]).toEqual([200, 200]);
    steps.add(entry.body.etape);
    expect(await reads(entry), entry.body.etape).toEqual([401, 401]);
  });
  // Sign-ins before it and after it both occurred.
  expect(steps.size).toBe(2);
});
