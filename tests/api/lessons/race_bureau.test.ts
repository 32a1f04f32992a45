/**
 * Ten administrators on two instances who move, lengthen, retype and un-cancel lessons at the same
 * instant (BOOK-06, DESK-19).
 */
import { beforeEach, expect, test } from 'vitest';
import { addDays, momentAt } from '../../../src/domain/core/calendrier.ts';
import { overlaps, useInstances } from '../../support/instances.ts';

const ADMINS = 10;
const JOUR = addDays(momentAt(new Date()).jour, 40);

type Lecon = Record<string, unknown> & { id: string };

const i = useInstances({ people: ADMINS, role: 'admin' });

beforeEach(() => i.sql.query('truncate reservations, courriels cascade'));

const put = (admin: number, lecon: Lecon, change: object) =>
  i.call(admin, `/api/reservations/${lecon.id}`, { ...lecon, ...change }, 'PUT');

/** Ten half-hour lessons on ten days, at 10:00. */
async function tenLessons(): Promise<Lecon[]> {
  const answers = await Promise.all(
    Array.from({ length: ADMINS }, (_, n) =>
      i.call(n, '/api/reservations', {
        type_lecon: 'saut',
        nombre_personnes: 1,
        noms_participants: ['Camille'],
        date_reservation: addDays(JOUR, n),
        type_piste: 'interieure',
        heure_debut: '10:00',
        remarques: null,
      }),
    ),
  );
  return answers.map(({ body }) => body);
}

const winners = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

test('dix déplacements vers une même heure, dix fois : un seul y arrive à chaque fois', async () => {
  for (let round = 0; round < 10; round += 1) {
    await i.sql.query('truncate reservations, courriels cascade');
    const lecons = await tenLessons();
    const answers = await Promise.all(
      lecons.map((lecon, n) =>
        put(n, lecon, { date_reservation: addDays(JOUR, 20), heure_debut: '14:00' }),
      ),
    );
    expect(winners(answers)).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(await overlaps(i)).toBe(0);
  }
});

test('dix administrateurs enregistrent la même heure passée, dix fois : un seul y arrive à chaque fois', async () => {
  // BOOK-35, BOOK-20
  const passe = addDays(momentAt(new Date()).jour, -3);
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: ADMINS }, (_, n) =>
        i.call(n, '/api/reservations', {
          type_lecon: 'saut',
          nombre_personnes: 1,
          noms_participants: [`Hugo ${'abcdefghij'[n]}`],
          date_reservation: addDays(passe, -round),
          type_piste: 'interieure',
          heure_debut: '10:00',
          remarques: null,
        }),
      ),
    );
    expect(winners(answers)).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual(
      Array<string>(9).fill('creneau_pris'),
    );
  }
  const { rows } = await i.sql.query(
    'select count(*)::int as lecons, count(distinct date_reservation)::int as jours, (select count(*)::int from occupations) as tenues, (select count(*)::int from courriels) as emails from reservations',
  );
  expect(rows).toEqual([{ lecons: 10, jours: 10, tenues: 10, emails: 0 }]);
  expect(await overlaps(i)).toBe(0);
});

test('dix leçons annulées au même endroit, rétablies ensemble : une seule revient', async () => {
  const lecons = await tenLessons();
  const cancelled: Lecon[] = [];
  for (const [n, lecon] of lecons.entries())
    cancelled.push(
      (await put(n, lecon, { statut: 'annulee', date_reservation: addDays(JOUR, 20) })).body,
    );
  const answers = await Promise.all(
    cancelled.map((lecon, n) => put(n, lecon, { statut: n % 2 ? 'confirmee' : 'en_attente' })),
  );
  expect(winners(answers)).toEqual([200, ...Array<number>(9).fill(409)]);
  expect(await overlaps(i)).toBe(0);
});

