/** 'Inviter' makes an account for a customer, who enters it by a link (CLI-10). */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { answerDemandes } from '../../../src/server/actions/signin/liens.ts';
import { DEMANDE, MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { jetonsOf } from '../../support/jetons.ts';
import { PASSWORD } from '../../support/people.ts';

const t = useTestApp();
const NEW_PASSWORD = 'un premier mot de passe';

const run = async (statement: string): Promise<Stored[]> =>
  (await t.services.db.execute<Stored>(sql.raw(statement))).rows;

beforeEach(async () => {
  t.clock.now = MORNING;
  await run('truncate reservations, courriels, essais, journal cascade');
  await run('delete from clients where nom is not null');
});

const signIn = (email: string, password: string) =>
  t.anonymous('POST', '/api/auth/sign-in/email', { email, password });
const reset = (token: string) =>
  t.anonymous('POST', '/api/auth/reset-password', { token, newPassword: NEW_PASSWORD });
const invite = (admin: Awaited<ReturnType<typeof t.as>>, id: string, email: string) =>
  admin('POST', `/api/clients/${id}/invitation`, { email });

test('qui réservait par téléphone entre par son lien, et trouve ses leçons, ses cavaliers et qui paie pour lui', async () => {
  const [admin, payer] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: lesson } = await admin('POST', '/api/reservations', {
    ...DEMANDE,
    noms_participants: ['Ysaline'],
    nombre_personnes: 1,
    pour: { nom: 'Jeanne Dupont', telephone: '0475 10 22 33' },
  });
  const id = lesson.user_id;
  await run(`insert into cavaliers (user_id, nom) values ('${id}', 'Ysaline')`);
  await run(
    `update clients set note = 'Préfère le matin', adresse = 'Rue Haute 3' where id = '${id}'`,
  );
  await admin('PUT', `/api/clients/${id}/payeur`, { payeur: payer.id });
  await run('delete from courriels');

  const answer = await invite(admin, id, ' Jeanne@Essai.example ');
  expect([answer.status, answer.body.email_envoye]).toEqual([200, false]);
  expect(
    await run(
      `select email, full_name, telephone, adresse, role, statut, email_confirme from users where id = '${id}'`,
    ),
  ).toEqual([
    {
      email: 'jeanne@essai.example',
      full_name: 'Jeanne Dupont',
      telephone: '0475 10 22 33',
      adresse: 'Rue Haute 3',
      role: 'utilisateur',
      statut: 'actif',
      email_confirme: false,
    },
  ]);
  // The data of an account stand once.
  expect(
    await run(`select nom, telephone, adresse, note, paye_par from clients where id = '${id}'`),
  ).toEqual([
    { nom: null, telephone: null, adresse: null, note: 'Préfère le matin', paye_par: payer.id },
  ]);
  expect(await run('select sorte, destinataire, destinataire_nom from courriels')).toEqual([
    {
      sorte: 'invitation',
      destinataire: 'jeanne@essai.example',
      destinataire_nom: 'Jeanne Dupont',
    },
  ]);
  // Nobody enters without the link.
  expect((await signIn('jeanne@essai.example', PASSWORD)).status).toBe(401);

  const [jeton] = await jetonsOf(t.services, 'jeanne@essai.example', 'invitation');
  expect(
    (await t.anonymous('POST', '/api/auth/reset-password/verification', { token: jeton })).body,
  ).toMatchObject({ valable: true, email: 'jeanne@essai.example' });
  expect((await reset(jeton!)).status).toBe(200);
  expect((await reset(jeton!)).status).toBe(400);
  const { status, body } = await signIn('jeanne@essai.example', NEW_PASSWORD);
  expect([status, body.user.id]).toEqual([200, id]);
  expect(
    await run(
      `select r.user_id, p.nom, c.nom as cavalier from reservations r join participants p on p.reservation_id = r.id join cavaliers c on c.user_id = p.user_id`,
    ),
  ).toEqual([{ user_id: id, nom: 'Ysaline', cavalier: 'Ysaline' }]);
  expect(await run("select action, objet_id from journal where action = 'client.invite'")).toEqual([
    { action: 'client.invite', objet_id: id },
  ]);
});

test('le lien ouvre pendant 7 jours, et finit dès que la personne a choisi un mot de passe', async () => {
  const admin = await t.as({ role: 'admin' });
  const { body: client } = await admin('POST', '/api/clients', { nom: 'Jeanne Dupont' });
  await invite(admin, client.id, 'jeanne2@essai.example');
  const [jeton] = await jetonsOf(t.services, 'jeanne2@essai.example', 'invitation');
  const opens = async () =>
    (await t.anonymous('POST', '/api/auth/reset-password/verification', { token: jeton })).body
      .valable;
  const at = (minutes: number) => {
    t.clock.now = new Date(MORNING.getTime() + minutes * 60_000);
  };
  at(7 * 1440 - 1);
  expect(await opens()).toBe(true);
  at(7 * 1440);
  expect(await opens()).toBe(false);
  at(60);
  // By another link.
  await t.anonymous('POST', '/api/auth/request-password-reset', { email: 'jeanne2@essai.example' });
  await answerDemandes(t.services);
  const [other] = await jetonsOf(t.services, 'jeanne2@essai.example');
  expect((await reset(other!)).status).toBe(200);
  expect(await opens()).toBe(false);
});

test.each([
  ['un compte', async () => (await t.as()).id, 'libre@essai.example', 409, 'client_deja_invite'],
  [
    'un client inconnu',
    async () => '00000000-0000-4000-8000-000000000000',
    'libre@essai.example',
    404,
    'client_inconnu',
  ],
  ['une adresse prise', null, null, 409, 'email_pris'],
  ['une adresse qui n’en est pas une', null, 'jeanne', 400, 'email_invalide'],
])('%s est refusé, et rien ne change', async (_, whose, email, status, code) => {
  const [admin, other] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: client } = await admin('POST', '/api/clients', { nom: 'Jeanne Dupont' });
  const id = whose ? await whose() : client.id;
  const before = await run('select count(*)::int as n from users');
  const answer = await invite(admin, id, email ?? other.email);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await run('select count(*)::int as n from users')).toEqual(before);
  expect(await run(`select nom from clients where id = '${client.id}'`)).toEqual([
    { nom: 'Jeanne Dupont' },
  ]);
  expect(await run('select 1 from courriels')).toEqual([]);
});

test('dix invitations simultanées : un compte, une réussite', async () => {
  const admin = await t.as({ role: 'admin' });
  const { body: client } = await admin('POST', '/api/clients', { nom: 'Jeanne Dupont' });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => invite(admin, client.id, `jeanne.${n}@essai.example`)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
  expect(await run(`select count(*)::int as n from users where id = '${client.id}'`)).toEqual([
    { n: 1 },
  ]);
});
