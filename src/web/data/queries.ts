/** What screens read and do, as hooks. Keys and addresses come out of the contract. */
import { ORPCError } from '@orpc/client';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { User } from '#domain/users.ts';
import { client } from './client.ts';
import { invalidateNouns } from './nouns.ts';

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
  input: { miennes: '1', du, sort: 'date_reservation' },
  select: (reservations) => reservations.toSorted((a, b) => compare(`${a.date_reservation} ${a.heure_debut}`, `${b.date_reservation} ${b.heure_debut}`)),
}));

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** §7: books. What the booking changes is read again, also after a refusal: the hour may just have gone (decision 22). */
export function useCreateReservation() {
  const queries = useQueryClient();
  return useMutation(orpc.reservations.create.mutationOptions({
    onSettled: () => {
      void invalidateNouns(queries, api.reservations.create['~orpc'].meta.changes ?? []);
    },
  }));
}

/** Decision 8, §2: one's own account, whole. */
export const useProfil = () => useQuery(orpc.profil.get.queryOptions());

/** The sessions of one's own that are open, the latest first. */
export const useSessions = () => useQuery(orpc.profil.listSessions.queryOptions());

/** A change of one's own account: what the server answers is shown at once, and what else shows people is read again. */
function useApresProfil() {
  const queries = useQueryClient();
  return {
    onSuccess: (profil: User) => queries.setQueryData(orpc.profil.get.queryKey(), profil),
    onSettled: () => {
      void invalidateNouns(queries, api.profil.update['~orpc'].meta.changes ?? []);
    },
  };
}

export const useUpdateProfil = () => useMutation(orpc.profil.update.mutationOptions(useApresProfil()));
export const useSetPhoto = () => useMutation(orpc.profil.setPhoto.mutationOptions(useApresProfil()));
export const useRemovePhoto = () => useMutation(orpc.profil.removePhoto.mutationOptions(useApresProfil()));

export const useSendPasswordEmail = () => useMutation(orpc.profil.sendPasswordEmail.mutationOptions());

/** Ends a session of one's own by its id, or with 'autres' all but this one. */
export function useEndSessions() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => (id === 'autres' ? client.profil.endOtherSessions() : client.profil.endSession({ id })),
    onSettled: () => {
      void invalidateNouns(queries, api.profil.endSession['~orpc'].meta.changes ?? []);
    },
  });
}
