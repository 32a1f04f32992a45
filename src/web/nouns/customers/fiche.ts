/** The page of a customer, for administrators (CLI-20). */
import { keepPreviousData, type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { orpc } from '#web/data/queries.ts';

const ficheOf = (id: string | null) =>
  orpc.fiche.get.queryOptions({ input: id === null ? skipToken : { id } });

/** Nothing is read for null. */
export const useFiche = (id: string | null) => useQuery(ficheOf(id));

/** One page of the lessons; the previous page stays until the next one arrives. */
export const useLeconsDuClient = (id: string, quand: 'a_venir' | 'passees', page: number) =>
  useQuery(
    orpc.fiche.listLecons.queryOptions({
      input: { id, quand, page },
      placeholderData: keepPreviousData,
    }),
  );

/** What the page of a customer shows first. */
export const prefetchFiche = (queries: QueryClient, id: string) =>
  queries.prefetchQuery(ficheOf(id));
