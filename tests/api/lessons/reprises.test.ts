/**
 * The usual lessons at their next free moment, and a lesson a week later (RIDE-70 to RIDE-72). The
 * clock shows Saturday 21 November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../../support/app.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [zoe, hugo, admin]: [Person, Person, Person] = [] as never;

const run = (statement: ReturnType<typeof sql>) => t.services.db.execute(statement);

beforeAll(async () => {
  [zoe, hugo, admin] = [
    await t.as({ prenom: 'Zoé' }),
    await t.as({ prenom: 'Hugo' }),
    await t.as({ role: 'admin' }),
  ];
});

beforeEach(async () => {
  await run(sql`delete from reservations`);
  await run(sql`delete from fermetures`);
  await run(sql`update parametres set "advanceBookingDaysApplied" = false, "maxBookingsPerDayApplied" = false,
    "maxOpenBookingsApplied" = false, "breakBetweenLessonsApplied" = false`);
  await run(
    sql`update types_lecons set actif = true, duree_minutes = 60, max_personnes = case value when 'collective' then 4 else 2 end, ouverte = (value = 'collective')`,
  );
  await run(sql`update ressources set actif = true`);
});

type Given = { type?: string; piste?: string; statut?: string };

/** Stores a lesson of one hour, past or coming, past the rules. */
async function lesson(
  person: Person,
  jour: string,
  debut: string,
  noms: string[],
  { type = 'particuliere', piste = 'interieure', statut = 'confirmee' }: Given = {},
): Promise<string> {
  const fin = `${String(Number(debut.slice(0, 2)) + 1).padStart(2, '0')}${debut.slice(2)}`;
  const {
    rows: [stored],
  } = await t.services.db.execute<{ id: string }>(sql`
    select id from importer_lecons((select jsonb_agg(l) from (
      values (${person.id}, ${sql.param(noms)}, 'Nom', ${jour}, ${debut}, ${fin}, ${piste}, ${type}, ${noms.length}, ${statut}, '')
    ) as l (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques))) as id`);
  return stored!.id;
}

const offers = async (person: Person): Promise<string[]> => {
  const { status, body } = await person('GET', '/api/reservations/reprises');
  expect(status, JSON.stringify(body)).toBe(200);
  return body.map(
    (one: any) =>
      `${one.date_reservation} ${one.heure_debut}-${one.heure_fin} ${one.type_piste} ${one.type_lecon} ${one.noms_participants.join('+')}${one.rejoindre ? ' rejoindre' : ''}`,
  );
};

