/**
 * The search of administrators (DESK-61 to DESK-64). The clock shows Saturday 21 November 2026,
 * 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { createPerson } from '../../support/people.ts';
import { storeLecon } from '../../support/places.ts';
import { statementsOf } from '../../support/statements.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, rider]: [Person, Person] = [] as never;
/** The ids of the accounts and customers by name. */
const ids: Record<string, string> = {};

const search = async (q: string): Promise<Stored> => {
  const { status, body } = await admin('GET', `/api/recherche?q=${encodeURIComponent(q)}`);
  expect(status, body.message).toBe(200);
  return body;
};
const clientsOf = async (q: string) => (await search(q))['clients'].map(({ nom }: Stored) => nom);
const nomsOf = async (q: string) => (await search(q))['noms'].map(({ nom }: Stored) => nom);
/** Day, hour and names of the lessons found. */
const leconsOf = async (q: string) =>
  (await search(q))['lecons'].map(
    ({ date_reservation, heure_debut, noms }: Stored) =>
      `${date_reservation} ${heure_debut} ${noms.join(', ')}`,
  );

/** Stores a lesson of an hour; each name may have a customer. */
async function lesson(
  jour: string,
  heure: string,
  names: Record<string, string | null>,
  fields: object = {},
): Promise<string> {
  const noms = Object.keys(names);
  const id = await storeLecon(t.services.db, {
    user_id: null,
    nom_client: noms[0] ?? '',
    noms_participants: noms,
    date_reservation: jour,
    heure_debut: heure,
    heure_fin: `${String(Number(heure.slice(0, 2)) + 1).padStart(2, '0')}:00`,
    type_piste: 'interieure',
    type_lecon: 'collective',
    nombre_personnes: noms.length,
    statut: 'confirmee',
    ...fields,
  });
  if (id === null) throw new Error(`${jour} ${heure} is taken`);
  for (const [nom, client] of Object.entries(names))
    if (client !== null)
      await t.services.db.execute(
        sql`update participants set user_id = ${client} where reservation_id = ${id} and nom = ${nom}`,
      );
  return id;
}

beforeAll(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`truncate reservations, clients, users cascade`);
  admin = await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' });
  rider = await t.as({ prenom: 'Élise', nom: 'Van Grœnendæl' });
  ids['Élise'] = rider.id;
  await t.services.db.execute(
    sql`update users set telephone = '0475/10.22.33' where id = ${rider.id}`,
  );
  for (const nom of ['Léa Groenen', "Noé L'Abbé"])
    await t.services.db.execute(
      sql`insert into cavaliers (user_id, nom) values (${rider.id}, ${nom})`,
    );
  const waiting = await createPerson(t.services.db, {
    prenom: 'Gaël',
    nom: 'Attente',
    statut: 'en_attente',
  });
  ids['Gaël'] = waiting.id;
  const { body } = await admin('POST', '/api/clients', {
    nom: 'Jeanne Dupont-Moërs',
    telephone: '+32 477 55 66 77',
  });
  ids['Jeanne'] = body.id;
  await admin('POST', '/api/clients', { nom: '100%_vrai Dimanche' });
});

