/**
 * Spellings that count as one rider in the statistics, and which rider a name is known to mean
 * (RIDE-25 to RIDE-28).
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import type { Procedure } from '#web/data/nouns.ts';
import { orpc } from '#web/data/queries.ts';
import { sure, type Sure, useSurely } from '#web/data/surely.ts';

export const useRegroupements = () => useQuery(orpc.orthographes.list.queryOptions());
export const useFiches = (cle: string) =>
  useQuery(orpc.statistiques.fiches.queryOptions({ input: { cle } }));

const MERGE = sure({
  write: client.orthographes.merge,
  find: async (asked: { nom: string; vers: string }) => {
    const list = await client.orthographes.list();
    return list.some(({ cle, vers_cle }) => cle === asked.nom && vers_cle === asked.vers)
      ? list
      : null;
  },
  ended: ['orthographes_deja_ensemble'],
});
const SPLIT = sure({
  write: client.orthographes.split,
  find: async ({ nom }: { nom: string }) => {
    const list = await client.orthographes.list();
    return list.some(({ cle, vers_cle }) => cle === nom && vers_cle === null) ? list : null;
  },
  ended: ['orthographe_inconnue'],
});
const CONFIRMATION = sure({
  write: client.orthographes.confirm,
  find: async ({ nom }: { nom: string }) => {
    const list = await client.orthographes.list();
    return list.some(({ cle, vers_cle }) => cle === nom && vers_cle === nom) ? list : null;
  },
});
const SEPARATION = sure({
  write: client.orthographes.separate,
  find: async ({ nom }: { nom: string }) => {
    const list = await client.orthographes.list();
    return list.some(({ cle }) => cle === nom) ? null : list;
  },
  ended: ['regroupement_introuvable'],
});

/** The answer replaces the cached list immediately. The figures are read again. */
function useRegroupement<I>(
  look: Sure<I, Awaited<ReturnType<typeof client.orthographes.list>>>,
  call: Procedure,
) {
  const queries = useQueryClient();
  return useSurely(look, {
    call,
    once: true,
    wait: true,
    onSuccess: (list) => queries.setQueryData(orpc.orthographes.list.queryKey(), list),
  });
}
export const useMergeNames = () => useRegroupement(MERGE, api.orthographes.merge);
export const useSplitName = () => useRegroupement(SPLIT, api.orthographes.split);
export const useConfirmName = () => useRegroupement(CONFIRMATION, api.orthographes.confirm);
export const useSeparateNames = () => useRegroupement(SEPARATION, api.orthographes.separate);
