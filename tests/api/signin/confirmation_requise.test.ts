/**
 * A stolen cookie of an administrator: every action whose effect would outlive the session asks for
 * the password and the code again (ACC-100).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ContenuCourriel } from '../../../src/domain/emails/courriels.ts';
import { type Answer, type Caller, useTestApp } from '../../support/app.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { actionsOn, activate } from '../../support/second_facteur.ts';
import { codeAt } from '../../support/totp.ts';

const t = useTestApp();

const REFUSED = [
  409,
  "Rien n'a été changé : confirmez d'abord que c'est vous, avec votre mot de passe.",
];
const answerOf = ({ status, body }: Answer): unknown[] => [status, body.message];
const confirm = (caller: Caller, proof: object = { password: PASSWORD }): Promise<Answer> =>
  caller('POST', '/api/profil/confirmation', proof);
const wait = (minutes: number): void => {
  t.clock.now = new Date(t.clock.now.getTime() + minutes * 60_000);
};
const one = async (query: ReturnType<typeof sql>): Promise<Record<string, unknown>> =>
  (await t.services.db.execute(query)).rows[0]!;
const settings = async (admin: Caller, change: object): Promise<Answer> => {
  const { version: _, ...stored } = (await admin('GET', '/api/parametres')).body;
  return admin('PUT', '/api/parametres', { ...stored, ...change });
};

/** The link for a new password of an account; it waits because no email can be sent. */
async function waitingLink(admin: Caller, email: string): Promise<string> {
  const { answerDemandes } = await import('../../../src/server/actions/signin/liens.ts');
  await t.anonymous('POST', '/api/auth/request-password-reset', { email });
  await answerDemandes(t.services);
  const { body } = await admin('GET', '/api/courriels?page=1');
  return body.find(
    (one: Record<string, unknown>) =>
      one['destinataire'] === email && one['sorte'] === 'mot_de_passe',
  ).id;
}

beforeEach(async () => {
  await t.services.db.execute(sql`delete from courriels`);
  await t.services.db.execute(sql`delete from essais`);
  await t.services.db.execute(
    sql`update parametres set "secondFacteurAdmins" = false, "adminEmail" = ''`,
  );
});

/** Each call of a thief, and its effect on the database: none if it was refused. */
const CALLS: Record<
  string,
  (thief: Caller) => Promise<{
    call: () => Promise<Answer>;
    trace: () => Promise<unknown>;
    before: unknown;
    after: unknown;
  }>
