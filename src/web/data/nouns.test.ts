import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Noun } from '#contract/call.ts';
import type { Change } from '#contract/live.ts';
import { invalidateNouns, uniteChanges } from './nouns.ts';

const KEYS = {
  mesReservations: [['reservations', 'list'], { type: 'query', input: { miennes: '1' } }],
  disponibilites: [
    ['disponibilites', 'list'],
    { type: 'query', input: { du: '2026-11-16', au: '2026-11-22' } },
  ],
  types: [['typesLecons', 'list'], { type: 'query' }],
  centre: [['parametres', 'centre'], { type: 'query' }],
  mesTypes: [['typesLecons', 'mine'], { type: 'query' }],
};

const touchedBy = (...changed: Noun[]) => touchedByNews({ changed });

async function touchedByNews(news: Parameters<typeof invalidateNouns>[1]): Promise<string[]> {
  const queries = new QueryClient();
  for (const key of Object.values(KEYS)) queries.setQueryData(key, []);
  await invalidateNouns(queries, news);
  return Object.entries(KEYS).flatMap(([name, key]) =>
    queries.getQueryState(key)?.isInvalidated ? [name] : [],
  );
}

test("un changement fait relire ce qui le montre, et rien d'autre", async () => {
  expect(await touchedBy('reservations')).toEqual([
    'mesReservations',
    'disponibilites',
    'mesTypes',
  ]);
  expect(await touchedBy('types_lecons')).toEqual(['disponibilites', 'types', 'mesTypes']);
  // RIDE-57: the types and the centre say whether prices are shown
  expect(await touchedBy('parametres')).toEqual(['types', 'centre']);
  expect(await touchedBy('courriels')).toEqual([]);
});

test("une réservation d'une autre personne ne fait pas relire les siennes", async () => {
  // UI-11
  const [mine, foreign]: Change[] = [
    { changed: ['reservations'], jours: ['2026-11-16'] },
    { changed: ['reservations'], jours: ['2026-11-18'], miennes: false },
  ];
  expect(await touchedByNews(foreign!)).toEqual(['disponibilites']);
  expect(await touchedByNews(uniteChanges([foreign!, { changed: ['courriels'] }]))).toEqual([
    'disponibilites',
  ]);
  expect(await touchedByNews(uniteChanges([foreign!, mine!]))).toEqual([
    'mesReservations',
    'disponibilites',
    'mesTypes',
  ]);
  expect(await touchedByNews(uniteChanges([foreign!, { changed: ['types_lecons'] }]))).toEqual([
    'disponibilites',
    'types',
    'mesTypes',
  ]);
});

test("plusieurs changements en font un, avec les jours de tous, ou n'importe quel jour si l'un ne les dit pas", () => {
  const [un, deux]: Change[] = [
    { changed: ['reservations', 'courriels'], jours: ['2026-11-16'] },
    { changed: ['reservations'], jours: ['2026-11-18'] },
  ];
  expect(uniteChanges([un!, deux!])).toEqual({
    changed: ['reservations', 'courriels'],
    jours: ['2026-11-16', '2026-11-18'],
  });
  expect(uniteChanges([un!, { changed: ['reservations'] }]).jours).toBeUndefined();
});

test('des sommes ne sont relues que si un jour de leur période change, et toutes les dix secondes au plus', async () => {
  // PRICE-23, LIM-173
  vi.useFakeTimers();
  const queries = new QueryClient();
  const reads: Record<string, number> = {};
  const watch = (nom: string, input: object) =>
    new QueryObserver(queries, {
      queryKey: [['statistiques', 'get'], { type: 'query', input }],
      queryFn: () => {
        reads[nom] = (reads[nom] ?? 0) + 1;
        return reads[nom];
      },
    }).subscribe(() => {});
  const stops = [
    watch('novembre', { du: '2026-11-01', au: '2026-11-30' }),
    watch('depuis décembre', { du: '2026-12-01' }),
    watch('toujours', {}),
  ];
  await vi.advanceTimersByTimeAsync(15_000);
  const booked = (jour: string) =>
    invalidateNouns(queries, { changed: ['reservations'], jours: [jour] });
  await booked('2026-12-05');
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toEqual({ novembre: 1, 'depuis décembre': 2, toujours: 2 });
  for (let n = 0; n < 18; n += 1) {
    await booked('2026-12-05');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(reads).toEqual({ novembre: 1, 'depuis décembre': 3, toujours: 3 });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(reads).toEqual({ novembre: 1, 'depuis décembre': 4, toujours: 4 });
  // A merge, and lessons of unknown days, are read at once.
  await booked('2026-12-05');
  await invalidateNouns(queries, { changed: ['orthographes'] });
  await invalidateNouns(queries, { changed: ['reservations'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(reads).toEqual({ novembre: 3, 'depuis décembre': 7, toujours: 7 });
  for (const stop of stops) stop();
  vi.useRealTimers();
});

test("une lecture encore en route s'achève et se montre, puis est refaite une fois : sa réponse peut dater d'avant les changements", async () => {
  const queries = new QueryClient();
  const answers: ((rows: string[]) => void)[] = [];
  let aborted = 0;
  const observer = new QueryObserver(queries, {
    queryKey: KEYS.disponibilites,
    queryFn: ({ signal }) =>
      new Promise<string[]>((resolve) => {
        answers.push(resolve);
        signal.addEventListener('abort', () => {
          aborted += 1;
        });
      }),
  });
  const stop = observer.subscribe(() => {});
  const changes = [1, 2, 3].map(() => invalidateNouns(queries, { changed: ['reservations'] }));
  expect(answers).toHaveLength(1);
  answers[0]!(['before']);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(queries.getQueryData(KEYS.disponibilites)).toEqual(['before']);
  answers[1]!(['after']);
  await Promise.all(changes);
  expect([queries.getQueryData(KEYS.disponibilites), answers.length, aborted]).toEqual([
    ['after'],
    2,
    0,
  ]);
  stop();
});

test("des changements plus rapides qu'une lecture lente : une en route, une en attente, et l'écran garde ce qu'il montre", async () => {
  // UI-11
  vi.useFakeTimers();
  const queries = new QueryClient();
  let [reads, running, most] = [0, 0, 0];
  const observer = new QueryObserver(queries, {
    queryKey: KEYS.disponibilites,
    queryFn: async () => {
      reads += 1;
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => {
        setTimeout(resolve, 4_000);
      });
      running -= 1;
      return [reads];
    },
  });
  const pending: boolean[] = [];
  const stop = observer.subscribe(({ isPending }) => pending.push(isPending));
  // A change every 250 ms for 20 s.
  for (let n = 0; n < 80; n += 1) {
    void invalidateNouns(queries, { changed: ['reservations'] });
    await vi.advanceTimersByTimeAsync(250);
  }
  expect([reads, most]).toEqual([6, 1]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([reads, most, queries.getQueryData(KEYS.disponibilites)]).toEqual([6, 1, [6]]);
  expect(pending.lastIndexOf(true)).toBeLessThan(pending.indexOf(false));
  stop();
  vi.useRealTimers();
});
