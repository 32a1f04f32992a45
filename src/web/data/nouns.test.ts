import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidateNouns } from './nouns.ts';

const KEYS = {
  mesReservations: [['reservations', 'list'], { type: 'query', input: { miennes: '1' } }],
  disponibilites: [['disponibilites', 'list'], { type: 'query', input: { du: '2026-11-16', au: '2026-11-22' } }],
  types: [['typesLecons', 'list'], { type: 'query' }],
  centre: [['parametres', 'centre'], { type: 'query' }],
};

async function touchedBy(...changed: Parameters<typeof invalidateNouns>[1]): Promise<string[]> {
  const queries = new QueryClient();
  for (const key of Object.values(KEYS)) queries.setQueryData(key, []);
  await invalidateNouns(queries, changed);
  return Object.entries(KEYS).flatMap(([name, key]) => (queries.getQueryState(key)?.isInvalidated ? [name] : []));
}

test('un changement fait relire ce qui le montre, et rien d\'autre', async () => {
  expect(await touchedBy('reservations')).toEqual(['mesReservations', 'disponibilites']);
  expect(await touchedBy('types_lecons')).toEqual(['disponibilites', 'types']);
  expect(await touchedBy('parametres')).toEqual(['centre']);
  expect(await touchedBy('courriels')).toEqual([]);
});

test('une première lecture encore en route est recommencée : sa réponse peut dater d\'avant le changement', async () => {
  const queries = new QueryClient();
  let reads = 0;
  const observer = new QueryObserver(queries, {
    queryKey: KEYS.disponibilites,
    queryFn: ({ signal }) => {
      reads += 1;
      return reads > 1 ? ['new'] : new Promise<string[]>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
  });
  const stop = observer.subscribe(() => {});
  await invalidateNouns(queries, ['reservations']);
  expect(queries.getQueryData(KEYS.disponibilites)).toEqual(['new']);
  stop();
});