> = {
  'approuver comme administrateur': async (thief) => {
    const { id } = await createPerson(t.services.db, { statut: 'en_attente' });
    return {
      call: () => thief('POST', `/api/users/${id}/approbation`, { role: 'admin' }),
      trace: () => one(sql`select role, statut from users where id = ${id}`),
      before: { role: 'utilisateur', statut: 'en_attente' },
      after: { role: 'admin', statut: 'actif' },
    };
  },
  promouvoir: async (thief) => {
    const { id } = await createPerson(t.services.db);
    return {
      call: () => thief('PATCH', `/api/users/${id}`, { role: 'admin' }),
      trace: () => one(sql`select role from users where id = ${id}`),
      before: { role: 'utilisateur' },
      after: { role: 'admin' },
    };
  },
  rétrograder: async (thief) => {
    const { id } = await createPerson(t.services.db, { role: 'admin' });
    return {
      call: () => thief('PATCH', `/api/users/${id}`, { role: 'utilisateur' }),
      trace: () => one(sql`select role from users where id = ${id}`),
      before: { role: 'admin' },
      after: { role: 'utilisateur' },
    };
  },
  'désactiver un administrateur': async (thief) => {
    const { id } = await createPerson(t.services.db, { role: 'admin' });
    return {
      call: () => thief('PATCH', `/api/users/${id}`, { statut: 'inactif' }),
      trace: () => one(sql`select statut from users where id = ${id}`),
      before: { statut: 'actif' },
      after: { statut: 'inactif' },
    };
  },
  'activer de nouveau un administrateur': async (thief) => {
    const { id } = await createPerson(t.services.db, { role: 'admin', statut: 'inactif' });
    return {
      call: () => thief('PATCH', `/api/users/${id}`, { statut: 'actif' }),
      trace: () => one(sql`select statut from users where id = ${id}`),
      before: { statut: 'inactif' },
      after: { statut: 'actif' },
    };
  },
  "réinitialiser la double authentification de quelqu'un": async (thief) => {
    const other = await t.as({ role: 'admin' });
    await activate(t, other);
    return {
      call: () => thief('POST', `/api/users/${other.id}/reinitialisation-second-facteur`),
      trace: () =>
        one(sql`select count(*)::int as n from seconds_facteurs where user_id = ${other.id}`),
      before: { n: 1 },
      after: { n: 0 },
    };
  },
  "changer l'adresse email d'un administrateur": async (thief) => {
    const { id, email } = await createPerson(t.services.db, { role: 'admin' });
    return {
      call: () => thief('PATCH', `/api/users/${id}/coordonnees`, { email: `voleur.${email}` }),
      trace: () => one(sql`select email from users where id = ${id}`),
      before: { email },
      after: { email: `voleur.${email}` },
    };
  },
  'supprimer un administrateur': async (thief) => {
    const { id } = await createPerson(t.services.db, { role: 'admin' });
    return {
      call: () => thief('DELETE', `/api/users/${id}`),
      trace: () => one(sql`select count(*)::int as n from users where id = ${id}`),
      before: { n: 1 },
      after: { n: 0 },
    };
  },
  'supprimer un administrateur par la fonction': async (thief) => {
    const { id } = await createPerson(t.services.db, { role: 'admin' });
    return {
      call: () => thief('POST', '/api/functions/delete-user', { userId: id }),
      trace: () => one(sql`select count(*)::int as n from users where id = ${id}`),
      before: { n: 1 },
      after: { n: 0 },
    };
  },
  "lever l'exigence de la double authentification": async (thief) => {
    await t.services.db.execute(sql`update parametres set "secondFacteurAdmins" = true`);
    return {
      call: () => settings(thief, { secondFacteurAdmins: false }),
      trace: () => one(sql`select "secondFacteurAdmins" as on from parametres`),
      before: { on: true },
      after: { on: false },
    };
  },
  "changer l'email de l'administrateur": async (thief) => ({
    call: () => settings(thief, { adminEmail: 'voleur@essai.example' }),
    trace: () => one(sql`select "adminEmail" as a from parametres`),
    before: { a: '' },
    after: { a: 'voleur@essai.example' },
  }),
  "tirer l'adresse de calendrier d'une piste": async (thief) => {
    await t.services.db.execute(sql`update parametres set "calendarFeeds" = true`);
    await t.services.db.execute(sql`delete from flux_calendrier`);
    return {
      call: () => thief('POST', '/api/profil/calendriers', { type_piste: 'interieure' }),
      trace: () =>
        one(sql`select count(*)::int as n from flux_calendrier where type_piste is not null`),
      before: { n: 0 },
      after: { n: 1 },
    };
  },
  "afficher le lien d'un administrateur": async (thief) => {
    const { email } = await createPerson(t.services.db, { role: 'admin' });
    const id = await waitingLink(thief, email);
    return {
      call: () => thief('POST', `/api/courriels/${id}/lien`),
      trace: () =>
        one(
          sql`select count(*)::int as n from journal where action = 'lien.montre' and details ->> 'courriel' = ${id}`,
        ),
      before: { n: 0 },
      after: { n: 1 },
    };
  },
};

describe.each(Object.keys(CALLS))('%s', (name) => {
  test('refusé avec le seul cookie, accepté après le mot de passe, refusé dix minutes plus tard', async () => {
    // ACC-100, LIM-150
    const thief = await t.as({ role: 'admin' });
    const first = await CALLS[name]!(thief);
    expect([answerOf(await first.call()), await first.trace()]).toEqual([REFUSED, first.before]);

    expect((await confirm(thief)).status).toBe(200);
    wait(9);
    expect([(await first.call()).status, await first.trace()]).toEqual([200, first.after]);
    await t.services.db.execute(sql`update parametres set "adminEmail" = ''`);

    const second = await CALLS[name]!(thief);
    wait(1);
    expect([answerOf(await second.call()), await second.trace()]).toEqual([REFUSED, second.before]);
  });
});

test('la fonction de suppression refuse comme la spécification le demande : success et error', async () => {
  // API-08
  const admin = await t.as({ role: 'admin' });
  const { id } = await createPerson(t.services.db, { role: 'admin' });
  const { status, body } = await t.anonymous(
    'POST',
    '/api/functions/delete-user',
    { userId: id },
    await t.bearer(admin.cookie),
  );
  expect([status, body.success, body.error]).toEqual([409, false, REFUSED[1]]);
  // An access token represents its session: a confirmation of the session also applies to the
  // token.
  await confirm(admin);
  expect(
    (
      await t.anonymous(
        'POST',
        '/api/functions/delete-user',
        { userId: id },
        await t.bearer(admin.cookie),
      )
    ).body,
  ).toEqual({ success: true });
});

