/**
 * The person's own past lessons, and their prices (RIDE-50 to RIDE-55). The clock shows Saturday 21
 * November 2026, 09:30 in Brussels.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useTestApp } from '../../support/app.ts';
import { PRICE_SEATS, pricing } from '../../support/prix.ts';

const t = useTestApp();
type Person = Awaited<ReturnType<typeof t.as>>;
let [zoe, hugo]: [Person, Person] = [] as never;

const run = (statement: ReturnType<typeof sql>) => t.services.db.execute(statement);

beforeAll(async () => {
  [zoe, hugo] = [await t.as({ prenom: 'Zoé' }), await t.as({ prenom: 'Hugo' })];
});

beforeEach(async () => {
  await run(sql`delete from reservations`);
  await run(sql`update parametres set "showPrices" = true`);
  await run(sql.raw(pricing({ collective: 22.35, longe: 0.1 })));
});

/** Stores a lesson, each name with its account or without one, at the price in force. */
async function lesson(
  jour: string,
  debut: string,
  type: string,
  seats: [nom: string, account: Person | null][],
  statut = 'confirmee',
): Promise<void> {
  const fin = `${String(Number(debut.slice(0, 2)) + 1).padStart(2, '0')}${debut.slice(2)}`;
  await t.services.db.transaction(async (tx) => {
    const {
      rows: [stored],
    } = await tx.execute<{ id: string }>(sql`
      select id from importer_lecons((select jsonb_agg(l) from (
    values (${seats.find(([, account]) => account)![1]!.id}, ${sql.param(seats.map(([nom]) => nom))}, 'Zoé', ${jour}, ${debut}, ${fin}, 'interieure', ${type}, ${seats.length}, ${statut}, 'Poney de Zoé')
    ) as l (user_id, noms_participants, nom_client, date_reservation, heure_debut, heure_fin, type_piste, type_lecon, nombre_personnes, statut, remarques))) as id`);
    await tx.execute(sql`delete from participants where reservation_id = ${stored!.id}`);
    for (const [n, [nom, account]] of seats.entries()) {
      await tx.execute(
        sql`insert into participants (reservation_id, position, user_id, nom) values (${stored!.id}, ${n + 1}, ${account?.id ?? null}, ${nom})`,
      );
    }
    await tx.execute(sql.raw(PRICE_SEATS));
  });
}

