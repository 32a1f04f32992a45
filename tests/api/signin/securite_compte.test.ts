/**
 * The notifications to the owner of an account about access to it (MAIL-40), and what ends with a
 * new password (ACC-69).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { signOutEverywhere } from '../../../src/server/actions/signin/session.ts';
import { transact } from '../../../src/server/platform/db.ts';
import { byServer } from '../../../src/server/stores/journal.ts';
import { ORIGIN, type TestApp } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { confirmSessions, PASSWORD } from '../../support/people.ts';
import { activate } from '../../support/second_facteur.ts';
import { codeAt } from '../../support/totp.ts';
import { Authenticator } from '../../support/webauthn.ts';

const c = useCourrier();
const NEW_PASSWORD = 'une bombe et des guêtres';

beforeEach(async () => {
  await c.t.services.db.execute(sql`delete from essais`);
  await c.t.services.db.execute(
    sql`update parametres set "secondFacteurAdmins" = false, "calendarFeeds" = true`,
  );
});

type Someone = Awaited<ReturnType<TestApp['as']>>;

/** Sends the waiting emails. Returns those to an address, as subject and text. */
async function told(email: string): Promise<{ subject: string | undefined; text: string }[]> {
  await c.round();
  return c.smtp.recus
    .filter(({ to }) => [to].flat()[0]?.value[0]?.address === email)
    .map(({ subject, text }) => ({ subject, text: text ?? '' }));
}
const subjects = async (email: string) => (await told(email)).map(({ subject }) => subject);

async function addKey(person: Someone): Promise<Authenticator> {
  const device = new Authenticator(ORIGIN);
  const { body } = await person('POST', '/api/profil/cles-acces/debut', { password: PASSWORD });
  expect(
    (
      await person('POST', '/api/profil/cles-acces', {
        nom: 'Téléphone',
        reponse: device.create(body),
      })
    ).status,
  ).toBe(201);
  return device;
}
const drawFeed = async (person: Someone) =>
  new URL((await person('POST', '/api/profil/calendriers', { type_piste: null })).body.adresse)
    .pathname;
const change = (person: Someone, garder?: string[]) =>
  person('PUT', '/api/profil/mot-de-passe', {
    password: PASSWORD,
    newPassword: NEW_PASSWORD,
    ...(garder && { garder }),
  });
/**
 * Which accesses to the account still work: another session, the passkeys, the calendar address.
 */
async function open(person: Someone, other: string, feed: string): Promise<boolean[]> {
  const {
    rows: [row],
  } = await c.t.services.db.execute<any>(
    sql`select count(*)::int as cles from cles_acces where user_id = ${person.id}`,
  );
  return [
    (await c.t.anonymous('GET', '/api/profil', undefined, { cookie: other })).status === 200,
    row.cles > 0,
    (await c.t.anonymous('GET', feed)).status === 200,
  ];
}
async function elsewhere(email: string): Promise<string> {
  const { headers } = await c.t.anonymous('POST', '/api/auth/sign-in/email', {
    email,
    password: PASSWORD,
  });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}
async function linkOf(email: string): Promise<string> {
  await c.t.anonymous('POST', '/api/auth/request-password-reset', { email });
  await answerDemandes(c.t.services);
  return (await jetonsOf(c.t.services, email))[0]!;
}
const reset = (token: string, garder?: string[]) =>
  c.t.anonymous('POST', '/api/auth/reset-password', {
    token,
    newPassword: NEW_PASSWORD,
    ...(garder && { garder }),
  });

