/** The riders whom the person books for (RIDE-20). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '../client.ts';
import { orpc, useReadAgainAfter } from '../queries.ts';
import { removal, useSurely } from '../surely.ts';

const REMOVAL = removal(client.cavaliers.remove, client.cavaliers.list);

export const useMesCavaliers = (enabled = true) =>
  useQuery(orpc.cavaliers.list.queryOptions({ enabled }));

export const useAddCavalier = () =>
  useMutation(
    orpc.cavaliers.create.mutationOptions({
      onSettled: useReadAgainAfter(api.cavaliers.create, { wait: true }),
    }),
  );
export const useUpdateCavalier = () =>
  useMutation(
    orpc.cavaliers.update.mutationOptions({
      onSettled: useReadAgainAfter(api.cavaliers.update, { wait: true }),
    }),
  );
export const useRemoveCavalier = () =>
  useSurely(REMOVAL, { call: api.cavaliers.remove, wait: true });
