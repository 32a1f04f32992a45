/** The riders whom an account books for (RIDE-20 to RIDE-22). */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { book, type Caller, DEMANDE, useTestApp } from '../../support/app.ts';

const t = useTestApp(); // in 2026

const TOM = { nom: 'Tom Lambert', annee_naissance: 2015, note: 'Débute.\nPeur du galop.' };
const listOf = async (person: Caller) => (await person('GET', '/api/cavaliers')).body;
const add = (person: Caller, change: object = {}) =>
  person('POST', '/api/cavaliers', { ...TOM, ...change });

test('ajouter, lire par ordre alphabétique, modifier, retirer', async () => {
  // RIDE-20
  const rider = await t.as();
  expect(await listOf(rider)).toEqual([]);
  const { status, body: tom } = await add(rider, { nom: '  Tom   Lambert ', note: ' Débute. ' });
  expect([status, tom]).toEqual([
    201,
    {
      id: expect.any(String),
      nom: 'Tom Lambert',
      annee_naissance: 2015,
      note: 'Débute.',
      version: 0,
    },
  ]);
  const { body: elise } = await add(rider, { nom: 'élise', annee_naissance: null, note: '  ' });
  expect(elise).toMatchObject({ annee_naissance: null, note: null });
  expect(await listOf(rider)).toEqual([elise, tom]);
  const edit = { nom: 'TOM Lambert', annee_naissance: null, note: TOM.note };
  const { body: edited } = await rider('PUT', `/api/cavaliers/${tom.id}`, { ...edit, version: 0 });
  expect(edited).toEqual({ id: tom.id, ...edit, version: 1 });
  expect((await rider('DELETE', `/api/cavaliers/${elise.id}`)).body).toEqual({ success: true });
  expect(await listOf(rider)).toEqual([edited]);
  expect(await rider('DELETE', `/api/cavaliers/${elise.id}`)).toMatchObject({
    status: 404,
    body: { message: "Ce cavalier n'est plus dans la liste." },
  });
});

test.each([
  // RIDE-21
  [
    'un nom sans lettre',
    { nom: ' 42 ' },
    'Veuillez saisir le nom du cavalier (100 caractères au plus).',
  ],
  [
    'un nom de 101 caractères',
    { nom: 'a'.repeat(101) },
    'Veuillez saisir le nom du cavalier (100 caractères au plus).',
  ],
  [
    'un nom sur deux lignes',
    { nom: 'Tom\nLambert' },
    'Veuillez saisir le nom du cavalier (100 caractères au plus).',
  ],
  ['1899', { annee_naissance: 1899 }, "L'année de naissance va de 1900 à cette année."],
  ["l'an prochain", { annee_naissance: 2027 }, "L'année de naissance va de 1900 à cette année."],
  [
    'une année et demie',
    { annee_naissance: 2015.5 },
    "L'année de naissance va de 1900 à cette année.",
  ],
  [
    'une note de 301 caractères',
    { note: 'a'.repeat(301) },
    'La note doit compter 300 caractères au plus.',
  ],
])("%s : refusé, à l'ajout comme à la modification", async (_, change, message) => {
  const rider = await t.as();
  const { body: leo } = await add(rider, {
    nom: 'Léo',
    annee_naissance: 2026,
    note: 'a'.repeat(300),
  });
  expect((await add(rider, change)).body).toMatchObject({ status: 400, message });
  expect(
    (await rider('PUT', `/api/cavaliers/${leo.id}`, { ...TOM, ...change })).body,
  ).toMatchObject({ status: 400, message });
  expect(await listOf(rider)).toEqual([leo]);
});

describe('le même nom deux fois', () => {
  // RIDE-21
  const refusal = { status: 409, message: 'Un cavalier de la liste a déjà ce nom.' };

  test("est refusé, aussi sans majuscule ni accent ; un autre compte peut l'avoir", async () => {
    const [rider, other] = [await t.as(), await t.as()];
    await add(rider, { nom: 'Zoé Lambert' });
    const { body: tom } = await add(rider);
    expect((await add(rider, { nom: 'zoe  LAMBERT' })).body).toMatchObject(refusal);
    expect(
      (await rider('PUT', `/api/cavaliers/${tom.id}`, { ...TOM, nom: 'ZOE lambert', version: 0 }))
        .body,
    ).toMatchObject(refusal);
    expect((await add(other)).status).toBe(201);
  });

  test('dix fois en même temps : une fois', async () => {
    const rider = await t.as();
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => add(rider)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
  });
});

