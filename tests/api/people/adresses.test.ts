/**
 * A new email address of an account: requested, confirmed with its link, withdrawn; and everything
 * that uses the address (PEOPLE-40 to PEOPLE-43).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { transact } from '../../../src/server/platform/db.ts';
import { type TestApp, useTestApp } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { activate } from '../../support/second_facteur.ts';
import { codeAt } from '../../support/totp.ts';
import { findEverywhere } from '../../support/traces.ts';

const c = useCourrier();
let n = 0;
/** An address that nobody has. */
const fresh = (nom = 'nouvelle') => `${nom}${(n += 1)}@ailleurs.example`;

beforeEach(async () => {
  await c.t.services.db.execute(sql`delete from essais`);
});

const ask = (caller: Awaited<ReturnType<TestApp['as']>>, email: string, password = PASSWORD) =>
  caller('PUT', '/api/profil/email', { password, email });
const linkTo = async (email: string) =>
  (await jetonsOf(c.t.services, email, 'changement_adresse'))[0] ?? '';
const confirm = (token: string, t = c.t) =>
  t.anonymous('POST', '/api/auth/verify-email', { token });
const signIn = async (email: string, t = c.t) =>
  (await t.anonymous('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })).status;
const toOf = ({ to }: (typeof c.smtp.recus)[number]) => [to].flat()[0]?.value[0]?.address;
/** The sent emails, as `to: subject`. */
const sent = async () => {
  await c.round();
  return c.smtp.recus.map((mail) => `${toOf(mail)} ${mail.subject}`);
};
const stored = async (id: string) =>
  (
    await c.t.services.db.execute<any>(
      sql`select email, email_confirme, email_demande, emails_anciens from users where id = ${id}`,
    )
  ).rows[0];
const lines = async (id: string) =>
  (
    await c.t.services.db.execute<{ action: string; acteur_id: string }>(sql`
  select action, acteur_id from journal where objet_id = ${id} and (action like 'adresse%' or action = 'compte.corrige') order by id`)
  ).rows;

describe('la sienne', () => {
  test("elle attend son lien, envoyé à la nouvelle adresse ; ouvert, elle remplace l'ancienne, et les deux l'apprennent", async () => {
    const rider = await c.t.as();
    const other = fresh();
    const { status, body } = await ask(rider, `  ${other.toUpperCase()} `);
    expect([status, body.email, body.email_demande]).toEqual([200, rider.email, other]);
    expect([await signIn(rider.email), await signIn(other)]).toEqual([200, 401]);
    const token = await linkTo(other);
    expect((await sent()).toSorted()).toEqual(
      [
        `${other} Confirmez votre nouvelle adresse email`,
        `${rider.email} Une nouvelle adresse est demandée pour votre compte`,
      ].toSorted(),
    );
    expect(c.smtp.recus.find((mail) => toOf(mail) === other)?.text).toContain(
      '/confirm-email#token=',
    );
    c.smtp.recus.length = 0;

    expect((await confirm(token)).body).toEqual({
      status: true,
      deja_confirmee: false,
      changee: true,
    });
    expect(await stored(rider.id)).toEqual({
      email: other,
      email_confirme: true,
      email_demande: null,
      emails_anciens: [rider.email],
    });
    expect((await sent()).toSorted()).toEqual(
      [
        `${other} L'adresse de votre compte a changé`,
        `${rider.email} L'adresse de votre compte a changé`,
      ].toSorted(),
    );
    // The email to the old mailbox does not contain the new address.
    expect(c.smtp.recus.find((mail) => toOf(mail) === rider.email)?.text).not.toContain(other);
    expect([await signIn(rider.email), await signIn(other)]).toEqual([401, 200]);
    // the open session continues
    expect((await rider('GET', '/api/profil')).body.email).toBe(other);
    expect((await confirm(token)).body).toEqual({
      status: true,
      deja_confirmee: true,
      changee: true,
    });
    expect(await lines(rider.id)).toEqual([
      { action: 'adresse.demandee', acteur_id: rider.id },
      { action: 'adresse.changee', acteur_id: rider.id },
    ]);
  });

  test('il y faut le mot de passe, une adresse valable et libre ; rien ne change sinon', async () => {
    const [rider, other] = [await c.t.as(), await c.t.as()];
    for (const [email, password, code] of [
      [fresh(), 'autre', 'mot_de_passe_actuel_incorrect'],
      ['pas une adresse', PASSWORD, 'email_invalide'],
      ['moi@demo.example', PASSWORD, 'email_invalide'],
      [other.email, PASSWORD, 'email_pris'],
      [rider.email, PASSWORD, 'email_pris'],
    ] as const)
      expect((await ask(rider, email, password)).body.code, email).toBe(code);
    expect(await stored(rider.id)).toEqual({
      email: rider.email,
      email_confirme: true,
      email_demande: null,
      emails_anciens: [],
    });
    expect(await sent()).toEqual([]);
    // spec.md, section 6
    expect((await rider('PATCH', '/api/profil', { email: fresh() })).status).toBe(400);
  });

  test('où une application est active, il y faut aussi un code', async () => {
    const rider = await c.t.as();
    const { cle } = await activate(c.t, rider);
    expect((await ask(rider, fresh())).body.code).toBe('code_incorrect');
    const other = fresh();
    expect(
      (
        await rider('PUT', '/api/profil/email', {
          password: PASSWORD,
          code: codeAt(c.t.clock.now, cle),
          email: other,
        })
      ).body.email_demande,
    ).toBe(other);
  });

  test("retirée, son lien n'ouvre plus et son email ne part plus ; redemandée, le nouveau lien remplace l'ancien", async () => {
    const rider = await c.t.as();
    const [first, second] = [fresh(), fresh()];
    await ask(rider, first);
    const token = await linkTo(first);
    expect((await rider('DELETE', '/api/profil/email')).body.email_demande).toBe(null);
    expect((await confirm(token)).body.code).toBe('lien_confirmation_invalide');
    expect(await linkTo(first)).toBe('');
    await ask(rider, first);
    const again = await linkTo(first);
    await ask(rider, second);
    expect([(await confirm(again)).body.code, (await stored(rider.id)).email_demande]).toEqual([
      'lien_confirmation_invalide',
      second,
    ]);
    expect((await confirm(await linkTo(second))).body.changee).toBe(true);
  });

  test('trois demandes par heure, pas une de plus', async () => {
    const rider = await c.t.as();
    for (let round = 0; round < 3; round += 1) expect((await ask(rider, fresh())).status).toBe(200);
    const { status, body } = await ask(rider, fresh());
    expect([status, body.code]).toEqual([429, 'trop_d_adresses']);
  });

  test("sept jours après, le lien n'ouvre plus", async () => {
    const rider = await c.t.as();
    const other = fresh();
    await ask(rider, other);
    const token = await linkTo(other);
    c.later(7 * 24 * 60 + 1);
    expect((await confirm(token)).body.code).toBe('lien_confirmation_invalide');
    expect((await stored(rider.id)).email).toBe(rider.email);
  });
});

describe('ensemble', () => {
  test("deux comptes vers une même adresse au même instant : un seul l'obtient, l'autre garde la sienne", async () => {
    for (let round = 0; round < 10; round += 1) {
      const people = [await c.t.as(), await c.t.as()];
      const wanted = fresh();
      const tokens: string[] = [];
      for (const person of people) {
        expect((await ask(person, wanted)).status).toBe(200);
        tokens.push(await linkTo(wanted));
      }
      const answers = await Promise.all(tokens.map((token) => confirm(token)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const winner = answers.findIndex(({ status }) => status === 200);
      const [kept, lost] = [await stored(people[winner]!.id), await stored(people[1 - winner]!.id)];
      expect([kept.email, lost.email, lost.email_demande]).toEqual([
        wanted,
        people[1 - winner]!.email,
        wanted,
      ]);
      await c.t.services.db.execute(sql`delete from essais`);
    }
  });

  test("une inscription avec l'adresse qui attend : l'une des deux, jamais les deux", async () => {
    for (let round = 0; round < 6; round += 1) {
      const rider = await c.t.as();
      const wanted = fresh();
      await ask(rider, wanted);
      const token = await linkTo(wanted);
      const signUp = () =>
        c.t.anonymous('POST', '/api/auth/sign-up/email', {
          prenom: 'Zoé',
          nom: 'Willems',
          email: wanted,
          password: 'bombe et guêtres',
        });
      const [changed, signed] = await Promise.all([confirm(token), signUp()]);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([changed.status, signed.status]);
      await c.t.services.db.execute(sql`delete from essais`);
    }
  });
});

describe('par un administrateur', () => {
  const correct = (caller: Awaited<ReturnType<TestApp['as']>>, id: string, change: object) =>
    caller('PATCH', `/api/users/${id}/coordonnees`, change);

  test("nom, téléphone, adresse postale aussitôt ; l'email attend son lien, et peut être retiré", async () => {
    const [admin, rider] = [await c.t.as({ role: 'admin' }), await c.t.as()];
    const other = fresh();
    const { status, body } = await correct(admin, rider.id, {
      prenom: 'Zoé',
      nom: 'Willems',
      telephone: '0470 12 34 56',
      adresse: '',
      email: other,
    });
    expect([status, body]).toMatchObject([
      200,
      {
        prenom: 'Zoé',
        nom: 'Willems',
        full_name: 'Zoé Willems',
        telephone: '0470 12 34 56',
        adresse: null,
        email: rider.email,
        email_demande: other,
      },
    ]);
    expect(await lines(rider.id)).toEqual([
      { action: 'compte.corrige', acteur_id: admin.id },
      { action: 'adresse.demandee', acteur_id: admin.id },
    ]);
    const { rows } = await c.t.services.db.execute<{ details: unknown }>(
      sql`select details from journal where objet_id = ${rider.id} and action = 'compte.corrige'`,
    );
    // ACC-72: the line contains no values
    expect(rows[0]?.details).toEqual({ changements: { prenom: null, nom: null, telephone: null } });
    const token = await linkTo(other);
    expect((await admin('DELETE', `/api/users/${rider.id}/email`)).body.email_demande).toBe(null);
    expect((await confirm(token)).status).toBe(400);
    await correct(admin, rider.id, { email: other });
    expect((await confirm(await linkTo(other))).body.changee).toBe(true);
    expect([await signIn(rider.email), await signIn(other)]).toEqual([401, 200]);
  });

  test("ce qui n'est pas donné reste ; un nom sans lettre est refusé et ne change rien", async () => {
    const [admin, rider] = [await c.t.as({ role: 'admin' }), await c.t.as()];
    expect((await correct(admin, rider.id, { telephone: '081 61 23 45' })).body).toMatchObject({
      prenom: 'Camille',
      telephone: '081 61 23 45',
      email_demande: null,
    });
    expect((await correct(admin, rider.id, { prenom: '123', telephone: '1' })).body.code).toBe(
      'prenom_manquant',
    );
    expect((await rider('GET', '/api/profil')).body).toMatchObject({
      prenom: 'Camille',
      telephone: '081 61 23 45',
    });
    expect((await correct(rider, admin.id, { prenom: 'Moi' })).status).toBe(403);
  });

  test('pas sa propre adresse : elle se change avec le mot de passe', async () => {
    const admin = await c.t.as({ role: 'admin' });
    expect((await correct(admin, admin.id, { email: fresh() })).body).toMatchObject({
      code: 'adresse_de_soi',
      message: 'Votre propre adresse email se change dans votre profil.',
    });
    expect((await correct(admin, admin.id, { nom: 'Bureau' })).body.nom).toBe('Bureau');
  });

  test("une adresse jamais confirmée (une faute à l'inscription) est remplacée aussitôt, et reçoit le lien de confirmation", async () => {
    const admin = await c.t.as({ role: 'admin' });
    const [wrong, right] = [fresh('faute'), fresh('juste')];
    await c.t.anonymous('POST', '/api/auth/sign-up/email', {
      prenom: 'Zoé',
      nom: 'Willems',
      email: wrong,
      password: 'bombe et guêtres',
    });
    const {
      rows: [{ id }],
    } = await c.t.services.db.execute<any>(sql`select id from users where email = ${wrong}`);
    c.smtp.recus.length = 0;
    await sent();
    c.smtp.recus.length = 0;
    expect((await correct(admin, id, { email: right })).body).toMatchObject({
      email: right,
      email_confirme: false,
      email_demande: null,
      statut: 'en_attente',
    });
    const [token] = await jetonsOf(c.t.services, right, 'confirmation_adresse');
    // no email to the owner of the mistyped address
    expect(await sent()).toEqual([`${right} Confirmez votre adresse email`]);
    expect((await confirm(token!)).body).toEqual({
      status: true,
      deja_confirmee: false,
      changee: false,
    });
  });

  test('un compte de démonstration garde une adresse de la démonstration', async () => {
    const [admin, demo] = [await c.t.as({ role: 'admin' }), await createPerson(c.t.services.db)];
    await c.t.services.db.execute(
      sql`update users set email = ${`p${n}@demo.example`} where id = ${demo.id}`,
    );
    expect((await correct(admin, demo.id, { email: fresh() })).body.code).toBe(
      'adresse_de_demonstration',
    );
    expect(
      (await correct(admin, demo.id, { email: `autre${n}@demo.example` })).body.email_demande,
    ).toBe(`autre${n}@demo.example`);
  });
});

test("ce qui va par l'adresse suit : emails qui attendent, tentatives comptées ; les liens envoyés à l'ancienne n'ouvrent plus", async () => {
  const rider = await c.t.as();
  const other = fresh();
  await c.t.anonymous('POST', '/api/auth/request-password-reset', { email: rider.email });
  await answerDemandes(c.t.services);
  const [reset] = await jetonsOf(c.t.services, rider.email);
  await c.write(
    {
      sorte: 'rappel',
      nom: 'Camille',
      copie: false,
      lecon: {
        reservation_id: '00000000-0000-4000-8000-000000000000',
        version: 0,
        date_reservation: '2026-12-15',
        heure_debut: '14:00',
        heure_fin: '15:00',
        type_piste: 'exterieure',
        type: 'Longe',
        noms_participants: ['Camille'],
        remarques: null,
      },
    },
    {
      destinataire: rider.email,
      user_id: rider.id,
      envoyer_apres: new Date('2026-12-14T13:00:00Z'),
      perime_apres: new Date('2026-12-15T14:00:00Z'),
    },
  );
  for (let round = 0; round < 10; round += 1)
    await c.t.anonymous('POST', '/api/auth/sign-in/email', {
      email: rider.email,
      password: 'faux',
    });
  await ask(rider, other);
  expect((await confirm(await linkTo(other))).body.changee).toBe(true);

  expect(
    (await c.rows())
      .filter(({ sorte }) => sorte === 'rappel')
      .map(({ destinataire }) => destinataire),
  ).toEqual([other]);
  expect(
    (
      await c.t.anonymous('POST', '/api/auth/reset-password', {
        token: reset,
        newPassword: 'une bombe et des guêtres',
      })
    ).body.code,
  ).toBe('lien_reinitialisation_invalide');
  expect(await signIn(other)).toBe(429); // the ten failures still count
});

test("son effacement trouve aussi l'ancienne adresse et celle qui attend ; ses données les donnent", async () => {
  const admin = await c.t.as({ role: 'admin' });
  const rider = await c.t.as();
  const [second, third] = [fresh('deuxieme'), fresh('troisieme')];
  await admin('POST', '/api/functions/send-email', {
    to: rider.email,
    subject: 'Bonjour',
    html: '<p>Pour vous.</p>',
  });
  await admin('POST', '/api/functions/send-email', {
    to: 'autre@essai.example',
    subject: 'Au sujet de Camille',
    html: `<p>Son adresse est ${rider.email}.</p>`,
  });
  await ask(rider, second);
  await confirm(await linkTo(second));
  await ask(rider, third);
  await c.round();
  const { body } = await rider('GET', '/api/profil/donnees');
  expect(body.compte).toMatchObject({
    email: second,
    email_demande: third,
    emails_anciens: [rider.email],
  });
  expect(body.courriels.map(({ sujet }: { sujet: string }) => sujet)).toContain('Bonjour');
  expect((await admin('DELETE', `/api/users/${rider.id}`)).status).toBe(200);
  await c.round(); // the email about it is sent, and then blanked
  expect(await findEverywhere(c.t.url, [rider.email, second, third])).toEqual([]);
});

test("une ancienne adresse qui est à quelqu'un d'autre n'est pas effacée avec le premier", async () => {
  const [rider, heir] = [await c.t.as(), await c.t.as()];
  await ask(rider, fresh());
  const {
    rows: [{ email_demande: moved }],
  } = await c.t.services.db.execute<any>(
    sql`select email_demande from users where id = ${rider.id}`,
  );
  await confirm(await linkTo(moved));
  await ask(heir, rider.email);
  await confirm(await linkTo(rider.email));
  await transact(c.t.services.db, [], async (tx) => tx.execute(sql`delete from courriels`));
  const admin = await c.t.as({ role: 'admin' });
  await admin('POST', '/api/functions/send-email', {
    to: rider.email,
    subject: 'Pour la nouvelle personne',
    html: '<p>Bonjour.</p>',
  });
  await admin('DELETE', `/api/users/${rider.id}`);
  expect(
    (await c.rows())
      .filter(({ sorte }) => sorte === 'libre')
      .map(({ destinataire }) => destinataire),
  ).toEqual([rider.email]);
  expect(await signIn(rider.email)).toBe(200);
});

describe("sans serveur d'emails", () => {
  const bare = useTestApp();

  test('la sienne, avec le mot de passe, et celle que corrige un administrateur changent aussitôt', async () => {
    const [admin, rider] = [await bare.as({ role: 'admin' }), await bare.as()];
    const [own, corrected] = [fresh(), fresh()];
    expect(
      (await rider('PUT', '/api/profil/email', { password: PASSWORD, email: own })).body,
    ).toMatchObject({ email: own, email_demande: null });
    expect(
      (await admin('PATCH', `/api/users/${rider.id}/coordonnees`, { email: corrected })).body,
    ).toMatchObject({ email: corrected, email_demande: null, email_confirme: true });
    expect([await signIn(own, bare), await signIn(corrected, bare)]).toEqual([401, 200]);
    expect(
      (await admin('PATCH', `/api/users/${rider.id}/coordonnees`, { email: admin.email })).body
        .code,
    ).toBe('email_pris');
  });
});
