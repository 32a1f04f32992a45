/**
 * The rounds of sending in real processes: two instances, one database, one SMTP server (MAIL-01).
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type pg from 'pg';
import { type Db, openPool } from '../../../src/server/platform/db.ts';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { until as untilTaken } from '../../support/courrier.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { callWith, type Server, startServer, tokenFor } from '../../support/server.ts';
import { type SmtpServer, startSmtp } from '../../support/smtp.ts';

let database: TestDatabase;
let smtp: SmtpServer;
let servers: Server[];
let pool: pg.Pool;
let db: Db;

beforeAll(async () => {
  [database, smtp] = await Promise.all([createDatabase(), startSmtp()]);
  ({ pool, db } = openPool(database.url, () => {}));
  servers = await Promise.all([start(), start()]);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await pool.end();
  await smtp.stop();
  await database.drop();
});

beforeEach(() => {
  Object.assign(smtp, { recus: [], essais: 0, conduites: [], toujours: {} });
});

const start = () =>
  startServer({
    DATABASE_URL: database.url,
    SECRET: 'un-secret-pour-la-ronde-du-courrier',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Les Écuries <bonjour@ecuries.example>',
  });
const subjects = () => smtp.recus.map(({ subject }) => subject).toSorted();

const until = (what: () => boolean) => untilTaken(what, smtp);

test("de l'inscription à la leçon, chaque email part tout seul, une fois, du nom du centre", async () => {
  const admin = await createPerson(db, { role: 'admin', prenom: 'Sophie', nom: 'Delvaux' });
  const email = 'zoe@ronde.example';
  const post = async (n: number, path: string, body: object) =>
    (
      await fetch(`${servers[n]!.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: servers[n]!.url },
        body: JSON.stringify(body),
      })
    ).status;
  expect(
    await post(0, '/api/auth/sign-up/email', {
      prenom: 'Zoé',
      nom: 'Willems',
      email,
      password: PASSWORD,
      telephone: null,
      adresse: null,
    }),
  ).toBe(201);
  await until(() => smtp.recus.length === 2);
  const confirmation = smtp.recus.find(
    ({ subject }) => subject === 'Confirmez votre adresse email',
  )!;
  const [, token] = /token=([\w-]+)/.exec(confirmation.text ?? '')!;
  expect(await post(1, '/api/auth/verify-email', { token })).toBe(200);
  const adminToken = await tokenFor(servers[1]!.url, admin.email, PASSWORD);
  const {
    rows: [{ id }],
  } = await pool.query('select id from users where email = $1', [email]);
  const { body } = await callWith(adminToken, `${servers[1]!.url}/api/users/${id}/approbation`, {
    role: 'utilisateur',
  });
  expect(body).toMatchObject({ email_envoye: true, user: { statut: 'actif' } });
  const rider = await tokenFor(servers[0]!.url, email, PASSWORD);
  const demande = {
    type_lecon: 'longe',
    nombre_personnes: 1,
    noms_participants: ['Zoé Willems'],
    date_reservation: addDays(momentAt(new Date()).jour, 9),
    type_piste: 'exterieure',
    heure_debut: '14:00',
  };
  expect((await callWith(rider, `${servers[0]!.url}/api/reservations`, demande)).status).toBe(201);
  await until(() => smtp.recus.length === 4);
  expect(subjects().map((subject) => subject?.split(' : ')[0])).toEqual([
    'Confirmez votre adresse email',
    'Leçon confirmée',
    'Nouvelle demande de compte',
    'Votre compte est approuvé',
  ]);
  for (const { from } of smtp.recus)
    expect(from?.value).toEqual([{ name: 'Les Écuries', address: 'bonjour@ecuries.example' }]);
});

test('ce qui attendait pendant que tout était arrêté part au redémarrage', async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await pool.query(`insert into courriels (cause, sorte, destinataire, destinataire_nom, contenu, envoyer_apres, perime_apres)
    select 'arret ' || n, 'essai', 'n' || n || '@essai.example', '', '{"sorte":"essai","nom":""}', now(), now() + interval '1 day' from generate_series(1, 30) n`);
  servers = await Promise.all([start(), start()]);
  await until(() => smtp.recus.length >= 30);
  expect(new Set(smtp.recus.map(({ messageId }) => messageId)).size).toBe(30);
  expect(smtp.recus).toHaveLength(30);
});

test("un serveur d'envoi qui fait attendre ne retient ni les réponses, ni l'arrêt ; ce qu'il n'avait pas pris repart", async () => {
  // MAIL-01, MAIL-18
  smtp.toujours = { delaiMs: 30_000 };
  const person = await createPerson(db);
  const rider = await tokenFor(servers[0]!.url, person.email, PASSWORD);
  const demande = (n: number) => ({
    type_lecon: 'longe',
    nombre_personnes: 1,
    noms_participants: ['Camille'],
    date_reservation: addDays(momentAt(new Date()).jour, 20 + n),
    type_piste: 'exterieure',
    heure_debut: '10:00',
  });
  for (let n = 0; n < 5; n += 1)
    expect((await callWith(rider, `${servers[0]!.url}/api/reservations`, demande(n))).status).toBe(
      201,
    );
  await until(() => smtp.essais > 0);
  expect((await callWith(rider, `${servers[1]!.url}/api/reservations`, demande(5))).status).toBe(
    201,
  );
  const codes = await Promise.all(servers.map((server) => server.stop()));
  expect([codes, smtp.recus]).toEqual([[0, 0], []]);
  const { rows } = await pool.query(
    "select count(*)::int as n from courriels where sorte = 'reservation_confirmee' and statut = 'en_attente' and user_id = $1",
    [person.id],
  );
  expect(rows).toEqual([{ n: 6 }]);
  smtp.toujours = {};
  const { rows: held } = await pool.query(
    "select 1 from courriels where tenu_jusque is not null or essais > 0 and statut = 'en_attente'",
  );
  // a stop releases a delivery that it interrupts, as if it had not been tried
  expect(held).toEqual([]);
  servers = await Promise.all([start(), start()]);
  await until(() => smtp.recus.length >= 6);
  expect(new Set(smtp.recus.map(({ messageId }) => messageId)).size).toBe(6);
});