test("ce qui ne survit pas à la session ne demande rien : approuver ou supprimer un cavalier, les autres réglages, le lien d'un cavalier", async () => {
  const admin = await t.as({ role: 'admin' });
  const pending = await createPerson(t.services.db, { statut: 'en_attente' });
  const rider = await createPerson(t.services.db);
  expect(
    (await admin('POST', `/api/users/${pending.id}/approbation`, { role: 'utilisateur' })).status,
  ).toBe(200);
  expect((await settings(admin, { secondFacteurAdmins: false, journalMois: 14 })).status).toBe(200);
  expect(
    (await admin('POST', `/api/courriels/${await waitingLink(admin, rider.email)}/lien`)).status,
  ).toBe(200);
  expect((await admin('PATCH', `/api/users/${rider.id}`, { statut: 'inactif' })).status).toBe(200);
  expect((await admin('DELETE', `/api/users/${rider.id}`)).status).toBe(200);
});

test("une session confirmée ne confirme ni une autre session, ni celle d'après", async () => {
  const owner = await t.as({ role: 'admin' });
  const { id } = await createPerson(t.services.db);
  await confirm(owner);
  const signedIn = await t.anonymous('POST', '/api/auth/sign-in/email', {
    email: owner.email,
    password: PASSWORD,
  });
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!;
  const elsewhere: Caller = (method, path, body) => t.anonymous(method, path, body, { cookie });
  expect(answerOf(await elsewhere('PATCH', `/api/users/${id}`, { role: 'admin' }))).toEqual(
    REFUSED,
  );
  // Nor does it apply to another person's session.
  const colleague = await t.as({ role: 'admin' });
  expect(answerOf(await colleague('PATCH', `/api/users/${id}`, { role: 'admin' }))).toEqual(
    REFUSED,
  );
  expect((await owner('PATCH', `/api/users/${id}`, { role: 'admin' })).status).toBe(200);
});

test('une horloge qui recule ne prolonge rien', async () => {
  const admin = await t.as({ role: 'admin' });
  const { id } = await createPerson(t.services.db);
  await confirm(admin);
  wait(-60);
  const answer = await admin('PATCH', `/api/users/${id}`, { role: 'admin' });
  wait(60);
  expect(answerOf(answer)).toEqual(REFUSED);
});

test('une règle refuse avant : personne ne donne son mot de passe pour rien', async () => {
  const admin = await t.as({ role: 'admin' });
  const rider = await createPerson(t.services.db);
  expect(
    (await admin('POST', `/api/users/${rider.id}/approbation`, { role: 'admin' })).body.code,
  ).toBe('demande_traitee');
  expect((await settings(admin, { adminEmail: 'pas une adresse' })).body.code).toBe(
    'email_admin_invalide',
  );
});

describe('le mot de passe demandé', () => {
  test('un faux compte comme ailleurs, et dix ferment la porte pour la journée', async () => {
    // ACC-80
    const thief = await t.as({ role: 'admin' });
    const { id } = await createPerson(t.services.db);
    for (let n = 0; n < 10; n += 1)
      expect(answerOf(await confirm(thief, { password: `mot de passe ${n}` }))).toEqual([
        400,
        'Le mot de passe actuel est incorrect.',
      ]);
    expect((await confirm(thief)).status).toBe(429);
    expect(
      (await thief('POST', '/api/profil/suppression', { password: PASSWORD, lecons: 'garder' }))
        .status,
    ).toBe(429);
    expect(answerOf(await thief('PATCH', `/api/users/${id}`, { role: 'admin' }))).toEqual(REFUSED);
  });

  test('avec une application, le code aussi', async () => {
    // ACC-67
    const admin = await t.as({ role: 'admin' });
    const { cle } = await activate(t, admin);
    const { id } = await createPerson(t.services.db);
    expect((await confirm(admin)).body.code).toBe('code_incorrect');
    expect((await confirm(admin, { password: PASSWORD, code: '000000' })).body.code).toBe(
      'code_incorrect',
    );
    expect(answerOf(await admin('PATCH', `/api/users/${id}`, { role: 'admin' }))).toEqual(REFUSED);
    expect(
      (await confirm(admin, { password: PASSWORD, code: codeAt(t.clock.now, cle) })).status,
    ).toBe(200);
    expect((await admin('PATCH', `/api/users/${id}`, { role: 'admin' })).status).toBe(200);
  });
});

