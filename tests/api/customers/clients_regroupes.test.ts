/** A customer who may be another one is shown so, and given to it (CLI-11, CLI-13). */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEMANDE, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, jeanne]: [Person, Person] = [] as never;

const run = async (statement: string): Promise<Stored[]> =>
  (await t.services.db.execute<Stored>(sql.raw(statement))).rows;
const add = async (nom: string, telephone: string | null = null): Promise<string> => {
  const { status, body } = await admin('POST', '/api/clients', { nom, telephone });
  expect(status).toBe(201);
  return body.id;
};
const merge = (id: string, vers: string) =>
  admin('POST', `/api/clients/${id}/regroupement`, { vers });
/** The customer that each one resembles, by name. */
const resembling = async () =>
  Object.fromEntries(
    (await admin('GET', '/api/clients')).body.map(({ nom, telephone, semblable }: Stored) => [
      `${nom} ${telephone ?? ''}`.trim(),
      semblable && [semblable.id, semblable.compte],
    ]),
  );

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(
    'truncate reservations, reservations_supprimees, participants_retires, cavaliers, courriels, journal cascade',
  );
  await run('delete from clients where nom is not null');
  admin = await t.as({ role: 'admin' });
  jeanne = await t.as({ prenom: 'Jeanne', nom: `Petit ${crypto.randomUUID().slice(0, 8)}` });
});
const nomOf = async (id: string) =>
  (await run(`select full_name from users where id = '${id}'`))[0]!['full_name'] as string;

test('le même nom, ou le même téléphone : un compte d’abord ; sinon rien', async () => {
  const nom = await nomOf(jeanne.id);
  await run(`update users set telephone = '0475 11 22 33' where id = '${jeanne.id}'`);
  const one = await add('Odette', '010 22 33 44');
  await add('ODETTE', '010 99 99 99');
  await add(nom.toUpperCase());
  await add('Maman de Léa', '+32 475/11.22.33');
  await add('Seule', '12345'); // too short to mean one person
  await add('Autre', '12345');
  expect(await resembling()).toEqual({
    'Odette 010 22 33 44': [expect.not.stringMatching(one), false],
    'ODETTE 010 99 99 99': [one, false],
    [nom.toUpperCase()]: [jeanne.id, true],
    'Maman de Léa +32 475/11.22.33': [jeanne.id, true],
    'Seule 12345': null,
    'Autre 12345': null,
  });
  // An inactive account is nobody to give lessons to.
  await run(`update users set statut = 'inactif' where id = '${jeanne.id}'`);
  expect((await resembling())[nom.toUpperCase()]).toBeNull();
});

test('« À vérifier » : chaque paire une fois, un compte ou le plus ancien ; pas ceux dont on sait qui paie pour qui', async () => {
  // CLI-05, CLI-13
  const pairs = async () =>
    (await admin('GET', '/api/clients/semblables')).body.map(({ client, semblable }: Stored) => [
      client.id,
      semblable.id,
    ]);
  expect(await pairs()).toEqual([]);
  const nom = await nomOf(jeanne.id);
  const later = (minutes: number) => {
    t.clock.now = new Date(MORNING.getTime() + minutes * 60_000);
  };
  const odette = await add('Odette', '010 22 33 44');
  later(1);
  const second = await add('ODETTE', '010 99 99 99');
  later(2);
  const mother = await add('Sa mère', '010 22 33 44');
  later(3);
  const same = await add(nom.toUpperCase());
  // By name: "jeanne petit…", "odette", "sa mere".
  expect(await pairs()).toEqual([
    [same, jeanne.id],
    [second, odette],
    [mother, odette],
  ]);
  // One pays for the other: two people.
  await admin('PUT', `/api/clients/${odette}/payeur`, { payeur: mother });
  expect(await pairs()).toEqual([
    [same, jeanne.id],
    [second, odette],
  ]);
  // The same one pays for both.
  await admin('PUT', `/api/clients/${second}/payeur`, { payeur: mother });
  expect(await pairs()).toEqual([[same, jeanne.id]]);
  expect((await resembling())['Odette 010 22 33 44']).toBeNull();
  expect((await merge(same, jeanne.id)).status).toBe(200);
  expect(await pairs()).toEqual([]);
  expect((await jeanne('GET', '/api/clients/semblables')).status).toBe(403);
});

