/**
 * Who rode what and how much it costs, compared with an independent count (PRICE-06 to PRICE-09).
 */
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { addDays } from '../../../src/domain/core/calendrier.ts';
import { useTestApp } from '../../support/app.ts';
import { restoreTypes } from '../../support/fixture.ts';
import { PRICE_SEATS, pricing } from '../../support/prix.ts';

const t = useTestApp();
const PRIX: Record<string, number> = { particuliere: 3850, collective: 2233, saut: 1 };

beforeEach(async () => {
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(
    sql.raw(pricing({ particuliere: 38.5, collective: 22.33, saut: 0.01 })),
  );
});

type Line = {
  jour: number;
  noms: string[];
  type: string;
  statut: 'confirmee' | 'en_attente' | 'annulee';
};

async function store(lines: readonly Line[]): Promise<void> {
  await t.services.db.execute(sql`delete from reservations`);
  for (const [i, { jour, noms, type, statut }] of lines.entries()) {
    // Cancelled lessons occupy no arena. The others are one per hour, on separate days.
    await t.services.db.execute(sql`select id from importer_lecons((select jsonb_agg(l) from (
      values (${sql`array[${sql.join(
        noms.map((nom) => sql`${nom}`),
        sql`, `,
      )}]::text[]`}, 'x', ${addDays('2026-01-01', jour)}, ${`${String(8 + (i % 12)).padStart(2, '0')}:00`},
        ${`${String(8 + (i % 12)).padStart(2, '0')}:30`}, ${i % 24 < 12 ? 'interieure' : 'exterieure'}, ${type}, ${noms.length}, ${statut})
    ) as l (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut))) as id`);
  }
  await t.services.db.execute(sql.raw(PRICE_SEATS));
}

const key = (nom: string) =>
  nom
    .trim()
    .replace(/\s+/gu, ' ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');

test("pour n'importe quelles réservations, les totaux sont ceux qu'on ferait à la main, au centime", async () => {
  // PRICE-07, PRICE-08
  const admin = await t.as({ role: 'admin' });
  const nom = fc.constantFrom(
    'Zoé Willems',
    'zoe  willems',
    ' ZOÉ WILLEMS ',
    'Camille Lambert',
    'Éléonore',
    'eleonore',
    "D'Hondt",
    'D’Hondt',
    'محمد',
  );
  const line = fc.record({
    noms: fc.array(nom, { minLength: 1, maxLength: 4 }),
    type: fc.constantFrom('particuliere', 'collective', 'saut', 'disparu'),
    statut: fc.constantFrom('confirmee', 'confirmee', 'en_attente', 'annulee'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 12 }),
      fc.integer({ min: 0, max: 11 }),
      async (raw, fin) => {
        const lines = raw.map((one, jour) => ({ ...one, jour })) as Line[];
        await store(lines);
        const { status, body } = await admin(
          'GET',
          `/api/statistiques?du=2026-01-01&au=${addDays('2026-01-01', fin)}`,
        );
        expect(status).toBe(200);
        const kept = lines.filter(({ jour, statut }) => jour <= fin && statut === 'confirmee');
        const byRider = new Map<string, number>();
        for (const { noms, type } of kept) {
          for (const one of noms.map(key))
            byRider.set(one, (byRider.get(one) ?? 0) + (PRIX[type] ?? 0));
        }
        const total = [...byRider.values()].reduce((a, b) => a + b, 0);
        expect([
          body.total_reservations,
          body.total_cavaliers,
          Math.round(body.total_general * 100),
        ]).toEqual([kept.length, byRider.size, total]);
        const read = new Map(
          body.cavaliers.map(({ nom: read, total: euros }: { nom: string; total: number }) => [
            key(read),
            Math.round(euros * 100),
          ]),
        );
        for (const [one, centimes] of byRider) expect(read.get(one)).toBe(centimes);
        for (const { types, total: euros } of body.cavaliers)
          expect(
            types.reduce(
              (sum: number, typeLine: { total: number }) => sum + Math.round(typeLine.total * 100),
              0,
            ),
          ).toBe(Math.round(euros * 100));
      },
    ),
    { numRuns: 40 },
  );
});

