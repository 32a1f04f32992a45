/** The statements of the person (REL-30). */
import { skipToken, useQuery } from '@tanstack/react-query';
import { orpc, useCentre } from '#web/data/queries.ts';

/**
 * What is open on the person's own account, its statements and payments. Nothing is read while
 * 'Facturation' is switched off. `ready`: nothing has to be waited for.
 */
export function useMonCompte() {
  const centre = useCentre().data;
  const needed = centre?.facturation === true;
  const read = useQuery({ ...orpc.mesReleves.list.queryOptions(), enabled: needed });
  return { read, needed, ready: centre ? !needed || read.data !== undefined : false };
}

/** Nothing is read for null. */
export const useMonReleve = (id: string | null) =>
  useQuery(orpc.mesReleves.get.queryOptions({ input: id === null ? skipToken : { id } }));
