/**
 * What remains of an account after its erasure, following a typical life of an account, in a real
 * process with a real mail server (PEOPLE-30 to PEOPLE-32).
 */
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { type Db, openPool } from '../../../src/server/platform/db.ts';
import { endWaits } from '../../support/courrier.ts';
import { flat } from '../../support/images.ts';
import { createPerson, PASSWORD } from '../../support/people.ts';
import { createDatabase, type TestDatabase } from '../../support/postgres.ts';
import { type Server, startServer } from '../../support/server.ts';
import { type SmtpServer, startSmtp } from '../../support/smtp.ts';
import { findEverywhere } from '../../support/traces.ts';

let database: TestDatabase;
let pool: pg.Pool;
let db: Db;
let smtp: SmtpServer;
let server: Server;
let admin: Browser;

beforeAll(async () => {
  database = await createDatabase();
  ({ pool, db } = openPool(database.url, () => {}));
  smtp = await startSmtp();
  server = await startServer({
    DATABASE_URL: database.url,
    SECRET: 'un-secret-de-serveur-que-rien-ne-doit-ecrire',
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'no-reply@manege.example',
  });
  await pool.query(`update parametres set "adminEmail" = 'centre@bureau.example'`);
  admin = browser('198.51.100.9');
  await admin.signIn(
    (await createPerson(db, { role: 'admin', prenom: 'Odile', nom: 'Bureau' })).email,
    PASSWORD,
  );
});

afterAll(async () => {
  await server.kill();
  await smtp.stop();
  await pool.end();
  await database.drop();
});

type Browser = ReturnType<typeof browser>;

/** Sends calls with the cookies it received, from one address. */
function browser(ip: string) {
  const cookies = new Map<string, string>();
  const call = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: any }> => {
    const picture = body instanceof Buffer;
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        origin: server.url,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-forwarded-for': ip,
        'x-forwarded-host': new URL(server.url).host,
        'user-agent': `Navigateur de ${ip}`,
        ...(body === undefined
          ? {}
          : { 'content-type': picture ? 'image/png' : 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: picture ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: response.status, body: await response.json().catch(() => null) };
  };
  return {
    call,
    signIn: (email: string, password: string) =>
      call('POST', '/api/auth/sign-in/email', { email, password }),
  };
}

let n = 0;

/** A person whose texts occur nowhere else. */
function newcomer() {
  n += 1;
  return {
    prenom: `Zéphyrine${n}`,
    nom: `Quillacq${n}`,
    email: `zephyrine.q${n}@flot.example`,
    password: 'fraise-des-bois-8831',
    telephone: `0499 77 66 ${50 + n}`,
    adresse: `Rue Introuvable ${n}`,
  };
}
type Newcomer = ReturnType<typeof newcomer>;

const ipOf = (index: number): string => `203.0.113.${index}`;
const inDays = (days: number): string => addDays(momentAt(new Date()).jour, days);
/** Emails of changes need not wait for 30 seconds (MAIL-41). */
const until = async (what: () => unknown): Promise<void> => {
  const check = async () => {
    await endWaits(db, new Date());
    return Boolean(await what());
  };
  await expect.poll(check, { timeout: 20_000 }).toBe(true);
};
const sentTo = (email: string, subject: string) =>
  smtp.recus.find(
    ({ to, subject: said }) => JSON.stringify(to).includes(email) && said?.includes(subject),
  );
const tokenIn = (mail: ReturnType<typeof sentTo>): string =>
  /token=([\w.-]+)/.exec(String(mail?.text))?.[1] ?? '';

/** Signs up and confirms the address, with one wrong attempt. */
async function signUp(one: Newcomer, rider: Browser): Promise<string> {
  expect((await rider.call('POST', '/api/auth/sign-up/email', one)).status).toBe(201);
  expect((await rider.signIn(one.email, 'mauvais mot de passe')).status).toBe(401);
  await until(() => sentTo(one.email, 'Confirmez'));
  expect(
    (
      await rider.call('POST', '/api/auth/verify-email', {
        token: tokenIn(sentTo(one.email, 'Confirmez')),
      })
    ).status,
  ).toBe(200);
  const {
    rows: [row],
  } = await pool.query<{ id: string }>('select id from users where email = $1', [one.email]);
  return row!.id;
}