test('tout passe à l’autre : leçons, places, supprimées, retirées, cavaliers, note, qui est payé ; personne n’en est prévenu', async () => {
  const [id, paid] = [await add('Jeanne P.', '0475 11 22 33'), await add('Sa mère')];
  await run(`update clients set note = 'Préfère le matin' where id = '${id}'`);
  await admin('PUT', `/api/clients/${paid}/payeur`, { payeur: id });
  await run(
    `insert into cavaliers (user_id, nom) values ('${id}', 'Tom'), ('${id}', 'LEA'), ('${jeanne.id}', 'Léa')`,
  );
  const book = async (date_reservation: string, ...noms: string[]) =>
    (
      await admin('POST', '/api/reservations', {
        ...DEMANDE,
        date_reservation,
        noms_participants: noms,
        nombre_personnes: noms.length,
        pour: { user_id: id },
      })
    ).body;
  const lesson = await book('2026-12-01', 'Tom', 'Léa', 'Retirée');
  const read = (await admin('GET', `/api/reservations/${lesson.id}`)).body;
  await put(admin, read, {
    noms_participants: ['Tom', 'Léa'],
    nombre_personnes: 2,
    places: [read.tarifs[0].place, read.tarifs[1].place],
  });
  const gone = await book('2026-12-02', 'Tom');
  await admin('DELETE', `/api/reservations/${gone.id}`);
  await run('delete from courriels');
  const places = await run('select id from participants order by position');

  expect((await merge(id, jeanne.id)).status).toBe(200);
  expect(await run(`select 1 from clients where id = '${id}'`)).toEqual([]);
  const [lea, tom] = await run(`select id, nom, user_id from cavaliers order by nom`);
  expect([lea, tom]).toMatchObject([
    { nom: 'Léa', user_id: jeanne.id },
    { nom: 'Tom', user_id: jeanne.id },
  ]);
  expect(
    await run('select id, nom, user_id, cavalier_id from participants order by position'),
  ).toEqual([
    { id: places[0]!['id'], nom: 'Tom', user_id: jeanne.id, cavalier_id: tom!['id'] },
    { id: places[1]!['id'], nom: 'Léa', user_id: jeanne.id, cavalier_id: lea!['id'] },
  ]);
  for (const table of ['participants_supprimes', 'participants_retires'])
    expect(await run(`select user_id from ${table}`), table).toEqual([{ user_id: jeanne.id }]);
  expect(await run('select user_id, version from reservations')).toEqual([
    { user_id: jeanne.id, version: 2 },
  ]);
  expect(await run('select user_id from reservations_supprimees')).toEqual([
    { user_id: jeanne.id },
  ]);
  expect(
    await run(
      `select id, note, paye_par from clients where id in ('${jeanne.id}', '${paid}') order by id = '${paid}'`,
    ),
  ).toEqual([
    { id: jeanne.id, note: 'Préfère le matin', paye_par: null },
    { id: paid, note: null, paye_par: jeanne.id },
  ]);
  expect(await run('select 1 from courriels')).toEqual([]);
  expect(await run("select objet_id from journal where action = 'client.regroupe'")).toEqual([
    { objet_id: jeanne.id },
  ]);
  // The person finds the lesson.
  expect((await jeanne('GET', '/api/reservations?miennes=1')).body).toMatchObject([
    { id: lesson.id, noms_participants: ['Tom', 'Léa'] },
  ]);
});

test('les places des deux ont ensuite le cavalier de leur nom, qui ne l’avaient pas : celui de l’autre, ou celui qui passe à l’autre', async () => {
  // RIDE-24, CLI-11
  const id = await add('Jeanne P.', '0475 11 22 33');
  await run(
    `insert into cavaliers (user_id, nom) values ('${id}', 'Tom'), ('${jeanne.id}', 'Léa')`,
  );
  const book = async (day: number, user_id: string, ...noms: string[]) => {
    const { status, body } = await admin('POST', '/api/reservations', {
      ...DEMANDE,
      date_reservation: `2026-12-0${day}`,
      noms_participants: noms,
      nombre_personnes: noms.length,
      pour: { user_id },
    });
    expect(status, body.message).toBe(201);
    return body;
  };
  await book(1, id, 'LEA', 'Invité');
  await book(2, jeanne.id, 'tom', 'Invité');
  const gone = await book(3, id, 'Lea', 'Invité');
  await admin('DELETE', `/api/reservations/${gone.id}`);
  const lesson = await book(4, jeanne.id, 'Tom', 'Invité');
  const read = (await admin('GET', `/api/reservations/${lesson.id}`)).body;
  await put(admin, read, { noms_participants: ['Invité'], nombre_personnes: 1 });
  // Another customer keeps what it has.
  const other = await add('Odette');
  await book(5, other, 'Tom', 'Léa');

  expect((await merge(id, jeanne.id)).status).toBe(200);
  const seats = (table: string) =>
    run(
      `select s.nom, k.nom as cavalier from ${table} s left join cavaliers k on k.id = s.cavalier_id and k.user_id = s.user_id order by s.reservation_id = '${lesson.id}', s.user_id = '${other}', s.nom`,
    );
  expect(await seats('participants')).toEqual([
    { nom: 'Invité', cavalier: null },
    { nom: 'Invité', cavalier: null },
    { nom: 'LEA', cavalier: 'Léa' },
    { nom: 'tom', cavalier: 'Tom' },
    { nom: 'Léa', cavalier: null },
    { nom: 'Tom', cavalier: null },
    { nom: 'Invité', cavalier: null },
  ]);
  expect(await seats('participants_supprimes')).toEqual([
    { nom: 'Invité', cavalier: null },
    { nom: 'Lea', cavalier: 'Léa' },
  ]);
  expect(await seats('participants_retires')).toEqual([{ nom: 'Tom', cavalier: 'Tom' }]);
  // The statistics count each of them as one rider.
  const { body: riders } = await admin('GET', '/api/statistiques/cavaliers');
  expect(
    riders
      .filter(({ clients }: Stored) => !clients.includes('Odette'))
      .map(({ nom }: Stored) => nom),
  ).toEqual(['Invité', 'Léa', 'Tom']);
});

