/**
 * People who come to, leave or replace somebody in several lessons of a series (SERIE-06 to SERIE-08):
 * person by person, and nobody is left out without a word.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { book, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp();
const db = () => t.services.db;
type Person = Awaited<ReturnType<typeof t.as>>;
let [admin, anne, marc, lise, hugo, zoe]: Person[] = [] as never;

const SEMAINES = Array.from({ length: 10 }, (_, n) =>
  new Date(Date.UTC(2026, 11, 2 + 7 * n)).toISOString().replace(/T.*/, ''),
);
const names = (...noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });
const max = (n: number) =>
  db().execute(sql`update types_lecons set max_personnes = ${n} where value = 'collective'`);

beforeEach(async () => {
  t.clock.now = MORNING;
  await db().execute(sql`truncate reservations, participants_retires, courriels cascade`);
  await max(6);
  [admin, anne, marc, lise, hugo, zoe] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Anne', nom: 'Maes' }),
    await t.as({ prenom: 'Marc', nom: 'Dubois' }),
    await t.as({ prenom: 'Lise', nom: 'Claes' }),
    await t.as({ prenom: 'Hugo', nom: 'Renard' }),
    await t.as({ prenom: 'Zoé', nom: 'Willems' }),
  ];
});

const read = async (id: string): Promise<Stored> =>
  (await admin!('GET', `/api/reservations/${id}`)).body;
const serieOf = async (id: string): Promise<Stored[]> =>
  (await admin!('GET', `/api/series/${id}`)).body.lecons;

/** What the desk changes: the names, the seat of each and, if they are chosen, their customers. */
type Edit = { noms: string[]; places?: (number | null)[]; comptes?: (string | null)[] };

/** Edits a lesson by hand: `places` are positions of its present seats, from 0. */
async function edit(id: string, { noms, places, comptes }: Edit): Promise<void> {
  const now = await read(id);
  const { status, body } = await put(admin!, now, {
    ...names(...noms),
    ...(places && { places: seatsAt(now, places) }),
    ...(comptes && { comptes }),
  });
  expect(status, body.message).toBe(200);
}
const seatsAt = (lecon: Stored, places: (number | null)[]) =>
  places.map((n) => (n === null ? null : lecon['tarifs'][n].place));

/** Ten Wednesdays of four families: week 4 without Tom, guests in the weeks 6 and 8. */
async function terme(): Promise<{ id: string; lecons: Stored[] }> {
  const first = await book(anne!, { date_reservation: SEMAINES[0], ...names('Léa') });
  await edit(first['id'], {
    noms: ['Léa', 'Tom', 'Emma', 'Nina'],
    places: [0, null, null, null],
    comptes: [anne!.id, marc!.id, lise!.id, hugo!.id],
  });
  const { status, body } = await admin!('POST', `/api/reservations/${first['id']}/repetition`, {
    version: 1,
    rythme: 7,
    dates: SEMAINES.slice(1).map((date) => ({ date, type_piste: 'interieure' })),
  });
  expect(status, body.message).toBe(201);
  const lecons = await serieOf(body.serie_id);
  await edit(lecons[3]!['id'], { noms: ['Léa', 'Emma', 'Nina'], places: [0, 2, 3] });
  for (const n of [5, 7])
    await edit(lecons[n]!['id'], {
      noms: ['Léa', 'Tom', 'Emma', 'Nina', 'Invitée'],
      places: [0, 1, 2, 3, null],
    });
  return { id: body.serie_id, lecons: await serieOf(body.serie_id) };
}

/** The edit of the lesson of week 2 for itself and the following ones. */
async function suivantes(
  { id, lecons }: { id: string; lecons: Stored[] },
  { noms, places, comptes, ecarts }: Edit & { ecarts?: object[] },
  fields: object = {},
) {
  const now = await read(lecons[1]!['id']);
  return admin!('PUT', `/api/series/${id}`, {
    ...now,
    id: undefined,
    version: undefined,
    ...names(...noms),
    ...(places && { places: seatsAt(now, places) }),
    ...(comptes && { comptes }),
    ...(ecarts && { ecarts }),
    ...fields,
    lecon: now['id'],
    lecons: (await serieOf(id)).slice(1).map((one) => ({ id: one['id'], version: one['version'] })),
  });
}

/** The names of each week, with the customer of those that are asked for. Read from the database. */
async function semaines(accounts: Record<string, Person> = {}): Promise<string[]> {
  const { rows } = await db().execute<{ noms: [string, string | null][] }>(sql`
    select json_agg(json_build_array(s.nom, s.user_id) order by s.position) as noms
    from reservations r join participants s on s.reservation_id = r.id group by r.id order by r.date_reservation`);
  const whose = (id: string | null) =>
    Object.entries(accounts).find(([, person]) => person.id === id)?.[0];
  return rows.map(({ noms }) =>
    noms.map(([nom, id]) => (whose(id) === undefined ? nom : `${nom}=${whose(id)}`)).join(' '),
  );
}

