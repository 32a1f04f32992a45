/** The statements of the person (REL-30). */
import { skipToken, useQuery } from '@tanstack/react-query';
import { orpc, useCentre } from '../queries.ts';

export const useMesReleves = () => useQuery(orpc.mesReleves.list.queryOptions());

/** What is open on the person's own account, as `useOuvert` gives it. */
export function useMonCompte() {
  const needed = useCentre().data?.facturation === true;
  const read = useQuery({ ...orpc.mesReleves.list.queryOptions(), enabled: needed });
  return { read, needed, ready: !needed || read.data !== undefined };
}

/** Nothing is read for null. */
export const useMonReleve = (id: string | null) =>
  useQuery(orpc.mesReleves.get.queryOptions({ input: id === null ? skipToken : { id } }));
