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

/** The days that a query must read again after a change: none, some, or `all` that it shows. */
function concernedDays(
  { queryKey: [path, asked] }: Query,
  { changed, jours, miennes }: News,
): Jours {
  const place = Array.isArray(path) ? path.join('.') : '';
  const { shows = [], byDay = false } = CALLS.get(place) ?? {};
  const input = (asked as { input?: Input } | undefined)?.input ?? {};
  const foreign = miennes === false && isOwn(place, input);
  const concerned = shows.filter(
    (noun) => changed.includes(noun) && !(foreign && noun === 'reservations'),
  );
  if (concerned.length === 0) return [];
  const { du, au } = input;
  const whole = !jours || !byDay || !du || !au || !concerned.every(hasDays);
  return whole ? 'all' : jours.filter((jour) => du <= jour && jour <= au);
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
    if (query.state.fetchStatus === 'fetching') {
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
