/** The centre's settings and its lesson types, for administrators. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { orpc, useReadAgainAfter } from './queries.ts';

/** Decision 34: the stored settings, whole. */
export const useParametres = () => useQuery(orpc.parametres.get.queryOptions());

/** §2, decision 36: what runs here. */
export const useSysteme = () => useQuery(orpc.parametres.systeme.queryOptions());

/** Decision 29: how many reservations have the type that is asked about; nothing is read while none is. */
export const useUsageType = (value: string | null) =>
  useQuery(orpc.typesLecons.usage.queryOptions({ input: { value: value ?? '' }, enabled: value !== null }));

/** What the server stored is shown at once: the form must not fall back to what stood there before. */
export function useSaveParametres() {
  const queries = useQueryClient();
  return useMutation(orpc.parametres.save.mutationOptions({
    onSuccess: (parametres) => queries.setQueryData(orpc.parametres.get.queryKey(), parametres),
    onSettled: useReadAgainAfter(api.parametres.save),
  }));
}

/** The new order is on screen at once, so that the keyboard finds its row again. */
export function useArrangeTypes() {
  const queries = useQueryClient();
  return useMutation(orpc.typesLecons.arrange.mutationOptions({
    onSuccess: (types) => queries.setQueryData(orpc.typesLecons.list.queryKey({ input: { tous: '1' } }), types),
    onSettled: useReadAgainAfter(api.typesLecons.arrange),
  }));
}

export const useCreateType = () =>
  useMutation(orpc.typesLecons.create.mutationOptions({ onSettled: useReadAgainAfter(api.typesLecons.create) }));
export const useUpdateType = () =>
  useMutation(orpc.typesLecons.update.mutationOptions({ onSettled: useReadAgainAfter(api.typesLecons.update) }));
export const useRemoveType = () =>
  useMutation(orpc.typesLecons.remove.mutationOptions({ onSettled: useReadAgainAfter(api.typesLecons.remove) }));
