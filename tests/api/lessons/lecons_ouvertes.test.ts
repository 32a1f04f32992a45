/** The lessons that riders may join, over several weeks, without anyone's name (RIDE-75). */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, DEMANDE, useTestApp } from '../../support/app.ts';

const t = useTestApp();
const PERIOD = 'du=2026-11-23&au=2027-01-17';
const OUVERTES = `/api/disponibilites?${PERIOD}&ouvertes=1`;

beforeEach(async () => {
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from fermetures`);
  await t.services.db.execute(
    sql`update types_lecons set ouverte = value in ('collective', 'saut'), actif = true, max_personnes = case value when 'saut' then 3 when 'collective' then 6 else max_personnes end`,
  );
});

type Person = Awaited<ReturnType<typeof t.as>>;
type Read = { type_piste: string; date_reservation: string; heure_debut: string };

const placesOf = async (person: Person): Promise<string[]> =>
  (await person('GET', OUVERTES)).body.map(
    ({ date_reservation, heure_debut, type_piste }: Read) =>
      `${date_reservation} ${heure_debut} ${type_piste}`,
  );

test("les leçons ouvertes qui ont des places, de huit semaines en une demande, sans le nom de personne ; d'autres jours, rien", async () => {
  // RIDE-75, BOOK-08
  const [zoe, hugo] = [await t.as({ prenom: 'Zoé', nom: 'Willems' }), await t.as()];
  await book(zoe, { date_reservation: '2027-01-17', heure_debut: '09:00' });
  await book(zoe, { date_reservation: '2027-01-18' });
  await book(zoe, { heure_debut: '14:00', type_piste: 'exterieure', remarques: 'au secret' });
  await book(zoe, {
    heure_debut: '16:00',
    type_lecon: 'travail_pied',
    noms_participants: ['Zoé'],
    nombre_personnes: 1,
  });
  await book(zoe, {
    heure_debut: '18:00',
    type_lecon: 'saut',
    noms_participants: ['Zoé', 'Léa', 'Tom'],
    nombre_personnes: 3,
  });
  const { status, body } = await hugo('GET', OUVERTES);
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      {
        type_piste: 'exterieure',
        date_reservation: '2026-11-23',
        heure_debut: '14:00',
        heure_fin: '15:00',
        etat: 'partiel',
        personnes: DEMANDE.nombre_personnes,
        max: 6,
        recente: true,
        ouverte: 'collective',
      },
      expect.objectContaining({ date_reservation: '2027-01-17', heure_debut: '09:00' }),
    ],
  });
  // Availability without it is as before.
  expect((await hugo('GET', `/api/disponibilites?${PERIOD}`)).body).toHaveLength(4);
});

test('une leçon qui se remplit, attend, est annulée, ou dont le type se ferme ou se retire, en sort aussitôt ; une place rendue la remet', async () => {
  // RIDE-75, RIDE-10, API-22
  const [zoe, hugo] = [await t.as(), await t.as()];
  const { id } = (await book(zoe)) as { id: string };
  const there = ['2026-11-23 10:00 interieure'];
  const change = (statement: ReturnType<typeof sql>) => t.services.db.execute(statement);
  expect(await placesOf(hugo)).toEqual(there);
  const four = ['a', 'b', 'c', 'd'].map((nom) => `${nom}${nom}`);
  expect(
    (
      await hugo('POST', '/api/reservations/places', {
        ...DEMANDE,
        noms_participants: four,
        nombre_personnes: 4,
      })
    ).status,
  ).toBe(201);
  expect(await placesOf(zoe)).toEqual([]);
  await change(sql`update parametres set "riderCancellation" = true, "cancellationHours" = 0`);
  expect((await hugo('POST', `/api/reservations/${id}/annulation`, {})).status).toBe(200);
  expect(await placesOf(hugo)).toEqual(there);
  for (const [off, on] of [
    [
      sql`update reservations set statut = 'en_attente'`,
      sql`update reservations set statut = 'confirmee'`,
    ],
    [
      sql`update types_lecons set ouverte = false where value = 'collective'`,
      sql`update types_lecons set ouverte = true where value = 'collective'`,
    ],
    [
      sql`update types_lecons set actif = false where value = 'collective'`,
      sql`update types_lecons set actif = true where value = 'collective'`,
    ],
    [
      sql`update types_lecons set max_personnes = 2 where value = 'collective'`,
      sql`update types_lecons set max_personnes = 6 where value = 'collective'`,
    ],
  ] as const) {
    await change(off);
    expect(await placesOf(hugo)).toEqual([]);
    await change(on);
    expect(await placesOf(hugo)).toEqual(there);
  }
  expect((await zoe('POST', `/api/reservations/${id}/annulation`, {})).status).toBe(200);
  expect(await placesOf(hugo)).toEqual([]);
});

test("un centre sans leçon ouverte n'en montre aucune ; une fermeture n'est pas une leçon", async () => {
  // RIDE-75, SET-34
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await book(rider);
  expect(
    (
      await admin('POST', '/api/fermetures', {
        pistes: ['exterieure'],
        du: '2026-11-24',
        au: '2026-11-24',
        heure_debut: '08:00',
        heure_fin: '12:00',
        motif: 'Gel',
        publique: true,
        lecons: [],
      })
    ).status,
  ).toBe(201);
  expect(await placesOf(rider)).toEqual(['2026-11-23 10:00 interieure']);
  await t.services.db.execute(sql`update types_lecons set ouverte = false`);
  expect(await placesOf(rider)).toEqual([]);
});

test.each([`${PERIOD}&ouvertes=0`, 'du=2026-01-01&au=2027-01-02&ouvertes=1'])(
  'la demande %s est refusée',
  async (query) => {
    // API-05, LIM-18
    expect((await (await t.as())('GET', `/api/disponibilites?${query}`)).status).toBe(400);
  },
);
