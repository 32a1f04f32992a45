/** Two server processes on one PostgreSQL, and riders who want the same thing at the same instant. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, momentAt } from '#domain/calendrier.ts';
import { CRENEAUX } from '#domain/creneaux.ts';
import { DEFAULT_TYPES } from '#domain/types_lecons.ts';
import { openPool } from '#server/platform/db.ts';
import { createPerson, PASSWORD } from '../support/people.ts';
import { createDatabase, readPostgresLog, type TestDatabase } from '../support/postgres.ts';
import { callWith, type Server, startServer, tokenFor } from '../support/server.ts';

const RIDERS = 50;
const JOUR = addDays(momentAt(new Date()).jour, 30);

let database: TestDatabase;
let servers: Server[];
let tokens: string[];
let sql: pg.Client;
let logBefore: number;

beforeAll(async () => {
  database = await createDatabase();
  logBefore = (await readPostgresLog()).length;
  const env = { DATABASE_URL: database.url, SECRET: 'le-meme-secret-pour-les-deux-instances' };
  servers = await Promise.all([startServer(env), startServer(env)]);
  const { pool, db } = openPool(database.url, () => {});
  const people = await Promise.all(Array.from({ length: RIDERS }, (_, i) => createPerson(db, { prenom: `Cavalier${i}` })));
  await pool.end();
  tokens = [];
  for (const [i, { email }] of people.entries()) tokens.push(await tokenFor(urlOf(i), email, PASSWORD));
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
});

afterAll(async () => {
  await sql?.end();
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await database?.drop();
});

const urlOf = (i: number): string => servers[i % 2]!.url;

/** Books as rider `i` on the instance `i % 2`, and says how long the answer took. */
async function book(i: number, demande: object): Promise<{ status: number; code?: string; ms: number }> {
  const start = performance.now();
  const { status, body } = await callWith(tokens[i % RIDERS]!, `${urlOf(i)}/api/reservations`, demande);
  return { status, code: body.code, ms: performance.now() - start };
}

async function count(query: string, ...values: unknown[]): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(`select count(*)::int as n from ${query}`, values);
  return rows[0]?.n ?? -1;
}

function report(title: string, answers: { ms: number }[]): void {
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  process.stdout.write(`  ${title} : la plus lente des ${answers.length} réponses a pris ${Math.round(slowest)} ms\n`);
}

test('de 200 demandes simultanées d\'un même créneau, une seule est confirmée et les 199 autres apprennent qu\'il vient d\'être réservé', async () => { // BOOK-20
  const demande = {
    type_lecon: 'collective', nombre_personnes: 1, noms_participants: ['Camille'], date_reservation: JOUR,
    type_piste: 'interieure', heure_debut: '10:00',
  };
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => book(i, demande)));
  report('200 sur un créneau', answers);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status, code }) => status === 409 && code === 'creneau_pris')).toHaveLength(199);
  expect(await count('reservations where date_reservation = $1', JOUR)).toBe(1);
});

test('500 leçons tirées au hasard sur une journée : aucune confirmée n\'en chevauche une autre, aucune réponse 201 ne manque', async () => { // BOOK-06
  const jour = addDays(JOUR, 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const answers = await Promise.all(Array.from({ length: 500 }, (_, i) => book(i, {
    type_lecon: pick(DEFAULT_TYPES).value, nombre_personnes: 1, noms_participants: ['Camille'], date_reservation: jour,
    type_piste: pick(['interieure', 'exterieure']), heure_debut: pick(CRENEAUX.slice(0, 23)),
  })));
  report('500 au hasard', answers);
  const stored = await count('reservations where date_reservation = $1', jour);
  expect(stored).toBeGreaterThan(10);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(stored);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(500 - stored);
  expect(await count(`reservations a join reservations b
    on a.id < b.id and a.type_piste = b.type_piste and a.date_reservation = b.date_reservation
    and a.heure_debut < b.heure_fin and b.heure_debut < a.heure_fin where a.statut <> 'annulee' and b.statut <> 'annulee'`)).toBe(0);
});

test('le journal de PostgreSQL ne montre aucun interblocage', async () => {
  const log = (await readPostgresLog()).slice(logBefore);
  expect(log).not.toMatch(/deadlock/i);
});
