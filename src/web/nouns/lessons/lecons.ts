/** The person's past lessons (RIDE-50). */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orpc } from '#web/data/queries.ts';

/**
 * The lessons of a year; if it is undefined, of the latest year with lessons. The previous year
 * stays while the next one is read.
 */
export const useLeconsPassees = (annee: number | undefined) =>
  useQuery(
    orpc.leconsPassees.list.queryOptions({
      input: annee === undefined ? {} : { annee },
      placeholderData: keepPreviousData,
    }),
  );
