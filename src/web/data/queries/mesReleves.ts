/** The statements of the person (REL-30). */
import { skipToken, useQuery } from '@tanstack/react-query';
import { orpc } from '../queries.ts';

export const useMesReleves = () => useQuery(orpc.mesReleves.list.queryOptions());

/** What is open on the person's own account, once it is `wanted`. */
export const useMonCompte = (wanted: boolean) =>
  useQuery({ ...orpc.mesReleves.list.queryOptions(), enabled: wanted });

/** Nothing is read for null. */
export const useMonReleve = (id: string | null) =>
  useQuery(orpc.mesReleves.get.queryOptions({ input: id === null ? skipToken : { id } }));
