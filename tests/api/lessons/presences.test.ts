/**
 * Who was present, seat by seat, and what is billed (PRES-01 to PRES-06). The clock shows Saturday
 * 21 November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { book, DEMANDE, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let admin: Person;
let rider: Person;

const run = async <Row extends object>(statement: string): Promise<Row[]> =>
  (await t.services.db.execute(sql.raw(statement))).rows as Row[];

beforeAll(async () => {
  admin = await t.as({ role: 'admin' });
  rider = await t.as({ prenom: 'Zoé' });
  await run(
    `update parametres set "showPrices" = true; update types_lecons set ouverte = true where value = 'collective'`,
  );
});

beforeEach(async () => {
  t.clock.now = MORNING;
  await run(
    `truncate reservations, reservations_supprimees, participants_retires, prix_valables, courriels, journal cascade;
     update parametres set "absencesBilled" = true; insert into prix_valables values ('collective', '2000-01-01', 2000)`,
  );
});

const noms = (...names: string[]) => ({
  noms_participants: names,
  nombre_personnes: names.length,
});

/** A lesson of yesterday with three riders, and the ids of its seats. */
async function lecon(fields: object = {}) {
  const stored = await book(admin, {
    date_reservation: '2026-11-20',
    ...noms('Zoé', 'Hugo', 'Léa'),
    ...fields,
  });
  const { body } = await admin('GET', `/api/reservations/${stored['id']}`);
  const ids = body.presences.map(({ place }: Stored) => place) as string[];
  return { id: stored['id'] as string, stored, ids };
}

const note = (id: string, marks: Record<string, string>, by = admin) =>
  by('PUT', `/api/reservations/${id}/presences`, {
    presences: Object.entries(marks).map(([place, presence]) => ({ place, presence })),
  });

/** 'Hugo absente', with ' -' if the seat is not billed. */
const seats = async (id: string, table = 'participants'): Promise<string[]> =>
  (
    await run<{ nom: string; presence: string | null; facturee: boolean }>(
      `select nom, presence, facturee from ${table} where reservation_id = '${id}' order by position`,
    )
  ).map(
    ({ nom, presence, facturee }) =>
      `${nom}${presence ? ` ${presence}` : ''}${facturee ? '' : ' -'}`,
  );

const MARKED = ['Zoé', 'Hugo absente', 'Léa excusee -'];

