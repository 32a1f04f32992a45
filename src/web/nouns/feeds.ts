/** The person's addresses of calendar feeds (RIDE-40). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { client } from '../data/client.ts';
import { orpc, useReadAgainAfter } from '../data/queries.ts';
import { removal, useSurely } from '../data/surely.ts';

export const useFlux = () => useQuery(orpc.flux.list.queryOptions());

const REMOVAL = removal(client.flux.remove, client.flux.list);

/**
 * Both end once the list has been read again, because the focus must return to a page that no
 * longer changes.
 */
export const useDrawFlux = () =>
  useMutation(
    orpc.flux.draw.mutationOptions({ onSettled: useReadAgainAfter(api.flux.draw, { wait: true }) }),
  );
export const useRemoveFlux = (onUnsure: () => void) =>
  useSurely(REMOVAL, { call: api.flux.remove, wait: true, onUnsure });
