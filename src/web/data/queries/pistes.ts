/** The arenas, for administrators; all others read them with the centre. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { orpc, useReadAgainAfter } from '../queries.ts';

/** Every arena in its order, inactive ones too. */
export const useAllPistes = () => useQuery(orpc.pistes.list.queryOptions());

const usageOptions = (id: string) => orpc.pistes.usage.queryOptions({ input: { id } });

/** What there is to know before an arena is switched off or deleted; nothing is read for null. */
export const useUsagePiste = (id: string | null) =>
  useQuery({ ...usageOptions(id ?? ''), enabled: id !== null });

/** The same when it is needed: null where it could not be read. */
export function useReadUsagePiste() {
  const queries = useQueryClient();
  return (id: string) => queries.fetchQuery(usageOptions(id)).catch(() => null);
}

/** The answer replaces the cached list at once, so that the focus stays on the moved row. */
export function useArrangePistes() {
  const queries = useQueryClient();
  return useMutation(
    orpc.pistes.arrange.mutationOptions({
      onSuccess: (pistes) => queries.setQueryData(orpc.pistes.list.queryKey(), pistes),
      onSettled: useReadAgainAfter(api.pistes.arrange),
    }),
  );
}

export const useCreatePiste = () =>
  useMutation(
    orpc.pistes.create.mutationOptions({ onSettled: useReadAgainAfter(api.pistes.create) }),
  );
export const useUpdatePiste = () =>
  useMutation(
    orpc.pistes.update.mutationOptions({ onSettled: useReadAgainAfter(api.pistes.update) }),
  );
export const useRemovePiste = () =>
  useMutation(
    orpc.pistes.remove.mutationOptions({ onSettled: useReadAgainAfter(api.pistes.remove) }),
  );
