/** The centre's settings and its lesson types, for administrators. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { Noun } from '#contract/call.ts';
import { statusOf } from './client.ts';
import { invalidateNouns } from './nouns.ts';
import { orpc } from './queries.ts';

/** Decision 34: the stored settings, whole. */
export const useParametres = () => useQuery(orpc.parametres.get.queryOptions());

/** §2, decision 36: what runs here. */
export const useSysteme = () => useQuery(orpc.parametres.systeme.queryOptions());

/** Decision 29: how many reservations have the type that is asked about; nothing is read while none is. */
export const useUsageType = (value: string | null) =>
  useQuery(orpc.typesLecons.usage.queryOptions({ input: { value: value ?? '' }, enabled: value !== null }));

/**
 * What a call changes is read again, also after a refusal: what one saw is no longer so. Not when the session is over:
 * its screen has a word to say before the guard leads out (decision 3).
 */
function useRelecture() {
  const queries = useQueryClient();
  return (changed: readonly Noun[] | undefined) => (_: unknown, error: unknown) => {
    if (statusOf(error) !== 401) void invalidateNouns(queries, changed ?? []);
  };
}

/** What the server stored is shown at once: the form must not fall back to what stood there before. */
export function useSaveParametres() {
  const queries = useQueryClient();
  const relecture = useRelecture();
  return useMutation(orpc.parametres.save.mutationOptions({
    onSuccess: (parametres) => queries.setQueryData(orpc.parametres.get.queryKey(), parametres),
    onSettled: relecture(api.parametres.save['~orpc'].meta.changes),
  }));
}

/** The new order is on screen at once, so that the keyboard finds its row again. */
export function useArrangeTypes() {
  const queries = useQueryClient();
  const relecture = useRelecture();
  return useMutation(orpc.typesLecons.arrange.mutationOptions({
    onSuccess: (types) => queries.setQueryData(orpc.typesLecons.list.queryKey({ input: { tous: '1' } }), types),
    onSettled: relecture(api.typesLecons.arrange['~orpc'].meta.changes),
  }));
}

export const useCreateType = () =>
  useMutation(orpc.typesLecons.create.mutationOptions({ onSettled: useRelecture()(api.typesLecons.create['~orpc'].meta.changes) }));
export const useUpdateType = () =>
  useMutation(orpc.typesLecons.update.mutationOptions({ onSettled: useRelecture()(api.typesLecons.update['~orpc'].meta.changes) }));
export const useRemoveType = () =>
  useMutation(orpc.typesLecons.remove.mutationOptions({ onSettled: useRelecture()(api.typesLecons.remove['~orpc'].meta.changes) }));