test('un nom se reconnaît sans majuscules ni accents, et se montre dans sa dernière graphie ; chaque place compte', async () => {
  // PRICE-09
  const admin = await t.as({ role: 'admin' });
  await store([
    { jour: 0, noms: ['zoe willems', 'Zoé  Willems'], type: 'collective', statut: 'confirmee' },
    { jour: 3, noms: ['Zoé WILLEMS', 'Hugo'], type: 'saut', statut: 'confirmee' },
    { jour: 4, noms: ['Zoé WILLEMS'], type: 'saut', statut: 'en_attente' },
    { jour: 5, noms: ['Zoé Willems'], type: 'saut', statut: 'annulee' },
  ]);
  const { body } = await admin('GET', '/api/statistiques?cavalier=ZOE%20Willems');
  expect(body).toMatchObject({
    total_cavaliers: 1,
    total_reservations: 2,
    en_attente: 1,
    moyenne: 2,
    total_general: 44.67,
  });
  expect(body.cavaliers).toEqual([
    {
      cle: 'zoe willems',
      nom: 'Zoé WILLEMS',
      clients: [''],
      nombre: 3,
      en_attente: 1,
      non_facturees: 0,
      total: 44.67,
      types: [
        {
          type_lecon: 'collective',
          label: 'Leçon collective',
          nombre: 2,
          en_attente: 0,
          non_facturees: 0,
          prix: 22.33,
          total: 44.66,
        },
        {
          type_lecon: 'saut',
          label: 'Leçon de saut',
          nombre: 1,
          en_attente: 1,
          non_facturees: 0,
          prix: 0.01,
          total: 0.01,
        },
      ],
    },
  ]);
  expect((await admin('GET', '/api/statistiques/cavaliers')).body).toEqual([
    { cle: 'hugo', nom: 'Hugo', clients: [''] },
    { cle: 'zoe willems', nom: 'Zoé WILLEMS', clients: [''] },
  ]);
  expect(
    (await admin('GET', '/api/statistiques/lecons?cavalier=zo%C3%A9%20willems')).body.map(
      ({ date_reservation, statut }: Record<string, string>) => [date_reservation, statut],
    ),
  ).toEqual([
    ['2026-01-05', 'en_attente'],
    ['2026-01-04', 'confirmee'],
    ['2026-01-01', 'confirmee'],
    ['2026-01-01', 'confirmee'],
  ]);
});

test('les leçons de tous : chaque cavalier de chaque leçon dans sa dernière graphie, au prix qui lui est facturé ; leur somme est le total', async () => {
  const admin = await t.as({ role: 'admin' });
  await store([
    {
      jour: 0,
      noms: ['zoe willems', 'Hugo', 'Zoé  Willems'],
      type: 'collective',
      statut: 'confirmee',
    },
    { jour: 3, noms: ['Zoé WILLEMS'], type: 'saut', statut: 'en_attente' },
    { jour: 5, noms: ['Hugo'], type: 'saut', statut: 'annulee' },
    { jour: 6, noms: ['Hugo'], type: 'disparu', statut: 'confirmee' },
  ]);
  const { status, body } = await admin(
    'GET',
    '/api/statistiques/lecons?du=2026-01-01&au=2026-12-31',
  );
  expect(status).toBe(200);
  expect(
    body.map(({ date_reservation, cavalier, label, statut, prix }: Record<string, unknown>) => [
      date_reservation,
      cavalier,
      label,
      statut,
      prix,
    ]),
  ).toEqual([
    ['2026-01-07', 'Hugo', 'disparu', 'confirmee', 0],
    ['2026-01-04', 'Zoé WILLEMS', 'Leçon de saut', 'en_attente', 0],
    ['2026-01-01', 'Hugo', 'Leçon collective', 'confirmee', 22.33],
    ['2026-01-01', 'Zoé WILLEMS', 'Leçon collective', 'confirmee', 22.33],
    ['2026-01-01', 'Zoé WILLEMS', 'Leçon collective', 'confirmee', 22.33],
  ]);
  expect((await admin('GET', '/api/statistiques')).body.total_general).toBe(66.99);
});

