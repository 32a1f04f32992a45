/** Ten administrators at two instances who move, lengthen, retype and un-cancel lessons at the same instant (BOOK-06, DESK-19). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import pg from 'pg';
import { addDays, momentAt } from '#domain/calendrier.ts';
import { openPool } from '#server/platform/db.ts';
import { createPerson, PASSWORD } from '../support/people.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { type Server, startServer, tokenFor } from '../support/server.ts';

const ADMINS = 10;
const JOUR = addDays(momentAt(new Date()).jour, 40);

type Lecon = Record<string, unknown> & { id: string };

let database: TestDatabase;
let servers: Server[];
let tokens: string[];
let sql: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  const env = { DATABASE_URL: database.url, SECRET: 'le-meme-secret-pour-les-deux-bureaux' };
  servers = await Promise.all([startServer(env), startServer(env)]);
  const { pool, db } = openPool(database.url, () => {});
  const people = await Promise.all(Array.from({ length: ADMINS }, () => createPerson(db, { role: 'admin' })));
  await pool.end();
  tokens = await Promise.all(people.map(({ email }, i) => tokenFor(servers[i % 2]!.url, email, PASSWORD)));
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});

afterAll(async () => {
  await sql?.end();
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await database?.drop();
});

beforeEach(() => sql.query('truncate reservations, courriels'));

async function ask(admin: number, method: string, path: string, body: object): Promise<{ status: number; body: Lecon }> {
  const response = await fetch(`${servers[admin % 2]!.url}${path}`, {
    method, headers: { authorization: `Bearer ${tokens[admin]}`, 'content-type': 'application/json' }, body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() as Lecon };
}

const put = (admin: number, lecon: Lecon, change: object) => ask(admin, 'PUT', `/api/reservations/${lecon.id}`, { ...lecon, ...change });

/** Ten half-hour lessons on ten days, ten o'clock. */
async function tenLessons(): Promise<Lecon[]> {
  const answers = await Promise.all(Array.from({ length: ADMINS }, (_, i) => ask(i, 'POST', '/api/reservations', {
    type_lecon: 'saut', nombre_personnes: 1, noms_participants: ['Camille'], date_reservation: addDays(JOUR, i), type_piste: 'interieure', heure_debut: '10:00', remarques: null,
  })));
  return answers.map(({ body }) => body);
}

async function overlaps(): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(`select count(*)::int as n from reservations a join reservations b
    on a.id < b.id and a.type_piste = b.type_piste and a.date_reservation = b.date_reservation
    and a.heure_debut < b.heure_fin and b.heure_debut < a.heure_fin where a.statut <> 'annulee' and b.statut <> 'annulee'`);
  return rows[0]!.n;
}

const winners = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

test('dix déplacements vers une même heure, dix fois : un seul y arrive à chaque fois', async () => {
  for (let round = 0; round < 10; round += 1) {
    await sql.query('truncate reservations, courriels');
    const lecons = await tenLessons();
    const answers = await Promise.all(lecons.map((lecon, i) => put(i, lecon, { date_reservation: addDays(JOUR, 20), heure_debut: '14:00' })));
    expect(winners(answers)).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await overlaps()).toBe(0);
  }
});

test('dix leçons annulées au même endroit, rétablies ensemble : une seule revient', async () => {
  const lecons = await tenLessons();
  const annulees: Lecon[] = [];
  for (const [i, lecon] of lecons.entries()) annulees.push((await put(i, lecon, { statut: 'annulee', date_reservation: addDays(JOUR, 20) })).body);
  const answers = await Promise.all(annulees.map((lecon, i) => put(i, lecon, { statut: i % 2 ? 'confirmee' : 'en_attente' })));
  expect(winners(answers)).toEqual([200, ...Array<number>(9).fill(409)]);
  expect(await overlaps()).toBe(0);
});

test('dix leçons qui se suivent, allongées ensemble par un autre type : aucune n\'empiète sur sa voisine', async () => {
  const lecons = await tenLessons();
  const suite: Lecon[] = [];
  for (const [i, lecon] of lecons.entries()) {
    suite.push((await put(i, lecon, { date_reservation: addDays(JOUR, 20), heure_debut: `${String(9 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}` })).body);
  }
  const answers = await Promise.all(suite.map((lecon, i) => put(i, lecon, { type_lecon: 'collective' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1); // the last alone has room after it
  expect(await overlaps()).toBe(0);
});

test('dix changements de la même version d\'une leçon : un seul est gardé, les autres apprennent qu\'elle a changé', async () => {
  const [lecon] = await tenLessons() as [Lecon];
  const answers = await Promise.all(Array.from({ length: ADMINS }, (_, i) => put(i, lecon, { remarques: `de ${i}` })));
  expect(winners(answers)).toEqual([200, ...Array<number>(9).fill(409)]);
  expect(answers.filter(({ status }) => status === 409).every(({ body }) => body['code'] === 'reservation_changee')).toBe(true);
});

test('dix qui enregistrent les mêmes prix, puis les mêmes paramètres, par deux instances : un seul y arrive', async () => {
  const lire = async (path: string): Promise<unknown> => (await fetch(`${servers[0]!.url}${path}`, { headers: { authorization: `Bearer ${tokens[0]}` } })).json();
  const prix = await lire('/api/prix') as { type_lecon: string; prix: number }[];
  const desPrix = await Promise.all(Array.from({ length: ADMINS }, (_, i) => ask(i, 'PUT', '/api/prix', prix.map((ligne) => ({ ...ligne, prix: 10 + i })))));
  expect(winners(desPrix)).toEqual([200, ...Array<number>(9).fill(409)]);
  const gagnant = desPrix.findIndex(({ status }) => status === 200);
  expect(new Set((await lire('/api/prix') as { prix: number }[]).map((ligne) => ligne.prix))).toEqual(new Set([10 + gagnant]));
  const parametres = await lire('/api/parametres') as object;
  const desParametres = await Promise.all(Array.from({ length: ADMINS }, (_, i) => ask(i, 'PUT', '/api/parametres', { ...parametres, maxBookingsPerDay: 20 + i })));
  expect(winners(desParametres)).toEqual([200, ...Array<number>(9).fill(409)]);
  expect(await lire('/api/parametres')).toMatchObject({ maxBookingsPerDay: 20 + desParametres.findIndex(({ status }) => status === 200), version: 1 });
});