const read = async (person: Person, query = '') => {
  const { status, body } = await person('GET', `/api/reservations/passees${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
/** A month with one line per lesson: day, start, names, status and price. */
const linesOf = (body: any) =>
  body.mois.map(({ mois, total, attente, lecons }: any) => [
    mois,
    total,
    attente,
    ...lecons.map(
      (one: any) =>
        `${one.date_reservation.slice(8)} ${one.heure_debut} ${one.noms_participants.join('+')} ${one.statut} ${one.prix}`,
    ),
  ]);

test("par mois, les dernières d'abord, au prix de chaque place à soi, qu'un nouveau prix ne change pas", async () => {
  // RIDE-50, RIDE-53
  await lesson('2026-09-30', '10:00', 'collective', [['Zoé', zoe]]);
  await lesson('2026-11-02', '10:00', 'collective', [
    ['Zoé', zoe],
    ['Léa', zoe],
    ['Hugo', hugo],
    ['Nom seul', null],
  ]);
  await lesson('2026-11-02', '14:00', 'longe', [['Zoé', zoe]]);
  await lesson('2026-11-03', '10:00', 'longe', [['Zoé', zoe]]);
  await lesson('2026-11-04', '10:00', 'longe', [['Zoé', zoe]]);
  await lesson('2026-11-05', '10:00', 'collective', [['Zoé', zoe]], 'annulee');
  await lesson(
    '2026-11-06',
    '10:00',
    'collective',
    [
      ['Zoé', zoe],
      ['Léa', zoe],
    ],
    'en_attente',
  );
  // A type that never had a price costs nothing.
  await lesson('2026-11-07', '10:00', 'disparue', [['Zoé', zoe]]);
  await lesson('2026-11-08', '10:00', 'collective', [['Hugo', hugo]]);
  expect(linesOf(await read(zoe))).toEqual([
    [
      '2026-11',
      45,
      44.7, // 44.70 + 0.10 + 0.10 + 0.10; in floats 45.00000000000001
      '07 10:00 Zoé confirmee 0',
      '06 10:00 Zoé+Léa en_attente 44.7',
      '05 10:00 Zoé annulee 0',
      '04 10:00 Zoé confirmee 0.1',
      '03 10:00 Zoé confirmee 0.1',
      '02 14:00 Zoé confirmee 0.1',
      '02 10:00 Zoé+Léa confirmee 44.7',
    ],
    ['2026-09', 22.35, 0, '30 10:00 Zoé confirmee 22.35'],
  ]);
  expect(linesOf(await read(hugo))).toEqual([
    ['2026-11', 44.7, 0, '08 10:00 Hugo confirmee 22.35', '02 10:00 Hugo confirmee 22.35'],
  ]);
  expect(JSON.stringify(await read(hugo))).not.toMatch(/Zoé|Léa|Nom seul|Poney/); // RIDE-02

  await run(sql.raw(pricing({ collective: 30 })));
  expect(linesOf(await read(zoe))[1].slice(0, 3)).toEqual(['2026-09', 22.35, 0]);
});

test('un nom écrit deux fois dans une leçon coûte deux places, comme elles sont facturées', async () => {
  // RIDE-52, PRICE-07
  await lesson('2026-11-02', '10:00', 'collective', [
    ['Zoé', zoe],
    ['  zoe', zoe],
    ['Léa', zoe],
  ]);
  const admin = await t.as({ role: 'admin' });
  expect((await admin('GET', '/api/statistiques')).body.total_general).toBe(67.05);
  expect(linesOf(await read(zoe))).toEqual([
    ['2026-11', 67.05, 0, '02 10:00 Zoé+  zoe+Léa confirmee 67.05'],
  ]);
});

test('sans le réglage, aucun prix ne quitte le serveur', async () => {
  // RIDE-52
  await run(sql`update parametres set "showPrices" = false`);
  await lesson('2026-11-02', '10:00', 'collective', [['Zoé', zoe]]);
  await lesson('2026-11-03', '10:00', 'collective', [['Zoé', zoe]], 'annulee');
  await lesson('2026-11-04', '10:00', 'collective', [['Zoé', zoe]], 'en_attente');
  expect(linesOf(await read(zoe))).toEqual([
    [
      '2026-11',
      null,
      null,
      '04 10:00 Zoé en_attente null',
      '03 10:00 Zoé annulee null',
      '02 10:00 Zoé confirmee null',
    ],
  ]);
});

test("passée : finie, à la minute, à l'heure de Bruxelles", async () => {
  for (const debut of ['08:30', '09:30'])
    await lesson('2026-11-21', debut, 'longe', [['Zoé', zoe]]);
  await lesson('2026-11-20', '19:00', 'longe', [['Zoé', zoe]]);
  await lesson('2026-11-22', '08:00', 'longe', [['Zoé', zoe]]);
  expect(linesOf(await read(zoe))).toEqual([
    ['2026-11', 0.2, 0, '21 08:30 Zoé confirmee 0.1', '20 19:00 Zoé confirmee 0.1'],
  ]);
});

test('une année à la fois : la dernière, ou celle demandée', async () => {
  // RIDE-51
  expect(await read(zoe)).toEqual({ annee: 2026, annees: [], mois: [] });
  await lesson('2024-12-31', '10:00', 'longe', [['Zoé', zoe]]);
  await lesson('2025-01-01', '10:00', 'longe', [['Zoé', zoe]]);
  const mois = (body: any) => [body.annee, body.annees, body.mois.map((one: any) => one.mois)];
  expect(mois(await read(zoe))).toEqual([2025, [2025, 2024], ['2025-01']]);
  expect(mois(await read(zoe, '?annee=2024'))).toEqual([2024, [2025, 2024], ['2024-12']]);
  expect(mois(await read(zoe, '?annee=2023'))).toEqual([2023, [2025, 2024], []]);
  for (const annee of ['1999', '2101', '2026.5', 'tout', '-1'])
    expect((await zoe('GET', `/api/reservations/passees?annee=${annee}`)).status).toBe(400);
});
