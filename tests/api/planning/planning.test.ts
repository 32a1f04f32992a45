/** The data of the administrators' week: its content, and its small size (API-21). */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readWeek, seedReservations } from '../../../bench/seed.ts';
import { book, DEMANDE, put, type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp();

const week = (du: string, au: string) => `/api/planning?du=${du}&au=${au}`;

test('jour par jour et piste par piste, chaque leçon par son heure, sans les annulées ni les jours vides', async () => {
  const admin = await t.as({ role: 'admin' });
  const rider = await t.as({ prenom: 'Zoé', nom: 'Willems' });
  await rider('PATCH', '/api/profil', {
    prenom: 'Zoé',
    nom: 'Willems',
    telephone: '0470 12 34 56',
    adresse: '',
  });
  const later = await book(rider, {
    heure_debut: '15:00',
    type_lecon: 'longe',
    noms_participants: ['Hugo'],
    nombre_personnes: 1,
    remarques: null,
  });
  const early = await book(rider, { heure_debut: '09:00', noms_participants: ['Hugo', 'Léa'] });
  const outside = await book(admin, {
    type_piste: 'exterieure',
    date_reservation: '2026-11-25',
    pour: { nom: 'Marie Stage' },
  });
  const cancelled = await book(rider, { date_reservation: '2026-11-24' });
  await put(admin, cancelled, { statut: 'annulee' });
  const waiting = (await put(admin, later, { statut: 'en_attente' })).body;
  const { status, body } = await admin('GET', week('2026-11-23', '2026-11-29'));
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      date_reservation: '2026-11-23',
      interieure: [
        [
          early['id'],
          0,
          '09:00',
          '10:00',
          'collective',
          false,
          ['Hugo', 'Léa'],
          'Zoé Willems',
          true,
          '0470 12 34 56',
          'Poney calme',
        ],
        [
          later['id'],
          waiting.version,
          '15:00',
          later['heure_fin'],
          'longe',
          true,
          ['Hugo'],
          'Zoé Willems',
          true,
          '0470 12 34 56',
          null,
        ],
      ],
      exterieure: [],
    },
    {
      date_reservation: '2026-11-25',
      interieure: [],
      exterieure: [
        [
          outside['id'],
          0,
          '10:00',
          '11:00',
          'collective',
          false,
          ['Camille Lambert', 'Hugo Dubois'],
          'Marie Stage',
          false,
          null,
          'Poney calme',
        ],
      ],
    },
  ]);
  expect((await admin('GET', week('2026-11-25', '2026-11-25'))).body).toHaveLength(1);
});

test("une période de plus de 366 jours ou à l'envers est refusée", async () => {
  // LIM-18
  const admin = await t.as({ role: 'admin' });
  for (const [du, au] of [
    ['2026-01-01', '2027-06-01'],
    ['2026-11-29', '2026-11-23'],
  ] as const) {
    const { status, body } = await admin('GET', week(du, au));
    expect([status, body.code]).toEqual([400, 'periode_manquante']);
  }
});

test('une leçon coûte au plus 110 octets, en plus des noms, des remarques et du téléphone', async () => {
  // API-21, ADR-005
  const admin = await t.as({ role: 'admin' });
  const sql = new pg.Client({ connectionString: t.url });
  await sql.connect();
  await seedReservations(sql, 2_000);
  await sql.end();
  const { du, au } = readWeek(0);
  const { body } = await admin('GET', week(du, au));
  const lecons = body.flatMap((jour: any) => [...jour.interieure, ...jour.exterieure]);
  expect(lecons).toHaveLength(154);
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
  const texts = lecons.flatMap(([, , , , , , noms, client, , telephone, remarques]: any[]) =>
    [...noms, client, telephone, remarques].filter((text) => text !== null),
  );
  const rest = bytes(body) - texts.reduce((sum: number, text: string) => sum + bytes(text), 0);
  expect(rest / lecons.length).toBeLessThanOrEqual(110);
});

test("une leçon d'un nom seul, qu'un cavalier a rejointe, a un compte : il sera prévenu", async () => {
  // API-21, DESK-27
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await t.services.db.execute(
    sql`update types_lecons set ouverte = true where value = 'collective'`,
  );
  const day = { date_reservation: '2026-12-07' };
  await book(admin, { ...day, pour: { nom: 'Marie Stage' } });
  const compte = async () =>
    (await admin('GET', week('2026-12-07', '2026-12-07'))).body[0].interieure[0][8];
  expect(await compte()).toBe(false);
  expect((await rider('POST', '/api/reservations/places', { ...DEMANDE, ...day })).status).toBe(
    201,
  );
  expect(await compte()).toBe(true);
});

