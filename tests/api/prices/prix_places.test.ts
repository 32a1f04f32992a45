/** The price of one seat, which an administrator changes with a reason (PRICE-22). */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  book,
  type Caller,
  DEMANDE,
  MORNING,
  put,
  type Stored,
  useTestApp,
} from '../../support/app.ts';
import { restoreTypes } from '../../support/fixture.ts';

const t = useTestApp();
const db = () => t.services.db;

beforeEach(async () => {
  t.clock.now = MORNING;
  for (const table of [
    'reservations',
    'reservations_supprimees',
    'courriels',
    'journal',
    'prix_valables',
  ])
    await db().execute(sql.raw(`delete from ${table}`));
  await restoreTypes(t);
  await db().execute(
    sql`insert into prix_valables (type_lecon, du, centimes) values ('collective', '2000-01-01', 2200), ('saut', '2000-01-01', 3150)`,
  );
  await db().execute(
    sql`update parametres set "riderCancellation" = true, "riderChanges" = true, "sendConfirmation" = true, "sendCancellation" = true`,
  );
});

type Person = Awaited<ReturnType<typeof t.as>>;

const read = async (admin: Caller, { id }: Stored): Promise<Stored> =>
  (await admin('GET', `/api/reservations/${id}`)).body;

/** The stored seats, read independently of the product: "name cents". */
const seats = async ({ id }: Stored, table = 'participants'): Promise<string[]> =>
  (
    await db().execute<{ said: string }>(
      sql`select nom || ' ' || coalesce(centimes::text, 'aucun') as said from ${sql.raw(table)} where reservation_id = ${id} order by position`,
    )
  ).rows.map(({ said }) => said);

const lines = async () =>
  (
    await db().execute<{ action: string; details: Record<string, unknown> }>(
      sql`select action, details from journal where action not like 'connexion.%' order by id`,
    )
  ).rows;

/** A lesson of Camille and Hugo at 22 euros each, as an administrator reads it. */
async function lecon(): Promise<{ admin: Person; rider: Person; stored: Stored; ids: string[] }> {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const stored = await read(admin, await book(rider));
  const ids = (stored['tarifs'] as { place: string }[]).map(({ place }) => place);
  await db().execute(sql`delete from courriels`);
  return { admin, rider, stored, ids };
}

test('un administrateur lit le prix de chaque place dans l’ordre des noms, et en change un', async () => {
  const { admin, stored, ids } = await lecon();
  expect(stored['tarifs']).toEqual([
    { place: expect.any(String), prix: 22 },
    { place: expect.any(String), prix: 22 },
  ]);
  const { status, body } = await put(admin, stored, {
    prix: [{ place: ids[1], prix: 12.5, motif: 'essai' }],
  });
  expect([status, body.version, body.tarifs]).toEqual([200, 1, undefined]);
  expect(await seats(stored)).toEqual(['Camille Lambert 2200', 'Hugo Dubois 1250']);
  expect((await read(admin, stored))['tarifs']).toEqual([
    { place: ids[0], prix: 22 },
    { place: ids[1], prix: 12.5 },
  ]);
  const { tarifs: _, version: __, ...others } = await read(admin, stored);
  const { tarifs: ___, version: ____, ...before } = stored;
  expect(others).toEqual(before);
  // No email: nothing that a rider reads has changed.
  expect((await db().execute(sql`select 1 from courriels`)).rows).toEqual([]);
});

test('le journal dit le prix avant et après et la raison, sans aucun nom', async () => {
  // ACC-72
  const { admin, stored, ids } = await lecon();
  await db().execute(sql`update participants set centimes = null where id = ${ids[0]}`);
  const priced = await put(admin, stored, {
    prix: [
      { place: ids[0], prix: 0, motif: 'geste' },
      { place: ids[1], prix: 22, motif: 'correction' },
    ],
  });
  await put(admin, priced.body, {
    heure_debut: '14:00',
    prix: [{ place: ids[0], prix: 5, motif: 'autre' }],
  });
  const all = await lines();
  expect(all).toEqual([
    {
      action: 'place.tarifee',
      details: {
        lecon: {
          date_reservation: '2026-11-23',
          heure_debut: '10:00',
          heure_fin: '11:00',
          type_piste: 'interieure',
          type_lecon: 'collective',
          nombre_personnes: 2,
          statut: 'confirmee',
        },
        changements: {},
        // A price that stays is not a change.
        tarifs: [{ avant: null, apres: 0, motif: 'geste' }],
      },
    },
    {
      action: 'reservation.deplacee',
      details: {
        lecon: expect.objectContaining({ heure_debut: '10:00' }),
        changements: { heure_debut: ['10:00', '14:00'], heure_fin: ['11:00', '15:00'] },
        tarifs: [{ avant: 0, apres: 500, motif: 'autre' }],
      },
    },
  ]);
  expect(JSON.stringify(all)).not.toMatch(/Camille|Lambert|Hugo|Dubois/);
});