const QUATRE = ['Léa', 'Tom', 'Emma', 'Nina'];
const AJOUT: Edit = { noms: [...QUATRE, 'Zoé'], places: [0, 1, 2, 3, null] };

describe('une personne de plus', () => {
  test('elle est dans les neuf leçons, avec son client ; personne d’autre ne change', async () => {
    const serie = await terme();
    const { status, body } = await suivantes(serie, {
      ...AJOUT,
      comptes: [anne!.id, marc!.id, lise!.id, hugo!.id, zoe!.id],
      ecarts: [],
    });
    expect([status, body.message ?? body.lecons]).toEqual([200, 9]);
    const known = { anne: anne!, marc: marc!, lise: lise!, hugo: hugo!, zoe: zoe! };
    const groupe = 'Léa=anne Tom=marc Emma=lise Nina=hugo';
    expect(await semaines(known)).toEqual([
      groupe,
      `${groupe} Zoé=zoe`,
      `${groupe} Zoé=zoe`,
      // Tom gave his seat back, and does not come back.
      'Léa=anne Emma=lise Nina=hugo Zoé=zoe',
      `${groupe} Zoé=zoe`,
      `${groupe} Invitée Zoé=zoe`,
      `${groupe} Zoé=zoe`,
      `${groupe} Invitée Zoé=zoe`,
      `${groupe} Zoé=zoe`,
      `${groupe} Zoé=zoe`,
    ]);
    const own = (await zoe!('GET', '/api/reservations')).body as Stored[];
    expect(own.map(({ noms_participants }) => noms_participants)).toEqual(
      Array.from({ length: 9 }, () => ['Zoé']),
    );
  });

  test('là où il n’y a pas de place, ou si elle y est : la liste le dit d’abord, et c’est ce qui se fait', async () => {
    await max(5);
    const serie = await terme();
    await edit(serie.lecons[8]!['id'], {
      noms: [...QUATRE, 'zoe'],
      places: [0, 1, 2, 3, null],
    });
    const before = await semaines();
    const full = (n: number) => ({
      lecon: serie.lecons[n]!['id'],
      raison: 'complete',
      nom: 'Zoé',
    });
    const there = { lecon: serie.lecons[8]!['id'], raison: 'present', nom: 'Zoé' };
    // A page of the version before says no list; another list is not what will be done.
    expect((await suivantes(serie, AJOUT)).body).toMatchObject({ code: 'serie_ecarts' });
    for (const ecarts of [[], [full(5), there], [full(5), full(7), full(8), there]])
      expect((await suivantes(serie, { ...AJOUT, ecarts })).body).toMatchObject({
        status: 409,
        code: 'serie_changee',
      });
    expect(await semaines()).toEqual(before);
    const said = { ...AJOUT, ecarts: [there, full(7), full(5)] };
    // A place that came or went meanwhile: not what the list said.
    await max(6);
    expect((await suivantes(serie, said)).body).toMatchObject({ code: 'serie_changee' });
    await max(5);
    const { status, body } = await suivantes(serie, said);
    expect([status, body.message ?? body.lecons]).toEqual([200, 6]);
    expect(await semaines()).toEqual(
      before.map((one, n) => ([0, 5, 7, 8].includes(n) ? one : `${one} Zoé`)),
    );
  });
});

test('une personne remplacée l’est partout où elle était ; ailleurs la liste le dit', async () => {
  const serie = await terme();
  const { status, body } = await suivantes(serie, {
    noms: ['Léa', 'Zoé', 'Emma', 'Nina'],
    places: [0, 1, 2, 3],
    comptes: [anne!.id, zoe!.id, lise!.id, hugo!.id],
    ecarts: [{ lecon: serie.lecons[3]!['id'], raison: 'absent', nom: 'Tom' }],
  });
  expect([status, body.message ?? body.lecons]).toEqual([200, 8]);
  const known = { zoe: zoe!, marc: marc! };
  expect((await semaines(known)).map((noms) => noms.split(' ')[1])).toEqual([
    'Tom=marc',
    'Zoé=zoe',
    'Zoé=zoe',
    'Emma',
    ...Array.from({ length: 6 }, () => 'Zoé=zoe'),
  ]);
});