describe('les clients', () => {
  // DESK-61, PEOPLE-19
  test.each([
    ['élise', ['Élise Van Grœnendæl']],
    ['ELISE', ['Élise Van Grœnendæl']],
    ['lise nend', ['Élise Van Grœnendæl']],
    ['van élise', ['Élise Van Grœnendæl']],
    ['moers', ['Jeanne Dupont-Moërs']],
    ['dupont jeanne', ['Jeanne Dupont-Moërs']],
    ['jeanne élise', []],
    // a rider that the account keeps, and its name
    ['lea groenen', ['Élise Van Grœnendæl']],
    ['labbe', []],
    ["noé l'abbé", ['Élise Van Grœnendæl']],
    ['  gaël  ', ['Gaël Attente']],
    ['bureau', ['Odile Bureau']],
    // telephones, as BOOK-31 compares them
    ['0475/10.22.33', ['Élise Van Grœnendæl']],
    ['+32 475 10 22 33', ['Élise Van Grœnendæl']],
    ['0032475102233', ['Élise Van Grœnendæl']],
    ['0475 10', ['Élise Van Grœnendæl']],
    ['0477556677', ['Jeanne Dupont-Moërs']],
    ['0477556678', []],
    // no pattern
    ['%', []],
    ['__', []],
    ['j%e', []],
    ['100%_', ['100%_vrai Dimanche']],
    ["'; drop", []],
    // a day of the week may be a name
    ['dimanche', ['100%_vrai Dimanche']],
    // too short (DESK-64)
    ['é', []],
    ['   ', []],
  ])('« %s »', async (q, expected) => {
    expect(await clientsOf(q)).toEqual(expected);
  });

  test('ce qui est répondu : le compte, son statut et les cavaliers du texte', async () => {
    expect((await search('lea groenen'))['clients']).toEqual([
      {
        id: ids['Élise'],
        nom: 'Élise Van Grœnendæl',
        email: rider.email,
        telephone: '0475/10.22.33',
        statut: 'actif',
        cavaliers: ['Léa Groenen'],
      },
    ]);
    expect((await search('moers'))['clients']).toEqual([
      {
        id: ids['Jeanne'],
        nom: 'Jeanne Dupont-Moërs',
        email: null,
        telephone: '+32 477 55 66 77',
        statut: null,
        cavaliers: [],
      },
    ]);
    expect((await search('gael'))['clients']).toMatchObject([
      { id: ids['Gaël'], statut: 'en_attente' },
    ]);
  });

  test('sept au plus, ceux dont le nom commence par le texte en premier', async () => {
    // DESK-64, LIM-188
    for (const nom of [
      'Zoé Quint',
      'Quint Ana',
      'Quintus',
      'Quinte',
      'Quinton',
      'A Quint',
      'B Quint',
      'C Quint',
    ])
      await admin('POST', '/api/clients', { nom });
    expect(await clientsOf('quint')).toEqual([
      'Quint Ana',
      'Quinte',
      'Quinton',
      'Quintus',
      'A Quint',
      'B Quint',
      'C Quint',
    ]);
  });
});

describe('les leçons et les noms écrits', () => {
  // DESK-62, DESK-63
  let next: string;
  beforeAll(async () => {
    const { Jeanne = null } = ids;
    await lesson('2025-11-26', '10:00', { 'Théo Willems': null });
    await lesson('2026-03-17', '10:00', { 'theo  willems': null, 'Zoé Roos': Jeanne });
    await lesson('2026-11-18', '10:00', { 'Théo Willems': null });
    // today: over, and not yet over
    await lesson('2026-11-21', '08:00', { 'Théo Willems': null });
    await lesson('2026-11-21', '09:00', { 'Théo Roos': Jeanne });
    next = await lesson('2026-11-25', '14:00', { 'THÉO Willems': null, 'Zoé Roos': Jeanne });
    await lesson('2026-11-25', '15:00', { 'Théo Willems': null }, { statut: 'annulee' });
    await lesson('2026-11-26', '10:00', { 'Zoé Roos': Jeanne }, { type_lecon: 'disparu' });
    await lesson('2027-03-17', '10:00', { 'Théo Willems': null });
    await lesson('2026-11-27', '10:00', { 'Ancien cavalier 12': null });
  });

  test('par nom : les prochaines, puis les dernières passées', async () => {
    expect(await leconsOf('theo')).toEqual([
      '2026-11-21 09:00 Théo Roos',
      '2026-11-25 14:00 THÉO Willems',
      '2026-11-25 15:00 Théo Willems',
      '2027-03-17 10:00 Théo Willems',
      '2026-11-21 08:00 Théo Willems',
      '2026-11-18 10:00 Théo Willems',
      '2026-03-17 10:00 theo  willems',
    ]);
    expect((await search('willems'))['lecons'][0]).toEqual({
      id: next,
      date_reservation: '2026-11-25',
      heure_debut: '14:00',
      heure_fin: '15:00',
      type_piste: 'interieure',
      label: 'Leçon collective',
      statut: 'confirmee',
      noms: ['THÉO Willems'],
    });
    expect((await search('zoé jeudi'))['lecons']).toMatchObject([{ label: 'disparu' }]);
  });

  test.each([
    [
      'Théo mercredi',
      [
        '2026-11-25 14:00 THÉO Willems',
        '2026-11-25 15:00 Théo Willems',
        '2027-03-17 10:00 Théo Willems',
        '2026-11-18 10:00 Théo Willems',
        '2025-11-26 10:00 Théo Willems',
      ],
    ],
    [
      'MERCREDI willems théo',
      [
        '2026-11-25 14:00 THÉO Willems',
        '2026-11-25 15:00 Théo Willems',
        '2027-03-17 10:00 Théo Willems',
        '2026-11-18 10:00 Théo Willems',
        '2025-11-26 10:00 Théo Willems',
      ],
    ],
    ["théo aujourd'hui", ['2026-11-21 09:00 Théo Roos', '2026-11-21 08:00 Théo Willems']],
    ['théo aujourd’hui', ['2026-11-21 09:00 Théo Roos', '2026-11-21 08:00 Théo Willems']],
    ['demain théo', []],
    ['zoé 17 mars', ['2026-03-17 10:00 Zoé Roos']],
    ['théo 17/3', ['2027-03-17 10:00 Théo Willems', '2026-03-17 10:00 theo  willems']],
    ['théo 17/03/2026', ['2026-03-17 10:00 theo  willems']],
    ['théo 17-3-27', ['2027-03-17 10:00 Théo Willems']],
    [
      'théo le mercredi 25 novembre',
      ['2026-11-25 14:00 THÉO Willems', '2026-11-25 15:00 Théo Willems'],
    ],
    ['2025-11-26', ['2025-11-26 10:00 Théo Willems']],
    // a day alone: everybody of its lessons
    ['25 nov', ['2026-11-25 14:00 THÉO Willems, Zoé Roos', '2026-11-25 15:00 Théo Willems']],
    ['jeudi', ['2026-11-26 10:00 Zoé Roos']],
    ['31/2', []],
    ['théo 31 février', []],
    // both words in one name
    ['théo roos', ['2026-11-21 09:00 Théo Roos']],
    ['ancien cavalier', []],
    ['th%o', []],
    ['0475 10 22 33', []],
    ['12 mercredi', []],
    ['é', []],
  ])('« %s »', async (q, expected) => {
    expect(await leconsOf(q)).toEqual(expected);
  });

  test('les noms de places sans client, toutes leurs orthographes ensemble', async () => {
    // PRICE-09
    expect((await search('theo'))['noms']).toEqual([
      { nom: 'Théo Willems', places: 6, prochaine: '2026-11-25', derniere: '2027-03-17' },
    ]);
    expect(await nomsOf('zoé')).toEqual([]);
    expect(await nomsOf('ancien')).toEqual([]);
    expect(await nomsOf('théo mercredi')).toEqual(['Théo Willems']);
  });

  test('sept de chaque au plus', async () => {
    // DESK-64, LIM-188
    for (let n = 0; n < 9; n += 1)
      await lesson('2026-12-0' + (n + 1), '10:00', { [`Urbain ${'ABCDEFGHI'[n]}`]: null });
    const { noms, lecons } = await search('urbain');
    expect(noms.map(({ nom }: Stored) => nom)).toEqual(
      ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter) => `Urbain ${letter}`),
    );
    expect(lecons.map(({ date_reservation }: Stored) => date_reservation)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((n) => `2026-12-0${n}`),
    );
  });
});

