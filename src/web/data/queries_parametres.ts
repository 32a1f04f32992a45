/** The centre's settings, for administrators. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { orpc, useReadAgainAfter } from './queries.ts';

/** Decision 34: the stored settings, whole. */
export const useParametres = () => useQuery(orpc.parametres.get.queryOptions());

/** §2, decision 36: what runs here. */
export const useSysteme = () => useQuery(orpc.parametres.systeme.queryOptions());

/** What the server stored is shown at once: the form must not fall back to what stood there before. */
export function useSaveParametres() {
  const queries = useQueryClient();
  return useMutation(orpc.parametres.save.mutationOptions({
    onSuccess: (parametres) => queries.setQueryData(orpc.parametres.get.queryKey(), parametres),
    onSettled: useReadAgainAfter(api.parametres.save),
  }));
}
