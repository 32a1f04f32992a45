/**
 * How many future lessons an account may have (SET-40), also with bookings at the same instant on
 * two instances.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { book, DEMANDE, MORNING, put, useTestApp } from '../../support/app.ts';
import { useInstances } from '../../support/instances.ts';
import { callWith } from '../../support/server.ts';

const t = useTestApp(); // Saturday 21 November 2026, 09:30

const settings = (values: string) =>
  t.services.db.execute(sql.raw(`update parametres set ${values}`));
const onDay = (n: number, more = {}) => ({
  ...DEMANDE,
  date_reservation: addDays('2026-11-23', n),
  ...more,
});

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from reservations`);
  await settings(
    `"maxOpenBookings" = 3, "maxOpenBookingsApplied" = true, "riderCancellation" = false`,
  );
  await t.services.db.execute(
    sql`update types_lecons set ouverte = true where value = 'collective'`,
  );
});

test('au-delà, un cavalier est refusé par une phrase qui dit combien et que faire ; les autres comptes ne sont pas concernés', async () => {
  const [rider, other] = [await t.as(), await t.as()];
  for (const n of [0, 1, 400]) await book(rider, onDay(n));
  const { status, body } = await rider('POST', '/api/reservations', onDay(2));
  expect([status, body.code, body.message]).toEqual([
    409,
    'limite_a_venir',
    "Vous avez atteint le nombre de réservations à venir permis pour un compte. Un compte peut en avoir 3 : attendez qu'une de vos leçons ait eu lieu, ou adressez-vous au centre.",
  ]);
  await settings('"riderCancellation" = true');
  expect((await rider('POST', '/api/reservations', onDay(2))).body.message).toContain(
    'Un compte peut en avoir 3 : annulez-en une, attendez',
  );
  await book(other, onDay(2));
});

test("éteint, rien n'est compté", async () => {
  await settings('"maxOpenBookingsApplied" = false');
  const rider = await t.as();
  for (const n of [0, 1, 2, 3]) await book(rider, onDay(n));
});

test("ne comptent pas les leçons commencées, annulées ou quittées ; un changement n'en est pas une de plus", async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await settings('"riderCancellation" = true, "riderChanges" = true');
  const [first, second] = [await book(rider, onDay(0)), await book(rider, onDay(1))];
  await book(rider, onDay(2));
  const full = () => rider('POST', '/api/reservations', onDay(10));
  expect((await full()).status).toBe(409);
  const { type_lecon: _, ...changement } = onDay(5);
  expect(
    (
      await rider('PUT', `/api/reservations/${second['id']}/changement`, {
        ...changement,
        version: 0,
      })
    ).status,
  ).toBe(200);
  expect((await put(admin, first, { statut: 'annulee' })).status).toBe(200);
  const again = await full();
  expect(again.status).toBe(201);
  expect((await rider('POST', '/api/reservations', onDay(11))).status).toBe(409);
  expect((await rider('POST', `/api/reservations/${again.body.id}/annulation`)).status).toBe(200);
  await book(rider, onDay(11));
  expect((await rider('POST', '/api/reservations', onDay(12))).status).toBe(409);
  // 10:00 in Brussels: the lesson of the 25th begins
  t.clock.now = new Date('2026-11-25T09:00:00Z');
  await book(rider, onDay(12));
});

test('rejoindre une leçon compte aussi', async () => {
  const [rider, other] = [await t.as(), await t.as()];
  for (const n of [0, 1, 2]) await book(rider, onDay(n));
  await book(other, onDay(3));
  const { status, body } = await rider(
    'POST',
    '/api/reservations/places',
    onDay(3, { noms_participants: ['Zoé'], nombre_personnes: 1 }),
  );
  expect([status, body.code]).toEqual([409, 'limite_a_venir']);
  expect(body.message).toContain('Un compte peut en avoir 3');
  await settings('"maxOpenBookings" = 4');
  expect(
    (
      await rider(
        'POST',
        '/api/reservations/places',
        onDay(3, { noms_participants: ['Zoé'], nombre_personnes: 1 }),
      )
    ).status,
  ).toBe(201);
  expect((await rider('POST', '/api/reservations', onDay(4))).status).toBe(409);
});

test("un administrateur n'est pas tenu, ni pour lui ni pour un cavalier", async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  for (const n of [0, 1, 2, 3]) await book(admin, onDay(n));
  for (const n of [4, 5, 6, 7]) await book(admin, onDay(n, { pour: { user_id: rider.id } }));
  expect((await rider('POST', '/api/reservations', onDay(8))).status).toBe(409);
});

describe('sur deux instances à la fois', () => {
  const it = useInstances();

  test("vingt-quatre réservations et places simultanées d'un compte : exactement le nombre permis", async () => {
    await it.sql.query(
      `update parametres set "maxOpenBookings" = 5, "maxOpenBookingsApplied" = true; update types_lecons set ouverte = true where value = 'collective'`,
    );
    const other = await it.newPerson();
    const today = momentAt(new Date()).jour;
    const demande = (n: number, piste: string) => ({
      ...DEMANDE,
      date_reservation: addDays(today, 2 + n),
      type_piste: piste,
    });
    // A lesson to join on each of twelve days.
    await it.sql.query(
      `select id from importer_lecons((select jsonb_agg(l) from (
    select $1, 'Hugo', '{Hugo}', 1, $2::date + n, '10:00', '11:00', 'exterieure', 'collective' from generate_series(2, 13) n
    ) as l (user_id, nom_client, noms_participants, nombre_personnes, date_reservation, heure_debut, heure_fin, type_piste, type_lecon))) as id`,
      [other.id, today],
    );
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 3 === 0
          ? callWith(
              it.tokens[0]!,
              `${it.servers[n % 2]!.url}/api/reservations/places`,
              demande(n >> 1, 'exterieure'),
            )
          : callWith(
              it.tokens[0]!,
              `${it.servers[n % 2]!.url}/api/reservations`,
              demande(n, 'interieure'),
            ),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 19 }, () => 'limite_a_venir'),
    );
    const { rows } = await it.sql.query(
      'select count(distinct reservation_id)::int as n from participants where user_id = $1',
      [it.people[0]!.id],
    );
    expect(rows).toEqual([{ n: 5 }]);
  });
});
