/**
 * The second factor: an authenticator application and its codes, recovery codes (ACC-61, ACC-63,
 * ACC-66 to ACC-68).
 */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  codesSecours,
  secondsFacteurs,
  sessions,
} from '../../../src/server/platform/schema/schema.ts';
import { useTestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/people.ts';
import {
  actionsOn,
  activate,
  browserOf,
  giveCode,
  refusal,
  signIn,
} from '../../support/second_facteur.ts';
import { codeAt, SECRET } from '../../support/totp.ts';

const t = useTestApp();

/** Thirty seconds later for each test: no code of a test is used in another. */
beforeEach(async () => {
  t.clock.now = new Date(t.clock.now.getTime() + 300_000);
  await t.services.db.execute(sql`delete from essais`);
  await t.services.db.execute(sql`update parametres set "secondFacteurAdmins" = false`);
});

describe('activer', () => {
  test("le mot de passe, une clé à lire par l'application, un code d'elle, dix codes de secours", async () => {
    // ACC-61, ACC-66
    const rider = await t.as();
    expect(
      refusal(await rider('POST', '/api/profil/second-facteur/debut', { password: 'autre' })),
    ).toEqual([400, 'Le mot de passe actuel est incorrect.']);
    const {
      body: { cle, uri },
    } = await rider('POST', '/api/profil/second-facteur/debut', { password: PASSWORD });
    expect(cle).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain('otpauth://totp/');
    expect(uri).toContain(`secret=${cle}`);
    // Not required before a code has been given.
    expect((await rider('GET', '/api/profil/second-facteur')).body).toEqual({
      actif_at: null,
      codes_restants: 0,
      exige: false,
      cles: [],
    });
    expect((await signIn(browserOf(t), rider.email)).body.etape).toBe('ouverte');
    expect(refusal(await rider('POST', '/api/profil/second-facteur', { code: '000 000' }))).toEqual(
      [
        400,
        "Ce code n'est pas valable. Saisissez le code affiché en ce moment par votre application.",
      ],
    );
    const {
      body: { codes },
    } = await rider('POST', '/api/profil/second-facteur', { code: codeAt(t.clock.now, cle) });
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
    expect((await rider('GET', '/api/profil/second-facteur')).body).toMatchObject({
      actif_at: t.clock.now.toISOString(),
      codes_restants: 10,
    });
    expect(
      refusal(await rider('POST', '/api/profil/second-facteur/debut', { password: PASSWORD })),
    ).toEqual([409, 'La double authentification est déjà active sur votre compte.']);
    expect(await actionsOn(t, rider.id)).toEqual(['facteur.refuse', 'facteur.active']);
  });

  test('ni la clé ni un code ne se lisent dans la base', async () => {
    // ACC-61, ACC-66
    const rider = await t.as();
    const { cle, codes } = await activate(t, rider);
    const stored = JSON.stringify([
      await t.services.db.select().from(codesSecours),
      (await t.services.db.select().from(secondsFacteurs)).map(({ secret }) => secret.toString()),
    ]);
    for (const secret of [cle, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(secret);
  });

  test('les autres sessions du compte se terminent', async () => {
    // ACC-68
    const rider = await t.as();
    const other = browserOf(t);
    await signIn(other, rider.email);
    await activate(t, rider);
    expect((await other('GET', '/api/auth/get-session')).body).toMatchObject({ user: null });
    expect((await rider('GET', '/api/auth/get-session')).body.user.id).toBe(rider.id);
  });
});

describe('la seconde étape', () => {
  test("le mot de passe ne donne rien d'autre que le droit de donner un code", async () => {
    // ACC-50, ACC-63
    const rider = await t.as();
    const { cle } = await activate(t, rider);
    const one = browserOf(t);
    const { status, body } = await signIn(one, rider.email);
    expect([status, body]).toEqual([200, { etape: 'second_facteur', user: null }]);
    expect((await one('GET', '/api/auth/get-session')).body).toEqual({
      user: null,
      etape: 'second_facteur',
    });
    expect((await one('GET', '/api/auth/second-facteur')).body).toEqual({
      application: true,
      cles: false,
    });
    expect((await one('GET', '/api/profil')).status).toBe(401);
    expect((await one('POST', '/api/auth/token')).status).toBe(401);
    const before = one.jar.cookie;
    expect((await giveCode(one, codeAt(t.clock.now, cle))).body.user.id).toBe(rider.id);
    expect(one.jar.cookie).not.toBe(before);
    expect((await one('GET', '/api/profil')).status).toBe(200);
    expect(
      (await t.anonymous('GET', '/api/auth/get-session', undefined, { cookie: before })).body,
    ).toEqual({ user: null });
  });

  test.each([
    ['le précédent', -1, 200],
    ['le suivant', 1, 200],
    ['un plus ancien', -2, 400],
    ['un plus lointain', 2, 400],
  ])("le code d'un pas à côté : %s", async (_, steps, status) => {
    // ACC-61
    const rider = await t.as({ etape: 'second_facteur' });
    expect((await giveCode(rider, codeAt(t.clock.now, SECRET, steps))).status).toBe(status);
  });

  test("un code ne sert qu'une fois, ni un plus ancien que lui", async () => {
    // ACC-61
    const rider = await t.as({ etape: 'second_facteur' });
    const code = codeAt(t.clock.now);
    expect((await giveCode(rider, code)).status).toBe(200);
    const [one, other] = [browserOf(t), browserOf(t)];
    await Promise.all([signIn(one, rider.email), signIn(other, rider.email)]);
    expect(refusal(await giveCode(one, code))).toEqual([
      400,
      'Ce code a déjà servi. Attendez le suivant.',
    ]);
    expect((await giveCode(other, codeAt(t.clock.now, SECRET, -1))).status).toBe(400);
    expect((await giveCode(other, codeAt(t.clock.now, SECRET, 1))).status).toBe(200);
  });

  test("un code de secours ouvre, une fois, quelle que soit la façon de l'écrire", async () => {
    // ACC-66
    const rider = await t.as();
    const {
      codes: [code = ''],
    } = await activate(t, rider);
    for (const [typed, status] of [
      [` ${code.toUpperCase().replaceAll('-', ' ')} `, 200],
      [code, 400],
    ] as const) {
      const one = browserOf(t);
      await signIn(one, rider.email);
      expect((await giveCode(one, typed)).status, typed).toBe(status);
    }
    expect((await rider('GET', '/api/profil/second-facteur')).body.codes_restants).toBe(9);
    expect(await actionsOn(t, rider.id)).toContain('facteur.code_secours');
  });

  test("cinq codes faux terminent la connexion ; dix ferment le compte aux codes pour une heure, d'où qu'ils viennent", async () => {
    // ACC-67
    const rider = await t.as();
    const { cle, codes } = await activate(t, rider);
    for (const round of [1, 2]) {
      const one = browserOf(t);
      await signIn(one, rider.email);
      for (let n = 1; n < 5; n += 1)
        expect((await giveCode(one, '000000')).body.code, `${round}.${n}`).toBe('code_incorrect');
      expect(refusal(await giveCode(one, '000000'))).toEqual([
        401,
        'Cette connexion a expiré. Veuillez recommencer.',
      ]);
      expect((await one('GET', '/api/auth/get-session')).body).toMatchObject({ user: null });
    }
    const owner = browserOf(t);
    await signIn(owner, rider.email);
    const closed = await giveCode(owner, codeAt(t.clock.now, cle));
    expect([...refusal(closed), closed.headers['retry-after']]).toEqual([
      429,
      'Trop de codes incorrects. Veuillez réessayer dans une heure.',
      '3600',
    ]);
    expect((await giveCode(owner, codes[0]!)).status).toBe(200); // counted separately
    expect(
      (
        await rider('POST', '/api/profil/second-facteur/retrait', {
          password: PASSWORD,
          code: codeAt(t.clock.now, cle),
        })
      ).status,
    ).toBe(429);
    t.clock.now = new Date(t.clock.now.getTime() + 3_600_000);
    await signIn(owner, rider.email);
    expect((await giveCode(owner, codeAt(t.clock.now, cle))).status).toBe(200);
  });

  test('au bout de dix minutes, elle a expiré', async () => {
    // ACC-63
    const rider = await t.as({ etape: 'second_facteur' });
    t.clock.now = new Date(t.clock.now.getTime() + 600_000);
    expect(refusal(await giveCode(rider, codeAt(t.clock.now)))).toEqual([
      401,
      'Cette connexion a expiré. Veuillez recommencer.',
    ]);
  });

  test("un compte désactivé entre les deux étapes n'entre pas", async () => {
    // ACC-23
    const rider = await t.as({ etape: 'second_facteur', statut: 'inactif' });
    expect(refusal(await giveCode(rider, codeAt(t.clock.now)))).toEqual([
      403,
      "Votre compte n'est pas actif. Contactez un administrateur.",
    ]);
    expect((await rider('GET', '/api/profil')).status).toBe(401);
  });

  test('« Recommencer » termine la connexion qui attend', async () => {
    // ACC-63
    const rider = await t.as({ etape: 'second_facteur' });
    await rider('POST', '/api/auth/sign-out');
    expect(
      await t.services.db.select().from(sessions).where(eq(sessions.user_id, rider.id)),
    ).toEqual([]);
    expect((await giveCode(rider, codeAt(t.clock.now))).status).toBe(401);
  });
});

describe('désactiver, retirer de nouveaux codes', () => {
  test('il y faut le mot de passe et un code', async () => {
    // ACC-61, ACC-68
    const rider = await t.as();
    const { cle, codes } = await activate(t, rider);
    const other = browserOf(t);
    await signIn(other, rider.email);
    await giveCode(other, codes[0]!);
    const off = (password: string, code: string) =>
      rider('POST', '/api/profil/second-facteur/retrait', { password, code });
    expect((await off('autre', codeAt(t.clock.now, cle))).body.code).toBe(
      'mot_de_passe_actuel_incorrect',
    );
    expect((await off(PASSWORD, '000000')).body.code).toBe('code_incorrect');
    expect((await off(PASSWORD, codes[1]!)).status).toBe(200);
    expect((await rider('GET', '/api/profil/second-facteur')).body).toMatchObject({
      actif_at: null,
      codes_restants: 0,
    });
    expect((await other('GET', '/api/auth/get-session')).body).toMatchObject({ user: null });
    expect((await signIn(other, rider.email)).body.etape).toBe('ouverte');
    expect(refusal(await off(PASSWORD, codes[2]!))).toEqual([
      409,
      "La double authentification n'est pas active sur votre compte.",
    ]);
  });

  test('de nouveaux codes : les anciens ne valent plus rien', async () => {
    // ACC-66
    const rider = await t.as();
    const { cle, codes } = await activate(t, rider);
    const { body } = await rider('POST', '/api/profil/second-facteur/codes', {
      password: PASSWORD,
      code: codeAt(t.clock.now, cle),
    });
    expect(body.codes).toHaveLength(10);
    const one = browserOf(t);
    await signIn(one, rider.email);
    expect((await giveCode(one, codes[0]!)).status).toBe(400);
    expect((await giveCode(one, body.codes[0])).status).toBe(200);
  });
});
