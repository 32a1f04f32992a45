/** Which queries show a noun, read off the contract: no list to keep by hand. */
import type { QueryClient, QueryFilters } from '@tanstack/react-query';
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

/** Reads again every query whose call shows one of the nouns. */
export function invalidateNouns(queries: QueryClient, changed: readonly Noun[]): Promise<void> {
  return readAgain(queries, {
    predicate: ({ queryKey: [place] }) => Array.isArray(place)
      && (SHOWS.get(place.join('.')) ?? []).some((noun) => changed.includes(noun)),
  });
}

/** A first read that is still under way may have been answered before the change: it is begun anew, not trusted. */
export async function readAgain(queries: QueryClient, which: QueryFilters = {}): Promise<void> {
  await queries.cancelQueries(which);
  await queries.invalidateQueries(which);
}
