/** UI-11: if a period is shown, only the days that changed are read again. */
import type { Query, QueryFunctionContext } from '@tanstack/react-query';

/** Some days, or everything that a query shows. */
export type Jours = readonly string[] | 'all';

export const joinDays = (some: Jours, others: Jours): Jours =>
  some === 'all' || others === 'all' ? 'all' : [...new Set([...some, ...others])];

/**
 * The outdated days in the data of an invalidated query. A query without an entry is outdated as a
 * whole.
 */
const stale = new WeakMap<Query, readonly string[]>();

/**
 * Notes which days the next reading of a query must read. Call it before the query is invalidated.
 */
export function markStale(query: Query, jours: Jours): void {
  const before = query.state.isInvalidated ? (stale.get(query) ?? 'all') : [];
  const all = joinDays(before, jours);
  if (all === 'all') stale.delete(query);
  else stale.set(query, all);
}

/** If more days are outdated, the whole period is read in one call. */
const MAX_CALLS = 3;

type Period = { du: string; au: string };

/**
 * The `queryFn` of a period. It reads the whole period, or the noted days one by one and replaces
 * the cached ones. The note is then deleted, so that the first reading after a failure reads the
 * whole period.
 */
export const readDays =
  <R extends { date_reservation: string }>(
    period: Period,
    read: (period: Period, options: { signal: AbortSignal }) => Promise<R[]>,
  ) =>
  async ({ client, queryKey, signal }: QueryFunctionContext): Promise<R[]> => {
    const query = client.getQueryCache().find<R[]>({ queryKey, exact: true }) as Query | undefined;
    const known = query?.state.data as R[] | undefined;
    const jours = query && stale.get(query);
    if (query) stale.delete(query);
    if (!known || !jours || jours.length > MAX_CALLS) return read(period, { signal });
    const fresh = await Promise.all(jours.map((jour) => read({ du: jour, au: jour }, { signal })));
    return [
      ...known.filter(({ date_reservation }) => !jours.includes(date_reservation)),
      ...fresh.flat(),
    ].toSorted((a, b) => a.date_reservation.localeCompare(b.date_reservation));
  };
