/**
 * To whom the rules of joining, leaving and changing apply, and until when (RIDE-10 to RIDE-13).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { DEMANDE, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp();

const set = (assignments: ReturnType<typeof sql>) =>
  t.services.db.execute(sql`update parametres set ${assignments}`);

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from reservations`);
  await set(
    sql`"riderCancellation" = true, "riderChanges" = true, "cancellationHours" = 24, "advanceBookingDaysApplied" = false, "maxBookingsPerDayApplied" = false, "breakBetweenLessonsApplied" = false`,
  );
  await t.services.db.execute(sql`update types_lecons set ouverte = value = 'collective'`);
});

type Person = Awaited<ReturnType<typeof t.as>>;

const one = (nom: string, more: object = {}) => ({
  ...DEMANDE,
  noms_participants: [nom],
  nombre_personnes: 1,
  remarques: null,
  ...more,
});
const reserve = async (who: Person, nom: string, more?: object): Promise<Stored> => {
  const { status, body } = await who('POST', '/api/reservations', one(nom, more));
  expect(status, body.message).toBe(201);
  return body;
};
const join = (who: Person, nom: string, more?: object) =>
  who('POST', '/api/reservations/places', one(nom, more));
const leave = (who: Person, { id }: Stored) =>
  who('POST', `/api/reservations/${id}/annulation`, {});
const change = (
  who: Person,
  {
    id,
    version,
    noms_participants,
    nombre_personnes,
    date_reservation,
    type_piste,
    heure_debut,
    remarques,
  }: Stored,
  more: object = {},
) =>
  who('PUT', `/api/reservations/${id}/changement`, {
    version,
    noms_participants,
    nombre_personnes,
    date_reservation,
    type_piste,
    heure_debut,
    remarques,
    ...more,
  });

/**
 * Brussels is at UTC+2 in summer and at UTC+1 in winter: on a day of change, 24 real hours before
 * 09:00 differ by one hour from 09:00 of the day before.
 */
test.each([
  ["vers l'heure d'hiver 2026", '2026-10-25', '2026-10-24T08:00:00Z'], // 10:00 in summer time
  ["vers l'heure d'été 2027", '2027-03-28', '2027-03-27T07:00:00Z'], // 08:00 in winter time
  ["vers l'heure d'hiver 2027", '2027-10-31', '2027-10-30T08:00:00Z'],
  ['un jour ordinaire', '2026-11-03', '2026-11-02T08:00:00Z'], // 09:00
])('le délai compte 24 heures réelles : %s', async (_, date_reservation, deadline) => {
  // RIDE-11
  t.clock.now = new Date(Date.parse(deadline) - 3_600_000);
  const zoe = await t.as();
  const late = await reserve(zoe, 'Zoé', { date_reservation, heure_debut: '09:00' });
  t.clock.now = new Date(deadline);
  expect([
    (await leave(zoe, late)).body.code,
    (await change(zoe, late, { heure_debut: '14:00' })).body.code,
  ]).toEqual(['delai_passe', 'delai_passe']);
  t.clock.now = new Date(Date.parse(deadline) - 1);
  const changed = await change(zoe, late, { noms_participants: ['Zoé Willems'] });
  expect(changed).toMatchObject({ status: 200, body: { noms_participants: ['Zoé Willems'] } });
  expect((await leave(zoe, late)).body).toEqual({ success: true });
});

test("rejoindre compte dans la limite du jour, dans les deux sens ; ni une annulée ni un autre jour n'y comptent", async () => {
  // RIDE-10
  const [zoe, hugo] = [await t.as(), await t.as()];
  await set(sql`"maxBookingsPerDay" = 1, "maxBookingsPerDayApplied" = true`);
  await reserve(hugo, 'Hugo');
  const own = await reserve(zoe, 'Zoé', { heure_debut: '15:00' });
  expect((await join(zoe, 'Zoé')).body.code).toBe('limite_du_jour');
  await leave(zoe, own);
  const joined = await join(zoe, 'Zoé');
  expect(joined.status, joined.body.message).toBe(201);
  expect(
    (await zoe('POST', '/api/reservations', one('Zoé', { heure_debut: '16:00' }))).body.code,
  ).toBe('limite_du_jour');
  // A change within the day counts the lesson itself once. A change to a full day is refused.
  const tomorrow = await reserve(zoe, 'Zoé', { date_reservation: '2026-11-24' });
  expect((await change(zoe, tomorrow, { heure_debut: '16:00' })).status).toBe(200);
  expect(
    (
      await change(
        zoe,
        { ...tomorrow, version: 1 },
        { date_reservation: '2026-11-23', heure_debut: '16:00' },
      )
    ).body.code,
  ).toBe('limite_du_jour');
  await leave(zoe, joined.body);
  expect(
    (
      await change(
        zoe,
        { ...tomorrow, version: 1 },
        { date_reservation: '2026-11-23', heure_debut: '16:00' },
      )
    ).status,
  ).toBe(200);
});

