/** The lesson types, for administrators. */
import { useQuery } from '@tanstack/react-query';
import { DEFAULT_TYPES } from '#domain/types/types_lecons.ts';
import { orpc } from '#web/data/queries.ts';

/** Every lesson type, inactive ones too (SET-12). Read only if `wanted`. */
export const useAllTypes = (wanted = true) =>
  useQuery(orpc.typesLecons.list.queryOptions({ input: { tous: '1' }, enabled: wanted }));

/** The same. The six default types if the reading failed; undefined until then. */
export function useTypesOrDefaults() {
  const { data, isError } = useAllTypes();
  return data ?? (isError ? DEFAULT_TYPES : undefined);
}

/** SET-14: how many reservations have a type. Nothing is read for null. */
export const useUsageType = (value: string | null) =>
  useQuery(
    orpc.typesLecons.usage.queryOptions({ input: { value: value ?? '' }, enabled: value !== null }),
  );
