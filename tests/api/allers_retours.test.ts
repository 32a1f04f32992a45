/** How often a call asks PostgreSQL and waits for its answer, counted on the wire between the instance and the database. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { book, type Caller, cookiesOf, DEMANDE, put, useTestApp } from '../support/app.ts';
import { createPerson, PASSWORD } from '../support/people.ts';
import { startWire, type Wire } from '../support/wire.ts';

let wire: Wire;
afterAll(() => wire.close()); // after the application, whose hook comes later and runs first
const t = useTestApp({
  reach: async (url) => {
    wire = await startWire(url);
    return wire.url;
  },
});

type Person = Caller & { id: string };
let [rider, admin]: [Person, Person] = [] as never;

beforeAll(async () => { [rider, admin] = [await t.as(), await t.as({ role: 'admin' })]; });

beforeEach(async () => {
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`update parametres set "maxBookingsPerDayApplied" = false, "breakBetweenLessonsApplied" = false, "adminEmail" = 'centre@essai.example'`);
  for (const caller of [rider, admin]) await caller('GET', '/api/auth/get-session'); // a session may be renewed at its first call
});

/** The round trips of a call that succeeds. */
async function tripsOf(call: () => Promise<{ status: number; body: unknown }>): Promise<number> {
  const before = wire.trips();
  const { status, body } = await call();
  const trips = wire.trips() - before;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return trips;
}

test('réserver : la session, ce qui décide, ce qui s\'enregistre', async () => {
  expect(await tripsOf(() => rider('POST', '/api/reservations', DEMANDE))).toBe(3);
});

test('réserver pour un compte', async () => {
  expect(await tripsOf(() => admin('POST', '/api/reservations', { ...DEMANDE, pour: { user_id: rider.id } }))).toBe(3);
});

test('réserver sous un quota et une pause : en plus, la transaction, ses verrous, et une lecture après eux', async () => {
  await t.services.db.execute(sql`update parametres set "maxBookingsPerDayApplied" = true, "breakBetweenLessonsApplied" = true`);
  expect(await tripsOf(() => rider('POST', '/api/reservations', DEMANDE))).toBe(7);
});

test('une réservation refusée', async () => {
  await book(rider);
  const before = wire.trips();
  expect((await rider('POST', '/api/reservations', DEMANDE)).status).toBe(409);
  expect(wire.trips() - before).toBe(2);
});

test.each([
  ['déplacer', { heure_debut: '14:00', type_piste: 'exterieure' }],
  ['annuler', { statut: 'annulee' }],
])('%s', async (_, change) => {
  const stored = await book(rider);
  expect(await tripsOf(() => put(admin, stored, change))).toBe(3);
});

test('supprimer', async () => {
  const stored = await book(rider);
  expect(await tripsOf(() => admin('DELETE', `/api/reservations/${stored['id']}`))).toBe(3);
});

test.each([
  ['la semaine du planning', '/api/planning?du=2026-11-23&au=2026-11-29'],
  ['les réservations d\'une semaine', '/api/reservations?du=2026-11-23&au=2026-11-29'],
  ['les disponibilités', '/api/disponibilites?du=2026-11-23&au=2026-11-29'],
])('lire %s : la session et une requête', async (_, path) => {
  await book(rider);
  expect(await tripsOf(() => admin('GET', path))).toBe(2);
});

describe('se connecter', () => { // ADR-007
  const PATH = '/api/auth/sign-in/email';
  /** The round trips of a sign-in, and its answer. */
  async function signIn(email: string, password: string, cookie?: string): Promise<{ status: number; trips: number; cookies: string[] }> {
    const before = wire.trips();
    const answer = await t.anonymous('POST', PATH, { email, password }, cookie === undefined ? {} : { cookie });
    return { status: answer.status, trips: wire.trips() - before, cookies: cookiesOf(answer) };
  }

  test('sur un appareil connu, un inconnu, avec un mauvais mot de passe, au-delà du plafond du jour', async () => { // ACC-55, ACC-56
    const { email } = await createPerson(t.services.db);
    const unknown = await signIn(email, PASSWORD);
    const device = unknown.cookies.find((cookie) => cookie.startsWith('manege.appareil='))!;
    const known = await signIn(email, PASSWORD, device);
    const wrong = await signIn(email, 'pas le bon');
    const wrongKnown = await signIn(email, 'pas le bon', device);
    await t.services.db.execute(sql`insert into essais (cle, survenu_at) select ${`compte ${email}`}, ${t.clock.now.toISOString()}::timestamptz from generate_series(1, 50)`);
    const beyond = await signIn(email, PASSWORD);
    expect({ unknown: unknown.trips, known: known.trips, wrong: wrong.trips, wrongKnown: wrongKnown.trips, beyond: beyond.trips })
      .toEqual({ unknown: 15, known: 15, wrong: 8, wrongKnown: 8, beyond: 1 });
  });
});
