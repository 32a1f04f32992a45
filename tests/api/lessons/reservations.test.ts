/** Booking and reading over HTTP. The clock shows Saturday 21 November 2026, 09:30 in Brussels. */
import { type SQL, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { REFUS } from '../../../src/domain/errors/errors.ts';
import { DEFAULT_TYPES } from '../../../src/domain/types/types_lecons.ts';
import { DEMANDE, MORNING, useTestApp } from '../../support/app.ts';
import { DEFAULT_PISTES } from '../../../src/domain/slots/pistes.ts';

const t = useTestApp();

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from parametres`);
  await t.services.db.execute(sql`insert into parametres (id) values (1)`);
});

describe('réserver', () => {
  test('une leçon confirmée porte tout ce que le cavalier a dit, et ce que le serveur y ajoute', async () => {
    // BOOK-04, BOOK-05, API-14
    const rider = await t.as({ prenom: 'Zoé', nom: 'Willems' });
    const before = Date.now();
    const { status, body } = await rider('POST', '/api/reservations', DEMANDE);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...DEMANDE,
      id: body.id,
      created_at: body.created_at,
      heure_fin: '11:00',
      statut: 'confirmee',
      version: 0,
      user_id: rider.id,
      nom_client: 'Zoé Willems',
      serie_id: null,
      serie_jours: null,
    });
    expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.created_at)).toBeLessThanOrEqual(Date.now());
    expect((await rider('GET', `/api/reservations/${body.id}`)).body).toEqual(body);
  });

  test('sans remarques, elles sont nulles', async () => {
    const rider = await t.as();
    const { remarques: _, ...demande } = DEMANDE;
    expect((await rider('POST', '/api/reservations', demande)).body.remarques).toBeNull();
  });

  test.each([
    ['le même créneau', '10:00', 409],
    ["une leçon qui commence pendant l'autre", '10:30', 409],
    ["une leçon qui finit pendant l'autre", '09:30', 409],
    ["une leçon qui commence quand l'autre finit", '11:00', 201],
    ["une leçon qui finit quand l'autre commence", '09:00', 201],
  ])('après une leçon de 10h00 à 11h00, %s : %s donne %i', async (_, heure_debut, status) => {
    const rider = await t.as();
    await rider('POST', '/api/reservations', DEMANDE);
    const answer = await rider('POST', '/api/reservations', { ...DEMANDE, heure_debut });
    expect(answer.status).toBe(status);
    if (status === 409)
      expect(answer.body.message).toBe(
        "Ce créneau vient d'être réservé. Veuillez en choisir un autre.",
      );
  });

  test("ce qui est réservé depuis longtemps est dit déjà réservé, avec ses heures ; ce qui vient de l'être, non", async () => {
    // BOOK-20, LIM-30
    const rider = await t.as();
    const { body: held } = await rider('POST', '/api/reservations', DEMANDE);
    const again = async () =>
      (await rider('POST', '/api/reservations', { ...DEMANDE, heure_debut: '10:30' })).body;
    const isRecent = async () =>
      (await rider('GET', '/api/disponibilites?du=2026-11-23&au=2026-11-23')).body[0].recente;
    expect([(await again()).code, await isRecent()]).toEqual(['creneau_pris', true]);
    await t.services.db.execute(
      sql`update reservations set created_at = now() - interval '3 minutes' where id = ${held.id}`,
    );
    expect([await again(), await isRecent()]).toEqual([
      {
        code: 'creneau_deja_reserve',
        status: 409,
        message:
          'Ce créneau est déjà réservé. Veuillez en choisir un autre. Une leçon tient la piste de 10h00 à 11h00.',
      },
      false,
    ]);
  });

  test("l'autre piste et un créneau annulé restent libres", async () => {
    // BOOK-05
    const rider = await t.as();
    const { body } = await rider('POST', '/api/reservations', DEMANDE);
    expect(
      (await rider('POST', '/api/reservations', { ...DEMANDE, type_piste: 'exterieure' })).status,
    ).toBe(201);
    await t.services.db.execute(
      sql`with freed as (delete from occupations where reservation_id = ${body.id}) update reservations set statut = 'annulee' where id = ${body.id}`,
    );
    expect((await rider('POST', '/api/reservations', DEMANDE)).status).toBe(201);
  });

  test.each([
    ['hier', { date_reservation: '2026-11-20' }, 'date_passee'],
    [
      'une heure déjà passée',
      { date_reservation: '2026-11-21', heure_debut: '09:30' },
      'heure_passee',
    ],
    ["plus de deux ans à l'avance", { date_reservation: '2028-11-22' }, 'date_trop_lointaine'],
    ['une fin après 20:00', { heure_debut: '19:30' }, 'heure_fin_impossible'],
    [
      '20:00',
      {
        heure_debut: '20:00',
        type_lecon: 'particuliere',
        nombre_personnes: 1,
        noms_participants: ['Camille'],
      },
      'heure_fin_impossible',
    ],
    ['un type inconnu', { type_lecon: 'voltige' }, 'type_lecon_inconnu'],
    [
      'trop de monde',
      { nombre_personnes: 7, noms_participants: Array(7).fill('Camille') },
      'trop_de_personnes',
    ],
    ['moins de noms que de personnes', { nombre_personnes: 3 }, 'noms_en_nombre'],
    ['un nom blanc', { noms_participants: ['Camille', '   '] }, 'noms_manquants'],
  ] as const)('%s est refusé', async (_, change, code) => {
    const rider = await t.as();
    expect((await rider('POST', '/api/reservations', { ...DEMANDE, ...change })).body).toEqual({
      code,
      ...REFUS[code],
    });
  });

  test("les cinq contrôles se font dans l'ordre, un après l'autre", async () => {
    // BOOK-13
    const rider = await t.as();
    const missing = [
      ['type_lecon', 'Veuillez sélectionner un type de leçon'],
      ['nombre_personnes', 'Veuillez indiquer le nombre de personnes'],
      ['noms_participants', 'Veuillez remplir tous les noms des participants'],
      ['type_piste', 'Veuillez sélectionner un type de piste'],
      ['heure_debut', 'Veuillez sélectionner un créneau horaire'],
    ] as const;
    const demande: Record<string, unknown> = { date_reservation: DEMANDE.date_reservation };
    const blanks: Record<string, unknown> = {
      type_lecon: '',
      nombre_personnes: 0,
      noms_participants: [' '],
      type_piste: '',
      heure_debut: '',
    };
    for (const [champ, sentence] of missing) {
      for (const empty of [undefined, null, blanks[champ]]) {
        expect(
          (await rider('POST', '/api/reservations', { ...demande, [champ]: empty })).body.message,
        ).toBe(sentence);
      }
      demande[champ] = DEMANDE[champ];
    }
    expect((await rider('POST', '/api/reservations', demande)).status).toBe(201);
  });

  test("le jour et l'heure sont ceux de Bruxelles, à minuit aussi", async () => {
    // BOOK-01
    const rider = await t.as();
    t.clock.now = new Date('2026-11-22T23:30:00Z'); // Monday 23 November, 00:30
    expect(
      (await rider('POST', '/api/reservations', { ...DEMANDE, date_reservation: '2026-11-22' }))
        .body.code,
    ).toBe('date_passee');
    expect((await rider('POST', '/api/reservations', DEMANDE)).status).toBe(201);
  });

  test("un type retiré de l'offre ne se réserve plus, mais ses réservations restent", async () => {
    // SET-12, BOOK-27
    const rider = await t.as();
    const { body } = await rider('POST', '/api/reservations', DEMANDE);
    await t.services.db.execute(
      sql`update types_lecons set actif = false where value = 'collective'`,
    );
    const { body: refus } = await rider('POST', '/api/reservations', {
      ...DEMANDE,
      heure_debut: '15:00',
    });
    const { body: offer } = await rider('GET', '/api/types-lecons');
    await t.services.db.execute(
      sql`update types_lecons set actif = true where value = 'collective'`,
    );
    expect(refus.code).toBe('type_lecon_inconnu');
    expect(offer.map(({ value }: { value: string }) => value)).not.toContain('collective');
    expect((await rider('GET', `/api/reservations/${body.id}`)).status).toBe(200);
  });
});

describe('les règles à interrupteur lient les cavaliers, pas les administrateurs', () => {
  // SET-05
  const set = (assignments: ReturnType<typeof sql>) =>
    t.services.db.execute(sql`update parametres set ${assignments}`);

  test("au départ, aucune n'est appliquée", async () => {
    const { body } = await t.anonymous('GET', '/api/centre');
    expect(body).toEqual({
      nom: 'Manège',
      ville: 'Gembloux',
      pistes: DEFAULT_PISTES,
      pistesEnMots: {
        entree: 'Piste intérieure ou extérieure',
        accueil: 'la piste intérieure ou extérieure',
      },
      journalMois: 13,
      sauvegardesMois: 12,
      ouverture: {
        titre: 'Ouvert tous les jours',
        heures: 'de 8h00 à 20h00',
        tousLesJours: true,
      },
      conservationLecons: null,
      facturation: false,
      mentions: null,
      contact: { telephone: null, email: null },
      // no mail server
      envois: {
        annulation: false,
        confirmation: false,
        lien: false,
        modification: false,
        place: false,
        rappel: false,
      },
      regles: {
        openingTime: '08:00',
        closingTime: '20:00',
        horaires: { semaine: [null, null, null, null, null, null, null], saisons: [] },
        breakBetweenLessons: null,
        maxBookingsPerDay: null,
        advanceBookingDays: null,
        annulationHeures: null,
        changementHeures: null,
        slotAlerts: false,
        calendarFeeds: false,
        showPrices: false,
        graceMinutes: null,
        maxOpenBookings: null,
        retard: null,
      },
    });
  });

  test.each([
    ["les heures d'ouverture", sql`"openingTime" = '10:30'`, { heure_debut: '10:00' }],
    [
      'une leçon qui finirait après la fermeture',
      sql`"closingTime" = '17:30'`,
      { heure_debut: '17:00' },
    ],
  ] as const)(
    '%s lient le cavalier ; ni une réservation du centre, ni une modification',
    async (_, assignments, change) => {
      const [rider, admin] = await Promise.all([t.as(), t.as({ role: 'admin' })]);
      await set(assignments);
      expect((await rider('POST', '/api/reservations', { ...DEMANDE, ...change })).body.code).toBe(
        'heure_fermee',
      );
      // BOOK-36
      const outside = { ...DEMANDE, ...change, date_reservation: '2026-11-30' };
      expect((await admin('POST', '/api/reservations', outside)).status).toBe(201);
      const { body } = await admin('POST', '/api/reservations', {
        ...DEMANDE,
        heure_debut: '12:00',
      });
      expect(
        (await admin('PUT', `/api/reservations/${body.id}`, { ...body, ...change })).status,
      ).toBe(200);
    },
  );

  test('le délai de réservation', async () => {
    const [rider, admin] = await Promise.all([t.as(), t.as({ role: 'admin' })]);
    await set(sql`"advanceBookingDaysApplied" = true, "advanceBookingDays" = 1`);
    expect((await rider('POST', '/api/reservations', DEMANDE)).body.code).toBe(
      'date_au_dela_du_delai',
    );
    expect((await admin('POST', '/api/reservations', DEMANDE)).status).toBe(201);
  });

  test('le quota du jour tient face à dix demandes simultanées', async () => {
    const rider = await t.as();
    await set(sql`"maxBookingsPerDayApplied" = true, "maxBookingsPerDay" = 2`);
    const heures = [
      '08:00',
      '09:00',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
      '17:00',
    ];
    const answers = await Promise.all(
      heures.map((heure_debut) => rider('POST', '/api/reservations', { ...DEMANDE, heure_debut })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ body }) => body.code === 'limite_du_jour')).toHaveLength(8);
  });

  test('la pause entre leçons tient face à deux demandes simultanées qui se touchent', async () => {
    const rider = await t.as();
    await set(sql`"breakBetweenLessonsApplied" = true, "breakBetweenLessons" = 15`);
    const answers = await Promise.all(
      ['10:00', '11:00'].map((heure_debut) =>
        rider('POST', '/api/reservations', { ...DEMANDE, heure_debut }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const [hold] = answers.flatMap(({ status, body }) => (status === 201 ? [body] : []));
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      code: 'pause_entre_lecons',
      status: 409,
      message: `Le centre garde une pause entre deux leçons. Veuillez choisir un autre créneau. La leçon voisine va de ${hold.heure_debut.replace(':', 'h')} à ${hold.heure_fin.replace(':', 'h')}.`,
    });
    expect(
      (await rider('POST', '/api/reservations', { ...DEMANDE, heure_debut: '12:30' })).status,
    ).toBe(201);
  });
});

/** Of two seats, as administrators read them (PRES-02). */
const PRESENTS = Array.from({ length: 2 }, () => ({
  place: expect.any(String),
  presence: 'presente',
  facturee: true,
}));

describe('lire', () => {
  test('la première migration offre les six types de leçon dans leur ordre', async () => {
    // SET-10, API-07, API-15
    const rider = await t.as();
    expect((await rider('GET', '/api/types-lecons')).body).toEqual(DEFAULT_TYPES);
  });

  test('les disponibilités disent heures et places, et rien de personne', async () => {
    // BOOK-07, BOOK-08
    const [rider, other] = await Promise.all([t.as(), t.as()]);
    await rider('POST', '/api/reservations', DEMANDE);
    await rider('POST', '/api/reservations', {
      ...DEMANDE,
      type_lecon: 'particuliere',
      nombre_personnes: 1,
      noms_participants: ['Camille'],
      heure_debut: '08:00',
    });
    const { body } = await other('GET', '/api/disponibilites?du=2026-11-23&au=2026-11-29');
    expect(body).toEqual([
      {
        type_piste: 'interieure',
        date_reservation: '2026-11-23',
        heure_debut: '08:00',
        heure_fin: '08:30',
        etat: 'complet',
        personnes: 1,
        max: 1,
        recente: true,
      },
      {
        type_piste: 'interieure',
        date_reservation: '2026-11-23',
        heure_debut: '10:00',
        heure_fin: '11:00',
        etat: 'partiel',
        personnes: 2,
        max: 6,
        recente: true,
      },
    ]);
  });

  test.each(['du=2026-11-23&au=2026-11-22', 'du=2026-01-01&au=2027-01-02'])(
    'la période %s est refusée',
    async (query) => {
      // API-05, LIM-18
      const rider = await t.as();
      expect((await rider('GET', `/api/disponibilites?${query}`)).body).toEqual({
        code: 'periode_manquante',
        status: 400,
        message: 'Indiquez une période (366 jours au plus).',
      });
    },
  );

  test("un cavalier lit les siennes sans période ; un administrateur lit toutes celles d'une période", async () => {
    // API-05, ADR-015
    const [rider, other, admin] = await Promise.all([t.as(), t.as(), t.as({ role: 'admin' })]);
    const { body: first } = await rider('POST', '/api/reservations', DEMANDE);
    const { body: second } = await other('POST', '/api/reservations', {
      ...DEMANDE,
      date_reservation: '2026-11-24',
    });
    const { body: third } = await rider('POST', '/api/reservations', {
      ...DEMANDE,
      date_reservation: '2026-11-25',
    });
    const ids = async (caller: typeof rider, query = '') =>
      (await caller('GET', `/api/reservations${query}`)).body.map?.(({ id }: { id: string }) => id);
    expect(await ids(rider)).toEqual([third.id, first.id]);
    expect(await ids(rider, '?sort=date_reservation')).toEqual([first.id, third.id]);
    expect(await ids(rider, '?du=2026-11-24')).toEqual([third.id]);
    expect(await ids(admin, '?du=2026-11-23&au=2026-11-29')).toEqual([
      third.id,
      second.id,
      first.id,
    ]);
    expect(await ids(admin, '?date_reservation=2026-11-24')).toEqual([second.id]);
    expect(await ids(admin, '?miennes=1')).toEqual([]);
    expect((await admin('GET', '/api/reservations')).body.message).toBe(
      'Indiquez une période (366 jours au plus).',
    );
    expect((await admin('GET', '/api/reservations?du=2026-11-23')).status).toBe(400);
  });

  test("la réservation d'un autre n'existe pas pour un cavalier, et s'ouvre à un administrateur", async () => {
    // BOOK-08
    const [rider, other, admin] = await Promise.all([t.as(), t.as(), t.as({ role: 'admin' })]);
    const { body } = await rider('POST', '/api/reservations', DEMANDE);
    expect((await other('GET', `/api/reservations/${body.id}`)).status).toBe(404);
    expect((await admin('GET', `/api/reservations/${body.id}`)).body).toEqual({
      ...body,
      telephone: null,
      tarifs: [
        { place: expect.any(String), prix: 0 },
        { place: expect.any(String), prix: 0 },
      ],
      presences: PRESENTS,
    });
  });

  test('un administrateur lit le téléphone du compte qui a réservé ; un cavalier jamais, pas même le sien', async () => {
    // API-14
    const [rider, admin] = await Promise.all([t.as(), t.as({ role: 'admin' })]);
    await t.services.db.execute(
      sql`update users set telephone = '0470 12 34 56' where id = ${rider.id}`,
    );
    const { body } = await rider('POST', '/api/reservations', DEMANDE);
    const { body: withoutAccount } = await rider('POST', '/api/reservations', {
      ...DEMANDE,
      heure_debut: '14:00',
    });
    await t.services.db.execute(
      sql`with seats as (update participants set user_id = null where reservation_id = ${withoutAccount.id}) update reservations set user_id = null where id = ${withoutAccount.id}`,
    );
    const week = '/api/reservations?du=2026-11-23&au=2026-11-29&sort=heure_debut';
    expect((await admin('GET', week)).body).toEqual([
      { ...body, telephone: '0470 12 34 56', presences: PRESENTS },
      { ...withoutAccount, user_id: null, telephone: null, presences: PRESENTS },
    ]);
    const { body: read } = await admin('GET', `/api/reservations/${body.id}`);
    expect(read).toEqual({
      ...body,
      telephone: '0470 12 34 56',
      tarifs: [
        { place: expect.any(String), prix: 0 },
        { place: expect.any(String), prix: 0 },
      ],
      presences: PRESENTS,
    });
    expect((await rider('GET', week)).body).toEqual([body]);
    expect((await rider('GET', `/api/reservations/${body.id}`)).body).toEqual(body);
    // Sent back completely, as it was read, it is accepted. The account's number is not changed by
    // it.
    expect(
      (
        await admin('PUT', `/api/reservations/${body.id}`, {
          ...read,
          remarques: 'Rappelée',
          telephone: '112',
        })
      ).status,
    ).toBe(200);
    expect((await admin('GET', `/api/reservations/${body.id}`)).body).toMatchObject({
      remarques: 'Rappelée',
      telephone: '0470 12 34 56',
    });
  });
});

test("la base refuse d'elle-même un chevauchement, par quelque chemin que ce soit", async () => {
  // BOOK-06
  const rider = await t.as();
  await rider('POST', '/api/reservations', DEMANDE);
  const { body: later } = await rider('POST', '/api/reservations', {
    ...DEMANDE,
    heure_debut: '14:00',
  });
  const stateOf = (statement: SQL) =>
    t.services.db
      .execute(statement)
      .then(() => 'stored')
      .catch((error: { cause?: { code?: string } }) => error.cause?.code);
  const lesson = sql`update reservations set heure_debut = '10:30', heure_fin = '11:30' where id = ${later.id}`;
  expect(
    await stateOf(
      sql`with held as (update occupations set heure_debut = '10:30', heure_fin = '11:30' where reservation_id = ${later.id}) ${lesson}`,
    ),
  ).toBe('23P01');
  expect(await stateOf(lesson)).toBe('23503');
  expect(
    await stateOf(
      sql`select importer_lecons((select jsonb_agg(to_jsonb(r) - 'id') from reservations r))`,
    ),
  ).toBe('23P01');
});
