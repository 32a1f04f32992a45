/**
 * Spellings that count as one rider in the statistics, and whom a name is known to mean (RIDE-25 to
 * RIDE-28).
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { orpc, useReadAgainAfter } from '../queries.ts';

export const useRegroupements = () => useQuery(orpc.orthographes.list.queryOptions());
export const useFiches = (cavalier: string) =>
  useQuery(orpc.statistiques.fiches.queryOptions({ input: { cavalier } }));

/** The answer replaces the cached list at once; the figures are read again. */
export function useMergeNames() {
  const queries = useQueryClient();
  return useMutation(
    orpc.orthographes.merge.mutationOptions({
      onSuccess: (list) => queries.setQueryData(orpc.orthographes.list.queryKey(), list),
      onSettled: useReadAgainAfter(api.orthographes.merge, { wait: true }),
    }),
  );
}

export function useSeparateNames() {
  const queries = useQueryClient();
  return useMutation(
    orpc.orthographes.separate.mutationOptions({
      onSuccess: (list) => queries.setQueryData(orpc.orthographes.list.queryKey(), list),
      onSettled: useReadAgainAfter(api.orthographes.separate, { wait: true }),
    }),
  );
}
