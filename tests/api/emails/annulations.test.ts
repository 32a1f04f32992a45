/**
 * The email a rider receives if their lesson changes or is cancelled: the previous values, and the
 * reason.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Caller, DEMANDE, MORNING, useTestApp } from '../../support/app.ts';

const t = useTestApp();

beforeEach(async () => {
  t.clock.now = MORNING;
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(sql`delete from courriels`);
});

/** The texts of one kind of email, as an administrator reads them. */
async function texts(admin: Caller, sorte: string): Promise<string[]> {
  const { body } = await admin('GET', '/api/courriels');
  const ids = (body as { id: string; sorte: string }[])
    .filter((courriel) => courriel.sorte === sorte)
    .map(({ id }) => id);
  return Promise.all(
    ids.map(async (id) => (await admin('GET', `/api/courriels/${id}`)).body.texte as string),
  );
}

test("l'email d'un changement dit ce qui était prévu, le type par son nom", async () => {
  // MAIL-07
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
  expect(
    (
      await admin('PUT', `/api/reservations/${stored.id}`, {
        ...stored,
        type_lecon: 'longe',
        heure_debut: '15:00',
        date_reservation: '2026-11-24',
      })
    ).status,
  ).toBe(200);
  const [text] = await texts(admin, 'reservation_modifiee');
  for (const line of [
    'Jour : mardi 24 novembre 2026\n       avant : lundi 23 novembre 2026',
    'Heures : de 15h00 à 15h30\n         avant : de 10h00 à 11h00',
    'Leçon : Longe\n        avant : Leçon collective',
  ]) {
    expect(text).toContain(line);
  }
  expect(text).toContain('Piste : Piste Intérieure\nLeçon');
});

test.each([
  // DESK-12, DESK-18, LIM-31
  [
    'supprimée',
    (admin: Caller, stored: { id: string }, raison: unknown) =>
      admin('DELETE', `/api/reservations/${stored.id}`, { raison }),
  ],
  [
    'annulée',
    (admin: Caller, stored: { id: string }, raison: unknown) =>
      admin('PUT', `/api/reservations/${stored.id}`, { ...stored, statut: 'annulee', raison }),
  ],
] as const)('une leçon %s dit pourquoi, si on le donne', async (_, cancel) => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  for (const [raison, expected] of [
    ['  La piste est gelée.  ', 'Raison : La piste est gelée.\n'],
    ['   ', null],
    [null, null],
    [undefined, null],
  ] as const) {
    const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
    expect((await cancel(admin, stored, raison)).status).toBe(200);
    const [text] = await texts(admin, 'reservation_annulee');
    if (expected) expect(text).toContain(expected);
    else expect(text).not.toContain('Raison');
    await t.services.db.execute(sql`delete from courriels`);
  }
  const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
  for (const raison of ['a'.repeat(301), 'deux\nlignes']) {
    expect((await cancel(admin, stored, raison)).body).toMatchObject({
      status: 400,
      message: 'La raison tient sur une ligne de 300 caractères au plus.',
    });
  }
  expect((await admin('GET', `/api/reservations/${stored.id}`)).body).toMatchObject({
    statut: 'confirmee',
    version: stored.version,
  });
});

test('une suppression sans corps reste une suppression', async () => {
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
  expect((await admin('DELETE', `/api/reservations/${stored.id}`)).status).toBe(200);
});

test("ce qui se rend tel qu'il a été lu n'est pas un changement : ni version, ni email", async () => {
  // DESK-26
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: stored } = await rider('POST', '/api/reservations', DEMANDE);
  const { body: read } = await admin('GET', `/api/reservations/${stored.id}`);
  expect(await admin('PUT', `/api/reservations/${stored.id}`, read)).toMatchObject({
    status: 200,
    body: { version: 0 },
  });
  expect((await admin('GET', `/api/reservations/${stored.id}`)).body).toEqual(read);
  // RIDE-13: nor is the same of the rider's own lesson.
  await t.services.db.execute(sql`update parametres set "riderChanges" = true`);
  const { type_lecon: _, ...same } = DEMANDE;
  const changed = await rider('PUT', `/api/reservations/${stored.id}/changement`, {
    ...same,
    version: 0,
  });
  expect(changed).toMatchObject({ status: 200, body: { version: 0 } });
  expect((await admin('GET', `/api/reservations/${stored.id}`)).body).toEqual(read);
  expect(await texts(admin, 'reservation_modifiee')).toEqual([]);
});