describe('un nouveau mot de passe dans le profil', () => {
  test('termine tout ce qui entre encore, sauf cette session, et le dit par email', async () => {
    const rider = await c.t.as();
    await addKey(rider);
    const [other, feed] = [await elsewhere(rider.email), await drawFeed(rider)];
    expect(await open(rider, other, feed)).toEqual([true, true, true]);
    expect((await change(rider)).body).toEqual({ success: true });
    expect([
      (await rider('GET', '/api/profil')).status,
      ...(await open(rider, other, feed)),
    ]).toEqual([200, false, false, false]);
    const email = (await told(rider.email)).find(
      ({ subject }) => subject === 'Votre mot de passe a changé',
    ); // in addition to the email about the passkey
    expect(email?.text).toContain(
      'Le samedi 21 novembre 2026 à 9h30, le mot de passe de votre compte chez Manège a été changé dans votre profil.',
    );
    expect(email?.text).toContain(
      "Si ce n'était pas vous, choisissez un nouveau mot de passe par « Mot de passe oublié ? »",
    );
  });

  test.each([
    [['sessions'], [true, false, false]],
    [['cles'], [false, true, false]],
    [['calendriers'], [false, false, true]],
  ])("garde seulement ce qu'on dit : %s", async (garder, kept) => {
    const rider = await c.t.as();
    await addKey(rider);
    const [other, feed] = [await elsewhere(rider.email), await drawFeed(rider)];
    expect((await change(rider, garder)).status).toBe(200);
    expect(await open(rider, other, feed)).toEqual(kept);
  });

  test("laisse les clés d'un administrateur dont elles sont la double authentification exigée ; avec une application, elles partent", async () => {
    // ACC-62
    const [admin, other] = [await c.t.as({ role: 'admin' }), await c.t.as({ role: 'admin' })];
    await addKey(admin);
    await addKey(other);
    await activate(c.t, other);
    await c.t.services.db.execute(sql`update parametres set "secondFacteurAdmins" = true`);
    expect((await change(admin)).status).toBe(200);
    expect((await admin('GET', '/api/profil/second-facteur')).body.cles).toHaveLength(1);
    expect((await change(other)).status).toBe(200);
    expect((await other('GET', '/api/profil/second-facteur')).body.cles).toEqual([]);
  });
});

describe('un nouveau mot de passe par un lien', () => {
  test('termine toutes les sessions, les clés et les adresses de calendrier, et le dit par email', async () => {
    const rider = await c.t.as();
    await addKey(rider);
    const [other, feed] = [await elsewhere(rider.email), await drawFeed(rider)];
    const token = await linkOf(rider.email);
    expect(
      (await c.t.anonymous('POST', '/api/auth/reset-password/verification', { token })).body,
    ).toEqual({ valable: true, email: rider.email, cles: 1, calendriers: 1, cles_exigees: false });
    expect((await reset(token)).status).toBe(200);
    expect([
      (await rider('GET', '/api/profil')).status,
      ...(await open(rider, other, feed)),
    ]).toEqual([401, false, false, false]);
    expect(
      (await told(rider.email)).find(({ subject }) => subject === 'Votre mot de passe a changé')
        ?.text,
    ).toContain('un nouveau mot de passe a été choisi par un lien');
  });

  test("garde les clés et les adresses qu'on dit, jamais les sessions", async () => {
    const rider = await c.t.as();
    await addKey(rider);
    const [other, feed] = [await elsewhere(rider.email), await drawFeed(rider)];
    expect((await reset(await linkOf(rider.email), ['cles', 'calendriers'])).status).toBe(200);
    expect(await open(rider, other, feed)).toEqual([false, true, true]);
    expect((await reset(await linkOf(rider.email), ['sessions'])).status).toBe(400);
  });

  test("n'enlève pas à un administrateur la clé qui est sa double authentification exigée", async () => {
    // access to the mailbox alone does not bypass it
    const admin = await c.t.as({ role: 'admin' });
    await addKey(admin);
    await c.t.services.db.execute(sql`update parametres set "secondFacteurAdmins" = true`);
    const token = await linkOf(admin.email);
    expect(
      (await c.t.anonymous('POST', '/api/auth/reset-password/verification', { token })).body,
    ).toMatchObject({ cles: 1, cles_exigees: true });
    expect((await reset(token)).status).toBe(200);
    expect(
      (
        await c.t.anonymous('POST', '/api/auth/sign-in/email', {
          email: admin.email,
          password: NEW_PASSWORD,
        })
      ).body,
    ).toEqual({ etape: 'second_facteur', user: null });
  });
});

