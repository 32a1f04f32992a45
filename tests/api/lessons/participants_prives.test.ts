/**
 * What riders can read about each other in a shared lesson: only their number (RIDE-02). No saved
 * rider of another account either (RIDE-20), and no price of its seats (PRICE-22).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, DEMANDE, put, useTestApp } from '../../support/app.ts';
import { CALLS } from '../../support/contract.ts';
import { PASSWORD } from '../../support/people.ts';

const t = useTestApp();

beforeEach(async () => {
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from courriels`);
  await t.services.db.execute(
    sql`update parametres set "riderCancellation" = true, "riderChanges" = true, "showPrices" = true, "adminEmail" = 'centre@essai.example', "sendConfirmation" = true, "sendCancellation" = true`,
  );
  await t.services.db.execute(sql`update types_lecons set ouverte = value = 'collective'`);
});

type Person = Awaited<ReturnType<typeof t.as>>;

/** Names that would appear unescaped in an answer, a saved rider, and the price of a seat. */
const SECRETS = [
  'Anselme<Alpha>',
  'Bérénice"Beta"',
  'Remarque&secrète',
  'Cléo<Gamma>',
  'Note&discrète',
  '87.65',
  '87,65',
];
const { type_lecon: _, ...CHANGEMENT } = DEMANDE;
const { date_reservation: jour } = DEMANDE;

async function shared(remarques: string | null = 'Remarque&secrète') {
  const [admin, alice, bob] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Anselme<Alpha>', nom: 'Zyx' }),
    await t.as({ prenom: 'Bob', nom: 'Martin' }),
  ];
  const mine = await book(alice, {
    noms_participants: ['Anselme<Alpha>', 'Bérénice"Beta"'],
    remarques,
  });
  const rider = { nom: 'Cléo<Gamma>', annee_naissance: 2015, note: 'Note&discrète' };
  expect((await alice('POST', '/api/cavaliers', rider)).status).toBe(201);
  await t.services.db.execute(
    sql`update participants set centimes = 8765 where user_id = ${alice.id}`,
  );
  const joined = await bob('POST', '/api/reservations/places', {
    ...DEMANDE,
    noms_participants: ['Bob'],
    nombre_personnes: 1,
    remarques: 'de Bob',
  });
  expect(joined.status).toBe(201);
  return { admin, alice, bob, id: mine['id'] as string, joined };
}

/** Everything that Bob can read about the lesson with any call, as text. */
async function readBy(bob: Person, id: string): Promise<string[]> {
  const paths = [
    ...CALLS.filter(
      ({ method, path, name }) => method === 'GET' && !path.includes('{') && name !== 'live',
    ).map(({ path }) => path),
    `/api/reservations/${id}`,
    `/api/reservations?du=${jour}&au=${jour}`,
    `/api/reservations?miennes=1`,
    `/api/disponibilites?du=${jour}&au=${jour}`,
    `/api/disponibilites?du=${jour}&au=${jour}&ouvertes=1`,
    `/api/planning?du=${jour}&au=${jour}`,
  ];
  const answers: string[] = [];
  for (const path of paths) answers.push(`${path} ${JSON.stringify(await bob('GET', path))}`);
  const { rows } = await t.services.db.execute<{ said: string }>(
    sql`select contenu::text || destinataire || destinataire_nom as said from courriels where user_id = ${bob.id}`,
  );
  return [...answers, ...rows.map(({ said }) => `courriel ${said}`)];
}

/** The texts that reveal something about Alice. */
const leaking = (texts: string[], { id, email }: { id: string; email: string }): string[] => {
  const spelt = [...SECRETS, id, email, 'Zyx'].flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
  ]);
  return texts.filter((text) => spelt.some((one) => text.includes(one)));
};

/** The seats of one account and its remarks, as they are stored. */
async function seatsOf(id: string, account: string): Promise<unknown> {
  const { rows } = await t.services.db
    .execute(sql`select p.id, p.nom, p.remarques, r.remarques as of_lesson from participants p join reservations r on r.id = p.reservation_id
    where r.id = ${id} and p.user_id = ${account} order by p.position`);
  return rows;
}

