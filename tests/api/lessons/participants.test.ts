/**
 * Joining, leaving and changing a lesson (RIDE-01 to RIDE-13). The clock shows Saturday 21 November
 * 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, DEMANDE, MORNING, put, useTestApp } from '../../support/app.ts';

const t = useTestApp();

const set = (assignments: ReturnType<typeof sql>) =>
  t.services.db.execute(sql`update parametres set ${assignments}`);

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from courriels`);
  await set(
    sql`"riderCancellation" = true, "riderChanges" = true, "cancellationHours" = 24, "maxBookingsPerDayApplied" = false, "adminEmail" = ''`,
  );
  await t.services.db.execute(sql`update types_lecons set ouverte = value = 'collective'`);
});

const one = (...noms: string[]) => ({
  ...DEMANDE,
  noms_participants: noms,
  nombre_personnes: noms.length,
  remarques: `de ${noms[0]}`,
});

/** Kind, recipient and names of every waiting email about a lesson, in a stable order. */
async function outbox(): Promise<string[]> {
  const { rows } = await t.services.db.execute<{ said: string }>(sql`
    select sorte || ' ' || destinataire_nom || ' ' || (contenu -> 'lecon' ->> 'noms_participants') as said from courriels where sorte <> 'rappel' order by 1`);
  return rows.map(({ said }) => said);
}

test("rejoindre une leçon : chacun lit ses noms, ses remarques et combien ils sont ; l'administrateur lit tout", async () => {
  // RIDE-02, RIDE-10
  const [admin, zoe, hugo] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Zoé', nom: 'Willems' }),
    await t.as({ prenom: 'Hugo', nom: 'Dubois' }),
  ];
  const first = (await zoe('POST', '/api/reservations', one('Zoé', 'Léa'))).body;
  const joined = await hugo('POST', '/api/reservations/places', one('Hugo'));
  expect(joined).toMatchObject({
    status: 201,
    body: {
      id: first.id,
      user_id: hugo.id,
      nom_client: 'Hugo Dubois',
      noms_participants: ['Hugo'],
      nombre_personnes: 1,
      personnes: 3,
      remarques: 'de Hugo',
    },
  });
  expect((await hugo('GET', `/api/reservations/${first.id}`)).body).toEqual(joined.body);
  expect((await zoe('GET', '/api/reservations')).body).toEqual([
    { ...first, version: 1, personnes: 3 },
  ]);
  expect((await admin('GET', `/api/reservations/${first.id}`)).body).toMatchObject({
    noms_participants: ['Zoé', 'Léa', 'Hugo'],
    user_id: zoe.id,
    participants: [
      { user_id: zoe.id, compte: 'Zoé Willems' },
      { user_id: zoe.id },
      { user_id: hugo.id, remarques: 'de Hugo', compte: 'Hugo Dubois' },
    ],
  });
  expect((await hugo('GET', '/api/disponibilites?du=2026-11-23&au=2026-11-23')).body).toMatchObject(
    [{ personnes: 3, ouverte: 'collective' }],
  );
  expect(await outbox()).toEqual([
    'reservation_confirmee Hugo Dubois ["Hugo"]',
    'reservation_confirmee Zoé Willems ["Zoé", "Léa"]',
  ]);
});

test('qui part laisse les autres ; le premier parti, le suivant tient la réservation ; le dernier libère la piste', async () => {
  // RIDE-01, RIDE-12
  const [admin, zoe, hugo] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Zoé', nom: 'Willems' }),
    await t.as({ prenom: 'Hugo', nom: 'Dubois' }),
  ];
  const { id } = (await zoe('POST', '/api/reservations', one('Zoé'))).body;
  await hugo('POST', '/api/reservations/places', one('Hugo', 'Tom'));
  expect((await zoe('POST', `/api/reservations/${id}/annulation`, {})).body).toEqual({
    success: true,
  });
  expect((await zoe('GET', `/api/reservations/${id}`)).status).toBe(404);
  expect((await admin('GET', `/api/reservations/${id}`)).body).toMatchObject({
    user_id: hugo.id,
    nom_client: 'Hugo Dubois',
    noms_participants: ['Hugo', 'Tom'],
    remarques: 'de Hugo',
    statut: 'confirmee',
  });
  expect((await hugo('POST', `/api/reservations/${id}/annulation`, {})).status).toBe(200);
  expect((await admin('GET', `/api/reservations/${id}`)).body).toMatchObject({
    statut: 'annulee',
    noms_participants: ['Hugo', 'Tom'],
    annulee_par: 'Hugo Dubois',
    annulee_at: MORNING.toISOString(),
  });
  expect((await book(zoe))['id']).not.toBe(id);
  expect((await outbox()).filter((line) => line.startsWith('reservation_annulee'))).toEqual([
    'reservation_annulee Hugo Dubois ["Hugo", "Tom"]',
    'reservation_annulee Zoé Willems ["Zoé"]',
  ]);
});