test("une application et des codes, une clé d'accès : ajoutés ou retirés, la personne l'apprend", async () => {
  const rider = await c.t.as();
  const key = await addKey(rider);
  const { cle } = await activate(c.t, rider);
  await rider('POST', '/api/profil/cles-acces/retrait', {
    id: key.id,
    password: PASSWORD,
    code: codeAt(c.t.clock.now, cle),
  });
  c.later(2);
  await rider('POST', '/api/profil/second-facteur/codes', {
    password: PASSWORD,
    code: codeAt(c.t.clock.now, cle),
  });
  c.later(2);
  await rider('POST', '/api/profil/second-facteur/retrait', {
    password: PASSWORD,
    code: codeAt(c.t.clock.now, cle),
  });
  expect((await subjects(rider.email)).toSorted()).toEqual(
    [
      'La double authentification est activée',
      'La double authentification est désactivée',
      "Une clé d'accès est ajoutée à votre compte",
      "Une clé d'accès est retirée de votre compte",
      'Vos codes de secours ont changé',
    ].toSorted(),
  );
});

test("une double authentification réinitialisée par un administrateur : la personne l'apprend, et ses adresses de calendrier sont supprimées", async () => {
  const [admin, rider] = [await c.t.as({ role: 'admin' }), await c.t.as()];
  await addKey(rider);
  const feed = await drawFeed(rider);
  await confirmSessions(c.t.services.db, c.t.clock.now);
  expect(
    (await admin('POST', `/api/users/${rider.id}/reinitialisation-second-facteur`)).status,
  ).toBe(200);
  expect((await c.t.anonymous('GET', feed)).status).toBe(404);
  expect(await subjects(rider.email)).toContain('Votre double authentification est réinitialisée');
});

test('« Terminer toutes les autres » et la déconnexion sur le serveur suppriment les adresses de calendrier', async () => {
  const rider = await c.t.as();
  const first = await drawFeed(rider);
  expect((await rider('DELETE', '/api/profil/sessions')).status).toBe(200);
  expect((await c.t.anonymous('GET', first)).status).toBe(404);
  const second = await drawFeed(rider);
  expect((await c.t.anonymous('GET', second)).status).toBe(200);
  await transact(c.t.services.db, [], (tx) =>
    signOutEverywhere(
      tx,
      byServer(() => c.t.clock.now),
      rider,
    ),
  );
  expect((await c.t.anonymous('GET', second)).status).toBe(404);
});

test("supprimé par un administrateur : la personne l'apprend par un email qui survit à son compte, puis qui est effacé", async () => {
  const [admin, rider] = [await c.t.as({ role: 'admin' }), await c.t.as()];
  expect((await admin('DELETE', `/api/users/${rider.id}`)).status).toBe(200);
  expect(
    (await c.rows()).map(({ sorte, destinataire, user_id }) => [sorte, destinataire, user_id]),
  ).toEqual([['effacement', rider.email, null]]);
  const [email] = await told(rider.email);
  expect(email?.subject).toBe('Votre compte est supprimé');
  expect(email?.text).toContain('Un administrateur a supprimé votre compte chez Manège.');
  expect(email?.text).toContain('Les leçons à venir qui étaient à votre nom restent réservées');
  expect(
    (await c.rows()).map(({ destinataire, destinataire_nom, contenu }) => [
      destinataire,
      destinataire_nom,
      contenu,
    ]),
  ).toEqual([['', '', { sorte: 'effacement', nom: '' }]]);
});

test("un refus ne change rien et n'écrit à personne", async () => {
  const rider = await c.t.as();
  expect(
    (
      await rider('PUT', '/api/profil/mot-de-passe', {
        password: 'faux',
        newPassword: NEW_PASSWORD,
      })
    ).status,
  ).toBe(400);
  expect(
    (await rider('POST', '/api/profil/cles-acces/retrait', { id: 'inconnue', password: PASSWORD }))
      .status,
  ).toBe(404);
  expect(await c.rows()).toEqual([]);
});
