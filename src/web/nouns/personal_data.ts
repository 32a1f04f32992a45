// chunk: admin-frame
/** Whether names are removed from old lessons, for administrators (SET-43). */
import { useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '../data/client.ts';
import { orpc } from '../data/queries.ts';
import { sure, useSurely } from '../data/surely.ts';

const ANSWER = sure<
  Parameters<typeof client.conservation.answer>[0],
  Awaited<ReturnType<typeof client.conservation.get>>
>({
  write: client.conservation.answer,
  find: async () => {
    const found = await client.conservation.get();
    return found.proposition === null ? found : null;
  },
});

export const useConservation = () => useQuery(orpc.conservation.get.queryOptions());

export const useAnswerConservation = () =>
  useSurely(ANSWER, { call: api.conservation.answer, once: true, wait: true });
