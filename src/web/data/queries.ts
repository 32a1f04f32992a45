/**
 * The calls as hooks. Keys and addresses come from the contract. This file holds the cache and most
 * calls of the shell and of /app/reservation. The others are in `queries/*.ts`, by noun.
 */
import type { RouterUtils } from '@orpc/tanstack-query';
import {
  notifyManager,
  QueryClient,
  skipToken,
  useIsFetching,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { addDays, mondayOf } from '#domain/core/calendrier.ts';
import { PREREMPLISSAGE_JOURS } from '#domain/lessons/preremplissage.ts';
import { client, statusOf } from './client.ts';
import { readDays } from './days.ts';
import { readMoment } from './horloge.ts';
import { isTimeout } from './http.ts';
import { invalidateNouns, type Procedure } from './nouns.ts';

type Given = { input?: unknown };
type Call = (input: unknown, options?: { signal: AbortSignal }) => Promise<unknown>;

/** What oRPC's helpers for React Query do, as far as it is used here, with their keys and types. */
function optionsOf(node: object, path: readonly string[]): object {
  const key = ({ type, input }: Given & { type: 'query' | 'mutation' }) => [
    path,
    { ...(input !== undefined && { input }), type },
  ];
  if (typeof node !== 'function')
    return {
      key,
      ...Object.fromEntries(
        Object.entries(node).map(([name, inner]: [string, object]) => [
          name,
          optionsOf(inner, [...path, name]),
        ]),
      ),
    };
  const call = node as Call;
  const queryKey = ({ input }: Given = {}) => key({ type: 'query', input });
  const mutationKey = () => key({ type: 'mutation' });
  return {
    key,
    queryKey,
    mutationKey,
    queryOptions: (given: Given = {}) => ({
      queryFn: ({ signal }: { signal: AbortSignal }) => call(given.input, { signal }),
      ...(given.input === skipToken && { enabled: false }),
      ...given,
      queryKey: queryKey(given),
    }),
    mutationOptions: (given: Given = {}) => ({
      mutationFn: (input: unknown) => call(input),
      ...given,
      mutationKey: mutationKey(),
    }),
  };
}

/** Options of queries and mutations for each call; used by this file and `queries/*.ts` only. */
export const orpc = optionsOf(client, []) as RouterUtils<typeof client>;

/**
 * Milliseconds that notifications are collected, so that answers arriving together are drawn once:
 * one frame.
 */
const TOGETHER = 16;
let waiting: (() => void)[] = [];
notifyManager.setScheduler((notify) => {
  if (waiting.push(notify) > 1) return;
  // Not with requestAnimationFrame: rendering and layout would then form one long task.
  setTimeout(() => {
    const due = waiting;
    waiting = [];
    for (const one of due) one();
  }, TOGETHER);
});

/**
 * Data is fresh until the live stream invalidates it (`live.ts`), hence no stale time. Only network
 * failures and 5xx are retried, not refusals. Timeouts are not retried either: the person has
 * waited long enough to be shown the failure.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        retry: (failures, error) =>
          failures < 2 && !isTimeout(error) && (statusOf(error) ?? 500) >= 500,
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * The result of a reading, if it arrives within `ms`. A person who waits for a write does not wait
 * for the deadline of a reading too.
 */
export const withinMs = <T>(ms: number, reading: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    reading,
    new Promise<undefined>((resolve) => {
      setTimeout(resolve, ms);
    }),
  ]);

/** Milliseconds for looking up a write whose answer was lost (LIM-90). */
export const LOOK_UP = 5_000;

/**
 * Reads again what a call changes once it is answered. Also after a refusal, because the screen was
 * outdated then. Not after a 401: the screen shows its message until the guard redirects to /login
 * (ACC-07). `wait`: the mutation stays pending until the new data has arrived, for callers that
 * then restore the focus. It waits 3 s at most, because the change itself is stored.
 */