test('vingt cavaliers au plus, aussi quand ils arrivent ensemble', async () => {
  // RIDE-21
  const rider = await t.as();
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      add(rider, { nom: `Cavalier ${String.fromCodePoint(65 + i)}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({
    status: 409,
    message: "La liste compte 20 cavaliers au plus. Retirez-en un d'abord.",
  });
  expect(await listOf(rider)).toHaveLength(20);
});

const CHANGE = {
  status: 409,
  code: 'cavalier_change',
  message: "Ce cavalier vient d'être modifié sur un autre écran. Rien n'est encore enregistré.",
};
const PAGE_ANCIENNE = {
  status: 409,
  code: 'page_ancienne',
  message:
    "Cette page est d'une version précédente du site. Notez ce que vous avez écrit, rechargez-la, puis recommencez. Rien n'est enregistré.",
};

describe('deux écrans qui modifient un cavalier', () => {
  // RIDE-89
  test('le second apprend qu’il a changé ; une page qui ne dit pas sa version est à recharger', async () => {
    const rider = await t.as();
    const { body: tom } = await add(rider, { note: null });
    const save = (change: object) =>
      rider('PUT', `/api/cavaliers/${tom.id}`, { ...TOM, note: null, ...change });
    expect((await save({ note: 'Allergique', version: 0 })).status).toBe(200);
    expect((await save({ annee_naissance: 2016, version: 0 })).body).toMatchObject(CHANGE);
    expect((await save({ annee_naissance: 2016 })).body).toMatchObject(PAGE_ANCIENNE);
    const stored = { ...tom, note: 'Allergique', version: 1 };
    expect(await listOf(rider)).toEqual([stored]);
    // Nothing that changes does not count; SQL, as of an import, does.
    expect((await save({ note: 'Allergique', version: 1 })).body).toEqual(stored);
    await t.services.db.execute(
      sql`update cavaliers set annee_naissance = 2014 where id = ${tom.id}`,
    );
    expect((await save({ note: null, version: 1 })).body).toMatchObject(CHANGE);
    expect(await listOf(rider)).toEqual([{ ...stored, annee_naissance: 2014, version: 2 }]);
  });

  test('dix en même temps, d’après la même version : un seul l’enregistre', async () => {
    const rider = await t.as();
    const { body: tom } = await add(rider);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        rider('PUT', `/api/cavaliers/${tom.id}`, { ...TOM, note: `Note ${n}`, version: 0 }),
      ),
    );
    const stored = answers.find(({ status }) => status === 200);
    expect(answers.filter(({ body }) => body.code === 'cavalier_change')).toHaveLength(9);
    expect(await listOf(rider)).toEqual([stored?.body]);
  });

  test('une importation pendant l’enregistrement, qui n’attend pas la liste, n’est pas écrasée', async () => {
    const rider = await t.as();
    const { body: tom } = await add(rider, { note: null });
    let saved: Promise<{ body: any }> | undefined;
    await t.services.db.transaction(async (tx) => {
      await tx.execute(sql`update cavaliers set note = 'Allergique' where id = ${tom.id}`);
      saved = rider('PUT', `/api/cavaliers/${tom.id}`, { ...TOM, note: 'Saute', version: 0 });
      await expect
        .poll(async () => {
          const { rows } = await t.services.db.execute(
            sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'update "cavaliers"%'`,
          );
          return rows.length;
        })
        .toBe(1);
    });
    expect((await saved)?.body).toMatchObject(CHANGE);
    expect((await listOf(rider))[0].note).toBe('Allergique');
  });
});

