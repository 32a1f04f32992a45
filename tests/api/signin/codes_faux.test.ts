/**
 * Wrong codes entered by someone who has the password: what they lock, for whom, and who is
 * notified (ACC-67, LIM-64, MAIL-31).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Caller, cookiesOf, useTestApp } from '../../support/app.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { activate, refusal } from '../../support/second_facteur.ts';
import { codeAt } from '../../support/totp.ts';

const t = useTestApp({ trustProxy: 1 });

const HOUR = [429, 'Trop de codes incorrects. Veuillez réessayer dans une heure.'];
const DAY = [
  429,
  'Trop de codes incorrects en une journée. Utilisez un code de secours ou un appareil déjà connu, ou demandez à un administrateur de débloquer votre compte.',
];
const STRANGER = '198.51.100.1';

beforeEach(async () => {
  t.clock.now = new Date(t.clock.now.getTime() + 48 * 3_600_000);
  await t.services.db.execute(sql`delete from essais`);
  await t.services.db.execute(sql`delete from courriels`);
});

const later = (minutes: number): void => {
  t.clock.now = new Date(t.clock.now.getTime() + minutes * 60_000);
};

/** A browser in a network that keeps every cookie. */
function browserIn(ip: string): Caller {
  const jar = new Map<string, string>();
  return async (method, path, body) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await t.anonymous(method, path, body, {
      'x-forwarded-for': ip,
      ...(cookie && { cookie }),
    });
    for (const one of cookiesOf(answer))
      jar.set(one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1));
    return answer;
  };
}

const enter = (browser: Caller, email: string, password = PASSWORD) =>
  browser('POST', '/api/auth/sign-in/email', { email, password });
const give = (browser: Caller, code: string): Promise<Answer> =>
  browser('POST', '/api/auth/second-facteur', { code });

/**
 * A person with an authenticator application, and a browser in which they have signed in before.
 */
async function owner() {
  const person = await t.as();
  const { cle, codes } = await activate(t, person);
  const known = browserIn('203.0.113.1');
  await enter(known, person.email);
  expect((await give(known, codeAt(t.clock.now, cle))).status).toBe(200);
  later(1);
  return { id: person.id, email: person.email, cle, codes, known };
}

/** Gives wrong codes after the right password, five in each sign-in. Returns the last answer. */
async function guess(
  email: string,
  n: number,
  { ip = STRANGER, browser = browserIn(ip), code = '000000' } = {},
): Promise<Answer> {
  let last: Answer | undefined;
  for (let k = 0; k < n; k += 1) {
    if (k % 5 === 0) await enter(browser, email);
    last = await give(browser, code);
  }
  return last!;
}

/** The right code, in a separate sign-in. */
async function right(
  { email, cle }: { email: string; cle: string },
  browser: Caller,
): Promise<Answer> {
  await enter(browser, email);
  const answer = await give(browser, codeAt(t.clock.now, cle));
  later(1);
  return answer;
}

describe("dix codes faux d'un inconnu qui a le mot de passe", () => {
  test("le ferment, lui, et pas l'appareil connu, ni une fois un autre réseau", async () => {
    const one = await owner();
    await guess(one.email, 10);
    const stranger = browserIn(STRANGER);
    await enter(stranger, one.email);
    expect(refusal(await give(stranger, '000000'))).toEqual(HOUR);
    expect((await right(one, one.known)).status).toBe(200);
    // The right code of the owner does not reset the count of the strangers.
    await enter(stranger, one.email);
    expect(refusal(await give(stranger, '000000'))).toEqual(HOUR);
    const elsewhere = browserIn('203.0.113.9');
    await enter(elsewhere, one.email);
    expect((await give(elsewhere, '000000')).status).toBe(400);
    expect(refusal(await give(elsewhere, codeAt(t.clock.now, one.cle)))).toEqual(HOUR);
    expect((await right(one, browserIn('203.0.113.10'))).status).toBe(200);
  });

  test('laissent les codes de secours, que personne ne ferme ailleurs que chez soi', async () => {
    const one = await owner();
    await guess(one.email, 10);
    const wrong = 'aaaa-aaaa-aaaa-aaaa-aaaa-aaaa';
    await guess(one.email, 10, { code: wrong });
    const stranger = browserIn(STRANGER);
    await enter(stranger, one.email);
    expect(refusal(await give(stranger, one.codes[0]!))).toEqual(HOUR);
    const elsewhere = browserIn('203.0.113.9');
    await enter(elsewhere, one.email);
    expect((await give(elsewhere, one.codes[0]!)).status).toBe(200);
  });

  test("ne comptent plus l'heure d'après, ni après un nouveau mot de passe par un lien, dont le navigateur est connu", async () => {
    const one = await owner();
    await guess(one.email, 10);
    await t.services.db.execute(sql`insert into verifications (identifier, value, expires_at)
      values ('mot_de_passe:' || rtrim(translate(encode(sha256('un lien'), 'base64'), '+/', '-_'), '='), ${one.id}, '2030-01-01')`);
    const browser = browserIn(STRANGER);
    expect(
      (
        await browser('POST', '/api/auth/reset-password', {
          token: 'un lien',
          newPassword: 'une toute autre selle',
        })
      ).status,
    ).toBe(200);
    await enter(browser, one.email, 'une toute autre selle');
    expect((await give(browser, codeAt(t.clock.now, one.cle))).status).toBe(200);
  });
});