test('sans réservation, tout est à zéro', async () => {
  const admin = await t.as({ role: 'admin' });
  expect((await admin('GET', '/api/statistiques')).body).toEqual({
    total_cavaliers: 0,
    total_reservations: 0,
    anciennes: 0,
    en_attente: 0,
    a_venir: 0,
    moyenne: 0,
    total_general: 0,
    sans_prix: 0,
    excusees: 0,
    absentes: 0,
    prix_depuis: null,
    cavaliers: [],
  });
});

test('une période qui commence avant que les prix soient gardés le dit', async () => {
  // PRICE-19
  const admin = await t.as({ role: 'admin' });
  await t.services.db.execute(sql`update parametres set "seatsPricedOn" = '2026-01-03'`);
  for (const [query, said] of [
    ['', '2026-01-03'],
    ['?du=2026-01-02&au=2026-01-31', '2026-01-03'],
    ['?du=2026-01-03&au=2026-01-31', null],
    ['?au=2026-01-31', '2026-01-03'],
  ])
    expect((await admin('GET', `/api/statistiques${query}`)).body.prix_depuis, query!).toBe(said);
  await t.services.db.execute(sql`update parametres set "seatsPricedOn" = null`);
});

test("un type qui part n'emporte rien des statistiques : ses places gardent leur prix", async () => {
  const admin = await t.as({ role: 'admin' });
  await store([
    { jour: 0, noms: ['Zoé', 'Hugo', 'zoe'], type: 'particuliere', statut: 'confirmee' },
    { jour: 1, noms: ['Zoé'], type: 'particuliere', statut: 'confirmee' },
    { jour: 2, noms: ['Hugo'], type: 'particuliere', statut: 'en_attente' },
    { jour: 3, noms: ['Hugo'], type: 'particuliere', statut: 'annulee' },
    { jour: 4, noms: ['Hugo'], type: 'collective', statut: 'confirmee' },
  ]);
  const centimes = async () =>
    Math.round((await admin('GET', '/api/statistiques')).body.total_general * 100);
  const { body } = await admin('GET', '/api/types-lecons/particuliere/usage');
  expect(body).toEqual({ reservations: 4 });
  const before = await centimes();
  await admin('DELETE', '/api/types-lecons/particuliere');
  // Three seats, then one, at 38.50, and one at 22.33. Waiting and cancelled lessons are not billed.
  expect([before, await centimes()]).toEqual([17_633, 17_633]);
  expect((await admin('GET', '/api/types-lecons/disparu/usage')).body).toEqual({
    reservations: 0,
  });
  await restoreTypes(t);
});

test('les leçons encore à venir de la période se comptent à part, au moment de la lecture', async () => {
  // PRICE-18
  const admin = await t.as({ role: 'admin' });
  t.clock.now = new Date('2026-01-03T08:30:00Z'); // 09:30 in Brussels
  await store([
    { jour: 0, noms: ['Zoé'], type: 'saut', statut: 'confirmee' },
    { jour: 2, noms: ['Zoé'], type: 'saut', statut: 'confirmee' }, // 8:00 and 9:00, past
    { jour: 2, noms: ['Zoé', 'Hugo'], type: 'saut', statut: 'confirmee' },
    { jour: 9, noms: ['Hugo'], type: 'saut', statut: 'confirmee' }, // 10:00 today, and later
    { jour: 9, noms: ['Zoé'], type: 'saut', statut: 'en_attente' },
    { jour: 9, noms: ['Zoé'], type: 'saut', statut: 'annulee' },
  ]);
  const read = async (query = '') => {
    const { body } = await admin('GET', `/api/statistiques${query}`);
    return [body.total_reservations, body.a_venir];
  };
  expect(await read('?du=2026-01-01&au=2026-01-31')).toEqual([4, 2]);
  expect(await read()).toEqual([4, 2]);
  expect(await read('?cavalier=zoe')).toEqual([3, 1]);
  expect(await read('?au=2026-01-02')).toEqual([1, 0]);
});

