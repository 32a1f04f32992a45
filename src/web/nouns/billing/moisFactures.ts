/** Which days statements cover (REL-13), for administrators. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { orpc, useCentre } from '#web/data/queries.ts';

/** The last day that a statement covers; null if there is none, or while it is not known. */
export function useJusque(): string | null {
  const facturation = useCentre().data?.facturation === true;
  const { data } = useQuery(
    orpc.facturation.etat.queryOptions(facturation ? {} : { input: skipToken }),
  );
  return data?.jusque ?? null;
}