test("dix leçons qui se suivent, allongées ensemble par un autre type : aucune n'empiète sur sa voisine", async () => {
  const lecons = await tenLessons();
  const rest: Lecon[] = [];
  for (const [n, lecon] of lecons.entries()) {
    rest.push(
      (
        await put(n, lecon, {
          date_reservation: addDays(JOUR, 20),
          heure_debut: `${String(9 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
        })
      ).body,
    );
  }
  const answers = await Promise.all(
    rest.map((lecon, n) => put(n, lecon, { type_lecon: 'collective' })),
  );
  // only the last one has free time after it
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await overlaps(i)).toBe(0);
});

test("dix changements de la même version d'une leçon : un seul est gardé, les autres apprennent qu'elle a changé", async () => {
  const [lecon] = (await tenLessons()) as [Lecon];
  const answers = await Promise.all(
    Array.from({ length: ADMINS }, (_, n) => put(n, lecon, { remarques: `de ${n}` })),
  );
  expect(winners(answers)).toEqual([200, ...Array<number>(9).fill(409)]);
  expect(
    answers
      .filter(({ status }) => status === 409)
      .every(({ body }) => body['code'] === 'reservation_changee'),
  ).toBe(true);
});

test("dix changements simultanés d'une leçon, sans version : tous passent, et la leçon compte chacun", async () => {
  // DESK-19
  const [lecon] = (await tenLessons()) as [Lecon];
  const answers = await Promise.all(
    Array.from({ length: ADMINS }, (_, n) =>
      put(n, lecon, { remarques: `de ${n}`, version: undefined }),
    ),
  );
  expect(winners(answers)).toEqual(Array<number>(10).fill(200));
  expect(answers.map(({ body }) => body.version).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
});

test('dix qui enregistrent les mêmes prix, puis les mêmes paramètres, par deux instances : un seul y arrive', async () => {
  const lire = async (path: string): Promise<unknown> => (await i.call(0, path)).body;
  const prix = (await lire('/api/prix')) as { type_lecon: string; prix: number }[];
  const ofPrices = await Promise.all(
    Array.from({ length: ADMINS }, (_, n) =>
      i.call(
        n,
        '/api/prix',
        prix.map((line) => ({ ...line, prix: 10 + n })),
        'PUT',
      ),
    ),
  );
  expect(winners(ofPrices)).toEqual([200, ...Array<number>(9).fill(409)]);
  const winner = ofPrices.findIndex(({ status }) => status === 200);
  expect(
    new Set(((await lire('/api/prix')) as { prix: number }[]).map((line) => line.prix)),
  ).toEqual(new Set([10 + winner]));
  const parametres = (await lire('/api/parametres')) as object;
  const ofSettings = await Promise.all(
    Array.from({ length: ADMINS }, (_, n) =>
      i.call(n, '/api/parametres', { ...parametres, maxBookingsPerDay: 20 + n }, 'PUT'),
    ),
  );
  expect(winners(ofSettings)).toEqual([200, ...Array<number>(9).fill(409)]);
  expect(await lire('/api/parametres')).toMatchObject({
    maxBookingsPerDay: 20 + ofSettings.findIndex(({ status }) => status === 200),
    version: 1,
  });
});

test('trois noms regroupés en rond au même instant, vingt fois : deux y arrivent, jamais un cercle, et personne ne se perd des statistiques', async () => {
  // RIDE-26
  const noms = ['Lea', 'Léa Dubois', 'Dubois L.'];
  for (const [n, nom] of noms.entries()) {
    await i.call(n, '/api/reservations', {
      type_lecon: 'saut',
      nombre_personnes: 1,
      noms_participants: [nom],
      date_reservation: addDays(JOUR, n),
      type_piste: 'interieure',
      heure_debut: '10:00',
      remarques: null,
    });
  }
  for (let round = 0; round < 20; round += 1) {
    await i.sql.query('delete from orthographes');
    const answers = await Promise.all(
      noms.map((nom, n) =>
        i.call(n, '/api/statistiques/orthographes', { nom, vers: noms[(n + 1) % 3] }),
      ),
    );
    expect(winners(answers)).toEqual([200, 200, 409]);
    const { body } = await i.call(0, '/api/statistiques');
    expect(body.cavaliers.map(({ nombre }: { nombre: number }) => nombre)).toEqual([3]);
  }
  // Two people undo the same merge: one succeeds, the other is told that it is done.
  const merged = (await i.sql.query<{ nom: string }>('select nom from orthographes limit 1'))
    .rows[0]!.nom;
  expect(
    winners(
      await Promise.all(
        [0, 1].map((n) => i.call(n, '/api/statistiques/orthographes/retrait', { nom: merged })),
      ),
    ),
  ).toEqual([200, 404]);
});
