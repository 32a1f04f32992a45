/** The second factor that a setting requires, and a lost device (ACC-62, ACC-65). */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { secondsFacteurs, sessions } from '../../../src/server/platform/schema/schema.ts';
import { lockEntrant } from '../../../src/server/stores/people/users.ts';
import { type Answer, type Caller, useTestApp } from '../../support/app.ts';
import { confirmSessions, createPerson, PASSWORD } from '../../support/people.ts';
import {
  actionsOn,
  activate,
  browserOf,
  giveCode,
  refusal,
  signIn,
} from '../../support/second_facteur.ts';
import { codeAt } from '../../support/totp.ts';

const t = useTestApp();

/** Thirty seconds later for each test: no code of a test is used in another. */
beforeEach(async () => {
  t.clock.now = new Date(t.clock.now.getTime() + 300_000);
  await t.services.db.execute(sql`delete from essais`);
  await t.services.db.execute(sql`update parametres set "secondFacteurAdmins" = false`);
});

describe('exigée des administrateurs', () => {
  const demand = async (admin: Caller, secondFacteurAdmins = true) =>
    admin('PUT', '/api/parametres', {
      ...(await admin('GET', '/api/parametres')).body,
      secondFacteurAdmins,
    });

  test("qui l'exige en a une ; les autres l'activent à la connexion suivante", async () => {
    // ACC-62
    const admin = await t.as({ role: 'admin' });
    expect(refusal(await demand(admin))).toEqual([
      409,
      "Activez d'abord votre propre double authentification, dans votre profil.",
    ]);
    const { cle } = await activate(t, admin);
    expect((await demand(admin)).status).toBe(200);
    expect((await admin('GET', '/api/profil/second-facteur')).body.exige).toBe(true);
    expect(
      refusal(
        await admin('POST', '/api/profil/second-facteur/retrait', {
          password: PASSWORD,
          code: codeAt(t.clock.now, cle),
        }),
      ),
    ).toEqual([
      409,
      'La double authentification est exigée des administrateurs : la vôtre ne peut pas être retirée.',
    ]);

    const { id, email } = await createPerson(t.services.db, { role: 'admin' });
    const other = browserOf(t);
    expect((await signIn(other, email)).body).toEqual({ etape: 'enrolement', user: null });
    expect((await other('GET', '/api/parametres')).status).toBe(401);
    const { body: started } = await other('POST', '/api/auth/enrolement/debut', {});
    expect((await other('POST', '/api/auth/enrolement', { code: '000000' })).status).toBe(400);
    const { body } = await other('POST', '/api/auth/enrolement', {
      code: codeAt(t.clock.now, started.cle),
    });
    expect([body.user.id, body.codes.length]).toEqual([id, 10]);
    expect((await other('GET', '/api/parametres')).status).toBe(200);
    expect((await signIn(browserOf(t), email)).body.etape).toBe('second_facteur');
    // A rider is not affected until promoted.
    const rider = await createPerson(t.services.db);
    expect((await signIn(browserOf(t), rider.email)).body.etape).toBe('ouverte');
    await confirmSessions(t.services.db, t.clock.now);
    await admin('PATCH', `/api/users/${rider.id}`, { role: 'admin' });
    expect((await signIn(browserOf(t), rider.email)).body.etape).toBe('enrolement');
  });

  test('un nouveau mot de passe ne la contourne pas', async () => {
    // ACC-62
    const rider = await t.as();
    await activate(t, rider);
    await t.services.db.execute(sql`insert into verifications (identifier, value, expires_at)
      values ('mot_de_passe:' || rtrim(translate(encode(sha256('lien-de-reinitialisation'), 'base64'), '+/', '-_'), '='), ${rider.id}, ${new Date(t.clock.now.getTime() + 60_000).toISOString()}::timestamptz)`);
    expect(
      (
        await t.anonymous('POST', '/api/auth/reset-password', {
          token: 'lien-de-reinitialisation',
          newPassword: 'une autre selle, neuve',
        })
      ).status,
    ).toBe(200);
    expect((await signIn(browserOf(t), rider.email, 'une autre selle, neuve')).body).toEqual({
      etape: 'second_facteur',
      user: null,
    });
  });
});

