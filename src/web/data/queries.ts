/**
 * What screens read and do, as hooks. Keys and addresses come out of the contract. Here what /app needs at once; the
 * rest, by its noun, in `queries_*.ts`.
 */
import { ORPCError } from '@orpc/client';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient, useIsFetching, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client, statusOf } from './client.ts';
import { invalidateNouns, type Procedure } from './nouns.ts';

/** The calls as queries, for this file and its sisters `queries_*.ts`. */
export const orpc = createTanstackQueryUtils(client);

/**
 * What was read stays true until the live stream says otherwise (`live.ts`), hence no time of its own.
 * A refusal is an answer: only silence and breakdowns are asked again.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && !(error instanceof ORPCError && error.status < 500),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * What a call changes is read again once it is answered, also after a refusal: what one saw is no longer so. Not when
 * the session is over: its screen has a word to say before the guard leads out (decision 3). `wait`: the call counts as
 * under way until then, for who gives the focus back to a page that must be as it will stay.
 */
export function useReadAgainAfter({ '~orpc': { meta } }: Procedure, { wait = false } = {}) {
  const queries = useQueryClient();
  return async (_: unknown, error: unknown): Promise<void> => {
    if (statusOf(error) === 401) return;
    const read = invalidateNouns(queries, meta.changes ?? []);
    if (wait) await read;
  };
}

/** True once nothing is being read: what stands on the page stays where it is. */
export const useToutLu = (): boolean => useIsFetching() === 0;

/** Name, town, hours and the rules in force. */
export const useCentre = () => useQuery(orpc.parametres.centre.queryOptions());

/** §7: the offered lesson types in their order. */
export const useTypesLecons = () => useQuery(orpc.typesLecons.list.queryOptions({ input: {} }));

/** What the lessons of one's own reservations are called, also those that are not offered any more. */
export const useMesTypes = () => useQuery(orpc.typesLecons.mine.queryOptions());

/** Decision 24: what holds the arenas from `du` to `au`, both included. Another range's answer is never shown for this one. */
export const useDisponibilites = (du: string, au: string) => useQuery(orpc.disponibilites.list.queryOptions({ input: { du, au } }));

/** Decision 27: the person's own reservations from `du` on, the nearest first; an administrator's own too. */
export const useMesReservations = (du: string) => useQuery(orpc.reservations.list.queryOptions({
  input: miennes(du),
  select: (reservations) => reservations.toSorted((a, b) => compare(`${a.date_reservation} ${a.heure_debut}`, `${b.date_reservation} ${b.heure_debut}`)),
}));

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const miennes = (du: string) => ({ miennes: '1', du, sort: 'date_reservation' }) as const;

/** The same reading, followed once a screen has asked for it. */
export function useMesReservationsConnues(du: string) {
  const options = orpc.reservations.list.queryOptions({ input: miennes(du) });
  const enabled = useQueryClient().getQueryData(options.queryKey) !== undefined;
  return useQuery({ ...options, enabled });
}

/** Whether a reservation was changed or removed from this very tab a moment ago. */
export function useIsChangedHere(): (id: string) => boolean {
  const mutations = useQueryClient().getMutationCache();
  return (id) => mutations.findAll({ mutationKey: orpc.reservations.key({ type: 'mutation' }) })
    .some(({ state }) => (state.variables as { id?: string } | undefined)?.id === id);
}

/** §7: books. One's own lesson is among one's own at once, where it gets the focus. After a refusal the hour may just have gone (decision 22). */
export function useCreateReservation() {
  const queries = useQueryClient();
  return useMutation(orpc.reservations.create.mutationOptions({
    onSuccess: async (reservee, { pour }) => {
      if (pour) return;
      const queryKey = orpc.reservations.list.key({ type: 'query', input: { miennes: '1' } });
      await queries.cancelQueries({ queryKey }); // an answer from before the booking would take it away again
      queries.setQueriesData({ queryKey }, (lues: typeof reservee[] | undefined) => lues && [...lues, reservee]);
    },
    onSettled: useReadAgainAfter(api.reservations.create),
  }));
}

/** Decision 8, §2: one's own account, whole. */
export const useProfil = () => useQuery(orpc.profil.get.queryOptions());

/** The emails that were given up, the newest first; asked only when `enabled`. */
export const useCourrielsEchoues = (enabled: boolean) =>
  useQuery(orpc.courriels.list.queryOptions({ input: { statut: 'echoue', page: 1 }, enabled }));
