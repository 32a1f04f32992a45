/**
 * A seat keeps the price that was in force on the day of its lesson when it was stored (PRICE-03,
 * ADR-040). The clock shows Saturday 21 November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { book, DEMANDE, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';
import { playHistories, STEPS } from '../../support/prix_suites.ts';
import { rounds } from '../../support/rounds.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let admin: Person;
let riders: Person[];

const run = async <Row extends object>(statement: string): Promise<Row[]> =>
  (await t.services.db.execute(sql.raw(statement))).rows as Row[];

beforeAll(async () => {
  admin = await t.as({ role: 'admin' });
  riders = await Promise.all([t.as({ prenom: 'Zoé' }), t.as({ prenom: 'Hugo' })]);
  await run(
    `update parametres set "showPrices" = true, "riderCancellation" = true, "riderChanges" = true;
     update types_lecons set ouverte = true where value = 'collective'`,
  );
});

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(
    'truncate reservations, reservations_supprimees, participants_retires, orthographes, prix_valables, courriels cascade',
  );
});

/** Saves a price, and the next one if it is given. */
async function save(type_lecon: string, prix: number, suivant?: object | null): Promise<void> {
  const { status, body } = await admin('PUT', '/api/prix', [{ type_lecon, prix, suivant }]);
  expect(status, JSON.stringify(body)).toBe(200);
}

/** The cents of the seats of a lesson, in their order, wherever it lies. */
const pricesOf = async (id: string): Promise<(number | null)[]> =>
  (
    await run<{ centimes: number | null }>(
      `select centimes from (select reservation_id, position, centimes from participants union all select reservation_id, position, centimes from participants_supprimes) as s
       where reservation_id = '${id}' order by position`,
    )
  ).map(({ centimes }) => centimes);

const names = (...noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });

