/** Requests to be notified when a slot becomes free (RIDE-30 to RIDE-34). */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sweep, tellFreed } from '../../../src/server/actions/alerts.ts';
import { tidy } from '../../../src/server/housekeeping.ts';
import {
  book,
  type Caller,
  DEMANDE,
  MORNING,
  put,
  type Stored,
  useTestApp,
} from '../../support/app.ts';

const t = useTestApp();
const run = (query: ReturnType<typeof sql>) =>
  t.services.db.execute(query).then(({ rows }) => rows);
const set = (assignments: string) => run(sql`update parametres set ${sql.raw(assignments)}`);

type Person = Caller & { id: string; email: string };
let [admin, owner, zoe, hugo]: [Person, Person, Person, Person] = [] as never;

const WISH = {
  type_lecon: 'collective',
  type_piste: 'interieure',
  date_reservation: '2026-11-23',
  heure_debut: '10:00',
};
const ask = (who: Caller, change: object = {}) =>
  who('POST', '/api/alertes', { ...WISH, ...change });
const listed = async (who: Caller): Promise<Stored[]> => (await who('GET', '/api/alertes')).body;
const open = async (who: Caller): Promise<string[]> =>
  (await listed(who))
    .filter((one) => one['libre_at'] === null)
    .map((one) => `${one['date_reservation']} ${one['heure_debut']}-${one['heure_fin']}`);
/** The recipients of emails about a free slot. */
const told = async (): Promise<string[]> =>
  (
    await run(
      sql`select destinataire from courriels where sorte = 'place_libre' order by destinataire`,
    )
  ).map(({ destinataire }) => String(destinataire));

beforeAll(async () => {
  [admin, owner, zoe, hugo] = [
    await t.as({ role: 'admin' }),
    await t.as(),
    await t.as({ prenom: 'Zoé' }),
    await t.as({ prenom: 'Hugo' }),
  ];
});

beforeEach(async () => {
  t.clock.now = MORNING;
  for (const table of ['alertes', 'courriels', 'reservations'])
    await run(sql`delete from ${sql.identifier(table)}`);
  await set(
    `"slotAlerts" = true, "emailNotifications" = true, "openingTime" = '08:00', "closingTime" = '20:00', "breakBetweenLessonsApplied" = false, "advanceBookingDaysApplied" = false`,
  );
  await run(sql`update types_lecons set ouverte = false, actif = true`);
});

