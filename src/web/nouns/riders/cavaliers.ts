// chunk: riders
/** The riders whom a person books for (RIDE-20), or of a customer, for administrators (CLI-25). */
import { useQuery } from '@tanstack/react-query';
import { orpc } from '#web/data/queries.ts';

export const useMesCavaliers = (enabled = true) =>
  useQuery(orpc.cavaliers.list.queryOptions({ enabled }));
export const useCavaliersOf = (client: string) =>
  useQuery(orpc.cavaliers.listOf.queryOptions({ input: { client } }));