describe("les sessions déjà ouvertes d'administrateurs sans double authentification", () => {
  // ACC-102
  const save = async (admin: Caller, secondFacteurAdmins: boolean) =>
    admin('PUT', '/api/parametres', {
      ...(await admin('GET', '/api/parametres')).body,
      secondFacteurAdmins,
    });
  const etapeOf = async (caller: Caller) =>
    (await caller('GET', '/api/auth/get-session')).body.etape ?? 'ouverte';
  /** An administrator who requires it, and therefore has one. */
  async function demanding() {
    const admin = await t.as({ role: 'admin' });
    await activate(t, admin);
    expect((await save(admin, true)).status).toBe(200);
    return admin;
  }

  test("passent à l'enrôlement quand le réglage s'allume ; celle qui l'allume, un cavalier et une clé d'accès restent", async () => {
    const [without, key, rider] = [
      await t.as({ role: 'admin' }),
      await t.as({ role: 'admin' }),
      await t.as(),
    ];
    await t.services.db.execute(
      sql`insert into cles_acces (id, user_id, nom, cle_publique, compteur, transports, created_at) values (${key.id}, ${key.id}, 'Téléphone', '\\x00', 0, '{}', now())`,
    );
    const bearer = await t.bearer(without.cookie);
    const admin = await demanding();
    expect([
      await etapeOf(without),
      await etapeOf(key),
      await etapeOf(rider),
      await etapeOf(admin),
    ]).toEqual(['enrolement', 'ouverte', 'ouverte', 'ouverte']);
    expect((await without('GET', '/api/users')).status).toBe(401);
    expect((await t.anonymous('GET', '/api/users', undefined, bearer)).status).toBe(401);
    // A save with no new requirement does not affect sessions.
    await t.services.db.execute(
      sql`update sessions set etape = 'ouverte' where user_id = ${without.id}`,
    );
    expect((await save(admin, true)).status).toBe(200);
    expect(await etapeOf(without)).toBe('ouverte');
  });

  test("y donnent d'abord le mot de passe : un cookie volé n'installe pas sa propre application", async () => {
    const owner = browserOf(t);
    const { email } = await createPerson(t.services.db, { role: 'admin' });
    await signIn(owner, email);
    t.clock.now = new Date(t.clock.now.getTime() + 60_000);
    await demanding();
    const start = (proof?: object) => owner('POST', '/api/auth/enrolement/debut', proof ?? {});
    expect(refusal(await start())).toEqual([
      409,
      "Rien n'a été changé : confirmez d'abord que c'est vous, avec votre mot de passe.",
    ]);
    expect(refusal(await start({ password: 'autre' }))).toEqual([
      400,
      'Le mot de passe actuel est incorrect.',
    ]);
    expect((await owner('POST', '/api/auth/enrolement', { code: '000000' })).status).toBe(401);
    const {
      body: { cle },
    } = await start({ password: PASSWORD });
    expect((await start()).status).toBe(200); // a reload requires nothing
    const { body: again } = await start();
    expect(again.cle).not.toBe(cle);
    expect(
      (await owner('POST', '/api/auth/enrolement', { code: codeAt(t.clock.now, again.cle) })).body
        .codes,
    ).toHaveLength(10);
    expect((await owner('GET', '/api/users')).status).toBe(200);
  });

  test("n'attendent que dix minutes", async () => {
    const without = await t.as({ role: 'admin' });
    await demanding();
    t.clock.now = new Date(t.clock.now.getTime() + 9 * 60_000 - 60_000);
    expect(await etapeOf(without)).toBe('enrolement');
    t.clock.now = new Date(t.clock.now.getTime() + 2 * 60_000);
    expect((await without('GET', '/api/auth/get-session')).body).toMatchObject({ user: null });
  });

  test('de même à une promotion, et quand un administrateur est activé de nouveau', async () => {
    const admin = await demanding();
    await confirmSessions(t.services.db, t.clock.now);
    const [rider, inactive] = [await t.as(), await t.as()];
    expect((await admin('PATCH', `/api/users/${rider.id}`, { role: 'admin' })).status).toBe(200);
    expect(await etapeOf(rider)).toBe('enrolement');
    await t.services.db.execute(
      sql`update users set role = 'admin', statut = 'inactif' where id = ${inactive.id}`,
    );
    expect((await admin('PATCH', `/api/users/${inactive.id}`, { statut: 'actif' })).status).toBe(
      200,
    );
    expect(await etapeOf(inactive)).toBe('enrolement');
    // Without the setting, none of this applies.
    await t.services.db.execute(sql`update parametres set "secondFacteurAdmins" = false`);
    const other = await t.as();
    expect((await admin('PATCH', `/api/users/${other.id}`, { role: 'admin' })).status).toBe(200);
    expect(await etapeOf(other)).toBe('ouverte');
  });

  test("aussi celle d'une connexion en cours, que le réglage attend", async () => {
    const late = await createPerson(t.services.db, { role: 'admin' });
    const admin = await t.as({ role: 'admin' });
    await activate(t, admin);
    // The sign-in has read the old setting, and has not committed yet.
    let saved: Promise<Answer> | undefined;
    await t.services.db.transaction(async (tx) => {
      await lockEntrant(tx, late.id);
      await tx.insert(sessions).values({
        empreinte: `en cours ${late.id}`,
        user_id: late.id,
        expires_at: new Date(t.clock.now.getTime() + 3_600_000),
      });
      saved = save(admin, true);
      await vi.waitFor(
        async () =>
          expect(
            (
              await t.services.db.execute(
                sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
              )
            ).rows,
          ).toHaveLength(1),
        2_500,
      );
    });
    expect((await saved)?.status).toBe(200);
    expect(
      (await t.services.db.execute(sql`select etape from sessions where user_id = ${late.id}`))
        .rows,
    ).toEqual([{ etape: 'enrolement' }]);
  });
});