test('par famille : les places de chaque compte, cavalier par cavalier, puis celles de personne ; un homonyme reste chez le sien', async () => {
  // PRICE-24
  const [admin, anne, marc] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Anne', nom: 'Maes' }),
    await t.as({ prenom: 'Marc', nom: 'Dubois' }),
  ];
  await store([
    { jour: 0, noms: ['Léa', 'Tom', 'Léa', 'Invité'], type: 'collective', statut: 'confirmee' },
    { jour: 1, noms: ['Léa'], type: 'saut', statut: 'confirmee' },
    { jour: 2, noms: ['Tom'], type: 'saut', statut: 'en_attente' },
    { jour: 3, noms: ['Tom'], type: 'saut', statut: 'annulee' },
  ]);
  const give = (to: string, where: string) =>
    t.services.db.execute(
      sql.raw(
        `update participants set user_id = '${to}' from reservations r where r.id = reservation_id and ${where}`,
      ),
    );
  await give(anne.id, 'position <= 2');
  await give(marc.id, 'position = 3');
  const { status, body } = await admin(
    'GET',
    '/api/statistiques/familles?du=2026-01-01&au=2026-01-31',
  );
  expect(status).toBe(200);
  const family = ({ user_id, nom, email, nombre, en_attente, total, cavaliers }: any) => [
    user_id,
    nom,
    email,
    [nombre, en_attente, total],
    cavaliers.map(({ nom: rider, types }: any) => [
      rider,
      ...types.map(
        ({ label, nombre: n, prix, total: sum }: any) => `${label} ${n} × ${prix} = ${sum}`,
      ),
    ]),
  ];
  expect(body.map(family)).toEqual([
    [
      anne.id,
      'Anne Maes',
      anne.email,
      [3, 1, 44.67],
      [
        ['Léa', 'Leçon collective 1 × 22.33 = 22.33', 'Leçon de saut 1 × 0.01 = 0.01'],
        ['Tom', 'Leçon collective 1 × 22.33 = 22.33', 'Leçon de saut 0 × 0.01 = 0'],
      ],
    ],
    [
      marc.id,
      'Marc Dubois',
      marc.email,
      [1, 0, 22.33],
      [['Léa', 'Leçon collective 1 × 22.33 = 22.33']],
    ],
    [null, '', '', [1, 0, 22.33], [['Invité', 'Leçon collective 1 × 22.33 = 22.33']]],
  ]);
  expect((await admin('GET', '/api/statistiques')).body.total_general).toBe(89.33);
  expect((await anne('GET', '/api/statistiques/familles')).status).toBe(403);
  // Who pays for another has all of it (CLI-05): the two Léa are one rider of the family.
  expect((await admin('PUT', `/api/clients/${marc.id}/payeur`, { payeur: anne.id })).status).toBe(
    200,
  );
  expect(
    (await admin('GET', '/api/statistiques/familles?du=2026-01-01&au=2026-01-31')).body.map(family),
  ).toEqual([
    [
      anne.id,
      'Anne Maes',
      anne.email,
      [4, 1, 67],
      [
        ['Léa', 'Leçon collective 2 × 22.33 = 44.66', 'Leçon de saut 1 × 0.01 = 0.01'],
        ['Tom', 'Leçon collective 1 × 22.33 = 22.33', 'Leçon de saut 0 × 0.01 = 0'],
      ],
    ],
    [null, '', '', [1, 0, 22.33], [['Invité', 'Leçon collective 1 × 22.33 = 22.33']]],
  ]);
});