export function useReadAgainAfter({ '~orpc': { meta } }: Procedure, { wait = false } = {}) {
  const queries = useQueryClient();
  return async (_: unknown, error: unknown): Promise<void> => {
    if (statusOf(error) === 401) return;
    const read = invalidateNouns(queries, { changed: meta.changes ?? [] });
    if (wait && !isTimeout(error)) await withinMs(3_000, read);
  };
}

/** True while nothing is being read: the layout no longer moves. */
export const useAllRead = (): boolean => useIsFetching() === 0;

/** Name, town, hours and the rules in force. */
export const useCentre = () => useQuery(orpc.parametres.centre.queryOptions());

/** The active lesson types in their order. */
export const useTypesLecons = () => useQuery(orpc.typesLecons.list.queryOptions({ input: {} }));

/** The lesson types of the person's own reservations, inactive ones too. */
export const useMesTypes = () => useQuery(orpc.typesLecons.mine.queryOptions());

/**
 * The lessons and closures on the arenas from `du` to `au`, both included. The answer for another
 * range is never shown.
 */
export const useDisponibilites = (du: string, au: string) =>
  useQuery(disponibilitesOptions(du, au));

export const disponibilitesOptions = (du: string, au: string) =>
  orpc.disponibilites.list.queryOptions({
    input: { du, au },
    queryFn: readDays({ du, au }, client.disponibilites.list),
  });

/**
 * The person's own reservations from four weeks before `du` on, in the order of their days.
 * Administrators get only their own too.
 */
export const useMesReservations = (du: string) =>
  useQuery(
    orpc.reservations.list.queryOptions({
      input: mine(du),
      select: (reservations) =>
        reservations.toSorted((a, b) =>
          compare(
            `${a.date_reservation} ${a.heure_debut}`,
            `${b.date_reservation} ${b.heure_debut}`,
          ),
        ),
    }),
  );

/** What the frame around every screen reads. */
export const prefetchShell = (queries: QueryClient) =>
  Promise.all([
    queries.prefetchQuery(orpc.parametres.centre.queryOptions()),
    queries.prefetchQuery(orpc.profil.get.queryOptions()),
  ]);

/** What the first drawing of the booking screen shows, for its present week. */
export function prefetchReservation(queries: QueryClient) {
  const du = mondayOf(readMoment().jour);
  return Promise.all([
    queries.prefetchQuery(orpc.typesLecons.list.queryOptions({ input: {} })),
    queries.prefetchQuery(disponibilitesOptions(du, addDays(du, 6))),
    queries.prefetchQuery(orpc.reservations.list.queryOptions({ input: mine(du) })),
    queries.prefetchQuery(orpc.typesLecons.mine.queryOptions()),
  ]);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** With those of some weeks before: the form begins with the last one (BOOK-38). */
const mine = (du: string) =>
  ({ miennes: '1', du: addDays(du, -PREREMPLISSAGE_JOURS), sort: 'date_reservation' }) as const;

/** The same query, enabled only once a screen has read it. */
export function useKnownMesReservations(du: string) {
  const options = orpc.reservations.list.queryOptions({ input: mine(du) });
  const enabled = useQueryClient().getQueryData(options.queryKey) !== undefined;
  return useQuery({ ...options, enabled });
}

/** Whether this tab has recently changed or removed a reservation. */
export function useIsChangedHere(): (id: string) => boolean {
  const mutations = useQueryClient().getMutationCache();
  return (id) =>
    mutations
      .findAll({ mutationKey: orpc.reservations.key({ type: 'mutation' }) })
      .some(({ state }) => (state.variables as { id?: string } | undefined)?.id === id);
}

/**
 * How many days an approval usually takes, for a person who waits for one. Null if that is unknown
 * (RIDE-61).
 */
export const useDelaiApprobation = (): number | null =>
  useQuery(orpc.session.get.queryOptions()).data?.delai_jours ?? null;

/** The person's own account. */
export const useProfil = () => useQuery(orpc.profil.get.queryOptions());

/** The failed emails, the newest first. */
export const useFailedCourriels = (enabled: boolean) =>
  useQuery(orpc.courriels.list.queryOptions({ input: { statut: 'echoue', page: 1 }, enabled }));
