/** The person's own lessons that are over (RIDE-50). */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '../queries.ts';

/**
 * Of a year; of the latest that has any where it is undefined. The year before stays while the next
 * one is read.
 */
export const useLeconsPassees = (annee: number | undefined) =>
  useQuery(
    orpc.leconsPassees.list.queryOptions({
      input: annee === undefined ? {} : { annee },
      placeholderData: keepPreviousData,
    }),
  );