test("ceux d'un autre compte sont introuvables, aussi pour un administrateur", async () => {
  // RIDE-22
  const rider = await t.as();
  const { body: tom } = await add(rider);
  for (const other of [await t.as(), await t.as({ role: 'admin' })]) {
    expect(await listOf(other)).toEqual([]);
    expect((await other('PUT', `/api/cavaliers/${tom.id}`, TOM)).body.code).toBe(
      'cavalier_introuvable',
    );
    expect((await other('DELETE', `/api/cavaliers/${tom.id}`)).body).toMatchObject({
      status: 404,
      code: 'cavalier_introuvable',
    });
  }
  expect((await rider('PUT', '/api/cavaliers/42', TOM)).status).toBe(404);
  expect(await listOf(rider)).toEqual([tom]);
});

test("les administrateurs lisent l'année et la note à côté du nom, dans les leçons du compte seulement", async () => {
  // RIDE-20
  const [rider, friend, admin] = [await t.as(), await t.as(), await t.as({ role: 'admin' })];
  await t.services.db.execute(
    sql`update types_lecons set ouverte = true where value = 'collective'`,
  );
  await add(rider, { nom: 'Tom Lambert' });
  await add(rider, { nom: 'Léa', annee_naissance: null, note: null }); // nothing to read
  await add(friend, { nom: 'Hugo', annee_naissance: 1980, note: 'Allergique' });
  await add(friend, { nom: 'Zoé', annee_naissance: 2010, note: null });
  const notesOf = async (du: string, au = du) =>
    (await admin('GET', `/api/cavaliers/notes?du=${du}&au=${au}`)).body;
  const { date_reservation: jour } = DEMANDE;
  // Hugo and Léa are also the friend's names: the seats of the first account do not show the
  // friend's notes.
  const { id } = await book(rider, {
    noms_participants: ['Hugo', 'TOM  lambert', 'Tom Lambert', 'Léa'],
    nombre_personnes: 4,
  });
  const tom = { reservation_id: id, nom: 'Tom Lambert', annee_naissance: 2015, note: TOM.note };
  expect(await notesOf(jour)).toEqual([tom]);
  await friend('POST', '/api/reservations/places', {
    ...DEMANDE,
    noms_participants: ['zoe', 'Hugo'],
    nombre_personnes: 2,
  });
  expect(await notesOf(jour)).toEqual([
    tom,
    { reservation_id: id, nom: 'Zoé', annee_naissance: 2010, note: null },
    { reservation_id: id, nom: 'Hugo', annee_naissance: 1980, note: 'Allergique' },
  ]);
  expect(await notesOf('2026-11-01', '2026-11-02')).toEqual([]);
  expect((await admin('GET', `/api/cavaliers/notes?du=${jour}&au=2026-11-01`)).body.code).toBe(
    'periode_manquante',
  );
  expect((await rider('GET', `/api/cavaliers/notes?du=${jour}&au=${jour}`)).status).toBe(403);
});

