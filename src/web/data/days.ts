/** UI-11: of a period that is shown, only the days that changed are read again. */
import type { Query, QueryFunctionContext } from '@tanstack/react-query';

/** Days, or all that a query shows. */
export type Jours = readonly string[] | 'all';

export const joinDays = (some: Jours, others: Jours): Jours =>
  some === 'all' || others === 'all' ? 'all' : [...new Set([...some, ...others])];

/**
 * The days that are out of date in the data of an invalidated query; everything where a query has
 * no entry.
 */
const stale = new WeakMap<Query, readonly string[]>();

/** Notes what the next reading of a query must read; call it before the query is invalidated. */
export function markStale(query: Query, jours: Jours): void {
  const before = query.state.isInvalidated ? (stale.get(query) ?? 'all') : [];
  const all = joinDays(before, jours);
  if (all === 'all') stale.delete(query);
  else stale.set(query, all);
}

/** More days are read with the others, in one call. */
const MAX_CALLS = 3;

type Period = { du: string; au: string };

/**
 * The `queryFn` of a period: it reads the whole, or the noted days one by one, and puts them in the
 * place of those that are known. The note is gone then, so that whatever follows a failure reads
 * the whole.
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
