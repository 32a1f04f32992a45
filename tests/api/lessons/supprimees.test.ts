/**
 * Deleted reservations: kept 30 days, restored if the arena is free, also by two instances in
 * competition with bookings of the same slot.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { tidy } from '../../../src/server/housekeeping.ts';
import { book, DEMANDE, MORNING, planned, put, type Stored } from '../../support/app.ts';
import { useCourrier } from '../../support/courrier.ts';
import { overlaps, useInstances } from '../../support/instances.ts';

const c = useCourrier();
const db = () => c.t.services.db;
type Person = Awaited<ReturnType<typeof c.t.as>>;
let [admin, rider]: [Person, Person] = [] as never;

beforeAll(async () => {
  [admin, rider] = [await c.t.as({ role: 'admin', prenom: 'Élise', nom: 'Maes' }), await c.t.as()];
});
beforeEach(async () => {
  c.t.clock.now = MORNING;
  for (const table of ['reservations', 'reservations_supprimees', 'courriels', 'journal'])
    await db().execute(sql.raw(`delete from ${table}`));
});

async function bookAndRemove(change: object = {}): Promise<Stored> {
  const stored = await book(rider, change);
  expect((await admin('DELETE', `/api/reservations/${stored['id']}`)).status).toBe(200);
  return stored;
}
const restore = ({ id }: Stored) =>
  admin('POST', `/api/reservations/supprimees/${id}/restauration`);
const deleted = async () => (await admin('GET', '/api/reservations/supprimees')).body;
const courriels = async () =>
  (
    await db().execute<{ sorte: string; version: number; copie: boolean }>(
      sql`select sorte, (contenu -> 'lecon' ->> 'version')::int as version from courriels order by (contenu -> 'lecon' ->> 'version')::int, sorte`,
    )
  ).rows;

test("une leçon supprimée se lit, entière, avec qui l'a supprimée et quand", async () => {
  // DESK-30, DESK-31
  const { created_at, version: _, ...stored } = await bookAndRemove();
  expect(await deleted()).toEqual([
    {
      ...stored,
      created_at,
      version: 1,
      supprimee_at: MORNING.toISOString(),
      par: 'Élise Maes',
      raison: null,
    },
  ]);
  expect((await admin('GET', `/api/reservations/${stored['id']}`)).status).toBe(404);
  expect((await rider('GET', '/api/reservations/supprimees')).status).toBe(403);
});

test("restaurée, elle garde son identifiant et son auteur ; le cavalier reçoit confirmation et rappel, d'une version de plus", async () => {
  const stored = await bookAndRemove();
  const { status, body } = await restore(stored);
  expect([status, body]).toEqual([200, { ...stored, version: 2 }]);
  expect(await deleted()).toEqual([]);
  expect((await rider('GET', `/api/reservations/${stored['id']}`)).body).toEqual({
    ...stored,
    version: 2,
  });
  // The confirmation of the booking, its cancellation, and those of the restored lesson: the
  // SEQUENCE grows (MAIL-08).
  expect(await courriels()).toEqual([
    { sorte: 'reservation_confirmee', version: 0 },
    { sorte: 'reservation_annulee', version: 1 },
    { sorte: 'reservation_confirmee', version: 2 },
  ]);
  expect(await planned(admin)).toEqual([`${rider.email} 2026-11-22T09:00`]);
  const { rows } = await db().execute(
    sql`select action, acteur_id, objet_id from journal order by id`,
  );
  expect(rows).toEqual([
    { action: 'reservation.supprimee', acteur_id: admin.id, objet_id: stored['id'] },
    { action: 'reservation.restauree', acteur_id: admin.id, objet_id: stored['id'] },
  ]);
  expect((await restore(stored)).status).toBe(404);
  expect((await admin('DELETE', `/api/reservations/${stored['id']}`)).status).toBe(200);
  expect((await restore(stored)).body.version).toBe(4);
});

test("là où une autre leçon tient la piste, elle reste supprimée et le refus dit les heures de l'autre", async () => {
  const stored = await bookAndRemove();
  await book(rider, { heure_debut: '10:30' });
  const { status, body } = await restore(stored);
  expect([status, body.message]).toEqual([
    409,
    'Ce créneau est déjà réservé. Veuillez en choisir un autre. Une leçon tient la piste de 10h30 à 11h30.',
  ]);
  expect(await deleted()).toHaveLength(1);
});

test("une leçon annulée ou passée se restaure sans email, ni créneau à demander pour l'annulée", async () => {
  const cancelled = await book(rider);
  await put(admin, cancelled, { statut: 'annulee' });
  await admin('DELETE', `/api/reservations/${cancelled['id']}`);
  await book(rider);
  const before = (await courriels()).length;
  expect((await restore(cancelled)).body.statut).toBe('annulee');
  const past = await bookAndRemove({ heure_debut: '15:00' });
  await db().execute(sql`delete from courriels`);
  c.t.clock.now = new Date('2026-11-24T08:00:00Z');
  expect((await restore(past)).status).toBe(200);
  expect(before).toBeGreaterThan(0);
  expect(await courriels()).toEqual([]);
});

test('gardée 30 jours', async () => {
  // DESK-30
  await bookAndRemove();
  const after = async (ms: number) => {
    c.t.clock.now = new Date(MORNING.getTime() + ms);
    await db().execute(sql`update horloge set battement_at = ${c.t.clock.now.toISOString()}`);
    await tidy(c.t.services);
    return (await db().execute(sql`select 1 from reservations_supprimees`)).rows.length;
  };
  expect(await after(30 * 86_400_000)).toBe(1);
  expect(await after(30 * 86_400_000 + 1)).toBe(0);
});

test("un compte effacé n'y laisse ni identifiant ni remarque", async () => {
  // PEOPLE-31
  const gone = await c.t.as();
  const stored = await book(gone, { remarques: 'Allergique au foin' });
  await admin('DELETE', `/api/reservations/${stored['id']}`);
  await admin('DELETE', `/api/users/${gone.id}`);
  expect(await deleted()).toMatchObject([{ id: stored['id'], user_id: null, remarques: null }]);
  expect((await restore(stored)).body).toMatchObject({
    id: stored['id'],
    user_id: null,
    nom_client: 'Camille Lambert',
  });
});

describe('deux instances', () => {
  const i = useInstances({ people: 2, role: 'admin' });

  test('20 fois, une restauration contre la réservation du même créneau et une seconde restauration : une seule leçon tient la piste', async () => {
    // BOOK-06
    for (let n = 0; n < 20; n += 1) {
      const demande = { ...DEMANDE, date_reservation: addDays(momentAt(new Date()).jour, 30 + n) };
      const { body } = await i.call(0, '/api/reservations', demande);
      await i.call(0, `/api/reservations/${body.id}`, undefined, 'DELETE');
      const path = `/api/reservations/supprimees/${body.id}/restauration`;
      const answers = await Promise.all([
        i.call(0, path, undefined, 'POST'),
        i.call(1, '/api/reservations', demande),
        i.call(1, path, undefined, 'POST'),
      ]);
      const [first, booked, second] = answers.map(({ status }) => status);
      expect(
        [first === 200, booked === 201, second === 200].filter(Boolean),
        JSON.stringify(answers),
      ).toHaveLength(1);
      const { rows } = await i.sql.query(
        'select id from reservations where date_reservation = $1',
        [demande.date_reservation],
      );
      const { rows: kept } = await i.sql.query(
        'select id from reservations_supprimees where id = $1',
        [body.id],
      );
      expect([rows.length, kept.length]).toEqual([1, booked === 201 ? 1 : 0]);
    }
    expect(await overlaps(i)).toBe(0);
  });
});
