/** Whether lessons shall lose their names, for administrators (SET-43). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { orpc, useReadAgainAfter } from '../queries.ts';

export const useConservation = () => useQuery(orpc.conservation.get.queryOptions());

export const useAnswerConservation = () =>
  useMutation(
    orpc.conservation.answer.mutationOptions({
      onSettled: useReadAgainAfter(api.conservation.answer, { wait: true }),
    }),
  );
