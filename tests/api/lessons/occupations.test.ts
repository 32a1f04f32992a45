/**
 * The occupations of an arena agree with the lessons at every commit, whatever wrote them (BOOK-06,
 * ADR-035). Here plain SQL, as a person writes it in a console.
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../../support/app.ts';
import { query } from '../../support/sauvegardes.ts';

const t = useTestApp();

const A = '0000000a-0000-4000-8000-000000000000';
const B = '0000000b-0000-4000-8000-000000000000';
const C = '0000000c-0000-4000-8000-000000000000';
const lecon = (id: string, type_piste: string, debut: string, fin: string, statut = 'confirmee') =>
  `{"id": "${id}", "noms_participants": ["Zoé"], "nom_client": "Zoé", "date_reservation": "2030-03-04",
    "heure_debut": "${debut}", "heure_fin": "${fin}", "type_piste": "${type_piste}", "type_lecon": "saut", "statut": "${statut}"}`;
const importing = (...lecons: string[]) => `select importer_lecons('[${lecons.join(', ')}]')`;

/** Runs the statements in one transaction. The keys are compared at its end. */
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

/** Two lessons that occupy an arena, and a cancelled one. */
beforeEach(async () => {
  await t.services.db.execute(sql`delete from reservations`);
  await commit(
    importing(
      lecon(A, 'interieure', '10:00', '11:00'),
      lecon(B, 'exterieure', '10:00', '11:00', 'annulee'),
      lecon(C, 'exterieure', '14:00', '15:00'),
    ),
  );
});

const held = () =>
  query(t.url, 'select reservation_id as id, ressource_id from occupations order by heure_debut');
const HELD = [
  { id: A, ressource_id: 'interieure' },
  { id: C, ressource_id: 'exterieure' },
];

const hold = (id: string, piste: string, debut: string, fin: string) =>
  `insert into occupations values ('${piste}', '2030-03-04', '${debut}', '${fin}', '${id}')`;
const FOREIGN = '23503';
const OVERLAP = '23P01';

const BROKEN: [code: string, ...statements: string[]][] = [
  // A lesson without its occupation.
  [
    FOREIGN,
    `insert into reservations (noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes)
      select noms_participants, nom_client, date_reservation, '16:00', '17:00', type_piste, type_lecon, 1 from reservations where id = '${A}'`,
  ],
  [FOREIGN, `delete from occupations where reservation_id = '${A}'`],
  [FOREIGN, `update reservations set statut = 'confirmee' where id = '${B}'`],
  [FOREIGN, `update reservations set statut = 'en_attente' where id = '${B}'`],
  ['0A000', 'truncate occupations'],
  // Only the lesson is moved.
  [FOREIGN, `update reservations set heure_debut = '09:30' where id = '${A}'`],
  [FOREIGN, `update reservations set heure_fin = '11:30' where id = '${A}'`],
  [FOREIGN, `update reservations set date_reservation = '2030-03-05' where id = '${A}'`],
  [FOREIGN, `update reservations set type_piste = 'exterieure' where id = '${A}'`],
  // Only the occupation is moved.
  [FOREIGN, `update occupations set heure_debut = '09:30' where reservation_id = '${A}'`],
  [FOREIGN, `update occupations set jour = '2030-03-05' where reservation_id = '${A}'`],
  [FOREIGN, `update occupations set ressource_id = 'exterieure' where reservation_id = '${A}'`],
  [FOREIGN, `update occupations set reservation_id = '${C}' where reservation_id = '${A}'`],
  // An occupation without a lesson that needs it.
  [FOREIGN, `update reservations set statut = 'annulee' where id = '${A}'`],
  [FOREIGN, hold(B, 'exterieure', '10:00', '11:00')],
  [FOREIGN, hold('0000000d-0000-4000-8000-000000000000', 'exterieure', '08:00', '09:00')],
  [FOREIGN, hold(A, 'interieure', '16:00', '17:00')],
  ['23514', `update occupations set reservation_id = null where reservation_id = '${A}'`],
  // An arena that does not exist.
  [FOREIGN, hold(A, 'manege', '10:00', '11:00')],
  [FOREIGN, "delete from ressources where id = 'interieure'"],
  [FOREIGN, "update ressources set id = 'manege' where id = 'interieure'"],
  ['428C9', `update reservations set tient = null where id = '${A}'`],
  // Two occupations of one lesson.
  [
    OVERLAP,
    importing(lecon('0000000d-0000-4000-8000-000000000000', 'interieure', '10:30', '11:30')),
  ],
  [
    OVERLAP,
    `update reservations set type_piste = 'exterieure', heure_debut = '14:30', heure_fin = '15:30' where id = '${A}'`,
    `update occupations set ressource_id = 'exterieure', heure_debut = '14:30', heure_fin = '15:30' where reservation_id = '${A}'`,
  ],
  [
    OVERLAP,
    `update reservations set statut = 'confirmee', heure_debut = '13:30', heure_fin = '14:30' where id = '${B}'`,
    hold(B, 'exterieure', '13:30', '14:30'),
  ],
  // Both are moved, but not to the same place.
  [
    FOREIGN,
    `update reservations set heure_debut = '09:00' where id = '${A}'`,
    `update occupations set heure_debut = '09:30' where reservation_id = '${A}'`,
  ],
];

test.each(
  BROKEN.map(([code, ...statements]) => [statements.join('; '), code, statements] as const),
)('refusé, et rien ne change : %s', async (_, code, statements) => {
  await expect(commit(...statements)).rejects.toMatchObject({ code });
  expect(await held()).toEqual(HELD);
});

test('ce qui bouge des deux côtés est accepté, dans les deux ordres ; une leçon supprimée ne tient plus rien', async () => {
  const lesson = `update reservations set type_piste = 'exterieure', heure_debut = '15:00', heure_fin = '16:00' where id = '${A}'`;
  const occupation = `update occupations set ressource_id = 'exterieure', heure_debut = '15:00', heure_fin = '16:00' where reservation_id = '${A}'`;
  await commit(lesson, occupation);
  await commit(
    occupation.replaceAll("'15:00'", "'10:00'").replaceAll("'16:00'", "'11:00'"),
    lesson.replaceAll("'15:00'", "'10:00'").replaceAll("'16:00'", "'11:00'"),
  );
  await commit(
    `delete from occupations where reservation_id = '${C}'`,
    `update reservations set statut = 'annulee' where id = '${C}'`,
  );
  expect(await held()).toEqual([{ id: A, ressource_id: 'exterieure' }]);
  await commit(`delete from reservations where id = '${A}'`);
  expect(await held()).toEqual([]);
});