test('une personne retirée l’est partout où elle était, jamais la dernière ; son homonyme d’un autre client reste', async () => {
  const serie = await terme();
  await edit(serie.lecons[4]!['id'], { noms: ['Tom'], places: [1] });
  await edit(serie.lecons[6]!['id'], {
    noms: QUATRE,
    places: [0, 1, 2, 3],
    comptes: [anne!.id, zoe!.id, lise!.id, hugo!.id],
  });
  const { status, body } = await suivantes(serie, {
    noms: ['Léa', 'Emma', 'Nina'],
    places: [0, 2, 3],
    ecarts: [
      { lecon: serie.lecons[3]!['id'], raison: 'absent', nom: 'Tom' },
      { lecon: serie.lecons[4]!['id'], raison: 'seul', nom: 'Tom' },
      { lecon: serie.lecons[6]!['id'], raison: 'client', nom: 'Tom' },
    ],
  });
  expect([status, body.message ?? body.lecons]).toEqual([200, 6]);
  expect(await semaines()).toEqual([
    'Léa Tom Emma Nina',
    'Léa Emma Nina',
    'Léa Emma Nina',
    'Léa Emma Nina',
    'Tom',
    'Léa Emma Nina Invitée',
    'Léa Tom Emma Nina',
    'Léa Emma Nina Invitée',
    'Léa Emma Nina',
    'Léa Emma Nina',
  ]);
});

test('deux noms échangés, et un champ que des leçons avaient autrement', async () => {
  const serie = await terme();
  await put(admin!, await read(serie.lecons[2]!['id']), {
    heure_debut: '16:00',
    remarques: 'Obstacles',
  });
  const { status, body } = await suivantes(
    serie,
    {
      noms: ['Tom', 'Léa', 'Emma', 'Nina'],
      places: [0, 1, 2, 3],
      ecarts: [
        { lecon: serie.lecons[2]!['id'], raison: 'heure_debut', nom: null },
        { lecon: serie.lecons[2]!['id'], raison: 'remarques', nom: null },
        { lecon: serie.lecons[3]!['id'], raison: 'absent', nom: 'Tom' },
      ],
    },
    { heure_debut: '14:00', remarques: 'Piste 2' },
  );
  expect([status, body.message ?? body.lecons]).toEqual([200, 9]);
  expect((await semaines()).slice(1, 6)).toEqual([
    'Tom Léa Emma Nina',
    'Tom Léa Emma Nina',
    'Tom Emma Nina',
    'Tom Léa Emma Nina',
    'Tom Léa Emma Nina Invitée',
  ]);
  const { rows } = await db().execute(sql`
    select to_char(heure_debut, 'HH24') as h, remarques from reservations order by date_reservation offset 1 limit 3`);
  expect(rows).toEqual([
    { h: '14', remarques: 'Piste 2' },
    { h: '16', remarques: 'Obstacles' },
    { h: '14', remarques: 'Piste 2' },
  ]);
});

test('la place d’une autre prise en tapant son nom : seule celle qui n’est plus écrite part', async () => {
  const first = await book(anne!, { date_reservation: SEMAINES[0], ...names('Ana', 'Tom') });
  const { body: made } = await admin!('POST', `/api/reservations/${first['id']}/repetition`, {
    version: 0,
    rythme: 7,
    dates: SEMAINES.slice(1, 4).map((date) => ({ date, type_piste: 'interieure' })),
  });
  const lecons = await serieOf(made.serie_id);
  await edit(lecons[2]!['id'], {
    noms: ['Tom', 'Bob'],
    places: [1, null],
    comptes: [anne!.id, anne!.id],
  });
  const { status, body } = await suivantes(
    { id: made.serie_id, lecons },
    {
      noms: ['Tom'],
      places: [0],
      ecarts: [{ lecon: lecons[2]!['id'], raison: 'absent', nom: 'Ana' }],
    },
  );
  expect([status, body.message ?? body.lecons]).toEqual([200, 2]);
  expect(await semaines({ anne: anne! })).toEqual([
    'Ana=anne Tom=anne',
    'Tom=anne',
    'Tom=anne Bob=anne',
    'Tom=anne',
  ]);
});

test('la liste de la série donne les places, et les leçons annulées', async () => {
  const serie = await terme();
  await put(admin!, await read(serie.lecons[9]!['id']), { statut: 'annulee' });
  const { body } = await admin!('GET', `/api/series/${serie.id}`);
  expect(body.annulees).toEqual([{ id: serie.lecons[9]!['id'], date_reservation: SEMAINES[9] }]);
  expect(body.lecons[3].participants).toEqual([
    { id: expect.any(String), nom: 'Léa', user_id: anne!.id },
    { id: expect.any(String), nom: 'Emma', user_id: lise!.id },
    { id: expect.any(String), nom: 'Nina', user_id: hugo!.id },
  ]);
});
