/** Lesson types as the centre changes them. */
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_TYPES } from '../../../src/domain/types/types_lecons.ts';
import { DEMANDE, useTestApp } from '../../support/app.ts';

const t = useTestApp();

afterEach(async () => {
  await t.services.db.execute(sql`delete from reservations`);
  await t.services.db.execute(
    sql`delete from types_lecons where value not in ('particuliere', 'collective', 'travail_pied', 'longe', 'saut', 'liberte')`,
  );
  for (const { value, ordre, label } of DEFAULT_TYPES)
    await t.services.db.execute(
      sql`update types_lecons set actif = true, ordre = ${ordre}, label = ${label} where value = ${value}`,
    );
});

const STAGE = {
  value: ' Stage  de Pâques ',
  label: 'Stage de Pâques',
  icon: '🐴',
  color: 'from-sky-600 to-sky-700',
  max_personnes: 8,
  duree_minutes: 120,
};

test('un type ajouté prend place au bout, actif, à un prix de 0, son identifiant en minuscules et tirets bas', async () => {
  // SET-08, SET-09, PRICE-03
  const [admin, rider] = [await t.as({ role: 'admin' }), await t.as()];
  const { status, body } = await admin('POST', '/api/types-lecons', STAGE);
  expect([status, body]).toEqual([
    201,
    { ...STAGE, value: 'stage_de_pâques', ordre: 7, actif: true, ouverte: false },
  ]);
  expect((await rider('GET', '/api/types-lecons')).body.at(-1)).toEqual(body);
  expect(
    (await admin('GET', '/api/prix')).body.find(
      ({ type_lecon }: { type_lecon: string }) => type_lecon === body.value,
    ),
  ).toMatchObject({ prix: 0 });
  expect(
    (await admin('POST', '/api/types-lecons', { ...STAGE, value: 'STAGE DE PÂQUES' })).body.message,
  ).toBe('Ce type de leçon existe déjà.');
});

test('après une suppression aussi, un type ajouté est le dernier', async () => {
  // SET-09
  const admin = await t.as({ role: 'admin' });
  const added = async (value: string) =>
    (await admin('POST', '/api/types-lecons', { ...STAGE, value })).body;
  await added('a');
  const { value } = await added('b');
  // as an earlier version may have left it
  await t.services.db.execute(sql`update types_lecons set ordre = 12 where value = ${value}`);
  expect((await admin('DELETE', '/api/types-lecons/a')).status).toBeLessThan(300);
  expect((await added('c')).ordre).toBe(8);
  const { body } = await admin('GET', '/api/types-lecons?tous=1');
  expect(
    body.map((one: { value: string; ordre: number }) => [one.value, one.ordre]).slice(-2),
  ).toEqual([
    ['b', 7],
    ['c', 8],
  ]);
});

test("un type est fermé tant qu'on ne l'ouvre pas ; l'ouvrir et le fermer se lit au journal", async () => {
  // RIDE-10, SET-32
  const admin = await t.as({ role: 'admin' });
  expect(
    (await admin('POST', '/api/types-lecons', { ...STAGE, ouverte: true })).body,
  ).toMatchObject({ ouverte: true });
  for (const ouverte of [true, false])
    expect((await admin('PATCH', '/api/types-lecons/saut', { ouverte })).body).toMatchObject({
      label: 'Leçon de saut',
      ouverte,
    });
  const { rows } = await t.services.db.execute<{ details: unknown }>(
    sql`select details from journal where action = 'type.modifie' and acteur_id = ${admin.id} order by id`,
  );
  expect(rows.map(({ details }) => details)).toEqual(
    [
      [false, true],
      [true, false],
    ].map((ouverte) => ({ label: 'Leçon de saut', changements: { ouverte } })),
  );
  for (const wrong of [null, 'true', 1])
    expect(
      (await admin('POST', '/api/types-lecons', { ...STAGE, value: 'autre', ouverte: wrong }))
        .status,
    ).toBe(400);
});

test('dix ajouts simultanés du même identifiant : un type, un prix', async () => {
  const admin = await t.as({ role: 'admin' });
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin('POST', '/api/types-lecons', STAGE)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    201,
    ...Array<number>(9).fill(409),
  ]);
});

