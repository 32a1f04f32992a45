/**
 * The rules change while riders book and move lessons, on two processes that remember them: a lesson
 * was stored under rules that allowed it (SET-04, ADR-003, ADR-037).
 */
import { beforeAll, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { useInstances } from '../../support/instances.ts';

const PEOPLE = 6;
const ROUNDS = 40;
const JOUR = addDays(momentAt(new Date()).jour, 30);
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
  await i.sql.query(
    `create function actif_vu() returns boolean stable language sql as 'select true'`,
  );
  await i.sql.query(
    `alter table reservations add column vue int default version_vue(), add column actif_vu boolean default actif_vu()`,
  );
});

test("une leçon hors des heures n'est enregistrée que sous les réglages qui la permettaient", async () => {
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
      date_reservation: JOUR,
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

test.each([
  ['une piste', "ressources set actif = $1 where id = 'exterieure'", [409, 'piste_fermee']],
  ['un type', "types_lecons set actif = $1 where value = 'saut'", [400, 'type_lecon_inconnu']],
])(
  "sous %s que l'on vient de retirer, par SQL, rien ne s'enregistre",
  async (_, change, refused) => {
    const [table = ''] = change.split(' ');
    const [, named = ''] = change.split('where ');
    await i.sql.query(
      `create or replace function actif_vu() returns boolean stable language sql as 'select actif from ${table} where ${named.replaceAll("'", "''")}'`,
    );
    await i.sql.query(`update parametres set horaires = $1, "maxBookingsPerDayApplied" = false`, [
      JSON.stringify({ semaine: SEMAINE, saisons: [] }),
    ]);
    const seen = { stored: 0, refused: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      await i.sql.query('delete from reservations');
      await i.sql.query(`update ${change}`, [true]);
      const demandes = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'].map(
        (heure_debut) => ({
          type_lecon: 'saut',
          nombre_personnes: 1,
          noms_participants: ['Camille'],
          date_reservation: JOUR,
          type_piste: 'exterieure',
          heure_debut,
        }),
      );
      // Both processes know the rules then.
      for (const n of [0, 1]) await i.call(1 + n, '/api/reservations', demandes[n]);
      const pending = demandes
        .slice(2)
        .map((demande, n) => i.call(1 + (n % 5), '/api/reservations', demande));
      if (round % 2 === 1) await Promise.race(pending); // otherwise the change is nearly always first
      await i.sql.query(`update ${change}`, [false]);
      const answers = await Promise.all(pending);
      for (const { status, body } of answers) {
        if (status !== 201) expect([status, body.code]).toEqual(refused);
        seen[status === 201 ? 'stored' : 'refused'] += 1;
      }
      const { rows } = await i.sql.query('select actif_vu from reservations');
      expect(rows.map(({ actif_vu: was }) => was)).toEqual(rows.map(() => true));
    }
    await i.sql.query(`update ${change}`, [true]);
    expect(Math.min(seen.stored, seen.refused)).toBeGreaterThan(0);
  },
  120_000,
);
