/** Which queries show a noun, from the contract. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Meta, Noun } from '#contract/call.ts';

/** A call as the contract declares it. */
export type Procedure = { '~orpc': { meta: Meta } };
type Branch = { readonly [name: string]: Branch | Procedure };

const isProcedure = (node: Branch | Procedure): node is Procedure => '~orpc' in node;

/** The nouns of each call, by its place in the contract: 'reservations.list' -> ['reservations']. */
const SHOWS: ReadonlyMap<string, readonly Noun[]> = new Map(walk(api, []));

function walk(branch: Branch, path: readonly string[]): [string, readonly Noun[]][] {
  return Object.entries(branch).flatMap(([name, node]) => {
    const place = [...path, name];
    return isProcedure(node) ? [[place.join('.'), node['~orpc'].meta.shows ?? []]] : walk(node, place);
  });
}

/**
 * Reads again every query whose call shows one of the nouns. A running read may have been answered before the change: it
 * is not cancelled but repeated once after it ends, so that frequent changes never keep a screen from showing data.
 */
export async function invalidateNouns(queries: QueryClient, changed: readonly Noun[]): Promise<void> {
  const shown = ({ queryKey: [place] }: Query): boolean => Array.isArray(place)
    && (SHOWS.get(place.join('.')) ?? []).some((noun) => changed.includes(noun));
  const late = queries.getQueryCache().findAll({ predicate: shown, fetchStatus: 'fetching' });
  await Promise.all([
    queries.invalidateQueries({ predicate: (query) => shown(query) && !late.includes(query) }),
    ...late.map((query) => readOnceMore(queries, query)),
  ]);
}

/** Queries that will be read once more when their running read ends. */
const awaited = new WeakMap<Query, Promise<void>>();

function readOnceMore(queries: QueryClient, query: Query): Promise<void> {
  const again = awaited.get(query) ?? (async () => {
    await query.promise?.catch(() => {});
    awaited.delete(query);
    await queries.invalidateQueries({ predicate: (one) => one === query });
  })();
  awaited.set(query, again);
  return again;
}

/** Reads everything again. Running reads are cancelled: they may wait on a lost connection. */
export async function readAgain(queries: QueryClient): Promise<void> {
  await queries.cancelQueries();
  await queries.invalidateQueries();
}
