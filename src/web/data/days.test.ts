import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { onTestFinished, expect, test, vi } from 'vitest';
import { readDays } from './days.ts';
import { invalidateNouns, readAgain } from './nouns.ts';

const WEEK = { du: '2026-11-16', au: '2026-11-22' };
const [MONDAY, FRIDAY] = ['2026-11-16', '2026-11-20'];
type Row = { date_reservation: string; at: number };

/**
 * A week that is shown, or was shown. `asked`: the periods that were read. `fail` and `hold` apply
 * to the next readings.
 */
async function openWeek({ looked = true } = {}) {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false } },
  });
  const asked: string[] = [];
  const next: { fail: boolean; hold: Promise<void> | null } = { fail: false, hold: null };
  const options = {
    queryKey: [['planning', 'list'], { type: 'query', input: WEEK }],
    queryFn: readDays<Row>(WEEK, async ({ du, au }) => {
      asked.push(du === au ? du : `${du}..${au}`);
      const { fail, hold } = next;
      await hold;
      if (fail) throw new Error('unreadable');
      return ['2026-11-16', '2026-11-18', '2026-11-20']
        .filter((jour) => du <= jour && jour <= au)
        .map((date_reservation) => ({ date_reservation, at: asked.length }));
    }),
  };
  const look = () => onTestFinished(new QueryObserver(queries, options).subscribe(() => {}));
  if (looked) look();
  await vi.waitFor(async () =>
    expect(
      looked ? queries.getQueryData(options.queryKey) : await queries.fetchQuery(options),
    ).toBeDefined(),
  );
  asked.length = 0;
  return {
    queries,
    asked,
    next,
    look,
    shown: () => queries.getQueryData<Row[]>(options.queryKey),
    change: (...jours: string[]) => invalidateNouns(queries, { changed: ['reservations'], jours }),
  };
}

const WHOLE = `${WEEK.du}..${WEEK.au}`;

test('seul le jour changé est relu, et prend sa place entre les autres', async () => {
  // UI-11
  const { asked, shown, change } = await openWeek();
  const before = shown()!;
  await change('2026-11-18', '2026-12-01');
  expect(asked).toEqual(['2026-11-18']);
  expect(shown()!.map(({ date_reservation }) => date_reservation)).toEqual([
    '2026-11-16',
    '2026-11-18',
    '2026-11-20',
  ]);
  expect([shown()![0], shown()![2]]).toEqual([before[0], before[2]]);
});

test("un changement d'une autre semaine ne fait rien relire ; sans jours, ou d'un compte, tout est relu", async () => {
  const { queries, asked, change } = await openWeek();
  await change('2026-11-23', '2026-11-15');
  expect(asked).toEqual([]);
  await invalidateNouns(queries, { changed: ['reservations'] });
  expect(asked).toEqual([WHOLE]);
  await invalidateNouns(queries, { changed: ['reservations', 'users'], jours: [MONDAY] });
  expect(asked).toEqual([WHOLE, WHOLE]);
});

test('beaucoup de jours se relisent en un seul appel', async () => {
  const { asked, change } = await openWeek();
  await change('2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19');
  expect(asked).toEqual([WHOLE]);
});

test('les changements qui arrivent pendant une lecture réunissent leurs jours en une seule suite', async () => {
  const { asked, next, change } = await openWeek();
  const held = Promise.withResolvers<void>();
  next.hold = held.promise;
  const changes = [change(MONDAY)];
  await vi.waitFor(() => expect(asked).toEqual([MONDAY]));
  changes.push(change(FRIDAY), change(MONDAY), change(FRIDAY));
  held.resolve();
  await Promise.all(changes);
  expect([asked[0], asked.slice(1).toSorted()]).toEqual([MONDAY, [MONDAY, FRIDAY]]);
});

test("après un échec, tout est relu : ce que la lecture manquée devait apporter n'est pas connu", async () => {
  const { asked, next, change } = await openWeek();
  next.fail = true;
  await change(MONDAY);
  next.fail = false;
  await change(FRIDAY);
  expect(asked).toEqual([MONDAY, WHOLE]);
});

test("une semaine qu'on ne regarde plus relit à son retour les jours qui ont changé, ou tout si autre chose l'a touchée", async () => {
  const one = await openWeek({ looked: false });
  await one.change(MONDAY);
  await one.change(FRIDAY);
  expect(one.asked).toEqual([]);
  one.look();
  expect(one.asked).toEqual([MONDAY, FRIDAY]);
  const other = await openWeek({ looked: false });
  await other.change(MONDAY);
  await readAgain(other.queries);
  other.look();
  expect(other.asked).toEqual([WHOLE]);
});
