/**
 * Seats and names of a reservation agree at every commit, whatever wrote them: here plain SQL, as a
 * person writes it in a console (RIDE-01, ADR-031).
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { DEMANDE, useTestApp } from '../../support/app.ts';
import { query } from '../../support/sauvegardes.ts';

const t = useTestApp();

beforeEach(() => t.services.db.execute(sql`delete from reservations`));

const REFUSED = { code: '23514', constraint: 'participants_conformes' };

/** Runs the statements in one transaction. Seats and names are compared at its end. */
async function commit(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: t.url });
  await client.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

type Seat = { nom: string; user_id: string | null; position: number };
const seats = (): Promise<Seat[]> =>
  query(t.url, 'select nom, user_id, position from participants order by reservation_id, position');

test('des noms sans leurs places, des places sans leurs noms, un compte sans place : refusés au moment de valider', async () => {
  const [zoe, hugo] = [await t.as(), await t.as()];
  await zoe('POST', '/api/reservations', DEMANDE);
  const before = await query(
    t.url,
    'select * from reservations r join participants p on p.reservation_id = r.id order by position',
  );
  expect(before).toHaveLength(2);
  const renamed = "update reservations set noms_participants = '{Léa,Hugo Dubois}'";
  for (const statement of [
    renamed,
    "update reservations set noms_participants = '{Hugo Dubois,Camille Lambert}'",
    "update participants set nom = 'Léa' where position = 1",
    'update participants set position = 3 where position = 1',
    'delete from participants where position = 2',
    'delete from participants',
    "insert into participants (reservation_id, position, nom) select id, 3, 'Léa' from reservations",
    'update participants set user_id = null',
    `update reservations set user_id = '${hugo.id}'`,
  ]) {
    await expect(commit(statement), statement).rejects.toMatchObject(REFUSED);
  }
  await expect(commit(renamed, 'set constraints all immediate')).rejects.toMatchObject(REFUSED);
  expect(
    await query(
      t.url,
      'select * from reservations r join participants p on p.reservation_id = r.id order by position',
    ),
  ).toEqual(before);

  // Both changes in one transaction agree, in either order.
  await commit(renamed, "update participants set nom = 'Léa' where position = 1");
  await commit(
    `update participants set user_id = '${hugo.id}'`,
    `update reservations set user_id = '${hugo.id}'`,
  );
  expect(await seats()).toEqual([
    { nom: 'Léa', user_id: hugo.id, position: 1 },
    { nom: 'Hugo Dubois', user_id: hugo.id, position: 2 },
  ]);
  await commit('delete from reservations');
  expect(await seats()).toEqual([]);
});

const COLUMNS =
  'user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes';
const valuesOf = (noms: string, n: number, user_id: string | null): string =>
  `values (${user_id === null ? 'null' : `'${user_id}'::uuid`}, ${noms}, 'Zoé', '2026-11-23', '10:00', '11:00', 'interieure', 'collective', ${n})`;

/** An import of a lesson with these names, given as SQL. */
const insert = (noms: string, n: number, user_id: string | null = null): string =>
  `select importer_lecons((select jsonb_agg(l) from (${valuesOf(noms, n, user_id)}) as l (${COLUMNS})))`;

test("une réservation écrite par SQL avec d'autres places que ses noms est refusée, aussi dans sa propre transaction ; avec les siennes elle reste", async () => {
  const zoe = await t.as();
  const two = insert("'{Zoé,Hugo}'", 2, zoe.id);
  const withSeats = (...given: string[]) =>
    `with stored as (insert into reservations (${COLUMNS}) ${valuesOf("'{Zoé,Hugo}'", 2, zoe.id)} returning *),
    held as (insert into occupations select type_piste, date_reservation, heure_debut, heure_fin, id from stored)
    insert into participants (reservation_id, position, user_id, nom) ${given
      .map((one, n) => `select id, ${n + 1}, ${one} from stored`)
      .join(' union all ')}`;
  const refused: string[][] = [
    [two, 'delete from participants where position = 2'],
    [two, 'delete from participants'],
    [
      two,
      "insert into participants (reservation_id, position, nom) select id, 3, 'Léa' from reservations",
    ],
    [two, "update participants set nom = 'Léa' where position = 2"],
    [two, "update reservations set noms_participants = '{Zoé,Léa}'"],
    [two, 'update participants set user_id = null'],
    [withSeats('null::uuid, null').replace(/insert into participants.*$/s, 'select')],
    [withSeats(`'${zoe.id}'::uuid, 'Zoé'`)],
    [withSeats(`'${zoe.id}'::uuid, 'Hugo'`, "null, 'Zoé'")],
    [withSeats("null::uuid, 'Zoé'", "null, 'Hugo'")],
  ];
  for (const statements of refused)
    await expect(commit(...statements), statements.join('; ')).rejects.toMatchObject(REFUSED);
  await expect(commit(insert("'{Zoé,NULL}'", 2))).rejects.toMatchObject({ code: '23502' });
  // Not a list of names.
  for (const noms of ["'[0:1]={Zoé,Hugo}'", "'{{Zoé},{Hugo}}'"])
    await expect(commit(insert(noms, 2)), noms).rejects.toMatchObject(REFUSED);
  expect(await query(t.url, 'select id from reservations')).toEqual([]);

  await commit(withSeats("null::uuid, 'Zoé'", `'${zoe.id}', 'Hugo'`));
  expect(await seats()).toEqual([
    { nom: 'Zoé', user_id: null, position: 1 },
    { nom: 'Hugo', user_id: zoe.id, position: 2 },
  ]);
  await commit(
    'delete from reservations',
    two,
    "update reservations set noms_participants = '{Zoé,Léa}'",
    "update participants set nom = 'Léa' where position = 2",
  );
  expect(await seats()).toEqual([
    { nom: 'Zoé', user_id: zoe.id, position: 1 },
    { nom: 'Léa', user_id: zoe.id, position: 2 },
  ]);
});