test("les autres comptes d'une leçon : nom, téléphone, remarques et leurs places ; rien là où il n'y en a pas", async () => {
  // API-21, RIDE-19
  const admin = await t.as({ role: 'admin' });
  const [nathalie, isabelle] = [
    await t.as({ prenom: 'Nathalie', nom: 'Dubois' }),
    await t.as({ prenom: 'Isabelle', nom: 'Martin' }),
  ];
  const profil = (telephone: string) => ({
    prenom: 'Isabelle',
    nom: 'Martin',
    telephone,
    adresse: '',
  });
  await isabelle('PATCH', '/api/profil', profil('0475 10 22 33'));
  await t.services.db.execute(
    sql`update types_lecons set ouverte = true where value = 'collective'`,
  );
  const day = { date_reservation: '2026-12-15' };
  const lesson = await book(nathalie, { ...day, remarques: 'Première fois' });
  const join = await isabelle('POST', '/api/reservations/places', {
    ...DEMANDE,
    ...day,
    noms_participants: ['Tom Martin', 'Zoé Martin'],
    remarques: 'ASTHME : ventoline dans le sac',
  });
  expect(join.status).toBe(201);
  const read = async () =>
    (await admin('GET', week('2026-12-15', '2026-12-15'))).body[0].interieure[0];
  expect((await read())[11]).toEqual({
    autres: [['Isabelle Martin', '0475 10 22 33', 'ASTHME : ventoline dans le sac', [2, 3]]],
  });
  await isabelle('PATCH', '/api/profil', profil('0499 99 99 99'));
  expect((await read())[11].autres[0][1]).toBe('0499 99 99 99');
  // The daily view and the dialog show the same data of each seat.
  const { body } = await admin('GET', `/api/reservations/${lesson['id']}`);
  expect(body.participants.map(({ compte, telephone }: Stored) => [compte, telephone])).toEqual([
    ['Nathalie Dubois', null],
    ['Nathalie Dubois', null],
    ['Isabelle Martin', '0499 99 99 99'],
    ['Isabelle Martin', '0499 99 99 99'],
  ]);
  // Each rider reads only their own part.
  for (const [rider, other] of [
    [nathalie, /ASTHME|0499|Isabelle|Tom Martin/],
    [isabelle, /Première fois|Nathalie|Hugo/],
  ] as const) {
    for (const path of [
      '/api/reservations',
      `/api/reservations/${lesson['id']}`,
      '/api/disponibilites?du=2026-12-15&au=2026-12-15',
      '/api/lecons-passees',
    ]) {
      expect(JSON.stringify((await rider('GET', path)).body)).not.toMatch(other);
    }
  }
  // A lesson of one account has eleven values.
  await book(nathalie, { date_reservation: '2026-12-16' });
  expect((await admin('GET', week('2026-12-16', '2026-12-16'))).body[0].interieure[0]).toHaveLength(
    11,
  );
});

test('un cavalier qui est dans deux leçons à la même heure est marqué dans les deux', async () => {
  // DESK-32
  const [admin, nathalie, lea] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Nathalie', nom: 'Dubois' }),
    await t.as({ prenom: 'Léa', nom: 'Martin' }),
  ];
  await t.services.db.execute(
    sql`update types_lecons set ouverte = true where value = 'collective'`,
  );
  const [day, dehors] = [
    { date_reservation: '2026-12-21' },
    { type_piste: 'exterieure', heure_debut: '10:30' },
  ];
  await book(nathalie, { ...day, noms_participants: ['Zoé Dubois', 'Léa Martin'] });
  await book(admin, {
    ...day,
    ...dehors,
    pour: { nom: 'Un stage' },
    noms_participants: ['Hugo', 'lea martin'],
  });
  const read = async () => (await admin('GET', week('2026-12-21', '2026-12-21'))).body[0];
  // The seats of another customer are those of other people.
  expect((await read()).exterieure[0][11]).toBeUndefined();
  await t.services.db.execute(sql`delete from clients where nom = 'Un stage'`);
  expect([(await read()).interieure[0][11], (await read()).exterieure[0][11]]).toEqual([
    { aussi: [[1, '10:30', 'exterieure']] },
    { aussi: [[1, '10:00', 'interieure']] },
  ]);
  // A separate account: another person with the same name.
  expect(
    (
      await lea('POST', '/api/reservations/places', {
        ...DEMANDE,
        ...day,
        ...dehors,
        noms_participants: ['Léa Martin'],
        nombre_personnes: 1,
      })
    ).status,
  ).toBe(201);
  expect([(await read()).interieure[0][11], (await read()).exterieure[0][11].aussi]).toEqual([
    { aussi: [[1, '10:30', 'exterieure']] },
    [[1, '10:00', 'interieure']],
  ]);
});
