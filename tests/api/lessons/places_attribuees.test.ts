/**
 * The desk says whose seat it is: an edit names the account of each participant (RIDE-03, RIDE-04).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { book, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, mother, father]: [Person, Person, Person] = [] as never;

const run = async (statement: string): Promise<Stored[]> =>
  (await t.services.db.execute<Stored>(sql.raw(statement))).rows;

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(
    'truncate reservations, reservations_supprimees, participants_retires, courriels cascade',
  );
  await run("update types_lecons set max_personnes = 6 where value = 'collective'");
  [admin, mother, father] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Anne', nom: 'Maes' }),
    await t.as({ prenom: 'Marc', nom: 'Dubois' }),
  ];
});

const names = (...noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });
const seats = async (id: string) =>
  (
    await run(
      `select nom, user_id, pris_at from participants where reservation_id = '${id}' order by position`,
    )
  ).map(({ nom, user_id }) => [nom, user_id]);
/** Recipient, kind and names of the emails since the last call. */
const told = async () => {
  const rows = await run(
    "select destinataire, sorte, contenu->'lecon'->'noms_participants' as noms from courriels order by destinataire, sorte",
  );
  await run('delete from courriels');
  return rows.map(({ destinataire, sorte, noms }) => [destinataire, sorte, noms]);
};

test("l'enfant d'une autre famille, ajouté au téléphone : sa place est à sa famille, qui seule en est prévenue", async () => {
  const lesson = await book(mother, { ...names('Léa Maes') });
  await told();
  const read = (await admin('GET', `/api/reservations/${lesson['id']}`)).body;
  const answer = await put(admin, read, {
    ...names('Léa Maes', 'Tom Dubois'),
    places: [read.tarifs[0].place, null],
    comptes: [mother.id, father.id],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await seats(lesson['id'])).toEqual([
    ['Léa Maes', mother.id],
    ['Tom Dubois', father.id],
  ]);
  expect(await told()).toEqual([[father.email, 'reservation_confirmee', ['Tom Dubois']]]);
  // Each family reads its own names only (RIDE-02), and pays for them.
  for (const [person, noms] of [
    [mother, ['Léa Maes']],
    [father, ['Tom Dubois']],
  ] as const)
    expect((await person('GET', `/api/reservations/${lesson['id']}`)).body).toMatchObject({
      noms_participants: noms,
      personnes: 2,
    });
});

test("un nom ajouté sans compte n'est à personne : qui a réservé n'en apprend rien", async () => {
  const lesson = await book(mother, { ...names('Léa Maes') });
  await told();
  const read = (await admin('GET', `/api/reservations/${lesson['id']}`)).body;
  expect((await put(admin, read, names('Léa Maes', 'Invité'))).status).toBe(200);
  expect(await seats(lesson['id'])).toEqual([
    ['Léa Maes', mother.id],
    ['Invité', null],
  ]);
  expect(await told()).toEqual([]);
});

test('une place passe à un autre compte : il est prévenu de sa place, l’ancien de sa fin ; puis à personne', async () => {
  const lesson = await book(mother, { ...names('Léa', 'Tom') });
  await told();
  const edit = async (comptes: (string | null)[]) => {
    const read = (await admin('GET', `/api/reservations/${lesson['id']}`)).body;
    const places = read.tarifs.map(({ place }: Stored) => place);
    const before = await run('select id, centimes from participants order by position');
    const answer = await put(admin, read, { places, comptes });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    // The seats stay the rows that they were.
    expect(await run('select id, centimes from participants order by position')).toEqual(before);
  };
  await edit([mother.id, father.id]);
  expect(await told()).toEqual(
    [
      [mother.email, 'reservation_modifiee', ['Léa']],
      [father.email, 'reservation_confirmee', ['Tom']],
    ].toSorted(),
  );
  await edit([father.id, father.id]);
  expect((await run('select user_id, nom_client from reservations'))[0]).toEqual({
    user_id: father.id,
    nom_client: 'Marc Dubois',
  });
  expect(await told()).toEqual(
    [
      [mother.email, 'reservation_annulee', ['Léa']],
      [father.email, 'reservation_modifiee', ['Léa', 'Tom']],
    ].toSorted(),
  );
  await edit([null, null]);
  expect((await run('select user_id from reservations'))[0]).toEqual({ user_id: null });
  expect(await told()).toEqual([[father.email, 'reservation_annulee', ['Léa', 'Tom']]]);
});

test("les places sans client depuis le mois passé : ni les annulées, ni celles d'avant, ni celles d'un client", async () => {
  // CLI-09; it is 21 November 2026
  const at = async (jour: string, heure: string, nom: string, user_id: string | null) => {
    const { id } = await book(mother, {
      ...names(nom),
      date_reservation: '2026-12-01',
      heure_debut: heure,
    });
    await run(
      `update participants set user_id = ${user_id ? `'${user_id}'` : 'null'} where reservation_id = '${id}';
      update reservations set user_id = ${user_id ? `'${user_id}'` : 'null'} where id = '${id}'`,
    );
    await run(
      `update occupations set jour = '${jour}' where reservation_id = '${id}'; update reservations set date_reservation = '${jour}' where id = '${id}'`,
    );
    return id;
  };
  await at('2026-09-30', '10:00', 'Trop ancienne', null);
  await at('2026-10-01', '10:00', 'Octobre', null);
  await at('2026-12-02', '10:00', 'Décembre', null);
  await at('2026-12-03', '10:00', 'Anne Maes', mother.id);
  const annulee = await at('2026-12-04', '10:00', 'Annulée', null);
  await run(
    `delete from occupations where reservation_id = '${annulee}'; update reservations set statut = 'annulee' where id = '${annulee}'`,
  );
  const { status, body } = await admin('GET', '/api/reservations/sans-client');
  expect(status).toBe(200);
  expect({
    ...body,
    places: body.places.map(({ date_reservation, heure_debut, nom }: Stored) => [
      date_reservation,
      heure_debut,
      nom,
    ]),
  }).toEqual({
    total: 2,
    places: [
      ['2026-10-01', '10:00', 'Octobre'],
      ['2026-12-02', '10:00', 'Décembre'],
    ],
  });
});

describe('refusé, et rien ne change', () => {
  test.each([
    ['un compte inconnu', async () => '00000000-0000-4000-8000-000000000000', 'client_introuvable'],
    ['un compte inactif', async () => (await t.as({ statut: 'inactif' })).id, 'client_introuvable'],
    ['ce qui n’est pas un id', async () => 'Marc', 'client_introuvable'],
  ])('%s', async (_, idOf, code) => {
    const lesson = await book(mother, { ...names('Léa') });
    const before = await seats(lesson['id']);
    const { status, body } = await put(admin, lesson, { comptes: [await idOf()] });
    expect([status < 500 && status >= 400, body.code]).toEqual([true, code]);
    expect(await seats(lesson['id'])).toEqual(before);
  });

  test('plus ou moins de comptes que de noms', async () => {
    const lesson = await book(mother, { ...names('Léa') });
    for (const comptes of [[], [mother.id, father.id]])
      expect((await put(admin, lesson, { comptes })).body.code).toBe('noms_en_nombre');
  });
});

test('un compte effacé pendant que le centre lui donne une place : l’un ou l’autre, jamais une erreur ni une place d’un compte qui n’est plus', async () => {
  // BOOK-31
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    await run('truncate reservations cascade');
    const other = await t.as();
    const lesson = await book(mother, { ...names('Léa') });
    const [edit, erased] = await Promise.all([
      put(admin, lesson, { ...names('Léa', 'Tom'), comptes: [mother.id, other.id] }),
      admin('DELETE', `/api/users/${other.id}`),
    ]);
    expect(erased.status).toBe(200);
    expect([200, 404], JSON.stringify(edit.body)).toContain(edit.status);
    outcomes.add(String(edit.status));
    const stored = await seats(lesson['id']);
    expect(stored).toEqual(
      edit.status === 200
        ? [
            ['Léa', mother.id],
            ['Tom', null],
          ]
        : [['Léa', mother.id]],
    );
  }
  process.stdout.write(`  place donnée pendant l'effacement : ${[...outcomes].join(', ')}\n`);
});

