/** The centre's settings, for administrators. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { orpc, useReadAgainAfter } from './queries.ts';

/** The stored settings (SET-02). */
export const useParametres = () => useQuery(orpc.parametres.get.queryOptions());

/** SET-15: system information. */
export const useSysteme = () => useQuery(orpc.parametres.systeme.queryOptions());

/** The answer replaces the cached settings at once, so that the form does not show the old values meanwhile. */
export function useSaveParametres() {
  const queries = useQueryClient();
  return useMutation(orpc.parametres.save.mutationOptions({
    onSuccess: (parametres) => queries.setQueryData(orpc.parametres.get.queryKey(), parametres),
    onSettled: useReadAgainAfter(api.parametres.save),
  }));
}
