/** Lessons that are entered or corrected after they have begun (BOOK-35, ADR-036). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { tellFreed } from '../../../src/server/actions/alerts.ts';
import {
  book,
  type Caller,
  DEMANDE,
  MORNING,
  planned,
  type Stored,
  useTestApp,
} from '../../support/app.ts';
import { restoreTypes } from '../../support/fixture.ts';
import { pricing } from '../../support/prix.ts';

const t = useTestApp();

/** The lesson began half an hour ago: it is 09:30. */
const RUNNING = { date_reservation: '2026-11-21', heure_debut: '09:00' };
const PAST = { date_reservation: '2026-11-10', heure_debut: '14:00' };
/** Thirteen months before 21 November 2026, and the day before. */
const FIRST = '2025-10-21';
const TOO_OLD = '2025-10-20';
const OLD_SENTENCE =
  'Cette date est trop ancienne. Veuillez en choisir une dans les treize derniers mois.';

beforeEach(async () => {
  t.clock.now = new Date('2026-11-21T08:20:00Z');
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from courriels`);
  await t.services.db.execute(sql`delete from journal`);
  // Every optional email is switched on.
  await t.services.db.execute(
    sql`update parametres set "adminEmail" = 'centre@essai.example', "slotAlerts" = true`,
  );
});
afterEach(async () => {
  t.clock.now = MORNING;
  await restoreTypes(t);
  await t.services.db.execute(sql`update parametres set "adminEmail" = '', "slotAlerts" = false`);
});

const sortes = async (): Promise<string[]> =>
  (
    await t.services.db.execute<{ s: string }>(
      sql`select sorte || ' ' || destinataire as s from courriels`,
    )
  ).rows
    .map(({ s }) => s)
    .toSorted();
const actions = async (): Promise<string[]> =>
  (
    await t.services.db.execute<{ action: string }>(
      sql`select action from journal where action like 'reservation.%' order by id`,
    )
  ).rows.map(({ action }) => action);
const forget = () => t.services.db.execute(sql`delete from courriels`);
const put = (admin: Caller, stored: Stored, change: object) =>
  admin('PUT', `/api/reservations/${stored['id']}`, { ...stored, ...change });
const booking = (caller: Caller, change: object) =>
  caller('POST', '/api/reservations', { ...DEMANDE, ...change });

test.each([
  ['une leçon en cours', RUNNING],
  ['une leçon passée', PAST],
  ['une leçon du premier jour permis', { date_reservation: FIRST, heure_debut: '10:00' }],
])(
  '%s : un administrateur l’enregistre pour un compte, elle est confirmée, personne ne reçoit rien, et le journal le dit à part',
  async (_, moment) => {
    const [admin, rider] = [
      await t.as({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }),
      await t.as(),
    ];
    const stored = await book(admin, { ...moment, pour: { user_id: rider.id } });
    expect(stored).toMatchObject({
      ...moment,
      statut: 'confirmee',
      user_id: rider.id,
      version: 0,
    });
    expect(await sortes()).toEqual([]);
    expect(await actions()).toEqual(['reservation.saisie']);
    const { body: journal } = await admin('GET', '/api/journal?categorie=reservations');
    expect(journal[0]).toMatchObject({
      action: 'reservation.saisie',
      details: { lecon: { date_reservation: moment.date_reservation } },
    });
    // The rider finds it among the past lessons after its end.
    t.clock.now = new Date('2026-11-21T11:00:00Z');
    const { body: mine } = await rider('GET', '/api/reservations?miennes=1');
    expect(mine.map(({ id }: Stored) => id)).toEqual([stored['id']]);
  },
);

test('pour un nom seul aussi, et à venir tout reste comme avant', async () => {
  const admin = await t.as({ role: 'admin' });
  expect(await book(admin, { ...RUNNING, pour: { nom: 'Jeanne Dupont' } })).toMatchObject({
    nom_client: 'Jeanne Dupont',
  });
  await book(admin, { date_reservation: '2026-11-21', heure_debut: '10:00' });
  expect(await actions()).toEqual(['reservation.saisie', 'reservation.creee']);
  expect(await sortes()).toEqual([
    'reservation_confirmee centre@essai.example',
    `reservation_confirmee ${admin.email}`,
  ]);
});

test('un cavalier est refusé comme avant, avec les mêmes phrases', async () => {
  const rider = await t.as();
  expect([
    (await booking(rider, PAST)).body.message,
    (await booking(rider, { ...PAST, date_reservation: TOO_OLD })).body.message,
    (await booking(rider, RUNNING)).body.message,
  ]).toEqual([
    'Cette date est passée. Veuillez en choisir une autre.',
    'Cette date est passée. Veuillez en choisir une autre.',
    'Cette heure est déjà passée. Veuillez choisir un autre créneau.',
  ]);
  expect(await actions()).toEqual([]);
});

test('plus de treize mois en arrière : refusé, à la réservation et au déplacement ; une leçon plus ancienne se corrige sur place', async () => {
  // LIM-170
  const admin = await t.as({ role: 'admin' });
  expect((await booking(admin, { date_reservation: TOO_OLD })).body).toMatchObject({
    status: 400,
    code: 'date_trop_ancienne',
    message: OLD_SENTENCE,
  });
  const stored = await book(admin, PAST);
  expect((await put(admin, stored, { date_reservation: TOO_OLD })).body.message).toBe(OLD_SENTENCE);
  const { body: moved, status } = await put(admin, stored, { date_reservation: FIRST });
  expect(status).toBe(200);
  // A day later, the lesson is too old.
  t.clock.now = new Date('2026-11-22T08:20:00Z');
  const corrected = await put(admin, moved, { remarques: 'Poney prêté', heure_debut: '15:00' });
  expect([corrected.status, corrected.body.heure_debut]).toEqual([200, '15:00']);
  expect((await put(admin, corrected.body, { date_reservation: TOO_OLD })).body.code).toBe(
    'date_trop_ancienne',
  );
});

test.each([
  ['en cours', RUNNING],
  ['passée', PAST],
])(
  'une leçon %s se corrige en tout, sans email, avec sa ligne ; la durée suit le type',
  async (_, moment) => {
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    const stored = await book(admin, { ...moment, pour: { user_id: rider.id } });
    const { status, body } = await put(admin, stored, {
      type_lecon: 'longe',
      nombre_personnes: 1,
      noms_participants: ['Zoé Willems'],
      type_piste: 'exterieure',
      heure_debut: '08:30',
      remarques: 'Arrivée sans prévenir',
    });
    expect([status, body]).toMatchObject([
      200,
      { type_lecon: 'longe', heure_fin: '09:00', type_piste: 'exterieure', version: 1 },
    ]);
    // Other statuses and a deletion send no email either.
    const waiting = (await put(admin, body, { statut: 'en_attente' })).body;
    const cancelled = (await put(admin, waiting, { statut: 'annulee', raison: 'Orage' })).body;
    const again = await put(admin, cancelled, { statut: 'confirmee' });
    expect(again.status).toBe(200);
    expect((await admin('DELETE', `/api/reservations/${stored['id']}`)).status).toBe(200);
    expect(
      (await admin('POST', `/api/reservations/supprimees/${stored['id']}/restauration`)).status,
    ).toBe(200);
    expect(await sortes()).toEqual([]);
    expect(await actions()).toEqual([
      'reservation.saisie',
      'reservation.corrigee',
      'reservation.corrigee',
      'reservation.annulee',
      'reservation.corrigee',
      'reservation.supprimee',
      'reservation.restauree',
    ]);
  },
);

test('une leçon à venir, mise au passé, est annulée pour son cavalier, et rien ne dit le jour passé', async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const stored = await book(rider);
  await forget();
  const { body } = await put(admin, stored, PAST);
  expect(await sortes()).toEqual([
    'reservation_annulee centre@essai.example',
    `reservation_annulee ${rider.email}`,
  ]);
  const { rows } = await t.services.db.execute<{ jour: string }>(
    sql`select distinct contenu->'lecon'->>'date_reservation' as jour from courriels`,
  );
  expect(rows).toEqual([{ jour: DEMANDE.date_reservation }]);
  await forget();
  // Today, an hour that has begun gives the same result.
  const back = (await put(admin, body, DEMANDE)).body;
  await forget();
  await put(admin, back, RUNNING);
  expect(await sortes()).toEqual([
    'reservation_annulee centre@essai.example',
    `reservation_annulee ${rider.email}`,
  ]);
});

test('une leçon passée, mise à venir, se dit comme un changement, et a son rappel', async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const stored = await book(admin, { ...PAST, pour: { user_id: rider.id } });
  await put(admin, stored, { date_reservation: '2026-11-30' });
  expect(await sortes()).toEqual([
    'reservation_modifiee centre@essai.example',
    `reservation_modifiee ${rider.email}`,
  ]);
  expect(await planned(admin)).toEqual([`${rider.email} 2026-11-29T13:00`]);
  expect(await actions()).toEqual(['reservation.saisie', 'reservation.deplacee']);
});

test("un type retiré de l'offre convient à une leçon commencée, d'un administrateur seulement", async () => {
  // SET-12
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await t.services.db.execute(sql`update types_lecons set actif = value <> 'collective'`);
  const code = async (caller: Caller, moment: object) => (await booking(caller, moment)).body.code;
  expect([
    await code(admin, {}),
    await code(admin, { date_reservation: '2026-11-21', heure_debut: '09:30' }), // in ten minutes
    await code(rider, PAST),
    await code(rider, RUNNING),
    await code(admin, PAST),
    await code(admin, RUNNING),
  ]).toEqual([
    'type_lecon_inconnu',
    'type_lecon_inconnu',
    'type_lecon_inconnu',
    'type_lecon_inconnu',
    undefined,
    undefined,
  ]);
  // Also by an edit: a lesson that has begun may get it, and keeps it when it is moved.
  const [collective] = (
    await admin('GET', `/api/reservations?date_reservation=${PAST.date_reservation}`)
  ).body;
  await put(admin, collective, { date_reservation: '2026-11-30' });
  const saut = await book(admin, { type_lecon: 'saut', heure_debut: '16:00' });
  const change = { type_lecon: 'collective' };
  expect((await put(admin, saut, change)).body.code).toBe('type_lecon_inconnu');
  expect(
    (await put(admin, saut, { ...change, date_reservation: '2026-11-20' })).body,
  ).toMatchObject({ type_lecon: 'collective', date_reservation: '2026-11-20' });
  expect((await booking(admin, { ...PAST, type_lecon: 'voltige' })).body.code).toBe(
    'type_lecon_inconnu',
  );
});

test('deux leçons ne tiennent jamais une piste au même moment, au passé non plus', async () => {
  // BOOK-06
  const admin = await t.as({ role: 'admin' });
  const first = await book(admin, PAST);
  t.clock.now = new Date('2026-11-21T08:25:00Z'); // more than two minutes later
  await t.services.db.execute(
    sql`update reservations set created_at = ${new Date('2026-11-21T08:00:00Z').toISOString()}`,
  );
  expect((await booking(admin, { ...PAST, heure_debut: '14:30' })).body.message).toBe(
    'Ce créneau est déjà réservé. Veuillez en choisir un autre. Une leçon tient la piste de 14h00 à 15h00.',
  );
  const other = await book(admin, { ...PAST, heure_debut: '15:00' });
  expect((await put(admin, other, { heure_debut: '14:30' })).body).toMatchObject({
    status: 409,
    code: 'creneau_deja_reserve',
  });
  // The other arena and a cancelled lesson do not block the slot.
  expect((await booking(admin, { ...PAST, type_piste: 'exterieure' })).status).toBe(201);
  await put(admin, first, { statut: 'annulee' });
  expect((await booking(admin, PAST)).status).toBe(201);
});

test("la fin à 20:00 vaut aussi au passé, les heures d'ouverture n'y lient pas non plus", async () => {
  // SET-04, BOOK-36
  const admin = await t.as({ role: 'admin' });
  await t.services.db.execute(sql`update parametres set "closingTime" = '18:00'`);
  expect((await booking(admin, { ...PAST, heure_debut: '18:30' })).status).toBe(201);
  await t.services.db.execute(sql`update parametres set "closingTime" = '20:00'`);
  expect((await booking(admin, { ...PAST, heure_debut: '19:30' })).body.code).toBe(
    'heure_fin_impossible',
  );
});

test('elle compte dans les statistiques et au prix de son mois', async () => {
  // PRICE-07
  const admin = await t.as({ role: 'admin' });
  await t.services.db.execute(sql.raw(pricing({ collective: 25 })));
  const month = async (): Promise<[number, number, string[]]> => {
    const { body } = await admin('GET', '/api/statistiques?du=2026-10-01&au=2026-10-31');
    return [
      body.total_reservations,
      body.total_general,
      body.cavaliers.map(({ nom }: Stored) => nom),
    ];
  };
  expect(await month()).toEqual([0, 0, []]);
  await book(admin, {
    date_reservation: '2026-10-14',
    pour: { nom: 'Jeanne Dupont' },
    nombre_personnes: 1,
    noms_participants: ['Jeanne Dupont'],
  });
  expect(await month()).toEqual([1, 25, ['Jeanne Dupont']]);
  await t.services.db.execute(sql`delete from prix_valables`);
});

test('une place que libère une leçon commencée ne prévient personne', async () => {
  // RIDE-33
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const ask = () =>
    rider('POST', '/api/alertes', {
      type_lecon: 'collective',
      type_piste: 'interieure',
      ...RUNNING,
    });
  const cancelAt = async (now: string): Promise<string[]> => {
    t.clock.now = new Date('2026-11-21T07:30:00Z');
    const stored = await book(admin, RUNNING);
    expect((await ask()).status).toBe(200);
    t.clock.now = new Date(now);
    await put(admin, stored, { statut: 'annulee' });
    await forget();
    await tellFreed(t.services);
    return sortes();
  };
  expect(await cancelAt('2026-11-21T08:20:00Z')).toEqual([]);
  expect((await ask()).body.code).toBe('heure_passee');
  await t.services.db.execute(sql`delete from alertes`);
  expect(await cancelAt('2026-11-21T07:40:00Z')).toEqual([`place_libre ${rider.email}`]);
});
