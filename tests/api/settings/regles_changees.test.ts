/**
 * What happens to existing lessons when their rules change: a type's duration and maximum, the
 * opening hours.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { book, MORNING, put, type Stored, useTestApp } from '../../support/app.ts';
import { restoreTypes } from '../../support/fixture.ts';

const t = useTestApp();

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from reservations`);
  await restoreTypes(t);
});

test("le type devenu plus long n'allonge pas une leçon qui le garde : la remarque s'enregistre, et l'heure se déplace", async () => {
  // SET-13, DESK-15
  const admin = await t.as({ role: 'admin' });
  const jumping = await book(admin, { type_lecon: 'saut' });
  await book(admin, { heure_debut: '10:30' });
  await t.services.db.execute(sql`update types_lecons set duree_minutes = 60 where value = 'saut'`);
  expect((await put(admin, jumping, { remarques: 'casque prêté' })).body).toMatchObject({
    remarques: 'casque prêté',
    heure_fin: '10:30',
  });
  expect(
    (await put(admin, jumping, { heure_debut: '19:30', version: undefined })).body,
  ).toMatchObject({ heure_debut: '19:30', heure_fin: '20:00' });
  // Another type, or the same one chosen again, has the current duration.
  expect(
    (
      await put(admin, jumping, {
        type_lecon: 'travail_pied',
        heure_debut: '14:00',
        version: undefined,
      })
    ).body,
  ).toMatchObject({ heure_fin: '15:00' });
  expect(
    (await put(admin, jumping, { heure_debut: '14:00', version: undefined })).body,
  ).toMatchObject({ type_lecon: 'saut', heure_fin: '15:00' });
});

test("le maximum abaissé ne bloque pas une leçon déjà plus nombreuse ; personne ne s'y ajoute", async () => {
  // DESK-16
  const admin = await t.as({ role: 'admin' });
  const noms = ['Camille', 'Hugo', 'Élise', 'Zoé'];
  const group = (n: number) => ({
    nombre_personnes: n,
    noms_participants: noms.slice(0, n),
    version: undefined,
  });
  const stored = await book(admin, group(3));
  await t.services.db.execute(
    sql`update types_lecons set max_personnes = 1 where value in ('collective', 'saut')`,
  );
  expect(
    (
      await put(admin, stored, {
        remarques: 'corrigée',
        noms_participants: ['Camille', 'Hugo', 'Élise Maes'],
      })
    ).body,
  ).toMatchObject({ remarques: 'corrigée', version: 1 });
  expect((await put(admin, stored, group(4))).body.code).toBe('trop_de_personnes');
  expect((await put(admin, stored, { type_lecon: 'saut', version: undefined })).body.code).toBe(
    'trop_de_personnes',
  );
  expect((await put(admin, stored, group(2))).body).toMatchObject({ nombre_personnes: 2 });
  expect((await put(admin, stored, group(3))).body.code).toBe('trop_de_personnes');
});

test('les leçons à venir se comptent par type, heures et personnes : ni passées, ni commencées, ni annulées', async () => {
  // SET-13
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const today = {
    date_reservation: '2026-11-21',
    type_lecon: 'saut',
    nombre_personnes: 1,
    noms_participants: ['Zoé'],
  };
  await book(admin, { ...today, heure_debut: '10:00' });
  await book(admin, { ...today, heure_debut: '12:00' });
  await book(admin, { ...today, heure_debut: '12:00', date_reservation: '2026-12-24' });
  await book(admin, {
    ...today,
    heure_debut: '12:00',
    date_reservation: '2026-12-01',
    type_piste: 'exterieure',
  });
  await book(admin, { date_reservation: '2026-12-25' });
  const cancelled = await book(admin, { date_reservation: '2026-12-26' });
  await put(admin, cancelled, { statut: 'annulee' });
  t.clock.now = new Date('2026-11-21T09:00:00Z'); // 10:00 in Brussels
  const { status, body } = await admin('GET', '/api/reservations/a-venir');
  expect([
    status,
    body.toSorted((a: Stored, b: Stored) => (a['type_lecon'] < b['type_lecon'] ? -1 : 1)),
  ]).toEqual([
    200,
    [
      {
        type_lecon: 'collective',
        heure_debut: '10:00',
        heure_fin: '11:00',
        nombre_personnes: 2,
        lecons: 1,
        premiere: '2026-12-25',
      },
      {
        type_lecon: 'saut',
        heure_debut: '12:00',
        heure_fin: '12:30',
        nombre_personnes: 1,
        lecons: 3,
        premiere: '2026-11-21',
      },
    ],
  ]);
  expect((await rider('GET', '/api/reservations/a-venir')).status).toBe(403);
});
