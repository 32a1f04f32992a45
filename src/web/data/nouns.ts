/** Which queries show a noun, read off the contract: no list to keep by hand. */
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
 * Reads again every query whose call shows one of the nouns. A read that is under way may have been answered before the
 * change: it ends and is shown, then it is made once more. Changes that are faster than a slow read so never keep its
 * screen waiting.
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

/** Those that are to be read once more when their read ends, however many changes say so meanwhile. */
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

/** Reads everything again. What is under way may hang on a line that was lost: it is begun anew. */
export async function readAgain(queries: QueryClient): Promise<void> {
  await queries.cancelQueries();
  await queries.invalidateQueries();
}
