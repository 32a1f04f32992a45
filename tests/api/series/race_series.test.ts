/**
 * Repeating a lesson at the same time as bookings, closures and other repetitions, on two processes
 * (SERIE-02, ADR-039): all its dates are stored, or none, and no hour is occupied twice.
 */
import { beforeAll, expect, test } from 'vitest';
import { useInstances } from '../../support/instances.ts';
import { rounds } from '../../support/rounds.ts';

const ROUNDS = rounds(10, 60);
const i = useInstances({ people: 6 });
const dayAfter = (days: number): string =>
  new Date(Date.now() + (30 + days) * 86_400_000).toISOString().slice(0, 10);
const DATES = [7, 14, 21, 28].map(dayAfter);

beforeAll(async () => {
  await i.sql.query(`update users set role = 'admin' where id = any($1)`, [
    i.people.slice(0, 2).map(({ id }) => id),
  ]);
});

const booking = (date_reservation: string, heure_debut = '10:00') => ({
  type_lecon: 'saut',
  nombre_personnes: 1,
  noms_participants: ['Camille'],
  date_reservation,
  type_piste: 'interieure',
  heure_debut,
});

async function first() {
  await i.sql.query('delete from fermetures');
  await i.sql.query('delete from reservations');
  return (await i.call(2, '/api/reservations', booking(dayAfter(0)))).body;
}
const repeat = (who: number, { id, version }: { id: string; version: number }, dates = DATES) =>
  i.call(who, `/api/reservations/${id}/repetition`, {
    version,
    rythme: 7,
    dates: dates.map((date) => ({ date, type_piste: 'interieure' })),
  });

/** Lessons without their occupation, hours occupied twice, and how many lessons are in a series. */
async function state() {
  const { rows } = await i.sql.query(`
    select
      (select count(*)::int from reservations r where r.statut <> 'annulee' and not exists (
        select from occupations o where o.reservation_id = r.id and o.jour = r.date_reservation and o.heure_debut = r.heure_debut)) as loose,
      (select count(*)::int from occupations a join occupations b on a.ctid < b.ctid and a.ressource_id = b.ressource_id
        and a.jour = b.jour and a.heure_debut < b.heure_fin and b.heure_debut < a.heure_fin) as twice,
      (select count(*)::int from reservations where serie_id is not null) as serie`);
  return rows[0] as { loose: number; twice: number; serie: number };
}

test('répéter pendant qu’on réserve ses dates : toutes, ou aucune', async () => {
  const seen = { all: 0, none: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const lecon = await first();
    const [repeated, ...bookings] = await Promise.all([
      repeat(0, lecon),
      ...[3, 4, 5].map((n) => i.call(n, '/api/reservations', booking(DATES[n - 3]!))),
    ]);
    const stored = bookings.filter(({ status }) => status === 201).length;
    expect([201, 409]).toContain(repeated.status);
    if (repeated.status === 409) expect(repeated.body.code).toBe('serie_dates_changees');
    for (const { status, body } of bookings)
      if (status !== 201) expect([status, body.code]).toEqual([409, 'creneau_pris']);
    expect(await state()).toEqual({
      loose: 0,
      twice: 0,
      serie: repeated.status === 201 ? 5 : 0,
    });
    // Exactly one of the two has stored its lessons.
    expect(stored > 0).toBe(repeated.status === 409);
    seen[repeated.status === 201 ? 'all' : 'none'] += 1;
  }
  expect(seen.all + seen.none).toBe(ROUNDS);
});

test('deux répétitions en même temps sur les mêmes dates : une seule', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const lecon = await first();
    const other = (
      await i.call(3, '/api/reservations', { ...booking(dayAfter(0)), type_piste: 'exterieure' })
    ).body;
    const answers = await Promise.all([repeat(0, lecon), repeat(1, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await state()).toEqual({ loose: 0, twice: 0, serie: 5 });
  }
});

test('fermer et répéter en même temps : aucune heure deux fois', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const lecon = await first();
    const [closed, repeated] = await Promise.all([
      i.call(1, '/api/fermetures', {
        pistes: ['interieure'],
        du: DATES[1],
        au: DATES[2],
        heure_debut: '08:00',
        heure_fin: '20:00',
        motif: 'Gel',
        lecons: [],
      }),
      repeat(0, lecon),
    ]);
    expect([closed.status, repeated.status].toSorted()).toEqual([201, 409]);
    expect(await state()).toMatchObject({ loose: 0, twice: 0 });
  }
});
