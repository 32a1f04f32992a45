/**
 * Hours of weekdays and seasons, periods, and to whom they apply (SET-04, SET-46, BOOK-02,
 * BOOK-36).
 */
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { book, type Caller, MORNING, put, useTestApp } from '../../support/app.ts';

const t = useTestApp();
const db = () => t.services.db;

type Jour = { debut: string; fin: string }[] | null;
type Saison = { nom: string; du: string; au: string; annuelle: boolean; semaine: Jour[] };
const HABITUELLE: Jour[] = [null, null, null, null, null, null, null];
const on = (rank: number, jour: Jour): Jour[] => HABITUELLE.with(rank, jour);
const [MONDAY, WEDNESDAY] = ['2026-11-23', '2026-11-25'];
const DEUX: Jour = [
  { debut: '09:00', fin: '12:00' },
  { debut: '13:30', fin: '18:00' },
];

let admin: Caller & { id: string };
let rider: Caller & { id: string };

beforeEach(async () => {
  t.clock.now = MORNING;
  [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
});

afterEach(async () => {
  for (const table of ['alertes', 'reservations', 'reservations_supprimees', 'journal'])
    await db().execute(sql.raw(`delete from ${table}`));
  await db().execute(
    sql`update parametres set "openingTime" = '08:00', "closingTime" = '20:00', "riderChanges" = false, horaires = ${JSON.stringify({ semaine: HABITUELLE, saisons: [] })}::jsonb`,
  );
});

const read = async () => (await admin('GET', '/api/parametres')).body;
const save = async (semaine: Jour[], saisons: Saison[] = []) =>
  admin('PUT', '/api/parametres', { ...(await read()), horaires: { semaine, saisons } });

/** A lesson of one hour. */
const demande = (date_reservation: string, heure_debut: string, more = {}) => ({
  type_lecon: 'collective',
  nombre_personnes: 1,
  noms_participants: ['Camille'],
  date_reservation,
  type_piste: 'interieure',
  heure_debut,
  ...more,
});
const ask = async (who: Caller, jour: string, heure: string, more = {}) => {
  const { status, body } = await who('POST', '/api/reservations', demande(jour, heure, more));
  return status === 201 ? body.heure_fin : body.code;
};
const CODES = {
  heure_fermee: 'Le centre est fermé à cette heure. Veuillez choisir un autre créneau.',
  heure_fin_impossible:
    "Erreur lors du calcul de l'heure de fin. Veuillez choisir un autre créneau.",
};

describe('un cavalier', () => {
  test("réserve dans une période, jusqu'à sa dernière minute, et jamais à cheval sur deux", async () => {
    // BOOK-02, SET-46
    expect((await save(on(2, DEUX))).status).toBe(200);
    for (const [heure, expected] of [
      ['08:30', 'heure_fermee'],
      ['09:00', '10:00'],
      ['11:00', '12:00'],
      ['11:30', 'heure_fermee'],
      ['12:00', 'heure_fermee'],
      ['12:30', 'heure_fermee'],
      ['13:00', 'heure_fermee'],
      ['13:30', '14:30'],
      ['17:00', '18:00'],
      ['17:30', 'heure_fermee'],
      ['19:30', 'heure_fermee'],
      ['20:00', 'heure_fin_impossible'],
      ['20:30', 'heure_debut_manquante'],
    ])
      expect([heure, await ask(rider, WEDNESDAY, heure!)]).toEqual([heure, expected]);
    // The other days keep the usual hours.
    expect(await ask(rider, MONDAY, '12:30')).toBe('13:30');
    const refused = await rider('POST', '/api/reservations', demande(WEDNESDAY, '12:00'));
    expect([refused.status, refused.body.message]).toEqual([400, CODES.heure_fermee]);
  });

  test('ne réserve rien un jour fermé ; une saison rouvre, une saison datée passe avant celle de chaque année', async () => {
    // SET-46
    const saison = (nom: string, annuelle: boolean, jour: Jour): Saison => ({
      nom,
      du: annuelle ? '2020-11-01' : WEDNESDAY,
      au: annuelle ? '2021-03-31' : WEDNESDAY,
      annuelle,
      semaine: on(2, jour),
    });
    await save(on(2, []));
    expect(await ask(rider, WEDNESDAY, '10:00')).toBe('heure_fermee');
    await save(on(2, []), [saison('Hiver', true, [{ debut: '10:00', fin: '12:00' }])]);
    expect(await ask(rider, WEDNESDAY, '10:00')).toBe('11:00');
    expect(await ask(rider, '2027-02-03', '10:30')).toBe('11:30'); // across the new year
    expect(await ask(rider, '2027-04-07', '10:30')).toBe('heure_fermee'); // after the season
    await save(on(2, []), [
      saison('Hiver', true, [{ debut: '10:00', fin: '12:00' }]),
      saison('Stage', false, [{ debut: '06:00', fin: '08:30' }]),
    ]);
    expect(await ask(rider, WEDNESDAY, '11:00')).toBe('heure_fermee');
    expect(await ask(rider, WEDNESDAY, '06:00')).toBe('07:00');
    // not in the grid of that day
    expect(await ask(rider, '2026-12-02', '06:00')).toBe('heure_debut_manquante');
    expect(await ask(rider, '2026-12-02', '10:00')).toBe('11:00');
  });

  test("les jours où l'heure change ont leurs heures comme les autres", async () => {
    // BOOK-01, SET-46: Sundays 28 March and 31 October 2027
    await save(on(6, [{ debut: '06:00', fin: '09:00' }]));
    for (const jour of ['2027-03-28', '2027-10-31']) {
      expect(await ask(rider, jour, '06:00'), jour).toBe('07:00');
      expect(await ask(rider, jour, '08:00'), jour).toBe('09:00');
      expect(await ask(rider, jour, '08:30'), jour).toBe('heure_fermee');
    }
  });

  test('change sa leçon dans une période, et garde son heure quand elle est devenue fermée', async () => {
    // RIDE-13, SET-04
    await db().execute(sql`update parametres set "riderChanges" = true`);
    const { body } = await rider('POST', '/api/reservations', demande(WEDNESDAY, '12:00'));
    await save(on(2, DEUX));
    const change = (more: object) => {
      const { type_lecon: _, ...asked } = demande(WEDNESDAY, '12:00', more);
      return rider('PUT', `/api/reservations/${body.id}/changement`, { ...asked, version: 0 });
    };
    expect((await change({ heure_debut: '11:30' })).body.code).toBe('heure_fermee');
    expect((await change({ remarques: 'Poney calme' })).status).toBe(200);
  });
});

describe('un administrateur', () => {
  test("réserve et modifie hors des périodes, dans l'étendue de la grille", async () => {
    // BOOK-36
    await save(on(2, [{ debut: '07:00', fin: '12:00' }]));
    expect(await ask(admin, WEDNESDAY, '15:00')).toBe('16:00');
    expect(await ask(admin, WEDNESDAY, '11:30')).toBe('12:30');
    expect(await ask(admin, WEDNESDAY, '07:00')).toBe('08:00');
    const late = await admin('POST', '/api/reservations', demande(WEDNESDAY, '19:30'));
    expect([late.status, late.body.message]).toEqual([400, CODES.heure_fin_impossible]);
    expect(await ask(admin, WEDNESDAY, '06:30')).toBe('heure_debut_manquante');
    // Monday's grid begins at 08:00
    expect(await ask(admin, MONDAY, '07:00')).toBe('heure_debut_manquante');
    const lecon = await book(admin, demande(WEDNESDAY, '09:00'));
    expect((await put(admin, lecon, { heure_debut: '18:00' })).body).toMatchObject({
      heure_fin: '19:00',
    });
    const beyond = await put(admin, lecon, { heure_debut: '19:30', version: undefined });
    expect([beyond.status, beyond.body.message]).toEqual([400, CODES.heure_fin_impossible]);
  });

  test("garde une leçon là où elle est quand l'étendue de son jour s'est resserrée", async () => {
    // BOOK-36, SET-04
    await save(on(2, [{ debut: '08:00', fin: '23:00' }]));
    const lecon = await book(rider, demande(WEDNESDAY, '22:00'));
    await save(HABITUELLE);
    expect((await put(admin, lecon, { remarques: 'Prévenue' })).body).toMatchObject({
      heure_debut: '22:00',
      heure_fin: '23:00',
    });
    const changed = { heure_debut: '21:30', version: undefined };
    expect((await put(admin, lecon, changed)).body.code).toBe('heure_debut_manquante');
    expect(
      (await put(admin, lecon, { heure_debut: '19:00', version: undefined })).body,
    ).toMatchObject({ heure_fin: '20:00' });
  });
});

describe('les réglages', () => {
  const ETE: Saison = {
    nom: 'Été',
    du: '2026-07-01',
    au: '2026-08-31',
    annuelle: true,
    semaine: on(0, DEUX),
  };

  test('se lisent de tous, se rangent par date, comptent une version, et le journal dit ce qui a changé', async () => {
    // SET-46, SET-03
    const before = await read();
    const noel = { ...ETE, nom: ' Noël ', du: '2026-12-21', au: '2027-01-03', annuelle: false };
    const { status, body } = await save(on(2, DEUX), [noel, ETE]);
    const stored = { semaine: on(2, DEUX), saisons: [ETE, { ...noel, nom: 'Noël' }] };
    expect([status, body.horaires, body.version]).toEqual([200, stored, before.version + 1]);
    expect((await t.anonymous('GET', '/api/centre')).body.regles).toMatchObject({
      openingTime: '08:00',
      horaires: stored,
    });
    // A save without them keeps them. A save of an older version is refused.
    const { horaires: _, ...without } = await read();
    expect((await admin('PUT', '/api/parametres', without)).body.horaires).toEqual(stored);
    const old = await admin('PUT', '/api/parametres', {
      ...before,
      horaires: { semaine: on(2, []), saisons: [] },
    });
    expect([old.status, old.body.code]).toEqual([409, 'parametres_changes']);
    const { rows } = await db().execute<{ details: any }>(
      sql`select details from journal where action = 'parametres.modifies'`,
    );
    expect(rows.map(({ details }) => details.changements)).toEqual([
      { horaires: [before.horaires, stored] },
    ]);
    const lignes = (await admin('GET', '/api/journal?categorie=reglages')).body;
    expect(JSON.stringify(lignes)).toContain('parametres.modifies');
  });

  const periode = (debut: string, fin: string) => on(0, [{ debut, fin }]);
  test.each([
    ['avant 06:00', periode('05:30', '08:00'), [], 'periodes_invalides'],
    ['après 23:00', periode('22:00', '23:30'), [], 'periodes_invalides'],
    ['hors des demi-heures', periode('08:15', '10:00'), [], 'periodes_invalides'],
    ['à l’envers', periode('10:00', '08:00'), [], 'periodes_invalides'],
    [
      'qui se touchent',
      on(0, [
        { debut: '08:00', fin: '10:00' },
        { debut: '10:00', fin: '12:00' },
      ]),
      [],
      'periodes_invalides',
    ],
    [
      'cinq',
      on(
        0,
        ['08', '10', '12', '14', '16'].map((h) => ({ debut: `${h}:00`, fin: `${h}:30` })),
      ),
      [],
      'periodes_invalides',
    ],
    ['six jours', HABITUELLE.slice(1), [], 'periodes_invalides'],
    ['un jour sans fin', [[{ debut: '08:00' }], ...HABITUELLE.slice(1)], [], 'periodes_invalides'],
    ['saison sans nom', HABITUELLE, [{ ...ETE, nom: ' ' }], 'saison_nom_invalide'],
    ['saison à l’envers', HABITUELLE, [{ ...ETE, au: '2026-06-30' }], 'saison_dates_invalides'],
    [
      'd’un jour qui n’existe pas',
      HABITUELLE,
      [{ ...ETE, du: '2026-02-31' }],
      'saison_dates_invalides',
    ],
    ['de plus d’un an', HABITUELLE, [{ ...ETE, au: '2027-07-01' }], 'saison_dates_invalides'],
    ['qui ne change rien', HABITUELLE, [{ ...ETE, semaine: HABITUELLE }], 'saison_vide'],
    [
      'qui partagent un jour, à une autre année près',
      HABITUELLE,
      [ETE, { ...ETE, du: '2020-08-31', au: '2020-09-30' }],
      'saisons_communes',
    ],
    [
      'vingt et une',
      HABITUELLE,
      Array.from({ length: 21 }, (_, n) => ({
        ...ETE,
        du: `${2027 + n}-01-01`,
        au: `${2027 + n}-01-02`,
        annuelle: false,
      })),
      'trop_de_saisons',
    ],
  ] as [string, Jour[], Saison[], string][])(
    'refusent des heures %s, et rien ne change',
    async (_, semaine, saisons, code) => {
      // SET-46, LIM-162
      const before = await read();
      const { status, body } = await save(semaine, saisons);
      expect([status, body.code, typeof body.message]).toEqual([400, code, 'string']);
      expect(await read()).toEqual(before);
    },
  );

  test('une saison de chaque année et une saison datée peuvent partager des jours', async () => {
    // SET-46
    const stage = { ...ETE, nom: 'Stage', annuelle: false };
    expect((await save(HABITUELLE, [ETE, stage])).status).toBe(200);
  });

  test('un horaire resserré liste les leçons à venir qui en sortiraient, sans rien enregistrer', async () => {
    // SET-04
    await book(rider, demande(WEDNESDAY, '12:00'));
    await book(rider, demande(WEDNESDAY, '09:00'));
    await book(rider, demande(MONDAY, '18:30', { type_piste: 'exterieure' }));
    const cancelled = await book(rider, demande(WEDNESDAY, '18:30'));
    await put(admin, cancelled, { statut: 'annulee' });
    await book(admin, demande('2026-11-21', '18:30'));
    t.clock.now = new Date('2026-11-21T18:00:00Z'); // 19:00 in Brussels: the last one has begun
    const before = await read();
    const outside = async (change: object) => {
      const { openingTime, closingTime, horaires } = { ...before, ...change };
      const { status, body } = await admin('POST', '/api/parametres/hors-heures', {
        openingTime,
        closingTime,
        horaires,
      });
      expect(status).toBe(200);
      return [
        body.total,
        ...body.lecons.map((one: any) => `${one.date_reservation} ${one.heure_debut}`),
      ];
    };
    const week = (semaine: Jour[], saisons: Saison[] = []) => ({ horaires: { semaine, saisons } });
    expect(await outside({})).toEqual([0]);
    expect(await outside({ closingTime: '19:00' })).toEqual([1, `${MONDAY} 18:30`]);
    expect(await outside({ openingTime: '09:30', closingTime: '12:30' })).toEqual([
      3,
      `${MONDAY} 18:30`,
      `${WEDNESDAY} 09:00`,
      `${WEDNESDAY} 12:00`,
    ]);
    expect(await outside(week(on(2, DEUX)))).toEqual([1, `${WEDNESDAY} 12:00`]);
    const winter = { ...ETE, du: '2026-11-20', au: '2026-11-24', semaine: on(0, []) };
    expect(await outside(week(HABITUELLE, [winter]))).toEqual([1, `${MONDAY} 18:30`]);
    expect(await read()).toEqual(before);
    // Once they are stored, the same lessons are already outside.
    await save(on(2, DEUX));
    expect(await outside(week(on(2, DEUX)))).toEqual([0]);
    const wrong = await admin('POST', '/api/parametres/hors-heures', {
      openingTime: '08:00',
      closingTime: '20:00',
      horaires: { semaine: periode('05:00', '06:00'), saisons: [] },
    });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'periodes_invalides']);
  });
});

test("qui attend un créneau n'est prévenu que s'il est dans une période", async () => {
  // RIDE-32, SET-46
  await db().execute(sql`update parametres set "slotAlerts" = true`);
  const lecon = await book(admin, demande(WEDNESDAY, '11:00'));
  const { noms_participants: _, nombre_personnes: __, ...asked } = demande(WEDNESDAY, '11:30');
  expect((await rider('POST', '/api/alertes', asked)).status).toBe(200);
  await save(on(2, DEUX));
  expect((await rider('POST', '/api/alertes', { ...asked, heure_debut: '12:30' })).body.code).toBe(
    'heure_fermee',
  );
  await admin('DELETE', `/api/reservations/${lecon['id']}`);
  const told = async () =>
    (await rider('GET', '/api/alertes')).body.map((one: any) => one.libre_at !== null);
  const { tellFreed } = await import('../../../src/server/actions/alerts.ts');
  await tellFreed(t.services);
  expect(await told()).toEqual([false]);
  await save(HABITUELLE);
  await tellFreed(t.services);
  expect(await told()).toEqual([true]);
  await db().execute(sql`update parametres set "slotAlerts" = false`);
});