test('dans une série, un compte choisi vaut pour les leçons qui avaient les mêmes noms', async () => {
  // SERIE-04
  const lesson = await book(mother, { date_reservation: '2026-12-01', ...names('Léa', 'Tom') });
  const repeated = await admin('POST', `/api/reservations/${lesson['id']}/repetition`, {
    version: 0,
    rythme: 7,
    dates: ['2026-12-08', '2026-12-15'].map((date) => ({ date, type_piste: 'interieure' })),
  });
  expect(repeated.status).toBe(201);
  const serie = (await admin('GET', `/api/series/${repeated.body.serie_id}`)).body;
  const [, second, third] = serie.lecons as Stored[];
  await put(admin, (await admin('GET', `/api/reservations/${third!['id']}`)).body, names('Zoé'));
  const { lecons } = (await admin('GET', `/api/series/${repeated.body.serie_id}`)).body;
  const read = (await admin('GET', `/api/reservations/${lesson['id']}`)).body;
  const answer = await admin('PUT', `/api/series/${repeated.body.serie_id}`, {
    ...read,
    id: undefined,
    version: undefined,
    lecon: lesson['id'],
    lecons: lecons.map(({ id, version }: Stored) => ({ id, version })),
    places: read.tarifs.map(({ place }: Stored) => place),
    comptes: [mother.id, father.id],
    ecarts: [{ lecon: third!['id'], raison: 'absent', nom: 'Tom' }],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await seats(lesson['id'])).toEqual([
    ['Léa', mother.id],
    ['Tom', father.id],
  ]);
  expect(await seats(second!['id'])).toEqual([
    ['Léa', mother.id],
    ['Tom', father.id],
  ]);
  expect((await seats(third!['id'])).map(([nom]) => nom)).toEqual(['Zoé']);
  expect((await seats(third!['id']))[0]![1]).not.toBe(father.id);
});