describe('une place prend le prix du jour de sa leçon, et le garde', () => {
  test('un prix relevé ne change que ce qui se réserve ensuite', async () => {
    await save('collective', 20);
    const before = await book(riders[0]!, { date_reservation: '2026-12-01', ...names('Zoé') });
    await save('collective', 22.5);
    const after = await book(riders[0]!, { date_reservation: '2026-12-02', ...names('Zoé') });
    expect([await pricesOf(before['id']), await pricesOf(after['id'])]).toEqual([[2000], [2250]]);
    const { body } = await admin('GET', '/api/statistiques?du=2026-12-01&au=2026-12-31');
    expect(body.total_general).toBe(42.5);
    expect(body.cavaliers[0].types.map(({ prix, nombre }: Stored) => [prix, nombre])).toEqual([
      [20, 1],
      [22.5, 1],
    ]);
  });

  test("un prix du 1er janvier, saisi en novembre, vaut pour les leçons de janvier, et pour celles de décembre l'ancien", async () => {
    await save('collective', 20, { du: '2027-01-01', prix: 23 });
    const december = await book(riders[0]!, { date_reservation: '2026-12-31' });
    const january = await book(riders[0]!, { date_reservation: '2027-01-01' });
    expect([(await pricesOf(december['id']))[0], (await pricesOf(january['id']))[0]]).toEqual([
      2000, 2300,
    ]);
    expect(
      (await riders[0]!('GET', '/api/types-lecons')).body.find(
        ({ value }: Stored) => value === 'collective',
      ),
    ).toMatchObject({ prix: 20, suivant: { du: '2027-01-01', prix: 23 } });
    t.clock.now = new Date('2027-01-01T08:00:00Z');
    const later = await t.as({ role: 'admin' });
    expect(
      (await later('GET', '/api/prix')).body.find(
        ({ type_lecon }: Stored) => type_lecon === 'collective',
      ),
    ).toMatchObject({ prix: 23, suivant: null });
  });

  test("l'email de la réservation et la place disent le même prix, celui du jour de la leçon", async () => {
    // RIDE-57
    await save('collective', 20, { du: '2027-01-01', prix: 23 });
    await book(riders[0]!, { date_reservation: '2027-01-02', ...names('Zoé', 'Léa') });
    expect(
      (
        await run<{ prix: unknown }>(
          "select contenu->'prix' as prix from courriels where contenu->'prix' is not null",
        )
      )[0],
    ).toEqual({ prix: { centimes: 2300, places: 2 } });
  });

  test('renommée, déplacée, annulée, confirmée, supprimée, restaurée : le même ; un nom ajouté prend celui du jour', async () => {
    await save('collective', 20);
    const lesson = await book(riders[0]!, {
      date_reservation: '2026-12-01',
      ...names('Zoé', 'Léa'),
    });
    const id = lesson['id'] as string;
    await save('collective', 25, { du: '2026-12-10', prix: 30 });
    const change = async (fields: object): Promise<void> => {
      const { body: read } = await admin('GET', `/api/reservations/${id}`);
      const { status, body } = await put(admin, read, fields);
      expect(status, JSON.stringify(body)).toBe(200);
    };
    await change(names('Zoé', 'Léa Dubois'));
    await change({ date_reservation: '2026-12-15', heure_debut: '14:00' });
    await change({ statut: 'annulee' });
    await change({ statut: 'confirmee' });
    expect(await pricesOf(id)).toEqual([2000, 2000]);
    await admin('DELETE', `/api/reservations/${id}`, {});
    await save('collective', 26);
    expect((await admin('POST', `/api/reservations/supprimees/${id}/restauration`)).status).toBe(
      200,
    );
    expect(await pricesOf(id)).toEqual([2000, 2000]);
    await change(names('Zoé', 'Léa Dubois', 'Tom'));
    expect(await pricesOf(id)).toEqual([2000, 2000, 3000]);
  });

  test('déplacée par son cavalier vers un jour d’un autre prix : celui de ce jour, plus haut ou plus bas ; par le centre : le même', async () => {
    await save('collective', 20, { du: '2026-12-10', prix: 30 });
    const lesson = await book(riders[0]!, {
      date_reservation: '2026-12-01',
      ...names('Zoé', 'Léa'),
    });
    const id = lesson['id'] as string;
    const move = async (who: typeof admin, date_reservation: string) => {
      const { body: read } = await who('GET', `/api/reservations/${id}`);
      const { type_piste, heure_debut, noms_participants, nombre_personnes, remarques, version } =
        read;
      const seats = { noms_participants, nombre_personnes, remarques };
      const { status, body } =
        who === admin
          ? await put(admin, read, { date_reservation })
          : await who('PUT', `/api/reservations/${id}/changement`, {
              ...seats,
              version,
              type_piste,
              heure_debut,
              date_reservation,
            });
      expect(status, JSON.stringify(body)).toBe(200);
      return pricesOf(id);
    };
    expect(await move(riders[0]!, '2026-12-02')).toEqual([2000, 2000]);
    expect(await move(riders[0]!, '2026-12-15')).toEqual([3000, 3000]);
    expect(await move(riders[0]!, '2026-12-03')).toEqual([2000, 2000]);
    expect(await move(admin, '2026-12-16')).toEqual([2000, 2000]);
  });

  test("retirée puis remise : le même ; une place prise dans la leçon d'un autre : celui de ce moment", async () => {
    await save('collective', 20);
    const lesson = await book(riders[0]!, { ...names('Zoé', 'Léa') });
    const id = lesson['id'] as string;
    await save('collective', 25);
    await put(admin, (await admin('GET', `/api/reservations/${id}`)).body, names('Léa'));
    const retires: Stored[] = (await admin('GET', '/api/reservations/retires')).body;
    await admin('POST', `/api/reservations/retires/${retires[0]!['id']}/remise`);
    expect(await pricesOf(id)).toEqual([2000, 2000]);
    const joined = await riders[1]!('POST', '/api/reservations/places', {
      ...DEMANDE,
      ...names('Hugo'),
    });
    expect(joined.status).toBe(201);
    expect(await pricesOf(id)).toEqual([2000, 2000, 2500]);
  });

  test('un autre type de leçon : le prix de ce type, pour chaque place', async () => {
    await save('collective', 20);
    await save('saut', 31);
    const lesson = await book(riders[0]!, { ...names('Zoé', 'Léa') });
    await put(admin, lesson, { type_lecon: 'saut' });
    expect(await pricesOf(lesson['id'])).toEqual([3100, 3100]);
  });

  test('répétée : chaque date a le prix de son jour', async () => {
    await save('collective', 20, { du: '2026-12-08', prix: 24 });
    const lesson = await book(riders[0]!, { date_reservation: '2026-12-01', ...names('Zoé') });
    const repeated = await admin('POST', `/api/reservations/${lesson['id']}/repetition`, {
      version: 0,
      rythme: 7,
      dates: ['2026-12-08', '2026-12-15'].map((date) => ({ date, type_piste: 'interieure' })),
    });
    expect(repeated.status).toBe(201);
    expect(
      await run(
        'select r.date_reservation::text as jour, p.centimes from participants p join reservations r on r.id = p.reservation_id order by 1',
      ),
    ).toEqual([
      { jour: '2026-12-01', centimes: 2000 },
      { jour: '2026-12-08', centimes: 2400 },
      { jour: '2026-12-15', centimes: 2400 },
    ]);
  });

  test('un type supprimé laisse leurs prix à ses places ; recréé sous son identifiant, il part de 0', async () => {
    const add = (ordre: string) =>
      admin('POST', '/api/types-lecons', {
        value: 'poney',
        label: `Poney ${ordre}`,
        icon: '🐴',
        color: 'from-sky-600 to-sky-700',
        max_personnes: 3,
        duree_minutes: 60,
      });
    expect((await add('1')).status).toBe(201);
    await save('poney', 15, { du: '2027-01-01', prix: 18 });
    const lesson = await book(riders[0]!, { type_lecon: 'poney', ...names('Zoé') });
    expect((await admin('DELETE', '/api/types-lecons/poney')).status).toBe(200);
    expect((await admin('GET', '/api/statistiques')).body.total_general).toBe(15);
    expect((await add('2')).status).toBe(201);
    expect(
      (await admin('GET', '/api/prix')).body.find(
        ({ type_lecon }: Stored) => type_lecon === 'poney',
      ),
    ).toMatchObject({ prix: 0, suivant: null });
    await book(riders[0]!, { type_lecon: 'poney', heure_debut: '14:00', ...names('Zoé') });
    expect((await admin('GET', '/api/statistiques')).body.total_general).toBe(15);
    expect(await pricesOf(lesson['id'])).toEqual([1500]);
    await admin('DELETE', '/api/types-lecons/poney');
  });

  test('deux cavaliers d’un même nom, et trois « Invité », sont autant de places', async () => {
    // PRICE-07, RIDE-52
    await save('collective', 20);
    await book(riders[0]!, { ...names('Léa Dubois') });
    await riders[1]!('POST', '/api/reservations/places', { ...DEMANDE, ...names('Lea Dubois') });
    await book(riders[0]!, { heure_debut: '14:00', ...names('Invité', 'Invité', 'Invité') });
    const { body } = await admin('GET', '/api/statistiques');
    expect(body.total_general).toBe(100);
    expect(
      body.cavaliers.map(({ nom, nombre, total }: Stored) => [nom.toLowerCase(), nombre, total]),
    ).toEqual([
      ['invité', 3, 60],
      [expect.stringMatching(/^l[ée]a dubois$/), 2, 40],
    ]);
  });
});