test("une place qui passe à une autre leçon laisse en accord celle qu'elle quitte", async () => {
  const seat =
    "update participants set reservation_id = (select id from reservations where 'Léa' = any(noms_participants)), position = 2 where nom = 'Hugo'";
  const given =
    "update reservations set noms_participants = '{Léa,Hugo}', nombre_personnes = 2 where 'Léa' = any(noms_participants)";
  const left =
    "update reservations set noms_participants = '{Zoé}', nombre_personnes = 1 where 'Zoé' = any(noms_participants)";
  await commit(
    insert("'{Zoé,Hugo}'", 2),
    insert("'{Léa}'", 1).replaceAll('10:00', '12:00').replaceAll('11:00', '13:00'),
  );
  await expect(commit(seat, given)).rejects.toMatchObject(REFUSED);
  await expect(commit(seat, left)).rejects.toMatchObject(REFUSED);
  await commit(seat, given, left);
  expect(
    await query(t.url, 'select noms_participants from reservations order by heure_debut'),
  ).toEqual([{ noms_participants: ['Zoé'] }, { noms_participants: ['Léa', 'Hugo'] }]);
});

test('un import donne leurs places aux leçons, et tient leurs pistes', async () => {
  const zoe = await t.as();
  await query(t.url, 'select importer_lecons($1)', [
    JSON.stringify([
      {
        user_id: zoe.id,
        noms_participants: ['Zoé', 'Hugo, dit "Go"'],
        nom_client: 'Zoé',
        date_reservation: '2026-11-23',
        heure_debut: '10:00',
        heure_fin: '11:00',
        type_piste: 'interieure',
        type_lecon: 'collective',
      },
      {
        noms_participants: ['Léa'],
        nom_client: 'Léa',
        date_reservation: '2026-11-24',
        heure_debut: '10:00',
        heure_fin: '11:00',
        type_piste: 'interieure',
        type_lecon: 'saut',
        statut: 'annulee',
      },
    ]),
  ]);
  expect(
    await query(
      t.url,
      'select r.nom_client, r.nombre_personnes, p.nom, p.user_id, p.position, p.remarques from reservations r join participants p on p.reservation_id = r.id order by r.date_reservation, p.position',
    ),
  ).toEqual([
    {
      nom_client: 'Zoé',
      nombre_personnes: 2,
      nom: 'Zoé',
      user_id: zoe.id,
      position: 1,
      remarques: null,
    },
    {
      nom_client: 'Zoé',
      nombre_personnes: 2,
      nom: 'Hugo, dit "Go"',
      user_id: zoe.id,
      position: 2,
      remarques: null,
    },
    {
      nom_client: 'Léa',
      nombre_personnes: 1,
      nom: 'Léa',
      user_id: null,
      position: 1,
      remarques: null,
    },
  ]);
  expect(
    await query(t.url, 'select ressource_id, jour::text, heure_debut, heure_fin from occupations'),
  ).toEqual([
    {
      ressource_id: 'interieure',
      jour: '2026-11-23',
      heure_debut: '10:00:00',
      heure_fin: '11:00:00',
    },
  ]);
});

test('un compte supprimé par SQL laisse noms et places en accord, et les leçons', async () => {
  const [zoe, hugo] = [await t.as(), await t.as()];
  await t.services.db.execute(
    sql`update types_lecons set ouverte = true where value = 'collective'`,
  );
  await zoe('POST', '/api/reservations', {
    ...DEMANDE,
    noms_participants: ['Zoé'],
    nombre_personnes: 1,
  });
  await hugo('POST', '/api/reservations/places', {
    ...DEMANDE,
    noms_participants: ['Hugo'],
    nombre_personnes: 1,
  });
  await commit(`delete from users where id = '${zoe.id}'`);
  expect(await seats()).toEqual([
    { nom: 'Zoé', user_id: null, position: 1 },
    { nom: 'Hugo', user_id: hugo.id, position: 2 },
  ]);
  expect(await query(t.url, 'select user_id, noms_participants from reservations')).toEqual([
    { user_id: null, noms_participants: ['Zoé', 'Hugo'] },
  ]);
  await commit(`delete from users where id = '${hugo.id}'`);
  expect(await seats()).toEqual([
    { nom: 'Zoé', user_id: null, position: 1 },
    { nom: 'Hugo', user_id: null, position: 2 },
  ]);
});