test('les prix que la place a déjà ne changent rien : ni version, ni journal', async () => {
  // DESK-26
  const { admin, stored, ids } = await lecon();
  const { status, body } = await put(admin, stored, {
    prix: ids.map((place) => ({ place, prix: 22, motif: 'correction' })),
  });
  expect([status, body.version]).toEqual([200, 0]);
  expect(await lines()).toEqual([]);
});

describe('est refusé, et rien ne change', () => {
  const OUT = 'Un prix va de 0 à 99 999,99 euros, avec deux décimales au plus.';
  const GONE = "Une place dont le prix change n'est pas, ou plus, dans cette leçon.";
  test.each([
    [{ prix: -1 }, OUT],
    [{ prix: 100_000 }, OUT],
    [{ prix: 1.005 }, OUT],
    [{ prix: '12' }, OUT],
    [{ prix: null }, OUT],
    [{ motif: 'remise' }, 'Veuillez choisir la raison de ce prix.'],
    [{ motif: undefined }, 'Veuillez choisir la raison de ce prix.'],
    [{ place: '7f3e1e51-0d4c-4a52-9a0e-1f9f3c6e7d11' }, GONE],
    [{ place: 'ailleurs' }, GONE],
  ])('%o', async (change, message) => {
    const { admin, stored, ids } = await lecon();
    const { status, body } = await put(admin, stored, {
      heure_debut: '14:00',
      prix: [{ place: ids[0], prix: 10, motif: 'geste', ...change }],
    });
    expect([status, body.message]).toEqual([400, message]);
    expect(await seats(stored)).toEqual(['Camille Lambert 2200', 'Hugo Dubois 2200']);
    expect((await read(admin, stored))['heure_debut']).toBe('10:00');
  });

  test("une place d'une autre leçon, et une place que la même modification retire", async () => {
    const { admin, stored, ids } = await lecon();
    const other = await read(admin, await book(await t.as(), { heure_debut: '14:00' }));
    const priced = (place: unknown, change: object = {}) =>
      put(admin, stored, { prix: [{ place, prix: 10, motif: 'geste' }], ...change });
    const answers = [
      await priced(other['tarifs'][0].place),
      await priced(ids[1], {
        noms_participants: ['Camille Lambert'],
        nombre_personnes: 1,
        places: [ids[0]],
      }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code, body.message])).toEqual([
      [400, 'place_introuvable', GONE],
      [400, 'place_introuvable', GONE],
    ]);
    expect([await seats(stored), await seats(other)]).toEqual([
      ['Camille Lambert 2200', 'Hugo Dubois 2200'],
      ['Camille Lambert 2200', 'Hugo Dubois 2200'],
    ]);
  });
});