describe('les leçons de qui a été trouvé', () => {
  // DESK-81
  let romy: string;
  const found = async (q: string, client?: string): Promise<Stored> => {
    const asked = new URLSearchParams({ q, ...(client !== undefined && { client }) });
    const { status, body } = await admin('GET', `/api/recherche/lecons?${asked}`);
    expect(status, body.message).toBe(200);
    return body;
  };
  const listOf = ({ lecons }: Stored): string[] =>
    lecons.map(
      ({ date_reservation, heure_debut, noms, statut, supprimee }: Stored) =>
        `${date_reservation} ${heure_debut} ${noms.join(', ')} ${supprimee ? 'supprimee' : statut}`,
    );
  beforeAll(async () => {
    romy = (await admin('POST', '/api/clients', { nom: 'Romy Sauvage' })).body.id;
    await lesson('2026-10-05', '10:00', { 'Ida  Sauvage': romy });
    // Over, and not yet over
    await lesson('2026-11-21', '07:00', { 'Ida Sauvage': romy });
    await lesson('2026-11-20', '10:00', { 'Max Roux': romy }, { type_piste: 'exterieure' });
    await lesson('2026-12-05', '16:00', { 'Ida Sauvage': romy, 'Max Roux': romy });
    await lesson('2026-12-06', '16:00', { 'IDA sauvage': romy }, { statut: 'annulee' });
    await lesson('2026-12-07', '16:00', { 'Ida Sauvage': null });
    await lesson('2026-12-08', '16:00', { 'ida  SAUVAGE': null });
    const gone = await lesson('2026-12-09', '16:00', { 'Ida Sauvage': romy });
    await admin('DELETE', `/api/reservations/${gone}`);
  });

  test('un cavalier du client : à venir, passées, annulées et supprimées', async () => {
    const body = await found('ida mercredi', romy);
    expect(listOf(body)).toEqual([
      '2026-12-05 16:00 Ida Sauvage confirmee',
      '2026-12-06 16:00 IDA sauvage annulee',
      '2026-12-09 16:00 Ida Sauvage supprimee',
      '2026-11-21 07:00 Ida Sauvage confirmee',
      '2026-10-05 10:00 Ida Sauvage confirmee',
    ]);
    expect(body).toMatchObject({ a_venir: 3, passees: 2, annulees: 2 });
    expect(body['lecons'][0]).toEqual({
      id: expect.any(String),
      date_reservation: '2026-12-05',
      heure_debut: '16:00',
      heure_fin: '17:00',
      type_piste: 'interieure',
      label: 'Leçon collective',
      statut: 'confirmee',
      supprimee: false,
      noms: ['Ida Sauvage'],
    });
  });

  test('un texte qui ne nomme aucun de ses cavaliers : tous', async () => {
    for (const q of ['romy', '0477', '', 'romy sauvage'])
      expect(await found(q, romy), q).toMatchObject({ a_venir: 3, passees: 3, annulees: 2 });
    expect(listOf(await found('roux', romy))).toEqual([
      '2026-12-05 16:00 Max Roux confirmee',
      '2026-11-20 10:00 Max Roux confirmee',
    ]);
    expect(listOf(await found('romy', romy))).toContain(
      '2026-12-05 16:00 Ida Sauvage, Max Roux confirmee',
    );
  });

  test('un nom sans client : ses orthographes, et non ce que le texte ne fait que contenir', async () => {
    expect(listOf(await found('Ida Sauvage'))).toEqual([
      '2026-12-07 16:00 Ida Sauvage confirmee',
      '2026-12-08 16:00 ida SAUVAGE confirmee',
    ]);
    expect(await found('Ida')).toEqual({ a_venir: 0, passees: 0, annulees: 0, lecons: [] });
  });

  test('cent au plus, avec leur nombre ; un client inconnu ou faux', async () => {
    // LIM-188
    const { body } = await admin('POST', '/api/clients', { nom: 'Cent Leçons' });
    for (let n = 0; n < 101; n += 1)
      await lesson(
        `20${String(Math.floor(n / 28) + 30)}-02-${String((n % 28) + 1).padStart(2, '0')}`,
        '10:00',
        {
          'Cent Leçons': body.id,
        },
      );
    const all = await found('cent', body.id);
    expect([all['a_venir'], all['lecons'].length]).toEqual([101, 100]);
    expect(await found('x', crypto.randomUUID())).toMatchObject({ lecons: [] });
    expect((await admin('GET', '/api/recherche/lecons?q=x&client=1')).status).toBe(404);
    expect((await rider('GET', `/api/recherche/lecons?q=x&client=${romy}`)).status).toBe(403);
  });
});

