/** The person's own requests to be notified of a free slot. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { orpc } from '#web/data/queries.ts';
import { isStored, removal, sure, useSurely } from '#web/data/surely.ts';

const ASKING = sure({
  write: client.alertes.create,
  find: async (asked: Parameters<typeof client.alertes.create>[0]) =>
    (await client.alertes.list()).find((one) => !one.libre_at && isStored(one, asked)) ?? null,
});
const REMOVAL = removal(client.alertes.remove, client.alertes.list);

/** The waiting requests and those already notified, by day and hour. */
export const useAlertes = (enabled = true) =>
  useQuery({ ...orpc.alertes.list.queryOptions(), enabled });

/** The same query, enabled only once a screen has read it. */
export function useKnownAlertes() {
  const options = orpc.alertes.list.queryOptions();
  const enabled = useQueryClient().getQueryData(options.queryKey) !== undefined;
  return useQuery({ ...options, enabled });
}

/** Whether the person wants emails about free slots (MAIL-24). Undefined until it is known. */
export const useWantsPlaces = (): boolean | undefined =>
  useQuery(orpc.profil.emails.queryOptions()).data?.email_places;

/** Both end once the list has been read again, so that a button never offers what was just done. */
export const useCreateAlerte = () =>
  useSurely(ASKING, { call: api.alertes.create, once: true, wait: true });
export const useRemoveAlerte = () => useSurely(REMOVAL, { call: api.alertes.remove, wait: true });
