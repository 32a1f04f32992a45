/**
 * An administrator who books for somebody else: an account, or a name without one. The clock shows
 * Saturday 21 November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { DEMANDE, planned, useTestApp } from '../support/app.ts';
import { createPerson } from '../support/people.ts';

const t = useTestApp();

beforeEach(async () => {
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from courriels`);
  await t.services.db.execute(sql`delete from parametres`);
  await t.services.db.execute(sql`insert into parametres (id) values (1)`);
});

const courriels = async () =>
  (
    await t.services.db.execute<{ sorte: string; destinataire: string; nom: string }>(
      sql`select sorte, destinataire, contenu->>'nom' as nom from courriels order by sorte`,
    )
  ).rows;

test("pour un compte : la leçon est la sienne, et c'est lui qui reçoit la confirmation, le rappel et l'annulation", async () => {
  // BOOK-26
  const [admin, rider] = [
    await t.as({ role: 'admin', prenom: 'Sophie', nom: 'Maes' }),
    await t.as({ prenom: 'Zoé', nom: 'Willems' }),
  ];
  const { status, body } = await admin('POST', '/api/reservations', {
    ...DEMANDE,
    pour: { user_id: rider.id },
  });
  expect([status, body.user_id, body.nom_client]).toEqual([201, rider.id, 'Zoé Willems']);
  expect((await rider('GET', '/api/reservations?miennes=1')).body).toEqual([body]);
  expect((await admin('GET', '/api/reservations?miennes=1')).body).toEqual([]);
  expect(await courriels()).toEqual([
    { sorte: 'reservation_confirmee', destinataire: rider.email, nom: 'Zoé Willems' },
  ]);
  expect(await planned(admin)).toEqual([`${rider.email} 2026-11-22T09:00`]);
  await admin('DELETE', `/api/reservations/${body.id}`);
  expect(
    (await courriels()).map(({ sorte, destinataire: recipient }) => [sorte, recipient]),
  ).toContainEqual(['reservation_annulee', rider.email]);
});

test('pour un nom seul : un client sans compte, aucun email, sauf la copie du centre', async () => {
  // BOOK-26, MAIL-07
  const admin = await t.as({ role: 'admin' });
  await t.services.db.execute(sql`update parametres set "adminEmail" = 'centre@essai.example'`);
  const { status, body } = await admin('POST', '/api/reservations', {
    ...DEMANDE,
    pour: { nom: '  Jeanne   Dupont ' },
  });
  expect([status, body.nom_client]).toEqual([201, 'Jeanne Dupont']);
  expect(
    (await t.services.db.execute(sql`select id, nom from clients where nom is not null`)).rows,
  ).toEqual([{ id: body.user_id, nom: 'Jeanne Dupont' }]);
  expect(await courriels()).toEqual([
    { sorte: 'reservation_confirmee', destinataire: 'centre@essai.example', nom: 'Jeanne Dupont' },
  ]);
  expect((await admin('GET', '/api/reservations?miennes=1')).body).toEqual([]);
});

test("les règles des cavaliers ne tiennent pas l'administrateur qui réserve pour eux, ni les heures", async () => {
  // BOOK-36, SET-05
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  await t.services.db
    .execute(sql`update parametres set "maxBookingsPerDay" = 1, "maxBookingsPerDayApplied" = true,
    "advanceBookingDays" = 1, "advanceBookingDaysApplied" = true, "openingTime" = '09:00'`);
  for (const heure_debut of ['10:00', '12:00']) {
    expect(
      (
        await admin('POST', '/api/reservations', {
          ...DEMANDE,
          heure_debut,
          pour: { user_id: rider.id },
        })
      ).status,
    ).toBe(201);
  }
  expect(
    (
      await admin('POST', '/api/reservations', {
        ...DEMANDE,
        heure_debut: '08:00',
        pour: { user_id: rider.id },
      })
    ).status,
  ).toBe(201);
});

test("un cavalier ne réserve pour personne d'autre, pas même pour lui", async () => {
  // BOOK-32
  const rider = await t.as();
  for (const pour of [{ user_id: rider.id }, { nom: 'Jeanne Dupont' }]) {
    expect((await rider('POST', '/api/reservations', { ...DEMANDE, pour })).body).toMatchObject({
      status: 403,
      code: 'role_insuffisant',
    });
  }
  expect((await t.services.db.execute(sql`select 1 from reservations`)).rows).toEqual([]);
});

test("un compte qui n'est pas actif, ou qui n'est plus, est refusé", async () => {
  // BOOK-31
  const admin = await t.as({ role: 'admin' });
  const message =
    "Cette personne n'a pas ou plus de compte actif. Choisissez-en une autre, ou réservez pour son nom seul.";
  for (const statut of ['en_attente', 'inactif', 'refuse'] as const) {
    const { id } = await createPerson(t.services.db, { statut });
    expect(
      (await admin('POST', '/api/reservations', { ...DEMANDE, pour: { user_id: id } })).body,
    ).toEqual({ code: 'client_introuvable', status: 404, message });
  }
  expect(
    (
      await admin('POST', '/api/reservations', {
        ...DEMANDE,
        pour: { user_id: '00000000-0000-4000-8000-000000000000' },
      })
    ).body.message,
  ).toBe(message);
  expect((await t.services.db.execute(sql`select 1 from reservations`)).rows).toEqual([]);
});

test.each([
  [{}, 'donnees_invalides'],
  [null, 'donnees_invalides'],
  ['Jeanne', 'donnees_invalides'],
  [[], 'donnees_invalides'],
  [{ user_id: 3 }, 'donnees_invalides'],
  [{ user_id: 'moi' }, 'donnees_invalides'],
  [{ nom: 'Jeanne', user_id: '00000000-0000-4000-8000-000000000000' }, 'donnees_invalides'],
  [{ nom: 'Jeanne', role: 'admin' }, 'donnees_invalides'],
  [{ nom: '' }, 'nom_client_invalide'],
  [{ nom: '  3 ' }, 'nom_client_invalide'],
  [{ nom: 'Jeanne\nDupont' }, 'nom_client_invalide'],
  [{ nom: 'a'.repeat(101) }, 'nom_client_invalide'],
  [{ nom: '\u202eJeanne' }, 'nom_client_invalide'],
])('« pour » : %j est refusé', async (pour, code) => {
  const admin = await t.as({ role: 'admin' });
  expect((await admin('POST', '/api/reservations', { ...DEMANDE, pour })).body).toMatchObject({
    status: 400,
    code,
  });
  expect((await t.services.db.execute(sql`select 1 from reservations`)).rows).toEqual([]);
});