test.each([
  // SET-11, LIM-06
  ['sans identifiant', { value: '  ' }, 'Veuillez remplir tous les champs.'],
  ['sans libellé', { label: ' ' }, 'Veuillez remplir tous les champs.'],
  [
    'un identifiant à barre oblique',
    { value: 'a/b' },
    "L'identifiant s'écrit en lettres, chiffres et tirets bas, 50 caractères au plus.",
  ],
  ['trois icônes', { icon: '🐴🐴🐴' }, "L'icône compte deux caractères au plus."],
  [
    'une couleur hors palette',
    { color: 'from-red-500 to-red-600' },
    'Veuillez choisir une couleur de la palette.',
  ],
  ['onze personnes', { max_personnes: 11 }, 'Le nombre de personnes va de 1 à 10.'],
  ['45 minutes', { duree_minutes: 45 }, 'La durée est de 30, 60, 90 ou 120 minutes.'],
])('%s : refusé', async (_, change, message) => {
  const admin = await t.as({ role: 'admin' });
  expect((await admin('POST', '/api/types-lecons', { ...STAGE, ...change })).body).toMatchObject({
    status: 400,
    message,
  });
  expect((await admin('GET', '/api/types-lecons?tous=1')).body).toHaveLength(6);
});

test('une famille de quatre compte pour une icône', async () => {
  const admin = await t.as({ role: 'admin' });
  expect((await admin('POST', '/api/types-lecons', { ...STAGE, icon: '👨‍👩‍👧‍👦🏇🏽' })).status).toBe(201);
});

test("modifier change ce qui est dit et rien d'autre ; un libellé vide est refusé", async () => {
  // SET-08
  const admin = await t.as({ role: 'admin' });
  expect((await admin('PATCH', '/api/types-lecons/saut', { label: 'Saut' })).body).toEqual({
    ...DEFAULT_TYPES.find(({ value }) => value === 'saut'),
    label: 'Saut',
  });
  expect((await admin('PATCH', '/api/types-lecons/saut', { label: ' ' })).body.message).toBe(
    'Le libellé ne peut pas être vide.',
  );
  expect((await admin('PATCH', '/api/types-lecons/inconnu', { label: 'X' })).status).toBe(404);
});

test("un type retiré de l'offre ne se montre plus qu'aux administrateurs qui le demandent, et à qui l'a réservé", async () => {
  // SET-12
  const [admin, rider, other] = [await t.as({ role: 'admin' }), await t.as(), await t.as()];
  expect(
    (await rider('POST', '/api/reservations', { ...DEMANDE, type_lecon: 'longe' })).status,
  ).toBe(201);
  await admin('PATCH', '/api/types-lecons/longe', { actif: false });
  expect((await rider('GET', '/api/types-lecons')).body).toHaveLength(5);
  expect((await admin('GET', '/api/types-lecons?tous=1')).body).toHaveLength(6);
  expect((await rider('GET', '/api/types-lecons?tous=1')).status).toBe(403);
  expect((await rider('GET', '/api/types-lecons/miens')).body).toMatchObject([
    { value: 'longe', label: 'Longe', actif: false },
  ]);
  expect((await other('GET', '/api/types-lecons/miens')).body).toEqual([]);
});

describe("l'ordre", () => {
  const values = async (admin: Awaited<ReturnType<typeof t.as>>) =>
    (await admin('GET', '/api/types-lecons?tous=1')).body.map(
      ({ value }: { value: string }) => value,
    );

  test("se range d'un coup, et une liste qui n'est plus celle qui est stockée est refusée entière", async () => {
    // SET-23
    const admin = await t.as({ role: 'admin' });
    const before = await values(admin);
    const after = before.toReversed();
    expect((await admin('PUT', '/api/types-lecons/ordre', { values: after })).status).toBe(200);
    expect(await values(admin)).toEqual(after);
    for (const wrong of [
      before.slice(1),
      [...before, before[0]],
      [...before.slice(1), 'inconnu'],
    ]) {
      expect((await admin('PUT', '/api/types-lecons/ordre', { values: wrong })).body.code).toBe(
        'types_changes',
      );
    }
    expect(await values(admin)).toEqual(after);
  });
});

test("supprimer emporte le prix, dit combien de réservations l'ont, et les laisse", async () => {
  // PRICE-03, SET-14
  const admin = await t.as({ role: 'admin' });
  await admin('POST', '/api/types-lecons', STAGE);
  const path = `/api/types-lecons/${encodeURIComponent('stage_de_pâques')}`;
  const { body: reservation } = await admin('POST', '/api/reservations', {
    ...DEMANDE,
    type_lecon: 'stage_de_pâques',
  });
  expect((await admin('GET', `${path}/usage`)).body).toEqual({ reservations: 1 });
  expect((await admin('DELETE', path)).body).toEqual({ success: true });
  expect((await admin('GET', `/api/reservations/${reservation.id}`)).body.type_lecon).toBe(
    'stage_de_pâques',
  );
  expect((await admin('GET', '/api/prix')).body).toHaveLength(6);
  expect((await admin('DELETE', path)).status).toBe(404);
});