/** Books what is offered, one after another: each is accepted as it was offered. */
const bookAll = async (person: Person): Promise<void> => {
  for (let n = 0; n < 3; n += 1) {
    const { body } = await person('GET', '/api/reservations/reprises');
    const { rejoindre, heure_fin: _, ...demande } = body[n % body.length];
    const answer = await person('POST', `/api/reservations${rejoindre ? '/places' : ''}`, {
      ...demande,
      nombre_personnes: demande.noms_participants.length,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  }
};

test('les plus fréquentes des douze derniers mois, trois au plus, chacune à son jour et à son heure', async () => {
  // RIDE-70, LIM-105
  for (const jour of ['2026-11-03', '2026-11-10', '2026-11-17'])
    await lesson(zoe, jour, '17:00', ['Léa']);
  for (const jour of ['2026-11-04', '2026-11-11'])
    await lesson(zoe, jour, '14:00', ['Tom', 'Léa'], { piste: 'exterieure' });
  // the same people in another order count as the same
  await lesson(zoe, '2026-11-18', '14:00', ['léa', 'Tom'], { piste: 'exterieure' });
  await lesson(zoe, '2026-11-18', '14:00', ['Zoé']);
  await lesson(zoe, '2026-11-06', '09:00', ['Zoé']);
  // none of these counts: too old, cancelled, somebody else's
  for (const jour of ['2025-11-13', '2025-11-20']) await lesson(zoe, jour, '11:00', ['Ancienne']);
  for (const jour of ['2026-11-05', '2026-11-12', '2026-11-19'])
    await lesson(zoe, jour, '12:00', ['Annulée'], { statut: 'annulee' });
  for (const jour of ['2026-11-05', '2026-11-12', '2026-11-19'])
    await lesson(hugo, jour, '12:00', ['Hugo']);
  expect(await offers(zoe)).toEqual([
    '2026-11-25 14:00-15:00 exterieure particuliere léa+Tom',
    '2026-11-24 17:00-18:00 interieure particuliere Léa',
    '2026-11-25 14:00-15:00 interieure particuliere Zoé',
  ]);
  expect(await offers(hugo)).toEqual(['2026-11-26 12:00-13:00 interieure particuliere Hugo']);
  expect(await offers(admin)).toEqual([]);
  await bookAll(zoe);
});

test("jamais à un moment qui serait refusé: pris, fermé, trop loin, déjà à soi, ou au-delà d'un maximum", async () => {
  // RIDE-71
  await lesson(zoe, '2026-11-17', '17:00', ['Léa']);
  await lesson(hugo, '2026-11-24', '17:30', ['Hugo']);
  expect(await offers(zoe)).toEqual(['2026-12-01 17:00-18:00 interieure particuliere Léa']);
  // her own lesson elsewhere at that time, for the same rider; another rider's does not matter
  await lesson(zoe, '2026-12-01', '16:30', ['Léa'], { piste: 'exterieure' });
  await lesson(zoe, '2026-12-08', '16:30', ['Tom'], { piste: 'exterieure' });
  expect(await offers(zoe)).toContain('2026-12-08 17:00-18:00 interieure particuliere Léa');
  const closed = await admin('POST', '/api/fermetures', {
    pistes: ['interieure'],
    du: '2026-12-08',
    au: '2026-12-08',
    heure_debut: '06:00',
    heure_fin: '23:00',
    motif: 'Gel',
    publique: false,
    lecons: [],
  });
  expect(closed.status, JSON.stringify(closed.body)).toBeLessThan(300);
  expect(await offers(zoe)).toContain('2026-12-15 17:00-18:00 interieure particuliere Léa');
  await run(
    sql`update parametres set "advanceBookingDays" = 20, "advanceBookingDaysApplied" = true`,
  );
  expect((await offers(zoe)).join()).not.toContain('interieure particuliere Léa,');
  await run(sql`update parametres set "advanceBookingDaysApplied" = false`);
  await bookAll(zoe);
  await run(sql`update parametres set "maxOpenBookings" = 1, "maxOpenBookingsApplied" = true`);
  expect(await offers(zoe)).toEqual([]);
  await run(sql`update parametres set "maxOpenBookingsApplied" = false`);
  await run(sql`update types_lecons set actif = false where value = 'particuliere'`);
  expect(await offers(zoe)).toEqual([]);
  await run(sql`update types_lecons set actif = true`);
  await run(sql`update ressources set actif = false where id = 'interieure'`);
  expect((await offers(zoe)).join()).not.toContain('interieure');
});

test('une semaine libre avant la dernière leçon réservée est proposée', async () => {
  // RIDE-71
  await lesson(zoe, '2026-11-24', '17:00', ['Léa']);
  await lesson(zoe, '2026-12-08', '17:00', ['Léa']);
  expect(await offers(zoe)).toEqual(['2026-12-01 17:00-18:00 interieure particuliere Léa']);
});

test("une leçon ouverte qui a des places se rejoint, si on n'y est pas déjà", async () => {
  // RIDE-71, RIDE-10
  await lesson(zoe, '2026-11-18', '15:00', ['Zoé'], { type: 'collective' });
  await lesson(hugo, '2026-11-25', '15:00', ['Hugo'], { type: 'collective' });
  expect(await offers(zoe)).toEqual(['2026-11-25 15:00-16:00 interieure collective Zoé rejoindre']);
  await bookAll(zoe);
  expect(await offers(zoe)).toEqual(['2026-12-16 15:00-16:00 interieure collective Zoé']);
});

test("encore la semaine prochaine: sept jours plus tard, sinon ce qui l'empêche et la suivante", async () => {
  // RIDE-72
  const id = await lesson(zoe, '2026-11-24', '17:00', ['Léa', 'Tom']);
  const encore = async (person: Person, of = id) => person('GET', `/api/reservations/${of}/encore`);
  const demande = {
    type_lecon: 'particuliere',
    type_piste: 'interieure',
    heure_debut: '17:00',
    heure_fin: '18:00',
    noms_participants: ['Léa', 'Tom'],
    rejoindre: false,
  };
  expect((await encore(zoe)).body).toEqual({
    jour: '2026-12-01',
    obstacle: null,
    reprise: { ...demande, date_reservation: '2026-12-01' },
  });
  await lesson(hugo, '2026-12-01', '17:30', ['Hugo']);
  await run(sql`update reservations set created_at = now() - interval '1 day'`);
  expect((await encore(zoe)).body).toEqual({
    jour: '2026-12-01',
    obstacle:
      'Ce créneau est déjà réservé. Veuillez en choisir un autre. Une leçon tient la piste de 17h30 à 18h30.',
    reprise: { ...demande, date_reservation: '2026-12-08' },
  });
  // of a lesson of long ago, the next such day from now on
  const old = await lesson(zoe, '2026-09-05', '09:00', ['Léa']);
  expect((await encore(zoe, old)).body.jour).toBe('2026-11-28');
  await run(sql`update types_lecons set actif = false where value = 'particuliere'`);
  expect((await encore(zoe)).body).toEqual({
    jour: '2026-12-01',
    obstacle: "Ce type de leçon n'est plus proposé. Veuillez en choisir un autre.",
    reprise: null,
  });
  // nobody reads anything of another's lesson, not even an administrator here
  for (const other of [hugo, admin]) expect((await encore(other)).status).toBe(404);
  expect((await encore(zoe, 'inconnue')).status).toBe(404);
});
