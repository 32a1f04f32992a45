/** Prices and statistics, for administrators. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { orpc, useReadAgainAfter } from './queries.ts';

/** Every lesson type, offered or not: each has its price (decision 26). */
export const useTypesTarifes = () => useQuery(orpc.typesLecons.list.queryOptions({ input: { tous: '1' } }));

export const usePrix = () => useQuery(orpc.prix.list.queryOptions());

/** What the server stored is shown at once. After a refusal a type may just have gone. */
export function useSavePrix() {
  const queries = useQueryClient();
  return useMutation(orpc.prix.save.mutationOptions({
    onSuccess: (prix) => queries.setQueryData(orpc.prix.list.queryKey(), prix),
    onSettled: useReadAgainAfter(api.prix.save),
  }));
}

type Filtre = { du?: string; au?: string; cavalier?: string };

/** Decision 31. The figures of the last filter stay until those of the next are there. */
export const useStatistiques = (filtre: Filtre) =>
  useQuery(orpc.statistiques.get.queryOptions({ input: filtre, placeholderData: keepPreviousData }));

/** Whom the filter offers in a period. */
export const useCavaliers = ({ du, au }: Filtre) =>
  useQuery(orpc.statistiques.cavaliers.queryOptions({ input: { ...(du && { du }), ...(au && { au }) }, placeholderData: keepPreviousData }));

/** The lessons of one rider; asked where they are shown. */
export const useLeconsDeCavalier = (filtre: Filtre & { cavalier: string }) =>
  useQuery(orpc.statistiques.lecons.queryOptions({ input: filtre }));