/** Everything that a rider does in a year. `day`: the first day of the lessons. */
async function live(one: Newcomer, rider: Browser, id: string, day: number): Promise<string[]> {
  expect(
    (await admin.call('POST', `/api/users/${id}/approbation`, { role: 'utilisateur' })).status,
  ).toBe(200);
  expect((await rider.signIn(one.email, one.password)).status).toBe(200);
  const nom = `${one.prenom} ${one.nom}`;
  const lesson = (days: number) => ({
    type_lecon: 'longe',
    nombre_personnes: 1,
    noms_participants: [nom],
    date_reservation: inDays(day + days),
    type_piste: 'exterieure',
    heure_debut: '14:00',
    remarques: `joindre au ${one.telephone} ou ${one.email}`,
  });
  const booked = [];
  for (let days = 0; days < 4; days += 1)
    booked.push((await rider.call('POST', '/api/reservations', lesson(days))).body);
  const [first, second] = booked;
  expect(
    (await admin.call('PUT', `/api/reservations/${first.id}`, { ...first, heure_debut: '15:00' }))
      .status,
  ).toBe(200);
  smtp.conduites = [{ message: 554 }];
  expect((await admin.call('DELETE', `/api/reservations/${second.id}`)).status).toBe(200);
  expect(
    (
      await admin.call('POST', '/api/functions/send-email', {
        to: 'centre@bureau.example',
        subject: `À propos de ${one.email}`,
        html: `<p>Bonjour,\n${one.email} a payé.</p>`,
      })
    ).status,
  ).toBe(200);
  expect(
    (
      await admin.call('POST', '/api/functions/send-email', {
        to: one.email,
        subject: 'Bonjour',
        html: `<p>${nom}</p>`,
      })
    ).status,
  ).toBe(200);
  expect(
    (await rider.call('PUT', '/api/profil/photo', await flat(80, 80, 1).png().toBuffer())).status,
  ).toBe(200);
  expect(
    (
      await rider.call('POST', '/api/cavaliers', {
        nom: `Tom ${one.nom}`,
        annee_naissance: 2015,
        note: `joindre au ${one.telephone}`,
      })
    ).status,
  ).toBe(201);
  expect((await rider.call('PATCH', '/api/profil', { adresse: `${one.adresse} bis` })).status).toBe(
    200,
  );
  expect(
    (await rider.call('POST', '/api/auth/request-password-reset', { email: one.email })).status,
  ).toBe(200);
  await until(() => sentTo(one.email, 'Réinitialisation'));
  expect(
    (
      await rider.call('POST', '/api/auth/reset-password', {
        token: tokenIn(sentTo(one.email, 'Réinitialisation')),
        newPassword: one.password,
      })
    ).status,
  ).toBe(200);
  expect((await rider.signIn(one.email, one.password)).status).toBe(200);
  expect((await rider.signIn(one.email, 'encore un mauvais')).status).toBe(401);
  const { status, body } = await rider.call('GET', '/api/profil/donnees');
  expect(status).toBe(200);
  expect(JSON.stringify(body)).toContain(one.telephone);
  return booked.filter((_, i) => i !== 1).map((reservation) => reservation.id);
}

const partsOf = (one: Newcomer): string[] => [
  one.email,
  one.telephone,
  one.adresse,
  one.prenom,
  one.nom,
  one.password,
];
/** The places where the person may still appear: the names in the reservations (PEOPLE-06). */
const kept = (one: Newcomer): string[] =>
  ['reservations', 'reservations_supprimees', 'participants', 'participants_supprimes'].flatMap(
    (table) => [`${table}: ${one.prenom}`, `${table}: ${one.nom}`],
  );