test('deux administrateurs à la fois, 5 fois : un seul prix reste, et le second doit relire', async () => {
  // DESK-19
  for (let n = 0; n < 5; n += 1) {
    await db().execute(sql`delete from reservations`);
    await db().execute(sql`delete from journal`);
    const { admin, stored, ids } = await lecon();
    const other = await t.as({ role: 'admin' });
    const answers = await Promise.all(
      [admin, other].map((one, i) =>
        put(one, stored, { prix: [{ place: ids[i], prix: 10 + i, motif: 'geste' }] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = answers[0]?.status === 200;
    expect(await seats(stored)).toEqual(
      won
        ? ['Camille Lambert 1000', 'Hugo Dubois 2200']
        : ['Camille Lambert 2200', 'Hugo Dubois 1100'],
    );
    expect((await lines()).map(({ action }) => action)).toEqual(['place.tarifee']);
  }
});

test('un cavalier de la leçon ne lit le prix d’aucune place, et ne peut pas en donner', async () => {
  // RIDE-02
  await db().execute(sql`update types_lecons set ouverte = true where value = 'collective'`);
  const { admin, rider, stored, ids } = await lecon();
  const joiner = await t.as();
  await joiner('POST', '/api/reservations/places', {
    ...DEMANDE,
    noms_participants: ['Max'],
    nombre_personnes: 1,
  });
  const now = await read(admin, stored);
  await put(admin, now, { prix: [{ place: ids[0], prix: 77.77, motif: 'geste' }] });
  const jour = DEMANDE.date_reservation;
  for (const one of [rider, joiner])
    for (const path of [
      `/api/reservations/${stored['id']}`,
      '/api/reservations?miennes=1',
      `/api/reservations?du=${jour}&au=${jour}`,
      `/api/disponibilites?du=${jour}&au=${jour}`,
    ]) {
      const { status, body } = await one('GET', path);
      expect([path, status]).toEqual([path, 200]);
      expect(JSON.stringify(body)).not.toMatch(/tarifs|77\.77|[:,[]"?7777\b/);
    }
  // The lists of the desk do not carry prices either.
  const list = await admin('GET', `/api/reservations?du=${jour}&au=${jour}`);
  expect(JSON.stringify(list.body)).not.toMatch(/tarifs|centimes/);
  const { type_lecon: _, ...changement } = DEMANDE;
  expect(
    (
      await rider('PUT', `/api/reservations/${stored['id']}/changement`, {
        ...changement,
        version: 2,
        prix: [{ place: ids[0], prix: 0, motif: 'geste' }],
      })
    ).status,
  ).toBe(400);
  expect(await seats(stored)).toEqual(['Camille Lambert 7777', 'Hugo Dubois 2200', 'Max 2200']);
});

test('le prix donné reste : autre heure, autre nom, prix de la leçon changé, annulée, supprimée puis restaurée, retirée puis remise', async () => {
  const { admin, stored, ids } = await lecon();
  const WANTED = ['Camille Lambert 0', 'Hugo Dubois 2200'];
  let now = (await put(admin, stored, { prix: [{ place: ids[0], prix: 0, motif: 'essai' }] })).body;
  const edit = async (change: object) => {
    const { status, body } = await put(admin, now, change);
    expect(status, body.message).toBe(200);
    now = body;
  };
  await db().execute(sql`update prix_valables set centimes = 2500 where type_lecon = 'collective'`);
  await edit({ heure_debut: '14:00', date_reservation: '2026-11-24' });
  expect(await seats(stored)).toEqual(WANTED);
  await edit({ noms_participants: ['Camille L.', 'Hugo Dubois'], places: ids });
  await edit({ noms_participants: ['Camille Lambert', 'Hugo Dubois'] });
  expect(await seats(stored)).toEqual(WANTED);
  await edit({ statut: 'annulee' });
  await edit({ statut: 'confirmee' });
  expect(await seats(stored)).toEqual(WANTED);
  await admin('DELETE', `/api/reservations/${stored['id']}`);
  expect(await seats(stored, 'participants_supprimes')).toEqual(WANTED);
  expect(
    (await admin('POST', `/api/reservations/supprimees/${stored['id']}/restauration`)).status,
  ).toBe(200);
  expect(await seats(stored)).toEqual(WANTED);
  now = await read(admin, stored);
  await edit({ noms_participants: ['Hugo Dubois'], nombre_personnes: 1, places: [ids[1]] });
  expect(await seats(stored)).toEqual(['Hugo Dubois 2200']);
  expect((await admin('POST', `/api/reservations/retires/${ids[0]}/remise`)).status).toBe(200);
  expect(await seats(stored)).toEqual(WANTED);
  // A new name takes the price in force.
  now = await read(admin, stored);
  await edit({
    noms_participants: ['Camille Lambert', 'Hugo Dubois', 'Léa'],
    nombre_personnes: 3,
    places: [...ids, null],
  });
  expect(await seats(stored)).toEqual([...WANTED, 'Léa 2500']);
});

test('un autre type de leçon donne à chaque place le prix de ce type', async () => {
  // PRICE-03
  const { admin, stored, ids } = await lecon();
  const { body } = await put(admin, stored, {
    prix: [{ place: ids[0], prix: 1, motif: 'geste' }],
  });
  await put(admin, body, { type_lecon: 'saut' });
  expect(await seats(stored)).toEqual(['Camille Lambert 3150', 'Hugo Dubois 3150']);
  // A price that comes with the new type counts.
  const jumping = await read(admin, stored);
  await put(admin, jumping, {
    type_lecon: 'collective',
    prix: [{ place: ids[1], prix: 3, motif: 'correction' }],
  });
  expect(await seats(stored)).toEqual(['Camille Lambert 2200', 'Hugo Dubois 300']);
  expect((await lines()).at(-1)).toMatchObject({
    action: 'reservation.modifiee',
    details: { tarifs: [{ avant: 3150, apres: 300, motif: 'correction' }] },
  });
});

test('une modification de la série ne change le prix que dans la leçon modifiée', async () => {
  // SERIE-04
  const { admin, stored, ids } = await lecon();
  const repeated = await admin('POST', `/api/reservations/${stored['id']}/repetition`, {
    version: 0,
    rythme: 7,
    dates: [{ date: '2026-11-30', type_piste: 'interieure' }],
  });
  expect(repeated.status).toBe(201);
  const { serie_id } = repeated.body;
  const { lecons } = (await admin('GET', `/api/series/${serie_id}`)).body;
  const [first, second] = lecons as [Stored, Stored];
  const { id, version: _, created_at: __, ...fields } = first;
  const { status, body } = await admin('PUT', `/api/series/${serie_id}`, {
    lecon: id,
    lecons: (lecons as Stored[]).map((one) => ({ id: one['id'], version: one['version'] })),
    ...fields,
    heure_debut: '14:00',
    places: ids,
    prix: [{ place: ids[0], prix: 4, motif: 'geste' }],
  });
  expect(status, body.message).toBe(200);
  expect([await seats(first), await seats(second)]).toEqual([
    ['Camille Lambert 400', 'Hugo Dubois 2200'],
    ['Camille Lambert 2200', 'Hugo Dubois 2200'],
  ]);
  expect((await read(admin, second))['heure_debut']).toBe('14:00');
  const detailed = await lines();
  expect(detailed.filter(({ details }) => 'tarifs' in details)).toHaveLength(1);
});
