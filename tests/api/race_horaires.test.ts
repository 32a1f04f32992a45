/**
 * The hours are narrowed while riders book and move lessons, on two processes: a lesson outside the
 * hours was stored under settings that allowed it (SET-04, ADR-037).
 */
import { beforeAll, expect, test } from 'vitest';
import { useInstances } from '../support/instances.ts';

const PEOPLE = 6;
const ROUNDS = 40;
const i = useInstances({ people: PEOPLE });
const SEMAINE = [null, null, null, null, null, null, null];
/** All seven days, so that the weekday does not matter. */
const NARROW = SEMAINE.map(() => [{ debut: '08:00', fin: '12:00' }]);

beforeAll(async () => {
  await i.sql.query(`update users set role = 'admin' where id = $1`, [i.people[0]!.id]);
  // A stable function uses the snapshot of the calling statement: the version of the settings under
  // which the lesson is stored.
  await i.sql.query(
    `create function version_vue() returns int stable language sql as 'select version from parametres'`,
  );
  await i.sql.query(`alter table reservations add column vue int default version_vue()`);
});

test("une leçon hors des heures n'est enregistrée que sous les réglages qui la permettaient", async () => {
  const jour = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const seen = { stored: 0, refused: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    await i.sql.query('delete from reservations');
    await i.sql.query(
      `update parametres set horaires = $1, version = version + 1, "riderChanges" = true, "maxBookingsPerDayApplied" = $2`,
      [JSON.stringify({ semaine: SEMAINE, saisons: [] }), round % 2 === 1],
    );
    const { body: wide } = await i.call(0, '/api/parametres', undefined, 'GET');
    const booking = (heure_debut: string, type_piste: string) => ({
      type_lecon: 'saut',
      nombre_personnes: 1,
      noms_participants: ['Camille'],
      date_reservation: jour,
      type_piste,
      heure_debut,
    });
    const { body: own } = await i.call(1, '/api/reservations', booking('09:00', 'exterieure'));
    const { type_lecon: _, ...moved } = booking('16:00', 'exterieure');
    const [narrowed, change, ...bookings] = await Promise.all([
      i.call(0, '/api/parametres', { ...wide, horaires: { semaine: NARROW, saisons: [] } }, 'PUT'),
      i.call(1, `/api/reservations/${own.id}/changement`, { ...moved, version: 0 }, 'PUT'),
      ...[2, 3, 4, 5].map((n) =>
        i.call(n, '/api/reservations', booking(`1${n + 1}:00`, 'interieure')),
      ),
    ]);
    expect(narrowed.status).toBe(200);
    for (const { status, body } of [change, ...bookings]) {
      expect([200, 201, 400]).toContain(status);
      if (status === 400) expect(body.code).toBe('heure_fermee');
      seen[status === 400 ? 'refused' : 'stored'] += 1;
    }
    const { rows } = await i.sql.query(
      `select vue from reservations where heure_debut >= '12:00' and id <> $1`,
      [own.id],
    );
    expect(rows.map(({ vue }) => vue)).toEqual(rows.map(() => wide.version));
    expect(rows.length).toBe(bookings.filter(({ status }) => status === 201).length);
  }
  // Both outcomes occurred; otherwise nothing was compared.
  expect(Math.min(seen.stored, seen.refused)).toBeGreaterThan(0);
});