test('la raison reste avec la leçon annulée, aussi sans compte et quand elle est modifiée ensuite ; le cavalier ne la lit que dans son email et ses données', async () => {
  // DESK-40
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const [{ body: own }, { body: named }] = [
    await rider('POST', '/api/reservations', DEMANDE),
    await admin('POST', '/api/reservations', {
      ...DEMANDE,
      heure_debut: '14:00',
      pour: { nom: 'Tom' },
    }),
  ];
  const cancel = (stored: { id: string }, raison: string | null) =>
    admin('PUT', `/api/reservations/${stored.id}`, {
      ...stored,
      version: undefined,
      statut: 'annulee',
      raison,
    });
  for (const stored of [own, named]) expect((await cancel(stored, 'Piste gelée')).status).toBe(200);
  const reasons = async () =>
    (
      (await admin('GET', '/api/reservations?du=2026-11-01&au=2026-11-30')).body as {
        id: string;
        raison?: string;
      }[]
    )
      .map(({ id, raison }) => [id === own.id ? 'own' : 'named', raison])
      .toSorted();
  expect(await reasons()).toEqual([
    ['named', 'Piste gelée'],
    ['own', 'Piste gelée'],
  ]);
  expect((await rider('GET', `/api/reservations/${own.id}`)).body).not.toHaveProperty('raison');
  expect((await rider('GET', '/api/profil/donnees')).body.reservations).toMatchObject([
    { id: own.id, raison: 'Piste gelée' },
  ]);
  // an edit without a reason
  expect((await cancel({ ...own, remarques: 'Rappeler' }, null)).status).toBe(200);
  expect(await reasons()).toEqual([
    ['named', 'Piste gelée'],
    ['own', 'Piste gelée'],
  ]);
  const { body: read } = await admin('GET', `/api/reservations/${own.id}`);
  expect(
    (await admin('PUT', `/api/reservations/${own.id}`, { ...read, statut: 'confirmee' })).status,
  ).toBe(200); // it takes place after all
  expect(await reasons()).toEqual([
    ['named', 'Piste gelée'],
    ['own', undefined],
  ]);
});

test("une leçon supprimée garde sa raison, ou celle de son annulation ; restaurée, elle n'en garde que si elle reste annulée", async () => {
  // DESK-40
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: first } = await rider('POST', '/api/reservations', DEMANDE);
  const { body: second } = await rider('POST', '/api/reservations', {
    ...DEMANDE,
    heure_debut: '14:00',
  });
  await admin('PUT', `/api/reservations/${second.id}`, {
    ...second,
    statut: 'annulee',
    raison: 'Moniteur malade',
  });
  await admin('DELETE', `/api/reservations/${first.id}`, { raison: 'Piste gelée' });
  await admin('DELETE', `/api/reservations/${second.id}`);
  const deleted = (await admin('GET', '/api/reservations/supprimees')).body as {
    id: string;
    raison: string;
  }[];
  expect(Object.fromEntries(deleted.map(({ id, raison }) => [id, raison]))).toMatchObject({
    [first.id]: 'Piste gelée',
    [second.id]: 'Moniteur malade',
  });
  for (const { id } of [first, second])
    expect((await admin('POST', `/api/reservations/supprimees/${id}/restauration`)).status).toBe(
      200,
    );
  const stored = await t.services.db.execute(
    sql`select statut, raison from reservations order by statut`,
  );
  expect(stored.rows).toEqual([
    { statut: 'annulee', raison: 'Moniteur malade' },
    { statut: 'confirmee', raison: null },
  ]);
});

test("l'effacement d'un compte efface la raison, qui peut dire une maladie", async () => {
  // PEOPLE-31
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { body: kept } = await rider('POST', '/api/reservations', DEMANDE);
  const { body: gone } = await rider('POST', '/api/reservations', {
    ...DEMANDE,
    heure_debut: '14:00',
  });
  await admin('PUT', `/api/reservations/${kept.id}`, {
    ...kept,
    statut: 'annulee',
    raison: 'Camille est malade',
  });
  await admin('DELETE', `/api/reservations/${gone.id}`, { raison: 'Camille est malade' });
  expect((await admin('DELETE', `/api/users/${rider.id}`)).status).toBe(200);
  const { rows } = await t.services.db.execute(
    sql`select raison from reservations where id = ${kept.id} union all select raison from reservations_supprimees where id = ${gone.id}`,
  );
  expect(rows).toEqual([{ raison: null }, { raison: null }]);
});

test('la copie du centre dit qui a annulé ou modifié', async () => {
  // MAIL-05
  await t.services.db.execute(
    sql`update parametres set "adminEmail" = 'centre@essai.example', "riderCancellation" = true`,
  );
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const copies = async (sorte: string) =>
    (await texts(admin, sorte))
      .filter((text) => text.includes('Réservée par'))
      .map((text) => /(?:Annulée|Modifiée) par : .*/.exec(text)?.[0]);
  const { body: first } = await rider('POST', '/api/reservations', DEMANDE);
  expect((await rider('POST', `/api/reservations/${first.id}/annulation`, {})).status).toBe(200);
  expect(await copies('reservation_annulee')).toEqual(['Annulée par : le cavalier']);
  await t.services.db.execute(sql`delete from courriels`);
  const { body: second } = await rider('POST', '/api/reservations', DEMANDE);
  expect(await copies('reservation_confirmee')).toEqual([undefined]);
  expect(
    (await admin('PUT', `/api/reservations/${second.id}`, { ...second, heure_debut: '14:00' }))
      .status,
  ).toBe(200);
  expect((await admin('DELETE', `/api/reservations/${second.id}`)).status).toBe(200);
  expect([await copies('reservation_modifiee'), await copies('reservation_annulee')]).toEqual([
    ['Modifiée par : le centre'],
    ['Annulée par : le centre'],
  ]);
  await t.services.db.execute(
    sql`update parametres set "adminEmail" = '', "riderCancellation" = false`,
  );
});
