/** The centre's settings, for administrators. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '../data/client.ts';
import { orpc } from '../data/queries.ts';
import { isStored, sure, useSurely } from '../data/surely.ts';

/** The stored settings (SET-02). */
export const useParametres = () => useQuery(orpc.parametres.get.queryOptions());

/** Which future lessons would be outside some hours. Null if that could not be read (SET-04). */
export const readHorsHeures = (asked: Parameters<typeof client.parametres.horsHeures>[0]) =>
  client.parametres.horsHeures(asked).catch(() => null);

/** SET-15: system information. */
export const useSysteme = () => useQuery(orpc.parametres.systeme.queryOptions());

const SAVING = sure({
  write: client.parametres.save,
  find: async (asked: Parameters<typeof client.parametres.save>[0]) => {
    const found = await client.parametres.get();
    return isStored(found, asked) ? found : null;
  },
  own: ['parametres_changes'],
});

/**
 * The answer replaces the cached settings immediately, so that the form does not show the old
 * values meanwhile.
 */
export function useSaveParametres(onUnsure: () => void) {
  const queries = useQueryClient();
  return useSurely(SAVING, {
    call: api.parametres.save,
    onUnsure,
    onSuccess: (parametres) => queries.setQueryData(orpc.parametres.get.queryKey(), parametres),
  });
}
