/** Customers, for administrators. */
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { ClientTrouve } from '#domain/people/clients.ts';
import { orpc } from '../queries.ts';

/**
 * The customers that a typed text finds (CLI-04), for the person who chooses one. `asked`: the text of a
 * moment ago. The previous matches stay until the next ones arrive.
 */
export function useFoundClients(text: string, asked: string): ClientTrouve[] {
  const q = asked.trim();
  const found = useQuery(
    orpc.clients.search.queryOptions({
      input: q ? { q } : skipToken,
      placeholderData: keepPreviousData,
    }),
  );
  return text.trim() === '' ? [] : (found.data ?? []);
}

/** Adds a customer without an account. */
export const useAddClient = () => useMutation(orpc.clients.create.mutationOptions());