test("la pause vaut pour le changement d'un cavalier, non pour ses noms là où elle n'était pas tenue", async () => {
  // RIDE-13, SET-05
  const [zoe, hugo] = [await t.as(), await t.as()];
  await reserve(hugo, 'Hugo');
  // directly after it, while no pause was required
  const mine = await reserve(zoe, 'Zoé', { heure_debut: '11:00' });
  await set(sql`"breakBetweenLessons" = 30, "breakBetweenLessonsApplied" = true`);
  expect(await change(zoe, mine, { heure_debut: '11:15' })).toMatchObject({ status: 400 });
  expect((await change(zoe, mine, { heure_debut: '09:00' })).body.code).toBe('pause_entre_lecons');
  expect((await change(zoe, mine, { noms_participants: ['Zoé Willems'] })).body).toMatchObject({
    noms_participants: ['Zoé Willems'],
    heure_debut: '11:00',
    version: 1,
  });
  expect((await change(zoe, { ...mine, version: 1 }, { heure_debut: '11:30' })).body).toMatchObject(
    { heure_debut: '11:30', version: 2 },
  );
});

test("un compte qui n'est plus actif ne rejoint, ne quitte et ne change rien", async () => {
  // ACC-20
  const [zoe, hugo, lea] = [await t.as(), await t.as(), await t.as()];
  const mine = await reserve(zoe, 'Zoé');
  await join(hugo, 'Hugo');
  const other = await reserve(lea, 'Léa', { heure_debut: '14:00' });
  const before = await t.services.db.execute(
    sql`select r::text, p::text from reservations r join participants p on p.reservation_id = r.id order by 2`,
  );
  for (const statut of ['en_attente', 'inactif']) {
    await t.services.db.execute(
      sql`update users set statut = ${statut} where id in (${zoe.id}, ${hugo.id})`,
    );
    const answers = [
      await join(zoe, 'Zoé', { heure_debut: '14:00' }),
      await leave(zoe, mine),
      await change(zoe, mine, { heure_debut: '16:00' }),
      await leave(hugo, mine),
      await change(hugo, mine, { noms_participants: ['Max'] }),
    ];
    expect(
      answers.map(({ status }) => status),
      statut,
    ).toEqual([403, 403, 403, 403, 403]);
  }
  expect(
    (
      await t.services.db.execute(
        sql`select r::text, p::text from reservations r join participants p on p.reservation_id = r.id order by 2`,
      )
    ).rows,
  ).toEqual(before.rows);
  expect((await lea('GET', `/api/reservations/${other['id']}`)).status).toBe(200);
});

test('ni délai, ni interrupteur, ni limite du jour ne lient un administrateur', async () => {
  // RIDE-11
  const [admin, hugo] = [await t.as({ role: 'admin' }), await t.as()];
  const mine = await reserve(admin, 'Zoé', { heure_debut: '15:00' });
  const shared = await reserve(hugo, 'Hugo');
  await set(
    sql`"riderCancellation" = false, "riderChanges" = false, "cancellationHours" = 336, "maxBookingsPerDay" = 1, "maxBookingsPerDayApplied" = true, "advanceBookingDays" = 1, "advanceBookingDaysApplied" = true`,
  );
  expect((await join(admin, 'Zoé')).status).toBe(201);
  expect((await change(admin, mine, { heure_debut: '16:00' })).body).toMatchObject({
    heure_debut: '16:00',
    version: 1,
  });
  expect((await leave(admin, shared)).body).toEqual({ success: true });
  expect(
    (
      await put(admin, (await admin('GET', `/api/reservations/${mine['id']}`)).body, {
        statut: 'annulee',
      })
    ).status,
  ).toBe(200);
  expect((await leave(hugo, shared)).body.code).toBe('annulation_au_centre');
  // But nobody can leave a lesson that has begun or is cancelled.
  expect((await leave(admin, mine)).body.code).toBe('lecon_deja_annulee');
  const again = await reserve(admin, 'Zoé', { heure_debut: '15:00' });
  t.clock.now = new Date('2026-11-23T14:00:00Z');
  expect((await leave(admin, again)).body.code).toBe('lecon_commencee');
});