test("rejoindre, lire, changer, partir : rien d'une autre personne ne paraît, et sa place ne bouge pas", async () => {
  // RIDE-02
  const { alice, bob, id, joined } = await shared();
  const before = await seatsOf(id, alice.id);
  const changed = await bob('PUT', `/api/reservations/${id}/changement`, {
    ...CHANGEMENT,
    version: 1,
    noms_participants: ['Bob', 'Tom'],
    remarques: 'autre',
  });
  expect(changed).toMatchObject({
    status: 200,
    body: {
      noms_participants: ['Bob', 'Tom'],
      nombre_personnes: 2,
      personnes: 4,
      remarques: 'autre',
    },
  });
  const refusals = [
    await bob('POST', '/api/reservations/places', DEMANDE),
    await bob('POST', '/api/reservations', DEMANDE),
    await bob('PUT', `/api/reservations/${id}/changement`, { ...CHANGEMENT, version: 1 }),
    await bob('PUT', `/api/reservations/${id}/changement`, {
      ...CHANGEMENT,
      version: 2,
      heure_debut: '14:00',
    }),
    await bob('PUT', `/api/reservations/${id}/changement`, {
      ...CHANGEMENT,
      version: 2,
      noms_participants: Array(7).fill('Bob'),
      nombre_personnes: 7,
    }),
  ];
  expect(refusals.map(({ body }) => body.code)).toEqual([
    'deja_participant',
    'creneau_pris',
    'reservation_changee',
    'lecon_partagee',
    'trop_de_personnes',
  ]);
  const texts = [
    ...(await readBy(bob, id)),
    ...[joined, changed, ...refusals].map((answer) => JSON.stringify(answer)),
  ];
  expect(await seatsOf(id, alice.id)).toEqual(before);
  const left = await bob('POST', `/api/reservations/${id}/annulation`, {});
  expect(left.body).toEqual({ success: true });
  expect(await seatsOf(id, alice.id)).toEqual(before);
  // The journal contains nobody's names and remarks (ADR-017).
  const { rows: journal } = await t.services.db.execute<{ action: string; details: string }>(
    sql`select action, details::text as details from journal where objet_id = ${id} order by survenu_at`,
  );
  expect(journal.map(({ action }) => action)).toEqual([
    'place.prise',
    'reservation.modifiee',
    'place.annulee',
  ]);
  expect(
    leaking(
      journal.map(({ details }) => details),
      alice,
    ),
  ).toEqual([]);
  expect(journal.filter(({ details }) => /Bob|Tom|Martin|autre/u.test(details))).toEqual([]);
  expect(leaking([...texts, ...(await readBy(bob, id)), JSON.stringify(left)], alice)).toEqual([]);
});

test("ce que fait l'autre, ou le centre, ne dit rien de l'autre", async () => {
  // RIDE-01, RIDE-04
  const { admin, alice, bob, id } = await shared();
  const read = async () => (await admin('GET', `/api/reservations/${id}`)).body;
  await put(admin, await read(), { heure_debut: '14:00' });
  await alice('PUT', `/api/reservations/${id}/changement`, {
    ...CHANGEMENT,
    heure_debut: '14:00',
    version: (await read()).version,
    noms_participants: ['Anselme<Alpha>'],
    nombre_personnes: 1,
    remarques: 'Remarque&secrète',
  });
  expect(leaking(await readBy(bob, id), alice)).toEqual([]);
  await admin('DELETE', `/api/reservations/${id}`, {});
  expect(leaking(await readBy(bob, id), alice)).toEqual([]);
  await admin('POST', `/api/reservations/supprimees/${id}/restauration`);
  expect((await alice('POST', `/api/reservations/${id}/annulation`, {})).status).toBe(200);
  expect(leaking(await readBy(bob, id), alice)).toEqual([]);
  expect((await bob('GET', `/api/reservations/${id}`)).body).toMatchObject({
    nom_client: 'Bob Martin',
    noms_participants: ['Bob'],
    remarques: 'de Bob',
  });
});

test('le premier efface son compte : la leçon est au suivant, sous son nom', async () => {
  // RIDE-01, PEOPLE-31
  const { admin, alice, bob, id } = await shared();
  const { status } = await alice('POST', '/api/profil/suppression', { password: 'x' });
  expect(status).toBeGreaterThanOrEqual(400);
  await admin('DELETE', `/api/users/${alice.id}`);
  expect((await bob('GET', `/api/reservations/${id}`)).body).toMatchObject({
    user_id: bob.id,
    nom_client: 'Bob Martin',
    noms_participants: ['Bob'],
    personnes: 3,
    remarques: 'de Bob',
  });
  expect(leaking(await readBy(bob, id), alice)).toEqual([]);
  expect(await seatsOf(id, bob.id)).toMatchObject([
    { nom: 'Bob', remarques: null, of_lesson: 'de Bob' },
  ]);
});

