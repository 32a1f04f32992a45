/** The server's clock, for administrators. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { orpc, useReadAgainAfter } from '../queries.ts';

export const useHorloge = () => useQuery(orpc.horloge.get.queryOptions());

export const useConfirmHorloge = () =>
  useMutation(
    orpc.horloge.confirm.mutationOptions({
      onSettled: useReadAgainAfter(api.horloge.confirm, { wait: true }),
    }),
  );