describe('demander', () => {
  // RIDE-31
  test('un créneau pris : la fin suit du type, une seconde demande répond la première, chacun ne lit et ne retire que les siennes', async () => {
    await book(owner);
    const { status, body } = await ask(zoe);
    expect({ status, ...body }).toEqual({
      status: 200,
      id: expect.any(String),
      ...WISH,
      heure_fin: '11:00',
      libre_at: null,
    });
    expect((await ask(zoe)).body).toEqual(body);
    expect(await open(zoe)).toEqual(['2026-11-23 10:00-11:00']);
    expect(await open(hugo)).toEqual([]);
    expect(await hugo('DELETE', `/api/alertes/${body.id}`)).toMatchObject({ status: 200 });
    expect(await open(zoe)).toHaveLength(1);
    for (let n = 0; n < 2; n += 1)
      expect(await zoe('DELETE', `/api/alertes/${body.id}`)).toMatchObject({
        status: 200,
        body: { success: true },
      });
    expect(await open(zoe)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['libre', { heure_debut: '14:00' }, 'Ce créneau est libre : réservez-le.'],
    [
      'passé',
      { date_reservation: '2026-11-21', heure_debut: '09:30' },
      'Cette heure est déjà passée. Veuillez choisir un autre créneau.',
    ],
    [
      "d'hier",
      { date_reservation: '2026-11-20' },
      'Cette date est passée. Veuillez en choisir une autre.',
    ],
    [
      'trop lointain',
      { date_reservation: '2028-11-22' },
      'Cette date est trop lointaine. Veuillez en choisir une dans les deux ans.',
    ],
    [
      'au-delà du délai',
      { date_reservation: '2026-12-22' },
      'Les réservations ne sont pas encore ouvertes pour cette date. Veuillez en choisir une plus proche.',
    ],
    [
      'fermé',
      { heure_debut: '08:00' },
      'Le centre est fermé à cette heure. Veuillez choisir un autre créneau.',
    ],
    [
      'sans fin',
      { heure_debut: '19:30' },
      "Erreur lors du calcul de l'heure de fin. Veuillez choisir un autre créneau.",
    ],
    [
      "d'un type inconnu",
      { type_lecon: 'polo' },
      "Ce type de leçon n'est plus proposé. Veuillez en choisir un autre.",
    ],
  ])('refusé : un créneau %s', async (_, change, message) => {
    await book(owner);
    await set(`"openingTime" = '09:00', "advanceBookingDaysApplied" = true`);
    expect((await ask(zoe, change)).body.message).toBe(message);
  });

  test('refusé : réglage coupé, sa propre leçon, une place à rejoindre, plus de 20', async () => {
    // LIM-103
    await book(owner);
    expect((await ask(owner)).body.message).toBe('Ce créneau est pris par votre propre leçon.');
    await run(sql`update types_lecons set ouverte = true where value = 'collective'`);
    expect((await ask(zoe)).body.message).toBe('Cette leçon a des places libres : rejoignez-la.');
    // another type cannot join it
    expect((await ask(zoe, { type_lecon: 'travail_pied' })).status).toBe(200);
    await run(sql`insert into alertes (user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin)
      select ${zoe.id}, 'collective', 'exterieure', date '2026-11-25' + n, '10:00', '11:00' from generate_series(1, 19) as n`);
    expect((await ask(zoe, { type_lecon: 'travail_pied' })).status).toBe(200);
    await book(owner, { heure_debut: '15:00' });
    expect(
      (await ask(zoe, { type_lecon: 'travail_pied', heure_debut: '15:00' })).body.message,
    ).toBe("Vous attendez déjà 20 créneaux. Retirez d'abord une de vos demandes.");
    await set('"slotAlerts" = false');
    expect((await ask(zoe)).body.message).toBe(
      'Le centre ne prévient pas des créneaux qui se libèrent.',
    );
  });
});

describe('prévenir', () => {
  // RIDE-32
  let lecon: Stored;
  beforeEach(async () => {
    lecon = await book(owner);
    for (const who of [zoe, hugo]) await ask(who);
  });

  const freeing: [string, () => Promise<unknown>][] = [
    ['une annulation', () => put(admin, lecon, { statut: 'annulee' })],
    ['une suppression', () => admin('DELETE', `/api/reservations/${lecon['id']}`)],
    ['un déplacement', () => put(admin, lecon, { heure_debut: '15:00' })],
    ['une autre piste', () => put(admin, lecon, { type_piste: 'exterieure' })],
  ];
  test.each(freeing)('%s : chacun une fois, et la demande est finie', async (_, free) => {
    expect([await open(zoe), await open(hugo)]).toEqual([
      ['2026-11-23 10:00-11:00'],
      ['2026-11-23 10:00-11:00'],
    ]);
    await tellFreed(t.services);
    expect(await told()).toEqual([]);
    await free();
    await Promise.all([
      tellFreed(t.services),
      tellFreed(t.services, ['2026-11-23']),
      tellFreed(t.services),
    ]);
    await tellFreed(t.services);
    expect(await told()).toEqual([zoe.email, hugo.email].toSorted());
    expect([await open(zoe), await open(hugo)]).toEqual([[], []]);
    // The screen keeps showing it until the slot begins (RIDE-64).
    expect(await listed(zoe)).toEqual([
      {
        id: expect.any(String),
        ...WISH,
        heure_fin: '11:00',
        libre_at: MORNING.toISOString().replace('.000Z', 'Z'),
      },
    ]);
    const [courriel] = await run(
      sql`select perime_apres::text as fin, contenu from courriels where sorte = 'place_libre' and user_id = ${zoe.id}`,
    );
    expect(courriel).toMatchObject({
      fin: '2026-11-22 08:30:00+00',
      contenu: {
        rejoindre: false,
        creneau: { heure_debut: '10:00', heure_fin: '11:00', type: 'Leçon collective' },
      },
    });
  });

  test("l'effacement du compte qui a réservé ; l'email vaut jusqu'au début du créneau", async () => {
    t.clock.now = new Date('2026-11-23T08:00:00Z');
    const leaver = await t.as();
    await book(leaver, { heure_debut: '16:00' });
    expect((await ask(zoe, { heure_debut: '16:00' })).status).toBe(200);
    await run(
      sql`insert into alertes (user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin) values (${leaver.id}, 'collective', 'interieure', '2026-11-23', '10:00', '11:00')`,
    );
    expect(
      (
        await leaver('POST', '/api/profil/suppression', {
          password: 'selle-et-filet',
          lecons: 'annuler',
        })
      ).status,
      'erasure',
    ).toBeLessThan(300);
    expect(await run(sql`select from alertes where user_id = ${leaver.id}`)).toEqual([]);
    await tellFreed(t.services);
    expect(
      await run(sql`select perime_apres::text as fin from courriels where sorte = 'place_libre'`),
    ).toEqual([{ fin: '2026-11-23 15:00:00+00' }]);
  });

  test("repris avant, à moitié libre, hors de l'horaire, dans la pause : personne, et les demandes restent", async () => {
    await put(admin, lecon, { heure_debut: '10:30' });
    await tellFreed(t.services);
    const [moved] = (await admin('GET', '/api/reservations?du=2026-11-23&au=2026-11-23')).body;
    await put(admin, moved, { heure_debut: '11:00' });
    await set('"breakBetweenLessonsApplied" = true');
    await tellFreed(t.services);
    await set(`"breakBetweenLessonsApplied" = false, "openingTime" = '11:00'`);
    await tellFreed(t.services);
    expect(await told()).toEqual([]);
    expect(await open(zoe)).toHaveLength(1);
    await set(`"openingTime" = '10:00'`);
    await tellFreed(t.services);
    expect(await told()).toHaveLength(2);
  });

  test("une place dans une leçon ouverte du même type et des mêmes heures, à qui n'y est pas", async () => {
    await run(sql`update types_lecons set ouverte = true where value = 'collective'`);
    await run(sql`update alertes set type_lecon = 'travail_pied' where user_id = ${hugo.id}`);
    await run(
      sql`update participants set user_id = ${zoe.id} where reservation_id = ${lecon['id']} and position = 2`,
    );
    await tellFreed(t.services);
    expect(await told()).toEqual([]);
    await run(
      sql`update participants set user_id = ${owner.id} where reservation_id = ${lecon['id']}`,
    );
    await run(sql`update reservations set statut = 'en_attente'`);
    await tellFreed(t.services);
    expect(await told()).toEqual([]);
    await run(sql`update reservations set statut = 'confirmee'`);
    await tellFreed(t.services);
    expect(await told()).toEqual([zoe.email]);
    expect(
      await run(
        sql`select contenu -> 'rejoindre' as rejoindre from courriels where sorte = 'place_libre'`,
      ),
    ).toEqual([{ rejoindre: true }]);
  });

  test.each([
    [
      "d'un type retiré",
      'lecon_fermee',
      () => run(sql`update types_lecons set actif = false`),
      () => run(sql`update types_lecons set actif = true`),
    ],
    [
      'au-delà du délai de réservation',
      'date_au_dela_du_delai',
      () => set('"advanceBookingDays" = 1, "advanceBookingDaysApplied" = true'),
      () => set('"advanceBookingDaysApplied" = false'),
    ],
  ])(
    'une leçon ouverte %s ne se rejoint pas : personne, et les demandes restent',
    async (_, code, close, reopen) => {
      await close();
      await run(sql`update types_lecons set ouverte = true where value = 'collective'`);
      expect(
        (
          await zoe('POST', '/api/reservations/places', {
            ...DEMANDE,
            noms_participants: ['Zoé'],
            nombre_personnes: 1,
          })
        ).body.code,
      ).toBe(code);
      await tellFreed(t.services);
      expect([await told(), await open(zoe)]).toEqual([[], ['2026-11-23 10:00-11:00']]);
      await reopen();
      await tellFreed(t.services);
      expect(await told()).toHaveLength(2);
    },
  );

  test.each<[string, () => Promise<unknown>, (lecon: Stored) => Promise<unknown>]>([
    [
      'un créneau repris',
      () => admin('DELETE', `/api/reservations/${lecon['id']}`),
      () => book(owner),
    ],
    [
      'une place reprise',
      () => run(sql`update types_lecons set ouverte = true where value = 'collective'`),
      () =>
        put(admin, lecon, {
          noms_participants: ['A', 'B', 'C', 'D', 'E', 'F'],
          nombre_personnes: 6,
        }),
    ],
  ])(
    "%s entre la lecture et l'email : personne n'est prévenu, les demandes restent",
    async (_, free, take) => {
      await free();
      const prototype = pg.Client.prototype as unknown as {
        query: (this: pg.Client, ...args: [{ name?: string }]) => unknown;
      };
      const { query } = prototype;
      let taken: unknown;
      vi.spyOn(prototype, 'query').mockImplementation(async function spied(
        this: pg.Client,
        ...args
      ) {
        if (args[0].name === 'end_alertes') taken ??= await take(lecon);
        return query.apply(this, args);
      });
      await tellFreed(t.services);
      vi.restoreAllMocks();
      expect(taken).toBeDefined();
      expect([await told(), await open(zoe), await open(hugo)]).toEqual([
        [],
        ['2026-11-23 10:00-11:00'],
        ['2026-11-23 10:00-11:00'],
      ]);
      await run(sql`delete from reservations`);
      await tellFreed(t.services);
      expect(await told()).toHaveLength(2);
    },
  );

  test('retenu : réglage coupé, compte inactif, horloge douteuse ; dit quand rien ne retient plus', async () => {
    await put(admin, lecon, { statut: 'annulee' });
    await set('"slotAlerts" = false');
    await tellFreed(t.services);
    await set('"slotAlerts" = true');
    await run(sql`update users set statut = 'inactif' where id = ${hugo.id}`);
    await run(sql`update horloge set battement_at = '2026-10-01T00:00:00Z'`);
    await tellFreed(t.services);
    expect(await told()).toEqual([]);
    await run(sql`update horloge set battement_at = null`);
    await tellFreed(t.services);
    expect(await told()).toEqual([zoe.email]);
    await run(sql`update users set statut = 'actif' where id = ${hugo.id}`);
    await tellFreed(t.services);
    expect(await told()).toHaveLength(2);
  });

  test("emails coupés : l'écran le dit seul, sans email, aussi après", async () => {
    // RIDE-33, RIDE-64
    await put(admin, lecon, { statut: 'annulee' });
    await set('"emailNotifications" = false');
    await tellFreed(t.services);
    expect([await open(zoe), await listed(zoe)]).toEqual([
      [],
      [expect.objectContaining({ libre_at: expect.any(String) })],
    ]);
    await set('"emailNotifications" = true');
    await tellFreed(t.services);
    expect(await told()).toEqual([]);
  });

  test('redemandé après avoir été libre : attend de nouveau, et a son email ; ce qui est dit ne compte pas parmi les 20', async () => {
    // RIDE-64
    await put(admin, lecon, { statut: 'annulee' });
    await tellFreed(t.services);
    const [first] = await listed(zoe);
    const again = await book(owner);
    const { status, body } = await ask(zoe);
    expect([status, body.libre_at, body.id === first?.['id']]).toEqual([200, null, false]);
    await put(admin, again, { statut: 'annulee' });
    await tellFreed(t.services);
    expect(await told()).toEqual([hugo.email, zoe.email, zoe.email].toSorted());
    await run(sql`insert into alertes (user_id, type_lecon, type_piste, date_reservation, heure_debut, heure_fin, libre_at)
      select ${zoe.id}, 'collective', 'exterieure', date '2026-11-25' + n, '10:00', '11:00', now() from generate_series(1, 20) as n`);
    await book(owner, { heure_debut: '15:00' });
    expect((await ask(zoe, { heure_debut: '15:00' })).status).toBe(200);
  });

  test('une demande finit avec son créneau, sans email, et pas par une horloge douteuse', async () => {
    // RIDE-33
    const left = async () => (await run(sql`select user_id from alertes`)).length;
    t.clock.now = new Date('2026-11-23T08:59:00Z');
    await sweep(t.services);
    expect(await left()).toBe(2);
    await put(admin, lecon, { statut: 'annulee' });
    t.clock.now = new Date('2026-11-23T09:00:00Z'); // 10:00 in Brussels
    await tellFreed(t.services);
    await run(sql`update horloge set battement_at = '2026-10-01T00:00:00Z'`);
    await tidy(t.services);
    expect([await open(zoe), await left()]).toEqual([[], 2]);
    await run(sql`update horloge set battement_at = null`);
    await tidy(t.services);
    expect([await told(), await left()]).toEqual([[], 0]);
  });

  test('un courriel qui a échoué ne repart pas après le début du créneau', async () => {
    await put(admin, lecon, { statut: 'annulee' });
    await tellFreed(t.services);
    await run(sql`update courriels set statut = 'echoue' where sorte = 'place_libre'`);
    const [{ id }] = (await run(sql`select id from courriels where sorte = 'place_libre'`)) as [
      { id: string },
    ];
    t.clock.now = new Date('2026-11-23T09:00:00Z');
    expect((await admin('POST', `/api/courriels/${id}/renvoi`)).body.message).toMatch(
      /^Cet email ne peut plus être envoyé/,
    );
  });
});
