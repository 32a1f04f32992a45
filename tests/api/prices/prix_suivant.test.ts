/** The next price of a lesson type (PRICE-03, PRICE-17). */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, type Caller, MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { pricing } from '../../support/prix.ts';

const t = useTestApp();
const run = (statement: string) => t.services.db.execute(sql.raw(statement));

beforeEach(async () => {
  t.clock.now = MORNING; // 21 November 2026
  await run(
    `delete from reservations; delete from journal; update prix set version = 0; ${pricing({ saut: 20, longe: 15 })}`,
  );
});

const JANVIER = { du: '2027-01-01', prix: 23 };
const save = (admin: Caller, row: object) =>
  admin('PUT', '/api/prix', [{ type_lecon: 'saut', ...row }]);
const read = async (admin: Caller, type = 'saut'): Promise<Stored> =>
  (await admin('GET', '/api/prix')).body.find(({ type_lecon }: Stored) => type_lecon === type);

test("un prochain prix se lit à côté de celui d'aujourd'hui, vaut dès son jour, et se retire", async () => {
  const admin = await t.as({ role: 'admin' });
  expect((await save(admin, { prix: 20, suivant: JANVIER, version: 0 })).status).toBe(200);
  expect(await read(admin)).toMatchObject({ prix: 20, suivant: JANVIER, version: 1 });
  // Left out, it stays; the price of today changes alone.
  await save(admin, { prix: 21, version: 1 });
  expect(await read(admin)).toMatchObject({ prix: 21, suivant: JANVIER, version: 2 });
  // Saved again as it is, nothing changes.
  await save(admin, { prix: 21, suivant: JANVIER, version: 2 });
  expect(await read(admin)).toMatchObject({ version: 2 });
  // On its day it is the price, without a save.
  t.clock.now = new Date('2026-12-31T23:30:00Z'); // 0h30 in Brussels
  expect(await read(await t.as({ role: 'admin' }))).toMatchObject({
    prix: 23,
    suivant: null,
    version: 2,
  });
  t.clock.now = MORNING;
  await save(admin, { prix: 21, suivant: null, version: 2 });
  expect(await read(admin)).toMatchObject({ prix: 21, suivant: null, version: 3 });
  expect(await read(admin, 'longe')).toMatchObject({ prix: 15, suivant: null, version: 0 });
  const { rows } = await run(
    `select details from journal where action = 'prix.modifies' order by id`,
  );
  expect(rows.map(({ details }) => details)).toEqual([
    { changements: {}, suivants: { saut: { du: '2027-01-01', centimes: 2300 } } },
    { changements: { saut: ['20.00', '21.00'] } },
    { changements: {}, suivants: { saut: null } },
  ]);
});

test('une place réservée prend le prix du jour de sa leçon', async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await save(admin, { prix: 20, suivant: JANVIER });
  const one = { type_lecon: 'saut', noms_participants: ['Zoé'], nombre_personnes: 1 };
  await book(rider, { ...one, date_reservation: '2026-12-31' });
  await book(rider, { ...one, date_reservation: '2027-01-01' });
  const { rows } = await run(
    'select r.date_reservation as jour, s.centimes from participants s join reservations r on r.id = s.reservation_id order by 1',
  );
  expect(rows).toEqual([
    { jour: '2026-12-31', centimes: 2000 },
    { jour: '2027-01-01', centimes: 2300 },
  ]);
});

test.each([
  ["aujourd'hui", { du: '2026-11-21', prix: 23 }],
  ['hier', { du: '2026-11-20', prix: 23 }],
  ['au delà de deux ans', { du: '2028-11-22', prix: 23 }],
  ["qui n'existe pas", { du: '2027-02-30', prix: 23 }],
  ['absent', { prix: 23 }],
])('un premier jour %s est refusé, et rien ne change', async (_, suivant) => {
  const admin = await t.as({ role: 'admin' });
  const { status, body } = await save(admin, { prix: 22, suivant });
  expect([status, body.code, body.message]).toEqual([
    400,
    'prix_jour_invalide',
    "Le prochain prix vaut à partir d'un jour à venir, dans les deux ans.",
  ]);
  expect(await read(admin)).toMatchObject({ prix: 20, suivant: null, version: 0 });
});

test.each([[-1], [100_000], [22.555], ['23']])(
  'un prochain prix %s est refusé, et rien ne change',
  async (prix) => {
    const admin = await t.as({ role: 'admin' });
    const { status, body } = await save(admin, { prix: 22, suivant: { du: '2027-01-01', prix } });
    expect([status, body.code]).toEqual([400, 'prix_invalide']);
    expect(await read(admin)).toMatchObject({ prix: 20, suivant: null, version: 0 });
  },
);

test('demain et dans deux ans sont acceptés', async () => {
  const admin = await t.as({ role: 'admin' });
  for (const du of ['2026-11-22', '2028-11-21'])
    expect((await save(admin, { prix: 20, suivant: { du, prix: 23 } })).status).toBe(200);
  expect(await read(admin)).toMatchObject({ suivant: { du: '2028-11-21', prix: 23 } });
});

test('un prochain prix changé ailleurs entre-temps : refusé, avec les deux prix enregistrés', async () => {
  // PRICE-04, PRICE-13
  const admin = await t.as({ role: 'admin' });
  await save(admin, { prix: 20, suivant: JANVIER, version: 0 });
  const { status, body } = await save(admin, {
    prix: 20,
    suivant: { du: '2027-02-01', prix: 24 },
    version: 0,
  });
  expect([status, body.code, body.message]).toEqual([
    409,
    'prix_changes',
    "Un prix vient d'être modifié sur un autre écran. Choisissez celui à garder avant d'enregistrer. Leçon de saut : 20,00 €, puis 23,00 € à partir du 1er janvier 2027.",
  ]);
  expect(await read(admin)).toMatchObject({ suivant: JANVIER, version: 1 });
});

test('deux administrateurs au même instant : le prochain prix du premier reste, le second est refusé', async () => {
  const [one, other] = [await t.as({ role: 'admin' }), await t.as({ role: 'admin' })];
  const answers = await Promise.all(
    [one, other].map((admin, n) =>
      save(admin, { prix: 20, suivant: { du: '2027-01-01', prix: 30 + n }, version: 0 }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const won = answers.findIndex(({ status }) => status === 200);
  expect(await read(one)).toMatchObject({
    suivant: { du: '2027-01-01', prix: 30 + won },
    version: 1,
  });
});
