/** Prices, settings, and the figures of the administrator's desk. */
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { DEMANDE, MORNING, useTestApp } from '../../support/app.ts';
import { confirmSessions, PASSWORD } from '../../support/people.ts';

const t = useTestApp();

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from prix_valables`);
  await t.services.db.execute(sql`update prix set version = 0`);
  await t.services.db.execute(sql`delete from parametres`);
  await t.services.db.execute(sql`insert into parametres (id) values (1)`);
});

describe('les prix', () => {
  type Prix = { type_lecon: string; prix: number; version: number };

  test("n'importe quel montant de 0 à 99 999,99 revient au centime près", async () => {
    // PRICE-02
    const admin = await t.as({ role: 'admin' });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 9_999_999 }), async (centimes) => {
        const prix = Number(
          `${Math.floor(centimes / 100)}.${String(centimes % 100).padStart(2, '0')}`,
        );
        const { body } = await admin('PUT', '/api/prix', [{ type_lecon: 'saut', prix }]);
        expect(body.find(({ type_lecon }: Prix) => type_lecon === 'saut').prix).toBe(prix);
        const { rows } = await t.services.db.execute<{ centimes: number }>(
          sql`select centimes from prix_valables where type_lecon = 'saut' order by du desc limit 1`,
        );
        // A type that never had a price has no row.
        expect(rows[0]?.centimes ?? 0).toBe(centimes);
      }),
      { numRuns: 60 },
    );
  });

  test("se rendent tels qu'ils ont été lus, tous à la fois", async () => {
    // PRICE-04, API-18
    const admin = await t.as({ role: 'admin' });
    const { body: read } = await admin('GET', '/api/prix');
    const { status, body } = await admin(
      'PUT',
      '/api/prix',
      read.map((line: Prix, i: number) => ({ ...line, prix: i + 0.1 })),
    );
    expect([status, body.map(({ prix }: Prix) => prix)]).toEqual([
      200,
      read.map((_: Prix, i: number) => i + 0.1),
    ]);
  });

  test("deux personnes qui les enregistrent en ordre contraire ne s'attendent jamais l'une l'autre", async () => {
    const admin = await t.as({ role: 'admin' });
    const holder = new pg.Client({ connectionString: t.url });
    onTestFinished(() => holder.end());
    await holder.connect();
    await holder.query("begin; select 1 from prix where type_lecon = 'collective' for update");
    const saved = admin('PUT', '/api/prix', [
      { type_lecon: 'saut', prix: 2 },
      { type_lecon: 'collective', prix: 1 },
    ]);
    const waiting = async () =>
      (
        await holder.query(
          'select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
        )
      ).rowCount;
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0);
    // A save that waits for the first price holds no lock on the others.
    await holder.query("select 1 from prix where type_lecon = 'saut' for update nowait");
    await holder.query('commit');
    expect((await saved).status).toBe(200);
  });

  test("qui enregistre par-dessus le prix d'un autre l'apprend, prix par prix, et rien n'a changé ; sans version, le dernier l'emporte", async () => {
    // PRICE-04, PRICE-13
    const admin = await t.as({ role: 'admin' });
    const read = async (type: string): Promise<Prix> =>
      (await admin('GET', '/api/prix')).body.find(({ type_lecon }: Prix) => type_lecon === type);
    const [jumping, longe] = [await read('saut'), await read('longe')];
    expect([jumping.version, longe.version]).toEqual([0, 0]);
    await admin('PUT', '/api/prix', [{ ...jumping, prix: 31 }]);
    expect(await read('saut')).toMatchObject({ prix: 31, version: 1 });
    const { status, body } = await admin('PUT', '/api/prix', [
      { ...longe, prix: 12 },
      { ...jumping, prix: 25.5 },
    ]);
    expect([status, body]).toEqual([
      409,
      {
        code: 'prix_changes',
        status: 409,
        message:
          "Un prix vient d'être modifié sur un autre écran. Choisissez celui à garder avant d'enregistrer. Leçon de saut : 31,00 €.",
      },
    ]);
    expect([(await read('saut')).prix, (await read('longe')).prix]).toEqual([31, 0]);
    // A save with the same value as the stored one overwrites nobody's change, and an unchanged
    // value is no change.
    expect((await admin('PUT', '/api/prix', [{ ...jumping, prix: 31 }, longe])).status).toBe(200);
    expect([(await read('saut')).version, (await read('longe')).version]).toEqual([1, 0]);
    expect((await admin('PUT', '/api/prix', [{ type_lecon: 'saut', prix: 25.5 }])).status).toBe(
      200,
    );
    expect(await read('saut')).toMatchObject({ prix: 25.5, version: 2 });
  });

  test.each([
    ['négatif', -1],
    ['trois décimales', 1.005],
    ['trop grand', 100_000],
    ['démesuré', 1e21],
  ])("un prix %s est refusé, et aucun autre n'a changé", async (_, prix) => {
    // PRICE-13, LIM-16
    const admin = await t.as({ role: 'admin' });
    const { status, body } = await admin('PUT', '/api/prix', [
      { type_lecon: 'longe', prix: 25 },
      { type_lecon: 'saut', prix },
    ]);
    expect([status, body.message]).toEqual([
      400,
      'Un prix va de 0 à 99 999,99 euros, avec deux décimales au plus.',
    ]);
    expect((await admin('GET', '/api/prix')).body.every((line: Prix) => line.prix === 0)).toBe(
      true,
    );
  });
});

describe('les paramètres', () => {
  test("se lisent, s'enregistrent, et agissent : ouverture, délai, quota", async () => {
    // SET-02, SET-04, SET-05
    const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
    await confirmSessions(t.services.db, t.clock.now);
    const { body: read } = await admin('GET', '/api/parametres');
    expect(read).toEqual({
      emailNotifications: true,
      adminEmail: '',
      sendConfirmation: true,
      sendReminders: true,
      sendCancellation: true,
      sendModification: true,
      openingTime: '08:00',
      closingTime: '20:00',
      horaires: { semaine: [null, null, null, null, null, null, null], saisons: [] },
      lessonDuration: 60,
      breakBetweenLessons: 15,
      breakBetweenLessonsApplied: false,
      maxBookingsPerDay: 10,
      maxBookingsPerDayApplied: false,
      advanceBookingDays: 30,
      advanceBookingDaysApplied: false,
      cancellationHours: 24,
      riderCancellation: false,
      riderChanges: false,
      slotAlerts: false,
      calendarFeeds: false,
      showPrices: false,
      absencesBilled: true,
      lateCharge: 'rien',
      billing: false,
      billingSince: '',
      billingHolder: '',
      billingIban: '',
      centreName: '',
      centreForm: '',
      centreAddress: '',
      centreNumber: '',
      contactTelephone: '',
      contactEmail: '',
      secondFacteurAdmins: false,
      journalMois: 13,
      sauvegardesJours: 7,
      sauvegardesSemaines: 4,
      sauvegardesMois: 12,
      version: 0,
      maxOpenBookings: 40,
      maxOpenBookingsApplied: false,
      graceMinutes: 15,
      riderGrace: false,
      lessonRetention: false,
      lessonMonths: 36,
      cancelledDays: 30,
      lessonDurationSaved: false,
    });
    const change = {
      ...read,
      openingTime: '10:30',
      adminEmail: ' Centre@Essai.example ',
      advanceBookingDays: 1,
      advanceBookingDaysApplied: true,
    };
    expect((await admin('PUT', '/api/parametres', change)).body).toEqual({
      ...change,
      adminEmail: 'centre@essai.example',
      lessonDurationSaved: true,
      version: 1,
    });
    expect((await admin('GET', '/api/parametres')).body.openingTime).toBe('10:30');
    expect((await t.anonymous('GET', '/api/centre')).body.regles).toMatchObject({
      openingTime: '10:30',
      advanceBookingDays: 1,
      maxBookingsPerDay: null,
    });
    expect((await rider('POST', '/api/reservations', DEMANDE)).body.code).toBe(
      'date_au_dela_du_delai',
    );
    expect(
      (await rider('POST', '/api/reservations', { ...DEMANDE, date_reservation: '2026-11-22' }))
        .body.code,
    ).toBe('heure_fermee');
    // BOOK-36
    expect((await admin('POST', '/api/reservations', DEMANDE)).status).toBe(201);
  });

  test('une durée enregistrée par un administrateur se sait, aussi sans avoir changé', async () => {
    // SET-06
    const admin = await t.as({ role: 'admin' });
    const read = async () => (await admin('GET', '/api/parametres')).body;
    await t.services.db.execute(
      sql`update parametres set "lessonDurationSaved" = false, "lessonDuration" = 60`,
    );
    const before = await read();
    expect([before.lessonDuration, before.lessonDurationSaved]).toEqual([60, false]);
    expect((await admin('PUT', '/api/parametres', before)).body).toMatchObject({
      lessonDuration: 60,
      lessonDurationSaved: true,
      version: before.version + 1,
    });
    expect(
      (await admin('PUT', '/api/parametres', { ...(await read()), lessonDurationSaved: false }))
        .body.lessonDurationSaved,
    ).toBe(true);
  });

  test("qui enregistre par-dessus les paramètres d'un autre l'apprend, et rien n'a changé ; sans version, le dernier l'emporte", async () => {
    // SET-03
    const admin = await t.as({ role: 'admin' });
    const { body: read } = await admin('GET', '/api/parametres');
    expect(
      (await admin('PUT', '/api/parametres', { ...read, openingTime: '09:00' })).body.version,
    ).toBe(1);
    const { status, body } = await admin('PUT', '/api/parametres', {
      ...read,
      closingTime: '18:00',
    });
    expect([status, body]).toEqual([
      409,
      {
        code: 'parametres_changes',
        status: 409,
        message:
          "Les paramètres viennent d'être modifiés sur un autre écran. Vérifiez ce qui a changé avant d'enregistrer.",
      },
    ]);
    expect((await admin('GET', '/api/parametres')).body).toMatchObject({
      openingTime: '09:00',
      closingTime: '20:00',
      version: 1,
    });
    // An input that changes nothing is no change.
    expect(
      (await admin('PUT', '/api/parametres', { ...read, openingTime: '09:00' })).body.version,
    ).toBe(1);
    const { version: _, ...withoutFile } = read;
    expect(
      (await admin('PUT', '/api/parametres', { ...withoutFile, closingTime: '18:00' })).body,
    ).toMatchObject({ openingTime: '08:00', closingTime: '18:00', version: 2 });
  });

  test("le téléphone et l'email du centre s'enregistrent, et tous les lisent ; vides, il n'y en a pas", async () => {
    // SET-20
    const admin = await t.as({ role: 'admin' });
    const contact = async () => (await t.anonymous('GET', '/api/centre')).body.contact;
    expect(await contact()).toEqual({ telephone: null, email: null });
    await admin('POST', '/api/profil/confirmation', { password: PASSWORD });
    const { body: read } = await admin('GET', '/api/parametres');
    const { body } = await admin('PUT', '/api/parametres', {
      ...read,
      contactTelephone: '  +32 (0)81 61 23 45 ',
      contactEmail: ' Accueil@Essai.example ',
    });
    expect(body).toMatchObject({
      contactTelephone: '+32 (0)81 61 23 45',
      contactEmail: 'accueil@essai.example',
    });
    expect(await contact()).toEqual({
      telephone: '+32 (0)81 61 23 45',
      email: 'accueil@essai.example',
    });
  });

  test.each([
    [{ openingTime: '12:00', closingTime: '12:00' }, 'horaires_invalides'],
    [{ openingTime: '08:15' }, 'horaires_invalides'],
    [{ closingTime: '20:30' }, 'horaires_invalides'],
    [{ adminEmail: 'centre' }, 'email_admin_invalide'],
    [{ lessonDuration: 20 }, 'duree_lecon_invalide'],
    [{ breakBetweenLessons: 7 }, 'pause_invalide'],
    [{ maxBookingsPerDay: 0 }, 'quota_invalide'],
    [{ advanceBookingDays: 0 }, 'delai_invalide'],
    [{ inconnu: true }, 'donnees_invalides'],
    [{ contactTelephone: 'appelez-nous' }, 'contact_telephone_invalide'],
    [{ contactTelephone: '0'.repeat(41) }, 'contact_telephone_invalide'],
    [{ contactEmail: 'centre' }, 'contact_email_invalide'],
  ])("%j est refusé, et rien n'a changé", async (change, code) => {
    const admin = await t.as({ role: 'admin' });
    const { body: read } = await admin('GET', '/api/parametres');
    expect(
      (await admin('PUT', '/api/parametres', { ...read, sendReminders: false, ...change })).body,
    ).toMatchObject({ status: 400, code });
    expect((await admin('GET', '/api/parametres')).body).toEqual(read);
  });
});

test("les trois cartes : toutes, celles d'aujourd'hui qui tiennent, les confirmées", async () => {
  // DESK-02, DESK-35
  const admin = await t.as({ role: 'admin' });
  const waiting: string[] = [];
  for (const [heure_debut, statut] of [
    ['14:00', 'confirmee'],
    ['15:00', 'en_attente'],
    ['16:00', 'annulee'],
  ]) {
    const { body } = await admin('POST', '/api/reservations', {
      ...DEMANDE,
      date_reservation: '2026-11-21',
      heure_debut,
    });
    await admin('PUT', `/api/reservations/${body.id}`, { ...body, statut });
    if (statut === 'en_attente') waiting.push(body.id);
  }
  await admin('POST', '/api/reservations', DEMANDE);
  expect((await admin('GET', '/api/reservations/resume')).body).toEqual({
    total: 4,
    aujourdhui: 2,
    confirmees: 2,
    en_attente: 1,
    premiere: { id: waiting[0], date_reservation: '2026-11-21' },
  });
});

test('ce qui tourne ici se lit', async () => {
  // SET-15
  const admin = await t.as({ role: 'admin' });
  expect((await admin('GET', '/api/systeme')).body).toEqual({
    version: '1.0.0',
    base_de_donnees: 'PostgreSQL 18.4',
    environnement: 'Développement',
  });
});