describe('les places sans prix', () => {
  // PRICE-20
  const imported = (jour: string, type: string, statut = 'confirmee') =>
    run(
      `select importer_lecons('[{"noms_participants": ["Zoé", "Tom"], "nom_client": "Zoé", "date_reservation": "${jour}", "heure_debut": "10:00", "heure_fin": "11:00", "type_piste": "interieure", "type_lecon": "${type}", "statut": "${statut}"}]')`,
    );

  test('se comptent pour 0 et à part, se listent, et reçoivent le prix de leur jour ; la version de leurs leçons le dit', async () => {
    await save('collective', 20, { du: '2026-12-10', prix: 24 });
    await imported('2026-12-01', 'collective');
    await imported('2026-12-11', 'collective');
    await imported('2026-12-12', 'collective', 'annulee');
    await imported('2026-12-13', 'jamais');
    const kept = await book(riders[0]!, { date_reservation: '2026-12-14', ...names('Zoé') });
    const read = async () => {
      const { body } = await admin('GET', '/api/statistiques?du=2026-12-01&au=2026-12-31');
      return [body.sans_prix, body.total_general];
    };
    expect(await read()).toEqual([6, 24]);
    const { body: listed } = await admin(
      'GET',
      '/api/statistiques/lecons?du=2026-12-01&au=2026-12-31&sans_prix=1',
    );
    expect(
      listed.map(({ date_reservation, cavalier, prix }: Stored) => [
        date_reservation,
        cavalier,
        prix,
      ]),
    ).toEqual([
      ['2026-12-13', 'Tom', null],
      ['2026-12-13', 'Zoé', null],
      ['2026-12-11', 'Tom', null],
      ['2026-12-11', 'Zoé', null],
      ['2026-12-01', 'Tom', null],
      ['2026-12-01', 'Zoé', null],
    ]);
    expect((await admin('POST', '/api/prix/places')).body).toEqual({ places: 6 });
    expect(await read()).toEqual([2, 112]);
    expect(
      await run('select date_reservation::text as jour, version from reservations order by 1'),
    ).toEqual([
      { jour: '2026-12-01', version: 1 },
      { jour: '2026-12-11', version: 1 },
      { jour: '2026-12-12', version: 1 },
      { jour: '2026-12-13', version: 0 }, // a type that never had a price
      { jour: '2026-12-14', version: 0 },
    ]);
    expect(await pricesOf(kept['id'])).toEqual([2400]);
    expect((await admin('POST', '/api/prix/places')).body).toEqual({ places: 0 });
    expect(
      (
        await run<{ n: number }>(
          "select count(*)::int as n from journal where action = 'places.tarifees'",
        )
      )[0],
    ).toEqual({ n: 1 });
  });
});

