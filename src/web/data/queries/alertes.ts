/** One's own requests to be told of a free slot. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '../client.ts';
import { orpc, useReadAgainAfter } from '../queries.ts';
import { removal, useSurely } from '../surely.ts';

const REMOVAL = removal(client.alertes.remove, client.alertes.list);

/** Those that wait, and those of which one was told, by day and hour. */
export const useAlertes = () => useQuery(orpc.alertes.list.queryOptions());

/** The same query, enabled only once a screen has read it. */
export function useKnownAlertes() {
  const options = orpc.alertes.list.queryOptions();
  const enabled = useQueryClient().getQueryData(options.queryKey) !== undefined;
  return useQuery({ ...options, enabled });
}

/** Whether the person wants emails of free slots (MAIL-24); undefined until it is known. */
export const useWantsPlaces = (): boolean | undefined =>
  useQuery(orpc.profil.emails.queryOptions()).data?.email_places;

/** Both end once the list has been read again, so that a button never offers what was just done. */
export const useCreateAlerte = () =>
  useMutation(
    orpc.alertes.create.mutationOptions({
      onSettled: useReadAgainAfter(api.alertes.create, { wait: true }),
    }),
  );
export const useRemoveAlerte = () => useSurely(REMOVAL, { call: api.alertes.remove, wait: true });
