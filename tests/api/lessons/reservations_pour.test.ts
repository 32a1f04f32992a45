/**
 * An administrator who books for somebody else: an account, or a name without one. The clock shows
 * Saturday 21 November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEMANDE, planned, useTestApp } from '../../support/app.ts';
import { createPerson } from '../../support/people.ts';

const t = useTestApp();

beforeEach(async () => {
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from courriels`);
  await t.services.db.execute(sql`delete from clients where nom is not null`);
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

describe('un autre client pour un nom', () => {
  // BOOK-37
  type Person = Awaited<ReturnType<typeof t.as>>;
  let [admin, anne, marc]: Person[] = [] as never;
  beforeEach(async () => {
    [admin, anne, marc] = [
      await t.as({ role: 'admin', prenom: 'Odile', nom: 'Bureau' }),
      await t.as({ prenom: 'Anne', nom: 'Maes' }),
      await t.as({ prenom: 'Marc', nom: 'Dubois' }),
    ];
  });
  const names = (...noms: string[]) => ({ noms_participants: noms, nombre_personnes: noms.length });
  const send = (fields: object, caller: Person = admin!) =>
    caller('POST', '/api/reservations', { ...DEMANDE, ...fields });
  /** The customer of each seat: the name of one without an account, otherwise the email. */
  const seats = async (): Promise<unknown[][]> =>
    (
      await t.services.db.execute<{ nom: string; qui: string }>(
        sql`select s.nom, coalesce(u.email, c.nom) as qui from participants s left join clients c on c.id = s.user_id left join users u on u.id = c.id order by position`,
      )
    ).rows.map(({ nom, qui }) => [nom, qui]);
  const told = async () =>
    (
      await t.services.db.execute(
        sql`select destinataire, contenu->'lecon'->'noms_participants' as noms, contenu->'lecon'->>'remarques' as remarques from courriels order by destinataire`,
      )
    ).rows.map(({ destinataire, noms, remarques }) => [destinataire, noms, remarques]);
  const kept = async () =>
    (
      await t.services.db.execute<{ nom: string; telephone: string | null }>(
        sql`select nom, telephone from clients where nom is not null order by nom, telephone`,
      )
    ).rows.map(({ nom, telephone }) => [nom, telephone]);
  const stored = async () =>
    (await t.services.db.execute(sql`select id from reservations`)).rows.length;

  test('chaque compte a ses places, et apprend les siennes, avec ses noms ; le centre les a tous', async () => {
    // RIDE-02, RIDE-04
    await t.services.db.execute(sql`update parametres set "adminEmail" = 'centre@essai.example'`);
    const { status, body } = await send({
      ...names('Léa', 'Tom', 'Zoé', 'Nina'),
      remarques: 'Premier cours',
      pour: { user_id: anne!.id },
      comptes: [null, { user_id: marc!.id }, { nom: ' Jeanne  Dupont ', telephone: '0475' }, null],
    });
    expect([status, body.user_id, body.nom_client]).toEqual([201, anne!.id, 'Anne Maes']);
    expect(await seats()).toEqual([
      ['Léa', anne!.email],
      ['Tom', marc!.email],
      ['Zoé', 'Jeanne Dupont'],
      ['Nina', anne!.email],
    ]);
    expect(await kept()).toEqual([['Jeanne Dupont', '0475']]);
    expect(await told()).toEqual(
      [
        [anne!.email, ['Léa', 'Nina'], 'Premier cours'],
        ['centre@essai.example', ['Léa', 'Tom', 'Zoé', 'Nina'], 'Premier cours'],
        [marc!.email, ['Tom'], null],
      ].toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    );
    expect((await marc!('GET', `/api/reservations/${body.id}`)).body).toMatchObject({
      noms_participants: ['Tom'],
      personnes: 4,
      remarques: null,
    });
    expect((await planned(admin!)).toSorted()).toEqual(
      [anne!, marc!].map(({ email }) => `${email} 2026-11-22T09:00`).toSorted(),
    );
  });

  test('sans « pour », les autres noms sont à l’administrateur ; les noms seuls trouvent ou font chacun leur client', async () => {
    // CLI-02
    await send({ ...names('Jeanne'), heure_debut: '08:00', pour: { nom: 'Jeanne Dupont' } });
    await t.services.db.execute(sql`delete from reservations`);
    const { status, body } = await send({
      ...names('Odile', 'A', 'B', 'C'),
      comptes: [null, { nom: 'JEANNE  dupont' }, { nom: 'Luc Petit' }, { nom: 'luc petit' }],
    });
    expect([status, body.user_id, body.nom_client]).toEqual([201, admin!.id, 'Odile Bureau']);
    expect((await seats()).map(([, qui]) => qui)).toEqual([
      admin!.email,
      'Jeanne Dupont',
      'Luc Petit',
      'Luc Petit',
    ]);
    expect(await kept()).toEqual([
      ['Jeanne Dupont', null],
      ['Luc Petit', null],
    ]);
  });

  test('si chaque nom a un autre client, la leçon est celle du premier ; de « pour » il ne reste rien', async () => {
    // RIDE-01
    const { status, body } = await send({
      ...names('Tom', 'Zoé'),
      pour: { nom: 'Personne de ce nom' },
      comptes: [{ nom: 'Luc Petit' }, { user_id: marc!.id }],
    });
    expect([status, body.nom_client]).toEqual([201, 'Luc Petit']);
    expect(await seats()).toEqual([
      ['Tom', 'Luc Petit'],
      ['Zoé', marc!.email],
    ]);
    expect(await kept()).toEqual([['Luc Petit', null]]);
    const [own] = (await t.services.db.execute(sql`select user_id from reservations`)).rows;
    expect(own).toEqual({ user_id: body.user_id });
    const one = await send({
      ...names('Léa'),
      heure_debut: '14:00',
      pour: { user_id: marc!.id },
      comptes: [{ user_id: anne!.id }],
    });
    expect([one.body.user_id, one.body.nom_client]).toEqual([anne!.id, 'Anne Maes']);
    expect((await told()).map(([to]) => to).toSorted()).toEqual(
      [anne!.email, marc!.email].toSorted(),
    );
  });

  test('une place prend le cavalier de son client, et son prix', async () => {
    // RIDE-24, PRICE-03
    await t.services.db.execute(
      sql`insert into cavaliers (user_id, nom) values (${marc!.id}, 'Tom'), (${anne!.id}, 'Tom')`,
    );
    await t.services.db.execute(
      sql`insert into prix_valables (type_lecon, du, centimes) values ('collective', '2026-01-01', 2200) on conflict do nothing`,
    );
    await send({
      ...names('Tom', 'Tom', 'Tom'),
      pour: { user_id: anne!.id },
      comptes: [null, { user_id: marc!.id }, { nom: 'Luc Petit' }],
    });
    expect(
      (
        await t.services.db.execute(
          sql`select k.user_id, s.centimes from participants s left join cavaliers k on k.id = s.cavalier_id order by position`,
        )
      ).rows,
    ).toEqual([
      { user_id: anne!.id, centimes: 2200 },
      { user_id: marc!.id, centimes: 2200 },
      { user_id: null, centimes: 2200 },
    ]);
    await t.services.db.execute(sql`delete from prix_valables`);
  });

  test('un seul client qui n’est plus : rien n’est enregistré, personne n’est fait', async () => {
    // BOOK-31
    const gone = { user_id: '00000000-0000-4000-8000-000000000000' };
    const waiting = await createPerson(t.services.db, { statut: 'en_attente' });
    for (const one of [gone, { user_id: waiting.id }]) {
      const { body } = await send({
        ...names('Léa', 'Tom', 'Zoé'),
        pour: { user_id: anne!.id },
        comptes: [null, { nom: 'Luc Petit' }, one],
      });
      expect(body).toEqual({
        code: 'client_introuvable',
        status: 404,
        message:
          "Cette personne n'a pas ou plus de compte actif. Choisissez-en une autre, ou réservez pour son nom seul.",
      });
    }
    expect([await stored(), await kept(), await told()]).toEqual([0, [], []]);
  });

  test('un créneau pris ne fait personne', async () => {
    // BOOK-20
    await send(names('Léa'), anne);
    const { body } = await send({ ...names('Tom', 'Zoé'), comptes: [null, { nom: 'Luc Petit' }] });
    expect([body.code, await kept()]).toEqual(['creneau_pris', []]);
  });

  test.each([
    [[null], 'noms_en_nombre'],
    [[null, null, null], 'noms_en_nombre'],
    [[null, { nom: '3' }], 'nom_client_invalide'],
    [[null, { nom: 'Luc', telephone: '0'.repeat(41) }], 'telephone_invalide'],
    [[null, {}], 'donnees_invalides'],
    [[null, 'Luc'], 'donnees_invalides'],
    [[null, { user_id: 'moi' }], 'donnees_invalides'],
    [[null, { nom: 'Luc', role: 'admin' }], 'donnees_invalides'],
    [{}, 'donnees_invalides'],
  ])('« comptes » : %j est refusé', async (comptes, code) => {
    const { status, body } = await send({ ...names('Léa', 'Tom'), comptes });
    expect([status, body.code, await stored()]).toEqual([400, code, 0]);
  });

  test('un cavalier n’en envoie pas, pas même vides', async () => {
    // BOOK-32
    for (const comptes of [
      [null, null],
      [null, { user_id: anne!.id }],
    ]) {
      const { body } = await send({ ...names('Léa', 'Tom'), comptes }, anne);
      expect(body).toMatchObject({ status: 403, code: 'role_insuffisant' });
    }
    expect(await stored()).toBe(0);
  });
});
