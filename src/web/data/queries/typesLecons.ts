/** The lesson types, for administrators. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { DEFAULT_TYPES } from '#domain/settings/types_lecons.ts';
import { orpc, useReadAgainAfter } from '../queries.ts';

/** Every lesson type, inactive ones too (SET-12); read where `wanted`. */
export const useAllTypes = (wanted = true) =>
  useQuery(orpc.typesLecons.list.queryOptions({ input: { tous: '1' }, enabled: wanted }));

/** The same; the six default types where the reading failed; undefined until then. */
export function useTypesOrDefaults() {
  const { data, isError } = useAllTypes();
  return data ?? (isError ? DEFAULT_TYPES : undefined);
}

/** SET-14: how many reservations have a type; nothing is read for null. */
export const useUsageType = (value: string | null) =>
  useQuery(
    orpc.typesLecons.usage.queryOptions({ input: { value: value ?? '' }, enabled: value !== null }),
  );

/** The answer replaces the cached list at once, so that the focus stays on the moved row. */
export function useArrangeTypes() {
  const queries = useQueryClient();
  return useMutation(
    orpc.typesLecons.arrange.mutationOptions({
      onSuccess: (types) =>
        queries.setQueryData(orpc.typesLecons.list.queryKey({ input: { tous: '1' } }), types),
      onSettled: useReadAgainAfter(api.typesLecons.arrange),
    }),
  );
}

export const useCreateType = () =>
  useMutation(
    orpc.typesLecons.create.mutationOptions({
      onSettled: useReadAgainAfter(api.typesLecons.create),
    }),
  );
export const useUpdateType = () =>
  useMutation(
    orpc.typesLecons.update.mutationOptions({
      onSettled: useReadAgainAfter(api.typesLecons.update),
    }),
  );
export const useRemoveType = () =>
  useMutation(
    orpc.typesLecons.remove.mutationOptions({
      onSettled: useReadAgainAfter(api.typesLecons.remove),
    }),
  );