describe('le prochain prix', () => {
  // PRICE-17
  test.each([
    ['aujourd’hui', '2026-11-21'],
    ['hier', '2026-11-20'],
    ['dans plus de deux ans', '2028-11-22'],
    ['un jour qui n’existe pas', '2027-02-30'],
  ])('refusé pour %s', async (_, du) => {
    const { status, body } = await admin('PUT', '/api/prix', [
      { type_lecon: 'saut', prix: 30, suivant: { du, prix: 31 } },
    ]);
    expect([status, body.code]).toEqual([400, 'prix_jour_invalide']);
    expect(await run('select * from prix_valables')).toEqual([]);
  });

  test('laissé de côté, il reste ; null le retire ; un autre le remplace', async () => {
    const next = async () =>
      (await admin('GET', '/api/prix')).body.find(
        ({ type_lecon }: Stored) => type_lecon === 'saut',
      );
    await save('saut', 30, { du: '2027-01-01', prix: 31 });
    await save('saut', 30.5);
    expect(await next()).toMatchObject({ prix: 30.5, suivant: { du: '2027-01-01', prix: 31 } });
    await save('saut', 30.5, { du: '2027-03-01', prix: 32 });
    expect(await next()).toMatchObject({ prix: 30.5, suivant: { du: '2027-03-01', prix: 32 } });
    await save('saut', 30.5, null);
    expect(await next()).toMatchObject({ prix: 30.5, suivant: null });
  });
});

test('après toute histoire, chaque place a le prix de son entrée, et statistiques, cavaliers, fichiers et leçons passées disent la même somme', async () => {
  // PRICE-03, PRICE-07, PRICE-22, PRICE-24, RIDE-24, RIDE-25, RIDE-52, PRES-01, PRES-03, PRES-06,
  // SERIE-02, SERIE-04, DESK-33, CLI-05, CLI-11
  const stored = await playHistories(t, admin, rounds(8, 1_000));
  process.stdout.write(`  prix gardés : ${JSON.stringify(stored)}\n`);
  expect(Object.keys(stored).toSorted()).toEqual(STEPS.toSorted());
}, 1_800_000);