/** The network address counts for at most a day, for every user of it (LIM-10). */
const unexpected = async (one: Newcomer, ip: string): Promise<string[]> =>
  (await findEverywhere(database.url, [...partsOf(one), ip])).filter(
    (place) => ![...kept(one), `essais: ${ip}`].includes(place),
  );
const waiting = async (): Promise<number> =>
  Number(
    (
      await pool.query(
        `select count(*) from courriels where statut = 'en_attente' and (sorte in ('refus', 'effacement') or contenu ? 'a_effacer')`,
      )
    ).rows[0].count,
  );

test("avant l'effacement, la recherche trouve : le compte, les courriels, les sessions, les essais", async () => {
  const [one, ip] = [newcomer(), ipOf(1)];
  await live(one, browser(ip), await signUp(one, browser(ip)), 10);
  const places = await findEverywhere(database.url, [one.email, ip]);
  expect(places).toEqual(
    expect.arrayContaining([
      `users: ${one.email}`,
      `courriels: ${one.email}`,
      `reservations: ${one.email}`,
      `sessions: ${ip}`,
    ]),
  );
});

test('qui supprime son compte en annulant ses leçons ne laisse que son nom dans les réservations', async () => {
  const [one, ip] = [newcomer(), ipOf(2)];
  const rider = browser(ip);
  const ids = await live(one, rider, await signUp(one, rider), 20);
  expect(
    await rider.call('POST', '/api/profil/suppression', {
      password: 'pas le bon',
      lecons: 'annuler',
    }),
  ).toMatchObject({ status: 400, body: { code: 'mot_de_passe_actuel_incorrect' } });
  expect(
    await rider.call('POST', '/api/profil/suppression', {
      password: one.password,
      lecons: 'annuler',
    }),
  ).toMatchObject({ status: 200 });
  expect((await rider.call('GET', '/api/auth/get-session')).body).toEqual({
    user: null,
    fin: 'compte_supprime',
  });
  await until(() => sentTo(one.email, 'supprimé'));
  await until(
    () =>
      smtp.recus.filter(
        ({ to, subject }) =>
          JSON.stringify(to).includes('centre@') &&
          subject?.startsWith('Leçon annulée') &&
          subject.includes(one.nom),
      ).length >= 3,
  );
  await until(async () => (await waiting()) === 0);
  expect(await unexpected(one, ip)).toEqual([]);
  const { rows } = await pool.query(
    'select statut, user_id, remarques, noms_participants from reservations where id = any($1)',
    [ids],
  );
  expect(rows).toEqual(
    ids.map(() => ({
      statut: 'annulee',
      user_id: null,
      remarques: null,
      noms_participants: [`${one.prenom} ${one.nom}`],
    })),
  );
  // One email notified the person, and none of them of a cancellation.
  expect(
    smtp.recus.filter(
      ({ to, subject }) =>
        JSON.stringify(to).includes(one.email) && subject?.startsWith('Leçon annulée'),
    ).length,
  ).toBeLessThanOrEqual(1);
});

test('qui supprime son compte en gardant ses leçons les garde, sous son nom et sans ses remarques', async () => {
  const [one, ip] = [newcomer(), ipOf(3)];
  const rider = browser(ip);
  const id = await signUp(one, rider);
  const ids = await live(one, rider, id, 30);
  await pool.query('update parametres set "calendarFeeds" = true, "slotAlerts" = true');
  const slot = {
    type_lecon: 'longe',
    type_piste: 'interieure',
    date_reservation: inDays(30),
    heure_debut: '17:00',
  };
  expect(
    (
      await admin.call('POST', '/api/reservations', {
        ...slot,
        nombre_personnes: 1,
        noms_participants: ['Odile'],
        remarques: null,
      })
    ).status,
  ).toBe(201);
  expect((await rider.call('POST', '/api/alertes', slot)).status).toBe(200);
  expect((await rider.call('POST', '/api/profil/calendriers', { type_piste: null })).status).toBe(
    200,
  );
  const owned = async () =>
    (
      await pool.query(
        'select (select count(*)::int from alertes where user_id = $1) as alertes, (select count(*)::int from flux_calendrier where user_id = $1) as flux',
        [id],
      )
    ).rows[0];
  expect(await owned()).toEqual({ alertes: 1, flux: 1 });
  expect(
    await rider.call('POST', '/api/profil/suppression', {
      password: one.password,
      lecons: 'garder',
    }),
  ).toMatchObject({ status: 200 });
  expect(await owned()).toEqual({ alertes: 0, flux: 0 });
  await until(() => sentTo(one.email, 'supprimé'));
  await until(async () => (await waiting()) === 0);
  expect(await unexpected(one, ip)).toEqual([]);
  const { rows } = await pool.query(
    'select statut, remarques from reservations where id = any($1)',
    [ids],
  );
  expect(rows).toEqual(ids.map(() => ({ statut: 'confirmee', remarques: null })));
});