describe("l'appareil perdu", () => {
  test('un autre administrateur la réinitialise, les sessions se terminent', async () => {
    // ACC-65
    const [admin, rider, rider2] = [await t.as({ role: 'admin' }), await t.as(), await t.as()];
    await activate(t, rider);
    const waiting = browserOf(t);
    await signIn(waiting, rider.email);
    expect((await admin('GET', `/api/users?q=${rider.email}`)).body[0].second_facteur).toBe(true);
    await confirmSessions(t.services.db, t.clock.now);
    const path = (id: string) => `/api/users/${id}/reinitialisation-second-facteur`;
    const { status, body } = await admin('POST', path(rider.id));
    expect([status, body.id, body.second_facteur]).toEqual([200, rider.id, false]);
    expect((await rider('GET', '/api/auth/get-session')).body).toMatchObject({ user: null });
    expect((await waiting('GET', '/api/auth/get-session')).body).toMatchObject({ user: null });
    expect((await signIn(browserOf(t), rider.email)).body.etape).toBe('ouverte');
    expect((await rider2('GET', '/api/auth/get-session')).body.user.id).toBe(rider2.id);
    expect(refusal(await admin('POST', path(admin.id)))).toEqual([
      409,
      'Votre propre double authentification se règle dans votre profil.',
    ]);
    expect(await actionsOn(t, rider.id)).toContain('facteur.reinitialise');
  });

  test("si le SECRET a changé, l'application ne vaut plus rien, les codes de secours valent encore", async () => {
    // ACC-66
    const rider = await t.as();
    const { cle, codes } = await activate(t, rider);
    await t.services.db
      .update(secondsFacteurs)
      .set({ secret: Buffer.from('v1.autre') })
      .where(eq(secondsFacteurs.user_id, rider.id));
    const one = browserOf(t);
    await signIn(one, rider.email);
    expect((await giveCode(one, codeAt(t.clock.now, cle))).status).toBe(400);
    expect((await giveCode(one, codes[3]!)).status).toBe(200);
  });
});