test('changer sa leçon : jour, piste, heure, noms et remarques ; refusé, rien ne bouge', async () => {
  // RIDE-13
  const [zoe, hugo] = [await t.as({ prenom: 'Zoé', nom: 'Willems' }), await t.as()];
  const mine = (await zoe('POST', '/api/reservations', one('Zoé'))).body;
  const other = (await hugo('POST', '/api/reservations', { ...one('Hugo'), heure_debut: '14:00' }))
    .body;
  const asked = {
    version: 0,
    noms_participants: ['Zoé', 'Léa'],
    nombre_personnes: 2,
    date_reservation: mine.date_reservation,
    type_piste: mine.type_piste,
    heure_debut: '15:00',
    remarques: 'deux',
  };
  const changed = await zoe('PUT', `/api/reservations/${mine.id}/changement`, asked);
  expect(changed).toMatchObject({
    status: 200,
    body: {
      heure_debut: '15:00',
      heure_fin: '16:00',
      noms_participants: ['Zoé', 'Léa'],
      remarques: 'deux',
      version: 1,
    },
  });
  expect(await zoe('PUT', `/api/reservations/${mine.id}/changement`, asked)).toMatchObject({
    status: 409,
    body: { code: 'reservation_changee' },
  });
  expect(
    await zoe('PUT', `/api/reservations/${mine.id}/changement`, {
      ...asked,
      version: 1,
      heure_debut: other.heure_debut,
    }),
  ).toMatchObject({ status: 409, body: { code: 'creneau_pris' } });
  expect(
    await hugo('PUT', `/api/reservations/${mine.id}/changement`, { ...asked, version: 1 }),
  ).toMatchObject({ status: 404 });
  expect((await zoe('GET', `/api/reservations/${mine.id}`)).body).toEqual(changed.body);
});

test.each([
  [
    "l'interrupteur est éteint",
    sql`"riderCancellation" = false, "riderChanges" = false`,
    MORNING,
    ['annulation_au_centre', 'changement_au_centre'],
  ],
  [
    'le délai est là',
    sql`"cancellationHours" = 24`,
    new Date('2026-11-22T09:00:00Z'),
    ['delai_passe', 'delai_passe'],
  ],
  [
    'la leçon a commencé',
    sql`"cancellationHours" = 0`,
    new Date('2026-11-23T09:00:00Z'),
    ['lecon_commencee', 'lecon_commencee'],
  ],
])('annuler et changer se refusent quand %s', async (_, settings, now, codes) => {
  // RIDE-11
  const [zoe] = [await t.as()];
  const mine = await book(zoe);
  await set(settings);
  t.clock.now = now;
  const {
    version,
    noms_participants,
    nombre_personnes,
    date_reservation,
    type_piste,
    heure_debut,
    remarques,
  } = mine;
  const cancel = await zoe('POST', `/api/reservations/${mine['id']}/annulation`, {});
  const change = await zoe('PUT', `/api/reservations/${mine['id']}/changement`, {
    version,
    noms_participants,
    nombre_personnes,
    date_reservation,
    type_piste,
    heure_debut,
    remarques,
  });
  expect([cancel.body.code, change.body.code]).toEqual(codes);
});

test("un refus qui envoie au centre dit comment le joindre ; une annulation garde son instant pour qui l'a faite", async () => {
  // RIDE-14, BOOK-33
  const zoe = await t.as();
  const mine = await book(zoe);
  const LATE = 'Il est trop tard pour annuler ou changer cette leçon vous-même. Appelez le centre.';
  for (const [settings, said] of [
    [
      sql`"contactTelephone" = '081 61 23 45', "contactEmail" = 'centre@essai.example'`,
      `${LATE} Téléphone : 081 61 23 45.`,
    ],
    [sql`"contactTelephone" = ''`, `${LATE} Email : centre@essai.example.`],
    [sql`"contactEmail" = ''`, LATE],
  ] as const) {
    await set(settings);
    t.clock.now = new Date('2026-11-22T09:00:00Z');
    expect(
      (await zoe('POST', `/api/reservations/${mine['id']}/annulation`, {})).body,
    ).toMatchObject({ code: 'delai_passe', message: said });
  }
  t.clock.now = new Date('2026-11-22T08:59:59Z');
  expect((await zoe('POST', `/api/reservations/${mine['id']}/annulation`, {})).body).toEqual({
    success: true,
  });
  const [read] = (await zoe('GET', '/api/reservations?miennes=1')).body;
  expect(read).toMatchObject({ statut: 'annulee', annulee_at: '2026-11-22T08:59:59.000Z' });
  expect(read).not.toHaveProperty('annulee_par');
  expect((await zoe('GET', `/api/reservations/${mine['id']}`)).body).toMatchObject({
    annulee_at: '2026-11-22T08:59:59.000Z',
  });
});

test('un administrateur qui ne donne que des noms garde à chacun sa place', async () => {
  // RIDE-03
  const [admin, zoe, hugo] = [
    await t.as({ role: 'admin' }),
    await t.as({ prenom: 'Zoé', nom: 'Willems' }),
    await t.as({ prenom: 'Hugo', nom: 'Dubois' }),
  ];
  const { id } = (await zoe('POST', '/api/reservations', one('Zoé'))).body;
  await hugo('POST', '/api/reservations/places', one('Hugo'));
  const read = async () => (await admin('GET', `/api/reservations/${id}`)).body;
  // Zoé is spelt differently
  await put(admin, await read(), { noms_participants: ['Zoé Willems', 'Hugo'] });
  expect(
    (await read()).participants.map(({ nom, user_id }: { nom: string; user_id: string }) => [
      nom,
      user_id,
    ]),
  ).toEqual([
    ['Zoé Willems', zoe.id],
    ['Hugo', hugo.id],
  ]);
  await put(admin, await read(), {
    noms_participants: ['Hugo', 'Zoé Willems', 'Max'],
    nombre_personnes: 3,
  });
  expect((await read()).participants[2]).toMatchObject({ nom: 'Max', user_id: null });
  await put(admin, await read(), { noms_participants: ['Hugo', 'Max'], nombre_personnes: 2 });
  expect(await read()).toMatchObject({ user_id: hugo.id, noms_participants: ['Hugo', 'Max'] });
  expect((await zoe('GET', `/api/reservations/${id}`)).status).toBe(404);
});
