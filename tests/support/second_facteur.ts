/** Steps of the second factor that several test files use. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { journal } from '#server/platform/schema/schema.ts';
import { type Answer, type Caller, cookiesOf, type TestApp } from './app.ts';
import { PASSWORD } from './people.ts';
import { codeAt } from './totp.ts';

export const refusal = ({ status, body }: Answer): [number, string] => [status, body.message];

/** Calls in a browser, whose session cookie changes with each sign-in. */
export function browserOf(t: TestApp): Caller & { jar: { cookie: string } } {
  const jar = { cookie: '' };
  const call: Caller = async (method, path, body, headers) => {
    const answer = await t.anonymous(method, path, body, {
      ...(jar.cookie ? { cookie: jar.cookie } : {}),
      ...headers,
    });
    jar.cookie = cookiesOf(answer).find((one) => one.includes('session_token=')) ?? jar.cookie;
    return answer;
  };
  return Object.assign(call, { jar });
}

export const signIn = (caller: Caller, email: string, password = PASSWORD): Promise<Answer> =>
  caller('POST', '/api/auth/sign-in/email', { email, password });
export const giveCode = (caller: Caller, code: string): Promise<Answer> =>
  caller('POST', '/api/auth/second-facteur', { code });

/**
 * Switches on an account's authenticator application. Returns its secret and recovery codes. Moves
 * the clock, because the current code is used.
 */
export async function activate(
  t: TestApp,
  person: Caller,
): Promise<{ cle: string; codes: string[] }> {
  const {
    body: { cle },
  } = await person('POST', '/api/profil/second-facteur/debut', { password: PASSWORD });
  const { status, body } = await person('POST', '/api/profil/second-facteur', {
    code: codeAt(t.clock.now, cle),
  });
  expect(status, JSON.stringify(body)).toBe(200);
  t.clock.now = new Date(t.clock.now.getTime() + 60_000);
  return { cle, codes: body.codes };
}

/** The actions on an account, from the journal. */
export async function actionsOn({ services: { db } }: TestApp, id: string): Promise<string[]> {
  const rows = await db
    .select({ action: journal.action })
    .from(journal)
    .where(eq(journal.objet_id, id))
    .orderBy(journal.id);
  return rows.map(({ action }) => action);
}