describe("les cavaliers d'un client sans compte", () => {
  // CLI-25
  const keep = async (nom: string) => {
    const admin = await t.as({ role: 'admin' });
    const { body: client } = await admin('POST', '/api/clients', { nom });
    const path = `/api/clients/${client.id}/cavaliers`;
    const journal = async () =>
      (
        await t.services.db.execute<{ acteur_id: string }>(
          sql`select acteur_id from journal where action = 'client.cavaliers' and objet_id = ${client.id}`,
        )
      ).rows;
    return { admin, client: client.id as string, path, journal };
  };

  test('le bureau les ajoute, les modifie, les retire ; ses places à ce nom sont les leurs ; le journal le garde', async () => {
    const { admin, client, path, journal } = await keep('Jeanne Martin');
    const lesson = await book(admin, {
      date_reservation: '2026-12-29',
      pour: { user_id: client },
      noms_participants: ['lea martin', 'Noé'],
    });
    const riderOf = async () =>
      (
        await t.services.db.execute(
          sql`select cavalier_id from participants where reservation_id = ${lesson['id']} order by position`,
        )
      ).rows;
    const { status, body: lea } = await admin('POST', path, {
      nom: ' Léa  Martin ',
      annee_naissance: 2014,
      note: 'Débute.',
    });
    expect([status, lea]).toEqual([
      201,
      {
        id: expect.any(String),
        nom: 'Léa Martin',
        annee_naissance: 2014,
        note: 'Débute.',
        version: 0,
      },
    ]);
    expect(await riderOf()).toEqual([{ cavalier_id: lea.id }, { cavalier_id: null }]);
    const edit = { nom: 'Léa M.', annee_naissance: null, note: null };
    const edited = { id: lea.id, ...edit, version: 1 };
    expect((await admin('PUT', `${path}/${lea.id}`, { ...edit, version: 0 })).body).toEqual(edited);
    expect((await admin('GET', path)).body).toEqual([edited]);
    expect((await admin('DELETE', `${path}/${lea.id}`)).body).toEqual({ success: true });
    expect(await riderOf()).toEqual([{ cavalier_id: null }, { cavalier_id: null }]);
    expect(await journal()).toEqual(Array.from({ length: 3 }, () => ({ acteur_id: admin.id })));
  });

  test('deux bureaux qui en modifient un : le second apprend que la note a changé, sans rien au journal', async () => {
    // RIDE-89
    const { admin, client, path, journal } = await keep('Jeanne Bois');
    const { body: tom } = await admin('POST', path, { ...TOM, note: null });
    const [{ version }] = (await admin('GET', `/api/clients/${client}/fiche`)).body.cavaliers;
    const save = (change: object) => admin('PUT', `${path}/${tom.id}`, { ...TOM, ...change });
    expect((await save({ note: 'Allergique', version })).status).toBe(200);
    const noted = await journal();
    expect((await save({ note: 'Peur du galop', version })).body).toMatchObject(CHANGE);
    expect((await save({ note: null })).body).toMatchObject(PAGE_ANCIENNE);
    const [stored] = (await admin('GET', path)).body;
    expect(stored).toMatchObject({ note: 'Allergique', version: 1 });
    expect((await admin('GET', `/api/clients/${client}/fiche`)).body.cavaliers[0].version).toBe(1);
    expect(await journal()).toEqual(noted);
  });

  test('les mêmes refus, sans rien au journal', async () => {
    const { admin, client, path, journal } = await keep('Jeanne Petit');
    const { body: tom } = await admin('POST', path, TOM);
    const { path: other } = await keep('Jeanne Grand');
    const noted = await journal();
    for (const [method, to, input, expected] of [
      ['POST', path, { ...TOM, nom: 'TOM lambert' }, 'Un cavalier de la liste a déjà ce nom.'],
      [
        'POST',
        path,
        { ...TOM, nom: ' ' },
        'Veuillez saisir le nom du cavalier (100 caractères au plus).',
      ],
      ['PUT', `${other}/${tom.id}`, TOM, "Ce cavalier n'est plus dans la liste."],
      ['DELETE', `${other}/${tom.id}`, undefined, "Ce cavalier n'est plus dans la liste."],
      ['POST', `/api/clients/${tom.id}/cavaliers`, TOM, "Ce client n'existe plus."],
    ] as const)
      expect((await admin(method, to, input)).body.message).toBe(expected);
    expect(await journal()).toEqual(noted);
    expect((await admin('GET', `/api/clients/${client}/cavaliers`)).body).toEqual([tom]);
  });

  test("ceux d'un compte se lisent, et lui seul les change", async () => {
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const { body: tom } = await add(rider);
    const path = `/api/clients/${rider.id}/cavaliers`;
    expect((await admin('GET', path)).body).toEqual([tom]);
    const refusal = {
      status: 409,
      message: 'Ce client a un compte : il tient lui-même la liste de ses cavaliers.',
    };
    expect((await admin('POST', path, { ...TOM, nom: 'Zoé' })).body).toMatchObject(refusal);
    expect((await admin('PUT', `${path}/${tom.id}`, TOM)).body).toMatchObject(refusal);
    expect((await admin('DELETE', `${path}/${tom.id}`)).body).toMatchObject(refusal);
    expect(await listOf(rider)).toEqual([tom]);
  });
});