test('une modification commencée avec les remarques ne les ramène pas', async () => {
  const [one, ip] = [newcomer(), ipOf(7)];
  const rider = browser(ip);
  const [id = ''] = await live(one, rider, await signUp(one, rider), 50);
  const { body: before } = await admin.call('GET', `/api/reservations/${id}`);
  await rider.call('POST', '/api/profil/suppression', { password: one.password, lecons: 'garder' });
  const { telephone: _, ...edit } = before;
  expect(
    await admin.call('PUT', `/api/reservations/${id}`, { ...edit, heure_debut: '16:00' }),
  ).toMatchObject({ status: 409, body: { code: 'reservation_changee' } });
});

test("un compte qu'un administrateur supprime est effacé aussi bien", async () => {
  const [one, ip] = [newcomer(), ipOf(4)];
  const rider = browser(ip);
  const id = await signUp(one, rider);
  await live(one, rider, id, 40);
  smtp.toujours = { destinataire: 451 };
  await rider.call('POST', '/api/profil/mot-de-passe');
  await until(
    async () =>
      (
        await pool.query(
          `select from courriels where derniere_erreur is not null and statut = 'en_attente' and user_id = $1`,
          [id],
        )
      ).rowCount,
  );
  smtp.toujours = {};
  expect((await admin.call('DELETE', `/api/users/${id}`)).status).toBe(200);
  await until(async () => (await waiting()) === 0);
  expect(await unexpected(one, ip)).toEqual([]);
});

test("une demande refusée l'est aussi, dès que l'email du refus est parti", async () => {
  const [one, ip] = [newcomer(), ipOf(5)];
  const rider = browser(ip);
  const id = await signUp(one, rider);
  const { body } = await admin.call('POST', `/api/users/${id}/refus`);
  await until(() => sentTo(one.email, 'Votre demande de compte'));
  await until(async () => (await waiting()) === 0);
  expect(await unexpected(one, ip)).toEqual([]);
  expect((await admin.call('GET', `/api/courriels/${body.courriel}`)).body).toMatchObject({
    destinataire: '',
    destinataire_nom: '',
    statut: 'envoye',
    renvoyable: false,
  });
});

test("un email de refus qui n'arrive pas perd son adresse quand il est abandonné", async () => {
  const [one, ip] = [newcomer(), ipOf(6)];
  const rider = browser(ip);
  const id = await signUp(one, rider);
  await until(async () => (await waiting()) === 0);
  smtp.conduites = [{ destinataire: 550 }];
  const { body } = await admin.call('POST', `/api/users/${id}/refus`);
  await until(async () => (await waiting()) === 0);
  expect(await unexpected(one, ip)).toEqual([]);
  expect((await admin.call('GET', `/api/courriels/${body.courriel}`)).body).toMatchObject({
    destinataire: '',
    statut: 'echoue',
    renvoyable: false,
  });
});

test("le journal du processus n'a rien dit d'aucun d'eux", () => {
  const output = server.output().toLowerCase();
  expect(
    ['zéphyrine', 'quillacq', 'flot.example', '0499 77', 'introuvable', '203.0.113.'].filter(
      (text) => output.includes(text),
    ),
  ).toEqual([]);
});
