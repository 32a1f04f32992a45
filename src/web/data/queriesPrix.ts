/** The prices, for administrators. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { orpc, useReadAgainAfter } from './queries.ts';

export const usePrix = () => useQuery(orpc.prix.list.queryOptions());
export const prefetchPrix = (queries: QueryClient) => queries.prefetchQuery(orpc.prix.list.queryOptions());

/** The answer replaces the cached prices at once. */
export function useSavePrix() {
  const queries = useQueryClient();
  return useMutation(orpc.prix.save.mutationOptions({
    onSuccess: (prix) => queries.setQueryData(orpc.prix.list.queryKey(), prix),
    onSettled: useReadAgainAfter(api.prix.save),
  }));
}