/** The same lesson, where Hugo is absent and Léa is excused. */
async function marked(fields: object = {}) {
  const one = await lecon(fields);
  const { status, body } = await note(one.id, {
    [one.ids[1]!]: 'absente',
    [one.ids[2]!]: 'excusee',
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return one;
}

describe('noter', () => {
  test('présent sans rien noter ; une absence est facturée, une excuse ne l’est pas ; présent, facturé de nouveau', async () => {
    // PRES-01, PRES-02, PRES-03
    const { id, ids } = await lecon();
    const read = async () =>
      (await admin('GET', `/api/reservations/${id}`)).body.presences.map(
        ({ presence, facturee }: Stored) => `${presence}${facturee ? '' : ' -'}`,
      );
    expect(await read()).toEqual(['presente', 'presente', 'presente']);
    const { status, body } = await note(id, { [ids[1]!]: 'absente', [ids[2]!]: 'excusee' });
    expect([status, body.version]).toEqual([200, 1]);
    expect(body.presences).toEqual([
      { place: ids[0], presence: 'presente', facturee: true },
      { place: ids[1], presence: 'absente', facturee: true },
      { place: ids[2], presence: 'excusee', facturee: false },
    ]);
    const { body: day } = await admin('GET', '/api/reservations?du=2026-11-20&au=2026-11-20');
    expect(day[0].presences).toEqual(body.presences);
    await note(id, { [ids[2]!]: 'absente' });
    await note(id, { [ids[1]!]: 'presente' });
    expect(await seats(id)).toEqual(['Zoé', 'Hugo', 'Léa absente']);
    await note(id, { [ids[2]!]: 'presente' });
    expect(await read()).toEqual(['presente', 'presente', 'presente']);
  });

  test('deux fois la même chose ne change rien : ni version, ni journal, ni email', async () => {
    // PRES-04
    const { id, ids } = await marked();
    const again = await note(id, { [ids[1]!]: 'absente', [ids[0]!]: 'presente' });
    expect([again.status, again.body.version]).toEqual([200, 1]);
    expect(
      await run("select objet_id, details from journal where action = 'presence.notee'"),
    ).toEqual([
      {
        objet_id: id,
        details: {
          lecon: expect.objectContaining({ date_reservation: '2026-11-20' }),
          presences: { absente: 1, excusee: 1, presente: 0 },
        },
      },
    ]);
    expect(
      (await run("select sorte from courriels where sorte <> 'reservation_confirmee'")).length,
    ).toBe(0);
  });

  test('le réglage décide au moment de noter, et ce qui est noté le reste', async () => {
    // PRES-03
    const { id, ids } = await marked();
    const settings = (await admin('GET', '/api/parametres')).body;
    expect(settings.absencesBilled).toBe(true);
    expect(
      (await admin('PUT', '/api/parametres', { ...settings, absencesBilled: false })).body
        .absencesBilled,
    ).toBe(false);
    expect(await seats(id)).toEqual(MARKED);
    await note(id, { [ids[0]!]: 'absente', [ids[1]!]: 'absente' });
    expect(await seats(id)).toEqual(['Zoé absente -', 'Hugo absente', 'Léa excusee -']);
    // A screen of the version before leaves the setting out.
    const { absencesBilled: _, version: _version, ...older } = settings;
    expect((await admin('PUT', '/api/parametres', older)).body.absencesBilled).toBe(false);
  });

  test('refusé : leçon annulée, de plus de 13 mois, place d’une autre leçon, mot inconnu, rien à noter', async () => {
    // PRES-04
    const { id, ids } = await lecon();
    const other = await lecon({ date_reservation: '2025-10-21' });
    expect(await note(other.id, { [other.ids[0]!]: 'absente' })).toMatchObject({ status: 200 });
    await run(
      `set constraints all deferred; update reservations set date_reservation = '2025-10-20' where id = '${other.id}'; update occupations set jour = '2025-10-20' where reservation_id = '${other.id}'`,
    );
    const answers = [
      await note(other.id, { [other.ids[0]!]: 'presente' }),
      await note(id, { [ids[0]!]: 'absente', [other.ids[0]!]: 'absente' }),
      await note(id, { [ids[0]!]: 'malade' }),
      await note(id, {}),
      await note('11111111-1111-4111-8111-111111111111', { [ids[0]!]: 'absente' }),
    ];
    await put(admin, (await admin('GET', `/api/reservations/${id}`)).body, { statut: 'annulee' });
    answers.push(await note(id, { [ids[0]!]: 'absente' }));
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'Les présences se notent pendant 13 mois après la leçon.'],
      [409, "Une personne dont la présence est notée n'est pas, ou plus, dans cette leçon."],
      [400, expect.any(String)],
      [400, expect.any(String)],
      [404, "Cette réservation n'existe pas."],
      [409, 'Cette leçon est annulée : les présences ne peuvent plus y être notées.'],
    ]);
    expect(await seats(id)).toEqual(['Zoé', 'Hugo', 'Léa']);
    expect((await note(id, { [ids[0]!]: 'absente' }, rider)).status).toBe(403);
  });

  test('deux administrateurs notent en même temps : rien ne se perd', async () => {
    // PRES-04
    const others = await Promise.all([1, 2].map(() => t.as({ role: 'admin' })));
    const { id, ids } = await lecon();
    const answers = await Promise.all(
      ids.flatMap((place, n) =>
        [admin, ...others].map((by, m) =>
          note(id, { [place]: (n + m) % 3 === 0 ? 'absente' : 'excusee' }, by),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect((await seats(id)).filter((seat) => /absente|excusee/.test(seat))).toHaveLength(3);
    const [one] = await run<{ version: number }>('select version from reservations');
    const lines = await run("select 1 from journal where action = 'presence.notee'");
    expect(one?.version).toBe(lines.length);
  });
});

test('« Tous présents » note les places sans note des leçons commencées du jour, et se reprend', async () => {
  // PRES-08, PRES-09, PRES-04
  const day = (places: string[], notee = true, by = admin, jour = '2026-11-21') =>
    by('PUT', `/api/presences/${jour}`, { places, notee });
  const begun = await lecon({ date_reservation: '2026-11-21', heure_debut: '08:00' });
  const noted = await lecon({ date_reservation: '2026-11-21', heure_debut: '09:30' });
  const coming = await lecon({ date_reservation: '2026-11-21', heure_debut: '10:30' });
  const cancelled = await lecon({
    date_reservation: '2026-11-21',
    heure_debut: '08:00',
    type_piste: 'exterieure',
  });
  await put(admin, cancelled.stored, { statut: 'annulee' });
  const yesterday = await lecon();
  await note(noted.id, { [noted.ids[1]!]: 'absente' });
  await run('truncate journal, courriels cascade');
  const all = [begun, noted, coming, cancelled, yesterday].flatMap(({ ids }) => ids);
  const { status, body } = await day(all);
  expect([status, body.places.toSorted()]).toEqual([
    200,
    [...begun.ids, noted.ids[0], noted.ids[2]].toSorted(),
  ]);
  expect((await day(all)).body).toEqual({ places: [] });
  const read = async () => {
    const { body: stored } = await admin('GET', '/api/reservations?du=2026-11-21&au=2026-11-21');
    return [begun, noted, coming].map(({ id }) => {
      const { version, presences } = stored.find((one: Stored) => one['id'] === id);
      const said = presences.map(
        ({ presence, notee }: Stored) => `${presence}${notee ? ' +' : ''}`,
      );
      return [version, ...said].join();
    });
  };
  expect(await read()).toEqual([
    '1,presente +,presente +,presente +',
    '2,presente +,absente,presente +',
    '0,presente,presente,presente',
  ]);
  // Noted one by one since: what is taken back leaves it.
  await note(begun.id, { [begun.ids[0]!]: 'excusee' });
  expect((await day(body.places, false)).body.places).toHaveLength(4);
  expect(await read()).toEqual([
    '3,excusee,presente,presente',
    '3,presente,absente,presente',
    '0,presente,presente,presente',
  ]);
  const lines = await run<Stored>(
    "select action, objet_id, details from journal where action like 'presences.%' order by id",
  );
  expect(lines).toEqual([
    {
      action: 'presences.notees',
      objet_id: null,
      details: { jour: '2026-11-21', presences: { presente: 5 } },
    },
    {
      action: 'presences.retirees',
      objet_id: null,
      details: { jour: '2026-11-21', presences: { presente: 4 } },
    },
  ]);
  expect(await run('select from courriels')).toEqual([]);
  expect((await day(all, true, rider)).status).toBe(403);
  expect((await day(all, true, admin, '2025-10-20')).body.message).toBe(
    'Les présences se notent pendant 13 mois après la leçon.',
  );
  expect((await day([])).status).toBe(400);
});

test('« Tous présents » de deux administrateurs et une absence au même moment : chaque place est notée une fois, et l’absence vaut', async () => {
  // PRES-09
  const other = await t.as({ role: 'admin' });
  const { id, ids } = await lecon();
  const day = (by: Person) => by('PUT', '/api/presences/2026-11-20', { places: ids, notee: true });
  const answers = await Promise.all([day(admin), day(other), note(id, { [ids[1]!]: 'absente' })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await seats(id))[1]).toBe('Hugo absente');
  const [row] = await run<Stored>('select version from reservations');
  const lines = await run("select from journal where action like 'presence%'");
  expect(row?.['version']).toBe(lines.length);
});

test('une absence reste à sa place, modifiée, déplacée, supprimée, restaurée, retirée, remise', async () => {
  // PRES-01, PRES-08
  const { id, ids } = await marked({ date_reservation: '2026-11-24' });
  await run("update participants set notee = true where nom = 'Zoé'");
  const noted = async (table = 'participants') =>
    (await run<Stored>(`select nom from ${table} where notee`)).map(({ nom }) => nom);
  const edit = async (fields: object): Promise<void> => {
    const { body: read } = await admin('GET', `/api/reservations/${id}`);
    const { status, body } = await put(admin, read, fields);
    expect(status, JSON.stringify(body)).toBe(200);
  };
  await edit({ date_reservation: '2026-11-25', heure_debut: '14:00' });
  await edit(noms('Zoé W.', 'Hugo', 'Léa'));
  await edit({ ...noms('Zoé', 'Hugo', 'Léa'), remarques: 'Poney calme' });
  await edit({ statut: 'annulee' });
  await edit({ statut: 'confirmee' });
  await edit({ type_lecon: 'saut' });
  expect(await seats(id)).toEqual(MARKED);
  await admin('DELETE', `/api/reservations/${id}`, {});
  expect(await seats(id, 'participants_supprimes')).toEqual(MARKED);
  expect(await noted('participants_supprimes')).toEqual(['Zoé']);
  expect((await admin('POST', `/api/reservations/supprimees/${id}/restauration`)).status).toBe(200);
  expect(await seats(id)).toEqual(MARKED);
  await edit({ ...noms('Zoé', 'Hugo'), places: ids.slice(0, 2) });
  expect(await seats(id, 'participants_retires')).toEqual(['Léa excusee -']);
  expect((await admin('POST', `/api/reservations/retires/${ids[2]}/remise`)).status).toBe(200);
  expect(await seats(id)).toEqual(MARKED);
  // A new name is present, and so are the names of a repeated lesson.
  await edit({ type_lecon: 'collective' });
  await edit({ ...noms('Zoé', 'Hugo', 'Léa', 'Tom'), places: [...ids, null] });
  expect(await seats(id)).toEqual([...MARKED, 'Tom']);
  expect(await noted()).toEqual(['Zoé']);
  const { body: read } = await admin('GET', `/api/reservations/${id}`);
  const repeated = await admin('POST', `/api/reservations/${id}/repetition`, {
    version: read.version,
    rythme: 7,
    dates: [{ date: '2026-12-02', type_piste: 'interieure' }],
  });
  expect(repeated.status, JSON.stringify(repeated.body)).toBe(201);
  const [copy] = await run<{ id: string }>(
    "select id from reservations where date_reservation = '2026-12-02'",
  );
  expect(await seats(copy!.id)).toEqual(['Zoé', 'Hugo', 'Léa', 'Tom']);
  expect(await noted()).toEqual(['Zoé']);
});

test('statistiques, fichier et leçons passées ne comptent que ce qui est facturé, et disent le reste', async () => {
  // PRES-06, PRES-05, RIDE-02
  const stored = await book(rider, { date_reservation: '2026-11-24', ...noms('Zoé', 'Léa') });
  const id = stored['id'] as string;
  const joiner = await t.as({ prenom: 'Hugo' });
  expect(
    (
      await joiner('POST', '/api/reservations/places', {
        ...DEMANDE,
        date_reservation: '2026-11-24',
        ...noms('Hugo'),
      })
    ).status,
  ).toBe(201);
  t.clock.now = new Date('2026-11-25T08:00:00Z');
  admin = await t.as({ role: 'admin' });
  const { body: read } = await admin('GET', `/api/reservations/${id}`);
  const [zoe, lea, hugo] = read.presences.map(({ place }: Stored) => place) as [
    string,
    string,
    string,
  ];
  await note(id, { [lea]: 'excusee', [hugo]: 'absente' });
  const { body } = await admin('GET', '/api/statistiques');
  expect([body.total_general, body.total_cavaliers, body.excusees, body.absentes]).toEqual([
    40, 2, 1, 0,
  ]);
  expect(
    body.cavaliers.map(({ nom, nombre, non_facturees, total }: Stored) => [
      nom,
      nombre,
      non_facturees,
      total,
    ]),
  ).toEqual([
    ['Hugo', 1, 0, 20],
    ['Léa', 0, 1, 0],
    ['Zoé', 1, 0, 20],
  ]);
  expect(
    (await admin('GET', '/api/statistiques/lecons')).body
      .map(({ cavalier, presence, facturee, prix }: Stored) => [cavalier, presence, facturee, prix])
      .toSorted(),
  ).toEqual([
    ['Hugo', 'absente', true, 20],
    ['Léa', 'excusee', false, 0],
    ['Zoé', 'presente', true, 20],
  ]);
  await run('update parametres set "absencesBilled" = false');
  await note(id, { [zoe]: 'absente' });
  const { body: after } = await admin('GET', '/api/statistiques');
  expect([after.total_general, after.excusees, after.absentes]).toEqual([20, 1, 1]);
  const passed = async (who: Person) =>
    (await who('GET', '/api/reservations/passees')).body.mois.map(({ total, lecons }: Stored) => [
      total,
      lecons[0].prix,
      lecons[0].absences,
    ]);
  expect(await passed(rider)).toEqual([
    [
      0,
      0,
      [
        { nom: 'Zoé', presence: 'absente', facturee: false },
        { nom: 'Léa', presence: 'excusee', facturee: false },
      ],
    ],
  ]);
  expect(await passed(joiner)).toEqual([
    [20, 20, [{ nom: 'Hugo', presence: 'absente', facturee: true }]],
  ]);
  // A rider reads presences nowhere else.
  const own = await rider('GET', `/api/reservations/${id}`);
  expect(JSON.stringify(own.body)).not.toMatch(/presence|absente|excusee/);
  // The person's download has those of the own seats (PEOPLE-33).
  const { body: donnees } = await rider('GET', '/api/profil/donnees');
  expect(donnees.reservations[0].presences).toEqual([
    { nom: 'Zoé', presence: 'absente', facturee: false },
    { nom: 'Léa', presence: 'excusee', facturee: false },
  ]);
});