test('qui paie reste à un seul niveau : les payés passent à qui paie pour l’autre, et personne ne paie pour soi', async () => {
  const [from, to, boss, paid] = [
    await add('Un'),
    await add('Deux'),
    await add('Trois'),
    await add('Quatre'),
  ];
  await admin('PUT', `/api/clients/${paid}/payeur`, { payeur: from });
  await admin('PUT', `/api/clients/${to}/payeur`, { payeur: boss });
  expect((await merge(from, to)).status).toBe(200);
  expect(await run(`select paye_par from clients where id = '${paid}'`)).toEqual([
    { paye_par: boss },
  ]);
  // The payer of the other is given to it.
  expect((await merge(boss, to)).status).toBe(200);
  expect(
    await run(`select nom, paye_par from clients where id in ('${paid}', '${to}') order by nom`),
  ).toEqual([
    { nom: 'Deux', paye_par: null },
    { nom: 'Quatre', paye_par: to },
  ]);
});

describe('refusé, et rien ne change', () => {
  test.each([
    ['vers soi-même', async (id: string) => [id, id], 'client_regroupe_ici'],
    [
      'vers un compte inactif',
      async (id: string) => [id, (await t.as({ statut: 'inactif' })).id],
      'client_regroupe_ici',
    ],
    ['un compte', async (id: string) => [jeanne.id, id], 'client_a_un_compte'],
    [
      'un client inconnu',
      async (id: string) => ['00000000-0000-4000-8000-000000000000', id],
      'client_inconnu',
    ],
    [
      'vers un client inconnu',
      async (id: string) => [id, '00000000-0000-4000-8000-000000000000'],
      'client_inconnu',
    ],
  ])('%s', async (_, pair, code) => {
    const id = await add('Odette');
    const before = await run('select * from clients order by id');
    const [from, to] = (await pair(id)) as [string, string];
    expect((await merge(from, to)).body.code).toBe(code);
    expect(
      (await run('select * from clients order by id')).filter((row) =>
        before.some((one) => one['id'] === row['id']),
      ),
    ).toEqual(before);
    expect(await run("select 1 from journal where action = 'client.regroupe'")).toEqual([]);
  });
});

test('regrouper deux clients l’un avec l’autre en même temps, pendant que le centre réserve pour eux : jamais une erreur, et aucune place n’est perdue', async () => {
  for (let round = 0; round < 6; round += 1) {
    await run('truncate reservations cascade');
    const [one, two] = [await add(`Un ${round}`), await add(`Deux ${round}`)];
    const book = (day: number, user_id: string) =>
      admin('POST', '/api/reservations', {
        ...DEMANDE,
        date_reservation: `2026-12-0${day}`,
        pour: { user_id },
      });
    const answers = await Promise.all([
      merge(one, two),
      merge(two, one),
      ...[1, 2, 3, 4].map((day) => book(day, day % 2 ? one : two)),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.every((status) => [200, 201, 404].includes(status))).toBe(true);
    expect(statuses.slice(0, 2).filter((status) => status === 200)).toHaveLength(1);
    const stored = statuses.slice(2).filter((status) => status === 201).length;
    const left = await run(`select id from clients where id in ('${one}', '${two}')`);
    expect(left).toHaveLength(1);
    const seats = await run(
      'select distinct r.id, r.user_id, p.user_id as place from reservations r join participants p on p.reservation_id = r.id',
    );
    expect(seats).toHaveLength(stored);
    for (const { user_id, place } of seats)
      expect([user_id, place]).toEqual([left[0]!['id'], left[0]!['id']]);
  }
});