describe('en une journée', () => {
  test('vingt au plus, justes ou faux ensuite, pour les appareils inconnus ; un administrateur débloque', async () => {
    // ACC-58
    const one = await owner();
    for (let round = 0; round < 4; round += 1) {
      await guess(one.email, 5, { ip: `198.51.100.${round}` });
      expect((await right(one, browserIn(`203.0.113.${20 + round}`))).status).toBe(
        round < 3 ? 200 : 429,
      );
      later(61);
    }
    const fresh = browserIn('203.0.113.40');
    expect(refusal(await right(one, fresh))).toEqual(DAY);
    expect((await right(one, one.known)).status).toBe(200);
    await enter(fresh, one.email);
    expect((await give(fresh, one.codes[0]!)).status).toBe(200);

    const admin = await t.as({ role: 'admin' });
    const blocked = async () => (await admin('GET', `/api/users?q=${one.email}`)).body[0].bloque;
    expect(await blocked()).toBe(true);
    await admin('POST', '/api/profil/confirmation', { password: PASSWORD });
    expect((await admin('POST', `/api/users/${one.id}/deblocage`)).status).toBe(200);
    expect(await blocked()).toBe(false);
    expect((await right(one, browserIn('203.0.113.41'))).status).toBe(200);
  });

  test('la borne passe avec la journée', async () => {
    const one = await owner();
    for (let round = 0; round < 2; round += 1) {
      await guess(one.email, 10, { ip: `198.51.100.${round}` });
      later(61);
    }
    expect(refusal(await right(one, browserIn('203.0.113.40')))).toEqual(DAY);
    later(24 * 60);
    expect((await right(one, browserIn('203.0.113.40'))).status).toBe(200);
  });
});

describe('un appareil connu', () => {
  test("compte ses propres codes faux ; ils ne ferment personne d'autre", async () => {
    const one = await owner();
    await guess(one.email, 10, { browser: one.known });
    expect(refusal(await right(one, one.known))).toEqual(HOUR);
    expect((await right(one, browserIn('203.0.113.1'))).status).toBe(200);
    later(61);
    expect((await right(one, one.known)).status).toBe(200);
  });

  test("tous ensemble ont vingt codes faux par jour : une boîte aux lettres volée n'en fait pas d'autres sans fin", async () => {
    const one = await owner();
    const second = browserIn('203.0.113.2');
    expect((await right(one, second)).status).toBe(200);
    await guess(one.email, 10, { browser: one.known });
    await guess(one.email, 10, { browser: second });
    later(61);
    expect(refusal(await right(one, second))).toEqual(DAY);
    expect((await right(one, browserIn('203.0.113.50'))).status).toBe(200);
  });
});

describe('la personne reçoit un email', () => {
  // MAIL-31
  const told = async (email: string) =>
    (
      await t.services.db.execute(
        sql`select sorte from courriels where destinataire = ${email} and sorte <> 'compte_modifie'`,
      )
    ).rows.map(({ sorte }) => sorte);

  test("au cinquième code faux d'un inconnu, une fois par jour", async () => {
    const one = await owner();
    await guess(one.email, 4);
    expect(await told(one.email)).toEqual([]);
    await guess(one.email, 1);
    expect(await told(one.email)).toEqual(['alerte_codes']);
    await guess(one.email, 5);
    expect(await told(one.email)).toEqual(['alerte_codes']);
    later(25 * 60);
    await guess(one.email, 5, { ip: '198.51.100.9' });
    expect(await told(one.email)).toEqual(['alerte_codes', 'alerte_codes']);
  });

  test('pas pour ses propres fautes sur un appareil connu, ni pour un mot de passe faux', async () => {
    const one = await owner();
    await guess(one.email, 9, { browser: one.known });
    const other = await createPerson(t.services.db);
    for (let n = 0; n < 6; n += 1) await enter(browserIn(STRANGER), other.email, 'faux');
    expect([await told(one.email), await told(other.email)]).toEqual([[], []]);
  });
});
