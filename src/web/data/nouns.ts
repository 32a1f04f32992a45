/** Which queries a change affects, from the contract. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Meta, Noun } from '#contract/call.ts';
import { hasDays, unite } from '#contract/changes.ts';
import type { Change } from '#contract/live.ts';
import { type Jours, joinDays, markStale } from './days.ts';

/** A call as the contract declares it. */
export type Procedure = { '~orpc': { meta: Meta } };
type Branch = { readonly [name: string]: Branch | Procedure };

const isProcedure = (node: Branch | Procedure): node is Procedure => '~orpc' in node;

/** Each call that shows data, by its path in the contract: 'reservations.list'. */
const CALLS: ReadonlyMap<string, Meta> = new Map(walk(api, []));

function walk(branch: Branch, path: readonly string[]): [string, Meta][] {
  return Object.entries(branch).flatMap(([name, node]) => {
    const place = [...path, name];
    return isProcedure(node) ? [[place.join('.'), node['~orpc'].meta]] : walk(node, place);
  });
}

type News = Pick<Change, 'jours' | 'miennes'> & { changed: readonly Noun[] };

/** Merges several changes into one. */
export function uniteChanges(changes: readonly Change[]): News {
  const foreign = changes.every(
    ({ changed, miennes }) => miennes === false || !changed.includes('reservations'),
  );
  return { ...unite(...changes), ...(foreign && { miennes: false }) };
}

/** A query of the person's own reservations. */
const isOwn = (place: string, { miennes }: Input): boolean =>
  place === 'typesLecons.mine' || miennes === '1';

type Input = { du?: string; au?: string; miennes?: '1' };

const placeOf = ({ queryKey: [path] }: Query): string =>
  Array.isArray(path) ? path.join('.') : '';

/** The days that a query must read again after a change: none, some, or `all` that it shows. */
function concernedDays(query: Query, { changed, jours, miennes }: News): Jours {
  const place = placeOf(query);
  const [, asked] = query.queryKey;
  const { shows = [], byDay = false } = CALLS.get(place) ?? {};
  const input = (asked as { input?: Input } | undefined)?.input ?? {};
  const foreign = miennes === false && isOwn(place, input);
  const concerned = shows.filter(
    (noun) => changed.includes(noun) && !(foreign && noun === 'reservations'),
  );
  if (concerned.length === 0) return [];
  const { du, au } = input;
  if (!jours || !byDay || !concerned.every(hasDays)) return 'all';
  if (byDay !== 'sums') return du && au ? jours.filter((jour) => du <= jour && jour <= au) : 'all';
  return jours.some((jour) => (!du || du <= jour) && (!au || jour <= au)) ? 'all' : [];
}

/** Milliseconds between two readings of sums because of bookings elsewhere (PRICE-23). */
const SUMS_REST = 10_000;

/** How long sums wait until they are read again after bookings; 0 for every other reading and change. */
const restOf = (query: Query, { jours }: News): number =>
  jours && CALLS.get(placeOf(query))?.byDay === 'sums'
    ? query.state.dataUpdatedAt + SUMS_REST - Date.now()
    : 0;

/** Sums that will be read again after their rest. */
const resting = new WeakSet<Query>();

function readAfterRest(queries: QueryClient, query: Query, ms: number): void {
  if (resting.has(query)) return;
  resting.add(query);
  setTimeout(() => {
    resting.delete(query);
    void queries.invalidateQueries({ predicate: (one) => one === query });
  }, ms);
}

/**
 * Reads every query again that a change affects. If the days are known, only those are read
 * (`days.ts`). A running reading may have been answered before the change. It is not cancelled but
 * repeated once after it ends, so that frequent changes never keep a screen from showing data.
 */
export async function invalidateNouns(queries: QueryClient, news: News): Promise<void> {
  const due = new Set<Query>();
  const late: Promise<void>[] = [];
  for (const query of queries.getQueryCache().getAll()) {
    const jours = concernedDays(query, news);
    if (jours.length === 0) continue;
    const rest = restOf(query, news);
    if (rest > 0) readAfterRest(queries, query, rest);
    else if (query.state.fetchStatus === 'fetching') {
      late.push(readOnceMore(queries, query, jours));
    } else {
      markStale(query, jours);
      due.add(query);
    }
  }
  await Promise.all([queries.invalidateQueries({ predicate: (query) => due.has(query) }), ...late]);
}

/** Queries that will be read once more when their running reading ends, and for which days. */
const awaited = new WeakMap<Query, { jours: Jours; read: Promise<void> }>();

function readOnceMore(queries: QueryClient, query: Query, jours: Jours): Promise<void> {
  const known = awaited.get(query);
  const read = known?.read ?? readAfterwards(queries, query);
  awaited.set(query, { jours: known ? joinDays(known.jours, jours) : jours, read });
  return read;
}

async function readAfterwards(queries: QueryClient, query: Query): Promise<void> {
  await query.promise?.catch(() => {});
  markStale(query, awaited.get(query)?.jours ?? 'all');
  awaited.delete(query);
  await queries.invalidateQueries({ predicate: (one) => one === query });
}

/** Reads everything again. Running readings are cancelled: they may wait on a lost connection. */
export async function readAgain(queries: QueryClient): Promise<void> {
  await queries.cancelQueries();
  for (const query of queries.getQueryCache().getAll()) markStale(query, 'all');
  await queries.invalidateQueries();
}