describe('chaque administrateur reçoit un email', () => {
  // MAIL-30
  type Row = {
    destinataire: string;
    contenu: Extract<ContenuCourriel, { sorte: 'alerte_admins' }>;
  };
  const alertes = async (): Promise<Row[]> =>
    (
      await t.services.db.execute(
        sql`select destinataire, contenu from courriels where sorte = 'alerte_admins' order by destinataire`,
      )
    ).rows as Row[];

  test("d'un nouvel administrateur, d'un facteur réinitialisé et de l'exigence levée, aussi notifications coupées", async () => {
    await t.services.db.execute(sql`update users set role = 'utilisateur' where role = 'admin'`);
    const [admin, colleague] = [
      await t.as({ role: 'admin', prenom: 'Zoé', nom: 'Willems' }),
      await t.as({ role: 'admin' }),
    ];
    const pending = await createPerson(t.services.db, {
      statut: 'en_attente',
      prenom: 'Hugo',
      nom: 'Dubois',
    });
    await activate(t, colleague);
    await t.services.db.execute(
      sql`update parametres set "emailNotifications" = false, "secondFacteurAdmins" = true`,
    );
    await confirm(admin);
    await admin('POST', `/api/users/${pending.id}/approbation`, { role: 'admin' });
    const told = await alertes();
    expect(
      told.map(({ destinataire, contenu }) => [
        destinataire,
        contenu.fait,
        contenu.par?.nom,
        contenu.compte?.email,
      ]),
    ).toEqual(
      [admin, colleague]
        .map(({ email }) => [email, 'nouvel_administrateur', 'Zoé Willems', pending.email])
        .toSorted(),
    );
    await t.services.db.execute(sql`delete from courriels`);

    await admin('POST', `/api/users/${colleague.id}/reinitialisation-second-facteur`);
    expect(
      (await alertes()).map(({ destinataire, contenu }) => [destinataire, contenu.fait]),
    ).toEqual([admin, pending].map(({ email }) => [email, 'facteur_reinitialise']).toSorted());
    await t.services.db.execute(sql`delete from courriels`);

    await settings(admin, { secondFacteurAdmins: false });
    expect(
      (await alertes()).map(({ destinataire, contenu }) => [destinataire, contenu.fait]),
    ).toEqual([admin, colleague, pending].map(({ email }) => [email, 'exigence_levee']).toSorted());
    await t.services.db.execute(sql`update parametres set "emailNotifications" = true`);
  });

  test("rien de tel quand un cavalier est approuvé ou qu'un administrateur est rétrogradé", async () => {
    const admin = await t.as({ role: 'admin' });
    const other = await createPerson(t.services.db, { role: 'admin' });
    const pending = await createPerson(t.services.db, { statut: 'en_attente' });
    await confirm(admin);
    await admin('POST', `/api/users/${pending.id}/approbation`, { role: 'utilisateur' });
    await admin('PATCH', `/api/users/${other.id}`, { role: 'utilisateur' });
    expect(await alertes()).toEqual([]);
  });

  test("un compte effacé n'y est plus nommé, et l'email part quand même", async () => {
    // PEOPLE-31
    const admin = await t.as({ role: 'admin' });
    const { id, email } = await createPerson(t.services.db);
    await confirm(admin);
    await admin('PATCH', `/api/users/${id}`, { role: 'admin' });
    await admin('DELETE', `/api/users/${id}`);
    const told = (await alertes()).find(({ destinataire }) => destinataire === admin.email);
    expect(told?.contenu.compte).toBeNull();
    expect(JSON.stringify(await alertes())).not.toContain(email);
  });
});

test("un lien de cavalier affiché par le voleur ne s'ouvre plus une fois qu'un autre l'a promu, et l'affichage est dit avant", async () => {
  // ACC-104, ACC-105
  const [thief, honest] = [
    await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' }),
    await t.as({ role: 'admin' }),
  ];
  const rider = await createPerson(t.services.db);
  const { lien } = (
    await thief('POST', `/api/courriels/${await waitingLink(thief, rider.email)}/lien`)
  ).body;
  const token = String(lien).split('token=')[1];
  const isOpen = async () =>
    (await t.anonymous('POST', '/api/auth/reset-password/verification', { token })).body.valable;
  expect(await isOpen()).toBe(true);
  expect((await honest('GET', `/api/users?q=${rider.email}`)).body[0].adresse_par).toMatchObject({
    nom: 'Odile Bureau',
    geste: 'lien',
  });
  await confirm(honest);
  expect((await honest('PATCH', `/api/users/${rider.id}`, { role: 'admin' })).status).toBe(200);
  expect(await isOpen()).toBe(false);
});

test('le journal dit qui a confirmé', async () => {
  const admin = await t.as({ role: 'admin' });
  await confirm(admin);
  const { rows } = await t.services.db.execute(
    sql`select action from journal where acteur_id = ${admin.id} order by id desc limit 1`,
  );
  expect(rows).toEqual([{ action: 'session.confirmee' }]);
  expect(await actionsOn(t, admin.id)).toEqual([]);
});
