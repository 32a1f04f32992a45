/**
 * Administrators' changes of lesson types: a separate file, so that the other screens do not load
 * it.
 */
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import type { TypeLecon } from '#domain/types/types_lecons.ts';
import { client } from '#web/data/client.ts';
import { orpc } from '#web/data/queries.ts';
import { isStored, sure, useSurely } from '#web/data/surely.ts';

const listTypes = () => client.typesLecons.list({ tous: '1' });
const findType = async (asked: { value: string }) =>
  (await listTypes()).find((one) => isStored(one, asked)) ?? null;

const ORDER = sure({
  write: client.typesLecons.arrange,
  find: async ({ values }: { values: string[] }): Promise<TypeLecon[] | null> => {
    const types = await listTypes();
    return isStored({ values: types.map(({ value }) => value) }, { values }) ? types : null;
  },
});
const ADDITION = sure<Parameters<typeof client.typesLecons.create>[0], TypeLecon>({
  write: client.typesLecons.create,
  find: findType,
  ended: ['type_existe'],
});
const UPDATE = sure<Parameters<typeof client.typesLecons.update>[0], TypeLecon>({
  write: client.typesLecons.update,
  find: findType,
});
const REMOVAL = sure({
  write: client.typesLecons.remove,
  find: async (asked: { value: string }) => ((await findType(asked)) ? null : { success: true }),
  ended: ['type_introuvable'],
});

/** The answer replaces the cached list immediately, so that the focus stays on the moved row. */
export function useArrangeTypes() {
  const queries = useQueryClient();
  return useSurely(ORDER, {
    call: api.typesLecons.arrange,
    once: true,
    onSuccess: (types) =>
      queries.setQueryData(orpc.typesLecons.list.queryKey({ input: { tous: '1' } }), types),
  });
}

export const useCreateType = () =>
  useSurely(ADDITION, { call: api.typesLecons.create, once: true });
export const useUpdateType = () => useSurely(UPDATE, { call: api.typesLecons.update, once: true });
export const useRemoveType = () => useSurely(REMOVAL, { call: api.typesLecons.remove, once: true });
