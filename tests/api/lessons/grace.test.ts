/**
 * For a booking inside the deadline, the screen shows that only the centre can cancel it. During a
 * grace period, its rider can undo it (SET-41, RIDE-46).
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, type Caller, DEMANDE, type Stored, useTestApp } from '../../support/app.ts';

const t = useTestApp();
const run = (statement: string) => t.services.db.execute(sql.raw(statement));

/** Monday 23 November 2026, 09:00 in Brussels: the lesson begins at 10:00. */
const NOW = new Date('2026-11-23T08:00:00Z');
const after = (minutes: number) => {
  t.clock.now = new Date(NOW.getTime() + minutes * 60_000);
};

beforeEach(async () => {
  t.clock.now = NOW;
  for (const table of ['reservations', 'courriels']) await run(`delete from ${table}`);
  await run(
    `update parametres set "riderCancellation" = true, "cancellationHours" = 24, "riderGrace" = true, "graceMinutes" = 15`,
  );
  await run(`update types_lecons set ouverte = true where value = 'collective'`);
});

/** Sets the time of the booking to the clock of the test, because the database uses its own. */
async function bookNow(rider: Caller, change: object = {}): Promise<Stored> {
  const stored = await book(rider, change);
  await run(
    `update reservations set created_at = '${t.clock.now.toISOString()}' where id = '${stored['id']}'`,
  );
  return stored;
}
const cancel = async (rider: Caller, { id }: Stored): Promise<string> =>
  (await rider('POST', `/api/reservations/${id}/annulation`)).body.code ?? 'annulee';

test("quinze minutes durant la réservation s'annule, le délai passé ; ensuite non", async () => {
  const rider = await t.as();
  const first = await bookNow(rider);
  after(15);
  expect(await cancel(rider, first)).toBe('annulee');
  after(0);
  const second = await bookNow(rider);
  after(16);
  expect(await cancel(rider, second)).toBe('delai_passe');
});

test('éteint, le délai vaut dès la première minute ; allumé, aussi là où le centre annule lui-même', async () => {
  const rider = await t.as();
  const stored = await bookNow(rider);
  await run('update parametres set "riderGrace" = false');
  expect(await cancel(rider, stored)).toBe('delai_passe');
  await run('update parametres set "riderGrace" = true, "riderCancellation" = false');
  expect(await cancel(rider, stored)).toBe('annulee');
});

test("une leçon commencée ne s'annule plus, à peine réservée", async () => {
  after(55);
  const rider = await t.as();
  const stored = await bookNow(rider);
  after(60);
  expect(await cancel(rider, stored)).toBe('lecon_commencee');
});

test("qui rejoint a son propre temps ; la place des autres, un changement et une restauration n'en donnent pas de nouveau", async () => {
  const [admin, rider, joiner, third] = [
    await t.as({ role: 'admin' }),
    await t.as(),
    await t.as(),
    await t.as(),
  ];
  await run('update parametres set "riderChanges" = true, "cancellationHours" = 0');
  const stored = await bookNow(rider, { noms_participants: ['Zoé'], nombre_personnes: 1 });
  after(20);
  const join = (who: Caller, nom: string) =>
    who('POST', '/api/reservations/places', {
      ...DEMANDE,
      noms_participants: [nom],
      nombre_personnes: 1,
    });
  const joined = await join(joiner, 'Hugo');
  expect([joined.status, joined.body.created_at]).toEqual([
    201,
    new Date(NOW.getTime() + 20 * 60_000).toISOString(),
  ]);
  expect((await rider('GET', `/api/reservations/${stored['id']}`)).body.created_at).toBe(
    NOW.toISOString(),
  );
  after(30);
  expect((await join(third, 'Max')).status).toBe(201);
  const { type_lecon: _, ...changement } = DEMANDE;
  const {
    body: { version },
  } = await rider('GET', `/api/reservations/${stored['id']}`);
  expect(
    (
      await rider('PUT', `/api/reservations/${stored['id']}/changement`, {
        ...changement,
        noms_participants: ['Zoé', 'Léa'],
        nombre_personnes: 2,
        version,
      })
    ).status,
  ).toBe(200);
  expect((await admin('DELETE', `/api/reservations/${stored['id']}`)).status).toBe(200);
  expect(
    (await admin('POST', `/api/reservations/supprimees/${stored['id']}/restauration`)).status,
  ).toBe(200);
  await run('update parametres set "cancellationHours" = 24');
  after(34);
  expect(await cancel(rider, stored)).toBe('delai_passe');
  expect(await cancel(joiner, stored)).toBe('annulee');
  after(46);
  expect(await cancel(third, stored)).toBe('delai_passe');
});

test("l'email dit qu'il est trop tard, et jusqu'à quand se raviser ; avant le délai, ce qu'il disait", async () => {
  // MAIL-07
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const note = async (jour: string, values: string): Promise<string> => {
    for (const table of ['reservations', 'courriels']) await run(`delete from ${table}`);
    await run(`update parametres set ${values}`);
    await book(rider, { date_reservation: jour });
    const { id } = (await admin('GET', '/api/courriels')).body.find(
      ({ sorte }: Stored) => sorte === 'reservation_confirmee',
    );
    const { texte } = (await admin('GET', `/api/courriels/${id}`)).body as { texte: string };
    return texte.replace(/\s+/g, ' ');
  };
  expect(await note('2026-11-23', '"riderGrace" = true')).toContain(
    "Le délai pour l'annuler vous-même est passé. Si c'est une erreur, vous pouvez encore l'annuler jusqu'à 9h15, dans « Mes réservations ». Ensuite, parlez-en au centre.",
  );
  expect(await note('2026-11-23', '"riderGrace" = false')).toContain(
    "Le délai pour l'annuler vous-même est passé. Pour la changer ou l'annuler, parlez-en au centre.",
  );
  expect(await note('2026-11-26', '"riderGrace" = true')).toMatch(
    /Vous pouvez la changer ou l'annuler jusqu'au mercredi 25 novembre 2026 à 10h00, dans « Mes réservations ». Après, parlez-en au centre.(?! Si)/,
  );
  expect(await note('2026-11-26', '"riderCancellation" = false, "riderChanges" = false')).toContain(
    "Si c'est une erreur, vous pouvez encore l'annuler jusqu'à 9h15, dans « Mes réservations ». Ensuite, parlez-en au centre.",
  );
});