test('réservée aux administrateurs ; un texte trop long est refusé', async () => {
  // DESK-61, LIM-188
  expect((await rider('GET', '/api/recherche?q=theo')).status).toBe(403);
  expect((await t.anonymous('GET', '/api/recherche?q=theo')).status).toBe(401);
  expect((await admin('GET', `/api/recherche?q=${'a'.repeat(201)}`)).status).toBe(400);
  expect((await admin('GET', '/api/recherche')).status).toBe(400);
});

describe('les requêtes', () => {
  const sentBy = async (q: string) =>
    (await statementsOf(() => search(q))).filter(({ text }) => /participants|"clients"/.test(text));
  const planOf = async (q: string): Promise<string> => {
    const statement = (await sentBy(q)).find(({ text }) => text.includes('a_venir'));
    const client = new pg.Client(t.url);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query({
      text: `explain ${statement?.text}`,
      values: statement?.values ?? [],
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  test.each(['theo', 'mercredi', 'theo willems mercredi', '17 mars', 'urbain'])(
    'deux, quoi qui soit trouvé : « %s »',
    async (q) => {
      expect(await sentBy(q)).toHaveLength(2);
    },
  );

  test('un numéro de téléphone ne lit pas les leçons', async () => {
    expect(await sentBy('0475 10 22 33')).toHaveLength(1);
  });

  test('une journée se lit par son index, et les noms une seule fois chacun', async () => {
    for (const q of ['mercredi', '17 mars']) {
      const plan = await planOf(q);
      expect(plan).toMatch(/reservations_jour_piste/);
      expect(plan).not.toMatch(/Seq Scan on reservations|Gather/);
    }
    const plan = await planOf('theo');
    expect(plan).toMatch(/CTE written\n +-> +(?:HashAggregate|Unique)/);
    // The names are compared where they are read once each, not with each seat.
    expect(plan.split('CTE seats')[0]).toMatch(/CTE Scan on written/);
    expect(plan.split('CTE seats')[1]).not.toMatch(/normalize/);
  });
});
