/**
 * Passkeys: added with the password, valid as both factors, each challenge for one answer (ACC-64).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Caller, ORIGIN, useTestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/people.ts';
import { activate, browserOf, refusal, signIn } from '../../support/second_facteur.ts';
import { codeAt } from '../../support/totp.ts';
import { Authenticator, type Wrong } from '../../support/webauthn.ts';

const t = useTestApp();

beforeEach(async () => {
  t.clock.now = new Date(t.clock.now.getTime() + 300_000);
  await t.services.db.execute(sql`update parametres set "secondFacteurAdmins" = false`);
});

const UNKNOWN = [
  401,
  "Cette clé d'accès n'est pas reconnue. Connectez-vous avec votre mot de passe.",
];

async function addKey(person: Caller, nom = 'Téléphone', wrong: Wrong = {}) {
  const device = new Authenticator(ORIGIN);
  const { body: options } = await person('POST', '/api/profil/cles-acces/debut', {
    password: PASSWORD,
  });
  return {
    device,
    options,
    answer: await person('POST', '/api/profil/cles-acces', {
      nom,
      reponse: device.create(options, wrong),
    }),
  };
}

const optionsOf = async () => (await t.anonymous('POST', '/api/auth/cle-acces/debut')).body;
const enter = async (
  device: Authenticator,
  {
    caller = t.anonymous,
    options,
    wrong = {},
  }: { caller?: Caller; options?: { challenge: string }; wrong?: Wrong } = {},
) =>
  caller('POST', '/api/auth/cle-acces', {
    reponse: device.get(options ?? (await optionsOf()), wrong),
  });

describe('ajouter, retirer', () => {
  test('il y faut le mot de passe ; la clé porte un nom, sa date et son dernier usage', async () => {
    const rider = await t.as();
    expect(
      (await rider('POST', '/api/profil/cles-acces/debut', { password: 'autre' })).body.code,
    ).toBe('mot_de_passe_actuel_incorrect');
    const { device, options, answer } = await addKey(rider, '  Téléphone de Zoé ');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Manège' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect([answer.status, answer.body]).toEqual([
      201,
      [
        {
          id: device.id,
          nom: 'Téléphone de Zoé',
          created_at: t.clock.now.toISOString(),
          utilise_at: null,
        },
      ],
    ]);
    expect((await enter(device)).status).toBe(200);
    expect((await rider('GET', '/api/profil/second-facteur')).body.cles[0].utilise_at).toBe(
      t.clock.now.toISOString(),
    );
    const remove = (password: string) =>
      rider('POST', '/api/profil/cles-acces/retrait', { id: device.id, password });
    expect((await remove('autre')).status).toBe(400);
    expect((await remove(PASSWORD)).body).toEqual([]);
    expect(refusal(await remove(PASSWORD))).toEqual([404, "Cette clé d'accès est déjà retirée."]);
    expect(refusal(await enter(device))).toEqual(UNKNOWN);
  });

  test.each<[string, Wrong]>([
    ['un autre site', { site: 'ailleurs.example' }],
    ['une autre page', { origin: 'https://ailleurs.example' }],
    ["un appareil qui n'a vérifié personne", { verified: false }],
  ])("%s n'en ajoute pas", async (_, wrong) => {
    expect(refusal((await addKey(await t.as(), 'Clé', wrong)).answer)).toEqual([
      400,
      "La clé d'accès n'a pas pu être vérifiée. Veuillez réessayer.",
    ]);
  });

  test("le défi d'une autre personne, un défi servi ou expiré n'en ajoutent pas", async () => {
    const [rider, other] = [await t.as(), await t.as()];
    const { options } = await addKey(rider);
    const add = (caller: Caller, { challenge }: { challenge: string }) =>
      caller('POST', '/api/profil/cles-acces', {
        nom: 'Clé',
        reponse: new Authenticator(ORIGIN).create({ challenge }),
      });
    expect((await add(rider, options)).body.code).toBe('cle_invalide');
    const { body: fresh } = await rider('POST', '/api/profil/cles-acces/debut', {
      password: PASSWORD,
    });
    expect((await add(other, fresh)).body.code).toBe('cle_invalide');
    expect((await add(rider, await optionsOf())).body.code).toBe('cle_invalide');
    t.clock.now = new Date(t.clock.now.getTime() + 300_000);
    expect((await add(rider, fresh)).body.code).toBe('cle_invalide');
  });

  test('où une application est active, il y faut aussi un code', async () => {
    // ACC-64, ACC-67
    const rider = await t.as();
    const { device } = await addKey(rider);
    const { cle, codes } = await activate(t, rider);
    const start = (proof: object) =>
      rider('POST', '/api/profil/cles-acces/debut', { password: PASSWORD, ...proof });
    const remove = (proof: object) =>
      rider('POST', '/api/profil/cles-acces/retrait', {
        id: device.id,
        password: PASSWORD,
        ...proof,
      });
    for (const wrong of [{}, { code: '' }, { code: 'aaaa-aaaa' }])
      expect([(await start(wrong)).body.code, (await remove(wrong)).body.code]).toEqual([
        'code_incorrect',
        'code_incorrect',
      ]);
    expect((await start({ code: codes[0] })).status).toBe(200);
    expect((await start({ code: codes[0] })).body.code).toBe('code_incorrect');
    expect((await remove({ code: codes[1] })).body).toEqual([]);
    for (let n = 0; n < 4; n += 1) await start({});
    expect((await start({ code: codeAt(t.clock.now, cle) })).body.code).toBe('trop_de_codes');
    // recovery codes are counted separately (ACC-67)
    expect((await start({ code: codes[3] })).status).toBe(200);
  });

  test('dix au plus', async () => {
    // LIM-66
    const rider = await t.as();
    for (let n = 0; n < 10; n += 1) expect((await addKey(rider)).answer.status).toBe(201);
    expect(
      refusal(await rider('POST', '/api/profil/cles-acces/debut', { password: PASSWORD })),
    ).toEqual([409, "Un compte a 10 clés d'accès au plus. Retirez-en une d'abord."]);
  });
});

describe('se connecter', () => {
  test('elle vaut les deux facteurs, et remplace une connexion qui attendait son code', async () => {
    const rider = await t.as();
    const { device } = await addKey(rider);
    await activate(t, rider);
    const one = browserOf(t);
    expect((await signIn(one, rider.email)).body.etape).toBe('second_facteur');
    expect((await one('GET', '/api/auth/second-facteur')).body).toEqual({
      application: true,
      cles: true,
    });
    const { status, body } = await enter(device, { caller: one });
    expect([status, body.user.id]).toEqual([200, rider.id]);
    expect((await one('GET', '/api/profil')).status).toBe(200);
    const { rows } = await t.services.db.execute(
      sql`select etape from sessions where user_id = ${rider.id} and etape <> 'ouverte'`,
    );
    expect(rows).toEqual([]);
  });

  test.each<[string, Wrong]>([
    ['un autre site', { site: 'ailleurs.example' }],
    ['une autre page', { origin: 'https://ailleurs.example' }],
    ["un appareil qui n'a vérifié personne", { verified: false }],
    ['un compteur qui recule', { counter: 1 }],
  ])("%s n'ouvre rien", async (_, wrong) => {
    const { device } = await addKey(await t.as());
    await enter(device);
    expect(refusal(await enter(device, { wrong }))).toEqual(UNKNOWN);
    expect((await enter(device)).status).toBe(200);
  });

  test("un défi ne sert qu'une fois, cinq minutes, et deux réponses au même instant n'ouvrent qu'une session", async () => {
    // LIM-67
    const { device } = await addKey(await t.as());
    const options = await optionsOf();
    const answers = await Promise.all([1, 2, 3].map(() => enter(device, { options })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    const late = await optionsOf();
    t.clock.now = new Date(t.clock.now.getTime() + 300_000);
    expect(refusal(await enter(device, { options: late }))).toEqual(UNKNOWN);
    expect(
      refusal(
        await enter(device, {
          options: { challenge: Buffer.from('v1.inventé').toString('base64url') },
        }),
      ),
    ).toEqual(UNKNOWN);
  });

  test('une clé inconnue et une autre qui signe à sa place disent la même phrase', async () => {
    const { device } = await addKey(await t.as());
    const thief = Object.assign(new Authenticator(ORIGIN), { id: device.id });
    for (const other of [new Authenticator(ORIGIN), thief])
      expect(refusal(await enter(other))).toEqual(UNKNOWN);
  });

  test.each([
    ['inactif', "Votre compte n'est pas actif. Contactez un administrateur."],
    ['en_attente', 'Votre compte est en attente de validation par un administrateur.'],
  ])("un compte %s n'entre pas", async (statut, message) => {
    // ACC-23, ACC-24
    const rider = await t.as();
    const { device } = await addKey(rider);
    await t.services.db.execute(sql`update users set statut = ${statut} where id = ${rider.id}`);
    expect(refusal(await enter(device))).toEqual([403, message]);
  });

  test('elle satisfait à ce que le centre demande à ses administrateurs, et la dernière reste', async () => {
    // ACC-62
    const admin = await t.as({ role: 'admin' });
    const { device } = await addKey(admin);
    const settings = (await admin('GET', '/api/parametres')).body;
    expect(
      (await admin('PUT', '/api/parametres', { ...settings, secondFacteurAdmins: true })).status,
    ).toBe(200);
    expect(
      refusal(
        await admin('POST', '/api/profil/cles-acces/retrait', {
          id: device.id,
          password: PASSWORD,
        }),
      ),
    ).toEqual([
      409,
      'La double authentification est exigée des administrateurs : la vôtre ne peut pas être retirée.',
    ]);
    // The password alone is not enough to set up another factor instead.
    const one = browserOf(t);
    expect((await signIn(one, admin.email)).body.etape).toBe('second_facteur');
    expect((await one('GET', '/api/auth/second-facteur')).body).toEqual({
      application: false,
      cles: true,
    });
    expect((await enter(device, { caller: one })).status).toBe(200);
    expect((await one('GET', '/api/parametres')).status).toBe(200);
  });
});