test("ce que le centre a lu avant l'effacement du premier n'écrase pas les remarques du suivant", async () => {
  // RIDE-03, DESK-19
  const { admin, alice, bob, id } = await shared(null);
  const stored = (await admin('GET', `/api/reservations/${id}`)).body;
  await admin('DELETE', `/api/users/${alice.id}`);
  expect((await put(admin, stored, { heure_debut: '14:00' })).body.code).toBe(
    'reservation_changee',
  );
  expect((await bob('GET', `/api/reservations/${id}`)).body).toMatchObject({
    heure_debut: '10:00',
    remarques: 'de Bob',
  });
});

test.each([
  ['celles du suivant', {}, 'de Bob'],
  ['celles que le centre écrit', { remarques: 'du centre' }, 'du centre'],
])('le centre retire le premier : les remarques sont %s', async (_name, written, remarques) => {
  // RIDE-02, RIDE-03
  const { admin, bob, id } = await shared();
  const stored = (await admin('GET', `/api/reservations/${id}`)).body;
  await put(admin, stored, {
    noms_participants: ['Bob'],
    nombre_personnes: 1,
    places: [stored.participants[2].id],
    ...written,
  });
  expect((await bob('GET', `/api/reservations/${id}`)).body).toMatchObject({
    user_id: bob.id,
    remarques,
  });
  expect(await seatsOf(id, bob.id)).toMatchObject([{ remarques: null, of_lesson: remarques }]);
});

test("chaque nom une nouvelle place : la leçon n'est à personne, les remarques envoyées restent", async () => {
  // RIDE-03
  const { admin, id } = await shared();
  const stored = (await admin('GET', `/api/reservations/${id}`)).body;
  await put(admin, stored, {
    noms_participants: ['Max', 'Lou', 'Eva'],
    places: [null, null, null],
    remarques: 'du centre',
  });
  expect((await admin('GET', `/api/reservations/${id}`)).body).toMatchObject({
    user_id: null,
    noms_participants: ['Max', 'Lou', 'Eva'],
    remarques: 'du centre',
  });
});

test.each([
  ['moins de places que de noms', { places: [] }],
  ['plus de places que de noms', { places: [null, null, null, null] }],
  [
    "ce qu'un cavalier lit de sa leçon",
    { noms_participants: ['Bob'], nombre_personnes: 1, personnes: 3 },
  ],
])('modifier avec %s : refusé, chacun garde sa place', async (_, sent) => {
  // RIDE-03
  const { admin, alice, bob, id } = await shared();
  const stored = (await admin('GET', `/api/reservations/${id}`)).body;
  const before = [await seatsOf(id, alice.id), await seatsOf(id, bob.id)];
  expect(await put(admin, stored, sent)).toMatchObject({ status: 400 });
  expect([await seatsOf(id, alice.id), await seatsOf(id, bob.id)]).toEqual(before);
});

test.each([
  ['en annulant ses leçons', async () => {}, 'annuler'],
  [
    'après avoir rendu sa place',
    (bob: Person, id: string) => bob('POST', `/api/reservations/${id}/annulation`, {}),
    'garder',
  ],
])(
  'qui efface son compte %s ne reste dans aucune copie au centre, même si ses propres emails sont coupés',
  async (_, before, lecons) => {
    // PEOPLE-31, PEOPLE-32
    await t.services.db.execute(
      sql`update parametres set "sendConfirmation" = false, "sendCancellation" = false, "sendModification" = true`,
    );
    const { bob, id } = await shared();
    // as for a lesson that begins within a day
    await t.services.db.execute(sql`delete from courriels where sorte = 'rappel'`);
    await before(bob, id);
    const copies = async () =>
      (
        await t.services.db.execute(
          sql`select contenu ? 'a_effacer' as erased from courriels where contenu ? 'lecon' and contenu::text like '%Bob%'`,
        )
      ).rows;
    expect((await copies()).length).toBeGreaterThan(0);
    expect(
      (await bob('POST', '/api/profil/suppression', { password: PASSWORD, lecons })).status,
    ).toBe(200);
    const found = await copies();
    expect(found).toEqual(found.map(() => ({ erased: true })));
  },
);

test("la place d'une autre personne n'existe pas", async () => {
  // BOOK-08
  const { id } = await shared();
  const eve = await t.as();
  const before = (
    await t.services.db.execute(sql`select * from participants order by reservation_id, position`)
  ).rows;
  expect([
    (await eve('GET', `/api/reservations/${id}`)).status,
    (await eve('POST', `/api/reservations/${id}/annulation`, {})).status,
    (await eve('PUT', `/api/reservations/${id}/changement`, { ...CHANGEMENT, version: 1 })).status,
  ]).toEqual([404, 404, 404]);
  expect((await eve('GET', '/api/reservations')).body).toEqual([]);
  expect(
    (await t.services.db.execute(sql`select * from participants order by reservation_id, position`))
      .rows,
  ).toEqual(before);
});
