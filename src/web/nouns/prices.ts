/** The prices, for administrators. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '../data/client.ts';
import { orpc } from '../data/queries.ts';
import { isStored, sure, useSurely } from '../data/surely.ts';

export const usePrix = () => useQuery(orpc.prix.list.queryOptions());
export const prefetchPrix = (queries: QueryClient) =>
  queries.prefetchQuery(orpc.prix.list.queryOptions());

/** The coming lessons with the prices of their seats, once `wanted` (PRICE-21). */
export const usePrixReservees = (wanted: boolean) =>
  useQuery({ ...orpc.prix.reservees.queryOptions(), enabled: wanted });

/** Gives the seats that have no price the one of their day (PRICE-20). */
export const useCompletePrix = () => useMutation(orpc.prix.complete.mutationOptions());

const SAVING = sure({
  write: client.prix.save,
  find: async (asked: Parameters<typeof client.prix.save>[0]) => {
    const found = await client.prix.list();
    // Booked lessons got the price in the same transaction, or not at all.
    return asked.every(({ appliquer: _, ...one }) => found.some((row) => isStored(row, one)))
      ? found
      : null;
  },
  own: ['prix_changes'],
});

/** The answer replaces the cached prices immediately. */
export function useSavePrix(onUnsure: () => void) {
  const queries = useQueryClient();
  return useSurely(SAVING, {
    call: api.prix.save,
    onUnsure,
    onSuccess: (prix) => queries.setQueryData(orpc.prix.list.queryKey(), prix),
  });
}
