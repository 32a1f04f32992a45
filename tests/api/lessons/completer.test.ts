/**
 * The desk gives customers seats in an open lesson that has places left (RIDE-65). The clock shows
 * Saturday 21 November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, DEMANDE, MORNING, type Stored, useTestApp } from '../../support/app.ts';
import { createPerson } from '../../support/people.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, anne, marc]: [Person, Person, Person] = [] as never;
let lesson: Stored;

const run = async (statement: string): Promise<Stored[]> =>
  (await t.services.db.execute<Stored>(sql.raw(statement))).rows;
const names = (...noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });
const join = (fields: object, caller: Person = admin) =>
  caller('POST', '/api/reservations/places', {
    ...DEMANDE,
    ...names('Zoé'),
    remarques: null,
    ...fields,
  });
const seats = async () =>
  (
    await run(
      'select s.nom, coalesce(u.email, c.nom) as qui, s.remarques from participants s left join clients c on c.id = s.user_id left join users u on u.id = c.id order by position',
    )
  ).map(({ nom, qui, remarques }) => [nom, qui, remarques]);
const told = async () => {
  const rows = await run(
    "select sorte, destinataire, contenu->'lecon'->'noms_participants' as noms, contenu->>'par' as par from courriels where sorte <> 'rappel' order by destinataire",
  );
  await run('delete from courriels');
  return rows.map(({ sorte, destinataire, noms, par }) => [sorte, destinataire, noms, par]);
};
const kept = async () =>
  (await run('select nom from clients where nom is not null order by nom')).map(({ nom }) => nom);

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(`truncate reservations, courriels cascade; delete from clients where nom is not null;
    delete from parametres; insert into parametres (id, "adminEmail") values (1, 'a-centre@essai.example');
    update types_lecons set ouverte = value = 'collective', max_personnes = 6, actif = true`);
  [admin, anne, marc] = [
    await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' }),
    await t.as({ prenom: 'Anne', nom: 'Maes' }),
    await t.as({ prenom: 'Marc', nom: 'Dubois' }),
  ];
  lesson = await book(anne, { ...names('Léa'), remarques: 'Poney calme' });
  await run('delete from courriels; delete from journal');
});

test('pour un compte : il apprend sa place comme une réservation, le centre un changement ; l’autre compte, rien', async () => {
  // RIDE-04
  const { status, body } = await join({ pour: { user_id: marc.id }, remarques: 'Première fois' });
  expect(status, body.message).toBe(201);
  // The desk reads the whole lesson.
  expect(body).toMatchObject({
    id: lesson['id'],
    user_id: anne.id,
    nom_client: 'Anne Maes',
    noms_participants: ['Léa', 'Zoé'],
    remarques: 'Poney calme',
    version: 1,
  });
  expect(await seats()).toEqual([
    ['Léa', anne.email, null],
    ['Zoé', marc.email, 'Première fois'],
  ]);
  expect(await told()).toEqual([
    ['reservation_modifiee', 'a-centre@essai.example', ['Léa', 'Zoé'], 'centre'],
    ['reservation_confirmee', marc.email, ['Zoé'], null],
  ]);
  expect((await marc('GET', `/api/reservations/${lesson['id']}`)).body).toMatchObject({
    noms_participants: ['Zoé'],
    personnes: 2,
    remarques: 'Première fois',
  });
  // Who did it, and how many names, without names.
  const [line] = await run('select action, acteur_id, details from journal');
  expect(line).toMatchObject({
    action: 'reservation.modifiee',
    acteur_id: admin.id,
    details: { participants: { ajoutes: 1, retires: 0 } },
  });
  expect(JSON.stringify(line)).not.toMatch(/Zoé|Léa|Marc/);
});

test('pour un client sans compte, ou un nom nouveau : seul le centre l’apprend', async () => {
  // CLI-02, CLI-03
  const { body: jeanne } = await admin('POST', '/api/clients', { nom: 'Jeanne Dupont' });
  expect((await join({ pour: { user_id: jeanne.id } })).status).toBe(201);
  expect(
    (await join({ ...names('Max'), pour: { nom: ' Luc  Petit ', telephone: '0475' } })).status,
  ).toBe(201);
  // The same customer again, in another spelling.
  expect(
    (await join({ ...names('Eva'), pour: { nom: 'luc PETIT', telephone: '04/75' } })).status,
  ).toBe(201);
  expect(await seats()).toEqual([
    ['Léa', anne.email, null],
    ['Zoé', 'Jeanne Dupont', null],
    ['Max', 'Luc Petit', null],
    ['Eva', 'Luc Petit', null],
  ]);
  expect(await kept()).toEqual(['Jeanne Dupont', 'Luc Petit']);
  expect((await told()).map(([sorte, to]) => [sorte, to])).toEqual(
    Array.from({ length: 3 }, () => ['reservation_modifiee', 'a-centre@essai.example']),
  );
});

test('un client par nom, aussi nouveau ; sans choix, la place est à l’administrateur', async () => {
  // BOOK-37
  const { status, body } = await join({
    ...names('Odile', 'Tom', 'Max'),
    comptes: [null, { user_id: marc.id }, { nom: 'Luc Petit' }],
  });
  expect(status, body.message).toBe(201);
  expect((await seats()).map(([nom, qui]) => [nom, qui])).toEqual([
    ['Léa', anne.email],
    ['Odile', admin.email],
    ['Tom', marc.email],
    ['Max', 'Luc Petit'],
  ]);
  expect((await told()).map(([sorte, to, noms]) => [sorte, to, noms])).toEqual(
    [
      ['reservation_modifiee', 'a-centre@essai.example', ['Léa', 'Odile', 'Tom', 'Max']],
      ['reservation_confirmee', admin.email, ['Odile']],
      ['reservation_confirmee', marc.email, ['Tom']],
    ].toSorted(([, a], [, b]) => String(a).localeCompare(String(b))),
  );
});

test('un client qui y est déjà a une place de plus, et l’apprend comme un changement', async () => {
  const { status } = await join({ pour: { user_id: anne.id }, remarques: 'Et son frère' });
  expect(status).toBe(201);
  expect(await seats()).toEqual([
    ['Léa', anne.email, null],
    ['Zoé', anne.email, null],
  ]);
  expect(await told()).toEqual([
    ['reservation_modifiee', 'a-centre@essai.example', ['Léa', 'Zoé'], 'centre'],
    ['reservation_modifiee', anne.email, ['Léa', 'Zoé'], null],
  ]);
  expect((await anne('GET', `/api/reservations/${lesson['id']}`)).body.remarques).toBe(
    'Poney calme\nEt son frère',
  );
  const { body } = await join({ pour: { user_id: anne.id }, remarques: 'x'.repeat(1980) });
  expect(body.code).toBe('remarques_trop_longues');
});

test('les refus sont ceux d’une leçon rejointe, et ne font personne', async () => {
  // RIDE-10, RIDE-14, BOOK-31
  const pour = { nom: 'Luc Petit' };
  const refused = async (fields: object) => (await join({ pour, ...fields })).body.code;
  expect(await refused({ heure_debut: '14:00' })).toBe('lecon_disparue');
  expect(await refused({ type_lecon: 'saut' })).toBe('lecon_fermee');
  expect(await refused(names('A', 'B', 'C', 'D', 'E', 'F'))).toBe('places_insuffisantes');
  expect(await refused({ comptes: [null, null] })).toBe('noms_en_nombre');
  expect(await refused({ comptes: [{ nom: '3' }] })).toBe('nom_client_invalide');
  const waiting = await createPerson(t.services.db, { statut: 'en_attente' });
  for (const user_id of [waiting.id, '00000000-0000-4000-8000-000000000000'])
    expect(await refused({ ...names('A', 'B'), comptes: [null, { user_id }] })).toBe(
      'client_introuvable',
    );
  await run("update types_lecons set max_personnes = 1 where value = 'collective'");
  expect(await refused({})).toBe('lecon_complete');
  expect([await seats(), await kept(), await told()]).toEqual([
    [['Léa', anne.email, null]],
    [],
    [],
  ]);
});

test('le bureau ajoute aussi à une leçon non ouverte, en attente ou commencée, sans email une fois commencée ; un cavalier non', async () => {
  // DESK-76, RIDE-10, MAIL-02
  await run("update types_lecons set ouverte = false, actif = false where value = 'collective'");
  await run("update reservations set statut = 'en_attente'");
  expect((await join({}, marc)).body.code).toBe('lecon_fermee');
  expect((await join({ pour: { nom: 'Luc Petit' } })).status).toBe(201);
  await run("update reservations set statut = 'confirmee'");
  await run('delete from courriels');
  t.clock.now = new Date('2026-11-23T09:30:00Z');
  expect((await join({}, marc)).body.code).not.toBeUndefined();
  expect((await join({ ...names('Max'), pour: { user_id: marc.id } })).status).toBe(201);
  expect(await seats()).toEqual([
    ['Léa', anne.email, null],
    ['Zoé', 'Luc Petit', null],
    ['Max', marc.email, null],
  ]);
  expect(await told()).toEqual([]);
  expect((await run('select action from journal order by id')).map(({ action }) => action)).toEqual(
    ['reservation.modifiee', 'reservation.corrigee'],
  );
});

test('un cavalier ne rejoint pour personne d’autre', async () => {
  // BOOK-32
  for (const fields of [
    { pour: { user_id: marc.id } },
    { pour: { nom: 'Luc' } },
    { comptes: [null] },
  ])
    expect((await join(fields, marc)).body).toMatchObject({
      status: 403,
      code: 'role_insuffisant',
    });
  expect(await seats()).toHaveLength(1);
});
