/** A seat has the rider of its customer whose name it has, and keeps it (RIDE-24). */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, mother, father]: [Person, Person, Person] = [] as never;

const run = async (statement: string): Promise<Stored[]> =>
  (await t.services.db.execute<Stored>(sql.raw(statement))).rows;
const names = (...noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });
const add = async (person: Person, nom: string): Promise<string> => {
  const { status, body } = await person('POST', '/api/cavaliers', {
    nom,
    annee_naissance: 2015,
    note: null,
  });
  expect(status).toBe(201);
  return body.id;
};
/** Each seat: its name, its customer and its rider. */
const seats = async (table = 'participants') =>
  (await run(`select nom, user_id, cavalier_id from ${table} order by position`)).map(
    ({ nom, user_id, cavalier_id }) => [nom, user_id, cavalier_id],
  );

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(
    'truncate reservations, reservations_supprimees, participants_retires, cavaliers, courriels cascade',
  );
  await run("update types_lecons set max_personnes = 6 where value = 'collective'");
  [admin, mother, father] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Anne', nom: 'Maes' }),
    await t.as({ prenom: 'Marc', nom: 'Dubois' }),
  ];
});

test('réservée, la place a le cavalier de ce nom, celui de sa famille seulement', async () => {
  const lea = await add(mother, 'Léa Maes');
  await add(father, 'Tom');
  await book(mother, names('lea  MAES', 'Tom', 'Invitée'));
  expect(await seats()).toEqual([
    ['lea  MAES', mother.id, lea],
    ['Tom', mother.id, null],
    ['Invitée', mother.id, null],
  ]);
});

test('enregistré après coup, le cavalier a les places de son nom ; renommé, il les garde ; retiré, elles restent', async () => {
  await book(mother, names('Léa Maes', 'Tom'));
  const lea = await add(mother, 'LEA Maes');
  expect(await seats()).toEqual([
    ['Léa Maes', mother.id, lea],
    ['Tom', mother.id, null],
  ]);
  const edit = (nom: string, version: number) =>
    mother('PUT', `/api/cavaliers/${lea}`, { nom, annee_naissance: 2015, note: 'Débute', version });
  expect((await edit('Léa Maes-Petit', 0)).status).toBe(200);
  expect((await seats())[0]).toEqual(['Léa Maes', mother.id, lea]);
  // The instructor still reads the note.
  expect(
    (await admin('GET', '/api/cavaliers/notes?du=2026-11-01&au=2026-12-31')).body,
  ).toMatchObject([{ nom: 'Léa Maes-Petit', note: 'Débute' }]);
  // Renamed to the name of another seat, the rider has it too.
  expect((await edit('Tom', 1)).status).toBe(200);
  expect((await seats()).map(([, , cavalier]) => cavalier)).toEqual([lea, lea]);
  expect((await mother('DELETE', `/api/cavaliers/${lea}`)).status).toBe(200);
  expect(await seats()).toEqual([
    ['Léa Maes', mother.id, null],
    ['Tom', mother.id, null],
  ]);
});

test('une place garde son cavalier renommé à travers modification, déplacement, annulation, suppression et restauration ; un autre nom ou un autre client en change', async () => {
  const [lea, tom] = [await add(mother, 'Léa'), await add(father, 'Tom')];
  const lesson = await book(mother, names('Léa', 'Invitée'));
  // The name stays on the seat, so only the stored rider says who it is.
  await mother('PUT', `/api/cavaliers/${lea}`, {
    nom: 'Léonie',
    annee_naissance: 2015,
    note: null,
    version: 0,
  });
  const read = async () => (await admin('GET', `/api/reservations/${lesson['id']}`)).body;
  const edit = async (change: object) => {
    const before = await read();
    const answer = await put(admin, before, {
      places: before.tarifs.map(({ place }: Stored) => place),
      ...change,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const kept = [
    ['Léa', mother.id, lea],
    ['Invitée', mother.id, null],
  ];
  for (const change of [
    { remarques: 'Au pas' },
    { heure_debut: '14:00', date_reservation: '2026-12-02' },
    { statut: 'annulee' },
    { statut: 'confirmee' },
    { noms_participants: ['Léa', 'Invitée'] },
  ]) {
    await edit(change);
    expect(await seats(), JSON.stringify(change)).toEqual(kept);
  }
  expect((await admin('DELETE', `/api/reservations/${lesson['id']}`)).status).toBe(200);
  expect(await seats('participants_supprimes')).toEqual(kept);
  expect(
    (await admin('POST', `/api/reservations/supprimees/${lesson['id']}/restauration`)).status,
  ).toBe(200);
  expect(await seats()).toEqual(kept);

  await edit({ noms_participants: ['Léonie', 'Tom'], comptes: [mother.id, father.id] });
  expect(await seats()).toEqual([
    ['Léonie', mother.id, lea],
    ['Tom', father.id, tom],
  ]);
  await edit({ comptes: [father.id, mother.id] });
  expect(await seats()).toEqual([
    ['Léonie', father.id, null],
    ['Tom', mother.id, null],
  ]);
});

test('importée, la place a le cavalier du client qui a ce nom', async () => {
  const lea = await add(mother, 'Léa');
  await add(father, 'Tom');
  await run(
    `select importer_lecons('[{"user_id": "${mother.id}", "nom_client": "Anne Maes", "noms_participants": ["LEA", "Tom"], "date_reservation": "2026-12-01", "heure_debut": "10:00", "heure_fin": "11:00", "type_piste": "interieure", "type_lecon": "collective"}, {"nom_client": "Personne", "noms_participants": ["Léa"], "date_reservation": "2026-12-02", "heure_debut": "10:00", "heure_fin": "11:00", "type_piste": "interieure", "type_lecon": "collective"}]')`,
  );
  expect((await seats()).toSorted()).toEqual(
    [
      ['LEA', mother.id, lea],
      ['Tom', mother.id, null],
      ['Léa', null, null],
    ].toSorted(),
  );
});

test('ajoutée à un groupe, répétée ou remise, la place a le cavalier de son nom', async () => {
  await run("update types_lecons set ouverte = true where value = 'collective'");
  const [lea, tom] = [await add(mother, 'Léa'), await add(father, 'Tom')];
  const lesson = await book(mother, names('Léa'));
  const { id: _, version: _version, ...place } = lesson;
  expect(
    (
      await father('POST', '/api/reservations/places', {
        type_lecon: place['type_lecon'],
        type_piste: place['type_piste'],
        date_reservation: place['date_reservation'],
        heure_debut: place['heure_debut'],
        ...names('tom'),
      })
    ).status,
  ).toBe(201);
  expect(await seats()).toEqual([
    ['Léa', mother.id, lea],
    ['tom', father.id, tom],
  ]);
  const before = (await admin('GET', `/api/reservations/${lesson['id']}`)).body;
  expect(
    (
      await put(admin, before, {
        ...names('Léa'),
        places: [before.participants[0].id],
      })
    ).status,
  ).toBe(200);
  const [retire] = await run('select id from participants_retires');
  expect((await admin('POST', `/api/reservations/retires/${retire?.['id']}/remise`)).status).toBe(
    200,
  );
  expect(await seats()).toEqual([
    ['Léa', mother.id, lea],
    ['tom', father.id, tom],
  ]);
});
