/** The arenas, for administrators. Everyone else reads them with the centre. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '#web/data/client.ts';
import { orpc } from '#web/data/queries.ts';
import { isStored, isTyped, sure, useSurely } from '#web/data/surely.ts';

/** Every arena in its order, inactive ones too. */
export const useAllPistes = () => useQuery(orpc.pistes.list.queryOptions());

const usageOptions = (id: string) => orpc.pistes.usage.queryOptions({ input: { id } });

/** The data needed before an arena is switched off or deleted. Nothing is read for null. */
export const useUsagePiste = (id: string | null) =>
  useQuery({ ...usageOptions(id ?? ''), enabled: id !== null });

/** The same, read on demand. Null if it could not be read. */
export function useReadUsagePiste() {
  const queries = useQueryClient();
  return (id: string) => queries.fetchQuery(usageOptions(id)).catch(() => null);
}

const findPiste = async (asked: object) =>
  (await client.pistes.list()).find((one) => isTyped(one, asked)) ?? null;

const ORDER = sure({
  write: client.pistes.arrange,
  find: async ({ ids }: { ids: string[] }) => {
    const pistes = await client.pistes.list();
    return isStored({ ids: pistes.map(({ id }) => id) }, { ids }) ? pistes : null;
  },
});
const ADDITION = sure({
  write: client.pistes.create,
  find: findPiste,
  ended: ['piste_existe'],
});
const UPDATE = sure({ write: client.pistes.update, find: findPiste });
const REMOVAL = sure({
  write: client.pistes.remove,
  find: async (asked: { id: string }) => ((await findPiste(asked)) ? null : { success: true }),
  ended: ['piste_introuvable'],
});

/** The answer replaces the cached list immediately, so that the focus stays on the moved row. */
export function useArrangePistes() {
  const queries = useQueryClient();
  return useSurely(ORDER, {
    call: api.pistes.arrange,
    once: true,
    onSuccess: (pistes) => queries.setQueryData(orpc.pistes.list.queryKey(), pistes),
  });
}

export const useCreatePiste = () => useSurely(ADDITION, { call: api.pistes.create, once: true });
export const useUpdatePiste = () => useSurely(UPDATE, { call: api.pistes.update, once: true });
export const useRemovePiste = () => useSurely(REMOVAL, { call: api.pistes.remove, once: true });
